"""``serviert pack``: pictures of throws that are kept, and what lay there, as data to read better by: nobody's names.

A line of ``truth.jsonl`` is a board as `models.train.pictures.truth` reads it. What was read of it stands beside.
"""

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from firmware.analysis.kept_games import KeptGame, games_of_log
from firmware.board.calibration import calibration_file, load
from firmware.doctor.finding import Instruments
from firmware.doctor.report import facts
from firmware.errors import AnalysisError, CalibrationUnreadableError, PlotError
from firmware.faces import LABELS
from firmware.log import codec
from firmware.log.pictures import exposures, folder_of, picture
from firmware.log.wall_clock import shown_date
from firmware.settings.config import Config
from hardware.numbers import load as load_numbers
from scoring.events import Entered, EntriesSwapped, EntryCorrected, EntryTakenBack, ThrowCorrected, ThrowWithdrawn
from scoring.games.escalero import RowCorrected, RowEntered
from vision.find.crop import dice_box
from vision.reading import Reading

PackedThrows: TypeAlias = dict[int, tuple[Reading, str]]
"""By the moment of exposure what was seen, its labels as the players left them, and the day, empty if unknown."""

BUILD = ("build", "board", "dice", "camera", "arm")  # what of the numbers tells how a board is looked at
LENS = ("size_wh", "kind", "mm_per_px", "felt_lab", "focal_px", "k1", "k2", "height_mm", "lean_deg")
JPEG_QUALITY = 95


def pack(config: Config, out: Path, *, say: Callable[[str], None]) -> None:
    """Write a ZIP file of every picture of a throw that is kept, with what lay there.

    Raises:
        AnalysisError: If none is kept.
        PlotError: If the file is there already, or cannot be written.
        StoreError: If a log cannot be read.
    """
    lines, files = _pictured(config.store.file)
    if not lines:
        mend = "play a game by the camera, with pictures = true under [store]"
        raise AnalysisError(f"No picture of a throw is kept in {folder_of(config.store.file)}: {mend}.")
    files["truth.jsonl"] = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()
    # How these boards were looked at.
    build, lens = {name: asdict(load_numbers())[name] for name in BUILD}, dict[str, Any]()
    with suppress(CalibrationUnreadableError):
        if (found := load(calibration_file(config))) is not None:
            lens = {name: getattr(found, name) for name in LENS}
    about = {**dict(facts(config, Instruments())), "calibrated": lens, "numbers": build}
    files["about.json"] = json.dumps({"throws": len(lines), **about}, ensure_ascii=False, indent=1).encode()
    try:
        with zipfile.ZipFile(out, "x") as file:
            for name, content in files.items():
                file.writestr(zipfile.ZipInfo(name), content)  # its time is that of no clock
    except FileExistsError as error:
        raise PlotError(f"{out} is there already; choose another name.") from error
    except OSError as error:
        out.unlink(missing_ok=True)
        raise PlotError(f"{out} cannot be written: {error.strerror}. Choose another place.") from error
    righted = sum(line["put_right"] for line in lines)
    say(f"{out} has {len(lines)} pictures of throws, {righted} of them put right. No names, no times of day.")
    say("Look through them before you give them away: they show your board, and what lay beside the dice.")


def _pictured(log: Path) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """Return what is true of each throw of which a picture is kept, and the pictures by their names."""
    moments, games = exposures(log), dict[int, PackedThrows]()
    for game in games_of_log(log):
        if any(codec.exposed_in(each.body) in moments for each in game.stored):
            games.pop(game.continues or 0, None)  # it went on here, with all that happened before
            games[game.number] = throws_of(game)
    lines, jpegs = list[dict[str, Any]](), dict[str, bytes]()
    for moment, (reading, day) in chain.from_iterable(throws.items() for throws in games.values()):
        name, kept = f"{len(lines) + 1:05}.jpg", np.frombuffer(picture(log, moment) or b"\0", np.uint8)
        if (pixels := cv2.imdecode(kept, cv2.IMREAD_COLOR)) is not None:
            dice = [*_dice(reading, (pixels.shape[1], pixels.shape[0]))]
            is_put_right = any(die["label"] != die["read"] for die in dice)
            lines.append({"image": name, "day": day, "put_right": is_put_right, "dice": dice})
            # Anew: what was noted in the file beside the picture stays behind.
            jpegs[name] = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    return lines, jpegs


def throws_of(game: KeptGame) -> PackedThrows:
    """Return the throws of a game that a camera saw and that stand.

    Of a turn whose entry was put right afterwards nobody said which die of which throw was another: it is left out, as
    are throws of the same turn before one that was put right or withdrawn.
    """
    turn, turns = PackedThrows(), list[PackedThrows]()
    for stored in game.stored:
        event, reading = stored.record.event, stored.record.reading
        match event:
            case Entered() | RowEntered():
                turns.append(turn)
                turn = {}
            case EntryTakenBack():
                turn = turns.pop()
            case ThrowCorrected() | ThrowWithdrawn():
                turn.clear()
            case EntryCorrected() | RowCorrected():
                turns[event.turn_number - 1].clear()
            case EntriesSwapped():
                one, other = event.turn_numbers
                turns[one - 1], turns[other - 1] = {}, {}
        if reading is not None:
            turn[reading.exposed_ns] = reading, shown_date(stored.written_utc or "")
    return dict(chain.from_iterable(each.items() for each in (*turns, turn)))


def _dice(reading: Reading, size_wh: tuple[int, int]) -> Iterator[dict[str, Any]]:
    """Yield the dice of a throw where they lie in its picture, pixels: what they show, and what was read."""
    left, top, right, bottom = dice_box([die.detection for die in reading.dice], reading.size_wh)
    across, down = size_wh[0] / (right - left), size_wh[1] / (bottom - top)
    for die in reading.dice:
        x0, y0, x1, y1 = die.detection.box_xyxy
        spots = (*die.detection.quad, (x0, y0), (x1, y1))
        *quad, first, last = ((round((x - left) * across, 1), round((y - top) * down, 1)) for x, y in spots)
        read = dict(enumerate(LABELS)).get(die.labels_by_likelihood[0], "none")
        yield {
            **{"label": LABELS[die.label], "quad": quad, "box": [*first, *last]},
            **{"read": read, "confidence": round(die.confidence, 4), "called_burning": die.is_burning},
        }
