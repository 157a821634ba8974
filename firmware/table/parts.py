"""What a companion is put together of: ports to the world, workers in threads of their own, and listeners."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from firmware.log.record import Record
from firmware.ports import Edge, Lamp, Sound, Store
from firmware.session.effects import Effect, LessonEffect, WizardEffect
from firmware.session.events import Advised, SessionEvent
from firmware.session.state import SessionState
from firmware.signals.press import Buttons
from firmware.table.eye import Eye
from scoring.games.ten_by_ten import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The world as the companion meets it."""

    eye: Eye  # answers presses
    store: Store  # keeps the log
    lamp: Lamp  # shows signals
    sound: Sound  # plays them
    clock_ns: Callable[[], int]  # monotonic time
    buttons: Buttons = field(default_factory=Buttons)  # how presses of each source are told apart
    # tell of each source whether its contact is closed now
    levels: Mapping[str, Callable[[], bool | None]] = field(default_factory=dict)


def nobody(*_: object) -> None:
    """Listen to nothing."""


Post: TypeAlias = Callable[[SessionEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Who works beside the companion's loop."""

    # says what the dice that lie can do; None where that takes long: then it posts the answer. Where none lie it
    # reckons ahead, and says nothing
    advise: Callable[[GameState, Post], Advised | None]
    # does what is wanted of taught dice, and returns at once; without one the players are told that none can be taught
    lessons: Callable[[LessonEffect], None] | None = None
    # returns the picture of a face of a set that is kept
    face_jpeg: Callable[[str, int], bytes | None] = lambda *_: None
    # keeps the picture of a throw, of which frame and reading come once it is saved; returns at once
    keep_picture: Callable[..., None] = lambda *_: None
    # returns what happened in a game of before that is to go on; nothing where it cannot
    games: Callable[[int], tuple[Record, ...]] = lambda _: ()
    # does what is wanted of setting up, and returns at once; answers come as events
    survey: Callable[[WizardEffect], None] = nobody
    # takes edges of the buttons as they are, bouncing included, for setting up
    hear: Callable[[str, Edge], None] = nobody
    # returns the picture of a look at what is set up; None when it is no longer kept
    survey_jpeg: Callable[[int], bytes | None] = lambda _: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listeners:
    """Who is told what happens."""

    show: Callable[[SessionState], None] = nobody  # takes every new state, to draw it
    # says aloud what a step meant: it takes the state before and after, the event and the effects
    speak: Callable[[SessionState, SessionState, SessionEvent, tuple[Effect, ...]], None] = nobody
    beat: Callable[[], None] = nobody  # called once a round of the loop
