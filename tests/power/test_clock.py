"""Clocks that jump by years, stand in 1970 or are not there at all: nothing is lost, nothing changes places."""

import itertools
import re
from contextlib import closing
from pathlib import Path

import pytest

import firmware
from firmware.log.opening import Became, Trouble, open_store
from firmware.log.store import SqliteStore
from firmware.log.wall_clock import EARLIEST, LATEST, noted_utc, shown_date
from tests.firmware.log.games import follow
from tests.power import game

NOW_S = 1_800_000_000
CLOCKS = {
    "in 1970": itertools.repeat(0),
    "set in mid-game": itertools.chain(range(9), itertools.count(NOW_S)),
    "a year back with each record": itertools.count(NOW_S, -366 * 86_400),
}


@pytest.mark.parametrize("clock", CLOCKS)
def test_the_log_its_copy_and_what_is_mended_are_the_same_by_any_clock(tmp_path, clock):
    seconds = CLOCKS[clock]
    path, log = tmp_path / "games.sqlite3", game.log()
    half = len(log) // 2
    for part in (log[:half], log[half:]):
        with closing(SqliteStore.open(path, now_utc=lambda: noted_utc(lambda: next(seconds)))) as store:
            for record in part:
                store.append(record)
            follow(store)
    path.write_bytes(path.read_bytes()[:-5000])
    store, said = open_store(path)
    with closing(store):
        stored = store.stored_after(0, most=1000)
    assert (said, tuple(each.record for each in stored)) == (Trouble(Became.RESTORED), log)
    assert all(at is None or at[:4] >= "2025" for at in (each.written_utc for each in stored))


def test_only_one_module_asks_for_the_wall_time():
    wall_clock = re.compile(r"time\.time\b|datetime\.now|utcnow|date\.today|localtime|Date\.now|new Date")
    sources = (path for kind in ("*.py", "*.js") for path in Path(firmware.__file__).parent.rglob(kind))
    assert {path.name for path in sources if wall_clock.search(path.read_text(encoding="utf-8"))} == {"wall_clock.py"}


@pytest.mark.parametrize("seconds", [0.0, EARLIEST.timestamp() - 1, LATEST.timestamp(), 1e18, -1.0], ids=str)
def test_a_clock_that_cannot_be_right_is_not_noted(seconds):
    assert (noted_utc(lambda: seconds), noted_utc(lambda: 1_800_000_000.25)) == (None, "2027-01-15T08:00:00.250+00:00")


def test_a_date_is_shown_where_it_can_be_right():
    noted = ("2101-05-05T10:00:00+00:00", "1970-01-01", "so", "2026-11-22T05:14:50+00:00", "2026-11-22T05:14:50")
    assert [shown_date(each) for each in noted] == ["", "", "", "2026-11-22", "2026-11-22"]
