"""Whole short games by taps on the page alone; the eye reads what truly lies, or errs where it is told to.

`python -m tests.endtoend.whole_game` plays the long ones, with the models.
"""

from dataclasses import dataclass, replace
from functools import partial

import pytest

from firmware.settings.config import GameConfig
from scoring.ruleset import Level
from scoring.sheets.sheet import ChosenBy
from tests.doubles.perfect_eye import Flaw, flawed, reading_of
from tests.doubles.prompt_advisor import plain_advice
from tests.endtoend.playing import SeeingReader, Wishes
from tests.endtoend.rock_and_roll import RockAndRollSeats
from tests.endtoend.round_seats import POT_PLAYERS, HiddenPokerSeats, PotSeats
from tests.endtoend.sheet_seats import NAMES, EscaleroSeats, TenByTenSeats
from tests.endtoend.whole_game import play
from vision.reading import Verdict

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]

LITTLE = {"minimum": 1, "maximum": 2, "stack": 2}
FIXED = {"minimum": 1, "maximum": 1, "stack": 2}  # nobody can be out after the first round


def hasty(state):
    """Throw once more at most, and hold what the better advisor would."""
    advice = plain_advice(state)
    enters_now = state.turn.throws_made > 1 or state.turn_number % 5
    return replace(advice, is_to_be_entered=advice.is_to_be_entered or bool(enters_now))


@dataclass
class TruthReader(SeeingReader):
    flaws: dict[int, Flaw]
    readings: int = 0
    through_the_cup: int = 0

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None):
        self.through_the_cup += self.board.is_covered
        reading = reading_of(self.board, frames[-1].exposed_ns)
        if dice is not None and reading.verdict is Verdict.WRONG_COUNT and len(reading.dice) == dice:
            reading = replace(reading, verdict=Verdict.CLEAR)
        if len(frames) < 2:  # nobody pressed
            return reading
        self.readings += 1
        return flawed(reading, self.flaws.get(self.readings))


def played(folder, browser, seats, seed=4, flaws=None):
    reader, game = TruthReader(flaws or {}), GameConfig(players=NAMES, columns=1)
    return play(folder, browser, seats, Wishes(seed=seed, speed=20.0, reader=reader, game=game)), reader


def test_ten_by_ten(tmp_path, browser):
    outcome, _ = played(tmp_path, browser, partial(TenByTenSeats, advisor=hasty))
    assert (len(outcome.game.entries), outcome.misread, outcome.wrong) == (20, [], [])
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in outcome.game.entries)
    assert outcome.counts["taps"] > 40


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.JUNKIE])
def test_ten_by_ten_against_the_companion(tmp_path, browser, level):
    outcome, _ = played(tmp_path, browser, partial(TenByTenSeats, advisor=hasty, against=level), seed=6)
    assert (len(outcome.game.entries), outcome.wrong) == (20, [])
    chosen = {entry.player: entry.chosen_by for entry in outcome.game.entries}
    assert chosen == {0: ChosenBy.PLAYER, 1: ChosenBy.AUTO}


def test_escalero(tmp_path, browser):
    outcome, _ = played(tmp_path, browser, partial(EscaleroSeats, players=2, hasty=True))
    assert (len(outcome.game.entries), outcome.misread, outcome.wrong) == (22, [], [])
    assert outcome.game.is_filled
    assert any(len(entry.throws) > 1 for entry in outcome.game.entries)
    assert sum(outcome.game.chips.stacks) == 1000


@pytest.mark.parametrize(
    ("game", "leaver", "seed"), [("open-poker", None, 4), ("joker-poker", "Franz", 5), ("al-capone", None, 4)]
)
def test_rounds_for_a_pot(tmp_path, browser, game, leaver, seed):
    stakes = LITTLE if leaver is None else FIXED
    seats = partial(PotSeats, game=game, seed=seed, stakes=stakes, leaver=leaver)
    outcome, _ = played(tmp_path, browser, seats, seed=seed)
    assert (outcome.misread, outcome.wrong, outcome.game.phase) == ([], [], "over")
    assert sum(outcome.game.chips.stacks) == len(POT_PLAYERS) * LITTLE["stack"]
    assert outcome.counts["throws"] >= 2
    assert len(outcome.game.seats) == len(POT_PLAYERS) - (leaver is not None)


def test_hidden_poker_and_nobody_looks_under_a_cup(tmp_path, browser):
    seats = partial(HiddenPokerSeats, seed=4, stack=2, players=NAMES, doubting=1.0)
    outcome, reader = played(tmp_path, browser, seats)
    assert outcome.game.results
    assert (outcome.misread, outcome.wrong, reader.through_the_cup) == ([], [], 0)
    assert outcome.counts["throws"] >= 3


def test_rock_and_roll(tmp_path, browser):
    outcome, _ = played(tmp_path, browser, partial(RockAndRollSeats, throws=3, guests=3, seed=4))
    assert outcome.game.throws_to_end == 0
    assert len(outcome.game.throws) == outcome.counts["throws"] == 8
    assert (outcome.misread, outcome.wrong) == ([], [])
    assert outcome.counts["bets"] > 5


def test_a_misread_die_is_taken_back_and_typed_and_a_doubtful_one_asked_about(tmp_path, browser):
    seats = partial(RockAndRollSeats, throws=2, guests=2, seed=5)
    outcome, _ = played(tmp_path, browser, seats, seed=5, flaws={2: Flaw.MISREAD, 3: Flaw.UNSURE})
    assert (len(outcome.misread), outcome.counts["asking"]) == (1, 1)
    assert outcome.wrong == outcome.misread  # nothing else
    assert len(outcome.game.throws) == 7
