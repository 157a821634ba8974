"""Displays that run, and windows that stay open from test to test: to open a page takes ten times as long as a view."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests import chromium, conftest
from tests.firmware.display.served import Table, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.firmware.display.looks import Screen

    CloseLater = Callable[[Callable[[], None]], None]
    Windows = tuple[Callable[[object], Page], list[str]]


@pytest.fixture(scope="session")
def close_later() -> "Iterator[CloseLater]":
    """Close servers beside the next tests: each looks only ten times a second whether it shall stop."""
    with ThreadPoolExecutor() as beside:
        closed = []
        yield lambda close: closed.append(beside.submit(close))
        for each in closed:
            each.result()


@pytest.fixture
def serve(close_later: "CloseLater") -> Iterator[Callable[..., Table]]:
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


@pytest.fixture(scope="session")
def tables() -> Iterator[Callable[[bool], Table]]:
    """Displays that all tests look at, with a camera and on the simulated board."""

    with ExitStack() as opened:

        @cache
        def table(is_simulated: bool) -> Table:
            made = serving(is_simulated=is_simulated)
            opened.callback(made.server.close)
            return made

        yield table


@pytest.fixture(scope="session")
def windows(browser: "Browser") -> "Iterator[Windows]":
    """One window each for what is looked at, with a touch screen or without, and what their pages complain of."""
    complaints: list[str] = []
    with ExitStack() as opened:

        @cache
        def window(what: object, *, has_touch: bool = True) -> "Page":
            context = browser.new_context(has_touch=has_touch)
            opened.callback(context.close)
            page = context.new_page()
            page.add_init_script(chromium.UNHURRIED)
            page.set_default_timeout(conftest.PATIENCE_MS)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            return page

        yield window, complaints


@pytest.fixture
def open_url(windows: "Windows") -> "Iterator[Callable[..., Page]]":
    """Open an address in a window of some size, where it is not open already; a page's error fails the test."""
    window, complaints = windows
    used: dict[Page, bool] = {}

    def open_at(url: str, size_wh: tuple[int, int], *, stays: object = None, has_touch: bool = True) -> "Page":
        page = window(stays, has_touch=has_touch)
        used[page] = stays is not None and has_touch
        wanted = {"width": size_wh[0], "height": size_wh[1]}
        if page.viewport_size != wanted:
            page.set_viewport_size(wanted)
        if stays is None or page.url != url:
            page.goto(url)
            page.wait_for_selector("body[data-version]")
            page.wait_for_function("document.fonts.ready.then(() => true)")  # a page may load itself anew meanwhile
        return page

    yield open_at
    for page, is_kept in used.items():
        page.unroute_all()
        page.keyboard.up("Space")  # a test may have left it down
        if not is_kept:
            page.evaluate("sessionStorage.clear()")  # a later test's server may be given this one's port
            page.goto("about:blank")
    found, complaints[:] = complaints[:], []
    assert found == []


@pytest.fixture
def screen(tables: Callable[[bool], Table], serve: Callable[..., Table], open_url: "Callable[..., Page]") -> "Screen":
    from tests.firmware.display.looks import Screen

    return Screen(tables, serve, open_url)
