"""A shared table that runs, and the browser to look at it."""

from collections.abc import Iterator

import pytest

from tests.firmware.display.conftest import close_later, open_url, serve, table, windows
from tests.firmware.share.sharing import Phone, SharedTable, sharing

__all__ = ["close_later", "open_url", "serve", "table", "windows"]


@pytest.fixture
def shared(close_later) -> Iterator[SharedTable]:
    table = sharing()
    yield table
    close_later(table.close)


@pytest.fixture
def phone(shared) -> Phone:
    return Phone(shared)


@pytest.fixture
def player(shared) -> Phone:
    playing = Phone(shared, address="127.0.0.9")
    assert playing.types(shared.digits) == "accepted"
    return playing
