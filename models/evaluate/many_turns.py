"""Turns by the thousand, played by physics and read with errors as measured on games: holds, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.evaluate.holds import HoldRecord, Moment, PlayedTurn, hold_records
from models.evaluate.looks import LookErrors, Onlooker
from models.evaluate.play import Habits, play_turn
from models.evaluate.tables import sample_table, true_dice
from models.evaluate.workers import worked
from models.render.mechanics import Bodies
from models.render.throws import Physics

TABLES = 60
"""Of about three minutes on one core; ten times as many tell a tenth of a percent for certain."""

TURNS_A_TABLE = 40
SEED = 58
HABITS = Habits()


@dataclass(frozen=True, slots=True)
class TurnsTask:
    """Some turns on one table, to be played and read."""

    errors: LookErrors
    table: int
    turns: int


def play_many(errors: LookErrors, *, jobs: int, tables: int = TABLES) -> tuple[HoldRecord, ...]:
    """Return what is said of the holds of so many tables, `TURNS_A_TABLE` turns each.

    Raises:
        PhysicsMissingError: If MuJoCo is absent.
    """
    tasks = [TurnsTask(errors, table, TURNS_A_TABLE) for table in range(tables)]
    played = worked(turns_task, tasks, jobs=jobs, what=f"playing turns, {TURNS_A_TABLE} a table")
    return tuple(record for of_table in played for record in of_table)


def turns_task(task: TurnsTask) -> tuple[HoldRecord, ...]:
    """Return what is said of the holds of a table's turns."""
    rng = np.random.default_rng((SEED, task.table))
    table = sample_table(rng)
    physics = Physics(table.board, Bodies(size_mm=table.size_mm))
    onlooker = Onlooker(task.errors, rng)
    records: list[HoldRecord] = []
    for _ in range(task.turns):
        turn = play_turn(physics, rng, HABITS)
        moments = tuple(Moment(true_dice(table, view), view.has_hand, view.is_settled) for view in turn.views)
        played = PlayedTurn(moments, turn.throws)
        records += hold_records(played, onlooker.sights(moments, turn.throws))
    return tuple(records)
