"""The button: whether there is one, and with ``--button``, by real presses, how its contact bounces."""

from __future__ import annotations

import math
import queue
import time
from typing import TYPE_CHECKING

from firmware.adapters.open import open_buttons
from firmware.doctor.finding import Finding, Health
from firmware.settings.header_setting import Gpio
from firmware.signals.bounce import BounceReport, measured

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.ports import Button, Edge
    from firmware.settings.config import ButtonConfig, Config

PRESSES = 5
PATIENCE_S = 20.0
QUIET_S = 0.3
"""A contact at rest for so long has bounced itself out."""


def button(config: Config) -> Finding:
    """Return whether a button can be pressed, and whether one is down though nobody was asked to press it.

    Raises:
        ButtonError: If a button is insisted on and there is none.
    """
    buttons = open_buttons(config.button)
    try:
        on_gpio = buttons.get("gpio")
        is_down = on_gpio is not None and on_gpio.level() is True
    finally:
        for each in buttons.values():
            each.close()
    pin = config.button.pin
    if is_down:
        mend = f"Free the button, or look for a short between GPIO {pin} and ground."
        return Finding("button", Health.DOUBTFUL, f"it is down, and perhaps nobody presses it. {mend}")
    if on_gpio is not None:
        return Finding("button", Health.GOOD, f"a button can be on GPIO {pin}; `--button` measures its presses")
    wish = "switched off in the settings" if config.button.gpio is Gpio.OFF else "there is no GPIO header here"
    return Finding("button", Health.DOUBTFUL, f"{wish}: press on the screen, or Space")


def examine(config: ButtonConfig, *, say: Callable[[str], None]) -> Finding:
    """Ask for presses, and return what they say of the contact.

    Raises:
        ButtonError: If a button is insisted on and there is none.
    """
    buttons = open_buttons(config)
    try:
        if (button := buttons.get("gpio")) is None:
            return Finding("bounce", Health.DOUBTFUL, "there is no GPIO header here: nothing to measure")
        say(f"Press the button {PRESSES} times, as you would in a game …")
        return judged(record(button), config)
    finally:
        for each in buttons.values():
            each.close()


def record(
    button: Button, *, presses: int = PRESSES, patience_s: float = PATIENCE_S, quiet_s: float = QUIET_S
) -> tuple[Edge, ...]:
    """Return every edge of some presses, in the order of their moments.

    Args:
        button: Nobody listens to it yet.
        presses: So many end it.
        patience_s: Or so much time.
        quiet_s: A contact at rest for so long has come to an end.
    """
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
        return Finding("bounce", Health.FAILED, f"the button was down before anybody pressed it. {mend}")
    if not found.presses:
        mend = f"Is it wired between GPIO {config.pin} and ground?"
        return Finding("bounce", Health.FAILED, f"no press was seen within {PATIENCE_S:.0f} s. {mend}")
    wanted_ms = math.ceil(2 * found.longest_gap_ns / 1e6)
    if wanted_ms > config.debounce_ms:
        mend = f"Set debounce_ms under [button] to {wanted_ms}, or take another switch."
        return Finding(
            "bounce", Health.DOUBTFUL, f"{_figures(found)}: too close to the {config.debounce_ms} ms. {mend}"
        )
    if found.sparks:
        sentence = f"{_figures(found)}; {found.sparks} sparks that were no presses: look at cable and contacts"
        return Finding("bounce", Health.DOUBTFUL, sentence)
    return Finding("bounce", Health.GOOD, f"{_figures(found)}; {config.debounce_ms} ms of debouncing are enough")


def _figures(found: BounceReport) -> str:
    return (
        f"{found.presses} presses, bouncing up to {found.longest_ns / 1e6:.1f} ms with {found.most_edges} edges, "
        f"at rest for {found.longest_gap_ns / 1e6:.1f} ms in between"
    )
