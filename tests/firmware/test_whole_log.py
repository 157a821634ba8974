"""A log is put in its place whole or not at all."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from firmware.errors import StoreError, StoreFullError
from firmware.log import schema
from firmware.log.record import Record
from firmware.log.stored import Row
from firmware.rows import rows_unwritable
from firmware.whole_log import remove_log, write_whole_log
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BEGAN = Record(GameBegan(players=("Anna", "Ben")))


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


ROWS = tuple(Row.of(number(n) if n > 1 else BEGAN, sequence=n + 40, game=7) for n in range(1, 200))
OLD = b"what lay there before"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk of 256 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def in_parts(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    for start in range(0, len(rows), 50):
        yield rows[start : start + 50]


def test_the_rows_keep_their_places(tmp_path: Path) -> None:
    place, draft = tmp_path / "place", tmp_path / "draft"
    write_whole_log(place, in_parts(ROWS), draft=draft)
    assert rows_unwritable(place) == ROWS
    assert list(tmp_path.iterdir()) == [place]


def test_what_an_earlier_log_and_an_earlier_try_left_is_not_played_into_it(tmp_path: Path) -> None:
    place, draft = tmp_path / "place", tmp_path / "draft"
    for leftover in (place, *schema.beside(place), draft, *schema.beside(draft)):
        leftover.write_bytes(OLD)
    write_whole_log(place, in_parts(ROWS), draft=draft)
    assert rows_unwritable(place) == ROWS
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("free_pages", range(0, 48, 2))
def test_on_a_full_disk_it_is_whole_or_what_was_there_before(disk: Path, free_pages: int) -> None:
    place, draft = disk / "place", disk / "draft"
    place.write_bytes(OLD)
    spared = disk / "spared"
    spared.write_bytes(bytes(free_pages * 4096))
    with pytest.raises(OSError, match="No space"):
        (disk / "ballast").write_bytes(bytes(1 << 20))
    spared.unlink()
    try:
        write_whole_log(place, in_parts(ROWS), draft=draft)
    except StoreFullError:
        assert place.read_bytes() == OLD
        assert sorted(file.name for file in disk.iterdir()) == ["ballast", "place"]
    else:
        assert rows_unwritable(place) == ROWS


def test_what_cannot_be_removed_is_an_error_of_ours(tmp_path: Path) -> None:
    schema.log_path(tmp_path / "place").mkdir()
    with pytest.raises(StoreError):
        write_whole_log(tmp_path / "place", in_parts(ROWS), draft=tmp_path / "draft")
    with pytest.raises(OSError, match="directory"):
        remove_log(tmp_path / "place")
