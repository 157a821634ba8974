"""Bounce patterns are modelled on oscilloscope traces of tact switches: some ms of chatter at both ends.

Source: J. Ganssle, "A Guide to Debouncing" (2004): most switches bounce under 10 ms, one in twenty up to 20 ms.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Edge, Signal
from firmware.session.events import ButtonEvent, ButtonFreed, ButtonStuck, Holding, Pressed, PressedForMenu, PressedLong
from firmware.session.state import SessionState
from firmware.session.vocabulary import NoticeKey
from firmware.signals.press import Buttons, HeldFor, PressState, PressTiming, due_ns, feed, tick
from firmware.table.companion import Companion
from firmware.table.parts import Contacts, Ports, Workers
from tests.doubles.recorded import RecordedLamp, RecordedSound
from tests.doubles.store import MemoryStore
from tests.firmware.session.table_talk import ADVISOR
from tests.firmware.table.companion_desk import NEW_GAME, PatientEye

MS = 1_000_000
TIMING = PressTiming()

CLOSING = (0.0, 0.4, 0.5, 1.9, 2.0, 2.1, 2.2)
OPENING = (0.0, 0.2, 0.3, 3.8, 4.1)


def edges(changes_ms: Iterable[float], start_ms: float = 0.0, *, is_down: bool = True) -> list[Edge]:
    """Return the edges of a contact that changed at these moments, closing or opening with the first."""
    return [Edge(is_down != bool(n % 2), round((start_ms + at_ms) * MS)) for n, at_ms in enumerate(changes_ms)]


def bouncing_press(start_ms: float, length_ms: float) -> list[Edge]:
    return edges(CLOSING, start_ms) + edges(OPENING, start_ms + length_ms, is_down=False)


def play(given_edges: list[Edge], until_ms: float, timing: PressTiming = TIMING) -> list[ButtonEvent]:
    """Feed edges as a punctual event loop does: ticking at every due moment."""
    state, told = PressState(), []
    for moment_ns, edge in [*((edge.at_ns, edge) for edge in given_edges), (int(until_ms * MS), None)]:
        while (due := due_ns(state, timing)) is not None and due < moment_ns:
            state, gestures = tick(state, due, timing)
            told += gestures
        state, gestures = tick(state, moment_ns, timing) if edge is None else feed(state, edge, timing)
        told += gestures
    return told


STUCK = bouncing_press(0, 32_000)
CHATTER = [Edge(number % 2 == 0, number * 5 * MS) for number in range(6_401)]
DROPOUT = [Edge(True, 0), Edge(False, 990 * MS), Edge(True, 993 * MS)]
DOWN = Edge(True, 7 * MS, was_down=True)

PLAYED = {
    "a bouncing press is one press at its first edge": (bouncing_press(100, 150), 400, [Pressed(100 * MS)]),
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
    "a dropout while held does not end the press": (DROPOUT, 3000, [Holding(0)]),
    "and does not split it": ([*DROPOUT, Edge(False, 2000 * MS)], 3000, [Holding(0), PressedLong(0)]),
    "a button is not stuck before half a minute": (edges(CLOSING, 0), 29_999, [Holding(0), PressedForMenu(0)]),
    "it is then, and says so once": (edges(CLOSING, 0), 60_000, [Holding(0), PressedForMenu(0), ButtonStuck(0)]),
    "a freed button says so and works again": (
        STUCK + bouncing_press(33_000, 100),
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
    "down before anybody listened is stuck at once and no press": ([DOWN], 60_000, [ButtonStuck(7 * MS)]),
    "until it comes up": (
        [DOWN, Edge(False, 3_000 * MS), *bouncing_press(4_000, 100)],
        5_000,
        [ButtonStuck(7 * MS), ButtonFreed(3_000 * MS), Pressed(4_000 * MS)],
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
    assert play(given_edges, until_ms=until_ms) == meant


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
    timing = PressTiming(debounce_ns=0)
    assert play([Edge(True, 5), Edge(False, 5)], until_ms=1, timing=timing) == [Pressed(5)]
    assert due_ns(PressState(), TIMING) is None
    stuck = PressState(is_raw_down=True, is_down=True, stage=HeldFor.STUCK)
    assert due_ns(stuck, TIMING) is None


def heard(pairs: Iterable[tuple[str, Edge]], until_ms: float = 90_000) -> list[ButtonEvent]:
    """Feed edges of several buttons to the joined ones as a punctual loop does."""
    buttons, told = Buttons(timings={"keyboard": PressTiming(debounce_ns=0)}), list[ButtonEvent]()

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


JOINED = {
    "two presses at once are one": (
        on("gpio", bouncing_press(0, 150)) + on("keyboard", [Edge(True, 40 * MS), Edge(False, 40 * MS)]),
        [Pressed(40 * MS)],
    ),
    "two long presses at once are one": (
        on("gpio", edges([0, 1_500])) + on("keyboard", edges([50, 1_510])),
        [Holding(0), Holding(50 * MS), PressedLong(50 * MS)],
    ),
    "a nervous double press is one": (on("gpio", bouncing_press(0, 100) + bouncing_press(250, 100)), [Pressed(0)]),
    "presses half a second apart are two": (
        on("gpio", bouncing_press(0, 100) + bouncing_press(600, 100)),
        [Pressed(0), Pressed(600 * MS)],
    ),
    "a stuck button does not silence the other": (
        on("gpio", edges([0])) + on("keyboard", bouncing_press(35_000, 0)),
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
    "new micro switch, quick tap": ((0, 0.12, 0.31, 0.38, 0.9, 83.0, 83.2, 83.3), [Pressed(0)]),
    "leaf switch, closes slowly": ((0, 3.0, 4.2, 11.0, 12.5, 20.0, 21.0, 190, 196, 197), [Pressed(0)]),
    "slammed with a fist": ((0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 45, 45.1, 45.2), [Pressed(0)]),
    "spike of a fridge switching": ((0, 0.05), []),
    "spikes of a dimmer, every 10 ms": (tuple(t + d for t in range(0, 400, 10) for d in (0, 0.2)), []),
    "chatter while held for a second and a half": (
        (0, 0.3, 0.5, 210, 211.5, 480, 489, 700, 700.4, 990, 999, 1200, 1203, 1500, 1500.3, 1501),
        [Holding(0), PressedLong(0)],
    ),
    "held for a minute": (
        (0, 0.2, 0.4, 60_000),
        [Holding(0), PressedForMenu(0), ButtonStuck(0), ButtonFreed(60_000 * MS)],
    ),
}
"""Moments, ms, at which contacts changed, beginning with the first time they closed, and what was meant."""


@pytest.mark.parametrize(("changes_ms", "meant"), RECORDINGS.values(), ids=RECORDINGS)
def test_a_recorded_contact_is_what_the_finger_meant_and_without_debouncing_would_not_be(changes_ms, meant):
    assert heard(("gpio", edge) for edge in edges(changes_ms)) == meant
    raw, told = PressState(), list[ButtonEvent]()
    for edge in edges(changes_ms):
        raw, gestures = feed(raw, edge, PressTiming(debounce_ns=0))
        told += gestures
    assert told != meant or len(changes_ms) == 4


BOUNCES = st.lists(st.floats(0.1, 10), max_size=8).filter(lambda gaps: len(gaps) % 2 == 0 and sum(gaps) < 40)
"""Gaps between edges of a bouncing contact, ms; an even number of them ends where it began."""


@settings(deadline=None, max_examples=60)
@given(BOUNCES, BOUNCES, st.integers(60, 12_000))
def test_however_it_bounces_a_press_is_one_gesture_of_its_length(closing, opening, held_ms):
    bounces = edges(accumulate([0, *closing])) + edges(accumulate([held_ms, *opening]), is_down=False)
    told = [each for each in heard(("gpio", edge) for edge in bounces) if not isinstance(each, Holding)]
    expected = Pressed(0) if held_ms < 1_000 else PressedLong(0) if held_ms < 5_000 else PressedForMenu(0)
    near = {1_000, 5_000} & set(range(held_ms - 60, held_ms + 60))
    assert len(told) == 1
    assert near or told == [expected]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3_000)), max_size=60))
def test_no_train_of_edges_breaks_the_machine_or_tells_of_the_past(train):
    at_ns, state, told = 0, PressState(), list[ButtonEvent]()
    for is_down, gap_ms in train:
        at_ns += gap_ms * MS
        state, gestures = feed(state, Edge(is_down, at_ns), TIMING)
        told += gestures
        assert due_ns(state, TIMING) is None or (due_ns(state, TIMING) or 0) >= state.down_ns
    state, gestures = tick(state, at_ns + 60_000 * MS, TIMING)
    assert [each.at_ns for each in told] == sorted(each.at_ns for each in told)
    assert not state.is_down or state.is_raw_down


class Rig:
    """A companion with one contact that the test opens and closes."""

    def __init__(self) -> None:
        self.is_closed = False
        self.now_ns = 0
        self.lamp = RecordedLamp()
        self.companion = Companion(
            SessionState(),
            Ports(
                eye=PatientEye(),  # type: ignore[arg-type]
                store=MemoryStore(),
                lamp=self.lamp,
                sound=RecordedSound(),
                clock_ns=lambda: self.now_ns,
            ),
            Workers(advise=ADVISOR.answer),
            contacts=Contacts(levels={"gpio": lambda: self.is_closed}),
        )
        self.companion.take(NEW_GAME)
        self.lamp.shown.clear()

    def contact(self, at_ms: float, *, is_down: bool, is_lost: bool = False) -> Rig:
        self.until(at_ms)
        self.is_closed = is_down
        if not is_lost:
            self.companion.take_edge("gpio", Edge(is_down, self.now_ns))
        return self

    def until(self, at_ms: float) -> Rig:
        for moment_ms in range(int(self.now_ns / MS), int(at_ms), 5):
            self.now_ns = moment_ms * MS
            self.companion.tick()
        self.now_ns = round(at_ms * MS)
        return self


def test_an_edge_that_got_lost_is_found_in_time_and_a_hold_without_loss_is_the_same():
    rig = Rig().contact(10, is_down=True).contact(120, is_down=False, is_lost=True).until(8_000)
    assert rig.lamp.shown == [Signal.READING]
    rig = Rig().contact(10, is_down=True).contact(11, is_down=False).contact(12, is_down=True, is_lost=True)
    rig.contact(300, is_down=False).until(2_000)
    assert rig.lamp.shown == [Signal.READING]
    rig = Rig().contact(10, is_down=True).contact(1_600, is_down=False).until(3_000)
    assert (rig.lamp.shown, rig.companion.state.notice.key) == ([Signal.HOLDING], NoticeKey.NOT_NOW)
