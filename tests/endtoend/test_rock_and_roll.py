"""A short evening of Rock and Roll by taps on the page; the eye reads what truly lies, or errs where it is told to.

`python -m tests.endtoend.rock_and_roll` plays a longer one with the models, and pulls the plug with ``--kills``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from tests.doubles.perfect_eye import Flaw, flawed, reading_of
from tests.endtoend.rock_and_roll import play
from tests.endtoend.rock_and_roll_killed import kill_often
from vision.reading import Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from firmware.simulated.board import SimulatedBoard

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SECOND, THIRD = 2, 3


@dataclass
class Reader:
    """Reads what truly lies, but for some readings that a press asked for."""

    board: SimulatedBoard
    flaws: dict[int, Flaw] = field(default_factory=dict)
    readings: int = 0

    def read(self, frames, board, *, backdrop=None, dice=None):
        reading = reading_of(self.board, frames[-1].exposed_ns)
        if reading.verdict is Verdict.WRONG_COUNT and len(reading.dice) == dice:
            reading = replace(reading, verdict=Verdict.CLEAR)
        if len(frames) < 2:  # nobody pressed
            return reading
        self.readings += 1
        return flawed(reading, self.flaws.get(self.readings))


def test_a_whole_game_is_played_by_touch_alone(tmp_path: Path, browser: Browser) -> None:
    outcome = play(tmp_path, browser, throws=3, guests=3, seed=4, speed=20.0, reader=Reader)
    assert outcome.game.throws_to_end == 0
    assert len(outcome.game.throws) == outcome.throws == 8
    assert (outcome.misread, outcome.burnt, outcome.page_differs) == (0, 0, [])
    assert outcome.bets > 5


def test_a_misread_die_is_taken_back_and_typed_and_a_doubtful_one_asked_about(tmp_path: Path, browser: Browser) -> None:
    def errs(board: SimulatedBoard) -> Reader:
        readers[:] = readers or [Reader(board, {SECOND: Flaw.MISREAD, THIRD: Flaw.UNSURE})]
        return readers[0]

    readers: list[Reader] = []
    outcome = play(tmp_path, browser, throws=2, guests=2, seed=5, speed=20.0, reader=errs)
    assert (outcome.misread, outcome.happened["asked"], outcome.page_differs) == (1, 1, [])
    assert len(outcome.game.throws) == 7


def test_what_was_shown_survives_the_plug_being_pulled(tmp_path: Path) -> None:
    tally = kill_often(3, seed=2, folder=tmp_path)
    assert tally.kills == 3
    assert tally.records > 0
    assert tally.lost == []
