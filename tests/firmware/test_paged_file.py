from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from firmware.errors import StoreError
from firmware.log.schema import PAGE_SIZE
from firmware.paged_file import PagedFile

if TYPE_CHECKING:
    from pathlib import Path


def test_its_pages_are_those_of_the_file(tmp_path: Path) -> None:
    path, content = tmp_path / "file", bytes(n % 251 for n in range(2 * PAGE_SIZE + 7))
    path.write_bytes(content)
    with closing(PagedFile(path)) as file:
        assert len(file) == len(content)
        for start in (0, PAGE_SIZE, 2 * PAGE_SIZE, 3 * PAGE_SIZE, 5):
            assert file[start : start + PAGE_SIZE] == content[start : start + PAGE_SIZE]
        assert file[3:9] == content[3:9]


def test_a_file_that_is_not_there_is_empty(tmp_path: Path) -> None:
    with closing(PagedFile(tmp_path / "none")) as file:
        assert (len(file), file[0:PAGE_SIZE]) == (0, b"")


@pytest.mark.parametrize("name", ["", "n" * 999], ids=["a folder", "no name"])
def test_what_cannot_be_read_is_an_error_of_ours(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError):
        PagedFile(tmp_path / name)


def test_closing_twice_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    file = PagedFile(tmp_path / "file")
    file.close()
    file.close()
