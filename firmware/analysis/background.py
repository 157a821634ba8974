"""Threads that reckon while dice are read: the eye and the companion go first."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

NICE = 10
"""How far such a thread gives way; the eye and the companion do not."""


def give_way() -> None:
    """Let all other threads go before the one that calls."""
    with suppress(OSError, AttributeError):  # only Linux tells threads apart here; elsewhere it takes its share
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
