"""Whole short games by taps on the page alone; the eye reads what truly lies, or errs where it is told to.

`python -m tests.endtoend.whole_game` plays the long ones, with the models.
"""

from dataclasses import dataclass, replace
from functools import partial

import pytest

from firmware.settings.config import GameConfig
from scoring.game import Stage
from scoring.games.pot import Stakes
from scoring.ruleset import Level
from scoring.sheets.sheet import ChosenBy
from tests.doubles import prompt_advisor, recorded
from tests.doubles.perfect_eye import Flaw, flawed, reading_of
from tests.endtoend import ten_by_ten, whole_game
from tests.endtoend.any_game import BEGAN, AnyGame
from tests.endtoend.playing import Wishes
from vision.reading import Verdict

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]


def hasty(state):
    """Throw once more at most, and hold what the better advisor would."""
    advice = prompt_advisor.plain_advice(state)
    enters_now = state.turn.throws_made > 1 or state.turn_number % 5
    return replace(advice, is_to_be_entered=advice.is_to_be_entered or bool(enters_now))


@dataclass
class TruthReader(recorded.BoardReader):
    """Reads what lies on the board that it is shown, not what a camera sees of it."""

    flaws: dict[int, Flaw]
    readings: int = 0
    through_the_cup: int = 0

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None, retake=None):
        self.through_the_cup += self.board.table.is_covered
        reading = reading_of(self.board, frames[-1].exposed_ns)
        if dice is not None and reading.verdict is Verdict.WRONG_COUNT and len(reading.dice) == dice:
            reading = replace(reading, verdict=Verdict.CLEAR)
        if len(frames) < 2:  # nobody pressed
            return reading
        self.readings += 1
        return flawed(reading, self.flaws.get(self.readings))


def played(folder, browser, seats, seed=4, flaws=None):
    reader, game = TruthReader(flaws or {}), GameConfig(players=ten_by_ten.NAMES, columns=1)
    return whole_game.play(folder, browser, seats, Wishes(seed=seed, speed=20.0, reader=reader, game=game)), reader


def test_ten_by_ten(tmp_path, browser):
    outcome, _ = played(tmp_path, browser, partial(ten_by_ten.TenByTenSeats, advisor=hasty))
    assert (len(outcome.game.entries), outcome.misread, outcome.wrong) == (20, [], [])
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in outcome.game.entries)
    assert outcome.counts["taps"] > 40


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.JUNKIE])
def test_ten_by_ten_against_the_companion(tmp_path, browser, level):
    outcome, _ = played(tmp_path, browser, partial(ten_by_ten.TenByTenSeats, advisor=hasty, against=level), seed=6)
    assert (len(outcome.game.entries), outcome.wrong) == (20, [])
    assert {entry.player: entry.chosen_by for entry in outcome.game.entries} == {0: ChosenBy.PLAYER, 1: ChosenBy.AUTO}


@pytest.mark.parametrize("name", BEGAN)
def test_every_other_game_by_lot(tmp_path, browser, name):
    outcome, reader = played(tmp_path, browser, partial(AnyGame, began=BEGAN[name], seed=4))
    assert (outcome.misread, outcome.wrong, reader.through_the_cup) == ([], [], 0)
    assert outcome.game.stage is Stage.OVER
    assert outcome.counts["throws"] > 2
    assert outcome.counts["decisions"] > 2
    assert sum(outcome.game.chips.stacks) == outcome.game.chips.total


def test_whoever_goes_home_is_gone_and_the_others_play_on(tmp_path, browser):
    began = replace(BEGAN["joker-poker"], stakes=Stakes(minimum=1, maximum=1, stack=2))  # nobody is out after a round
    outcome, _ = played(tmp_path, browser, partial(AnyGame, began=began, leaver="Franz"))
    assert (outcome.misread, outcome.wrong, outcome.game.stage) == ([], [], Stage.OVER)
    assert len(outcome.game.seats) == 2


def test_a_misread_die_stays_where_nobody_minds_and_a_doubtful_one_is_asked_about(tmp_path, browser):
    seats = partial(AnyGame, began=BEGAN["rock-and-roll"], seed=5)
    outcome, _ = played(tmp_path, browser, seats, seed=5, flaws={2: Flaw.MISREAD, 3: Flaw.UNSURE})
    assert (len(outcome.misread), outcome.counts["questions"]) == (1, 1)
    assert outcome.wrong == outcome.misread  # nothing else
