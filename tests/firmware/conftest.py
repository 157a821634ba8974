"""What every test of the device starts from."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _own_root_logger() -> Iterator[None]:
    """Give the next test the root logger as this one found it: commands set it up for the whole process."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
