"""Install, break, upgrade and remove Serviert in booted Debian systems: ``make test-install``.

Each release of Debian is booted by systemd-nspawn, as a whole, with its own systemd. The first time takes a quarter of
an hour; roots, Debian packages and libraries are kept in ``SERVIERT_ROOTS``. ``ARGS=trixie`` boots only that.
``DEBIAN_MIRROR`` names another mirror than debootstrap's own.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.install import around, card, checks, readonly
from tests.install.machine import CannotTestError, Machine, disk, root_of, shared_folders

SUITES = ("bookworm", "trixie")
OLD_NUMPY = "bookworm"  # its Raspberry Pi OS has a simplejpeg built for numpy 1 beside picamera2
CLOUD_INIT = "trixie"  # its Raspberry Pi OS has it
CANNOT = 3


@dataclass
class Tally:
    suite: str
    failed: int = 0
    passed: int = 0

    def show(self, machine: Machine, check: Callable[..., str | None], name: str, *more: object) -> str:
        begun = time.monotonic()
        try:
            figure = check(machine, *more) or ""
        except AssertionError as error:
            self.failed += 1
            print(f"FAIL {self.suite}: {name}\n     {str(error)[:4000]}", flush=True)
            return ""
        self.passed += 1
        print(f"  ok {self.suite}: {name} [{figure}] in {time.monotonic() - begun:.0f} s", flush=True)
        return figure


def show(suite: str, root: Path) -> Tally:
    tally, binds = Tally(suite), shared_folders(suite)
    with disk(suite) as games:
        own_disk = {**binds, games: checks.DATA}
        with Machine(root, binds=own_disk, online=True) as machine:
            _fetch(suite, partial(tally.show, machine))
        with Machine(root, binds=own_disk) as machine:
            at = partial(tally.show, machine)
            sheet = _use(at, games, _begin(at))
            with around.plugged_in(machine) as phone:
                at(around.keeps_to_itself, "not shared, no phone reaches anything", phone)
                at(around.shares, "shared, a phone in the same network follows, and no other", phone, sheet)
                at(around.stops_sharing, "no longer shared, it is shut again", phone)
    readonly.show(tally.show, root, binds)
    with Machine(root, binds=binds) as machine:
        at = partial(tally.show, machine)
        at(checks.starts_after_years, "a thousand games do not keep it waiting")
        at(checks.begins_a_game, "without a disk of its own a game is kept on the card")
        at(around.shows, "the kiosk shows the page of the card's game")
        at(checks.uninstalls, "removed while it runs, games stay; purged, nothing does")
    if suite == CLOUD_INIT:
        card.show(tally.show, suite, binds)
    return tally


def _fetch(suite: str, at: Callable[..., str]) -> None:
    at(checks.refusals, "where it cannot be installed, a sentence says so")
    at(checks.installs, "one command installs it, and it runs")
    at(around.gets_a_display, "a display of the test's own is fetched")
    if suite == OLD_NUMPY:
        at(checks.numpy_of_the_archive, "a library of the system built for another numpy does not get in the way")


def _begin(at: Callable[..., str]) -> str:
    at(checks.starts_at_power_on, "at power-on it starts by itself, without a network")
    at(checks.serves, "the page answers, from a user of its own")
    at(checks.speaks_to_nobody, "it listens on loopback only")
    at(checks.exposure, "it is exposed no more than the mark")
    sheet = at(checks.begins_a_game, "without a camera a throw is typed and entered")
    at(checks.upgrades, "an upgrade keeps game and settings", sheet)
    at(checks.goes_back, "a version that does not start is taken back, and its last words are shown", sheet)
    at(checks.is_examined, "the doctor looks at what is installed")
    at(around.speaks, "it speaks and plays, locked in as it is")
    return sheet


def _use(at: Callable[..., str], games: Path, sheet: str) -> str:
    at(partial(checks.comes_back, signal="KILL", within_s=30), "killed, it comes back with its game", sheet)
    at(checks.is_killed_when_it_hangs, "stopped, the watchdog kills it, and it comes back", sheet)
    sheet = at(checks.plays_on, "on a disk that takes nothing it plays on, and keeps what was played", games, sheet)
    at(checks.refuses_memory, "games in memory are refused in words", sheet)
    at(checks.keeps_its_log_small, "the log stays small")
    at(around.is_installed, "the kiosk is installed")
    at(around.waits, "without a screen the kiosk waits, and the companion runs", sheet)
    at(around.shows, "the kiosk shows the page")
    at(around.stays_here, "the browser reaches nothing but this machine")
    at(around.comes_back, "a browser that crashed is shown again")
    at(around.turns, "on a display mounted across the page turns, picture and touch, and stays so")
    at(around.stops, "the kiosk that is stopped is gone")
    return sheet


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make test-install")
    parser.add_argument("suites", nargs="*", default=SUITES, help="releases of Debian")
    parser.add_argument("--again", action="store_true", help="in the root as the last run left it")
    options = parser.parse_args(arguments)
    tallies = []
    try:
        for suite in options.suites:
            tallies.append(show(suite, root_of(suite, again=options.again)))
    except CannotTestError as error:
        print(f"\nNOT PROVED: {error}\nNothing is known of the installation on this machine.", file=sys.stderr)
        return CANNOT
    passed, failed = sum(tally.passed for tally in tallies), sum(tally.failed for tally in tallies)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
