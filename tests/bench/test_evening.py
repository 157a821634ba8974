"""An evening's throws, counted as players see them; and one die, never silently wrong."""

from dataclasses import replace

import pytest

from firmware.simulated.sight import TrueDie
from models.render.world import DesignFace, DieState
from tests.bench.evening import Evening, ThrowOutcome, outcome_of
from tests.firmware.session.table_talk import reading
from vision.reading import Verdict

THROWS = 20
READ = reading("9JQKA")
LIE = (DesignFace.NINE, DesignFace.JACK, DesignFace.QUEEN, DesignFace.KING, DesignFace.ACE)


def truth_of(read, *faces, state=DieState.OK):
    """Return dice that lie where those of a reading were seen, in another order."""
    width, height = read.size_wh
    places = [(x / width, y / height) for x, y in (die.detection.centre_xy for die in read.dice)]
    dice = [
        TrueDie(number=number, face=face, tilt_deg=0.0, state=state, is_held=False, place_xy=place)
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
    ]
    return tuple(reversed(dice))


@pytest.mark.parametrize(
    ("verdict", "faces", "state", "outcome"),
    [
        (Verdict.CLEAR, LIE, DieState.OK, ThrowOutcome.RIGHT),
        (Verdict.CLEAR, (*LIE[:4], DesignFace.TEN), DieState.OK, ThrowOutcome.WRONG),
        (Verdict.CLEAR, LIE, DieState.LEANING, ThrowOutcome.WRONG),
        (Verdict.NOT_SURE, LIE, DieState.OK, ThrowOutcome.ASKED),
        (Verdict.BURNING, LIE, DieState.LEANING, ThrowOutcome.THROWN_AGAIN),
        (Verdict.BURNING, LIE, DieState.OK, ThrowOutcome.FALSE_ALARM),
        (Verdict.WRONG_COUNT, LIE, DieState.OK, ThrowOutcome.NOT_SEEN),
    ],
)
def test_a_reading_is_worth_what_it_makes_players_do(verdict, faces, state, outcome):
    assert outcome_of(replace(READ, verdict=verdict), truth_of(READ, *faces, state=state)) is outcome


@pytest.mark.proof
def test_one_die_is_read_right_or_asked_about_and_never_silently_wrong(tmp_path):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    table = Evening(0, tmp_path, dice=1)
    seen = [table.throw()[1:] for _ in range(THROWS)]
    outcomes = [outcome_of(*each) for each in seen]
    assert set(outcomes) <= {ThrowOutcome.RIGHT, ThrowOutcome.ASKED, ThrowOutcome.THROWN_AGAIN}
    assert outcomes.count(ThrowOutcome.RIGHT) >= 0.8 * THROWS
    assert len({truth[0].face for _, truth in seen}) > 3
