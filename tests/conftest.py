"""The browser: one for all tests of a process, since its library cannot be started twice; and slow processors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE_MS = 20_000
"""Other work may share the machine; a page that is broken fails only after this."""

# For `--hypothesis-profile`: where a processor is played by a program, examples are as good and only slow to come.
settings.register_profile("slow-processor", deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
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
