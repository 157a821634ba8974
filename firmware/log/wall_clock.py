"""The wall clock, where it can be believed: a Pi has no battery for it and begins in 1970 until it hears the time.

Nothing that matters depends on it: the order of the log is a sequence number, waiting is measured by the monotonic
clock. It only notes when something was, for people, and a wrong note is worse than none.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime

EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)  # no Serviert was there before: a clock that says so was never set
LATEST = datetime(2100, 1, 1, tzinfo=UTC)  # a clock that says so was set wrongly; Linux itself allows more


def wall_utc(now_s: Callable[[], float] = time.time) -> datetime | None:
    """Return the wall time of a clock in seconds since 1970, None where it cannot be right."""
    seconds = now_s()  # beyond the year 9999 there is no date
    is_right = EARLIEST.timestamp() <= seconds < LATEST.timestamp()
    return datetime.fromtimestamp(seconds, UTC) if is_right else None


def claimed_s() -> float:
    """Return seconds since 1970 as the clock claims them, right or wrong: for whoever examines the clock itself."""
    return time.time()


def shown_date(noted: str) -> str:
    """Return the date of a time that was noted, as it is shown; empty where it cannot be right."""
    try:
        then = datetime.fromisoformat(noted)
    except ValueError:
        return ""
    # A time without its zone is taken for UTC, as all are noted in it.
    return then.date().isoformat() if EARLIEST <= then.replace(tzinfo=then.tzinfo or UTC) < LATEST else ""


def noted_utc(now_s: Callable[[], float] = time.time) -> str | None:
    """Return the wall time as it is noted beside a record, ISO 8601, None where nobody knows it."""
    now = wall_utc(now_s)
    return None if now is None else now.isoformat(timespec="milliseconds")
