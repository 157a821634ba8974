"""A shared table that runs, and the browser to look at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.firmware.display.conftest import open_page, table
from tests.firmware.share.sharing import Phone, SharedTable, sharing

__all__ = ["open_page", "table"]


@pytest.fixture
def shared() -> Iterator[SharedTable]:
    """A shared table with a camera."""
    table = sharing()
    yield table
    table.close()


@pytest.fixture
def phone(shared: SharedTable) -> Phone:
    """A phone that follows."""
    return Phone(shared)


@pytest.fixture
def player(shared: SharedTable) -> Phone:
    """A phone at another address that plays."""
    playing = Phone(shared, address="127.0.0.9")
    assert playing.types(shared.digits) == "accepted"
    return playing
