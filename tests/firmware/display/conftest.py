"""Displays that run, with a camera and on the simulated board, and a browser to look at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PATIENCE_MS
from tests.firmware.display.scenes import Table, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.firmware.display.looks import Screen

    OpenPage = Callable[..., Page]
    CloseLater = Callable[[Callable[[], None]], None]


@pytest.fixture(scope="session")
def close_later() -> Iterator[CloseLater]:
    """Close servers beside the next tests: each looks only ten times a second whether it shall stop."""
    with ThreadPoolExecutor() as beside:
        closed = []
        yield lambda close: closed.append(beside.submit(close))
        for each in closed:
            each.result()


@pytest.fixture
def serve(close_later: CloseLater) -> Iterator[Callable[..., Table]]:
    """Start displays; they are closed when the test is over."""
    served: list[Table] = []

    def start(**options: object) -> Table:
        served.append(serving(**options))  # type: ignore[arg-type]
        return served[-1]

    yield start
    for each in served:
        close_later(each.server.close)


@pytest.fixture
def table(serve: Callable[..., Table]) -> Table:
    """A running display with a camera."""
    return serve()


@pytest.fixture
def simulated_table(serve: Callable[..., Table]) -> Table:
    """A running display of the simulated board."""
    return serve(is_simulated=True)


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Iterator[Callable[[bool], Page]]:
    """Windows that are opened once, with and without a touch screen: a new one costs three times what a page does."""
    opened: dict[bool, Page] = {}

    def window(has_touch: bool) -> Page:
        if has_touch not in opened:
            opened[has_touch] = browser.new_context(has_touch=has_touch).new_page()
            opened[has_touch].set_default_timeout(PATIENCE_MS)
        return opened[has_touch]

    yield window
    for page in opened.values():
        page.context.close()


@pytest.fixture
def open_url(windows: Callable[[bool], Page]) -> Iterator[Callable[..., Page]]:
    """Open an address in a window of some size; a page that logs an error fails the test."""
    used: list[Page] = []
    complaints: list[str] = []

    def complain(error: object) -> None:
        complaints.append(str(error))

    def open_at(url: str, size_wh: tuple[int, int], *, has_touch: bool = True) -> Page:
        page = windows(has_touch)
        if page not in used:
            used.append(page)
            page.on("pageerror", complain)
        page.set_viewport_size({"width": size_wh[0], "height": size_wh[1]})
        page.goto(url)
        page.wait_for_selector("body[data-version]")
        page.evaluate("document.fonts.ready")
        return page

    yield open_at
    for page in used:
        page.unroute_all()
        if page.url.startswith("http"):  # a later test's server may be given this one's port, and the page its names
            page.evaluate("sessionStorage.clear()")
        page.emulate_media(reduced_motion="no-preference")
        page.goto("about:blank")
        page.keyboard.up("Space")  # a test may have left it down
        page.remove_listener("pageerror", complain)
    assert complaints == []


@pytest.fixture
def open_page(open_url: Callable[..., Page]) -> OpenPage:
    """Open a table's page."""

    def open_at(table: Table, size_wh: tuple[int, int] = (800, 480), *, has_touch: bool = True) -> Page:
        return open_url(table.server.url, size_wh, has_touch=has_touch)

    return open_at


@pytest.fixture
def screen(serve: Callable[..., Table], open_url: Callable[..., Page]) -> Screen:
    """A page to be opened."""
    from tests.firmware.display.looks import Screen

    return Screen(serve, open_url)
