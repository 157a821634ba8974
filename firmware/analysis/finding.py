"""Which game is meant: a number, or the last one."""

from collections.abc import Callable, Sequence
from pathlib import Path

from firmware import errors
from firmware.analysis.kept_games import KeptGame, games_of_log
from firmware.log.record import Record
from scoring.errors import ScoringError

LAST = "last"
TEN_BY_TEN = "game of Würfelpoker 10×10 with an entry"


def kept_game(wanted: str, log: Path, *, suits: Callable[[Sequence[Record]], object], what: str = "game") -> KeptGame:
    """Return a game by its number, or the newest one that suits.

    Args:
        wanted: A number, or ``last``.
        log: Where games are kept.
        suits: Tells of the newest games whether one may be meant; raises `OtherGameError` where it is another game,
            any other `AnalysisError` or a `ScoringError` where it is damaged.
        what: Is looked for, in words.

    Raises:
        GameMissingError: If there is no such game.
        GameIllegalError: If a game that is to be looked at does not replay.
        StoreError: If a log cannot be read.
    """
    if wanted.isascii() and wanted.isdigit():
        return _numbered(wanted, log)
    if wanted != LAST:
        said = "name one by its number, or the newest by 'last'; `serviert import` takes in those of files"
        raise errors.GameMissingError(f"There is no game {wanted[:100]!r}; {said}.")
    unreadable = 0
    for game in games_of_log(log, reversed):
        try:
            if suits(game.records):
                return game
        except errors.OtherGameError:
            continue
        except (errors.AnalysisError, errors.StoreCorruptError, ScoringError):
            unreadable += 1  # the one before is the last that can be looked at
    raise none_kept(log, unreadable, what)


def none_kept(log: Path, unreadable: int, what: str = TEN_BY_TEN) -> errors.GameMissingError:
    """Return what is said where there is no such game, and so many are damaged."""
    if not unreadable:
        return errors.GameMissingError(f"No {what} is kept in {log}; play one first.")
    damaged = "the only one is" if unreadable == 1 else f"all {unreadable} are"
    return errors.GameMissingError(
        f"No {what} in {log} can be read: {damaged} damaged. `serviert doctor` looks at the store."
    )


def _numbered(wanted: str, log: Path) -> KeptGame:
    numbers: list[int] = []

    def choose(there: Sequence[int]) -> list[int]:
        numbers.extend(there)
        return [number for number in there if str(number) == wanted.lstrip("0")]

    for game in games_of_log(log, choose):
        return game
    there = f"there are {min(numbers)} to {max(numbers)}" if numbers else "none is kept there yet"
    raise errors.GameMissingError(f"There is no game {wanted[:100]} in {log}; {there}.")
