from __future__ import annotations

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.display.files import STATIC, PageFiles, build_id

pytestmark = pytest.mark.security


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file, and beside it what nobody may see."""
    root = tmp_path / "static"
    (root / "js").mkdir(parents=True)
    (root / "js" / "main.js").write_text("1", encoding="utf-8")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("hush", encoding="utf-8")
    (root / "link").symlink_to(tmp_path / "secret" / "key")
    (root / "inward").symlink_to(root / "js" / "main.js")
    (root / "folder").symlink_to(tmp_path / "secret")
    return root


def test_a_file_of_the_folder_is_found(folder: Path) -> None:
    path, state = PageFiles(folder).lookup_path("js/main.js")
    assert Path(path) == folder / "js" / "main.js"
    assert state is not None


@pytest.mark.parametrize(
    "name",
    [
        "link",
        "inward",
        "folder/key",
        "../secret/key",
        "js/../../secret/key",
        "js",
        "",
        ".",
        "/etc/passwd",
        "js/main.js\0",
    ],
)
def test_nothing_else_is(folder: Path, name: str) -> None:
    assert PageFiles(folder).lookup_path(name) == ("", None)


def test_what_is_laid_there_later_is_not_served(folder: Path) -> None:
    files = PageFiles(folder)
    (folder / "later").symlink_to(folder.parent / "secret" / "key")
    assert files.lookup_path("later") == ("", None)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["..", ".", "js", "main.js", "page.css", "/", "\\", "\0", "%2e", "", "etc"]), max_size=8)
)
def test_whatever_the_name_only_listed_files_are_found(parts: list[str]) -> None:
    path, state = FILES.lookup_path("/".join(parts))
    assert (state is None) == (path == "")
    assert not path or os.path.commonpath([path, STATIC]) == str(STATIC)


FILES = PageFiles()


def test_another_file_makes_another_build(folder: Path) -> None:
    (folder / "page.css").write_text("a", encoding="utf-8")
    (folder / "index.html").write_text("b", encoding="utf-8")
    before = build_id(folder)
    assert build_id(folder) == before
    (folder / "js" / "main.js").write_text("2", encoding="utf-8")
    assert build_id(folder) != before


def test_a_file_that_went_away_is_not_found(folder: Path) -> None:
    files = PageFiles(folder)
    (folder / "js" / "main.js").unlink()
    assert files.lookup_path("js/main.js") == ("", None)


def test_the_page_s_scripts_import_each_other_in_no_circle() -> None:
    scripts = [script.resolve() for script in STATIC.rglob("*.js")]
    imports = {
        script: {(script.parent / name).resolve() for name in re.findall(r'from "(\..*?)"', script.read_text("utf-8"))}
        for script in scripts
    }
    assert set(TopologicalSorter(imports).static_order()) == set(scripts)
