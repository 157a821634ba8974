"""What lay on the board before: a throw is compared with it, to tell which dice were left lying."""

from __future__ import annotations

import threading

from vision.reading import Reading, Verdict
from vision.watch.standing import StandingBoard
from vision.watch.track import Hold, HoldFinding, held

SEEN_DICE = frozenset({Verdict.CLEAR, Verdict.NOT_SURE, Verdict.WRONG_COUNT, Verdict.EMPTY})
"""Verdicts of a board at rest on which nothing but lying dice is seen: what remained is known from these."""


class LyingDice:
    """Remembers the newest accepted reading and what was seen to remain of it; safe to use from any thread."""

    def __init__(self, standing: StandingBoard) -> None:
        """Begin with nothing seen."""
        self._standing = standing
        self._accepted: Reading | None = None
        self._lying: Reading | None = None
        self._remaining: Reading | None = None
        self._lock = threading.Lock()

    def accept(self, reading: Reading | None) -> Reading | None:
        """Take the newest accepted reading; return the one before if its throw is over."""
        with self._lock:
            before = self._accepted
            is_over = reading is None or before is None or reading.exposed_ns != before.exposed_ns
            if is_over:
                self._remaining = None  # a put-right reading is the same moment: what remained of it still holds
            self._accepted = reading
        return before if is_over else None

    def came_to_rest(self, reading: Reading, dice: int) -> None:
        """Take what lies on the board at rest, though nobody pressed, while so many dice are played with."""
        is_part = reading.verdict in SEEN_DICE and len(reading.dice) < dice
        with self._lock:
            self._lying = reading if is_part else None

    def leave_lying(self) -> None:
        """Take what lay at rest as what remains, now that something moves again.

        Not sooner: a die that was missed in a finished throw would make the others look like held ones.
        """
        with self._lock:
            if self._lying is not None:
                self._remaining, self._lying = self._lying, None

    def forget(self) -> None:
        """Forget what remained: other dice are played with now, or nobody saw what became of it."""
        with self._lock:
            self._lying = self._remaining = None

    def hold(self, before: Reading | None, after: Reading, dice: int) -> Hold | None:
        """Return which of so many dice were left lying; None without as many, or without anything to compare with."""
        return self._compared(before, after) if len(after.dice) == dice else None

    def is_new(self, reading: Reading, dice: int) -> bool:
        """Return whether as many dice lie as are played with, and not all as in the newest accepted reading."""
        if len(reading.dice) != dice:
            return False
        compared = self._compared(self._accepted, reading)
        return compared is None or compared.finding is not HoldFinding.NOTHING_THROWN

    def _compared(self, before: Reading | None, after: Reading) -> Hold | None:
        if before is None or not before.dice:
            return None
        with self._lock:
            remaining = self._remaining
        as_now = self._standing.as_now
        return held(as_now(before), after, None if remaining is None else as_now(remaining))
