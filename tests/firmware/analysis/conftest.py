"""A log of some games, as a café would have it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from scoring.games.escalero import EscaleroBegan
from tests.firmware.analysis.played import game

if TYPE_CHECKING:
    from pathlib import Path

ESCALERO = (Record(EscaleroBegan(players=("Anna", "Ben"))),)
BEGUN = (Record(GameBegan(players=("Anna", "Ben"), beginner=0)), Record(ThrowMade((Face.ACE,) * 5)))
GAMES = (game(1), ESCALERO, game(2, names=("Ben", "anna ")), game(3, names=("Ben", "Clara")), BEGUN)


def fill(path: Path, *games: tuple[Record, ...]) -> None:
    """Save games."""
    with closing(SqliteStore.open(path)) as store:
        for record in (record for each in games for record in each):
            store.append(record)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return a log of three whole games, one of another kind, and one that was only begun."""
    path = tmp_path / "games.sqlite3"
    fill(path, *GAMES)
    return path
