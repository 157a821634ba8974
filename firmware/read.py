"""``serviert read``: photographs in, dice out, as text, JSON and annotated pictures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2

from firmware.display.messages import catalogue
from firmware.faces import LABELS
from firmware.reader import load_reader
from vision.annotate import annotated
from vision.errors import PictureError
from vision.picture import load_picture
from vision.report import message_of, picture_report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from firmware.config import Config
    from vision.frame import Frame
    from vision.read import Reader
    from vision.reading import Reading
    from vision.report import PictureReport

JPEG_QUALITY = 92


def read_pictures(
    pictures: Sequence[Path], config: Config, *, as_json: bool, out: Path | None, say: Callable[[str], None]
) -> bool:
    """Read photographs and say what lies in each.

    Args:
        pictures: Files, any size; one that is no picture is said and the others are read.
        config: Settings: language and thresholds.
        as_json: Say one line of JSON a picture instead of text.
        out: Folder for annotated pictures, made where it is missing; None for none.
        say: Takes each line.

    Returns:
        Whether every file was a picture.

    Raises:
        ModelError: If a model is missing or broken.
        PictureError: If an annotated picture cannot be written.
    """
    reader = load_reader(config.reader.policy)
    all_read = True
    for path in pictures:
        report, is_read = _read_one(path, reader, config, out)
        say(json.dumps(report, ensure_ascii=False) if as_json else as_text(report))
        all_read &= is_read
    return all_read


def _read_one(path: Path, reader: Reader, config: Config, out: Path | None) -> tuple[PictureReport, bool]:
    try:
        frame = load_picture(path)
    except PictureError as error:
        return {"picture": str(path), "dice": [], "message": str(error)}, False
    reading = reader.read_picture(frame)
    if out is not None:
        _write_annotated(out, path, frame, reading)
    return picture_report(str(path), reading, LABELS, sentence_of(reading, config.display.language)), True


def sentence_of(reading: Reading, language: str) -> str:
    """Return what there is to say of a picture, in the language of the display."""
    message = message_of(reading)
    return catalogue(language).text(f"picture.{message.key}", count=message.dice, doubtful=message.doubtful)


def as_text(report: PictureReport) -> str:
    """Return a report as people read it: the message, then one line a die."""
    lines = [f"{report['picture']}: {report['message']}"]
    for die in report["dice"]:
        x0, y0, x1, y1 = die["box_xyxy"]
        burning = f"  es brennt! {die['tilt_deg']:.0f}°" if die["burning"] else ""
        lines.append(f"  {die['label']:>2}  {die['confidence']:6.1%}  at {x0:.0f},{y0:.0f}–{x1:.0f},{y1:.0f}{burning}")
    return "\n".join(lines)


def _write_annotated(out: Path, path: Path, frame: Frame, reading: Reading) -> None:
    target = out / f"{path.stem}.read.jpg"
    drawn = annotated(frame, reading, LABELS)
    try:
        out.mkdir(parents=True, exist_ok=True)
        _, jpeg = cv2.imencode(
            ".jpg", cv2.cvtColor(drawn.pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        )
        target.write_bytes(jpeg.tobytes())
    except OSError as error:
        raise PictureError(f"The annotated picture {target} cannot be written ({error.strerror}).") from error
