"""Logs of games as the companion keeps them, with what the eye saw of each throw."""

import math
import random
from functools import cache

from firmware.log.record import Record
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset
from scoring.strategy.baselines import ColumnNormal, OverPar
from tests.scoring.strategy.recorded import Player, played
from tests.vision.table import DIE_PX, die_at
from vision.reading import Reading, Verdict


@cache
def game(seed: int = 1, columns: int = 2, names: tuple[str, str] = ("Anna", "Ben")) -> tuple[Record, ...]:
    """Return the log of a whole game; the first player is the better one."""
    players = Player(ColumnNormal(), 0.05), Player(OverPar(), 0.1)
    _, (state,) = played(players, 1, seed, ruleset=Ruleset(columns=columns), beginner=seed % 2)
    return records_of(state, names, random.Random(seed))


def records_of(state: GameState, names: tuple[str, str], chance: random.Random) -> tuple[Record, ...]:
    """Return the log of a game in which nothing was put right."""
    log = [Record(GameBegan(players=names, ruleset=state.ruleset, beginner=state.beginner))]
    for entry in state.entries:
        log += [Record(ThrowMade(throw.faces, throw.held), reading(throw.faces, chance)) for throw in entry.throws]
        log.append(Record(Entered(entry.cell, entry.chosen_by)))
    return tuple(log)


def reading(faces: tuple[Face, ...], chance: random.Random) -> Reading:
    """Return what the eye saw: dice anywhere on the board, turned somehow, none on another."""
    middles: list[tuple[float, float]] = []
    while len(middles) < len(faces):
        middle = chance.uniform(60, 580), chance.uniform(60, 420)
        if all(math.dist(middle, other) > 1.3 * DIE_PX for other in middles):
            middles.append(middle)
    dice = tuple(die_at(middle, face - 1, chance.uniform(0, 90)) for face, middle in zip(faces, middles, strict=True))
    return Reading(dice=dice, verdict=Verdict.CLEAR, exposed_ns=1, size_wh=(640, 480))
