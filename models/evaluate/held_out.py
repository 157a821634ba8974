"""Boards of designs never trained on, drawn from seeds: what the models are measured and calibrated on.

A set is its name, seed and configuration; picture i of it is the same whatever the count and the number of processes.
The pictures lie in a folder named after the renderer's own source, so another renderer never passes for this one.
"""

import functools
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

import cv2
import numpy as np

import models.render
from models.evaluate.records import loaded
from models.evaluate.workers import worked
from models.render.film import develop
from models.render.stage import RenderStage, truths
from models.render.truth import Rendered
from models.render.world import DieInstance, Film, SceneHand
from models.train.pictures.generate import truth_line
from models.train.pictures.scene import SceneConfig, sample_scene
from models.train.pictures.shards import Shard, shards_of, unfinished, write_whole
from vision.frame import Frame

FUSED = 2
"""As many as the device fuses into one reading when the button is pressed."""


def exposed(
    stage: RenderStage,
    dice: tuple[DieInstance, ...],
    film: Film,
    *,
    seed: int,
    count: int,
    hands: tuple[SceneHand, ...] = (),
) -> tuple[Rendered, ...]:
    """Return so many still frames of dice on a stage; the seed is of the first's noise, each other has its own."""
    canvas = stage.empty()
    seen = truths(stage.camera, dice, stage.draw(dice, canvas, hands=hands))
    noises = (np.random.default_rng(seed if not frame else (seed, frame)) for frame in range(count))
    return tuple(Rendered(pixels=develop(canvas.light, film, noise), truth=seen) for noise in noises)


def frame_name(image: str, frame: int) -> str:
    """Return the name of a frame's file: the picture's own for the first.

    >>> frame_name("a/000001.jpg", 0), frame_name("a/000001.jpg", 1)
    ('a/000001.jpg', 'a/000001-1.jpg')
    """
    path = PurePosixPath(image)
    return image if not frame else str(path.with_name(f"{path.stem}-{frame}{path.suffix}"))


def write_frames(folder: Path, image: str, frames: Sequence[Rendered]) -> None:
    """Write the frames of a picture."""
    for number, frame in enumerate(frames):
        path = folder / frame_name(image, number)
        cv2.imwrite(str(path), frame.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])


def load_frames(folder: Path, image: str, count: int) -> tuple[Frame, ...] | None:
    """Return the frames of a picture; None if one is absent or unreadable."""
    frames = tuple(loaded(frame_name(image, frame), folder) for frame in range(count))
    known = tuple(frame for frame in frames if frame is not None)
    return known if len(known) == count else None


POOL = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOutSet:
    """Boards to be drawn."""

    name: str  # Of the set
    seed: int  # Of its pictures
    count: int  # How many are drawn unless told otherwise
    # Its designs are this one and the `POOL - 1` after it, among those never trained on; the sets
    # `models.train.pictures.generate` makes end before 6,000, so no other set shares a design with it
    first_design: int
    config: SceneConfig  # Of its scenes
    frames: int = 1  # So many of each scene, of different noise
    # So many pictures are drawn at a time; an interrupted run goes on behind the last shard that was finished
    shard: int = 4

    @property
    def scenes(self) -> SceneConfig:
        """Return the configuration with the designs of this set."""
        pool = tuple(range(self.first_design, self.first_design + POOL))
        return replace(self.config, held_out=True, design_pool=pool)


CAFE_SCENES = SceneConfig(
    size_wh=(960, 960),
    die_px=(30.0, 90.0),
    leaning_share=0.05,
    off_share=0.1,
    foreign_share=0.1,
    hand_share=0.03,
    dice_most=6,
)
CAFE = HeldOutSet(name="cafe", seed=31, count=240, first_design=20_000, config=CAFE_SCENES, frames=FUSED)
"""Boards as an eye over a café table sees them: 30–90 px a die, up to 25° aslant, any light and camera."""

HARD = HeldOutSet(name="hard", seed=99, count=80, first_design=20_000 + POOL, config=SceneConfig())
"""Worse than any café: dice from 16 px, a fifth of them leaning, ordinary dice and things lying about."""


@functools.cache
def renderer_digest() -> str:
    """Return what tells one renderer from another: a digest of its source."""
    digest = hashlib.sha256()
    for path in sorted(Path(models.render.__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def drawn(boards: HeldOutSet, root: Path, *, jobs: int, count: int | None = None) -> Path:
    """Return the folder of a set, with its pictures drawn; those that lie there are not drawn again.

    At least `count` pictures, in whole shards; those of the set if None.

    Raises:
        DrawingToolError: If cairosvg is absent, which designs are drawn with.
    """
    settings = f"{boards.scenes} {boards.seed} {boards.frames} {renderer_digest()}"
    folder = root / f"{boards.name}-{hashlib.sha256(settings.encode()).hexdigest()[:8]}"
    wanted = -(-(boards.count if count is None else count) // boards.shard) * boards.shard
    missing = unfinished(shards_of(wanted, boards.shard, folder, "truth-{:05d}.jsonl"))
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        what = f"drawing {boards.name} boards, {boards.shard} each"
        worked(partial(draw_shard, boards), missing, jobs=jobs, what=what)
    return folder


def draw_shard(boards: HeldOutSet, shard: Shard) -> None:
    """Draw the pictures of a shard, then write their truth."""
    cv2.setNumThreads(1)
    lines = []
    for number in shard.numbers:
        scene, name = sample_scene(np.random.default_rng((boards.seed, number)), boards.scenes), f"{number:06d}.jpg"
        stage = RenderStage(scene.board, scene.light, scene.camera)
        frames = exposed(stage, scene.dice, scene.film, seed=scene.seed, count=boards.frames, hands=scene.hands)
        write_frames(shard.finished_path.parent, name, frames)
        lines.append(json.dumps(truth_line(name, frames[0])))
    write_whole(shard.finished_path, lines)
