"""Writing dice and playing games in tests."""

import random
from itertools import product

import pytest

from scoring import rules
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.game import Stage
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.scoring.table import five


@pytest.fixture(scope="session")
def all_throws():
    """Return all 7,776 throws of five dice."""
    return tuple(product(Face, repeat=5))


@pytest.fixture(scope="session")
def most_for():
    """Return for each row the dice that score most in it when they lie served."""
    best = {Category(face - 1): (face,) * 5 for face in Face}
    lower = {Category.STRAIGHT: "TBDKA", Category.FULL: "AAAKK", Category.POKER: "AAAA9", Category.GRANDE: "AAAAA"}
    return best | {row: five(text) for row, text in lower.items()}


@pytest.fixture(scope="session")
def nothing_for():
    """Return for each row dice that score nothing in it."""
    tens = dict.fromkeys((Category.GRANDE, *list(Category)[2:6]), five("TTTT9"))
    return {row: five("99999") for row in Category} | tens | {Category.NINES: five("AAAAA")}


@pytest.fixture
def log_of():
    """Return what makes a log: each turn one throw and the cell it goes to, ``("KKKAA", Category.FULL, 10)``."""

    def make(*turns, ruleset=None, beginner=0):
        log = [GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset or Ruleset(), beginner=beginner)]
        for text, category, column in turns:
            log += [ThrowMade(five(text)), Entered(Cell(category, column))]
        return log

    return make


@pytest.fixture
def random_logs():
    """Return what plays a whole game at random, turns of one to three throws, and gives its log."""

    def play(seed, ruleset):
        rng = random.Random(seed)
        log = [GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset, beginner=rng.randrange(2))]
        state = rules.replay(log)
        while state.stage is Stage.TURN:
            for event in _random_turn(rng, state):
                log.append(event)
                state = rules.apply(state, event)
        return log

    return play


def _random_turn(rng, state):
    faces = ()
    flags = (False,) * 5
    for _ in range(rng.randint(1, 3)):
        faces = tuple(faces[i] if is_held else rng.choice(tuple(Face)) for i, is_held in enumerate(flags))
        yield ThrowMade(faces, flags)
        flags = (*(rng.random() < 0.5 for _ in range(4)), False)
    assert state.to_move is not None
    yield Entered(rng.choice(state.sheet(state.to_move).free_cells))
