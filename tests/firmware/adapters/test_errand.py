"""What a library may never finish: done in time, failed in time, or left behind and given back."""

import threading

import pytest

from firmware.adapters.errand import Errands
from firmware.errors import CameraTimeoutError


def test_what_is_done_in_time_is_returned_and_what_fails_says_so_itself():
    errands = Errands("The camera")

    def run_late() -> None:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        errands.do("opening", run_late, timeout_s=20.0)
    assert errands.do("opening", lambda: 8, timeout_s=20.0) == 8


def test_whatever_the_deadline_a_result_is_either_returned_or_given_back():
    """Nothing may fall between: a camera that is opened and forgotten stays busy for good."""
    for deadline_s in [0.0, 1e-6, 1e-5, 1e-4] * 50:
        given_back = threading.Event()
        try:
            returned = Errands("The camera").do(
                "opening", lambda: 1, timeout_s=deadline_s, too_late=lambda _, back=given_back: back.set()
            )
        except CameraTimeoutError:
            assert given_back.wait(20.0)
        else:
            assert returned == 1
