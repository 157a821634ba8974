"""Files that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.whole_file import write_whole


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
