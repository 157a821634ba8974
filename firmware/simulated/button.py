"""A button pressed by hand or by the simulated player; its contact bounces like a real one's."""

import threading
from collections.abc import Callable

import numpy as np

from firmware.ports import Edge
from firmware.simulated.clock import Clock

LONGEST_BOUNCE_NS = 4e6


class SimulatedButton:
    """A `firmware.ports.Button`; edges come out when `pump` is called at or after their moment."""

    def __init__(self, clock: Clock, *, seed: int = 0, bounces: int = 2) -> None:
        """Begin up, with nobody listening.

        ``bounces`` is how often the contact opens again after it closed, and the reverse; 0 for a clean one.
        """
        self._clock = clock
        self._rng = np.random.default_rng(seed)
        self._bounces = bounces
        self._sink: Callable[[Edge], None] | None = None
        self._due: list[Edge] = []
        self._is_down = False
        self._lock = threading.Lock()

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` for each edge from now on, from the thread that pumps."""
        self._sink = sink

    def press(self, *, at_ns: int | None = None, held_s: float = 0.12) -> None:
        """Press once."""
        down_ns = self._clock.now_ns() if at_ns is None else at_ns
        up_ns = down_ns + round(held_s * 1e9)
        with self._lock:
            self._due += [*self._edges(down_ns, is_down=True), *self._edges(up_ns, is_down=False)]
            self._due.sort(key=lambda edge: edge.at_ns)
        self.pump()

    def pump(self) -> None:
        """Report the edges that are due."""
        now_ns = self._clock.now_ns()
        with self._lock:
            due = [edge for edge in self._due if edge.at_ns <= now_ns]
            self._due = self._due[len(due) :]
            for edge in due:
                self._is_down = edge.is_down
                if self._sink is not None:
                    self._sink(edge)

    def level(self) -> bool | None:
        """Return whether the contact is closed, as far as it was pumped."""
        return self._is_down

    @property
    def is_idle(self) -> bool:
        """Return whether no edge is still to come."""
        return not self._due

    def close(self) -> None:
        """Stop listening; closing twice does nothing."""
        self._sink = None

    def _edges(self, at_ns: int, *, is_down: bool) -> list[Edge]:
        """Return an edge and its bouncing, some tenths of a millisecond to some milliseconds apart."""
        levels = [is_down, *([not is_down, is_down] * self._bounces)]
        gaps_ns = self._rng.uniform(1e5, LONGEST_BOUNCE_NS / max(1, 2 * self._bounces), len(levels) - 1)
        moments = at_ns + np.concatenate([[0.0], np.cumsum(gaps_ns)])
        return [Edge(level, int(moment)) for level, moment in zip(levels, moments, strict=True)]
