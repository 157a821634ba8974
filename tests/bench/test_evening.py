"""An evening's throws, counted as players see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.simulated.sight import TrueDie
from models.render.world import DieState, Face
from tests.bench.evening import Outcome, lying, outcome_of
from tests.firmware.session.table_talk import reading
from vision.reading import Verdict


def truth_of(read, *faces: Face, state: DieState = DieState.OK) -> tuple[TrueDie, ...]:
    """Return dice that lie where those of a reading were seen, in another order."""
    width, height = read.size_wh
    places = [(x / width, y / height) for x, y in (die.detection.centre_xy for die in read.dice)]
    dice = [
        TrueDie(number=number, face=face, tilt_deg=0.0, state=state, is_held=False, place_xy=place)
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
    ]
    return tuple(reversed(dice))


READ = reading("9JQKA")
LIE = (Face.NINE, Face.JACK, Face.QUEEN, Face.KING, Face.ACE)


def test_each_die_is_held_against_the_one_that_lies_there():
    assert lying(READ, truth_of(READ, *LIE)) == [int(face) for face in LIE]


@pytest.mark.parametrize(
    ("verdict", "faces", "state", "outcome"),
    [
        (Verdict.CLEAR, LIE, DieState.OK, Outcome.RIGHT),
        (Verdict.CLEAR, (*LIE[:4], Face.TEN), DieState.OK, Outcome.WRONG),
        (Verdict.CLEAR, LIE, DieState.LEANING, Outcome.WRONG),
        (Verdict.NOT_SURE, LIE, DieState.OK, Outcome.ASKED),
        (Verdict.FOREIGN, LIE, DieState.OK, Outcome.ASKED),
        (Verdict.BURNING, LIE, DieState.LEANING, Outcome.THROWN_AGAIN),
        (Verdict.BURNING, LIE, DieState.OK, Outcome.FALSE_ALARM),
        (Verdict.WRONG_COUNT, LIE, DieState.OK, Outcome.NOT_SEEN),
    ],
)
def test_a_reading_is_worth_what_it_makes_players_do(verdict, faces, state, outcome):
    assert outcome_of(replace(READ, verdict=verdict), truth_of(READ, *faces, state=state)) is outcome
