"""Writing dice and playing games in tests."""

from __future__ import annotations

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

# The dice as S1 writes them: Neun, Zehn, Bube, Dame, König, As. One letter each; T for the ten.
LETTERS = "9TBDKA"


@pytest.fixture(scope="session")
def dice():
    """Return what reads "KKKAA" as five faces."""
    return lambda text: tuple(Face(LETTERS.index(letter) + 1) for letter in text)


@pytest.fixture(scope="session")
def held():
    """Return what reads "KKK.." as flags: a letter is a held die, a point a thrown one."""
    return lambda text: tuple(letter != "." for letter in text)


@pytest.fixture(scope="session")
def all_throws():
    """Return all 7,776 throws of five dice."""
    return tuple(product(Face, repeat=5))


@pytest.fixture(scope="session")
def most_for():
    """Return for each row the dice that score most in it when they lie served."""
    ace = Face.ACE
    best = {Category(face - 1): (face,) * 5 for face in Face}
    best[Category.STRAIGHT] = (Face.TEN, Face.JACK, Face.QUEEN, Face.KING, ace)
    best[Category.FULL] = (ace, ace, ace, Face.KING, Face.KING)
    best[Category.POKER] = (ace, ace, ace, ace, Face.NINE)
    best[Category.GRANDE] = (ace,) * 5
    return best


@pytest.fixture(scope="session")
def nothing_for():
    """Return for each row dice that score nothing in it."""
    nines, tens = (Face.NINE,) * 5, (Face.TEN,) * 4 + (Face.NINE,)
    return {row: tens if row in (Category.GRANDE, *list(Category)[2:6]) else nines for row in Category} | {
        Category.NINES: (Face.ACE,) * 5
    }


@pytest.fixture
def log_of(dice):
    """Return what makes a log: each turn one throw and the cell it goes to, ``("KKKAA", Category.FULL, 10)``."""

    def make(*turns, ruleset=None, beginner=0):
        log = [GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset or Ruleset(), beginner=beginner)]
        for text, category, column in turns:
            log += [ThrowMade(dice(text)), Entered(Cell(category, column))]
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
