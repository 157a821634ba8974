"""All chance of a duel, from its seed: the dice of every game, and what strategies get that want chance."""

import numpy as np

from scoring.strategy.matches import Dice, thrown_faces

DICE, STRATEGIES = 0, 1


def dice_of(seed: int, pair: int, columns: int) -> Dice:
    """Return what the dice show in both games of a pair, (turns, 3, 5), 0–5."""
    chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(DICE, pair)))
    return np.asarray(thrown_faces(chance, 1, columns)[0])


def chance_of(seed: int, side: int, game: int) -> np.random.Generator:
    """Return a side's chance in a game, or in games played together from that one on; 0 where none is played."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STRATEGIES, side, game)))
