"""Boards of designs never trained on, drawn from seeds: what the models are measured and calibrated on.

A set is its name, seed and configuration; picture i of it is the same whatever the count and the number of processes.
The pictures lie in a folder named after the renderer's own source, so another renderer never passes for this one.
"""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

import models.render
from models.evaluate.frames import FUSED, exposed, write_frames
from models.evaluate.workers import worked
from models.render.stage import RenderStage
from models.train.pictures.generate import truth_line
from models.train.pictures.scene import SceneConfig, sample_scene

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

CALIBRATION = replace(CAFE, name="calibration", seed=32, first_design=10_000, frames=1)
"""As `CAFE`, of other designs: thresholds and temperatures are chosen on it and no figure is measured on it."""


@functools.cache
def renderer_digest() -> str:
    """Return what tells one renderer from another: a digest of its source."""
    digest = hashlib.sha256()
    for path in sorted(Path(models.render.__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardTask:
    """Some pictures to draw."""

    boards: HeldOutSet  # Their set
    folder: Path  # Of the set
    shard: int  # Which of its shards

    @property
    def truth_path(self) -> Path:
        """Return where the truth is written when all its pictures are."""
        return self.folder / f"truth-{self.shard:05d}.jsonl"


def drawn(boards: HeldOutSet, root: Path, *, jobs: int, count: int | None = None) -> Path:
    """Return the folder of a set, with its pictures drawn; those that lie there are not drawn again.

    At least `count` pictures, in whole shards; those of the set if None.

    Raises:
        DrawingToolError: If pillow or cairosvg is absent, which designs are drawn with.
    """
    settings = f"{boards.scenes} {boards.seed} {boards.frames} {renderer_digest()}"
    folder = root / f"{boards.name}-{hashlib.sha256(settings.encode()).hexdigest()[:8]}"
    shards = range(-(-(boards.count if count is None else count) // boards.shard))
    tasks = [ShardTask(boards=boards, folder=folder, shard=shard) for shard in shards]
    missing = [task for task in tasks if not task.truth_path.exists()]
    if missing:
        worked(draw_shard, missing, jobs=jobs, what=f"drawing {boards.name} boards, {boards.shard} each")
    return folder


def draw_shard(task: ShardTask) -> None:
    """Draw the pictures of a shard, then write their truth."""
    cv2.setNumThreads(1)
    task.folder.mkdir(parents=True, exist_ok=True)
    lines = [_draw_picture(task, task.shard * task.boards.shard + index) for index in range(task.boards.shard)]
    unfinished = task.truth_path.with_suffix(".part")
    unfinished.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    unfinished.replace(task.truth_path)


def _draw_picture(task: ShardTask, number: int) -> str:
    """Draw the frames of one picture and return its line of truth."""
    rng = np.random.default_rng((task.boards.seed, number))
    scene = sample_scene(rng, task.boards.scenes)
    stage = RenderStage(scene.board, scene.light, scene.camera)
    frames = exposed(stage, scene.dice, scene.film, seed=scene.seed, count=task.boards.frames, hands=scene.hands)
    name = f"{number:06d}.jpg"
    write_frames(task.folder, name, frames)
    return json.dumps(truth_line(name, frames[0], None))
