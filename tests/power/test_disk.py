"""The imagined disk itself: what is synced stays, what is not may go, in whatever part."""

from __future__ import annotations

import random

from tests.power.disk import SECTOR, Disk, Loss
from tests.power.recording import Did, Operation

OLD, NEW = b"o" * 4 * SECTOR, b"n" * 4 * SECTOR


def made(file: int, path: str) -> Operation:
    return Operation(did=Did.MAKE, file=file, path=path)


def wrote(file: int, content: bytes, at: int = 0) -> Operation:
    return Operation(did=Did.WRITE, file=file, at=at, content=content)


def synced(file: int) -> Operation:
    return Operation(did=Did.SYNC, file=file)


def synced_folder(path: str = "") -> Operation:
    return Operation(did=Did.SYNC_FOLDER, path=path)


SAFE = (made(1, "a"), wrote(1, OLD), synced(1), synced_folder())


def disk_after(*operations: Operation) -> Disk:
    disk = Disk()
    for operation in operations:
        disk.take(operation)
    return disk


def found(disk: Disk, loss: Loss, times: int = 60) -> set[bytes | None]:
    """Return what the file called "a" may hold after a cut; None where it is not there."""
    return {disk.after_cut(loss, random.Random(seed)).get("a") for seed in range(times)}


def test_what_was_synced_is_there_whatever_is_lost_and_what_was_not_may_be_lost():
    assert all(found(disk_after(*SAFE), loss) == {OLD} for loss in Loss)
    written = disk_after(*SAFE, wrote(1, NEW))
    assert (found(written, Loss.NOTHING), found(written, Loss.ALL)) == ({NEW}, {OLD})
    assert found(disk_after(*SAFE[:3]), Loss.ALL) == {None}
    assert disk_after(Operation(did=Did.TELL, at=1), Operation(did=Did.TELL, at=2)).told == 2


def test_a_disk_that_stops_keeps_a_beginning_of_the_last_write():
    contents = found(disk_after(*SAFE, wrote(1, NEW)), Loss.ORDERED, 300)
    assert {OLD, NEW} < contents
    assert all(content == NEW[: content.count(b"n")] + OLD[content.count(b"n") :] for content in contents)


def test_sectors_come_in_any_order_but_whole():
    contents = found(disk_after(*SAFE, wrote(1, NEW)), Loss.ANY, 300)
    assert len(contents) == 2**4
    for content in contents:
        assert all(content[at : at + SECTOR] in {OLD[:SECTOR], NEW[:SECTOR]} for at in range(0, len(content), SECTOR))


def test_a_file_that_grew_may_hold_nothing_or_rubbish_there_and_a_cut_may_be_undone():
    grown = disk_after(*SAFE, wrote(1, NEW, at=len(OLD)))
    assert OLD + bytes(len(NEW)) in found(grown, Loss.ANY, 3000)
    assert all(set(content[len(OLD) :]) <= {0, ord("n")} for content in found(grown, Loss.ANY))
    assert any(set(content[len(OLD) :]) - {0, ord("n")} for content in found(grown, Loss.RUBBISH))
    cut = Operation(did=Did.CUT, file=1)
    assert found(disk_after(*SAFE, cut), Loss.ANY) == {OLD, b""}
    assert found(disk_after(*SAFE, cut, synced(1)), Loss.ANY) == {b""}


def test_a_new_name_may_come_without_its_file_and_a_removed_one_may_be_back():
    written, renamed = (made(2, "b"), wrote(2, NEW)), Operation(did=Did.RENAME, path="b", new="a")
    assert {b"", OLD, NEW} <= found(disk_after(*SAFE, *written, renamed), Loss.ANY, 5000)  # not synced before: empty
    disk = disk_after(*SAFE, *written, synced(2), renamed)
    assert found(disk, Loss.ANY) == {OLD, NEW}
    disk.take(synced_folder())
    assert found(disk, Loss.ALL) == {NEW}
    removed = Operation(did=Did.REMOVE, path="a")
    assert found(disk_after(*SAFE, removed), Loss.ANY) == {OLD, None}
    assert found(disk_after(*SAFE, removed, synced_folder()), Loss.ANY) == {None}


def test_a_file_is_lost_with_its_folder():
    folder = Operation(did=Did.MAKE_FOLDER, path="data")
    disk = disk_after(folder, made(1, "data/a"), wrote(1, OLD), synced(1), synced_folder("data"))
    assert disk.after_cut(Loss.ALL, random.Random(1)) == {}
    disk.take(synced_folder())
    assert disk.after_cut(Loss.ALL, random.Random(1)) == {"data": None, "data/a": OLD}
