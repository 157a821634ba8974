"""A thread that does the same thing round after round."""

import logging
import os
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar

log = logging.getLogger(__name__)

AFTER_MISTAKE_S = 1.0
NICE = 10  # how far a thread gives way; the eye and the companion do not


def give_way() -> None:
    """Let other threads go before this one."""
    with suppress(OSError, AttributeError):  # only Linux tells threads apart here; elsewhere it takes its share
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class Rounds(ABC):
    """Does something again and again in a thread of its own; a mistake in a round is logged, and the next one comes."""

    LAST_ROUND_S: ClassVar[float | None] = 1.0  # so long closing waits for the round that is under way

    def __init__(self, name: str) -> None:
        """Take the thread's name; `start` begins the first round."""
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._go_round, name=name, daemon=True)

    @abstractmethod
    def _round(self) -> float:
        """Do it once; return how long the next round is to wait, s."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End; closing twice does nothing."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(self.LAST_ROUND_S)

    def _go_round(self) -> None:
        wait_s = 0.0
        while not self._ending.wait(wait_s):
            try:
                wait_s = self._round()
            except Exception:
                log.exception("The %s made a mistake, and goes on.", self._thread.name)
                wait_s = AFTER_MISTAKE_S
