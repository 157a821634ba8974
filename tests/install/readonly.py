"""The read-only system: ``make readonly`` with a disk for the games, and starts with everything else in memory.

systemd-nspawn makes the same overlay that the overlayroot package makes at boot. That package's own part, in the
initramfs, needs a kernel to be started and is shown by nothing here.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.install import checks
from tests.install.machine import Machine, block_device

STATUS = "systemctl show --property=StatusText --value serviert"


def show(at: Callable[..., str], root: Path, binds: Mapping[Path, str]) -> None:
    with Machine(root, binds=binds) as machine:
        at(machine, _refuses_without_a_disk, "without a disk for the games it is not made read-only")
        sheet = at(machine, checks.begins_a_game, "a game is begun before")
    with Machine(root, binds=binds, overlay=True) as machine:
        at(machine, _refuses_in_memory, "games under the overlay are refused in words")
        at(machine, _refuses_to_install, "nothing is installed into memory")
    with block_device(root.name) as device:
        with_disk = {**binds, device: str(device)}
        with Machine(root, binds=with_disk, online=True) as machine:
            at(machine, _is_switched_on, "one command moves the games and prepares the overlay", device)
        for is_covered, how in ((True, "read-only"), (False, "writable")):
            with Machine(root, binds=binds, overlay=is_covered) as machine:
                name = f"{how}, its disk pulled out, it says so and plays nowhere else, until it is there"
                at(machine, _waits_for_its_disk, name, device, sheet)
        with Machine(root, binds=with_disk, overlay=True) as machine:
            at(machine, _stays_readable, "read-only, with a disk of its own, the game is there", sheet)
            sheet = at(machine, _plays_on, "and goes on", sheet)
        with Machine(root, binds=with_disk, overlay=True) as machine:
            at(machine, _kept, "at the next start the game is there, and nothing else is", sheet)
        with Machine(root, binds=with_disk) as machine:
            at(machine, _is_switched_off, "one command makes it writable again, with the game", sheet)


def _refuses_without_a_disk(machine: Machine) -> str:
    said = checks.is_refused(machine, f"cd {checks.HERE} && make readonly", "need a disk of their own first")
    checks.is_refused(machine, f"cd {checks.HERE} && make readonly ARGS=/dev/nothing", "need a disk of their own first")
    return said


def _refuses_in_memory(machine: Machine) -> str:
    machine.until(f"{STATUS} | grep -q 'is kept in memory (overlay'", within_s=120)
    return machine.shows("StatusText")


def _is_switched_on(machine: Machine, device: Path) -> str:
    said = machine.says(f"cd {checks.HERE} && make readonly ARGS={device}")
    assert machine.says("cat /etc/overlayroot.local.conf").endswith('overlayroot="tmpfs:recurse=0"')
    assert machine.says(f"findmnt -no FSTYPE,SOURCE --mountpoint {checks.DATA}").split() == ["ext4", str(device)]
    assert machine.says(f"stat -c '%U %a' {checks.DATA}") == "serviert 700"
    machine.until(checks.READY, within_s=60)
    installed = machine.says("dpkg-query --show overlayroot").replace("\t", " ")
    return f"{installed}; {said.splitlines()[-1]}"


def _is_switched_off(machine: Machine, sheet: str) -> str:
    machine.until(checks.READY, within_s=120)
    said = machine.says(f"cd {checks.HERE} && make writable")
    machine.says("! test -e /etc/overlayroot.local.conf")
    checks.keeps(machine, sheet)
    machine.says(f"sed -i '\\,{checks.DATA},d' /etc/fstab")  # the checks after this one have no such disk
    return said


def _waits_for_its_disk(machine: Machine, device: Path, sheet: str) -> str:
    machine.until(f"{STATUS} | grep -q 'disk with the games is missing'", within_s=120)
    said = machine.shows("StatusText")
    number = device.stat().st_rdev
    machine.says(f"mknod {device} b {os.major(number)} {os.minor(number)}")  # as when it is plugged in
    back_s = machine.until(checks.READY, within_s=120)
    checks.keeps(machine, sheet)
    return f"{said} Ready {back_s:.0f} s after it was"


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
