"""The browser: one for all tests of a process, since its library cannot be started twice; and slow processors."""

import ctypes
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE_MS = 20_000
"""Other work may share the machine; a page that is broken fails only after this."""

# No test watches the clock: beside other load an example is as good and only slow to come.
settings.register_profile("slow-processor", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("slow-processor")


class _Memory:
    """A worker's memory: a drawn board takes 150 MiB, and what refers to itself in a circle is let go late."""

    growth = 150 * 2**20
    limit = 500 * 2**20
    libc = ctypes.CDLL(None)

    @classmethod
    def tidy(cls) -> None:
        """Let go of circles, once so much more is taken than after the last time."""
        if cls._taken() > cls.limit:
            gc.collect()
            if hasattr(cls.libc, "malloc_trim"):  # glibc keeps what was let go, unless it is asked to give it back
                cls.libc.malloc_trim(0)
            cls.limit = cls._taken() + cls.growth

    @staticmethod
    def _taken() -> int:
        statm = Path("/proc/self/statm")
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") if statm.exists() else 0


def pytest_runtest_logfinish() -> None:
    """Keep a worker below a gigabyte."""
    _Memory.tidy()


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """The system's Chromium, headless."""
    # Not above: on a Pi's processor and beside the real picamera2 the other tests pass without it.
    driver = pytest.importorskip("playwright.sync_api")
    from tests import chromium

    driver.expect.set_options(timeout=PATIENCE_MS)
    try:
        with chromium.launched() as started:
            yield started
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
