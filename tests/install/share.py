"""Phones that follow the sheet: a second network at the other end of a real, if virtual, wire."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.install import checks
from tests.install.machine import Machine, ended, ran

PHONE = "serviert-phone"
SCRIPT = Path(__file__).with_name("page.py")
IN_PHONE = ("ip", "netns", "exec", PHONE)
PRIVATE, PUBLIC = "192.168.77", "203.0.113"
"""The device is .1 in both and the phone .2; the second is nobody's private network (RFC 5737)."""

SHARED, PAGE_PORTS = 8450, range(8440, 8446)
INSIDE, OUTSIDE = 8499, 8498
"""Ports of two stand-ins that listen everywhere: one among the companion's processes, one elsewhere."""

SETTINGS = "/etc/serviert/serviert.toml"
GROUP = "/sys/fs/cgroup/system.slice/serviert.service/cgroup.procs"
ANSWER_S = 2.0
PATIENCE_S = 60.0


class Phone:
    """A network of its own with one wire to the device."""

    def says(self, command: str) -> str:
        """Run a command in that network and return what it said; an assertion if it failed."""
        return ran([*IN_PHONE, "sh", "-c", command])

    def reaches(self, address: str, port: int) -> bool:
        """Return whether somebody answers there."""
        call = f"import socket; socket.create_connection(('{address}', {port}), {ANSWER_S}).close()"
        return ended([*IN_PHONE, "python3", "-c", call]).returncode == 0

    def until_reaches(self, address: str, port: int) -> None:
        """Wait until somebody answers there: networks are looked for every few seconds."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.reaches(address, port):
            assert time.monotonic() < deadline, f"nobody answers at {address}:{port}"
            time.sleep(0.2)


@contextmanager
def plugged_in(machine: Machine) -> Iterator[Phone]:
    """Lead a wire from the device to a phone, and take it away at the end."""
    subprocess.run(["ip", "netns", "delete", PHONE], capture_output=True, check=False)  # of a run that was cut off
    subprocess.run(["ip", "netns", "add", PHONE], check=True)
    try:
        wire = ["ip", "link", "add", "wlan0", "netns", machine.network, "type", "veth", "peer", "wlan0"]
        subprocess.run([*wire, "netns", PHONE], check=True)
        phone = Phone()
        phone.says(_addresses("2"))
        machine.from_here(_addresses("1"))
        yield phone
    finally:
        subprocess.run(["ip", "netns", "delete", PHONE], check=True)


def keeps_to_itself(machine: Machine, phone: Phone) -> str:
    machine.until(checks.READY, within_s=60)
    _stand_in(machine)
    assert phone.reaches(f"{PRIVATE}.1", OUTSIDE), "the wire itself is dead"
    reached = [port for port in (*PAGE_PORTS, SHARED, INSIDE) if phone.reaches(f"{PRIVATE}.1", port)]
    assert not reached, reached
    return f"{len(PAGE_PORTS) + 2} ports tried"


def shares(machine: Machine, phone: Phone, sheet: str) -> str:
    _share(machine, "true")
    followed = f"http://{PRIVATE}.1:{SHARED}/"
    phone.until_reaches(f"{PRIVATE}.1", SHARED)
    seen = phone.says(f"python3 {SCRIPT} {followed} sheet")
    assert seen == sheet, f"{sheet} is followed as {seen}"
    touched = f"import urllib.request as u; u.urlopen(u.Request('{followed}touch', b'{{}}'), timeout=5)"
    assert "403" in phone.says(f'python3 -c "{touched}" 2>&1 || true')
    _stand_in(machine)
    assert phone.reaches(f"{PRIVATE}.1", INSIDE), "private networks are shut though it is shared"
    reached = [port for port in PAGE_PORTS if phone.reaches(f"{PRIVATE}.1", port)]
    reached += [port for port in (SHARED, INSIDE) if phone.reaches(f"{PUBLIC}.1", port)]
    assert phone.reaches(f"{PUBLIC}.1", OUTSIDE), "the wire itself is dead"
    assert not reached, reached
    return f"followed at {followed}; device's own page and the public network shut"


def stops_sharing(machine: Machine, phone: Phone) -> str:
    _share(machine, "false")
    return keeps_to_itself(machine, phone)


def _addresses(last: str) -> str:
    set_up = f"ip address add {PRIVATE}.{last}/24 dev wlan0 && ip address add {PUBLIC}.{last}/24 dev wlan0"
    return f"{set_up} && ip link set wlan0 up && ip link set lo up"


def _share(machine: Machine, word: str) -> None:
    machine.says(
        f"sed -i '/^\\[share\\]/,/^\\[/s/^on = .*/on = {word}/' {SETTINGS} && grep -q '^on = {word}' {SETTINGS}"
    )
    machine.says("systemctl restart serviert")
    machine.until(checks.READY, within_s=60)


def _stand_in(machine: Machine) -> None:
    """Let something listen everywhere, within the companion's unit and outside of it."""
    for port, enter in ((INSIDE, f"echo 0 >{GROUP} && "), (OUTSIDE, "")):
        listens = f"grep -q ':{port:04X} 00000000:0000 0A' /proc/net/tcp"
        serve = f"exec setsid python3 -m http.server --directory /run/lock {port}"
        machine.says(f"{listens} || ({enter}{serve}) >/dev/null 2>&1 &")
        machine.until(listens, within_s=30)
    inside = machine.says(f"cat /proc/$(pgrep -f 'http.serve[r].* {INSIDE}')/cgroup")
    assert inside.endswith("/serviert.service"), inside
