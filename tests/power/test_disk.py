"""The imagined disk itself: what is synced stays, what is not may go, in whatever part."""

from __future__ import annotations

import random

import pytest

from tests.power.disk import SECTOR, Disk, Loss
from tests.power.recording import Cut, Made, MadeFolder, Operation, Removed, Renamed, Synced, SyncedFolder, Told, Wrote

OLD, NEW = b"o" * 4 * SECTOR, b"n" * 4 * SECTOR
SAFE = (Made(1, "a"), Wrote(1, 0, OLD), Synced(1), SyncedFolder(""))
LOSSES = tuple(Loss)


def disk_after(*operations: Operation) -> Disk:
    disk = Disk()
    for operation in operations:
        disk.take(operation)
    return disk


def found(disk: Disk, loss: Loss, times: int = 60) -> set[bytes | None]:
    """Return what the file called "a" may hold after a cut; None where it is not there."""
    return {disk.after_cut(loss, random.Random(seed)).get("a") for seed in range(times)}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_was_synced_is_there_whatever_is_lost(loss: Loss):
    assert found(disk_after(*SAFE), loss) == {OLD}


def test_a_killed_process_loses_nothing():
    assert found(disk_after(*SAFE, Wrote(1, 0, NEW)), Loss.NOTHING) == {NEW}


def test_all_that_was_not_synced_may_be_lost():
    assert found(disk_after(*SAFE, Wrote(1, 0, NEW)), Loss.ALL) == {OLD}
    assert found(disk_after(Made(1, "a"), Wrote(1, 0, OLD), Synced(1)), Loss.ALL) == {None}


def test_a_disk_that_stops_keeps_a_beginning_of_the_last_write():
    contents = found(disk_after(*SAFE, Wrote(1, 0, NEW)), Loss.ORDERED, 300)
    assert {OLD, NEW} < contents
    assert all(content == NEW[: content.count(b"n")] + OLD[content.count(b"n") :] for content in contents)


def test_sectors_come_in_any_order_but_whole():
    contents = found(disk_after(*SAFE, Wrote(1, 0, NEW)), Loss.ANY, 300)
    assert len(contents) == 2**4
    for content in contents:
        assert all(content[at : at + SECTOR] in {OLD[:SECTOR], NEW[:SECTOR]} for at in range(0, len(content), SECTOR))


def test_a_file_that_grew_may_hold_nothing_or_rubbish_there():
    grown = disk_after(*SAFE, Wrote(1, len(OLD), NEW))
    assert OLD + bytes(len(NEW)) in found(grown, Loss.ANY, 3000)
    assert all(set(content[len(OLD) :]) <= {0, ord("n")} for content in found(grown, Loss.ANY))
    assert any(set(content[len(OLD) :]) - {0, ord("n")} for content in found(grown, Loss.RUBBISH))


def test_a_cut_that_was_not_synced_may_be_undone():
    assert found(disk_after(*SAFE, Cut(1, 0)), Loss.ANY) == {OLD, b""}
    assert found(disk_after(*SAFE, Cut(1, 0), Synced(1)), Loss.ANY) == {b""}


def test_a_new_name_may_come_without_its_file_and_a_file_without_its_name():
    renamed = disk_after(*SAFE, Made(2, "b"), Wrote(2, 0, NEW), Renamed("b", "a"))
    assert {b"", OLD, NEW} <= found(renamed, Loss.ANY, 5000)  # renamed before it was synced: empty
    synced = disk_after(*SAFE, Made(2, "b"), Wrote(2, 0, NEW), Synced(2), Renamed("b", "a"))
    assert found(synced, Loss.ANY) == {OLD, NEW}
    synced.take(SyncedFolder(""))
    assert found(synced, Loss.ALL) == {NEW}


def test_a_removed_file_may_be_back():
    assert found(disk_after(*SAFE, Removed("a")), Loss.ANY) == {OLD, None}
    assert found(disk_after(*SAFE, Removed("a"), SyncedFolder("")), Loss.ANY) == {None}


def test_a_file_is_lost_with_its_folder():
    disk = disk_after(MadeFolder("data"), Made(1, "data/a"), Wrote(1, 0, OLD), Synced(1), SyncedFolder("data"))
    assert disk.after_cut(Loss.ALL, random.Random(1)) == {}
    disk.take(SyncedFolder(""))
    assert disk.after_cut(Loss.ALL, random.Random(1)) == {"data": None, "data/a": OLD}


def test_what_was_told_is_remembered():
    assert disk_after(Told(1), Told(2)).told == 2
