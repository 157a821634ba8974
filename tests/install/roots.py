"""Debian roots that can boot, made once and kept: debootstrap, systemd, and this machine's way to the archives."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CACHE = Path(os.environ.get("SERVIERT_ROOTS", "/var/cache/serviert-test-install"))
TREE = Path(__file__).parents[2]
PACKAGES = "systemd-sysv,dbus,ca-certificates,make,procps,python3"
"""What a Raspberry Pi OS Lite has of what the installer uses; the rest it must fetch itself."""

DISK_BYTES = 96 << 20
TOOLS = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "nsenter": "util-linux", "ip": "iproute2"}


class CannotTestError(Exception):
    """This machine cannot boot a Debian; the sentence says why, and nothing was proved."""


def require_tools() -> None:
    """Install what is missing here; `CannotTestError` if this is not root on a Debian."""
    if os.geteuid() != 0:
        raise CannotTestError("Booting a Debian needs root. Run: sudo make test-install")
    missing = sorted({package for tool, package in TOOLS.items() if shutil.which(tool) is None})
    if not missing:
        return
    if shutil.which("apt-get") is None:
        raise CannotTestError(f"Missing here, and there is no apt: {', '.join(missing)}.")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    if subprocess.run(["apt-get", "update", "-qq"]).returncode or subprocess.run(install).returncode:
        raise CannotTestError(f"apt could not install {', '.join(missing)}.")


def base(suite: str) -> Path:
    """Return the kept root of a Debian release, made now if there is none; `CannotTestError` if it cannot be made."""
    root = CACHE / suite
    if not (root / "etc/serviert-test-root").exists():
        shutil.rmtree(root, ignore_errors=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        print(f"Making a Debian {suite} in {root} (a few minutes, once) …", flush=True)
        log = CACHE / f"{suite}.log"
        make = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(root), mirror()]
        with log.open("w") as said:
            if subprocess.run(make, stdout=said, stderr=said).returncode:
                raise CannotTestError(f"debootstrap failed; its words are in {log}.")
        (root / "etc/serviert-test-root").touch()
    return root


def mirror() -> str:
    """Return where this machine gets Debian from; `CannotTestError` if it has no such place."""
    lists = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    for line in (line for path in lists if path.is_file() for line in path.read_text().splitlines()):
        words = line.split()
        if words[:1] == ["URIs:"] and words[1].rstrip("/").endswith("debian"):
            return words[1]
        if words[:1] == ["deb"]:
            place = next(word for word in words[1:] if "://" in word)
            if place.rstrip("/").endswith("debian"):
                return place
    raise CannotTestError("This machine's apt names no Debian archive to build a root from.")


def fresh(suite: str) -> Path:
    """Return a new copy of a release's root, with the working tree in ``/srv/serviert``."""
    root = CACHE / "run" / suite
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(base(suite)), str(root)], check=True)
    for path in ("etc/ssl/certs/ca-certificates.crt", "etc/pip.conf", "etc/hosts"):
        if Path("/", path).exists():
            shutil.copy(Path("/", path), root / path)
    copy_tree(root / "srv/serviert")
    return root


def used(suite: str) -> Path:
    """Return the root as the last run left it, with the working tree as it is now."""
    root = CACHE / "run" / suite
    if not root.exists():
        return fresh(suite)
    copy_tree(root / "srv/serviert")
    return root


def copy_tree(target: Path) -> None:
    """Copy what git knows or would add, as a clone would have it."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=TREE, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (TREE / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TREE / name, target / name)


@contextmanager
def disk(suite: str) -> Iterator[Path]:
    """Make a small disk for the games, mount it here, and yield where; it goes at the end."""
    folder = CACHE / "run" / f"{suite}.games"
    folder.mkdir(exist_ok=True)
    with _image(f"{suite}.img") as image:
        if subprocess.run(["mount", "-o", "loop", str(image), str(folder)]).returncode:
            raise CannotTestError("No file can be mounted as a disk here.")
        try:
            yield folder
        finally:
            subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def block_device(suite: str) -> Iterator[Path]:
    """Make a small disk with an empty filesystem, yield its device, which nobody has mounted, and take it away."""
    with _image(f"{suite}.stick") as image:
        attach = subprocess.run(["losetup", "--find", "--show", str(image)], capture_output=True, text=True)
        if attach.returncode:
            raise CannotTestError("No file can be made a disk here.")
        try:
            yield Path(attach.stdout.strip())
        finally:
            subprocess.run(["losetup", "--detach", attach.stdout.strip()], check=True)


@contextmanager
def _image(name: str) -> Iterator[Path]:
    """Make a file with an empty filesystem in it; it goes at the end."""
    image = CACHE / "run" / name
    with image.open("wb") as made:
        made.truncate(DISK_BYTES)
    if subprocess.run(["mkfs.ext4", "-q", str(image)]).returncode:
        raise CannotTestError("No filesystem can be made in a file here.")
    yield image
    image.unlink()


def shared_folders(suite: str) -> dict[Path, str]:
    """Return what is kept between runs so that nothing is fetched twice: folders here, and where they go."""
    kept = {CACHE / f"apt-{suite}": "/var/cache/apt/archives", CACHE / f"libraries-{suite}": "/opt/serviert/libraries"}
    for folder in kept:
        folder.mkdir(parents=True, exist_ok=True)
    return kept
