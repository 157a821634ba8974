"""Files that are whole or not there, whenever the plug is pulled.

A file's content and its name are two things on a disk: both are synced before anybody is told that it is saved.

Source: fsync(2): "Calling fsync() does not necessarily ensure that the entry in the directory containing the file has
also reached disk. For that an explicit fsync() on a file descriptor for the directory is also needed."
"""

import errno
import glob
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_UNFINISHED = ".part"
_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP}  # what file systems say that do not sync folders, as a USB stick's


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file, whole or piece by piece, beside its place and put it there, or leave what lay there before.

    What an earlier try left beside it is removed.
    """
    for leftover in path.parent.glob(f"{glob.escape(path.name)}.*{_UNFINISHED}"):
        leftover.unlink(missing_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", suffix=_UNFINISHED, delete=False) as file:
        unfinished = Path(file.name)
        try:
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
            raise
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, all there after a power cut."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in missing:
        sync_folder(place.parent)


def remove(path: Path) -> None:
    """Remove a file for good; one that is not there is no mistake."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Put on the disk what was named, renamed and removed in a folder."""
    with suppress(FileNotFoundError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            os.close(opened)
