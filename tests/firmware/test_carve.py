from __future__ import annotations

import random
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.carve import carve, carve_places
from firmware.log import schema
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Detection, DieReading, Reading, Verdict

if TYPE_CHECKING:
    from pathlib import Path

PAGE = schema.PAGE_SIZE


def die(x: float) -> DieReading:
    detection = Detection(
        box_xyxy=(x, 0.0, x + 40, 40.0),
        quad=((x, 0.0), (x + 40, 0.0), (x + 40, 40.0), (x, 40.0)),
        tilt_deg=x / 100,
        confidence=1 / (1 + x),
    )
    return DieReading(
        detection=detection, label=2, probabilities=(x / 7, 0.1, 0.9, 0.0, 0.0, 0.0), confidence=0.9, is_burning=False
    )


def record(number: int, dice: int) -> Record:
    reading = Reading(dice=tuple(map(die, range(dice))), verdict=Verdict.CLEAR, exposed_ns=number)
    return Record(ThrowMade((Face.KING,) * 5), reading)


# From some bytes to some ten pages a record: none, one and several overflow pages.
RECORDS = (
    Record(GameBegan(players=("Ä" * 50, "B"))),
    *(record(number, dice) for number, dice in enumerate([0, 5, 5, 9, 60, 5, 130, 0, 12, 5, 5, 11, 10, 8, 60, 5])),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for saved in RECORDS:
            store.append(saved)
    return path


def test_a_sound_file_gives_every_record_in_its_place(path: Path) -> None:
    rows = carve(path.read_bytes(), b"")
    assert tuple(row.record for row in rows) == RECORDS
    assert [row.sequence for row in rows] == list(range(1, len(RECORDS) + 1))
    assert {row.game for row in rows} == {1}
    assert all(row.written_utc is not None and row.written_utc.startswith("20") for row in rows)


def test_records_of_every_size_are_found(tmp_path: Path) -> None:
    # How much of a record stays in its cell depends on its size, and changes at several sizes.
    path = tmp_path / "games.sqlite3"
    records = tuple(Record(GameBegan(players=("x" * size, "B"))) for size in range(3_000, 13_000, 199))
    with closing(SqliteStore.open(path)) as store:
        for saved in records:
            store.append(saved)
    assert tuple(row.record for row in carve(path.read_bytes(), b"")) == records


def test_records_still_in_the_log_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for saved in RECORDS:
            store.append(saved)
        rows = carve(path.read_bytes(), schema.log_path(path).read_bytes())
    assert tuple(row.record for row in rows) == RECORDS


def test_a_file_without_its_first_pages_still_gives_every_record(path: Path) -> None:
    # The second page is the root of the table: all rows have moved to its leaves.
    assert tuple(row.record for row in carve(bytes(2 * PAGE) + path.read_bytes()[2 * PAGE :], b"")) == RECORDS


@pytest.mark.parametrize("wiped", range(25))
def test_what_a_wiped_page_spares_is_true(path: Path, wiped: int) -> None:
    content = path.read_bytes()
    assert len(content) > 25 * PAGE
    damaged = content[: wiped * PAGE] + b"\r" * PAGE + content[(wiped + 1) * PAGE :]
    rows = carve(damaged, b"")
    assert all(row.record == RECORDS[row.sequence - 1] for row in rows)
    assert len(rows) >= len(RECORDS) - 6


def test_no_damage_makes_a_false_record_or_an_exception(path: Path) -> None:
    rng = random.Random(1)
    content = path.read_bytes()
    for _ in range(60):
        damaged = bytearray(content)
        for _ in range(rng.randrange(1, 400)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        rows = carve(bytes(damaged[: rng.randrange(len(damaged))]), bytes(damaged[: rng.randrange(40_000)]))
        assert all(row.record == RECORDS[row.sequence - 1] for row in rows)


@settings(deadline=None)  # the machine may be busy
@given(st.binary(max_size=300))
def test_a_leaf_of_rubbish_gives_nothing(rubbish: bytes) -> None:
    assert carve(b"\x0d" + rubbish, b"") == ()


def test_no_page_of_rubbish_makes_records_up_that_were_never_there() -> None:
    # Seen after a power cut: a page began like a leaf of the index, and a single one of its cells made sense.
    rng = random.Random(1)
    for _ in range(200):
        assert carve_places(b"\x0a" + rng.randbytes(PAGE - 1), b"") == frozenset()


def test_the_index_of_a_sound_file_names_every_record(path: Path) -> None:
    assert {sequence for sequence, _ in carve_places(path.read_bytes(), b"")} == set(range(1, len(RECORDS) + 1))
