"""A Debian that is really booted, by systemd-nspawn, and commands run in it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from tests.install.roots import CannotTestError

BOOT_S = 90.0
CLEAN = ("env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8")

# A cgroup tree of its own kind: hosts with the old one would hand it on, and new systemds refuse that.
_BOOT = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"'


def ended(command: list[str], *, within_s: float = 900.0) -> subprocess.CompletedProcess[str]:
    """Run a command here and return how it ended, both its voices as one."""
    both = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, **both, text=True, timeout=within_s, check=False)


def ran(command: list[str], *, within_s: float = 900.0) -> str:
    """Run a command here and return what it said; an assertion if it failed."""
    done = ended(command, within_s=within_s)
    assert done.returncode == 0, f"`{command[-1]}` ended with {done.returncode}:\n{done.stdout[-3000:]}"
    return done.stdout.strip()


class Machine:
    """A booted system; a context manager that powers it off."""

    def __init__(self, root: Path, *, binds: Mapping[Path, str], online: bool = False, overlay: bool = False) -> None:
        """Boot a root with folders of this machine bound; `CannotTestError` if it does not come up.

        Online it shares this machine's network, else it has none but loopback; with an overlay its whole system lies
        under one in memory.
        """
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe"]
        command += ["--capability=CAP_BPF,CAP_PERFMON,CAP_SYS_RESOURCE,CAP_NET_ADMIN", "--system-call-filter=bpf"]
        command += [f"--directory={root}", f"--machine=serviert-{root.name}", "--link-journal=no"]
        command += ["--resolv-conf=copy-host"] if online else ["--private-network", "--resolv-conf=off"]
        command += ["--volatile=overlay"] if overlay else []
        command += [f"--bind={here}:{there}" for here, there in binds.items()]
        self._console = (root.parent / f"{root.name}.console").open("ab")
        boot, nothing = ["unshare", "-m", "sh", "-c", _BOOT, "boot", *command], subprocess.DEVNULL
        self._process = subprocess.Popen(boot, stdin=nothing, stdout=self._console, stderr=self._console)
        self._root = root
        self._leader = self._booted()

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *_: object) -> None:
        """Power it off as its own button would; pull the plug if that takes too long."""
        if self._process.poll() is None:
            self.run("systemctl poweroff")
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._console.close()

    def run(self, command: str, *, within_s: float = 900.0) -> subprocess.CompletedProcess[str]:
        """Run a command of the shell as root and return how it ended, both its voices as one."""
        return ended([*self._enter("--all"), *CLEAN, "sh", "-c", command], within_s=within_s)

    def says(self, command: str, *, within_s: float = 900.0) -> str:
        """Run a command and return what it said; an assertion if it failed."""
        return ran([*self._enter("--all"), *CLEAN, "sh", "-c", command], within_s=within_s)

    def from_here(self, command: str) -> None:
        """Run a command of this machine on the network of the booted one; an assertion if it failed."""
        ran([*self._enter("--net"), "sh", "-c", command])

    def _enter(self, what: str) -> list[str]:
        return ["nsenter", "--target", str(self._leader), what]

    @property
    def network(self) -> str:
        """Return what `ip` calls its network: the number that its first process has here."""
        return str(self._leader)

    def shows(self, what: str, unit: str = "serviert.service") -> str:
        """Return a property of a unit."""
        return self.says(f"systemctl show --property={what} --value {unit}")

    def until(self, command: str, *, within_s: float) -> float:
        """Try a command until it succeeds; return how long that took, in seconds. An assertion if it took longer."""
        begun = time.monotonic()
        while (done := self.run(command)).returncode:
            assert time.monotonic() - begun < within_s, (
                f"`{command}` not so within {within_s} s:\n{done.stdout[-3000:]}"
            )
            time.sleep(0.2)
        return time.monotonic() - begun

    def _booted(self) -> int:
        deadline = time.monotonic() + BOOT_S
        while time.monotonic() < deadline and self._process.poll() is None:
            self._leader = _init_of(self._process.pid)
            if self._leader and self.run("systemctl is-system-running").stdout.strip() in {"running", "degraded"}:
                return self._leader
            time.sleep(0.2)
        self._process.kill()
        console = (self._root.parent / f"{self._root.name}.console").read_text(errors="replace")
        raise CannotTestError(f"{self._root.name} does not boot under systemd-nspawn here:\n{console[-2000:]}")


def _init_of(nspawn: int) -> int:
    """Return the number that the booted system's first process has here; 0 while there is none."""
    try:
        children = Path(f"/proc/{nspawn}/task/{nspawn}/children").read_text().split()
        return next(
            (int(child) for child in children if Path(f"/proc/{child}/comm").read_text().strip() == "systemd"), 0
        )
    except FileNotFoundError:
        return 0
