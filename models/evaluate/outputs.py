"""Writes everything that was measured into one folder: PNG, HTML, JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate.records import BoardRecord, DieRecord, loaded
from models.evaluate.report import Mark, bound, measured, verdict
from models.evaluate.run import Run
from vision.read.classify import FACE_LABELS
from vision.reading import Box, DieReading, EyeDoubt

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; } td, th { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: left; }
.yes { color: #1f5c45; } .no { color: #b3312c; } pre { overflow-x: auto; font-size: 12px; background: #f6f6f3;
padding: .8rem; } img { max-width: 100%; margin: .5rem 0; }
"""


def write_page(path: Path, marks: Sequence[Mark], sections: Sequence[str], notices: Sequence[str]) -> None:
    """Write the page of what `section` gives."""
    rows = "".join(
        f"<tr><td>{escape(mark.mark)}<td>{escape(mark.on)}<td>{bound(mark)}"
        f"<td class={verdict(mark)[:3].strip('–') or 'none'}>{verdict(mark)}<td>{escape(measured(mark))}"
        for mark in marks
    )
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Serviert: figures</title><style>{STYLE}</style>",
        "<h1>What the eye can do</h1>",
        f"<table><tr><th>mark<th>on<th>asked<th>reached<th>measured [95 % interval] (n){rows}</table>",
        *(f"<p>{escape(notice)}</p>" for notice in notices),
        *sections,
    ]
    path.write_text("\n".join(parts), encoding="utf-8")


def section(title: str, text: str = "", picture: Path | None = None) -> str:
    """Return a part of the page as HTML: a title, tables and a PNG that lies beside it."""
    html = f"<h2>{escape(title)}</h2>" + (f"<pre>{escape(text)}</pre>" if text else "")
    return html if picture is None else f'{html}<img alt="{escape(picture.stem)}" src="{escape(picture.name)}">'


CROP_PX, TEXT_PX, COLUMNS = 128, 60, 8
MARGIN = 0.25
LINE_LETTERS = 18
INK, PAPER = (20, 20, 20), 255
SILENT, MISSED, INVENTED = 2.0, 1.5, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BadDie:
    """A die that went wrong, or nearly."""

    # Above 2 for what is wrong and silent, the surer the worse; 1.5 for a die not found; above 1 for one that is none;
    # below for dice read right, the less sure the worse
    badness: float
    told: str  # What was taken for what: true > read
    confidence: float  # Of the reading; NaN where there is none
    size_px: float  # Edge of the top face
    box_xyxy: Box  # Where, in its picture
    folder: Path  # Of the picture
    image: str  # The picture


def worst_dice(boards: Mapping[Path, Sequence[BoardRecord]], count: int) -> tuple[BadDie, ...]:
    """Return the worst dice of boards as read, the worst first."""
    bad = (die for folder, records in boards.items() for record in records for die in _of_board(folder, record))
    return tuple(sorted(bad, key=lambda die: -die.badness)[:count])


def _of_board(folder: Path, record: BoardRecord) -> Iterable[BadDie]:
    judged = [die for die in record.dice if die.counts and die.true.label is not None]
    looked = [(die, die.read, die.true.edge_px, die.true.box_xyxy) for die in judged]
    invented = [(None, one, one.detection.size_px, one.detection.box_xyxy) for one in record.extra]
    for die, read, size_px, box_xyxy in (*looked, *invented):
        yield BadDie(
            badness=_badness(die, read),
            told=f"{_truth(die)}>{_reading(read)}",
            confidence=read.confidence if read else np.nan,
            size_px=size_px,
            box_xyxy=box_xyxy,
            folder=folder,
            image=record.image,
        )


def _badness(die: DieRecord | None, read: DieReading | None) -> float:
    if read is None:
        return MISSED
    if die is None:
        return INVENTED + read.confidence
    if die.true.burns:
        return 0.0 if read.is_burning else SILENT + read.confidence
    if read.is_burning:
        return SILENT if die.true.lies_right else 0.0
    if die.true.is_poker:
        return 1 - read.confidence if die.is_right else SILENT + read.confidence
    return SILENT + read.confidence if read.doubt is EyeDoubt.NONE else 0.0


def _truth(die: DieRecord | None) -> str:
    if die is None:
        return "no die"
    face = FACE_LABELS[die.true.label] if die.true.is_poker and die.true.label is not None else "foreign"
    return face if die.true.lies_right else f"{face} {die.true.state}"


def _reading(read: DieReading | None) -> str:
    if read is None:
        return "not found"
    if read.doubt is EyeDoubt.FOREIGN_FACE:
        return "foreign"
    return f"{FACE_LABELS[read.label]}{' burning' if read.is_burning else ''}"


def contact_sheet(dice: Sequence[BadDie]) -> NDArray[np.uint8]:
    """Return the sheet, uint8 (H, W, 3) RGB; pictures that are gone leave their place grey."""
    tiles = [_tile(die) for die in dice]
    blank = np.full((CROP_PX + TEXT_PX, CROP_PX, 3), PAPER, np.uint8)
    tiles += [blank] * (-len(tiles) % COLUMNS or (0 if tiles else COLUMNS))
    rows = [np.hstack(tiles[start : start + COLUMNS]) for start in range(0, len(tiles), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def _tile(die: BadDie) -> NDArray[np.uint8]:
    tile = np.full((CROP_PX + TEXT_PX, CROP_PX, 3), PAPER, np.uint8)
    tile[:CROP_PX, : CROP_PX - 2] = _crop(die)[:, : CROP_PX - 2]
    confidence = "" if np.isnan(die.confidence) else f" {die.confidence:.2f}"
    board = f"{die.folder.resolve().name.split('-')[0]}", Path(die.image).stem
    lines = (die.told, f"{die.size_px:.0f} px{confidence}", *(line[-LINE_LETTERS:] for line in board))
    for number, line in enumerate(lines):
        at = (2, CROP_PX + 13 + 14 * number)
        cv2.putText(tile, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, INK, 1, cv2.LINE_AA)
    return tile


def _crop(die: BadDie) -> NDArray[np.uint8]:
    """Return a die and a little around it, square."""
    frame = loaded(die.image, die.folder)
    if frame is None:
        return np.full((CROP_PX, CROP_PX, 3), 128, np.uint8)
    x0, y0, x1, y1 = die.box_xyxy
    half = max(x1 - x0, y1 - y0, 4.0) * (0.5 + MARGIN)
    left, top = (x0 + x1) / 2 - half, (y0 + y1) / 2 - half
    zoom = 2 * half / CROP_PX
    to_picture = np.array([[zoom, 0, left], [0, zoom, top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(frame.pixels, to_picture, (CROP_PX, CROP_PX), flags=flags), np.uint8)


FIGURES, PAGE, WORST = "figures.json", "index.html", "worst.png"


def write_outputs(run: Run, out: Path, *, worst: int) -> None:
    """Write figures, the worst dice and the page.

    Raises:
        OSError: If the folder cannot be written to.
    """
    out.mkdir(parents=True, exist_ok=True)
    (out / FIGURES).write_text(json.dumps(run.as_data(), indent=2, ensure_ascii=False), encoding="utf-8")
    if dice := worst_dice({one.folder: one.records for one in run.sets}, worst):
        cv2.imwrite(str(out / WORST), contact_sheet(dice)[..., ::-1])
    sections = [section(name, text) for name, text in run.texts.items()]
    about = "The worst dice: true > read, size and confidence, board"
    sections += [section(about, picture=out / WORST if dice else None)]
    write_page(out / PAGE, run.marks, sections, run.notices)
