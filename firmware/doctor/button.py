"""The button: whether there is one, and by real presses how its contact bounces, for the doctor and for setting up."""

from __future__ import annotations

import math
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from firmware.adapters.open import open_buttons
from firmware.doctor.finding import Finding, doubtful, failed, good
from firmware.ports import Button, Edge
from firmware.session.wizard import ButtonFacts
from firmware.settings.config import ButtonConfig, Config
from firmware.settings.header_setting import Gpio
from firmware.signals.bounce import BounceReport, measured

PRESSES = 5
PATIENCE_S = 20.0
QUIET_S = 0.3
"""A contact at rest for so long has bounced itself out."""

MOST_EDGES = 2000
"""A contact that chatters must not fill the memory."""

WIRED = frozenset({"gpio"})
"""Buttons with a contact; a key or a screen does not bounce."""


def button(config: Config) -> Finding:
    """Return whether a button can be pressed, and whether one is down though nobody was asked to press it.

    Raises:
        ButtonError: If a button is insisted on and there is none.
    """
    with _on_gpio(config.button) as on_gpio:
        is_down = on_gpio is not None and on_gpio.level() is True
    pin = config.button.pin
    if is_down:
        mend = f"Free the button, or look for a short between GPIO {pin} and ground."
        return doubtful("button", f"it is down, and perhaps nobody presses it. {mend}")
    if on_gpio is not None:
        return good("button", f"a button can be on GPIO {pin}; `--button` measures its presses")
    wish = "switched off in the settings" if config.button.gpio is Gpio.OFF else "there is no GPIO header here"
    return doubtful("button", f"{wish}: press on the screen, or Space")


def examine(config: ButtonConfig, *, say: Callable[[str], None]) -> Finding:
    """Ask for presses, and return what they say of the contact.

    Raises:
        ButtonError: If a button is insisted on and there is none.
    """
    with _on_gpio(config) as button:
        if button is None:
            return doubtful("bounce", "there is no GPIO header here: nothing to measure")
        say(f"Press the button {PRESSES} times, as you would in a game …")
        return judged(record(button), config)


@contextmanager
def _on_gpio(config: ButtonConfig) -> Iterator[Button | None]:
    """Open the buttons of the settings for a while; the one with a contact is looked at."""
    with ExitStack() as opened:
        buttons = open_buttons(config)
        for each in buttons.values():
            opened.callback(each.close)
        yield buttons.get("gpio")


def record(
    button: Button, *, presses: int = PRESSES, patience_s: float = PATIENCE_S, quiet_s: float = QUIET_S
) -> tuple[Edge, ...]:
    """Return every edge of some presses, in the order of their moments."""
    heard: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    button.listen(heard.put)
    edges: list[Edge] = []
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        try:
            edges.append(heard.get(timeout=quiet_s))
        except queue.Empty:
            if edges and not edges[-1].is_down and measured(edges).presses >= presses:
                break
    return tuple(sorted(edges, key=lambda edge: edge.at_ns))


def judged(edges: tuple[Edge, ...], config: ButtonConfig) -> Finding:
    """Return what recorded edges say, against the settings."""
    found = measured(edges)
    if edges and edges[0].was_down:
        mend = f"Free the button, or look for a short between GPIO {config.pin} and ground."
        return failed("bounce", f"the button was down before anybody pressed it. {mend}")
    if not found.presses:
        mend = f"Is it wired between GPIO {config.pin} and ground?"
        return failed("bounce", f"no press was seen within {PATIENCE_S:.0f} s. {mend}")
    wanted_ms = needed_debounce_ms(found)
    if wanted_ms > config.debounce_ms:
        mend = f"Set debounce_ms under [button] to {wanted_ms}, or take another switch."
        return doubtful("bounce", f"{_figures(found)}: too close to the {config.debounce_ms} ms. {mend}")
    if found.sparks:
        sentence = f"{_figures(found)}; {found.sparks} sparks that were no presses: look at cable and contacts"
        return doubtful("bounce", sentence)
    return good("bounce", f"{_figures(found)}; {config.debounce_ms} ms of debouncing are enough")


def _figures(found: BounceReport) -> str:
    return (
        f"{found.presses} presses, bouncing up to {found.longest_ns / 1e6:.1f} ms with {found.most_edges} edges, "
        f"at rest for {found.longest_gap_ns / 1e6:.1f} ms in between"
    )


def needed_debounce_ms(found: BounceReport) -> int:
    """Return how long a level must last to count: twice as long as the contact stood still while it bounced."""
    return math.ceil(2 * found.longest_gap_ns / 1e6)


# -- while it is set up ----------------------------------------------------------------------------------------


class ButtonProbe:
    """Listens to the edges of the button; what is known of the parts before is added to."""

    def __init__(self, facts: ButtonFacts, *, debounce_ms: int) -> None:
        """Begin to listen."""
        self._debounce_ms = debounce_ms
        self._edges: list[Edge] = []
        self.facts = facts

    def hear(self, source: str, edge: Edge) -> bool:
        """Take an edge; return whether something more is known."""
        if source not in WIRED or len(self._edges) >= MOST_EDGES:
            return False
        self._edges = sorted([*self._edges, edge], key=lambda each: each.at_ns)
        found, before = measured(self._edges), self.facts
        wanted_ms = needed_debounce_ms(found)
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
