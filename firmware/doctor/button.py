"""The button: whether there is one, and by real presses how its contact bounces, for the doctor and for setting up."""

import math
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from firmware.adapters.open import open_buttons
from firmware.doctor.finding import Finding, doubtful, failed, good
from firmware.ports import Button, Edge
from firmware.session.wizard import ButtonFacts
from firmware.settings.config import ButtonConfig, Config, Gpio

PRESSES = 5
PATIENCE_S = 20.0
QUIET_S = 0.3  # a contact at rest for so long has bounced itself out
MOST_EDGES = 2000  # a contact that chatters must not fill the memory
WIRED = frozenset({"gpio"})  # buttons with a contact; a key or a screen does not bounce
BURST_NS = 45_000_000  # edges closer together than this are one closing or opening; no finger is so quick


@dataclass(frozen=True, slots=True, kw_only=True)
class BounceReport:
    """What a contact did."""

    presses: int = 0  # how often it closed for good
    longest_ns: int = 0  # longest time from the first to the last edge of one closing or opening
    longest_gap_ns: int = 0  # longest time for which it stood still in the middle of bouncing
    most_edges: int = 0  # in one closing or opening; 1 for a contact that does not bounce
    sparks: int = 0  # times it closed and was open again at once

    @property
    def needed_ms(self) -> int:
        """Return how long a level must last to count: twice as long as the contact stood still while it bounced."""
        return math.ceil(2 * self.longest_gap_ns / 1e6)


def measured(edges: Sequence[Edge]) -> BounceReport:
    """Return what edges say of a contact."""
    bursts: list[list[Edge]] = []
    for edge in edges:
        if bursts and edge.at_ns - bursts[-1][-1].at_ns < BURST_NS:
            bursts[-1].append(edge)
        else:
            bursts.append([edge])
    real = [burst for burst in bursts if len(burst) % 2]  # an even number of edges ends where it began
    gaps = [after.at_ns - before.at_ns for burst in bursts for before, after in pairwise(burst)]
    return BounceReport(
        presses=sum(burst[-1].is_down for burst in real),
        longest_ns=max((burst[-1].at_ns - burst[0].at_ns for burst in bursts), default=0),
        longest_gap_ns=max(gaps, default=0),
        most_edges=max((len(burst) for burst in real), default=0),
        sparks=len(bursts) - len(real),
    )


def button(config: Config) -> Finding:
    """Return whether a button can be pressed, and whether one is down though nobody was asked to press it.

    Raises:
        ButtonError: If a button is insisted on and there is none.
    """
    with _on_gpio(config.button) as on_gpio:
        is_down = on_gpio is not None and on_gpio.level() is True
    if is_down:
        return doubtful("button", f"it is down, and perhaps nobody presses it. {_free(config.button)}")
    if on_gpio is not None:
        return good("button", f"a button can be on GPIO {config.button.pin}; `--button` measures its presses")
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
    buttons = open_buttons(config)
    with ExitStack() as opened:
        for each in buttons.values():
            opened.callback(each.close)
        yield buttons.get("gpio")


def _free(config: ButtonConfig) -> str:
    return f"Free the button, or look for a short between GPIO {config.pin} and ground."


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
        return failed("bounce", f"the button was down before anybody pressed it. {_free(config)}")
    if not found.presses:
        mend = f"Is it wired between GPIO {config.pin} and ground?"
        return failed("bounce", f"no press was seen within {PATIENCE_S:.0f} s. {mend}")
    said = (
        f"{found.presses} presses, bouncing up to {found.longest_ns / 1e6:.1f} ms with {found.most_edges} edges, "
        f"at rest for {found.longest_gap_ns / 1e6:.1f} ms in between"
    )
    if found.needed_ms > config.debounce_ms:
        mend = f"Set debounce_ms under [button] to {found.needed_ms}, or take another switch."
        return doubtful("bounce", f"{said}: too close to the {config.debounce_ms} ms. {mend}")
    if found.sparks:
        return doubtful("bounce", f"{said}; {found.sparks} sparks that were no presses: look at cable and contacts")
    return good("bounce", f"{said}; {config.debounce_ms} ms of debouncing are enough")


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
        found, before = measured(self._edges), self.facts
        self.facts = replace(
            before,
            presses=found.presses,
            longest_ms=round(found.longest_gap_ns / 1e6, 1),
            bounces=found.needed_ms > self._debounce_ms,
            debounce_ms=found.needed_ms,
            sparks=found.sparks,
            is_down=before.is_down and edge.is_down,
        )
        return self.facts != before
