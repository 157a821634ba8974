"""Debian roots that can boot, made once and kept, and one that is really booted, by systemd-nspawn."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

CACHE = Path(os.environ.get("SERVIERT_ROOTS", "/var/cache/serviert-test-install"))
TREE = Path(__file__).parents[2]
PACKAGES = "systemd-sysv,dbus,ca-certificates,make,procps,python3"
"""What a Raspberry Pi OS Lite has of what the installer uses; the rest it must fetch itself."""

DISK_BYTES = 96 << 20
TOOLS = "debootstrap systemd-container util-linux iproute2"
MAKE_BASE = f"""unproven="that it can be installed"; . tests/roots.sh
require_root && require_debian_packages {TOOLS}
[ -e "$1" ] || bootstrap "$1" "$(dpkg --print-architecture)" {PACKAGES} "$2" """


class CannotTestError(Exception):
    """This machine cannot boot a Debian; the sentence says why, and nothing was proved."""


def base(suite: str) -> Path:
    """Return the kept root of a Debian release, made now if there is none, as are the tools."""
    root = CACHE / f"debian-{suite}"
    if subprocess.run(["bash", "-euc", MAKE_BASE, "base", str(root), suite], cwd=TREE).returncode:
        raise CannotTestError(f"there is no root of Debian {suite}, see above.")
    return root


def root_of(suite: str, *, again: bool) -> Path:
    """Return a copy of a release's root, new or as the last run left it, with the working tree in ``/srv/serviert``."""
    kept, root = base(suite), CACHE / "run" / suite
    if not again or not root.exists():
        shutil.rmtree(root, ignore_errors=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", "--reflink=auto", str(kept), str(root)], check=True)
        for path in ("etc/ssl/certs/ca-certificates.crt", "etc/pip.conf", "etc/hosts"):
            if Path("/", path).exists():
                shutil.copy(Path("/", path), root / path)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]  # as a clone would have it
    listed = subprocess.run(command, cwd=TREE, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (TREE / name).is_file():
            target = root / "srv/serviert" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TREE / name, target)
    return root


@contextmanager
def disk(suite: str) -> Iterator[Path]:
    """Make a small disk for the games, mount it here, and yield where; it goes at the end."""
    folder = CACHE / "run" / f"{suite}.games"
    folder.mkdir(exist_ok=True)
    with block_device(suite) as device:
        if subprocess.run(["mount", str(device), str(folder)]).returncode:
            raise CannotTestError("No file can be mounted as a disk here.")
        try:
            yield folder
        finally:
            subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def block_device(suite: str) -> Iterator[Path]:
    """Make a small disk with an empty filesystem; it goes at the end."""
    image = CACHE / "run" / f"{suite}.img"
    with image.open("wb") as made:
        made.truncate(DISK_BYTES)
    attach = subprocess.run(["losetup", "--find", "--show", str(image)], capture_output=True, text=True)
    device = attach.stdout.strip()
    if attach.returncode or subprocess.run(["mkfs.ext4", "-q", device]).returncode:
        raise CannotTestError("No file can be made a disk here.")
    try:
        yield Path(device)
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)
        image.unlink()


def shared_folders(suite: str) -> dict[Path, str]:
    """Return what is kept between runs so that nothing is fetched twice: folders here, and where they go."""
    kept = {CACHE / f"apt-{suite}": "/var/cache/apt/archives", CACHE / f"libraries-{suite}": "/opt/serviert/libraries"}
    for folder in kept:
        folder.mkdir(parents=True, exist_ok=True)
    return kept


# -- booted ------------------------------------------------------------------------------------------------------

BOOT_S = 90.0
RESTARTS = 133  # what systemd-nspawn ends with then
CLEAN = ("env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8")

# A cgroup tree of its own kind: hosts with the old one would hand it on, and new systemds refuse that.
_BOOT = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"'


def ended(command: list[str], *, within_s: float = 900.0) -> subprocess.CompletedProcess[str]:
    both = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, **both, text=True, timeout=within_s, check=False)


def ran(command: list[str], *, within_s: float = 900.0) -> str:
    done = ended(command, within_s=within_s)
    assert done.returncode == 0, f"`{command[-1]}` ended with {done.returncode}:\n{done.stdout[-3000:]}"
    return done.stdout.strip()


def _boot(root: Path, binds: Mapping[Path, str], *, online: bool, overlay: bool) -> list[str]:
    # Online it shares this machine's network, else it has none but loopback; an overlay is one in memory.
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe"]
    command += ["--capability=CAP_BPF,CAP_PERFMON,CAP_SYS_RESOURCE,CAP_NET_ADMIN", "--system-call-filter=bpf"]
    command += [f"--directory={root}", f"--machine=serviert-{root.name}", "--link-journal=no"]
    command += ["--resolv-conf=copy-host"] if online else ["--private-network", "--resolv-conf=off"]
    command += ["--volatile=overlay"] if overlay else []
    command += [f"--bind={here}:{there}" for here, there in binds.items()]
    return ["unshare", "-m", "sh", "-c", _BOOT, "boot", *command]


def starts_once(root: Path, binds: Mapping[Path, str]) -> None:
    """Boot a system, online, and wait until it restarts by itself."""
    done = ended(_boot(root, binds, online=True, overlay=False), within_s=1800)
    assert done.returncode == RESTARTS, f"it ended with {done.returncode}:\n{done.stdout[-3000:]}"


class Machine:
    """A booted system; a context manager that powers it off."""

    def __init__(self, root: Path, *, binds: Mapping[Path, str], online: bool = False, overlay: bool = False) -> None:
        self._console = (root.parent / f"{root.name}.console").open("ab")
        boot, nothing = _boot(root, binds, online=online, overlay=overlay), subprocess.DEVNULL
        self._process = subprocess.Popen(boot, stdin=nothing, stdout=self._console, stderr=self._console)
        self._root = root
        self.leader = self._booted()  # the number that its first process has here

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.run("systemctl poweroff")
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._console.close()

    def run(self, command: str, *, within_s: float = 900.0) -> subprocess.CompletedProcess[str]:
        return ended([*self._enter("--all"), *CLEAN, "sh", "-c", command], within_s=within_s)

    def says(self, command: str, *, within_s: float = 900.0) -> str:
        return ran([*self._enter("--all"), *CLEAN, "sh", "-c", command], within_s=within_s)

    def from_here(self, command: str) -> None:
        ran([*self._enter("--net"), "sh", "-c", command])

    def _enter(self, what: str) -> list[str]:
        return ["nsenter", "--target", str(self.leader), what]

    def shows(self, what: str, unit: str = "serviert.service") -> str:
        return self.says(f"systemctl show --property={what} --value {unit}")

    def until(self, command: str, *, within_s: float) -> float:
        """Try a command until it succeeds; return how long that took, in seconds. An assertion if it took longer."""
        begun = time.monotonic()
        while (done := self.run(command)).returncode:
            late = f"`{command}` not so within {within_s} s:\n{done.stdout[-3000:]}"
            assert time.monotonic() - begun < within_s, late
            time.sleep(0.2)
        return time.monotonic() - begun

    def _booted(self) -> int:
        deadline = time.monotonic() + BOOT_S
        while time.monotonic() < deadline and self._process.poll() is None:
            self.leader = _init_of(self._process.pid)
            if self.leader and self.run("systemctl is-system-running").stdout.strip() in {"running", "degraded"}:
                return self.leader
            time.sleep(0.2)
        self._process.kill()
        console = (self._root.parent / f"{self._root.name}.console").read_text(errors="replace")
        raise CannotTestError(f"{self._root.name} does not boot under systemd-nspawn here:\n{console[-2000:]}")


def _init_of(nspawn: int) -> int:
    try:
        children = Path(f"/proc/{nspawn}/task/{nspawn}/children").read_text().split()
        begun = [int(child) for child in children if Path(f"/proc/{child}/comm").read_text().strip() == "systemd"]
    except FileNotFoundError:
        return 0
    return begun[0] if begun else 0
