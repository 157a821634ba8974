"""The read-only system: everything under an overlay in memory, as it is after ``make readonly`` and a restart.

systemd-nspawn makes the same overlay that the overlayroot package makes at boot. That package's own part, in the
initramfs, needs a kernel to be started and is shown by nothing here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tests.install import checks
from tests.install.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


def show(
    show_one: Callable[[Callable[[], str | None], str], str],
    root: Path,
    binds: Mapping[Path, str],
    own_disk: Mapping[Path, str],
    sheet: str,
) -> None:
    """Make all checks of the read-only system."""
    with Machine(root, binds=binds) as machine:
        show_one(partial(_refuses_without_a_disk, machine), "without a disk for the games it is not made read-only")
    with Machine(root, binds=binds, overlay=True) as machine:
        show_one(partial(_refuses_in_memory, machine), "games under the overlay are refused in words")
        show_one(partial(_refuses_to_install, machine), "nothing is installed into memory")
    with Machine(root, binds=own_disk, overlay=True) as machine:
        show_one(partial(_stays_readable, machine, sheet), "read-only, with a disk of its own, the game is there")
        sheet = show_one(partial(_plays_on, machine, sheet), "and goes on")
    with Machine(root, binds=own_disk, overlay=True) as machine:
        show_one(partial(_kept, machine, sheet), "at the next start the game is there, and nothing else is")


def _refuses_without_a_disk(machine: Machine) -> str:
    said = checks.is_refused(machine, f"cd {checks.HERE} && make readonly", "need a disk of their own first")
    checks.is_refused(machine, f"cd {checks.HERE} && make readonly ARGS=/dev/nothing", "need a disk of their own first")
    return said


def _refuses_in_memory(machine: Machine) -> str:
    machine.until(
        "systemctl show --property=StatusText --value serviert | grep -q 'is kept in memory (overlay'", within_s=120
    )
    return machine.shows("StatusText")


def _refuses_to_install(machine: Machine) -> str:
    return checks.is_refused(machine, f"cd {checks.HERE} && make install KIOSK=no", "the system is read-only")


def _stays_readable(machine: Machine, sheet: str) -> str:
    machine.until(checks.READY, within_s=120)
    checks.keeps(machine, sheet)
    machine.says("touch /root/written-into-memory")
    return machine.says(f"findmnt -no FSTYPE,TARGET --target {checks.DATA}; findmnt -no FSTYPE,TARGET --target /root")


def _plays_on(machine: Machine, sheet: str) -> str:
    now = machine.says(f"{checks.PAGE} turn kings")
    assert now != sheet, now
    return now


def _kept(machine: Machine, sheet: str) -> str:
    machine.until(checks.READY, within_s=120)
    machine.says("! test -e /root/written-into-memory")
    checks.keeps(machine, sheet)
    return sheet
