"""Displays that run, with a camera and on the simulated board, and a browser to look at them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.firmware.display.scenes import Table, serving


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
