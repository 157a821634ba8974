"""Files that are whole or not there."""

import errno
import os
from unittest.mock import Mock

import pytest

from firmware.log.whole_file import make_folder, remove, sync_folder, write_whole


def test_a_file_is_replaced_and_what_an_interrupted_write_left_of_it_is_removed(tmp_path):
    path = tmp_path / "set[1].json"
    path.write_bytes(b"before")
    for name in ("set[1].json.abc.part", "set1.json.abc.part", "other.json.abc.part"):
        (tmp_path / name).write_bytes(b"half")
    write_whole(path, b"whole")
    assert path.read_bytes() == b"whole"
    assert {file.name for file in tmp_path.iterdir()} == {path.name, "set1.json.abc.part", "other.json.abc.part"}


def test_folders_are_made_with_those_above_and_files_removed_both_also_twice(tmp_path):
    folder, path = tmp_path / "a" / "b", tmp_path / "set.json"
    path.write_bytes(b"x")
    for _ in range(2):
        make_folder(folder)
        remove(path)
    assert folder.is_dir()
    assert not path.exists()
    remove(tmp_path / "nowhere" / "set.json")
    path.touch()
    with pytest.raises(OSError, match="set"):
        make_folder(path / "b")


def test_a_disk_that_gives_out_leaves_what_lay_there_and_is_told_unless_no_folder_can_be_synced(tmp_path, monkeypatch):
    path = tmp_path / "set.json"
    path.write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(errno.EIO, "Input/output error")))
    for do in (lambda: write_whole(path, b"after"), lambda: sync_folder(tmp_path)):
        with pytest.raises(OSError, match="Input/output"):
            do()
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"before", [path])
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(errno.EINVAL, "Invalid argument")))
    sync_folder(tmp_path)
