from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from firmware.backup import SPARED_BYTES, Backups, copies_of, newest_copied
from firmware.errors import StoreCorruptError, StoreError, StoreTooNewError
from firmware.log import schema
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, Row
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
NEWER = (*schema.MIGRATIONS, ("CREATE TABLE seat (name TEXT)",))


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


def add(store: SqliteStore, *records: Record) -> None:
    for record in records:
        store.append(record)


def records_of(path: Path) -> tuple[Record, ...]:
    with closing(SqliteStore.open(path)) as store:
        return tuple(row.record for row in store.rows_after(0, most=1000))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(path)) as store:
        yield store


def test_an_empty_log_is_not_copied(store: SqliteStore, path: Path) -> None:
    assert Backups(store).make() is None
    assert not any(copy.exists() for copy in copies_of(path))
    assert newest_copied(path) == NOTHING


def test_the_copies_are_brought_up_to_date_in_turn(store: SqliteStore, path: Path) -> None:
    first, second = copies_of(path)
    made = []
    for value in range(4):
        add(store, BEGAN, number(value))
        made.append(Backups(store).make())
    assert made == [first, second, first, second]
    assert newest_copied(path) == store.newest == (8, 4)
    assert records_of(first) == tuple(r for value in range(3) for r in (BEGAN, number(value)))
    assert records_of(second) == tuple(r for value in range(4) for r in (BEGAN, number(value)))


def test_a_copy_that_has_everything_is_left_alone(store: SqliteStore, path: Path) -> None:
    add(store, BEGAN)
    assert Backups(store).make() is not None
    assert Backups(store).make() is None
    assert not copies_of(path)[1].exists()


def test_many_rows_are_copied_a_few_at_a_time(store: SqliteStore, path: Path) -> None:
    rows = [Row.of(BEGAN, sequence=1, game=1), *(Row.of(number(n), sequence=n, game=1) for n in range(2, 350))]
    store.extend(rows)
    assert Backups(store).make() == copies_of(path)[0]
    assert records_of(copies_of(path)[0]) == tuple(row.record for row in rows)


def test_damage_is_not_copied_and_the_good_copy_stays(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        add(store, BEGAN, number(2_012))
        good = Backups(store).make()
        add(store, number(2_013), number(2_014), BEGAN)
    path.write_bytes(path.read_bytes().replace(b'"exposed_ns":2013', b'"exposed_ns":2O13'))
    with (
        closing(SqliteStore.open(path, is_thorough=False)) as damaged,
        pytest.raises(StoreCorruptError, match="Record 3"),
    ):
        Backups(damaged).make()
    assert good is not None
    assert records_of(good) == (BEGAN, number(2_012))


def test_a_damaged_copy_is_made_anew(store: SqliteStore, path: Path) -> None:
    first, second = copies_of(path)
    for copy in (first, second):
        add(store, BEGAN)
        assert Backups(store).make() == copy
    first.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    add(store, number(1))
    assert Backups(store).make() == first
    assert records_of(first) == (BEGAN, BEGAN, number(1))


def test_a_copy_of_another_log_is_made_anew(store: SqliteStore, path: Path) -> None:
    with closing(SqliteStore.open(copies_of(path)[0])) as other:
        add(other, number(1), number(2), number(3))
    with closing(SqliteStore.open(copies_of(path)[1])) as other:
        add(other, number(4), number(5), number(6), number(7))
    add(store, BEGAN, number(8))
    assert Backups(store).make() == copies_of(path)[0]
    assert records_of(copies_of(path)[0]) == (BEGAN, number(8))


def test_a_copy_leaves_room_for_the_game(store: SqliteStore, path: Path) -> None:
    add(store, BEGAN)
    size = path.stat().st_size
    assert Backups(store, free_bytes=lambda _: size + SPARED_BYTES - 1).make() is None
    assert not copies_of(path)[0].exists()
    assert Backups(store, free_bytes=lambda _: size + SPARED_BYTES).make() == copies_of(path)[0]


def test_a_copy_of_a_newer_serviert_is_not_touched(store: SqliteStore, path: Path) -> None:
    for copy in copies_of(path):
        SqliteStore.open(copy, migrations=NEWER).close()
    before = [copy.read_bytes() for copy in copies_of(path)]
    add(store, BEGAN)
    with pytest.raises(StoreTooNewError):
        Backups(store).make()
    assert [copy.read_bytes() for copy in copies_of(path)] == before


def test_beside_a_copy_of_a_newer_serviert_the_other_one_is_kept_up_to_date(store: SqliteStore, path: Path) -> None:
    first, second = copies_of(path)
    SqliteStore.open(first, migrations=NEWER).close()
    before = first.read_bytes()
    for value in range(2):
        add(store, BEGAN, number(value))
        assert Backups(store).make() == second
    assert first.read_bytes() == before


@pytest.mark.parametrize("is_begun_with", [True, False], ids=["at the start", "when it is told to"])
def test_a_thread_makes_the_copies(store: SqliteStore, path: Path, is_begun_with: bool) -> None:
    looked = threading.Event()

    def free_bytes(_: Path) -> int:
        looked.set()
        return 1 << 40

    copies = Backups(store, free_bytes=free_bytes)
    if is_begun_with:
        add(store, BEGAN)
    copies.start()
    if not is_begun_with:
        add(store, BEGAN)
        copies.make_soon()
    assert looked.wait(timeout=60)
    copies.close()  # perhaps in the middle of it: the next start goes on with it
    Backups(store).make()
    assert newest_copied(path) == store.newest


def test_a_damaged_copy_that_cannot_be_removed_is_told_in_words(store: SqliteStore, path: Path) -> None:
    copy = copies_of(path)[0]
    copy.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    schema.log_path(copy).mkdir()
    add(store, BEGAN)
    with pytest.raises(StoreError, match=str(copies_of(path)[0])):
        Backups(store).make()


def test_a_mistake_in_copying_does_not_end_it(store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asked, again = threading.Event(), threading.Event()

    def free_bytes(_: Path) -> int:
        if not asked.is_set():
            asked.set()
            raise RuntimeError(path)
        again.set()
        return 1 << 40

    add(store, BEGAN)
    copies = Backups(store, free_bytes=free_bytes)
    copies.start()
    assert asked.wait(timeout=60)
    copies.make_soon()
    assert again.wait(timeout=60)
    copies.close()
    assert "RuntimeError" in caplog.text


def test_closing_what_never_began_does_nothing(store: SqliteStore) -> None:
    Backups(store).close()
