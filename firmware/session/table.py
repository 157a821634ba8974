"""The dice on the table as the players see them, made from what the eye and the rules say."""

from __future__ import annotations

from dataclasses import replace

from firmware.faces import face_of, label_of, ranking_of
from firmware.session.state import Doubt, SeenDie
from scoring.dice import Face, Faces
from scoring.turns.turn import Throw
from vision.reading import DieReading, EyeDoubt, Reading
from vision.watch.track import Hold, HoldReason

_DOUBTS = {
    EyeDoubt.NONE: frozenset[Doubt](),
    EyeDoubt.OFF_BOARD: frozenset({Doubt.OFF_BOARD}),
    EyeDoubt.LEANING: frozenset({Doubt.BURNING}),
    EyeDoubt.STACKED: frozenset({Doubt.BURNING}),
    EyeDoubt.PERHAPS_LEANING: frozenset({Doubt.LEANING}),
    EyeDoubt.FOREIGN_FACE: frozenset({Doubt.FOREIGN}),
    EyeDoubt.FACE_UNCLEAR: frozenset({Doubt.FACE}),
    EyeDoubt.PERHAPS_NO_DIE: frozenset({Doubt.FACE}),
}
"""What the eye doubts, in the words of the table."""

_DOUBTFUL_HOLDS = {
    HoldReason.TURNED: Doubt.CHANGED,
    HoldReason.AMBIGUOUS: Doubt.HELD,
}


def dice_from_reading(reading: Reading, hold: Hold | None) -> tuple[SeenDie, ...]:
    """Return the dice of a reading, with what is in doubt about each.

    Args:
        reading: Any number of dice.
        hold: Which of them were held, None where nothing can have been.
    """
    return tuple(_seen(die, index, hold) for index, die in enumerate(reading.dice))


def _seen(die: DieReading, index: int, hold: Hold | None) -> SeenDie:
    doubts = _DOUBTS[die.doubt]
    if hold is not None and (doubt := _DOUBTFUL_HOLDS.get(hold.dice[index].reason)):
        doubts = doubts | {doubt}
    return SeenDie(
        face=face_of(die),
        confidence=die.confidence,
        ranking=ranking_of(die),
        is_held=hold is not None and hold.dice[index].is_held,
        doubts=doubts,
        tilt_deg=die.detection.tilt_deg,
        picture=index,
    )


def dice_from_throw(throw: Throw) -> tuple[SeenDie, ...]:
    """Return the dice of a throw in the log, where no picture is left (after a restart, or taken back)."""
    return tuple(
        SeenDie(face=face, confidence=1.0, ranking=ranking_with(face), is_held=is_held)
        for face, is_held in zip(throw.faces, throw.held, strict=True)
    )


def unknown_dice(count: int) -> tuple[SeenDie, ...]:
    """Return dice that nobody has named yet, for entry by hand."""
    return (SeenDie(face=None, confidence=0.0, ranking=tuple(Face)),) * count


def ranking_with(first: Face) -> tuple[Face, ...]:
    """Return all faces with ``first`` in front."""
    return (first, *(face for face in Face if face is not first))


def with_face(die: SeenDie, face: Face) -> SeenDie:
    """Return a die as a player named it: sure, and no longer burning or foreign."""
    return replace(die, face=face, confidence=1.0, doubts=die.doubts & {Doubt.HELD})


def with_held(die: SeenDie, is_held: bool) -> SeenDie:
    """Return a die that a player said was held, or thrown."""
    return replace(die, is_held=is_held, doubts=die.doubts - {Doubt.HELD, Doubt.CHANGED})


def with_changed(dice: tuple[SeenDie, ...], changed: Faces) -> tuple[SeenDie, ...]:
    """Return the dice with those in doubt that were held and show what did not lie there before."""
    return tuple(
        replace(die, doubts=die.doubts | {Doubt.CHANGED}) if die.is_held and die.face in changed else die
        for die in dice
    )


def faces_of(dice: tuple[SeenDie, ...], count: int) -> tuple[Face, ...] | None:
    """Return the faces, or None while one is not known or they are not so many."""
    faces = tuple(die.face for die in dice if die.face is not None)
    return faces if len(faces) == len(dice) == count else None


def held_of(dice: tuple[SeenDie, ...]) -> tuple[bool, ...]:
    """Return which dice were held."""
    return tuple(die.is_held for die in dice)


def reading_with(reading: Reading | None, dice: tuple[SeenDie, ...]) -> Reading | None:
    """Return the reading with the labels that the players gave, so that the next holds compare the right faces."""
    if reading is None or len(reading.dice) != len(dice):
        return reading
    pairs = zip(reading.dice, dice, strict=True)
    return replace(reading, dice=tuple(d if s.face is None else replace(d, label=label_of(s.face)) for d, s in pairs))
