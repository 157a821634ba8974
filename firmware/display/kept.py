"""The list of games as people think of them: when, who, how it ended or where it stands; read when asked for."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice, takewhile, zip_longest
from typing import Any, cast

from babel.dates import format_date, format_skeleton, format_time

from firmware.analysis.kept_games import KeptGame, kept_game
from firmware.display.games import game_view
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.names import form_name, pays_round
from firmware.display.replay import replay_view
from firmware.display.setup import is_guest
from firmware.errors import StoreCorruptError, StoreError
from firmware.log import codec
from firmware.log.pictures import exposures, picture
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.session.choosing import choice_of, form_of
from firmware.session.state import SessionState
from scoring import rules
from scoring.errors import ScoringError
from scoring.events import GameAbandoned, GameBegan
from scoring.game import Game, Opening, Stage
from scoring.games.sheet_game import SheetGame
from scoring.seats import folded

EVENING = timedelta(hours=12)
WEEK = 7  # days; a game of the last ones is known by its weekday


class Fate(StrEnum):
    """What became of a game; the catalogues have the words."""

    OVER = "over"
    RUNNING = "running"
    PUT_AWAY = "put-away"  # before its end: it can go on
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game in the list."""

    number: int  # as the log counts
    fate: Fate
    agreed: Opening | None = None  # what it began with; None where not even that can be read
    played_utc: str | None = None  # when it was played last, ISO 8601, as far as that is known
    points: tuple[tuple[str, bool], ...] = ()  # of each player, as they are written, and whether he won
    turns: int | None = None  # so many were entered, in a game with sheets
    continues: int | None = None  # number of the game that goes on in it


class KeptGames:
    """The games of a log; one that nothing is added to any more is looked at once."""

    def __init__(self, store: SqliteStore) -> None:
        """Take the log; nothing is read before it is asked for."""
        self._store = store
        self._guard = threading.Lock()
        self._known: dict[int, ListedGame | None] = {}

    def page(self, most: int, now: datetime, words: Catalogue) -> dict[str, object]:
        """Return what the page shows of so many of the newest games, plain JSON data."""
        found = list(islice(self.newest_first(), most + 1))
        return {"games": [row(each, now, words) for each in found[:most]], "has_more": len(found) > most}

    def newest_first(self) -> Iterator[ListedGame]:
        """Yield the games that anything happened in; one that goes on in another comes once, as that one.

        Raises:
            StoreError: If the log cannot be read.
        """
        newest, continued = self._store.newest[1], set[int]()
        for number in range(newest, 0, -1):
            if (game := self._look(number, is_newest=number == newest)) is None:
                continue
            if game.continues is not None:
                continued.add(game.continues)
            if number not in continued:
                yield game

    def of_evening(self, now: datetime) -> list[ListedGame]:
        """Return the games of the last hours, the newest first; it raises as `newest_first`."""
        timed = takewhile(lambda game: game.played_utc, self.newest_first())  # of one without a time nobody knows
        return list(takewhile(lambda game: now - datetime.fromisoformat(game.played_utc or "") < EVENING, timed))

    def evening(self, now: datetime, words: Catalogue) -> dict[str, object]:
        """Return how the two stand this evening who ended the newest game, a 10×10; nothing before their second."""
        of_today = self.of_evening(now)
        ended = [game for game in of_today if game.fate is Fate.OVER and isinstance(game.agreed, GameBegan)]
        if not ended or ended[0] is not of_today[0] or (newest := ended[0].agreed) is None:
            return {}
        one, other = map(folded, newest.players)
        both = [game for game in ended if game.agreed and {one, other} == set(map(folded, game.agreed.players))]
        won = Counter(folded(name) for game in both for name in winners(game))
        if len(both) == 1 or any(map(is_guest, newest.players)):
            return {}
        first, second = newest.players
        said = words.text("evening.tally", first=first, wins=won[one], second=second, others=won[other])
        losers = [] if won[one] == won[other] else [second if won[one] > won[other] else first]
        return {"said": f"{said} {pays_round(losers, words)}"}

    def phone_page(self, now: datetime, words: Catalogue, number: int | None = None) -> dict[str, object] | None:
        """Return this evening's games as a phone is shown them, or one by and by; None of any other game."""
        rows = {game.number: row(game, now, words) for game in self.of_evening(now)}
        if number is None:
            return {"games": list(rows.values()), "has_more": False}
        return self.replay(number, words) if number in rows else None

    def records_to_go_on(self, number: int) -> tuple[Record, ...]:
        """Return what happened in a game that was put away; nothing where there is none, or it goes on elsewhere."""
        with suppress(StoreError):
            return next((game.records for game in self.kept(Fate.PUT_AWAY, number=number)), ())
        return ()

    def kept(self, *fates: Fate, number: int | None = None) -> Iterator[KeptGame]:
        """Yield the games of which this became, oldest first, or one of them; it raises as `newest_first`."""
        for game in self.newest_first() if number else reversed(list(self.newest_first())):
            if game.fate in fates and number in (None, game.number):
                yield kept_game(self._store, game.number)

    def replay(self, number: int, words: Catalogue) -> dict[str, object] | None:
        """Return what the page shows of a game by and by; None where there is none, or it is damaged."""
        with suppress(StoreError, ScoringError, OSError, OverflowError):
            stored, pictures = kept_game(self._store, number).stored, exposures(self._store.path)
            pictured = {at for at, each in enumerate(stored) if codec.exposed_in(each.body) in pictures}
            return replay_view([codec.event_in(each.body) for each in stored], words, pictured)
        return None

    def throw_jpeg(self, number: int, n: int) -> bytes | None:
        """Return the picture of a throw by its place among the records of a game; None where none is kept."""
        with suppress(StoreError, OSError, IndexError, OverflowError):
            return picture(self._store.path, codec.exposed_in(kept_game(self._store, number).stored[n].body))
        return None

    def _look(self, number: int, *, is_newest: bool) -> ListedGame | None:
        with self._guard:
            if is_newest:
                return listed_game(self._store, number, is_newest=True)
            if number not in self._known:
                self._known[number] = listed_game(self._store, number)
            return self._known[number]


def listed_game(store: SqliteStore, number: int, *, is_newest: bool = False) -> ListedGame | None:
    """Return how a game stands in its log; None where there is none, or nothing happened in it.

    Raises:
        StoreError: If the log cannot be read.
    """
    agreed = None
    with suppress(StoreCorruptError):
        if not (first := store.stored_game(number, most=1)):
            return None
        began = first[0].record.event
        agreed = began if isinstance(began, rules.OPENINGS) else None
    kept = kept_game(store, number)
    try:
        events = [codec.event_in(each.body) for each in kept.stored]
        is_put_away = bool(events) and isinstance(events[-1], GameAbandoned)
        played = events[: len(events) - is_put_away]
        game: Game = rules.replay(played)
    except (StoreCorruptError, ScoringError):
        return ListedGame(number=number, fate=Fate.DAMAGED, agreed=agreed)
    is_running = is_newest and not is_put_away
    if len(played) == 1 and not is_running:
        return None
    players = cast("list[dict[str, Any]]", game_view(SessionState(game=game), catalogue(LANGUAGES[0]))["players"])
    return ListedGame(
        number=number,
        fate=Fate.OVER if game.stage is Stage.OVER else Fate.RUNNING if is_running else Fate.PUT_AWAY,
        agreed=game.agreed,
        played_utc=kept.stored[len(played) - 1].written_utc,
        points=tuple((player["points"], player["is_winner"]) for player in players),
        turns=len(game.entries) if isinstance(game, SheetGame) else None,
        continues=kept.continues,
    )


def winners(game: ListedGame) -> list[str]:
    """Return who won."""
    names = () if game.agreed is None else game.agreed.players
    return [name for name, (_, is_winner) in zip(names, game.points, strict=False) if is_winner]


def row(game: ListedGame, now: datetime, words: Catalogue) -> dict[str, object]:
    """Return what the page shows of a game in the list."""
    agreed, said = game.agreed, [] if game.fate is Fate.OVER else [words.text(f"kept.{game.fate}")]
    if game.turns and said:
        said.append(words.text("kept.turns", count=game.turns))
    names = () if agreed is None else agreed.players
    return {
        "number": game.number,
        "when": when(game.played_utc, now, words),
        "game": "" if agreed is None else form_name(choice_of(agreed), form_of(agreed), words),
        "players": [
            {"name": name, "points": points, "is_winner": is_winner}
            for name, (points, is_winner) in zip_longest(names, game.points, fillvalue=("", False))
        ],
        "fate": game.fate.value,
        "said": ", ".join(said),
    }


def when(noted: str | None, now: datetime, words: Catalogue) -> str:
    """Return when something was, as people say it; empty where nobody knows."""
    if not noted:
        return ""
    then = datetime.fromisoformat(noted).astimezone(now.tzinfo)
    days, time = (now.date() - then.date()).days, format_time(then, "short", locale=words.language)
    if days in (0, 1):
        return words.text("kept.yesterday" if days else "kept.today", time=time)
    if 0 < days < WEEK:
        return f"{format_date(then, 'EEEE', locale=words.language)}, {time}"
    if then.year != now.year:
        return str(format_date(then, "long", locale=words.language))
    return str(format_skeleton("MMMMd", then, locale=words.language))
