"""A damaged log: moved aside, what can be read of it and of its copies carried over, and the game goes on.

A game is carried over up to its first record that is nowhere to be read, as the rules could not follow it past a gap.
The damaged file stays beside the new one, so that nothing is thrown away.
"""

from __future__ import annotations

import glob
import itertools
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from firmware import codec, schema
from firmware.backup import newest_copied, rows_of_copies
from firmware.carve import carve, carve_places
from firmware.disk_errors import as_store_error
from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError
from firmware.rereading import is_all_due, unmark
from firmware.row import NOTHING, Place, Row
from firmware.rows import LARGE_BYTES, rows_unwritable
from firmware.store import SqliteStore
from firmware.whole_file import remove, sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Clock: TypeAlias = Callable[[], str | None]

MOST_ASIDE = 3
"""So many damaged files are kept; a card that dies would fill itself with them."""


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


def open_or_replace(
    path: Path, *, now_utc: Clock | None = None, large_bytes: int = LARGE_BYTES
) -> tuple[SqliteStore, Replaced | None]:
    """Open the log; a damaged one is moved aside and replaced by what can be salvaged of it and of its copies.

    Of a large one only the newest game is looked at here, so that it opens as fast as a small one; `firmware.rereading`
    looks at the rest while there is time, and where it found damage, all is looked at here the next time.

    Returns:
        The open store, and what happened to a damaged file, None where nothing did. Where the disk has no room
        for a new file, the damaged one stays where it is and the store holds what was salvaged; its `problem`
        says so.

    Raises:
        StoreError: As `SqliteStore.open`, but never for damage.
    """
    if _is_ready(path):  # the power went while a damaged file was being replaced
        try:
            _swap(path)
        except (StoreFullError, StoreReadOnlyError) as error:
            return SqliteStore.unwritable(path, rows_unwritable(_ready(path)), error), None
    left = schema.log_of(path)
    try:
        store = SqliteStore.open(path, now_utc=now_utc, is_thorough=is_all_due(path, large_bytes))
    except StoreCorruptError as error:
        return _replaced(path, str(error), now_utc=now_utc)
    if store.problem is not None:
        return _with_what_copies_have(store, store.problem), None
    unmark(path)
    if missing := _missing_from(store, left):
        return _replaced(path, missing, now_utc=now_utc, opened=store, left=left)
    return store, None


def salvage(path: Path, *, left: bytes = b"") -> tuple[tuple[Row, ...], int]:
    """Return what can be read of a damaged log and its copies, and how many records are known to be lost.

    Args:
        path: The log.
        left: A write-ahead log that was found beside it; read where it lies when empty.

    Raises:
        StoreError: If the file cannot be read at all.
    """
    main, logged = schema.bytes_of(path), left or schema.log_of(path)
    rows = _merged(carve(main, logged), rows_of_copies(path))
    kept = tuple(_followed(rows))
    return kept, _lost(carve_places(main, logged) | {row.place for row in rows}, kept)


# -- what is missing -------------------------------------------------------------------------------------------


def _missing_from(store: SqliteStore, left: bytes) -> str:
    """Return a sentence if more was saved than a log that looks healthy shows, an empty one if all is there.

    SQLite takes a damaged frame for the end of its write-ahead log, and an empty file for a new one. The one record
    that was in hand when the power went may be whole in the log, too: it is taken.

    Args:
        store: The log, open.
        left: Its write-ahead log as it was before it was opened.
    """
    newest = store.newest
    late = [row for row in carve(b"", left) if row.sequence > newest[0]]
    if len(late) == 1 and list(_followed(late, newest)) == late:
        with suppress(StoreError):  # nobody was told that it is saved, and `store.problem` says why it is not
            store.extend(late)
    known = max((sequence for sequence, _ in {*carve_places(b"", left), *(row.place for row in late)}), default=0)
    if known > newest[0] + 1:
        return f"{store.path} lacks records up to {known}: its write-ahead log is damaged."
    copied = newest_copied(store.path)
    if copied > store.newest and any(_is_continued(store, rows) for rows in rows_of_copies(store.path)):
        return f"{store.path} lacks records up to {copied[0]}, which its copy has."
    return ""


def _with_what_copies_have(store: SqliteStore, problem: StoreError) -> SqliteStore:
    """Return a store of all that can be read where nothing can be written, and so nothing put right.

    Where its copies have more than the log, nothing is saved before the next start: a log begun anew in its place
    would be another one, and take the copies for itself.
    """
    rows, _ = salvage(store.path)
    if not rows or rows[-1].place <= store.newest:
        return store
    store.close()
    return SqliteStore.unwritable(store.path, rows, problem)


def _is_continued(store: SqliteStore, rows: Sequence[Row]) -> bool:
    """Return whether rows of a copy go on where the log ends; a copy of another log does not."""
    sequence, _ = store.newest
    if not rows or rows[-1].sequence <= sequence:
        return False
    if not sequence:
        return True
    ours = store.rows_after(sequence - 1, most=1)
    return any(row.is_same_as(ours[0]) for row in rows if row.sequence == sequence)


def _merged(rows: Sequence[Row], copies: Sequence[Sequence[Row]]) -> list[Row]:
    """Return rows of a log and of its copies in order; a copy that disagrees with the log is of another one."""
    found = {row.sequence: row for row in rows}
    for copy in sorted((copy for copy in copies if copy), key=lambda copy: copy[-1].sequence, reverse=True):
        if all(row.is_same_as(found.get(row.sequence, row)) for row in copy):
            found = {row.sequence: row for row in copy} | found
    return [found[sequence] for sequence in sorted(found)]


def _followed(rows: Iterable[Row], after: Place = NOTHING) -> Iterator[Row]:
    """Yield each game from its beginning, or from where it is known, to its first gap."""
    for game, group in itertools.groupby(rows, key=lambda row: row.game):
        expected = after[0] + 1 if game == after[1] else None
        for row in group:
            if expected is None:
                expected = row.sequence if codec.is_beginning(row.body) else 0
            if row.sequence != expected:
                break
            yield row
            expected += 1


def _lost(known: Iterable[Place], kept: Sequence[Row]) -> int:
    """Return how many records were there and are not kept: all between two that are known of in a game were there."""
    games: dict[int, list[int]] = {}
    for sequence, game in known:
        games.setdefault(game, []).append(sequence)
    return sum(max(of_game) - min(of_game) + 1 for of_game in games.values()) - len(kept)


# -- replacing -------------------------------------------------------------------------------------------------


def _replaced(
    path: Path, reason: str, *, now_utc: Clock | None, opened: SqliteStore | None = None, left: bytes = b""
) -> tuple[SqliteStore, Replaced | None]:
    """Put what can be salvaged in the place of a log; every step may be the last before a power cut."""
    rows, lost = salvage(path, left=left)
    try:
        _prepare(path, rows)
    except (StoreFullError, StoreReadOnlyError) as error:
        return SqliteStore.unwritable(path, rows, error), None
    finally:
        if opened is not None:  # not sooner: what its log held beyond the damage is gone then
            opened.close()
    moved_to = _swap(path)
    unmark(path)
    replaced = Replaced(moved_to=moved_to, reason=reason, salvaged=len(rows), lost=lost)
    return SqliteStore.open(path, now_utc=now_utc), replaced


def _prepare(path: Path, rows: Sequence[Row]) -> None:
    """Write the new file completely; once it has its name, the next start would take it, too."""
    draft = path.with_name(f"{path.name}.salvaging")
    try:
        for leftover in (draft, *schema.beside(draft)):
            leftover.unlink(missing_ok=True)
        for old in _asides(path)[: 1 - MOST_ASIDE]:
            for file in (old, *schema.beside(old)):
                remove(file)
        with closing(SqliteStore.open(draft)) as store:
            store.extend(rows)
        draft.replace(_ready(path))
        sync_folder(path.parent)
    except OSError as error:
        raise _as_ours(error, path) from error


def _swap(path: Path) -> Path:
    """Move the damaged file aside, its log first, and the salvaged one into its place; can be done again.

    A log that stayed would be played into the new file, and the disk may keep later names without earlier ones.
    """
    aside = _free_name(path)
    moves = [*zip(schema.beside(path), schema.beside(aside), strict=True), (path, aside), (_ready(path), path)]
    try:
        for old, new in moves:
            if old.exists():
                old.replace(new)
                sync_folder(path.parent)
    except OSError as error:
        raise as_store_error(error, path) from error
    return aside


def _is_ready(path: Path) -> bool:
    try:
        return _ready(path).exists()
    except OSError as error:
        raise as_store_error(error, path) from error


def _ready(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")


def _asides(path: Path) -> list[Path]:
    """Return the damaged files that were moved aside, oldest first."""
    numbers = [found.name.rpartition("-")[2] for found in path.parent.glob(f"{glob.escape(path.name)}.corrupt-*")]
    return [_aside(path, int(number)) for number in sorted({int(n) for n in numbers if n.isdecimal()})]


def _free_name(path: Path) -> Path:
    before = _asides(path)
    return _aside(path, 1 + int(before[-1].name.rpartition("-")[2]) if before else 1)


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.corrupt-{number}")


def _as_ours(error: OSError, path: Path) -> StoreError:
    return error if isinstance(error, StoreError) else as_store_error(error, path)
