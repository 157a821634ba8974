"""``serviert read``: photographs in, dice out, as text, JSON and annotated pictures."""

import itertools
import json
import os
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from firmware.commands.options import ReadOptions
from firmware.dice.dice_shelf import DiceShelf
from firmware.display.messages import catalogue
from firmware.faces import LABELS
from firmware.settings.config import Config
from vision.errors import PictureError
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.learn.taught_reader import TaughtReader
from vision.read.annotate import annotated
from vision.read.classify import FaceReader
from vision.read.load import load_finder, load_reader
from vision.read.reader import Reader, ReaderPolicy
from vision.read.report import PictureReport, message_of, picture_report
from vision.reading import Reading

JPEG_QUALITY = 92


def read_pictures(
    pictures: Sequence[Path],
    config: Config,
    options: ReadOptions,
    *,
    say: Callable[[str], None],
    load: Callable[[ReaderPolicy], Reader] = load_reader,
) -> bool:
    """Read photographs, say what lies in each, and return whether every file was one.

    A file that is no picture is said, and the others are read.

    Raises:
        ModelError: If a model is missing or broken.
        DiceSetError: If there are no such taught dice, or they cannot be read.
        PictureError: If an annotated picture cannot be written.
    """
    labels: tuple[str, ...] = LABELS
    if options.dice is None:
        reader = load(config.reader.policy)
    else:
        faces = FaceReader.from_file()
        dice_set = DiceShelf(config.store.dice_folder, faces).load(options.dice).dice_set()
        reader = Reader(load_finder(), TaughtReader(faces, dice_set), policy=config.reader.policy)
        labels = dice_set.labels
    language, all_read = config.display.language, True
    for path, target in zip(pictures, _targets(pictures, options.out), strict=True):
        name = os.fsencode(path).decode(errors="replace")  # a name that is no UTF-8 could not be printed
        report: PictureReport
        try:
            frame = load_picture(path)
        except PictureError as error:
            report, all_read = {"picture": name, "dice": [], "message": str(error)}, False
        else:
            reading = reader.read_picture(frame)
            if target is not None:
                _write_annotated(target, frame, reading, labels)
            sentence = sentence_of(reading, language)
            report = picture_report(name, reading, labels, sentence, reduced=frame.reduced)
        say(json.dumps(report, ensure_ascii=False) if options.as_json else as_text(report, language))
    return all_read


def _targets(pictures: Sequence[Path], out: Path | None) -> list[Path | None]:
    """Return where each annotated picture goes: named like its picture, numbered where a name comes again."""
    if out is None:
        return [None] * len(pictures)
    targets: list[Path | None] = []
    for path in pictures:
        names = itertools.chain([f"{path.stem}.read.jpg"], (f"{path.stem}-{n}.read.jpg" for n in itertools.count(2)))
        targets.append(next(out / name for name in names if out / name not in targets))
    return targets


def sentence_of(reading: Reading, language: str) -> str:
    """Return what there is to say of a picture, in the language of the display."""
    message = message_of(reading)
    return catalogue(language).text(f"picture.{message.key}", count=message.dice, doubtful=message.doubtful)


def as_text(report: PictureReport, language: str) -> str:
    """Return a report as people read it: the message, then one line a die."""
    words = catalogue(language)
    lines = [f"{report['picture']}: {report['message']}"]
    for die in report["dice"]:
        x0, y0, x1, y1 = die["box_xyxy"]
        leans = words.text("picture.leans", tilt=round(die["tilt_deg"]))
        burning = f"  {leans}" if die["burning"] else ""
        lines.append(f"  {die['label']:>2}  {die['confidence']:6.1%}  {x0:.0f},{y0:.0f}–{x1:.0f},{y1:.0f}{burning}")
    return "\n".join(lines)


def _write_annotated(target: Path, frame: Frame, reading: Reading, labels: Sequence[str]) -> None:
    plain = [_ascii(label) for label in labels]
    drawn = cv2.cvtColor(annotated(frame, reading, plain).pixels, cv2.COLOR_RGB2BGR)
    is_encoded, jpeg = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not is_encoded:
        raise PictureError(f"{target} cannot be a JPEG: no side may be longer than 65,500 pixels.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(jpeg.tobytes())
    except OSError as error:
        raise PictureError(f"The annotated picture {target} cannot be written ({error.strerror}).") from error


def _ascii(label: str) -> str:
    """Return a label without accents: OpenCV's font has none.

    >>> _ascii("fünf")
    'funf'
    """
    return unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode() or "?"
