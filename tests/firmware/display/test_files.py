from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from firmware.display.files import STATIC, PageFiles, build_id

pytestmark = pytest.mark.security

FILES = PageFiles()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file, and beside it what nobody may see."""
    root, secret = tmp_path / "static", tmp_path / "secret" / "key"
    for path, text in ((root / "js" / "main.js", "1"), (secret, "hush"), (root / "index.html", "b")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / "link").symlink_to(secret)
    (root / "inward").symlink_to(root / "js" / "main.js")
    (root / "folder").symlink_to(tmp_path / "secret")
    return root


NOT_LISTED = ["link", "inward", "folder/key", "../secret/key", "js/../../secret/key", "js", "", ".", "/etc/passwd"]


def test_only_files_that_lay_in_the_folder_at_the_start_are_found(folder: Path) -> None:
    files = PageFiles(folder)
    path, state = files.lookup_path("js/main.js")
    assert (Path(path), state is None) == (folder / "js" / "main.js", False)
    (folder / "later").symlink_to(folder.parent / "secret" / "key")
    (folder / "js" / "main.js").unlink()
    for name in (*NOT_LISTED, "js/main.js\0", "later", "js/main.js"):
        assert files.lookup_path(name) == ("", None), name


def test_another_file_makes_another_build(folder: Path) -> None:
    before = build_id(folder)
    assert build_id(folder) == before
    (folder / "js" / "main.js").write_text("2", encoding="utf-8")
    assert build_id(folder) != before


def test_the_page_s_scripts_import_each_other_in_no_circle() -> None:
    scripts = [script.resolve() for script in STATIC.rglob("*.js")]
    imports = {
        script: {(script.parent / name).resolve() for name in re.findall(r'from "(\..*?)"', script.read_text("utf-8"))}
        for script in scripts
    }
    assert set(TopologicalSorter(imports).static_order()) == set(scripts)
