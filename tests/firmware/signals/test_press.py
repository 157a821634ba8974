"""Bounce patterns are modelled on oscilloscope traces of tact switches: some ms of chatter at both ends.

Source: J. Ganssle, "A Guide to Debouncing" (2004): most switches bounce under 10 ms, one in twenty up to 20 ms.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Edge
from firmware.session.events import Holding, Pressed, PressedForMenu, PressedLong
from firmware.signals.press import (
    Buttons,
    FreedButton,
    Gesture,
    HeldFor,
    PressState,
    PressTiming,
    StuckButton,
    due_ns,
    feed,
    tick,
)

MS = 1_000_000
TIMING = PressTiming()

CLOSING = ((0.0, True), (0.4, False), (0.5, True), (1.9, False), (2.0, True), (2.1, False), (2.2, True))
OPENING = ((0.0, False), (0.2, True), (0.3, False), (3.8, True), (4.1, False))


def edges(pattern: tuple[tuple[float, bool], ...], start_ms: float) -> list[Edge]:
    return [Edge(is_down, int((start_ms + at_ms) * MS)) for at_ms, is_down in pattern]


def bouncing_press(start_ms: float, length_ms: float) -> list[Edge]:
    return edges(CLOSING, start_ms) + edges(OPENING, start_ms + length_ms)


def play(given_edges: list[Edge], until_ms: float, timing: PressTiming = TIMING) -> list[Gesture]:
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
    "and is a long press when let go": (
        bouncing_press(100, 1500),
        9000,
        [Holding(100 * MS), PressedLong(100 * MS)],
    ),
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
    "it is then, and says so once": (edges(CLOSING, 0), 60_000, [Holding(0), PressedForMenu(0), StuckButton(0)]),
    "a freed button says so and works again": (
        STUCK + bouncing_press(33_000, 100),
        34_000,
        [Holding(0), PressedForMenu(0), StuckButton(0), FreedButton(32_000 * MS), Pressed(33_000 * MS)],
    ),
    "a contact that never settles is stuck and never a press": (CHATTER[:-1], 31_994, [StuckButton(0)]),
    "one that calms down open after chattering works again": (
        CHATTER[:-1] + bouncing_press(33_000, 100),
        34_000,
        [StuckButton(0), FreedButton(0), Pressed(33_000 * MS)],
    ),
    "one that calms down closed is stuck until it opens": (
        [*CHATTER, Edge(False, 40_000 * MS)],
        41_000,
        [StuckButton(0), FreedButton(40_000 * MS)],
    ),
    "down before anybody listened is stuck at once and no press": ([DOWN], 60_000, [StuckButton(7 * MS)]),
    "until it comes up": (
        [DOWN, Edge(False, 3_000 * MS), *bouncing_press(4_000, 100)],
        5_000,
        [StuckButton(7 * MS), FreedButton(3_000 * MS), Pressed(4_000 * MS)],
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


def test_edges_that_arrive_after_a_stalled_loop_still_make_the_short_press_they_were():
    state, told = tick(PressState(), 5_000 * MS, TIMING)
    for edge in bouncing_press(100, 150):
        state, gestures = feed(state, edge, TIMING)
        told += gestures
    _, gestures = tick(state, 5_001 * MS, TIMING)
    assert told + gestures == (Pressed(100 * MS),)


def test_a_long_press_seen_only_after_its_release_is_still_long():
    timing = PressTiming(debounce_ns=0)
    state, _ = feed(PressState(), Edge(True, 0), timing)
    _, told = feed(state, Edge(False, 1_500 * MS), timing)
    assert told == (Holding(0), PressedLong(0))


def test_time_running_backwards_between_edges_is_no_press_of_its_own():
    state, _ = feed(PressState(), Edge(True, 50 * MS), TIMING)
    state, told = feed(state, Edge(False, 10 * MS), TIMING)
    assert (state.raw_since_ns, told) == (50 * MS, ())


def test_without_debouncing_an_instant_press_counts():
    timing = PressTiming(debounce_ns=0)
    assert play([Edge(True, 5), Edge(False, 5)], until_ms=1, timing=timing) == [Pressed(5)]


def test_nothing_is_due_at_rest_or_once_everything_was_told():
    assert due_ns(PressState(), TIMING) is None
    stuck = PressState(is_raw_down=True, is_down=True, stage=HeldFor.STUCK)
    assert due_ns(stuck, TIMING) is None


@settings(deadline=None)  # the machine may be busy
@given(
    st.lists(st.integers(0, 19), min_size=1, max_size=9).filter(lambda gaps: len(gaps) % 2 == 1),
    st.integers(40, 990),
)
def test_any_chatter_shorter_than_the_debounce_time_makes_one_press(gaps_ms, length_ms):
    at_ms, chatter, is_down = 0, [], True
    for gap_ms in gaps_ms:
        chatter.append(Edge(is_down, at_ms * MS))
        at_ms, is_down = at_ms + gap_ms, not is_down
    # The length counts from the first edge, so it must outlast the chatter itself.
    release_ns = (max(at_ms, length_ms) + 20) * MS
    expected = [Pressed(0)] if release_ns < 1_000 * MS else [Holding(0), PressedLong(0)]
    assert play([*chatter, Edge(False, release_ns)], until_ms=5_000) == expected


def press_both(first: list[tuple[str, Edge]], until_ms: int) -> list[Gesture]:
    buttons, told = Buttons(timings={"keyboard": PressTiming(debounce_ns=0)}), []
    for source, edge in sorted(first, key=lambda pair: pair[1].at_ns):
        while buttons.due_ns is not None and buttons.due_ns < edge.at_ns:
            buttons, gestures = buttons.tick(buttons.due_ns)
            told += gestures
        buttons, gestures = buttons.feed(edge, source=source)
        told += gestures
    buttons, gestures = buttons.tick(until_ms * MS)
    return told + list(gestures)


def test_two_presses_at_once_are_one():
    gpio = [("gpio", edge) for edge in bouncing_press(0, 150)]
    keyboard = [("keyboard", Edge(True, 40 * MS)), ("keyboard", Edge(False, 40 * MS))]
    assert press_both(gpio + keyboard, until_ms=500) == [Pressed(40 * MS)]


def test_two_long_presses_at_once_are_one():
    both = [("gpio", Edge(True, 0)), ("keyboard", Edge(True, 50 * MS))]
    both += [("gpio", Edge(False, 1_500 * MS)), ("keyboard", Edge(False, 1_510 * MS))]
    told = press_both(both, until_ms=3_000)
    assert [each for each in told if not isinstance(each, Holding)] == [PressedLong(50 * MS)]


def test_a_nervous_double_press_is_one():
    twice = [("gpio", edge) for edge in bouncing_press(0, 100) + bouncing_press(250, 100)]
    assert press_both(twice, until_ms=900) == [Pressed(0)]


def test_presses_half_a_second_apart_are_two():
    apart = [("gpio", edge) for edge in bouncing_press(0, 100) + bouncing_press(600, 100)]
    assert press_both(apart, until_ms=900) == [Pressed(0), Pressed(600 * MS)]


def test_a_stuck_button_does_not_silence_the_other():
    edges_of_both = [("gpio", Edge(True, 0)), *(("keyboard", edge) for edge in bouncing_press(35_000, 0))]
    told = press_both(edges_of_both, until_ms=36_000)
    assert told == [Holding(0), PressedForMenu(0), StuckButton(0), Pressed(35_000 * MS)]


def test_the_buttons_are_free_again_only_when_none_is_stuck():
    both = [("gpio", Edge(True, 0, was_down=True)), ("other", Edge(True, 0, was_down=True))]
    both += [("gpio", Edge(False, 1_000 * MS)), ("other", Edge(False, 2_000 * MS))]
    told = press_both(both, until_ms=3_000)
    assert told == [StuckButton(0), StuckButton(0), FreedButton(2_000 * MS)]
