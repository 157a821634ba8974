"""What tests of tracing share: a skip that says what is missing."""

import pytest

from models.train.pictures.traced.studio import TracerMissingError, mitsuba


@pytest.fixture(scope="session")
def tracer() -> None:
    """Skip where pictures cannot be traced."""
    try:
        mitsuba()
    except TracerMissingError as error:
        pytest.skip(str(error))
