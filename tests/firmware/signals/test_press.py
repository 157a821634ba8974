"""Bounce patterns are modelled on oscilloscope traces of tact switches: some ms of chatter at both ends.

Source: J. Ganssle, "A Guide to Debouncing" (2004): most switches bounce under 10 ms, one in twenty up to 20 ms.
"""

from collections.abc import Iterable
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Edge
from firmware.session.events import ButtonEvent, ButtonFreed, ButtonStuck, Holding, Pressed, PressedForMenu, PressedLong
from firmware.signals.press import Buttons, HeldFor, PressState, PressTiming, due_ns, feed, tick

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


CHATTER = [Edge(number % 2 == 0, number * 5 * MS) for number in range(6_401)]

PLAYED = {
    "a press is told at its release and not before": (bouncing_press(100, 600), 699, []),
    "holding is told after a second and not before": (edges(CLOSING, 100), 1099.9, []),
    "a second of holding is told at once": (edges(CLOSING, 100), 1100, [Holding(100 * MS)]),
    "and is a long press when let go": (bouncing_press(100, 1500), 9000, [Holding(100 * MS), PressedLong(100 * MS)]),
    "the menu opens after five seconds and not before": (edges(CLOSING, 100), 5099.9, [Holding(100 * MS)]),
    "and while still held, and enters nothing": (
        bouncing_press(100, 5300),
        9000,
        [Holding(100 * MS), PressedForMenu(100 * MS)],
    ),
    "just short of five seconds is still a long press": (bouncing_press(0, 4999), 9000, [Holding(0), PressedLong(0)]),
    "just short of a second stays short while it bounces": (bouncing_press(0, 999), 2000, [Pressed(0)]),
    "a spark of two milliseconds is no press": ([Edge(True, 0), Edge(False, 2 * MS)], 2000, []),
    "a dropout while held does not split the press": (edges((0, 990, 993, 2000)), 3000, [Holding(0), PressedLong(0)]),
    "a button is not stuck before half a minute": (edges(CLOSING, 0), 29_999, [Holding(0), PressedForMenu(0)]),
    "it is then, and says so once": (edges(CLOSING, 0), 60_000, [Holding(0), PressedForMenu(0), ButtonStuck(0)]),
    "a freed button says so and works again": (
        bouncing_press(0, 32_000) + bouncing_press(33_000, 100),
        34_000,
        [Holding(0), PressedForMenu(0), ButtonStuck(0), ButtonFreed(32_000 * MS), Pressed(33_000 * MS)],
    ),
    "a contact that never settles is stuck and never a press": (CHATTER[:-1], 31_994, [ButtonStuck(0)]),
    "one that calms down open after chattering works again": (
        CHATTER[:-1] + bouncing_press(33_000, 100),
        34_000,
        [ButtonStuck(0), ButtonFreed(0), Pressed(33_000 * MS)],
    ),
    "one that calms down closed is stuck until it opens": (
        [*CHATTER, Edge(False, 40_000 * MS)],
        41_000,
        [ButtonStuck(0), ButtonFreed(40_000 * MS)],
    ),
    "down before anybody listened is stuck at once and no press, until it comes up": (
        [Edge(True, 7 * MS, was_down=True), Edge(False, 40_000 * MS), *bouncing_press(41_000, 100)],
        42_000,
        [ButtonStuck(7 * MS), ButtonFreed(40_000 * MS), Pressed(41_000 * MS)],
    ),
    "an edge reported twice changes nothing": (
        [edge for edge in bouncing_press(100, 150) for _ in range(2)],
        400,
        [Pressed(100 * MS)],
    ),
    "a source that keeps telling its level is held down and not chattering": (
        [Edge(True, at_ms * MS) for at_ms in range(0, 1_200, 10)],
        1_200,
        [Holding(0)],
    ),
}


@pytest.mark.parametrize(("given_edges", "until_ms", "meant"), PLAYED.values(), ids=PLAYED)
def test_edges_are_what_the_finger_meant(given_edges, until_ms, meant):
    assert heard(on("gpio", given_edges), until_ms) == meant


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
    stuck = PressState(is_raw_down=True, is_down=True, stage=HeldFor.STUCK)
    assert due_ns(stuck, TIMING) is None


JOINED = {
    "two presses at once are one": (
        on("gpio", bouncing_press(0, 150)) + on("screen", [Edge(True, 40 * MS), Edge(False, 40 * MS)]),
        [Pressed(40 * MS)],
    ),
    "two long presses at once are one": (
        on("gpio", edges([0, 1_500])) + on("screen", edges([50, 1_510])),
        [Holding(0), Holding(50 * MS), PressedLong(50 * MS)],
    ),
    "a nervous double press is one": (on("gpio", bouncing_press(0, 100) + bouncing_press(250, 100)), [Pressed(0)]),
    "presses half a second apart are two": (
        on("gpio", bouncing_press(0, 100) + bouncing_press(600, 100)),
        [Pressed(0), Pressed(600 * MS)],
    ),
    "a stuck button does not silence the other": (
        on("gpio", edges([0])) + on("screen", bouncing_press(35_000, 0)),
        [Holding(0), PressedForMenu(0), ButtonStuck(0), Pressed(35_000 * MS)],
    ),
    "they are free again only when none is stuck": (
        on("gpio", [Edge(True, 0, was_down=True), Edge(False, 1_000 * MS)])
        + on("other", [Edge(True, 0, was_down=True), Edge(False, 2_000 * MS)]),
        [ButtonStuck(0), ButtonStuck(0), ButtonFreed(2_000 * MS)],
    ),
}


@pytest.mark.parametrize(("pairs", "meant"), JOINED.values(), ids=JOINED)
def test_several_buttons_are_one(pairs, meant):
    assert heard(pairs) == meant


RECORDINGS = {
    "spikes of a dimmer, every 10 ms": (edges(t + d for t in range(0, 400, 10) for d in (0, 0.2)), []),
    "chatter while held for a second and a half": (
        edges((0, 0.3, 0.5, 210, 211.5, 480, 489, 700, 700.4, 990, 999, 1200, 1203, 1500, 1500.3, 1501)),
        [Holding(0), PressedLong(0)],
    ),
}


@pytest.mark.parametrize(("recorded", "meant"), RECORDINGS.values(), ids=RECORDINGS)
def test_a_recorded_contact_is_what_the_finger_meant_and_without_debouncing_would_not_be(recorded, meant):
    assert heard(on("gpio", recorded)) == meant
    assert heard(on("screen", recorded)) != meant


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
