"""Fill a log with whole games, with readings as long as real ones: ``many_games.py FILE GAMES``."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import count
from pathlib import Path

from firmware.log import codec
from firmware.log.store import SqliteStore
from firmware.log.stored import Row
from tests.power.game import records


def main(path: Path, games: int) -> None:
    """Write the same game again and again, each with its own numbers."""
    bodies = [codec.encode(record) for record in records()]
    sequences = count(1)
    with closing(SqliteStore.open(path)) as store:
        for game in range(1, games + 1):
            store.extend([Row(sequence=next(sequences), game=game, body=body) for body in bodies])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
