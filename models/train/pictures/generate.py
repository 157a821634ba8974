"""Draw pictures for training: ``python -m models.train.pictures.generate boards|crops --count N --seed S --out DIR``.

Pictures lie in shards; a shard whose truth file exists is finished and never drawn again, so a broken run goes on
where it stopped. Picture i of a seed is the same on every machine, whatever the number of processes, and shows the
same scene whichever renderer draws it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import assert_never

import cv2
import numpy as np

from models.render.stage import render
from models.render.truth import DieTruth, Rendered
from models.render.world import Scene
from models.train.pictures.crops import crop_config, sample_crop
from models.train.pictures.scene import DESIGN_COUNT, SceneConfig, sample_scene
from models.train.pictures.shards import draw_shards, set_arguments
from models.train.pictures.traced import render_traced

SHARD = {"boards": 100, "crops": 1000}
POOL_DESIGNS = {"boards": 60, "crops": 60}
BOARD_SIDES_PX = (512, 576, 640, 768)
KIND_NUMBER = {"boards": 1, "crops": 2}


class Renderer(StrEnum):
    """What draws a scene."""

    FAST = "fast"
    TRACED = "traced"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureShard:
    """One shard to draw."""

    kind: str  # "boards" or "crops"
    seed: int  # Of the whole set
    shard: int  # Number of the shard
    first: int  # Number of its first picture
    count: int  # Of its pictures
    out: Path  # Folder of the set
    config: SceneConfig  # Of the scenes
    renderer: Renderer = Renderer.FAST  # That draws them

    @property
    def finished_path(self) -> Path:
        """Return where the shard's truth is written when it is finished."""
        return self.out / f"truth-{self.shard:05d}.jsonl"


def draw_shard(job: PictureShard) -> int:
    """Draw a shard's pictures and write their truth; return how many."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((job.seed, KIND_NUMBER[job.kind], 0, job.shard))
    pool = tuple(int(seed) for seed in rng.integers(DESIGN_COUNT, size=POOL_DESIGNS[job.kind]))
    config = replace(job.config, design_pool=pool)
    folder = job.out / f"{job.shard:05d}"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [_draw_picture(job, index, config) for index in range(job.first, job.first + job.count)]
    unfinished = job.finished_path.with_suffix(".part")
    unfinished.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    unfinished.replace(job.finished_path)
    return job.count


def draw_scene(scene: Scene, renderer: Renderer) -> Rendered:
    """Return a scene's picture and truth.

    Raises:
        TracerMissingError: If it is to be traced and Mitsuba is absent.
    """
    match renderer:
        case Renderer.FAST:
            return render(scene)
        case Renderer.TRACED:
            return render_traced(scene)
    assert_never(renderer)


def _draw_picture(job: PictureShard, index: int, config: SceneConfig) -> str:
    """Draw one picture, write it, return its line of truth."""
    rng = np.random.default_rng((job.seed, KIND_NUMBER[job.kind], 1, index))
    if job.kind == "crops":
        crop = sample_crop(rng, crop_config(config))
        main, scene = crop.die, crop.scene
    else:
        side = int(rng.choice(BOARD_SIDES_PX))
        main, scene = None, sample_scene(rng, replace(config, size_wh=(side, side)))
    rendered = draw_scene(scene, job.renderer)
    name = f"{job.shard:05d}/{index:08d}.jpg"
    quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
    cv2.imwrite(str(job.out / name), rendered.pixels[..., ::-1], quality)
    return json.dumps(truth_line(name, rendered, main, renderer=job.renderer))


def truth_line(
    name: str, rendered: Rendered, main: int | None, *, renderer: Renderer = Renderer.FAST
) -> dict[str, object]:
    """Return a picture's truth as plain data; a crop is about a main die, a board about none."""
    height, width = rendered.pixels.shape[:2]
    line: dict[str, object] = {
        "image": name,
        "size_wh": [width, height],
        "renderer": renderer.value,
        "dice": [_plain(truth) for truth in rendered.truth],
    }
    return line if main is None else {**line, "main": main}


def _plain(truth: DieTruth) -> dict[str, object]:
    """Return a die's truth as plain data, rounded to what matters."""
    line = asdict(truth)
    line["quad"] = [[round(x, 2), round(y, 2)] for x, y in truth.quad]
    line["box_xyxy"] = [round(edge, 2) for edge in truth.box_xyxy]
    line["tilt_deg"] = round(truth.tilt_deg, 2)
    line["visible_fraction"] = round(truth.visible_fraction, 3)
    return line


def jobs_of(
    kind: str, *, count: int, seed: int, out: Path, config: SceneConfig, renderer: Renderer = Renderer.FAST
) -> list[PictureShard]:
    """Return the shards of a set."""
    size = SHARD[kind]
    return [
        PictureShard(
            kind=kind,
            seed=seed,
            shard=first // size,
            first=first,
            count=min(size, count - first),
            out=out,
            config=config,
            renderer=renderer,
        )
        for first in range(0, count, size)
    ]


def parse_arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the command line, parsed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("kind", choices=sorted(SHARD))
    parser.add_argument("--count", type=int, required=True, help="pictures in all")
    set_arguments(parser)
    parser.add_argument(
        "--renderer", type=Renderer, choices=list(Renderer), default=Renderer.FAST, help="fast, or traced and lifelike"
    )
    parser.add_argument("--leaning", type=float, default=SceneConfig().leaning_share, help="share of leaning dice")
    parser.add_argument(
        "--clutter", type=float, default=SceneConfig().clutter_share, help="share of boards with litter"
    )
    parser.add_argument(
        "--die-px", type=float, nargs=2, metavar=("LEAST", "MOST"), default=SceneConfig().die_px, help="a die's edge"
    )
    parser.add_argument("--dice-most", type=int, default=SceneConfig().dice_most, help="dice on a board")
    parser.add_argument("--quality", type=float, default=1.0, help="0 clean pictures to 1 bad cameras too")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Draw a set of pictures, going on where an earlier run stopped."""
    given = parse_arguments(words)
    smallest, largest = given.die_px
    config = SceneConfig(
        shared=given.shared,
        held_out=given.held_out,
        leaning_share=given.leaning,
        clutter_share=given.clutter,
        die_px=(smallest, largest),
        dice_most=given.dice_most,
        quality=given.quality,
    )
    given.out.mkdir(parents=True, exist_ok=True)
    jobs = jobs_of(
        given.kind, count=given.count, seed=given.seed, out=given.out, config=config, renderer=given.renderer
    )
    draw_shards(draw_shard, jobs, jobs=given.jobs, cluster=given.cluster)


if __name__ == "__main__":
    main()
