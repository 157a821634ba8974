"""Small disks, which can be full or read-only, and a log of two games."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.log.games import FIRST, SECOND, copied, fill


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite3"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a sound log of two games with its copy, made once."""
    path = tmp_path_factory.mktemp("made") / "games.sqlite3"
    fill(path, *FIRST, *SECOND)
    copied(path)
    return path


@pytest.fixture
def two_games(path: Path, made: Path) -> Path:
    path.parent.mkdir()
    shutil.copyfile(made, path)
    return path


@pytest.fixture
def with_copy(two_games: Path, made: Path) -> Path:
    for file in made.parent.iterdir():
        shutil.copyfile(file, two_games.with_name(file.name))
    return two_games


def mounted(folder: Path, options: str) -> bool:
    """Mount a small disk, as root may."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    if not mounted(folder, "size=512k"):
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def lockable_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk for `set_read_only`."""
    folder = tmp_path / "lockable"
    is_mounted = mounted(folder, "size=4m")
    if not is_mounted and os.geteuid() == 0:
        pytest.skip("root may write everywhere, and may not mount here")
    yield folder
    set_read_only(folder, is_read_only=False)
    if is_mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def set_read_only(folder: Path, *, is_read_only: bool) -> None:
    if folder.is_mount():
        subprocess.run(["mount", "-o", f"remount,{'ro' if is_read_only else 'rw'}", str(folder)], check=True)
        return
    folder.chmod(0o555 if is_read_only else 0o755)
    for file in folder.iterdir():
        file.chmod(0o444 if is_read_only else 0o644)


def fill_up(folder: Path) -> Path:
    """Leave no room on a small disk, and return what takes it."""
    ballast = folder / "ballast"
    with pytest.raises(OSError, match="No space"):
        ballast.write_bytes(bytes(8 << 20))
    return ballast
