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
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.render.stage import render
from models.render.truth import DieTruth, Rendered
from models.train.pictures.scene import DESIGN_COUNT, SceneConfig, crop_config, sample_crop, sample_scene
from models.train.pictures.shards import Shard, draw_shards, set_arguments, shards_of, write_whole
from models.train.pictures.traced.tracing import render_traced

SHARD = {"boards": 100, "crops": 1000}
POOL_DESIGNS = 60
BOARD_SIDES_PX = (512, 576, 640, 768)
KIND_NUMBER = {"boards": 1, "crops": 2}


class Renderer(StrEnum):
    """What draws a scene."""

    FAST = "fast"
    TRACED = "traced"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureSet:
    """Pictures to draw."""

    kind: str  # "boards" or "crops"
    seed: int
    out: Path  # Folder
    config: SceneConfig  # Of the scenes
    renderer: Renderer = Renderer.FAST

    def shards(self, count: int) -> list[Shard]:
        """Return the shards of so many pictures."""
        return shards_of(count, SHARD[self.kind], self.out, "truth-{:05d}.jsonl")


def draw_shard(pictures: PictureSet, shard: Shard) -> None:
    """Draw a shard's pictures and write their truth."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((pictures.seed, KIND_NUMBER[pictures.kind], 0, shard.number))
    pool = tuple(int(seed) for seed in rng.integers(DESIGN_COUNT, size=POOL_DESIGNS))
    own = replace(pictures, config=replace(pictures.config, design_pool=pool))
    folder = pictures.out / f"{shard.number:05d}"
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(shard.finished_path, [_draw_picture(own, folder, index) for index in shard.numbers])


def _draw_picture(pictures: PictureSet, folder: Path, index: int) -> str:
    """Draw one picture, write it, return its line of truth."""
    rng = np.random.default_rng((pictures.seed, KIND_NUMBER[pictures.kind], 1, index))
    if pictures.kind == "crops":
        crop = sample_crop(rng, crop_config(pictures.config))
        main, scene = crop.die, crop.scene
    else:
        side = int(rng.choice(BOARD_SIDES_PX))
        main, scene = None, sample_scene(rng, replace(pictures.config, size_wh=(side, side)))
    rendered = (render_traced if pictures.renderer is Renderer.TRACED else render)(scene)
    path = folder / f"{index:08d}.jpg"
    cv2.imwrite(str(path), rendered.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
    name = path.relative_to(pictures.out).as_posix()
    return json.dumps(truth_line(name, rendered, main, renderer=pictures.renderer))


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
    pictures = PictureSet(kind=given.kind, seed=given.seed, out=given.out, config=config, renderer=given.renderer)
    draw_shards(partial(draw_shard, pictures), pictures.shards(given.count), jobs=given.jobs, cluster=given.cluster)


if __name__ == "__main__":
    main()
