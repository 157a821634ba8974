"""Real photographs that show no dice, or whose dice are left out: what a detector must not take for dice.

Sources: edje_cards_9toA (EdjeElectronics, Apache-2.0) shows playing cards; matteop65_d6 (MIT) shows desks, its dice are
ignored because its boxes hug the pips and tell nothing of the die.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np

from models.train.pictures.shelf import Picture

CARDS = "edje_cards_9toA"
DESKS = "matteop65_d6"
PIPS_TO_DIE = 1.3  # by how much of its own size a box around pips is grown on each side to cover its die for certain


def photographs_in(shared_data: Path) -> tuple[Picture, ...]:
    """Return the photographs below `real/` that training may see; none where the folder is absent."""
    cards = sorted((shared_data / "real" / CARDS / "images").glob("*.jpg"))
    return tuple(Picture(path=path) for path in cards) + _desks(shared_data / "real" / DESKS)


def _desks(folder: Path) -> tuple[Picture, ...]:
    boxes = labelled_boxes(folder / "labels.csv") if (folder / "labels.csv").exists() else {}
    return tuple(
        Picture(path=folder / "images" / name, ignored=np.array([_grown(box) for box in found]))
        for name, found in sorted(boxes.items())
    )


def labelled_boxes(path: Path) -> dict[str, list[tuple[float, float, float, float]]]:
    """Return the boxes of a `labels.csv` (`image,x0,y0,x1,y1,label`) by picture."""
    boxes = defaultdict(list)
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            boxes[row["image"]].append((float(row["x0"]), float(row["y0"]), float(row["x1"]), float(row["y1"])))
    return dict(boxes)


def _grown(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    margin = PIPS_TO_DIE * max(x1 - x0, y1 - y0)
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin
