"""Three players at any game, from the first event on."""

from __future__ import annotations

from scoring import rules

ADAM, BERTA, CAESAR = range(3)
THREE = ("Adam", "Berta", "Cäsar")


def begin(agreed):
    """Return a game in which nothing has happened yet."""
    return rules.replay([agreed])


def run(state, *events):
    """Return the state after events."""
    for event in events:
        state = rules.apply(state, event)
    return state
