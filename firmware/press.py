"""From raw edges to gestures: debouncing, long presses and stuck buttons, as a pure machine without a clock.

A contact bounces for some milliseconds when it closes and when it opens. A level counts once it has lasted
`PressTiming.debounce_ns`; its moment is the first edge of the bouncing. Feed every edge with `feed`, and call
`tick` no later than `due_ns`. Edges may arrive later than the ticks around them (another thread saw them):
what counts is when they happened.

`Buttons` joins several sources (GPIO, keyboard, screen) that mean the same thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from firmware.session.events import Pressed, PressedLong

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware.ports import Edge

_MS = 1_000_000
_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class StuckButton:
    """A button has been down, or chattering, for longer than anyone presses.

    Attributes:
        at_ns: When it went down or began to chatter, monotonic.
    """

    at_ns: int


Gesture: TypeAlias = Pressed | PressedLong | StuckButton


@dataclass(frozen=True, slots=True, kw_only=True)
class PressTiming:
    """How long is long.

    Attributes:
        debounce_ns: A level counts once it has lasted this long; 0 for sources that do not bounce.
        long_ns: Held down this long is a long press, which fires while still held.
        stuck_ns: Held down this long is a stuck button.
    """

    debounce_ns: int = 20 * _MS
    long_ns: int = 1 * _S
    stuck_ns: int = 10 * _S


@dataclass(frozen=True, slots=True, kw_only=True)
class PressState:
    """What is known of one button.

    Attributes:
        is_raw_down: Level of the newest edge.
        raw_since_ns: Moment of the newest edge.
        is_down: Level that counts.
        unsettled_ns: First edge of the bouncing that has not settled yet, None when settled.
        down_ns: When the press began; means nothing while up.
        has_fired: The long press was told already: its release says nothing.
        is_stuck: The stuck button was told already.
    """

    is_raw_down: bool = False
    raw_since_ns: int = 0
    is_down: bool = False
    unsettled_ns: int | None = None
    down_ns: int = 0
    has_fired: bool = False
    is_stuck: bool = False


Step: TypeAlias = tuple[PressState, tuple[Gesture, ...]]


def feed(state: PressState, edge: Edge, timing: PressTiming) -> Step:
    """Return the button after an edge, and what the edge and the time before it meant."""
    at_ns = max(edge.at_ns, state.raw_since_ns)
    state, gestures = tick(state, at_ns, timing)
    if edge.is_down == state.is_raw_down:  # reported twice: nothing changed
        return state, gestures
    unsettled_ns = at_ns if state.unsettled_ns is None else state.unsettled_ns
    state = replace(state, is_raw_down=edge.is_down, raw_since_ns=at_ns, unsettled_ns=unsettled_ns)
    state, more = tick(state, at_ns, timing)  # without debouncing the level counts at once
    return state, gestures + more


def tick(state: PressState, now_ns: int, timing: PressTiming) -> Step:
    """Return the button at a later moment, and what the time passed meant."""
    state, settled = _settle(state, now_ns, timing)
    state, held = _hold(state, now_ns, timing)
    state, stuck = _stick(state, now_ns, timing)
    return state, settled + held + stuck


def due_ns(state: PressState, timing: PressTiming) -> int | None:
    """Return when `tick` has something to say next if no edge comes, None when never."""
    if state.unsettled_ns is not None:
        return state.raw_since_ns + timing.debounce_ns
    if not state.is_down or state.is_stuck:
        return None
    return state.down_ns + (timing.stuck_ns if state.has_fired else timing.long_ns)


def _settle(state: PressState, now_ns: int, timing: PressTiming) -> Step:
    """Let the raw level count once it has lasted; a release ends a press."""
    if state.unsettled_ns is None or now_ns - state.raw_since_ns < timing.debounce_ns:
        return state, ()
    settled = replace(state, unsettled_ns=None)
    if state.is_raw_down == state.is_down:  # it sprang back: noise, not a press
        return replace(settled, is_stuck=state.is_stuck and state.is_down), ()
    up_or_down = replace(settled, is_down=state.is_raw_down, has_fired=False, is_stuck=False)
    if state.is_raw_down:
        return replace(up_or_down, down_ns=state.unsettled_ns), ()
    if state.has_fired:
        return up_or_down, ()
    is_long = state.unsettled_ns - state.down_ns >= timing.long_ns  # nobody ticked while it was held
    return up_or_down, (PressedLong(state.down_ns) if is_long else Pressed(state.down_ns),)


def _hold(state: PressState, now_ns: int, timing: PressTiming) -> Step:
    """Tell a long press while it is held; not while it may be coming up."""
    is_held = state.is_down and state.unsettled_ns is None
    if not is_held or state.has_fired or now_ns - state.down_ns < timing.long_ns:
        return state, ()
    return replace(state, has_fired=True), (PressedLong(state.down_ns),)


def _stick(state: PressState, now_ns: int, timing: PressTiming) -> Step:
    """Tell a button that never comes up, and a contact that never settles."""
    since_ns = state.down_ns if state.is_down else state.unsettled_ns
    if since_ns is None or state.is_stuck or now_ns - since_ns < timing.stuck_ns:
        return state, ()
    return replace(state, is_stuck=True), (StuckButton(since_ns),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """Several buttons that mean the same; presses at once are one press.

    Attributes:
        timings: How long is long, a source; a source not named here has the default.
        apart_ns: A press that begins sooner than this after the last one ended is part of it.
        states: What is known of each source heard of so far.
        told_ns: When the last press told of ended (a long one: when it was told), None before the first.
    """

    timings: Mapping[str, PressTiming] = field(default_factory=dict)
    apart_ns: int = 300 * _MS
    states: Mapping[str, PressState] = field(default_factory=dict)
    told_ns: int | None = None

    def feed(self, edge: Edge, *, source: str) -> tuple[Buttons, tuple[Gesture, ...]]:
        """Return the buttons after an edge of one of them, and what it meant."""
        state, gestures = feed(self._state(source), edge, self._timing(source))
        return self._with(source, state)._sift(gestures, _ended_ns(state, edge.at_ns))

    def tick(self, now_ns: int) -> tuple[Buttons, tuple[Gesture, ...]]:
        """Return the buttons at a later moment, and what the time passed meant."""
        buttons = self
        told: tuple[Gesture, ...] = ()
        for source, state in self.states.items():
            ticked, gestures = tick(state, now_ns, self._timing(source))
            buttons, kept = buttons._with(source, ticked)._sift(gestures, _ended_ns(ticked, now_ns))
            told += kept
        return buttons, told

    @property
    def due_ns(self) -> int | None:
        """Return when `tick` has something to say next if no edge comes, None when never."""
        moments = (due_ns(state, self._timing(source)) for source, state in self.states.items())
        return min((moment for moment in moments if moment is not None), default=None)

    def _state(self, source: str) -> PressState:
        return self.states.get(source, PressState())

    def _timing(self, source: str) -> PressTiming:
        return self.timings.get(source, PressTiming())

    def _with(self, source: str, state: PressState) -> Buttons:
        return replace(self, states={**self.states, source: state})

    def _sift(self, gestures: tuple[Gesture, ...], ended_ns: int) -> tuple[Buttons, tuple[Gesture, ...]]:
        """Drop presses that began before the last one was over, or right after it."""
        kept: tuple[Gesture, ...] = ()
        told_ns = self.told_ns
        for gesture in gestures:
            if isinstance(gesture, StuckButton):
                kept += (gesture,)
            elif told_ns is None or gesture.at_ns >= told_ns + self.apart_ns:
                kept += (gesture,)
                told_ns = ended_ns
        return replace(self, told_ns=told_ns), kept


def _ended_ns(state: PressState, now_ns: int) -> int:
    return now_ns if state.is_down else state.raw_since_ns
