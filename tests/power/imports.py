"""Games taken in from files while the plug is pulled: each is whole or not there, and the own one goes on."""

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

from firmware.analysis import game_files, kept_games
from firmware.log import codec, opening, whole_file
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.events import GameAbandoned, GameBegan
from tests.power import game, kills

_, *HAPPENED = (replace(each, reading=None) for each in game.records())
OWN = (Record(GameBegan(players=("Änne", "Bö"), beginner=0)), *HAPPENED)
FILES = "given-*.jsonl"
LENGTHS = (500, 10, 499, 498, 4, 497, 496)  # in records, of the games in a file: more than one transaction takes


def take_in(path: Path, known: kills.Standing, seed: int, pipe: int) -> None:
    """Say whether all is there and no game is half, take in again what did not come in whole, and more files."""
    store, said = opening.open_store(path)
    here, loss = kills.found(store, known, said)
    files = sorted(path.parent.glob(FILES))
    loss = loss or wrong(store, files) or _again(store, files)
    os.write(pipe, f"{loss or 'whole'}\n".encode())
    while True:
        newest = [each for each in store.newest_game if each.game == store.newest[1]]
        store.append(OWN[len(newest) % len(OWN)])
        here = kills.told(store, here, pipe)
        seed += 1
        file = path.parent / FILES.replace("*", str(seed))
        whole_file.write_whole(file, (line_of(record) for each in _games(seed) for record in each))
        game_files.Importer(store, lambda _: None).take(file)
        here = kills.told(store, here, pipe)


def wrong(store: SqliteStore, files: list[Path], *, is_all: bool = False) -> str:
    """Return what is wrong with the games in a log, "" if nothing: half games, twice the same, one that is not here."""
    given = {_events(each) for file in files for each in _games(int(file.stem.partition("-")[2]))}
    own = _events(OWN)
    kept = [tuple(map(str, (each.event for each in one.records))) for one in kept_games.games_of_store(store)]
    foreign = Counter(each for each in kept if each != own[: len(each)])
    if not foreign.keys() <= given or max(foreign.values(), default=0) > 1:
        return f"of {len(kept)} games {len(foreign.keys() - given)} are half, {foreign.total() - len(foreign)} twice"
    if kept and kept[-1] != own[: len(kept[-1])]:
        return "another game than the own one would go on"
    return f"{len(given) - len(foreign)} games are not here" if is_all and len(foreign) < len(given) else ""


def _again(store: SqliteStore, files: list[Path]) -> str:
    """Take in the newest file again; return what is wrong then."""
    for file in sorted(files, key=lambda each: each.stat().st_mtime_ns)[-1:]:
        game_files.Importer(store, lambda _: None).take(file)
    return wrong(store, files, is_all=True)


def _games(seed: int) -> list[tuple[Record, ...]]:
    began = Record(GameBegan(players=("Gast", f"von {seed}"), beginner=0))
    return [(began, *HAPPENED[:length], Record(GameAbandoned())) for length in LENGTHS]


def _events(records: tuple[Record, ...]) -> tuple[str, ...]:
    return tuple(str(each.event) for each in records)


def line_of(record: Record) -> bytes:
    return json.dumps({**json.loads(codec.encode(record)), "written_utc": None}).encode() + b"\n"
