"""The report of a picture: a reading as plain data, for JSON and for messages in any language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from vision.reading import DieReading, EyeDoubt, Reading, Verdict

_OTHERWISE = {Verdict.CLEAR: "dice-read", Verdict.EMPTY: "no-dice"}
MESSAGE_KEYS = {verdict: _OTHERWISE.get(verdict, verdict.value) for verdict in Verdict}
"""What there is to say of a picture; the message catalogue has a sentence for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What to say of a reading, and the numbers that belong into the sentence."""

    key: str  # Names the sentence
    dice: int  # How many dice were seen
    doubtful: int  # How many of them the sentence is about (burning, foreign or not sure)


class DieReport(TypedDict):
    """One die in the JSON of a picture."""

    box_xyxy: list[float]
    quad: list[list[float]]
    label: str
    confidence: float
    sure: bool
    doubt: str  # why it is not, `vision.reading.EyeDoubt`; "none" where it is
    burning: bool
    tilt_deg: float


class PictureReport(TypedDict):
    """The JSON of a picture."""

    picture: str
    dice: list[DieReport]
    message: str


def message_of(reading: Reading) -> Message:
    """Return what to say of a reading; the caller translates."""
    doubtful = {
        Verdict.BURNING: sum(die.is_burning for die in reading.dice),
        Verdict.FOREIGN: sum(die.doubt is EyeDoubt.FOREIGN_FACE for die in reading.dice),
    }.get(reading.verdict, sum(die.doubt is not EyeDoubt.NONE for die in reading.dice))
    return Message(key=MESSAGE_KEYS[reading.verdict], dice=len(reading.dice), doubtful=doubtful)


def picture_report(
    picture: str, reading: Reading, labels: Sequence[str], message: str, *, reduced: int = 1
) -> PictureReport:
    """Return a reading as plain data for JSON.

    Args:
        picture: Name of the picture, as given by the user.
        reading: What was read in it.
        labels: The face model's labels ("9" … "A", or taught names), by index.
        message: The sentence for the user, translated.
        reduced: So many pixels a side of the picture made one that was read.
    """
    dice = [_die_report(die, labels, reduced) for die in reading.dice]
    return {"picture": picture, "dice": dice, "message": message}


def _die_report(die: DieReading, labels: Sequence[str], reduced: int) -> DieReport:
    """Return one die as plain data, where it is in the picture to a tenth of a pixel: no detector knows more."""
    return {
        "box_xyxy": [round(value * reduced, 1) for value in die.detection.box_xyxy],
        "quad": [[round(x * reduced, 1), round(y * reduced, 1)] for x, y in die.detection.quad],
        "label": labels[die.label],
        "confidence": round(die.confidence, 4),
        "sure": die.doubt is EyeDoubt.NONE,
        "doubt": die.doubt.value,
        "burning": die.is_burning,
        "tilt_deg": round(die.detection.tilt_deg, 1),
    }
