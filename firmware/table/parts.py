"""What a companion is put together of: ports to the world, workers in threads of their own, listeners, and its time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from firmware.ports import Edge, Lamp, Sound, Store
from firmware.session.advising import Question
from firmware.session.effects import Effect, LessonEffect, WizardEffect
from firmware.session.events import Advised, SecondPassed, SessionEvent
from firmware.session.state import SessionState
from firmware.signals.press import Buttons
from firmware.table.eye import Eye
from models.strategies import LEVELS, STRATEGIES
from scoring.ruleset import Level
from scoring.strategy.advice import advise
from scoring.strategy.baselines import OverPar
from scoring.strategy.entry_worths import Strategy

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The world as the companion meets it."""

    eye: Eye  # answers presses
    store: Store  # keeps the log
    lamp: Lamp  # shows signals
    sound: Sound  # plays them
    clock_ns: Callable[[], int]  # monotonic time


class SetupWorker(Protocol):
    """Looks and listens for whoever sets the device up; `firmware.doctor.surveyor.Surveyor` is the real one."""

    def carry_out(self, effect: WizardEffect) -> None:
        """Begin to do what is wanted, and return at once; answers come as events."""

    def hear(self, source: str, edge: Edge) -> None:
        """Take an edge of a button as it is, bouncing included."""

    def jpeg(self, exposed_ns: int) -> bytes | None:
        """Return the picture of a look as JPEG, None when it is no longer kept."""


Post: TypeAlias = Callable[[SessionEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Who works beside the companion's loop."""

    # says what the dice that lie can do; None where that takes long: then it posts the answer
    advise: Callable[[Question, Post], Advised | None]
    # does what is wanted of taught dice, and returns at once; without one the players are told that none can be taught
    lessons: Callable[[LessonEffect], None] | None = None
    surveyor: SetupWorker | None = None  # looks for whoever sets the device up; without one nothing is seen of it


def nobody(*_: object) -> None:
    """Listen to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listeners:
    """Who is told what happens."""

    show: Callable[[SessionState], None] = nobody  # takes every new state, to draw it
    # says aloud what a step meant: it takes the state before and after, the event and the effects
    speak: Callable[[SessionState, SessionState, SessionEvent, tuple[Effect, ...]], None] = nobody
    beat: Callable[[], None] = nobody  # called once a round of the loop


@dataclass(frozen=True, slots=True, kw_only=True)
class Contacts:
    """The buttons."""

    buttons: Buttons = field(default_factory=Buttons)  # how presses of each source are told apart
    # tell of each source whether its contact is closed now
    levels: Mapping[str, Callable[[], bool | None]] = field(default_factory=dict)


# -- advice, reckoned in a thread of its own; the table waits for it a moment and no longer ---------------------------

Make: TypeAlias = Callable[[], Strategy]

PATIENCE_S = 0.3
"""An answer that takes longer comes as an event of its own; the table has gone on by then."""

BY_LEVEL: Mapping[Level, Make] = {level: STRATEGIES[name] for level, name in LEVELS.items()}


class AdviceWorker:
    """Answers questions, one after the other."""

    def __init__(self, strategies: Mapping[Level, Make] = BY_LEVEL, *, patience_s: float = PATIENCE_S) -> None:
        """Take the strategies; none is loaded before it is asked."""
        self._strategies = strategies
        self._patience_s = patience_s
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="advice")

    def answer(self, question: Question, late: Post) -> Advised | None:
        """Return advice, or None where it takes too long; then ``late`` is told as soon as it is there."""
        future = self._thread.submit(self._reckon, question)
        try:
            return future.result(self._patience_s)
        except TimeoutError:
            future.add_done_callback(lambda done: None if done.cancelled() else late(done.result()))
            return None

    def close(self) -> None:
        """Stop; what is still reckoned is not waited for."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _reckon(self, question: Question) -> Advised:
        try:
            advice = advise(self._strategies[question.level or Level.JUNKIE](), question.game)
        except Exception:
            log.exception("The strategy failed; a plain one answers in its place.")
            advice = advise(OverPar(is_thrifty=True), question.game)
        return Advised(question.game, advice)


# -- the seconds there are for a decision, told by a monotonic clock; one that jumps by years is none ------------------

LATE_NS = 1_500_000_000
"""Who presses so shortly after the end meant what could be decided before it."""

_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Countdown:
    """Time that runs."""

    moment: int  # how many records the log had when it began
    end_ns: int  # when it is over, monotonic
    left: int  # seconds that were told to be left

    @property
    def due_ns(self) -> int:
        """Return when the next second is over."""
        return self.end_ns - (self.left - 1) * _S

    def is_held(self, now_ns: int, pressed_ns: int | None) -> bool:
        """Tell whether the time is over, but for a press that began before and is still under way."""
        return now_ns >= self.end_ns and pressed_ns is not None and pressed_ns < self.end_ns

    def at(self, now_ns: int) -> tuple[Countdown | None, SecondPassed | None]:
        """Return the countdown after time went by, None once it is over, and the second that passed, if one did.

        Seconds that passed unseen are skipped: a busy companion tells the newest.
        """
        if now_ns < self.due_ns:
            return self, None
        left = max(0, -(-(self.end_ns - now_ns) // _S))
        after = replace(self, left=left) if left else None
        return after, SecondPassed(left, self.moment)


def countdown_of(state: SessionState, running: Countdown | None, now_ns: int) -> Countdown | None:
    """Return the countdown that a state wants: the running one, a new one, or none."""
    limit = None if state.game is None else state.game.time_limit
    if limit is None or state.seconds_left == 0:  # over, but somebody called out in time
        return None
    if running is not None and running.moment == len(state.records):
        return running
    return Countdown(moment=len(state.records), end_ns=now_ns + limit.seconds * _S, left=limit.seconds)
