"""A damaged log: moved aside, what can be read of it carried over, and the game goes on.

A game is carried over up to its first unreadable record, as the rules could not follow it past a gap. The damaged
file stays beside the new one, so that nothing is thrown away.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from firmware import codec, schema
from firmware.carve import carve
from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError
from firmware.store import Row, SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Clock: TypeAlias = Callable[[], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """What became of a damaged log, for the display.

    Attributes:
        moved_to: Where the damaged file is now.
        reason: What was wrong with it, a sentence.
        salvaged: Records carried over.
        lost: Records known to have been there and not carried over; there may have been more.
    """

    moved_to: Path
    reason: str
    salvaged: int
    lost: int


def open_or_replace(path: Path, *, now_utc: Clock | None = None) -> tuple[SqliteStore, Replaced | None]:
    """Open the log; a damaged one is moved aside and replaced by what can be salvaged.

    Returns:
        The open store, and what happened to a damaged file, None where nothing did. Where the disk has no room
        for a new file, the damaged one stays where it is and the store holds what was salvaged; its `problem`
        says so.

    Raises:
        StoreError: As `SqliteStore.open`, but never for damage.
    """
    if _ready(path).exists():  # the power went while a damaged file was being replaced
        _swap(path)
    try:
        return SqliteStore.open(path, now_utc=now_utc), None
    except StoreCorruptError as error:
        rows, lost = salvage(path)
        reason = str(error)
    try:
        moved_to = _replace(path, rows)
    except (StoreFullError, StoreReadOnlyError) as error:
        return SqliteStore.unwritable(path, rows, error), None
    replaced = Replaced(moved_to=moved_to, reason=reason, salvaged=len(rows), lost=lost)
    return SqliteStore.open(path, now_utc=now_utc), replaced


def salvage(path: Path) -> tuple[tuple[Row, ...], int]:
    """Return what can be read of a damaged log, and how many records are known to be lost.

    Raises:
        StoreError: If the file cannot be read at all.
    """
    try:
        main = path.read_bytes()
        log = schema.log_path(path).read_bytes() if schema.log_path(path).exists() else b""
    except OSError as error:
        raise schema.as_store_error(error, path) from error
    rows = carve(main, log)
    kept = tuple(_up_to_gaps(rows))
    return kept, (rows[-1].sequence - len(kept) if rows else 0)


# -- replacing -------------------------------------------------------------------------------------------------


def _replace(path: Path, rows: Sequence[Row]) -> Path:
    """Write the new file completely, then change places; every step may be the last before a power cut."""
    draft = path.with_name(f"{path.name}.salvaging")
    try:
        for leftover in (draft, schema.log_path(draft)):
            leftover.unlink(missing_ok=True)
        with closing(SqliteStore.open(draft)) as store:
            store.restore(rows)
        draft.replace(_ready(path))
    except OSError as error:
        raise _as_ours(error, path) from error
    return _swap(path)


def _swap(path: Path) -> Path:
    """Move the damaged file aside, its log first, and the salvaged one into its place; can be done again.

    A log that stayed would be played into the new file.
    """
    aside = _free_name(path)
    try:
        if schema.log_path(path).exists():
            schema.log_path(path).replace(schema.log_path(aside))
        if path.exists():
            path.replace(aside)
        _ready(path).replace(path)
    except OSError as error:
        raise schema.as_store_error(error, path) from error
    return aside


def _ready(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.corrupt-{number}") for number in itertools.count(1))
    return next(name for name in names if not name.exists())


def _as_ours(error: OSError, path: Path) -> StoreError:
    return error if isinstance(error, StoreError) else schema.as_store_error(error, path)


def _up_to_gaps(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield each game from its beginning to its first gap."""
    for _, group in itertools.groupby(rows, key=lambda row: row.game):
        game = list(group)
        if not codec.begins_game(game[0].record):
            continue
        first = game[0].sequence
        for number, row in enumerate(game):
            if row.sequence != first + number:
                break
            yield row
