"""What is around a booted companion: the kiosk, cage and Chromium, drawing into memory where there is no screen; speech
and tones, into a file for a sound card; phones that follow the sheet, in a second network at the other end of a wire.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.doubles.patience import until
from tests.install import checks
from tests.install.machine import Machine, ended, ran

UNIT = "serviert-kiosk.service"
START_S = 240.0

DROP_INS = f"/run/systemd/system/{UNIT}.d"
DESK = f"mkdir -p {DROP_INS} && cp {checks.HERE}/tests/install/in-memory.conf {DROP_INS} && systemctl daemon-reload"
BROWSER = "pgrep -u serviert-kiosk -f 'chromium.*--kiosk.*http://127.0.0.1:8440/' | head -n 1"
ELSEWHERE = "10.99.0.1"
SEES_THE_PAGE = f"grep -qi '0100007F:20F8 0100007F:[0-9A-F]* 01' /proc/net/tcp && test -n \"$({BROWSER})\""
"""A connection to port 8440 that is open: the page's own stream of views."""


def is_installed(machine: Machine) -> str:
    assert machine.says(f"systemctl is-enabled {UNIT}") == "enabled"
    assert machine.shows("NRestarts", UNIT) == "0"
    return machine.says("dpkg-query --show cage chromium").replace("\t", " ").replace("\n", ", ")


def waits(machine: Machine, sheet: str) -> str:
    machine.says(f"{DESK} && systemctl restart {UNIT}")
    machine.until("journalctl -t serviert-kiosk -b --no-pager | grep -q 'No screen is connected'", within_s=60)
    assert machine.says(f"systemctl is-active {UNIT}") == "active"
    assert machine.says("systemctl is-active serviert") == "active"
    checks.keeps(machine, sheet)
    return "said, and the companion runs"


def shows(machine: Machine) -> str:
    write = f"printf '[Service]\\nEnvironment=SERVIERT_NO_SCREEN_CHECK=1\\n' >{DROP_INS}/screen.conf"
    machine.says(f"{DESK} && {write} && systemctl daemon-reload && systemctl restart {UNIT}")
    return f"open after {machine.until(SEES_THE_PAGE, within_s=START_S):.0f} s"


def stays_here(machine: Machine) -> str:
    machine.from_here(f"ip address replace {ELSEWHERE}/32 dev lo")
    machine.says(f"(exec setsid python3 -m http.server --bind {ELSEWHERE} --directory /run/lock) >/dev/null 2>&1 &")
    call = f"python3 -c 'import socket; socket.create_connection((\"{ELSEWHERE}\", 8000), 3).close()'"
    machine.until(call, within_s=30)
    group = machine.says(f"sed -n 's/^0:://p' /proc/$({BROWSER})/cgroup")
    as_the_browser = f"echo 0 >/sys/fs/cgroup{group}/cgroup.procs && exec {call}"
    done = machine.run(as_the_browser)
    assert done.returncode != 0, f"{group} reaches other addresses"
    assert "cgroup.procs" not in done.stdout, done.stdout
    return f"shut by the kernel for {group.rpartition('/')[2]}"


def comes_back(machine: Machine) -> str:
    before, companion = machine.says(BROWSER), machine.shows("MainPID")
    machine.says(f"kill -SEGV {before}")
    machine.until(f"! kill -0 {before} 2>/dev/null", within_s=30)
    back_s = machine.until(SEES_THE_PAGE, within_s=START_S)
    assert machine.says(BROWSER) != before
    assert machine.shows("MainPID") == companion
    return f"open again after {back_s:.0f} s"


def stops(machine: Machine) -> str:
    machine.says(f"systemctl stop {UNIT}")
    gone = f'test -z "$({BROWSER})" && ! pgrep -u serviert-kiosk cage'
    return f"gone after {machine.until(gone, within_s=30):.0f} s"


# -- a display mounted across ------------------------------------------------------------------------------------

DISPLAY = "/run/serviert-display"
FETCH = "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends xvfb xdotool"
PUT_UP = f"""mkdir -p {DISPLAY}/card-DSI-1 && cd {DISPLAY}/card-DSI-1 && echo connected >status && echo 720x1280 >modes
systemd-run --quiet --unit=serviert-display Xvfb :97 -screen 0 1280x1280x24 -fbdir {DISPLAY}
cp {checks.HERE}/tests/install/upright.conf {DROP_INS} && systemctl daemon-reload"""
ACROSS, UPRIGHT = (f"DISPLAY=:97 xdotool search --name '' windowsize %@ {size}" for size in ("1280 720", "720 1280"))
LOOK = f"$({checks.PYTHON}) {checks.HERE}/tests/install/screen.py {DISPLAY}"
OPEN, CLOSED = f"{checks.PAGE} touch open-wizard", f"test $({checks.PAGE} wizard) = 0"


def gets_a_display(machine: Machine) -> str:
    return machine.says(f"{FETCH} >/dev/null && dpkg-query --show xvfb xdotool").replace("\t", " ").replace("\n", ", ")


def turns(machine: Machine) -> str:
    machine.says(PUT_UP)
    _starts(machine)
    _taps(machine, ACROSS, "1236 42", CLOSED)
    machine.says(f"{OPEN} && sleep 2 && {LOOK} keep")
    _taps(machine, UPRIGHT, "597 48", f"grep -qx 1 {checks.DATA}/turned.txt")
    _is_across(machine)
    _starts(machine)
    return f"{_is_across(machine)} of 255 from what a display across shows"


def _starts(machine: Machine) -> None:
    machine.says(f"{OPEN} && systemctl restart {UNIT}")
    machine.until(SEES_THE_PAGE, within_s=START_S)


def _taps(machine: Machine, size: str, place: str, effect: str) -> None:
    """Tap until that had its effect: a page that is still being drawn misses it."""
    machine.until(f"{effect} || {{ {size} mousemove {place} click 1; sleep 2; false; }}", within_s=60)


def _is_across(machine: Machine) -> str:
    """What lies at the top right on a display across lies at the bottom right on one that is upright."""
    machine.until(f"{UPRIGHT} && {LOOK} 1", within_s=60)
    far = machine.says(f"{LOOK} 1")
    _taps(machine, UPRIGHT, "682 1236", CLOSED)
    return far


# -- sound -------------------------------------------------------------------------------------------------------

EAR = "serviert-ear"
EAR_FOLDER = f"/run/{EAR}"

# All that locks the companion in locks this in, too; only what is started is another program.
AS_THE_COMPANION = f"""python=$(sed -n 's/.*exec \\(.*python\\) -m.*/\\1/p' /opt/serviert/current/bin/serviert)
sed -e 's|/run/serviert|{EAR_FOLDER}|g; s/^RuntimeDirectory=.*/RuntimeDirectory={EAR}/' \\
    -e "s|^ExecStart=.*|ExecStart=$python {checks.HERE}/tests/install/speak.py {EAR_FOLDER}|" \\
    -e 's/^Type=.*/Type=oneshot/' -e '/^ExecStartPre=/d; /^Restart/d; /^WatchdogSec=/d; /^NotifyAccess=/d' \\
    -e 's|^Environment=|&PYTHONPATH=/opt/serviert/current |' \\
    /etc/systemd/system/serviert.service >/run/systemd/system/{EAR}.service && systemctl daemon-reload"""


def speaks(machine: Machine) -> str:
    installed = machine.says("dpkg-query --show espeak-ng alsa-utils").replace("\t", " ").replace("\n", ", ")
    assert "audio" in machine.says("id -nG serviert").split()
    machine.says(f"cp {checks.HERE}/tests/install/asound.conf /etc && {AS_THE_COMPANION}")
    done = machine.run(f"systemctl start {EAR}")
    said = machine.says(f"journalctl --quiet --output=cat --unit={EAR} --lines=8")
    assert done.returncode == 0, said
    heard = next((line for line in said.splitlines() if line.startswith("/usr/bin/espeak-ng ")), "")
    assert heard, said
    return f"{installed}; {heard}"


# -- phones ------------------------------------------------------------------------------------------------------

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


class Phone:
    """A network of its own with one wire to the device."""

    def says(self, command: str) -> str:
        return ran([*IN_PHONE, "sh", "-c", command])

    def reaches(self, address: str, port: int) -> bool:
        call = f"import socket; socket.create_connection(('{address}', {port}), {ANSWER_S}).close()"
        return ended([*IN_PHONE, "python3", "-c", call]).returncode == 0


@contextmanager
def plugged_in(machine: Machine) -> Iterator[Phone]:
    subprocess.run(["ip", "netns", "delete", PHONE], capture_output=True, check=False)  # of a run that was cut off
    subprocess.run(["ip", "netns", "add", PHONE], check=True)
    try:
        wire = ["ip", "link", "add", "wlan0", "netns", str(machine.leader), "type", "veth", "peer", "wlan0"]
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
    until(lambda: phone.reaches(f"{PRIVATE}.1", SHARED))
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
    edit = f"sed -i '/^\\[share\\]/,/^\\[/s/^on = .*/on = {word}/' {SETTINGS} && grep -q '^on = {word}' {SETTINGS}"
    machine.says(f"{edit} && systemctl restart serviert")
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
