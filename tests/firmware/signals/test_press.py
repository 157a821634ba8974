"""Bounce patterns are modelled on oscilloscope traces of tact switches: some ms of chatter at both ends.

Source: J. Ganssle, "A Guide to Debouncing" (2004): most switches bounce under 10 ms, one in twenty up to 20 ms.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Edge
from firmware.session import events
from firmware.session.events import ButtonEvent, Holding, Pressed, PressedForMenu, PressedLong
from firmware.signals.press import Buttons, HeldFor, PressState, PressTiming, due_ns, feed, tick
from tests.cases import cases

MS = 1_000_000
TIMING = PressTiming()

CLOSING = (0.0, 0.4, 0.5, 1.9, 2.0, 2.1, 2.2)
OPENING = (0.0, 0.2, 0.3, 3.8, 4.1)


def edges(changes_ms: Iterable[float], start_ms: float = 0.0, *, is_down: bool = True) -> list[Edge]:
    """Return the edges of a contact that changed at these moments, closing or opening with the first."""
    return [Edge(is_down != bool(n % 2), round((start_ms + at_ms) * MS)) for n, at_ms in enumerate(changes_ms)]


def bouncing_press(start_ms: float, length_ms: float) -> list[Edge]:
    return edges(CLOSING, start_ms) + edges(OPENING, start_ms + length_ms, is_down=False)


def heard(pairs: Iterable[tuple[str, Edge]], until_ms: float = 90_000) -> list[ButtonEvent]:
    """Feed edges of several buttons to the joined ones as a punctual loop does."""
    buttons, told = Buttons(timings={"screen": PressTiming(debounce_ns=0)}), list[ButtonEvent]()

    def tick_until(moment_ns: int) -> None:
        nonlocal buttons
        while buttons.due_ns is not None and buttons.due_ns < moment_ns:
            buttons, gestures = buttons.tick(buttons.due_ns)
            told.extend(gestures)

    for source, edge in sorted(pairs, key=lambda pair: pair[1].at_ns):
        tick_until(edge.at_ns)
        buttons, gestures = buttons.feed(edge, source=source)
        told += gestures
    tick_until(int(until_ms * MS) + 1)
    return told


def on(source: str, given_edges: list[Edge]) -> list[tuple[str, Edge]]:
    return [(source, edge) for edge in given_edges]


PLAYED, JOINED, RECORDED = cases(__file__).values()


def made(said: str) -> list[Edge]:
    """Return the edges of a word of ``press.toml`` and its moments."""
    word, *moments = said.split()
    first, *rest = map(float, moments)
    kinds = {
        "press": lambda: bouncing_press(first, *rest),
        "close": lambda: edges(CLOSING, first),
        "change": lambda: edges((first, *rest)),
        "chatter": lambda: [Edge(number % 2 == 0, number * 5 * MS) for number in range(int(first))],
        "open": lambda: [Edge(False, int(first * MS))],
        "was-down": lambda: [Edge(True, int(first * MS), was_down=True)],
        "spikes": lambda: edges(at_ms + more for at_ms in range(0, int(first), 10) for more in (0, 0.2)),
        "level": lambda: [Edge(True, at_ms * MS) for at_ms in range(0, int(first), 10)],
    }
    return kinds[word]()


def told_and_meant(case: dict[str, Any]) -> tuple[list[ButtonEvent], list[ButtonEvent]]:
    """Return what is heard of a case's buttons, and what they mean."""
    meant = [getattr(events, kind)(int(moment) * MS) for kind, moment in map(str.split, case["meant"])]
    sources = sorted(case.keys() & {"gpio", "screen", "other"})
    pairs = [pair for source in sources for said in case[source] for pair in on(source, made(said))]
    return heard(pairs, case.get("until", 90_000)), meant


@pytest.mark.parametrize("case", [*PLAYED.values(), *JOINED.values()], ids=[*PLAYED, *JOINED])
def test_edges_are_what_the_finger_meant_and_several_buttons_are_one(case):
    told, meant = told_and_meant(case)
    assert told == meant


def test_edges_seen_late_or_out_of_order_are_what_they_were():
    state, told = tick(PressState(), 5_000 * MS, TIMING)
    for edge in bouncing_press(100, 150):
        state, gestures = feed(state, edge, TIMING)
        told += gestures
    _, gestures = tick(state, 5_001 * MS, TIMING)
    assert told + gestures == (Pressed(100 * MS),)
    timing = PressTiming(debounce_ns=0)
    state, _ = feed(PressState(), Edge(True, 0), timing)
    _, told = feed(state, Edge(False, 1_500 * MS), timing)
    assert told == (Holding(0), PressedLong(0))
    state, _ = feed(PressState(), Edge(True, 50 * MS), TIMING)
    state, told = feed(state, Edge(False, 10 * MS), TIMING)
    assert (state.raw_since_ns, told) == (50 * MS, ())
    assert heard(on("screen", [Edge(True, 5), Edge(False, 5)]), 1) == [Pressed(5)]
    opened = PressState(is_raw_down=True, is_down=True, stage=HeldFor.MENU)  # the menu was told while it was held
    state, _ = feed(opened, Edge(False, 6_000 * MS), TIMING)
    assert tick(state, 6_100 * MS, TIMING)[1] == ()
    assert due_ns(PressState(), TIMING) is None
    assert due_ns(PressState(is_raw_down=True, is_down=True, stage=HeldFor.STUCK), TIMING) is None


@pytest.mark.parametrize("case", RECORDED.values(), ids=RECORDED)
def test_a_recorded_contact_is_what_the_finger_meant_and_without_debouncing_would_not_be(case):
    told, meant = told_and_meant(case)
    assert told == meant
    assert told_and_meant({"screen": case["gpio"], "meant": []})[0] != meant


BOUNCES = st.lists(st.floats(0.1, 10), max_size=8).filter(lambda gaps: len(gaps) % 2 == 0 and sum(gaps) < 40)
"""Gaps between edges of a bouncing contact, ms; an even number of them ends where it began."""


@settings(deadline=None, max_examples=60)
@given(BOUNCES, BOUNCES, st.integers(60, 12_000))
def test_however_it_bounces_a_press_is_one_gesture_of_its_length(closing, opening, held_ms):
    bounces = edges(accumulate([0, *closing])) + edges(accumulate([held_ms, *opening]), is_down=False)
    told = [each for each in heard(on("gpio", bounces)) if not isinstance(each, Holding)]
    expected = Pressed(0) if held_ms < 1_000 else PressedLong(0) if held_ms < 5_000 else PressedForMenu(0)
    near = {1_000, 5_000} & set(range(held_ms - 60, held_ms + 60))
    assert len(told) == 1
    assert near or told == [expected]
