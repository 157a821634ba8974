"""What is left of damaged files: the log goes before, copies fill its gaps, and a copy of another log nothing."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from firmware.backup import copies_of
from firmware.errors import StoreCorruptError
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, Row
from firmware.rows import rows_unwritable
from firmware.salvaged import GAMES_HELD, ROWS_AT_ONCE, Remains, Trace, followed, goes_on
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from pathlib import Path

BEGAN = Record(GameBegan(players=("Anna", "Ben")))


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


ROWS = tuple(Row.of(number(10_000 + n) if n % 30 else BEGAN, sequence=n + 1, game=1 + n // 30) for n in range(150))


def save(path: Path, *rows: Row) -> Path:
    with closing(SqliteStore.open(path)) as store:
        store.extend(rows)
    return path


def spoil(path: Path, old: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, b"!" * len(old)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return save(tmp_path / "games.sqlite3", *ROWS)


def kept(path: Path) -> tuple[Row, ...]:
    with closing(Remains(path)) as found:
        some = list(found.rows())
        assert all(len(rows) <= ROWS_AT_ONCE for rows in some)
        return tuple(row for rows in some for row in rows)


def test_all_rows_of_a_sound_log_are_there_in_order(path: Path) -> None:
    assert kept(path) == ROWS
    with closing(Remains(path)) as found:
        assert (found.newest, found.lost) == (ROWS[-1].place, 0)


def test_of_nothing_nothing_is_left(tmp_path: Path) -> None:
    with closing(Remains(tmp_path / "games.sqlite3")) as found:
        assert (found.newest, found.lost, found.newest_rows()) == (NOTHING, 0, ())


def test_what_the_log_lacks_comes_from_its_copies_be_they_damaged_too(path: Path) -> None:
    first, second = (save(copy, *rows) for copy, rows in zip(copies_of(path), (ROWS[:90], ROWS[:120]), strict=True))
    spoil(path, b'"exposed_ns":10012')
    spoil(path, b'"exposed_ns":10102')
    spoil(first, b'"exposed_ns":10013')
    spoil(second, b'"exposed_ns":10012')
    assert kept(path) == ROWS


def test_a_copy_that_disagrees_gives_nothing(path: Path) -> None:
    other = Row.of(number(7), sequence=3, game=1)
    save(copies_of(path)[0], *ROWS[:2], other, *ROWS[3:], Row.of(BEGAN, sequence=151, game=6))
    spoil(path, b'"exposed_ns":10102')
    assert kept(path) == (*ROWS[:102], *ROWS[120:])


def test_of_two_copies_that_disagree_the_newer_one_is_believed(path: Path) -> None:
    ends = [(*ROWS, Row.of(number(n), sequence=151, game=5)) for n in (7, 8)]
    save(copies_of(path)[0], *ends[0])
    save(copies_of(path)[1], *ends[1], Row.of(BEGAN, sequence=152, game=6))
    assert kept(path) == (*ends[1], Row.of(BEGAN, sequence=152, game=6))


def test_a_copy_that_cannot_be_opened_is_passed_over(path: Path) -> None:
    copies_of(path)[0].mkdir()
    spoil(save(copies_of(path)[1], *ROWS), b'"exposed_ns":10102')
    assert kept(path) == ROWS
    assert not goes_on(copies_of(path)[0], ROWS[0])


def test_where_nothing_can_be_written_the_newest_games_are_held(tmp_path: Path) -> None:
    games = [Row.of(BEGAN, sequence=n, game=n) for n in range(1, GAMES_HELD + 3)]
    with closing(Remains(save(tmp_path / "games.sqlite3", *games))) as found:
        assert found.newest_rows() == tuple(games[2:])


def test_a_row_that_is_gone_when_it_is_read_again_is_an_error_of_ours(path: Path) -> None:
    with closing(Remains(path)) as found:
        with path.open("r+b") as file:
            file.write(bytes(path.stat().st_size))
        with pytest.raises(StoreCorruptError, match="cannot be read again"):
            list(found.rows())


def test_a_game_is_followed_to_its_first_gap() -> None:
    traces = [Trace.of(row) for row in ROWS[:5] + ROWS[6:30] + ROWS[31:60] + ROWS[60:62]]
    assert [trace.sequence for trace in followed(traces)] == [1, 2, 3, 4, 5, 61, 62]
    assert [trace.sequence for trace in followed(traces[5:8], after=(6, 1))] == [7, 8, 9]


@pytest.mark.parametrize(
    ("rows", "newest", "expected"),
    [
        (ROWS[:9], ROWS[7], True),
        (ROWS[:8], ROWS[7], False),
        (ROWS[:1], None, True),
        ((), None, False),
        (ROWS[:9], Row.of(number(7), sequence=8, game=1), False),
    ],
    ids=["longer", "as long", "the log is empty", "both are empty", "of another log"],
)
def test_a_copy_goes_on_where_the_log_ends(
    tmp_path: Path, rows: tuple[Row, ...], newest: Row | None, expected: bool
) -> None:
    assert goes_on(save(tmp_path / "copy", *rows), newest) is expected


def test_a_copy_is_not_changed_by_a_look_at_it(path: Path) -> None:
    before = path.read_bytes()
    assert rows_unwritable(path) == kept(path)
    assert path.read_bytes() == before
