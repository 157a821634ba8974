"""The seats: how many phones look at once, each address with a few pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

MOST = 32
MOST_EACH = 3


@dataclass
class Seats:
    """Counts open streams; belongs to the server's one thread, only the count is read from others."""

    _of: Counter[str] = field(default_factory=Counter)

    @property
    def phones(self) -> int:
        """Return how many addresses look."""
        return len(self._of)

    def take(self, address: str) -> bool:
        """Return whether there is a seat, and take it if so."""
        if self._of.total() >= MOST or self._of[address] >= MOST_EACH:
            self._tidy(address)
            return False
        self._of[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a seat back."""
        self._of[address] -= 1
        self._tidy(address)

    def _tidy(self, address: str) -> None:
        if self._of[address] <= 0:
            del self._of[address]
