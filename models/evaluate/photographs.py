"""How well dice are found in photographs with boxes."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tqdm import tqdm

from models.evaluate.errors import TruthError
from models.evaluate.matching import matched
from models.evaluate.share import Share
from vision.picture import load_picture

if TYPE_CHECKING:
    from pathlib import Path

    from vision.detect import Detector
    from vision.reading import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotographFigures:
    """What was measured on photographs.

    Attributes:
        pictures: How many.
        recall: True dice that were found, at intersection over union 0.5.
        precision: Found dice that are true ones.
        pictures_right: Pictures in which all dice and nothing else was found.
    """

    pictures: int
    recall: Share
    precision: Share
    pictures_right: Share


def measured_photographs(folder: Path, detector: Detector, *, every: int = 1) -> PhotographFigures:
    """Return the figures of a folder with `images/` and `labels.csv`.

    Args:
        folder: With the photographs.
        detector: Finds the dice.
        every: Only every so manieth photograph is looked at.

    Raises:
        TruthError: If there are no labels.
    """
    hits = found_in_all = true_in_all = right = 0
    truth = dict(list(labelled(folder / "labels.csv").items())[::every])
    for name, true in tqdm(truth.items(), desc=folder.name, mininterval=10):
        found = [one.box_xyxy for one in detector.detect(load_picture(folder / "images" / name))]
        pairs = matched(found, true)
        hits, found_in_all, true_in_all = hits + len(pairs), found_in_all + len(found), true_in_all + len(true)
        right += len(pairs) == len(found) == len(true)
    return PhotographFigures(
        pictures=len(truth),
        recall=Share(hits, true_in_all),
        precision=Share(hits, found_in_all),
        pictures_right=Share(right, len(truth)),
    )


def labelled(path: Path) -> dict[str, list[Box]]:
    """Return the boxes of a `labels.csv` (`image,x0,y0,x1,y1,label`; x1/y1 exclusive) by picture.

    Raises:
        TruthError: If it cannot be read, lacks a column or is empty.
    """
    boxes: defaultdict[str, list[Box]] = defaultdict(list)
    try:
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                x0, y0, x1, y1 = (float(row[edge]) for edge in ("x0", "y0", "x1", "y1"))
                boxes[row["image"]].append((x0, y0, x1, y1))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise TruthError(
            f"{path} is not a table of boxes ({error}); its columns are image,x0,y0,x1,y1,label."
        ) from error
    if not boxes:
        raise TruthError(f"{path} holds no boxes.")
    return dict(boxes)
