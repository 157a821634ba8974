"""A log that has grown for years."""

from contextlib import closing
from pathlib import Path

from firmware.log import codec
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from tests.power import game


def grown(path: Path, games: int) -> None:
    """Make a log of so many whole games."""
    bodies = [codec.encode(record) for record in game.records()]
    with closing(SqliteStore.open(path)) as store:
        for number in range(games):
            first = number * len(bodies) + 1
            stored = [StoredRecord(sequence=first + n, game=number + 1, body=body) for n, body in enumerate(bodies)]
            store.extend(stored)
