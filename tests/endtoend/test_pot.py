"""Short games of rounds for a pot by taps on the page alone, to their end, and the plug pulled in one.

`python -m tests.endtoend.pot` plays the long ones, with the models; here the eye reads what truly lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.endtoend.pot import GAMES, PLAYERS, STAKES, Outcome, play
from tests.endtoend.pot_killed import Standing, kill_often
from tests.endtoend.pot_player import ThrowSeen
from tests.endtoend.test_by_touch import TruthReader
from tests.ports import free_port

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LITTLE = {"minimum": 1, "maximum": 2, "stack": 2}
FIXED = {"minimum": 1, "maximum": 1, "stack": 2}  # nobody can be out after the first round


def played(folder: Path, browser: Browser, game: str, leaver: str | None = None) -> Outcome:
    return play(
        folder,
        browser,
        game=game,
        seed=4,
        speed=20.0,
        stakes=LITTLE if leaver is None else FIXED,
        leaver=leaver,
        reader=TruthReader,
    )


@pytest.mark.parametrize(("game", "leaver"), [("open-poker", None), ("joker", "Franz"), ("al-capone", None)])
def test_a_whole_game_is_played_by_touch_alone(tmp_path: Path, browser: Browser, game: str, leaver: str | None) -> None:
    outcome = played(tmp_path, browser, game, leaver)
    assert outcome.differing == []
    assert outcome.page_differs == []
    assert outcome.game.phase == "over"
    assert sum(outcome.game.chips.stacks) == len(PLAYERS) * LITTLE["stack"]
    assert len(outcome.throws) >= 2
    assert len(outcome.game.seats) == len(PLAYERS) - (leaver is not None)


def test_pulling_the_plug_loses_nothing(tmp_path: Path) -> None:
    name, agreed = GAMES["al-capone"]
    begun = {"game": name, "players": list(PLAYERS), "agreed": {**agreed, "stakes": STAKES, "beginner": 0}}
    tally = kill_often(2, begun=begun, seed=11, folder=tmp_path, ports=(free_port(), 1))
    assert tally.kills == 2
    assert tally.games >= 1
    assert tally.lost == []


def test_a_throw_taken_otherwise_than_it_lies_is_told_apart() -> None:
    right = ThrowSeen(number=3, read=(1, 1), true=(1, 1), held_read=(1,), held_true=(1,))
    assert not right.differs
    assert ThrowSeen(number=3, read=(1, 2), true=(1, 1), held_read=(1,), held_true=(1,)).differs
    assert ThrowSeen(number=3, read=(1, 1), true=(1, 1), held_read=(), held_true=(1,)).differs


def test_a_lost_record_and_other_chips_are_told_apart() -> None:
    before = Standing(5, "49 49")
    assert before.is_lost_in(Standing(4, "49 49"))
    assert before.is_lost_in(Standing(5, "49 48"))
    assert not before.is_lost_in(Standing(6, "49 48"))
