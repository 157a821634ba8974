"""How well dice are found in photographs with boxes."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from models.evaluate.errors import TruthError
from models.evaluate.records import loaded, matched
from models.evaluate.workers import Models, finder_of
from scoring.statistics.share import Share
from vision.reading import Box, DiceFinder

LabelledBox: TypeAlias = "tuple[Box, str]"
Truth: TypeAlias = "dict[str, list[LabelledBox]]"
EDGES = ("x0", "y0", "x1", "y1")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotographFigures:
    """What was measured on photographs."""

    pictures: int  # How many
    recall: Share  # True dice that were found, at intersection over union 0.5
    precision: Share  # Found dice that are true ones
    pictures_right: Share  # Pictures in which all dice and nothing else was found


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotographRecord:
    """What was found in a photograph."""

    true: int  # Dice in it
    found: int  # Dice found
    hits: int  # Dice found that are true ones


def look_at(finder: DiceFinder, folder: Path, name: str, true: Sequence[LabelledBox]) -> PhotographRecord | None:
    """Return what was found in a photograph; None if it is absent or unreadable."""
    frame = loaded(name, folder / "images", folder)
    if frame is None:
        return None
    found = [one.box_xyxy for one in finder.detect(frame)]
    return PhotographRecord(true=len(true), found=len(found), hits=len(matched(found, [box for box, _ in true])))


def looked_at(models: Models, folder: Path, photograph: tuple[str, Sequence[LabelledBox]]) -> PhotographRecord | None:
    """Return what the models find in a photograph."""
    return look_at(finder_of(models), folder, *photograph)


def photograph_figures(records: Iterable[PhotographRecord]) -> PhotographFigures:
    """Return the figures of photographs as looked at."""
    looked = tuple(records)
    hits = sum(one.hits for one in looked)
    return PhotographFigures(
        pictures=len(looked),
        recall=Share(hits, sum(one.true for one in looked)),
        precision=Share(hits, sum(one.found for one in looked)),
        pictures_right=Share(sum(one.hits == one.found == one.true for one in looked), len(looked)),
    )


def labelled(path: Path) -> tuple[Truth, tuple[str, ...]]:
    """Return the boxes of a `labels.csv` by picture, and a sentence about every row that cannot be used.

    Columns are `image,x0,y0,x1,y1,label`, x1/y1 exclusive, a row a die; a row without a box is a picture without dice.
    Each box goes with what its die shows, empty where nothing is stated.

    Raises:
        TruthError: If it cannot be read, lacks a column or is empty.
    """
    dice: defaultdict[str, list[LabelledBox]] = defaultdict(list)
    wrong = []
    for number, row in enumerate(_rows(path), start=2):
        try:
            dice[row["image"]] += [(box, (row.get("label") or "").strip()) for box in _boxes(row)]
        except (TypeError, ValueError) as error:
            wrong.append(f"{path}: line {number} is left out: {error}")
    if not dice:
        raise TruthError(f"{path} holds no boxes." + "".join(wrong[:1]))
    return dict(dice), tuple(wrong)


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            table = csv.DictReader(file)
            rows = list(table)
            lacking = {"image", *EDGES} - set(table.fieldnames or ())
    except (OSError, ValueError, csv.Error) as error:
        raise TruthError(f"{path} is not a table of boxes: {error}.") from error
    if lacking:
        raise TruthError(
            f"{path} lacks the columns {', '.join(sorted(lacking))}; they are image,x0,y0,x1,y1,label, a row a die."
        )
    return rows


def _boxes(row: dict[str, str]) -> list[Box]:
    """Return the box of a row, or none where it has no edges."""
    if not any(row[edge] for edge in EDGES):
        return []
    x0, y0, x1, y1 = (float(row[edge]) for edge in EDGES)
    if not (x0 < x1 and y0 < y1):
        raise ValueError(f"a box from ({x0:g}, {y0:g}) to ({x1:g}, {y1:g}) holds nothing")
    return [(x0, y0, x1, y1)]
