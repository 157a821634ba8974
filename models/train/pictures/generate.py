"""Draw pictures for training: ``python -m models.train.pictures.generate boards --count N --seed S --out DIR``.

`boards` are dice near by, any part of a table; `trays` are small pictures of whole trays.

Pictures lie in shards; a shard whose truth file exists is finished and never drawn again, so a broken run goes on
where it stopped. Picture i of a seed is the same on every machine, whatever the number of processes.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.render.stage import render
from models.render.truth import Rendered
from models.render.world import RimShape
from models.train.pictures.scene import DESIGN_COUNT, SceneConfig, sample_scene
from models.train.pictures.shards import Shard, draw_shards, set_arguments, shards_of, write_whole
from models.train.pictures.trays import floor_px, sample_tray

SHARD = 100
POOL_DESIGNS = 60
SIZES_WH = {"boards": ((512, 512), (576, 576), (640, 640), (768, 768)), "trays": ((384, 384), (384, 288), (384, 216))}
SEEDS = {"boards": 1, "trays": 2}  # Part of the seeds


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureSet:
    """Pictures to draw."""

    seed: int
    out: Path  # Folder
    config: SceneConfig  # Of the scenes
    kind: str = "boards"  # Or "trays"
    sizes_wh: tuple[tuple[int, int], ...] = SIZES_WH["boards"]  # Of the pictures, one of them each by lot


def draw_shard(pictures: PictureSet, shard: Shard) -> None:
    """Draw a shard's pictures and write their truth."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((pictures.seed, SEEDS[pictures.kind], 0, shard.number))
    pool = tuple(int(seed) for seed in rng.integers(DESIGN_COUNT, size=POOL_DESIGNS))
    own = replace(pictures.config, design_pool=pool)
    (pictures.out / f"{shard.number:05d}").mkdir(parents=True, exist_ok=True)
    lines = []
    for index in shard.numbers:
        rng = np.random.default_rng((pictures.seed, SEEDS[pictures.kind], 1, index))
        config = replace(own, size_wh=pictures.sizes_wh[rng.integers(len(pictures.sizes_wh))])
        scene = sample_tray(rng, config) if pictures.kind == "trays" else sample_scene(rng, config)
        rendered, name = render(scene), f"{shard.number:05d}/{index:08d}.jpg"
        cv2.imwrite(str(pictures.out / name), rendered.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
        line = truth_line(name, rendered)
        if pictures.kind == "trays" and scene.board.shape is not RimShape.NONE:
            line["floor"] = np.round(floor_px(scene.board, scene.camera), 2).tolist()
        lines.append(json.dumps(line))
    write_whole(shard.finished_path, lines)


def truth_line(name: str, rendered: Rendered) -> dict[str, object]:
    """Return a picture's truth as plain data, rounded to what matters."""
    height, width = rendered.pixels.shape[:2]
    dice = [
        asdict(truth)
        | {
            "quad": [[round(x, 2), round(y, 2)] for x, y in truth.quad],
            "box_xyxy": [round(edge, 2) for edge in truth.box_xyxy],
            "tilt_deg": round(truth.tilt_deg, 2),
            "visible_fraction": round(truth.visible_fraction, 3),
        }
        for truth in rendered.truth
    ]
    return {"image": name, "size_wh": [width, height], "renderer": "fast", "dice": dice}


def main(words: Sequence[str] | None = None) -> None:
    """Draw a set of pictures, going on where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    add, usual = parser.add_argument, SceneConfig()
    add("kind", choices=list(SIZES_WH))
    add("--count", type=int, required=True, help="pictures in all")
    set_arguments(parser)
    for option, name, said in (
        ("--leaning", "leaning_share", "share of leaning dice"),
        ("--by-rim", "by_rim_share", "share of dice that lie flat by the rim"),
        ("--small", "small_share", "share of small trays"),
        ("--hard", "hard_share", "share of scenes with one hard lamp"),
        ("--clutter", "clutter_share", "share of boards with litter"),
        ("--quality", "quality", "0 clean pictures to 1 bad cameras too"),
    ):
        add(option, dest=name, type=float, default=getattr(usual, name), help=said)
    for option, default, said in (
        ("--die-px", usual.die_px, "a die's edge"),
        ("--leaning-deg", usual.leaning_deg, "how far dice lean"),
    ):
        add(option, type=float, nargs=2, metavar=("LEAST", "MOST"), default=default, help=said)
    add("--dice-most", type=int, default=usual.dice_most, help="dice on a board")
    given = parser.parse_args(words)
    given.die_px, given.leaning_deg = tuple(given.die_px), tuple(given.leaning_deg)
    named = {field.name: getattr(given, field.name) for field in fields(SceneConfig) if hasattr(given, field.name)}
    config = SceneConfig(**named)
    given.out.mkdir(parents=True, exist_ok=True)
    pictures = PictureSet(seed=given.seed, out=given.out, config=config, kind=given.kind, sizes_wh=SIZES_WH[given.kind])
    shards = shards_of(given.count, SHARD, given.out, "truth-{:05d}.jsonl")
    draw_shards(partial(draw_shard, pictures), shards, jobs=given.jobs, cluster=given.cluster)


if __name__ == "__main__":
    main()
