import pytest

from tests.firmware.simulated.seat import Seat


@pytest.fixture
def seat() -> Seat:
    """A table of one's own."""
    return Seat()
