"""Dice as S1 writes them, and three players at any game, from the first event on."""

from scoring import rules
from scoring.dice import Face

ADAM, BERTA, CAESAR = range(3)
THREE = ("Adam", "Berta", "Cäsar")
LETTERS = "9TBDKA"
"""Neun, Zehn, Bube, Dame, König, As; T for the ten."""


def five(text):
    """Return what reads "KKKAA" as faces."""
    return tuple(Face(LETTERS.index(letter) + 1) for letter in text)


def flags(text):
    """Return what reads "KKK.." as flags: a letter is a held die, a point a thrown one."""
    return tuple(letter != "." for letter in text)


def begin(agreed):
    """Return a game in which nothing has happened yet."""
    return rules.replay([agreed])


def run(state, *events):
    """Return the state after events."""
    for event in events:
        state = rules.apply(state, event)
    return state
