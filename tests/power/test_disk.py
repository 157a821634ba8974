"""The imagined disk itself: what is synced stays, what is not may go, in whatever part."""

import random

from tests.power.disk import SECTOR, Disk, Loss
from tests.power.recording import Did, Operation

OLD, NEW = b"o" * 4 * SECTOR, b"n" * 4 * SECTOR
SYNCED, NAMES_SYNCED = Operation(did=Did.SYNC, file=1), Operation(did=Did.SYNC_FOLDER)


def wrote(content: bytes, at: int = 0, file: int = 1) -> Operation:
    return Operation(did=Did.WRITE, file=file, at=at, content=content)


SAFE = (Operation(did=Did.MAKE, file=1, path="a"), wrote(OLD), SYNCED, NAMES_SYNCED)


def found(loss: Loss, *operations: Operation, times: int = 60) -> set[bytes | None]:
    """Return what the file called "a" may hold after a cut; None where it is not there."""
    disk = Disk()
    for operation in operations:
        disk.take(operation)
    return {disk.after_cut(loss, random.Random(seed)).get("a") for seed in range(times)}


def test_what_was_synced_is_there_whatever_is_lost_and_what_was_not_may_be_lost():
    assert all(found(loss, *SAFE) == {OLD} for loss in Loss)
    assert [found(loss, *SAFE, wrote(NEW)) for loss in (Loss.NOTHING, Loss.ALL)] == [{NEW}, {OLD}]
    assert found(Loss.ALL, *SAFE[:3]) == {None}
    grown = found(Loss.RUBBISH, *SAFE, wrote(NEW, at=len(OLD)))
    assert any(set(content[len(OLD) :]) - {0, ord("n")} for content in grown)


def test_a_disk_that_stops_keeps_a_beginning_of_the_last_write_and_another_any_sectors():
    contents = found(Loss.ORDERED, *SAFE, wrote(NEW), times=300)
    assert {OLD, NEW} < contents
    assert all(content == NEW[: content.count(b"n")] + OLD[content.count(b"n") :] for content in contents)
    contents = found(Loss.ANY, *SAFE, wrote(NEW), times=300)
    assert len(contents) == 2**4
    for content in contents:
        assert all(content[at : at + SECTOR] in {OLD[:SECTOR], NEW[:SECTOR]} for at in range(0, len(content), SECTOR))


def test_a_new_name_may_come_without_its_file_and_a_removed_one_may_be_back():
    written = (Operation(did=Did.MAKE, file=2, path="b"), wrote(NEW, file=2))
    renamed, removed = Operation(did=Did.RENAME, path="b", new="a"), Operation(did=Did.REMOVE, path="a")
    assert {b"", OLD, NEW} <= found(Loss.ANY, *SAFE, *written, renamed, times=5000)  # not synced before: empty
    synced = (*SAFE, *written, Operation(did=Did.SYNC, file=2), renamed)
    assert (found(Loss.ANY, *synced), found(Loss.ALL, *synced, NAMES_SYNCED)) == ({OLD, NEW}, {NEW})
    assert (found(Loss.ANY, *SAFE, removed), found(Loss.ANY, *SAFE, removed, NAMES_SYNCED)) == ({OLD, None}, {None})
