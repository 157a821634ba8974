"""A shared table that runs, and the browser to look at it."""

from collections.abc import Callable, Iterator

import pytest

from tests.firmware.display.conftest import close_later, open_url, serve, table, windows
from tests.firmware.share.sharing import Phone, SharedTable, sharing

__all__ = ["close_later", "open_url", "serve", "table", "windows"]

CloseLater = Callable[[Callable[[], None]], None]


@pytest.fixture
def shared(close_later) -> Iterator[SharedTable]:
    """A shared table with a camera."""
    table = sharing()
    yield table
    close_later(table.close)


@pytest.fixture
def phone(shared) -> Phone:
    """A phone that follows."""
    return Phone(shared)


@pytest.fixture
def player(shared) -> Phone:
    """A phone at another address that plays."""
    playing = Phone(shared, address="127.0.0.9")
    assert playing.types(shared.digits) == "accepted"
    return playing
