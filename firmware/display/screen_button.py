"""The button on the screen, and Space: raw edges like those of the button beside the board."""

from __future__ import annotations

from collections.abc import Callable

from firmware.ports import Edge


class ScreenButton:
    """A `firmware.ports.Button` pressed on the page; give `report` to the display as its edge sink."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self._sink: Callable[[Edge], None] | None = None

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` from the display's thread for each edge from now on."""
        self._sink = sink

    def report(self, edge: Edge) -> None:
        """Pass an edge of the page on; without a listener it goes nowhere."""
        if self._sink is not None:
            self._sink(edge)

    def level(self) -> bool | None:
        """Return None: the page cannot be asked."""
        return None

    def close(self) -> None:
        """Stop listening; closing twice does nothing."""
        self._sink = None
