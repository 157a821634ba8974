"""Games as files, a record a line: as they are given away, and as they are taken in where another device gave them."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

from firmware.analysis.kept_games import KeptGame, games_of_store
from firmware.errors import AnalysisError, GameIllegalError, StoreCorruptError
from firmware.log import codec
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import played
from firmware.log.wall_clock import shown_date
from scoring import rules
from scoring.errors import ScoringError
from scoring.events import GameAbandoned
from scoring.game import Stage
from scoring.seats import require_players

LARGEST_BYTES = 100_000_000  # no file of events is larger; a game has two million, or a tenth without its readings
LARGEST_GAME = 20_000_000  # letters; a game has a tenth of that
AT_ONCE = 2_000  # records that wait to be saved, in one transaction
KNOWN_AFTER = 4  # events by which a game is told from others of the same players
LONGEST_SENTENCE = 400
_GAMES = re.compile(r'^(?=[^\n]*"players"\s*:\s*\[)', re.MULTILINE)
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,100}")
_WRITTEN = re.compile(r'"written_utc":"([^"]*\+00:00)"}\s*$')


def lines_of(game: KeptGame, *, has_readings: bool = True) -> Iterator[bytes]:
    """Yield what is stored of a game, a record a line; what the eye saw is nine tenths of it and may be left out."""
    for each in game.stored:
        data = json.loads(each.body)
        seen = data["reading"] if has_readings else None
        line = {"event": data["event"], "reading": seen, "written_utc": each.written_utc}
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Importer:
    """Takes games from files into a log. Its newest game is written anew after them: it is the one that goes on."""

    def __init__(self, store: SqliteStore, say: Callable[[str], None]) -> None:
        """Look through the games that are there."""
        self._store, self._tell = store, say
        self._known: dict[int, int] = {}  # games by what happened in them
        self._waiting: list[list[tuple[Record, str | None]]] = []  # records, and when each was saved
        self._goes_on = bool(store.newest_game)  # else the newest is soon one from elsewhere
        for game in games_of_store(store):
            with suppress(StoreCorruptError):
                self._known[_marks(codec.event_in(each.body) for each in game.stored)[-1]] = game.number

    def take(self, file: Path) -> bool:
        """Take in the games of a file, and say of each left out why; return whether none was refused."""
        refused = taken = 0
        games = _texts_in(file)
        with suppress(StopIteration):
            while True:
                try:
                    taken += self._add(*_game(*next(games), file))
                except AnalysisError as error:
                    refused += 1
                    self._say(str(error))
        self._save()
        self._say(f"Games taken in from {file}: {taken}.")
        return not refused

    def _add(self, game: list[tuple[Record, str | None]], at: str) -> bool:
        """Let a game wait to be saved; return whether it is a new one."""
        marks = _marks(record.event for record, _ in game)
        if marks[-1] in self._known:
            self._say(f"{at} is here already, as game {self._known[marks[-1]]}.")
            return False
        before = next((self._known[mark] for mark in marks[-2 : KNOWN_AFTER - 1 : -1] if mark in self._known), None)
        self._known[marks[-1]] = self._store.newest[1] + len(self._waiting) + 1
        self._waiting.append([(replace(game[0][0], continues=before), game[0][1]), *game[1:]])
        if sum(map(len, self._waiting)) > AT_ONCE:
            self._save()
        return True

    def _save(self) -> None:
        """Save the games that wait, and the newest once more, in one transaction."""
        again = [(each.record, each.written_utc) for each in played(self._store.newest_game) if self._goes_on]
        if again:
            again[0] = replace(again[0][0], continues=self._store.newest[1]), again[0][1]
        if self._waiting:
            records, times = zip(*chain(*self._waiting, again), strict=True)
            self._store.append(*records, times=times)
        self._waiting = []

    def _say(self, text: str) -> None:  # files and players may be called what turns a terminal upside down
        short = text if len(text) <= LONGEST_SENTENCE else f"{text[:200]} … {text[-150:]}"
        self._tell("".join(letter if letter.isprintable() else "�" for letter in short))


def _record_in(line: str, number: int, file: Path) -> Record:
    """Return what a line of a file of events says; it raises `AnalysisError`."""
    try:
        if isinstance(data := json.loads(line), dict) and "event" in data:
            return codec.decode(json.dumps({"reading": None, **data}))
        return Record(codec.event_from(data))
    except (ValueError, TypeError, RecursionError, ScoringError, StoreCorruptError) as error:
        whose = f"Line {number} of {file} is no event"
        raise AnalysisError(f"{whose}: it is cut short, or of a newer Serviert. Fetch it anew, or update.") from error


def _texts_in(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the first line's number and the text of each game in a file; it raises `AnalysisError`."""
    try:
        if not file.is_file():  # a pipe would be waited for, and a device has no end
            raise AnalysisError(f"{file} is no file.")
        if file.stat().st_size > LARGEST_BYTES:
            raise AnalysisError(f"{file} is too large to hold the events of games.")
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise AnalysisError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise AnalysisError(f"{file} is no text; a file of events has one as JSON a line.") from error
    if not text.strip():
        raise AnalysisError(f"{file} holds no games as devices give them away.")
    line = 1
    for game in _GAMES.split(text):
        if game.strip():
            yield line, game
        line += game.count("\n")


def _game(line: int, text: str, file: Path) -> tuple[list[tuple[Record, str | None]], str]:
    """Return a game that can be played so, and what it is called; any other raises an `AnalysisError`."""
    at = f"The game from line {line} of {file}"
    if len(text) > LARGEST_GAME:
        raise GameIllegalError(f"{at} is too large for a game.")
    found: list[tuple[Record, str | None]] = [
        (_record_in(each, number, file), next(filter(shown_date, _WRITTEN.findall(each)), None))
        for number, each in enumerate(text.split("\n"), start=line)
        if each.strip()
    ]
    try:
        game: Any = rules.replay(record.event for record, _ in found)
        require_players(game.players)
        if not game.is_abandoned and game.stage is not Stage.OVER:
            found.append((Record(GameAbandoned()), found[-1][1]))
    except (ScoringError, LookupError, ValueError, TypeError) as error:
        raise GameIllegalError(f"{at} is against the rules: {error}.") from error
    if not all(map(_NAME.fullmatch, game.players)):
        raise GameIllegalError(f"{at} has a name that cannot be shown.")
    return found, at


def _marks(events: Iterable[Any]) -> list[int]:
    """Return what tells a game from others, before and after each event; that it was put away is none."""
    happened = (event for event in events if not isinstance(event, GameAbandoned))
    return list(accumulate(happened, lambda mark, event: hash((mark, event)), initial=0))
