"""How much one address, and all of them together, may ask for: pure arithmetic, bounded in memory."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

MOST_ADDRESSES = 256
"""Addresses remembered; the one not heard of for longest is forgotten first, the common allowance still holds."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen.

    Attributes:
        most: So often at once.
        every_s: One more is allowed after so long, until it is ``most`` again.
    """

    most: int
    every_s: float


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a rate.

    Attributes:
        left: So often it may still happen, with fractions of the next.
        at_ns: When that was so, monotonic.
    """

    left: float
    at_ns: int

    @classmethod
    def full(cls, rate: Rate, now_ns: int) -> Allowance:
        """Return all that a rate allows at once."""
        return cls(float(rate.most), now_ns)

    def now(self, rate: Rate, now_ns: int) -> Allowance:
        """Return what is left a while later; a clock that went back gives nothing."""
        gained = max(0, now_ns - self.at_ns) / 1e9 / rate.every_s
        return Allowance(min(float(rate.most), self.left + gained), max(now_ns, self.at_ns))

    def spent(self, rate: Rate, now_ns: int) -> Allowance | None:
        """Return what is left after it happened once more, None if it may not.

        >>> once = Rate(most=1, every_s=10)
        >>> used = Allowance.full(once, 0).spent(once, 0)
        >>> used.spent(once, 9_000_000_000) is None, used.spent(once, 10_000_000_000) is None
        (True, False)
        """
        here = self.now(rate, now_ns)
        return Allowance(here.left - 1, here.at_ns) if here.left >= 1 else None


class Meter:
    """Counts what each address asks for, and all together; belongs to one thread."""

    def __init__(self, each: Rate, together: Rate) -> None:
        """Begin with nothing asked for.

        Args:
            each: What one address may.
            together: What all of them may.
        """
        self._each = each
        self._together = together
        self._all: Allowance | None = None
        self._of: OrderedDict[str, Allowance] = OrderedDict()

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._of)

    def take(self, address: str, now_ns: int) -> bool:
        """Return whether an address may ask once more, and count it if so.

        What one address asks for too much is not counted against the others.
        """
        mine = (self._of.get(address) or Allowance.full(self._each, now_ns)).spent(self._each, now_ns)
        if mine is None:
            return False
        ours = (self._all or Allowance.full(self._together, now_ns)).spent(self._together, now_ns)
        if ours is None:
            return False
        self._all = ours
        self._of[address] = mine
        self._of.move_to_end(address)
        while len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        return True
