"""Writing dice and playing games in tests."""

from itertools import product

import pytest

from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.ruleset import Ruleset
from scoring.sheets.sheet import Cell
from tests.scoring.table import five


@pytest.fixture(scope="session")
def all_throws():
    """Return all 7,776 throws of five dice."""
    return tuple(product(Face, repeat=5))


@pytest.fixture
def log_of():
    """Return what makes a log: each turn one throw and the cell it goes to, ``("KKKAA", Category.FULL, 10)``."""

    def make(*turns, ruleset=None, beginner=0):
        log = [GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset or Ruleset(), beginner=beginner)]
        for text, category, column in turns:
            log += [ThrowMade(five(text)), Entered(Cell(category, column))]
        return log

    return make
