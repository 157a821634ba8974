"""Displays that run, with a camera and on the simulated board, and a browser to look at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PATIENCE_MS
from tests.firmware.display.scenes import Table, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    OpenPage = Callable[..., Page]


@pytest.fixture
def table() -> Iterator[Table]:
    """A running display with a camera."""
    served = serving()
    yield served
    served.server.close()


@pytest.fixture
def simulated_table() -> Iterator[Table]:
    """A running display of the simulated board."""
    served = serving(is_simulated=True)
    yield served
    served.server.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a table's page in a window of some size; a page that logs an error fails the test."""
    contexts = []
    complaints: list[str] = []

    def open_at(table: Table, size_wh: tuple[int, int] = (800, 480), *, has_touch: bool = True) -> Page:
        context = browser.new_context(viewport={"width": size_wh[0], "height": size_wh[1]}, has_touch=has_touch)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(table.server.url)
        page.wait_for_selector("body[data-version]")
        page.evaluate("document.fonts.ready")
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert complaints == []
