"""The button: whether there is one, for the doctor; and by real presses how its contact bounces, for setting up."""

import math
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import pairwise

from firmware.adapters.open import open_buttons
from firmware.doctor.finding import Finding, doubtful, good
from firmware.ports import Edge
from firmware.session.wizard import ButtonFacts
from firmware.settings.config import Config, Gpio

MOST_EDGES = 2000  # a contact that chatters must not fill the memory
WIRED = frozenset({"gpio"})  # buttons with a contact; a key or a screen does not bounce
BURST_NS = 45_000_000  # edges closer together than this are one closing or opening; no finger is so quick


def button(config: Config) -> Finding:
    """Return whether a button can be pressed, and whether one is down though nobody was asked to press it.

    Raises:
        ButtonError: If a button is insisted on and there is none.
    """
    pin, wish = config.button.pin, config.button.gpio
    with ExitStack() as opened:
        buttons = {source: opened.enter_context(closing(each)) for source, each in open_buttons(config.button).items()}
        on_gpio = buttons.get("gpio")
        is_down = on_gpio is not None and on_gpio.level() is True
    if is_down:
        mend = f"Free the button, or look for a short between GPIO {pin} and ground."
        return doubtful("button", f"it is down, and perhaps nobody presses it. {mend}")
    if on_gpio is not None:
        return good("button", f"a button can be on GPIO {pin}; `serviert setup` measures its presses")
    why = "switched off in the settings" if wish is Gpio.OFF else "there is no GPIO header here"
    return doubtful("button", f"{why}: press on the screen, or Space")


class ButtonProbe:
    """Listens to the edges of the button while it is set up; what is known of the parts before is added to."""

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
        before, bursts = self.facts, list[list[Edge]]()  # edges by closing or opening of the contact
        for each in self._edges:
            if bursts and each.at_ns - bursts[-1][-1].at_ns < BURST_NS:
                bursts[-1].append(each)
            else:
                bursts.append([each])
        real = [burst for burst in bursts if len(burst) % 2]  # an even number of edges ends where it began
        gaps_ns = (after.at_ns - earlier.at_ns for burst in bursts for earlier, after in pairwise(burst))
        longest_ns = max(gaps_ns, default=0)  # for which it stood still in the middle of bouncing
        needed_ms = math.ceil(2 * longest_ns / 1e6)  # a level must last to count
        self.facts = replace(
            before,
            presses=sum(burst[-1].is_down for burst in real),
            longest_ms=round(longest_ns / 1e6, 1),
            bounces=needed_ms > self._debounce_ms,
            debounce_ms=needed_ms,
            sparks=len(bursts) - len(real),
            is_down=before.is_down and edge.is_down,
        )
        return self.facts != before
