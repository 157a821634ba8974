"""Recorded contacts of arcade switches, one recording a line of a table: what the pin saw, and what was meant.

The recordings are written after published traces: micro switches of arcade buttons bounce 0.1–10 ms, mostly when they
close; old ones chatter while they are held, a long cable picks up spikes, and a busy kernel loses an edge now and then.

Source: J. Ganssle, "A Guide to Debouncing" (2004): eighteen switches, bounces up to 6.2 ms, one of 157 ms.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Edge, Signal
from firmware.session.events import Holding, Pressed, PressedForMenu, PressedLong
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from firmware.session.vocabulary import NoticeKey
from firmware.signals.press import (
    Buttons,
    FreedButton,
    Gesture,
    PressState,
    PressTiming,
    StuckButton,
    due_ns,
    feed,
    tick,
)
from firmware.table.companion import Companion
from firmware.table.parts import Contacts, Ports, Workers
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from tests.doubles.recorded import RecordedLamp, RecordedSound
from tests.doubles.store import MemoryStore
from tests.firmware.session.table_talk import ADVISOR

MS = 1_000_000
TIMING = PressTiming()


@dataclass(frozen=True, slots=True)
class Recording:
    """Moments, ms, at which the contact changed, beginning with the first time it closed."""

    name: str
    changes_ms: tuple[float, ...]
    meant: tuple[Gesture, ...] = field(default_factory=tuple)

    @property
    def edges(self) -> list[Edge]:
        return [Edge(number % 2 == 0, round(at_ms * MS)) for number, at_ms in enumerate(self.changes_ms)]


RECORDINGS = (
    Recording("new micro switch, quick tap", (0, 0.12, 0.31, 0.38, 0.9, 83.0, 83.2, 83.3), (Pressed(0),)),
    Recording("worn micro switch", (0, 0.4, 1.1, 2.6, 3.0, 7.9, 9.6, 140, 141.5, 142.2, 149.8, 150.0), (Pressed(0),)),
    Recording("leaf switch, closes slowly", (0, 3.0, 4.2, 11.0, 12.5, 20.0, 21.0, 190, 196, 197), (Pressed(0),)),
    Recording("slammed with a fist", (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 45, 45.1, 45.2), (Pressed(0),)),
    Recording("spike of a fridge switching", (0, 0.05), ()),
    Recording("spikes of a dimmer, every 10 ms", tuple(t + d for t in range(0, 400, 10) for d in (0, 0.2)), ()),
    Recording("a spike just before the press", (0, 0.1, 5.0, 5.4, 6.0, 120), (Pressed(0),)),
    Recording(
        "chatter while held for a second and a half",
        (0, 0.3, 0.5, 210, 211.5, 480, 489, 700, 700.4, 990, 999, 1200, 1203, 1500, 1500.3, 1501),
        (Holding(0), PressedLong(0)),
    ),
    Recording("held for the menu", (0, 0.3, 0.5, 5600, 5600.4, 5601), (Holding(0), PressedForMenu(0))),
    Recording(
        "held for a minute",
        (0, 0.2, 0.4, 60_000),
        (Holding(0), PressedForMenu(0), StuckButton(0), FreedButton(60_000 * MS)),
    ),
    Recording(
        "two presses of a quick finger", (0, 0.3, 0.5, 90, 600, 600.2, 600.9, 700), (Pressed(0), Pressed(600 * MS))
    ),
)


def heard(edges: list[Edge], until_ms: float = 90_000) -> list[Gesture]:
    """Feed edges to the joined buttons as a punctual loop does."""
    buttons, told = Buttons(), list[Gesture]()
    for edge in edges:
        while buttons.due_ns is not None and buttons.due_ns < edge.at_ns:
            buttons, gestures = buttons.tick(buttons.due_ns)
            told += gestures
        buttons, gestures = buttons.feed(edge, source="gpio")
        told += gestures
    while buttons.due_ns is not None and buttons.due_ns <= until_ms * MS:
        buttons, gestures = buttons.tick(buttons.due_ns)
        told += gestures
    return told


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.name)
def test_a_recorded_contact_is_what_the_finger_meant(recording):
    assert heard(recording.edges) == list(recording.meant)


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.name)
def test_without_debouncing_the_bouncing_ones_would_be_something_else(recording):
    raw, told = PressState(), list[Gesture]()
    for edge in recording.edges:
        raw, gestures = feed(raw, edge, PressTiming(debounce_ns=0))
        told += gestures
    assert told != list(recording.meant) or len(recording.changes_ms) == 4


BOUNCES = st.lists(st.integers(100, 10_000), max_size=8).filter(lambda gaps: len(gaps) % 2 == 0 and sum(gaps) < 40_000)
"""Gaps between edges of a bouncing contact, µs; an even number of them ends where it began."""


def bounced(at_us: int, gaps_us: list[int], *, is_down: bool) -> list[Edge]:
    edges = [Edge(is_down, at_us * 1000)]
    for gap_us in gaps_us:
        at_us, is_down = at_us + gap_us, not is_down
        edges.append(Edge(is_down, at_us * 1000))
    return edges


@settings(deadline=None, max_examples=60)
@given(BOUNCES, BOUNCES, st.integers(60, 12_000))
def test_however_it_bounces_a_press_is_one_gesture_of_its_length(closing, opening, held_ms):
    edges = bounced(0, closing, is_down=True) + bounced(held_ms * 1000, opening, is_down=False)
    told = [each for each in heard(edges) if not isinstance(each, Holding)]
    expected = Pressed(0) if held_ms < 1_000 else PressedLong(0) if held_ms < 5_000 else PressedForMenu(0)
    near = {1_000, 5_000} & set(range(held_ms - 60, held_ms + 60))
    assert len(told) == 1
    assert near or told == [expected]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3_000)), max_size=60))
def test_no_train_of_edges_breaks_the_machine_or_tells_of_the_past(train):
    at_ns, state, told = 0, PressState(), list[Gesture]()
    for is_down, gap_ms in train:
        at_ns += gap_ms * MS
        state, gestures = feed(state, Edge(is_down, at_ns), TIMING)
        told += gestures
        assert due_ns(state, TIMING) is None or (due_ns(state, TIMING) or 0) >= state.down_ns
    state, gestures = tick(state, at_ns + 60_000 * MS, TIMING)
    assert [each.at_ns for each in told] == sorted(each.at_ns for each in told)
    assert not state.is_down or state.is_raw_down


class BlindEye:
    """An eye that is asked and never answers."""

    def read(self, _: object) -> None:
        pass

    def accept(self, _: object) -> None:
        pass

    def expect(self, _: int) -> None:
        pass

    def look_away(self, _: bool) -> None:
        pass


class Rig:
    """A companion with one contact that the test opens and closes."""

    def __init__(self) -> None:
        self.is_closed = False
        self.now_ns = 0
        self.lamp = RecordedLamp()
        self.companion = Companion(
            SessionState(),
            Ports(
                eye=BlindEye(),  # type: ignore[arg-type]
                store=MemoryStore(),
                lamp=self.lamp,
                sound=RecordedSound(),
                clock_ns=lambda: self.now_ns,
            ),
            Workers(advise=ADVISOR.answer),
            contacts=Contacts(levels={"gpio": lambda: self.is_closed}),
        )
        self.companion.take(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(), beginner=0)))
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


def test_a_release_that_got_lost_is_found_before_it_becomes_a_long_press():
    rig = Rig().contact(10, is_down=True).contact(120, is_down=False, is_lost=True).until(8_000)
    assert rig.lamp.shown == [Signal.READING]


def test_a_closing_edge_that_got_lost_in_the_bouncing_is_found():
    rig = Rig().contact(10, is_down=True).contact(11, is_down=False).contact(12, is_down=True, is_lost=True)
    rig.contact(300, is_down=False).until(2_000)
    assert rig.lamp.shown == [Signal.READING]


def test_a_hold_that_nobody_lost_an_edge_of_is_the_same_with_the_contact_looked_at():
    rig = Rig().contact(10, is_down=True).contact(1_600, is_down=False).until(3_000)
    assert rig.lamp.shown == [Signal.HOLDING]
    assert rig.companion.state.notice.key is NoticeKey.NOT_NOW
