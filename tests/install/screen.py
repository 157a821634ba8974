"""The kiosk in a booted system: cage and Chromium, drawing into memory where there is no screen."""

from __future__ import annotations

from tests.install import checks
from tests.install.machine import Machine

UNIT = "serviert-kiosk.service"
START_S = 240.0

# The container has neither a terminal of its own nor a screen: wlroots then draws into memory, by the processor.
DESK = f"""mkdir -p /run/systemd/system/{UNIT}.d && cat >/run/systemd/system/{UNIT}.d/test.conf <<'UNIT'
[Unit]
ConditionPathExists=
[Service]
TTYPath=
StandardInput=null
StandardOutput=journal
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UtmpIdentifier=
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
UNIT
systemctl daemon-reload"""
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


def is_up(machine: Machine) -> str:
    machine.says(DESK)
    return shows(machine)


def shows(machine: Machine) -> str:
    machine.says(
        f"printf '[Service]\\nEnvironment=SERVIERT_NO_SCREEN_CHECK=1\\n' >/run/systemd/system/{UNIT}.d/screen.conf"
        f" && systemctl daemon-reload && systemctl restart {UNIT}"
    )
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
