"""The door: how many connections phones may hold open, how fast new ones come, and how long one may say nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.share.limits import Meter, Rate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Interface

MOST_CONNECTIONS = 96
"""Of all phones; far below the files a process may open, which the camera and the store need too."""
MOST_EACH = 12
"""Of one address: a browser opens six, and a phone may have two pages open."""
CONNECTS_EACH = Rate(most=40, every_s=0.2)
CONNECTS_TOGETHER = Rate(most=160, every_s=0.025)
SILENCE_NS = 10_000_000_000
"""A request must be whole so soon after the one before it was answered, or after the connection began."""
STALL_NS = 20_000_000_000
"""What was sent must be taken so soon."""

Peer = tuple[str, int]


@dataclass(slots=True)
class _Visit:
    quiet_since_ns: int | None  # None while it is answered
    stalled_since_ns: int | None = None


@dataclass
class Door:
    """Keeps book of the connections; belongs to the server's one thread.

    Attributes:
        places: This machine's addresses that phones may connect to, each with its network.
        silence_ns: A request must be whole so soon.
        stall_ns: What was sent must be taken so soon.
        connects: Counts new connections.
    """

    places: tuple[IPv4Interface, ...] = ()
    silence_ns: int = SILENCE_NS
    stall_ns: int = STALL_NS
    connects: Meter = field(default_factory=lambda: Meter(CONNECTS_EACH, CONNECTS_TOGETHER))
    _visits: dict[Peer, _Visit] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return how many connections are open."""
        return len(self._visits)

    def admit(self, peer: Peer, here: str, now_ns: int) -> bool:
        """Return whether a connection may stay.

        Args:
            peer: Its other end.
            here: The address of this machine that it was made to.
            now_ns: Monotonic time.
        """
        if not is_neighbour(peer[0], here, self.places) or len(self._visits) >= MOST_CONNECTIONS:
            return False
        if sum(address == peer[0] for address, _ in self._visits) >= MOST_EACH:
            return False
        if not self.connects.take(peer[0], now_ns):
            return False
        self._visits[peer] = _Visit(quiet_since_ns=now_ns)
        return True

    def leave(self, peer: Peer) -> None:
        """Forget a connection that is closed."""
        self._visits.pop(peer, None)

    def clear(self) -> None:
        """Forget all connections: the server that had them is closed."""
        self._visits.clear()

    def begin(self, peer: Peer) -> None:
        """Note that a whole request came: it may take its time to be answered."""
        if (visit := self._visits.get(peer)) is not None:
            visit.quiet_since_ns = None

    def end(self, peer: Peer, now_ns: int) -> None:
        """Note that it is answered."""
        if (visit := self._visits.get(peer)) is not None:
            visit.quiet_since_ns = now_ns

    def stall(self, peer: Peer, now_ns: int) -> None:
        """Note that the other end takes nothing any more."""
        if (visit := self._visits.get(peer)) is not None:
            visit.stalled_since_ns = now_ns

    def flow(self, peer: Peer) -> None:
        """Note that it takes again."""
        if (visit := self._visits.get(peer)) is not None:
            visit.stalled_since_ns = None

    def is_overdue(self, peer: Peer, now_ns: int) -> bool:
        """Return whether a connection has said or taken nothing for too long; one that is gone has."""
        visit = self._visits.get(peer)
        if visit is None:
            return True
        is_silent = visit.quiet_since_ns is not None and now_ns - visit.quiet_since_ns > self.silence_ns
        is_stalled = visit.stalled_since_ns is not None and now_ns - visit.stalled_since_ns > self.stall_ns
        return is_silent or is_stalled


def is_neighbour(address: str, here: str, places: Iterable[IPv4Interface]) -> bool:
    """Return whether an address is in the very network in which this machine has the address ``here``."""
    return any(str(place.ip) == here and _is_in(address, place) for place in places)


def _is_in(address: str, place: IPv4Interface) -> bool:
    try:
        return type(place)(address).ip in place.network
    except ValueError:
        return False
