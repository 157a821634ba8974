"""Whether what is saved in a folder is still there after the plug was pulled.

Two things deceive: a card that takes writes and loses them, and a folder that an overlay of memory covers, as
read-only systems have it: every write succeeds, and all of it is gone at the next start.

Source: proc_pid_mountinfo(5).
"""

import errno
import logging
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware import errors
from firmware.log.whole_file import make_folder, remove
from firmware.tables import table

log = logging.getLogger(__name__)

MOUNTS = Path("/proc/self/mountinfo")
FSTAB = Path("/etc/fstab")
REMOVABLE = (Path("/media"), Path("/run/media"))
IN_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs", "overlay", "aufs", "rootfs"})
"""Filesystems that forget; an overlay can be on a disk, but nothing about it tells so for sure."""

PROBE = ".write-test"
_OCTAL = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Mount:
    """A filesystem and where it is."""

    point: Path  # its folder
    kind: str  # such as ``ext4``
    number: str = ""  # of its disk, as the kernel counts them, such as ``179:2``
    # nothing may be written, by this mount or by the filesystem, which turns so after errors
    is_read_only: bool = False
    root: Path = Path("/")  # which folder of the filesystem is seen there; all of it is ``/``


def require_durable(folder: Path, *, mounts: Path = MOUNTS, fstab: Path = FSTAB) -> Mount:
    """Return the filesystem of a folder in which games survive a power cut; the folder is made.

    Raises:
        DataFolderUnwritableError: If nothing can be written there.
        DataFolderError: If the disk that shall be mounted on the folder is not, if the folder is in memory only, or if
            what is written there does not come back from the disk.
    """
    try:
        make_folder(folder)
        mountinfo = mounts.read_text(encoding="utf-8", errors="surrogateescape")
        found = mount_of(folder, mountinfo)
    except OSError as error:
        raise _unwritable(folder, error) from error
    resolved = folder.resolve()
    around = mount_of(resolved.parent, mountinfo)
    # systemd mounts what a service may write onto itself, so that the rest around it can be read-only.
    is_its_own = found.point == resolved and found.root != around.root / resolved.relative_to(around.point)
    if str(folder) in _mount_points(fstab) and not is_its_own:
        raise errors.DataFolderError(f"The disk with the games is missing, which belongs on {folder}. Plug it in.")
    if found.kind in IN_MEMORY:
        raise errors.DataFolderError(
            f"{folder} is kept in memory ({found.kind} on {found.point}): games in it would be gone when the power is "
            "cut. Put a disk of its own there, or make the system writable again: sudo make writable."
        )
    _probe(folder)
    return found


def refuse_forgetful(folder: Path, *, mounts: Path = MOUNTS, fstab: Path = FSTAB) -> None:
    """Refuse a folder that takes games and loses them; of one that takes none the store says so on the page.

    Raises:
        DataFolderError: As `require_durable`, but not where nothing can be written.
    """
    try:
        require_durable(folder, mounts=mounts, fstab=fstab)
    except errors.DataFolderUnwritableError as error:
        log.error("%s", error)  # noqa: TRY400 - the sentence says it all


def sticks(folders: Sequence[Path] = REMOVABLE, *, mounts: Path = MOUNTS, fstab: Path = FSTAB) -> tuple[Path, ...]:
    """Return where sticks are mounted, the one plugged in last first; a disk that belongs to this machine is none."""
    with suppress(OSError):
        found = [each for each in _mounts(mounts.read_text(errors="surrogateescape")) if each.kind not in IN_MEMORY]
        points = [each.point for each in found if str(each.point) not in _mount_points(fstab)]
        return tuple(point for point in points if any(folder in point.parents for folder in folders))
    return ()


def mount_of(folder: Path, mountinfo: str) -> Mount:
    """Return the filesystem that a folder lies on."""
    resolved = folder.resolve()
    return max(  # Of two mounted at the same place the later one covers the earlier.
        (mount for mount in _mounts(mountinfo) if resolved.is_relative_to(mount.point)),
        key=lambda mount: len(mount.point.parts),
        default=Mount(Path("/"), "unknown"),
    )


def _mounts(mountinfo: str) -> Iterator[Mount]:
    """Yield all mounts, the newest first."""
    for line in reversed(mountinfo.splitlines()):
        before, _, after = line.partition(" - ")
        here, there = before.split(" "), after.split(" ")
        if len(here) < 6:
            continue  # no line that the kernel writes
        root, point = (Path(_OCTAL.sub(lambda found: chr(int(found[1], 8)), word)) for word in here[3:5])
        is_read_only = "ro" in (*here[5].split(","), *there[-1].split(","))
        yield Mount(point, there[0], number=here[2], is_read_only=is_read_only, root=root)


def _mount_points(fstab: Path) -> tuple[str, ...]:
    """Return where disks shall be mounted; nowhere on a system without such a file."""
    try:
        lines = fstab.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ()
    return tuple(words[1] for words in map(str.split, lines) if len(words) > 1 and not words[0].startswith("#"))


def _probe(folder: Path) -> None:
    """Write, put it on the disk, and read it back from there."""
    written, path = secrets.token_bytes(4096), folder / PROBE
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            if os.write(descriptor, written) != len(written):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(descriptor)
            # Else it would come from the memory that it was just put into.
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            read = os.pread(descriptor, len(written) + 1, 0)
        finally:
            os.close(descriptor)
        remove(path)
    except OSError as error:
        raise _unwritable(folder, error) from error
    if read != written:
        raise errors.DataFolderError(
            f"{folder} gives back something else than was written into it: the card is worn out. Copy the games from "
            "it and take a new one."
        )


def _unwritable(folder: Path, error: OSError) -> errors.DataFolderUnwritableError:
    usual = f"cannot be written ({error.strerror}): no game can be saved."
    return errors.DataFolderUnwritableError(
        f"{folder} {table(__file__)['unwritable'].get(errno.errorcode.get(error.errno or 0), usual)}"
    )
