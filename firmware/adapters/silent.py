"""A lamp and a sound where there is none: the display tells it all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware.ports import Signal


class DarkLamp:
    """A `firmware.ports.Lamp` that shows nothing."""

    def show(self, signal: Signal) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Do nothing."""


class SilentSound:
    """A `firmware.ports.Sound` that plays nothing."""

    def play(self, signal: Signal) -> None:
        """Play nothing."""

    def close(self) -> None:
        """Do nothing."""
