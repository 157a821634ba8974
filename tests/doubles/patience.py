"""Waiting for what another thread or program does."""

import threading
import time
from collections.abc import Callable


def until(is_so: Callable[[], bool], act: Callable[[], None] = lambda: None) -> None:
    give_up, waiting = time.monotonic() + 30.0, threading.Event()
    while not is_so():
        assert time.monotonic() < give_up
        act()
        waiting.wait(0.01)
