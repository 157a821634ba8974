"""From raw edges to gestures: debouncing, holds and stuck buttons, as a pure machine without a clock.

A contact bounces for some milliseconds when it closes and when it opens. A level counts once it has lasted
`PressTiming.debounce_ns`; its moment is the first edge of the bouncing. Feed every edge with `feed`, and call
`tick` no later than `due_ns`. Edges may arrive later than the ticks around them (another thread saw them):
what counts is when they happened.

A short press and a hold of a second are told when the button comes up, because until then it may become a hold for
the menu; that one is told while the button is still down. `Holding` tells the player when letting go would be long.

`Buttons` joins several sources (GPIO, screen) that mean the same thing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TypeAlias

from firmware.ports import Edge
from firmware.session.events import ButtonEvent, ButtonFreed, ButtonStuck, Holding, Pressed, PressedForMenu, PressedLong

_MS = 1_000_000
_S = 1_000_000_000


APART_NS = 300 * _MS
"""Presses closer together are one: a nervous finger, or two buttons at once."""

TURNING_APART_NS = 60 * _MS
"""Nearer than a finger taps: on a dial every press turns, and the one that takes may follow at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressTiming:
    """How long is long."""

    debounce_ns: int = 20 * _MS  # a level counts once it has lasted this long; 0 for sources that do not bounce
    long_ns: int = 1 * _S  # held down this long is a long press
    menu_ns: int = 5 * _S  # held down this long opens the menu, which fires while still held
    stuck_ns: int = 30 * _S  # held down this long is a stuck button


class HeldFor(IntEnum):
    """How long a press has been held, as far as it was told."""

    SHORT = 0
    LONG = 1
    MENU = 2
    STUCK = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PressState:
    """What is known of one button."""

    is_raw_down: bool = False  # level of the newest edge
    raw_since_ns: int = 0  # moment of the newest edge
    is_down: bool = False  # level that counts
    unsettled_ns: int | None = None  # first edge of the bouncing that has not settled yet, None when settled
    down_ns: int = 0  # when the press began; means nothing while up
    stage: HeldFor = HeldFor.SHORT  # how long it has been held


Step: TypeAlias = tuple[PressState, tuple[ButtonEvent, ...]]


def feed(state: PressState, edge: Edge, timing: PressTiming) -> Step:
    """Return the button after an edge, and what the edge and the time before it meant."""
    at_ns = max(edge.at_ns, state.raw_since_ns)
    if edge.was_down:  # nobody pressed it: it must come up before it can mean anything
        stuck = PressState(is_raw_down=True, raw_since_ns=at_ns, is_down=True, down_ns=at_ns, stage=HeldFor.STUCK)
        return stuck, (ButtonStuck(at_ns),)
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
    since_ns = state.down_ns if state.is_down else state.unsettled_ns
    if since_ns is None or state.stage is HeldFor.STUCK or now_ns - since_ns < timing.stuck_ns:
        return state, settled + held
    return replace(state, stage=HeldFor.STUCK), (*settled, *held, ButtonStuck(since_ns))


def due_ns(state: PressState, timing: PressTiming) -> int | None:
    """Return when `tick` has something to say next if no edge comes, None when never."""
    if state.unsettled_ns is not None:
        return state.raw_since_ns + timing.debounce_ns
    if not state.is_down or state.stage is HeldFor.STUCK:
        return None
    return state.down_ns + (timing.long_ns, timing.menu_ns, timing.stuck_ns)[state.stage]


def _settle(state: PressState, now_ns: int, timing: PressTiming) -> Step:
    """Let the raw level count once it has lasted; a release ends a press."""
    if state.unsettled_ns is None or now_ns - state.raw_since_ns < timing.debounce_ns:
        return state, ()
    began_ns, state = state.unsettled_ns, replace(state, unsettled_ns=None)
    if state.is_raw_down:  # a contact that chattered until it was stuck stays so: it must come up first
        return (state if state.is_down else replace(state, is_down=True, down_ns=began_ns)), ()
    up = replace(state, is_down=False, stage=HeldFor.SHORT)
    if state.stage is HeldFor.STUCK:
        return up, (ButtonFreed(began_ns),)
    if not state.is_down or state.stage is HeldFor.MENU:  # what sprang back was noise; the menu was told while held
        return up, ()
    return up, (Pressed(state.down_ns) if state.stage is HeldFor.SHORT else PressedLong(state.down_ns),)


def _hold(state: PressState, now_ns: int, timing: PressTiming) -> Step:
    """Tell a hold while it lasts; not while it may be coming up."""
    told: tuple[ButtonEvent, ...] = ()
    held_ns = now_ns - state.down_ns if state.is_down and state.unsettled_ns is None else 0
    if state.stage is HeldFor.SHORT and held_ns >= timing.long_ns:
        state, told = replace(state, stage=HeldFor.LONG), (Holding(state.down_ns),)
    if state.stage is HeldFor.LONG and held_ns >= timing.menu_ns:
        state, told = replace(state, stage=HeldFor.MENU), (*told, PressedForMenu(state.down_ns))
    return state, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """Several buttons that mean the same; presses at once are one press."""

    # How long is long, a source; a source not named here has the default.
    timings: Mapping[str, PressTiming] = field(default_factory=dict)
    apart_ns: int = APART_NS  # a press that begins sooner than this after the last one ended is part of it
    states: Mapping[str, PressState] = field(default_factory=dict)  # what is known of each source heard of so far
    # When the last press told of ended (a long one: when it was told), None before the first.
    told_ns: int | None = None

    def feed(self, edge: Edge, *, source: str) -> "tuple[Buttons, tuple[ButtonEvent, ...]]":
        """Return the buttons after an edge of one of them, and what it meant."""
        state, gestures = feed(self.states.get(source, PressState()), edge, self._timing(source))
        return self._with(source, state)._sift(gestures, _ended_ns(state, edge.at_ns))

    def tick(self, now_ns: int) -> "tuple[Buttons, tuple[ButtonEvent, ...]]":
        """Return the buttons at a later moment, and what the time passed meant."""
        buttons = self
        told: tuple[ButtonEvent, ...] = ()
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

    @property
    def pressed_ns(self) -> int | None:
        """Return when the oldest press began that is under way and may still become one, None when there is none."""
        begun = (
            state.down_ns if state.is_down else state.unsettled_ns
            for state in self.states.values()
            if state.stage < HeldFor.MENU
        )
        return min((moment for moment in begun if moment is not None), default=None)

    def _timing(self, source: str) -> PressTiming:
        return self.timings.get(source, PressTiming())

    def _with(self, source: str, state: PressState) -> "Buttons":
        return replace(self, states={**self.states, source: state})

    def _sift(self, gestures: tuple[ButtonEvent, ...], ended_ns: int) -> "tuple[Buttons, tuple[ButtonEvent, ...]]":
        """Drop presses that began before the last one was over, or right after it."""
        kept: tuple[ButtonEvent, ...] = ()
        told_ns = self.told_ns
        for gesture in gestures:
            match gesture:
                case ButtonStuck():
                    kept += (gesture,)
                case ButtonFreed():
                    has_stuck = any(state.stage is HeldFor.STUCK for state in self.states.values())
                    kept += () if has_stuck else (gesture,)
                case _ if told_ns is None or gesture.at_ns >= told_ns + self.apart_ns:
                    kept += (gesture,)
                    told_ns = told_ns if isinstance(gesture, Holding) else ended_ns
        return replace(self, told_ns=told_ns), kept


def _ended_ns(state: PressState, now_ns: int) -> int:
    return now_ns if state.is_down else state.raw_since_ns
