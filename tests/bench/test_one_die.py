"""One die on the simulated board, read by the models: right or asked about, never silently wrong."""

from __future__ import annotations

import pytest

from firmware.simulated.setting import Setting
from firmware.simulated.sight import TrueDie
from models.render.world import DieState, Face
from tests.bench.one_die import SETTINGS, OneDie, Outcome, outcome_of
from tests.firmware.session.table_talk import reading
from vision.reading import Verdict

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

THROWS = 20


def die(face: Face, state: DieState = DieState.OK) -> TrueDie:
    return TrueDie(number=0, face=face, tilt_deg=0.0, state=state, is_held=False, place_xy=(0.5, 0.5))


@pytest.mark.parametrize(
    ("verdict", "lying", "outcome"),
    [
        (Verdict.CLEAR, die(Face.QUEEN), Outcome.RIGHT),
        (Verdict.CLEAR, die(Face.KING), Outcome.WRONG),
        (Verdict.CLEAR, die(Face.QUEEN, DieState.LEANING), Outcome.WRONG),
        (Verdict.NOT_SURE, die(Face.KING), Outcome.ASKED),
        (Verdict.FOREIGN, die(Face.QUEEN), Outcome.ASKED),
        (Verdict.BURNING, die(Face.QUEEN), Outcome.FALSE_ALARM),
        (Verdict.BURNING, die(Face.QUEEN, DieState.OFF), Outcome.THROWN_AGAIN),
        (Verdict.EMPTY, die(Face.QUEEN), Outcome.NOT_SEEN),
        (Verdict.WRONG_COUNT, die(Face.QUEEN), Outcome.NOT_SEEN),
    ],
)
def test_a_reading_is_worth_what_it_makes_players_do(verdict: Verdict, lying: TrueDie, outcome: Outcome):
    assert outcome_of(reading("Q", verdict=verdict), lying) is outcome


def test_one_die_thrown_twenty_times_is_read_right_or_asked_about_and_never_silently_wrong():
    board, light, dice = SETTINGS[0]
    table = OneDie(Setting.for_session(11, board=board, light=light, dice=dice), 11)
    seen = [table.throw() for _ in range(THROWS)]
    outcomes = [outcome_of(*each) for each in seen]
    assert set(outcomes) <= {Outcome.RIGHT, Outcome.ASKED, Outcome.THROWN_AGAIN}
    assert outcomes.count(Outcome.RIGHT) >= 0.8 * THROWS
    assert len({lying.face for _, lying in seen}) > 3
