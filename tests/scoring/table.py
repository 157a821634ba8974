"""Dice as S1 writes them, logs of their throws, and three players at any game, from the first event on."""

from itertools import product

from scoring import dice, rules
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.ruleset import Ruleset
from scoring.sheets.sheet import Cell

ADAM, BERTA, CAESAR = range(3)
THREE = ("Adam", "Berta", "Cäsar")
LETTERS = "9TBDKA"
"""Neun, Zehn, Bube, Dame, König, As; T for the ten."""
ALL_THROWS = tuple(product(dice.Face, repeat=5))


def five(text):
    """Return what reads "KKKAA" as faces."""
    return tuple(dice.Face(LETTERS.index(letter) + 1) for letter in text)


def flags(text):
    """Return what reads "KKK.." as flags: a letter is a held die, a point a thrown one."""
    return tuple(letter != "." for letter in text)


def log_of(*turns, ruleset=None):
    """Return the log of turns of one throw each and the cell it goes to: ``("KKKAA", Category.FULL, 10)``."""
    log = [GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset or Ruleset(), beginner=0)]
    for text, category, column in turns:
        log += [ThrowMade(five(text)), Entered(Cell(category, column))]
    return log


def begin(agreed):
    """Return a game in which nothing has happened yet."""
    return rules.replay([agreed])


def run(state, *events):
    for event in events:
        state = rules.apply(state, event)
    return state
