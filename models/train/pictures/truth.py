"""What is true of pictures: boards in `truth*.jsonl`, a line each, and photographs in `labels.csv`, a row a die."""

import csv
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from models.render.world import FOREIGN, DieState
from models.train.errors import TruthError
from vision.read.classify import FACE_LABELS
from vision.reading import Box

Quad: TypeAlias = tuple[tuple[float, float], ...]

LabelledBox: TypeAlias = "tuple[Box, str]"
Labels: TypeAlias = "dict[str, list[LabelledBox]]"
EDGES = ("x0", "y0", "x1", "y1")

BURNING_STATES = frozenset({DieState.OFF, DieState.STACKED})
BURNING_DEG = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledDie:
    """What is true of a die on a board."""

    # Index into the labels, FOREIGN for a die that is no poker die; None where the label is none we know
    label: int | None
    state: str  # "ok", or how it burns
    tilt_deg: float  # Of its top face
    box_xyxy: Box  # Whole die, pixels
    quad: Quad = ()  # Corners of its un-rounded top face, pixels; empty where they are not stated
    visible: float = 1.0  # Share of it that is seen, 0–1
    design: str = ""  # What kind of die it is; empty where that is not stated

    @property
    def is_poker(self) -> bool:
        """Return whether it shows a face of which we know the label."""
        return self.label is not None and self.label != FOREIGN

    @property
    def is_foreign(self) -> bool:
        """Return whether it is stated to be no poker die."""
        return self.label == FOREIGN

    @property
    def lies_right(self) -> bool:
        """Return whether it lies flat on the board."""
        return self.state == DieState.OK

    @property
    def edge_px(self) -> float:
        """Return the mean edge of its top face, or, where that is not stated, of its box."""
        if not self.quad:
            x0, y0, x1, y1 = self.box_xyxy
            return (x1 - x0 + y1 - y0) / 2
        corners = np.array(self.quad)
        return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())

    @property
    def burns(self) -> bool:
        """Return whether it burns: off the board, on another die, or leaning by 10° or more; a little lean may pass."""
        return not self.lies_right and (self.state in BURNING_STATES or self.tilt_deg >= BURNING_DEG)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueBoard:
    """What is true of a picture."""

    image: str  # File, relative to the folder
    dice: tuple[LabelledDie, ...]  # All of them, those outside the picture included
    tray: str = ""  # What they lie in; empty where that is not stated


def true_boards(folder: Path) -> tuple[tuple[TrueBoard, ...], tuple[str, ...]]:
    """Return the boards of a folder, and a sentence about everything in its truth that cannot be used.

    Its `truth*.jsonl` is as shared/data/rendered has it, or as `models.train.pictures.generate boards` writes it.

    Raises:
        TruthError: If there is no truth at all, or no line of it is understood.
    """
    boards: list[TrueBoard] = []
    wrong: list[str] = []
    for number, line in enumerate(_lines(folder), start=1):
        try:
            boards.append(board_of(json.loads(line)))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"it lacks {error}" if isinstance(error, KeyError) else error
            wrong.append(f"{folder}: line {number} of the truth is left out: {reason}")
    if not boards:
        raise TruthError(
            f"{folder} holds no truth*.jsonl with boards"
            + (f"; {wrong[0]}" if wrong else ": a line is {image, dice: [{label, tilt, st, quad, box}]}.")
        )
    if unknown := sum(die.label is None for board in boards for die in board.dice):
        known = ", ".join(FACE_LABELS)
        wrong.append(f"{folder}: {unknown} dice have a label other than {known}; they are looked for but not read.")
    return tuple(boards), tuple(wrong)


def _lines(folder: Path) -> list[str]:
    try:
        texts = [path.read_text("utf-8") for path in sorted(folder.glob("truth*.jsonl"))]
    except (OSError, UnicodeDecodeError) as error:
        raise TruthError(f"the truth in {folder} cannot be read: {error}.") from error
    return [line for text in texts for line in text.splitlines() if line.strip()]


def board_of(stated: dict[str, Any]) -> TrueBoard:
    """Return the board that a line of truth states.

    Raises:
        KeyError: If something is not stated.
        TypeError: If something is stated as no such thing can be.
        ValueError: Likewise.
    """
    tray = stated.get("tray") or {}
    faceset = str(stated.get("faceset") or "")
    return TrueBoard(
        image=str(stated["image"]),
        dice=tuple(_die(die, faceset) for die in stated["dice"]),
        tray=str(tray.get("felt") or ""),
    )


def _die(stated: dict[str, Any], faceset: str) -> LabelledDie:
    x0, y0, x1, y1 = (float(edge) for edge in _one_of(stated, "box_xyxy", "box"))
    return LabelledDie(
        label=label_of(stated["label"]),
        state=str(_one_of(stated, "state", "st", default=DieState.OK)),
        tilt_deg=float(_one_of(stated, "tilt_deg", "tilt", default=0.0)),
        box_xyxy=(x0, y0, x1, y1),
        quad=tuple((float(x), float(y)) for x, y in stated.get("quad") or ()),
        visible=float(_one_of(stated, "visible_fraction", "visible", default=1.0)),
        design=faceset or str(stated.get("design") or ""),
    )


def _one_of(stated: dict[str, Any], *names: str, default: Any = None) -> Any:
    found = next((stated[name] for name in names if name in stated), default)
    if found is None:
        raise KeyError(" or ".join(names))
    return found


def label_of(stated: object) -> int | None:
    """Return the index of a label as a truth file states it: "9" … "A", 0–5, or -1 for dice that are no poker dice.

    >>> label_of("K"), label_of(4), label_of(10), label_of(-1), label_of("joker")
    (4, 4, 1, -1, None)
    """
    name = str(stated).strip().upper()
    if name in FACE_LABELS:
        return FACE_LABELS.index(name)
    is_index = isinstance(stated, int) and FOREIGN <= stated < len(FACE_LABELS)
    return int(name) if is_index and name.lstrip("-").isdigit() else None


def labelled(path: Path) -> tuple[Labels, tuple[str, ...]]:
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
        wanted = "they are image,x0,y0,x1,y1,label, a row a die"
        raise TruthError(f"{path} lacks the columns {', '.join(sorted(lacking))}; {wanted}.")
    return rows


def _boxes(row: dict[str, str]) -> list[Box]:
    if not any(row[edge] for edge in EDGES):
        return []
    x0, y0, x1, y1 = (float(row[edge]) for edge in EDGES)
    if not (x0 < x1 and y0 < y1):
        raise ValueError(f"a box from ({x0:g}, {y0:g}) to ({x1:g}, {y1:g}) holds nothing")
    return [(x0, y0, x1, y1)]
