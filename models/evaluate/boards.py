"""How well boards are read: dice found, faces, burning, and where the top faces lie."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from models.evaluate.errors import TruthError
from models.evaluate.matching import matched
from models.evaluate.share import Share
from vision.classify import FACE_LABELS
from vision.picture import load_picture
from vision.read import ReaderPolicy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.read import Reader
    from vision.reading import Box, DieReading

OK = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueDie:
    """What is true of a die on a board.

    Attributes:
        label: Index into the labels.
        state: "ok", or how it burns.
        tilt_deg: Of its top face.
        box_xyxy: Whole die, pixels.
        quad: Corners of its un-rounded top face, pixels.
    """

    label: int
    state: str
    tilt_deg: float
    box_xyxy: Box
    quad: tuple[tuple[float, float], ...]


@dataclass(slots=True, kw_only=True)
class _Tally:
    counts: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    quad_errors: list[float] = field(default_factory=list)
    flat_tilts: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFigures:
    """What was measured on boards.

    Attributes:
        boards: How many.
        recall: True dice that were found (those whose middle lies in the picture), at intersection over union 0.5.
        precision: Found dice that are true ones.
        faces: Dice found and lying right, whose face was read right.
        sure: Such dice the reader was sure of.
        sure_right: Of those, faces read right.
        burning: Burning dice found that were called burning.
        leaning: Those of them that lean on something.
        false_burning: Dice lying right that were called burning.
        boards_right: Boards on which every die was found, every face right and burning told right.
        quad_error: Mean distance of corners from the truth, share of the face's edge; median and 95th percentile.
        flat_tilt_deg: Tilt stated for dice lying right; median and 99th percentile.
        confusions: Faces read wrong: (true, read) and how often.
    """

    boards: int
    recall: Share
    precision: Share
    faces: Share
    sure: Share
    sure_right: Share
    burning: Share
    leaning: Share
    false_burning: Share
    boards_right: Share
    quad_error: tuple[float, float]
    flat_tilt_deg: tuple[float, float]
    confusions: tuple[tuple[tuple[str, str], int], ...]


def measured_boards(
    folder: Path, reader: Reader, *, policy: ReaderPolicy | None = None, every: int = 1
) -> BoardFigures:
    """Return the figures of a folder of boards with `truth*.jsonl`.

    Args:
        folder: As shared/data/rendered, or as `models.render.generate boards` writes it.
        reader: Reads each picture by itself, as `serviert read` does.
        policy: From when on it is sure.
        every: Only every so manieth board is read.

    Raises:
        TruthError: If there is no truth.
    """
    tally, sure = _Tally(), (policy or ReaderPolicy()).sure_confidence
    boards = true_boards(folder)[::every]
    for name, stated in tqdm(boards, desc=folder.name, mininterval=10):
        frame = load_picture(folder / name)
        dice = sorted(reader.read_picture(frame).dice, key=lambda die: -die.detection.confidence)
        true = [die for die in stated if is_in_picture(die, frame.size_wh)]
        pairs = matched([die.detection.box_xyxy for die in dice], [die.box_xyxy for die in true])
        rights = [_count(tally, dice[found], true[which], sure) for found, which in pairs.items()]
        tally.counts.update(found=len(dice), true=len(true), hits=len(pairs))
        tally.counts["boards right"] += len(pairs) == len(dice) == len(true) and all(rights)
    return _figures(tally, len(boards))


def is_in_picture(die: TrueDie, size_wh: tuple[int, int]) -> bool:
    """Return whether the middle of a die's box lies in the picture; thrown far off the board it may not."""
    x0, y0, x1, y1 = die.box_xyxy
    return 0 <= x0 + x1 < 2 * size_wh[0] and 0 <= y0 + y1 < 2 * size_wh[1]


def _count(tally: _Tally, got: DieReading, true: TrueDie, sure: float) -> bool:
    """Count one die and return whether all about it is right."""
    counts = tally.counts
    if true.state != OK:
        kind = "off" if true.state == "off" else "leaning"
        counts.update({kind: 1, f"{kind} told": int(got.is_burning)})
        return got.is_burning
    is_right = got.label == true.label
    is_sure = got.confidence >= sure
    counts.update(ok=1, right=int(is_right), sure=int(is_sure), sure_right=int(is_sure and is_right))
    counts["false burning"] += got.is_burning
    tally.flat_tilts.append(got.detection.tilt_deg)
    tally.quad_errors.append(quad_error(np.array(got.detection.quad), np.array(true.quad)))
    if not is_right:
        tally.confusions[FACE_LABELS[true.label], FACE_LABELS[got.label]] += 1
    return is_right and not got.is_burning


def _figures(tally: _Tally, boards: int) -> BoardFigures:
    c = tally.counts
    return BoardFigures(
        boards=boards,
        recall=Share(c["hits"], c["true"]),
        precision=Share(c["hits"], c["found"]),
        faces=Share(c["right"], c["ok"]),
        sure=Share(c["sure"], c["ok"]),
        sure_right=Share(c["sure_right"], c["sure"]),
        burning=Share(c["leaning told"] + c["off told"], c["leaning"] + c["off"]),
        leaning=Share(c["leaning told"], c["leaning"]),
        false_burning=Share(c["false burning"], c["ok"]),
        boards_right=Share(c["boards right"], boards),
        quad_error=_centiles(tally.quad_errors, 50, 95),
        flat_tilt_deg=_centiles(tally.flat_tilts, 50, 99),
        confusions=tuple(tally.confusions.most_common()),
    )


def quad_error(got: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    """Return the mean distance of a quad's corners from the true ones in the best of four turns, share of its edge."""
    edge = float(np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean())
    turns = (np.roll(got, turn, axis=0) for turn in range(4))
    return min(float(np.linalg.norm(turned - true, axis=1).mean()) for turned in turns) / edge


def _centiles(values: Iterable[float], first: int, second: int) -> tuple[float, float]:
    known = np.array(list(values) or [np.nan])
    return float(np.percentile(known, first)), float(np.percentile(known, second))


def true_boards(folder: Path) -> list[tuple[str, list[TrueDie]]]:
    """Return picture names and their dice; dice of other kinds than poker dice are left out with their picture.

    Raises:
        TruthError: If there is no truth or it is not understood.
    """
    try:
        lines = [line for path in sorted(folder.glob("truth*.jsonl")) for line in path.read_text("utf-8").splitlines()]
        stated = [json.loads(line) for line in lines if line]
        boards = [(str(one["image"]), [_true_die(die) for die in one["dice"]]) for one in stated]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise TruthError(f"the truth in {folder} is not understood: {type(error).__name__} {error}") from error
    kept = [(name, dice) for name, dice in boards if all(die.label >= 0 for die in dice)]
    if not kept:
        raise TruthError(f"{folder} holds no truth*.jsonl with poker dice.")
    return kept


def _true_die(stated: dict[str, Any]) -> TrueDie:
    label = stated["label"]
    x0, y0, x1, y1 = stated["box_xyxy"] if "box_xyxy" in stated else stated["box"]
    return TrueDie(
        label=FACE_LABELS.index(label) if label in FACE_LABELS else int(label),
        state=str(stated["state"] if "state" in stated else stated["st"]),
        tilt_deg=float(stated["tilt_deg"] if "tilt_deg" in stated else stated["tilt"]),
        box_xyxy=(x0, y0, x1, y1),
        quad=tuple((x, y) for x, y in stated["quad"]),
    )
