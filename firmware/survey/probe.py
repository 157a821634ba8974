"""The button, lamp and sound that are there, and how the contact bounces, by the presses of whoever sets it up."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.session.wizard import ButtonFacts
from firmware.signals.bounce import measured

if TYPE_CHECKING:
    from firmware.ports import Edge

MOST_EDGES = 2000
"""A contact that chatters must not fill the memory."""

WIRED = frozenset({"gpio"})
"""Buttons with a contact; a key or a screen does not bounce."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What hangs on the device.

    Attributes:
        has_button: A button can hang on the pins.
        has_lamp: A lamp.
        has_sound: A buzzer or speaker.
    """

    has_button: bool = False
    has_lamp: bool = False
    has_sound: bool = False


class ButtonProbe:
    """Listens to the edges of the button.

    Attributes:
        facts: What is known.
    """

    def __init__(self, parts: Parts, *, debounce_ms: int, is_down: bool = False) -> None:
        """Begin to listen.

        Args:
            parts: What hangs on the device.
            debounce_ms: As in the settings.
            is_down: The button is down already.
        """
        self._debounce_ms = debounce_ms
        self._edges: list[Edge] = []
        self.facts = ButtonFacts(
            has_button=parts.has_button, has_lamp=parts.has_lamp, has_sound=parts.has_sound, is_down=is_down
        )

    def hear(self, source: str, edge: Edge) -> bool:
        """Take an edge; return whether something more is known."""
        if source not in WIRED or len(self._edges) >= MOST_EDGES:
            return False
        self._edges = sorted([*self._edges, edge], key=lambda each: each.at_ns)
        found, before = measured(self._edges), self.facts
        wanted_ms = math.ceil(2 * found.longest_gap_ns / 1e6)
        self.facts = replace(
            before,
            presses=found.presses,
            longest_ms=round(found.longest_gap_ns / 1e6, 1),
            bounces=wanted_ms > self._debounce_ms,
            debounce_ms=wanted_ms,
            sparks=found.sparks,
            is_down=before.is_down and edge.is_down,
        )
        return self.facts != before
