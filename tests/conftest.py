"""The browser: one for all tests of a process, since its library cannot be started twice; and slow processors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE_MS = 20_000
"""Other work may share the machine; a page that is broken fails only after this."""

# For `--hypothesis-profile`: where a processor is played by a program, examples are as good and only slow to come.
settings.register_profile("slow-processor", deadline=None, suppress_health_check=[HealthCheck.too_slow])


DEVICE = ("800x480", (800, 480))
"""The screen with the least room, as tests name it: there every language is looked at each time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what looks at every screen in every language: half an hour, `make screens`."""
    parser.addoption("--every-screen", action="store_true", help="look at every size in every language")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave other languages than German on other screens than the device's to `make screens`."""
    if config.getoption("--every-screen"):
        return
    left = [item for item in items if _is_rare(getattr(item, "callspec", None))]
    config.hook.pytest_deselected(items=left)
    rare = set(left)
    items[:] = [item for item in items if item not in rare]


def _is_rare(callspec: Any) -> bool:
    params = {} if callspec is None else callspec.params
    return {"size", "language"} <= params.keys() and params["language"] != "de" and params["size"] not in DEVICE


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
