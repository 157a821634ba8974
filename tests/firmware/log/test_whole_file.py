"""Files that are whole or not there."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from firmware.log.whole_file import make_folder, remove, sync_folder, write_whole


def test_a_file_is_replaced_by_a_whole_one_and_nothing_else_is_left(tmp_path: Path):
    path = tmp_path / "set.json"
    path.write_bytes(b"before")
    write_whole(path, b"after")
    assert path.read_bytes() == b"after"
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_gives_out_leaves_what_lay_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "set.json"
    path.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_whole(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_what_an_interrupted_write_left_is_removed_by_the_next_and_nothing_else(tmp_path: Path):
    path = tmp_path / "set[1].json"
    for name in ("set[1].json.abc.part", "set1.json.abc.part", "other.json.abc.part"):
        (tmp_path / name).write_bytes(b"half")
    write_whole(path, b"whole")
    assert {file.name for file in tmp_path.iterdir()} == {path.name, "set1.json.abc.part", "other.json.abc.part"}


def test_folders_are_made_with_those_above_and_may_be_there(tmp_path: Path):
    for _ in range(2):
        make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_under_a_file_cannot_be_made(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(OSError, match="a"):
        make_folder(tmp_path / "a" / "b")


def test_a_file_is_removed_and_one_that_is_not_there_is_no_mistake(tmp_path: Path):
    path = tmp_path / "set.json"
    path.write_bytes(b"x")
    for _ in range(2):
        remove(path)
    assert not path.exists()
    remove(tmp_path / "nowhere" / "set.json")


@pytest.mark.parametrize(("number", "is_told"), [(errno.EIO, True), (errno.EINVAL, False)])
def test_a_folder_that_cannot_be_synced_is_told_but_where_no_folder_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, is_told: bool
):
    def failing(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", failing)
    if is_told:
        with pytest.raises(OSError, match="Input/output"):
            sync_folder(tmp_path)
    else:
        sync_folder(tmp_path)
