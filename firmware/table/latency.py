"""How long the answer to a press took, from the finger to the painted page, stage by stage.

Whoever has done a part of the answer says so with `Stopwatch.lap`: the time since the lap before belongs to that part.
So the stages of an answer add up to the whole of it, and nothing hides between them.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.read.reader import DiceFinder, FaceClassifier
    from vision.reading import Detection, Quad

ANSWERS_KEPT = 200
_MS = 1_000_000


class Stage(StrEnum):
    """A part of the answer to a press, in their order."""

    PRESS = "press"  # the finger goes down, comes up, and the contact settles
    WAIT = "wait-for-still"
    CAPTURE = "capture"
    DETECT = "detect"  # and measure how each die lies
    CLASSIFY = "classify"
    LOOK = "look"  # what else is looked at in a frame: light, board, hand, which dice were held
    SESSION = "session"  # the event's way to the companion, and the step it makes there
    TELL = "tell"  # lamp, sound and voice
    STORE = "store"
    PUSH = "push"  # the view is made and reaches the page
    PAINT = "paint"


OF_FRAMES = frozenset({Stage.CAPTURE, Stage.DETECT, Stage.CLASSIFY, Stage.LOOK})
"""These come again with each frame."""

_AFTER: Mapping[Stage, frozenset[Stage]] = {
    Stage.WAIT: frozenset({Stage.PRESS}),
    **dict.fromkeys(OF_FRAMES, OF_FRAMES | {Stage.WAIT}),
    Stage.SESSION: frozenset({Stage.LOOK}),
    Stage.TELL: frozenset({Stage.SESSION}),
    Stage.STORE: frozenset({Stage.TELL}),
}
"""After which laps a lap counts: the eye also reads boards that nobody pressed for."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a stage took.

    Attributes:
        wall_ns: By the clock.
        cpu_ns: Of the processor, by all threads of the companion together.
    """

    wall_ns: int = 0
    cpu_ns: int = 0

    def __add__(self, other: Spent) -> Spent:
        """Return both together."""
        return Spent(self.wall_ns + other.wall_ns, self.cpu_ns + other.cpu_ns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to one press.

    Attributes:
        pressed_ns: When the finger went down, monotonic.
        number: Of the reading; None where it did not come so far.
        spent: What each stage took that was gone through, in their order.
        after_frame: From the newest still frame to what was saved, as far as it came.
        stored_ns: When all of it was saved, monotonic; None where there was nothing to save.
    """

    pressed_ns: int
    number: int | None = None
    spent: Mapping[Stage, Spent] = field(default_factory=dict)
    after_frame: Spent = Spent()
    stored_ns: int | None = None

    @property
    def wall_ns(self) -> int:
        """Return how long it took up to its newest stage."""
        return sum(each.wall_ns for each in self.spent.values())

    def with_lap(self, stage: Stage, spent: Spent, at_ns: int) -> Answer:
        """Return the answer after one more lap."""
        return replace(
            self,
            spent={**self.spent, stage: self.spent.get(stage, Spent()) + spent},
            after_frame=Spent() if stage is Stage.CAPTURE else self.after_frame + spent,
            stored_ns=at_ns if stage is Stage.STORE else self.stored_ns,
        )

    def as_data(self) -> dict[str, object]:
        """Return it as plain JSON data, all times in ns."""
        return {
            "pressed_ns": self.pressed_ns,
            "number": self.number,
            "spent": {stage.value: [each.wall_ns, each.cpu_ns] for stage, each in self.spent.items()},
            "after_frame": [self.after_frame.wall_ns, self.after_frame.cpu_ns],
            "stored_ns": self.stored_ns,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Answer:
        """Return what `as_data` made data of.

        Raises:
            LookupError, TypeError, ValueError: If it is no such data.
        """
        return cls(
            pressed_ns=data["pressed_ns"],
            number=data["number"],
            spent={Stage(name): Spent(*spent) for name, spent in data["spent"].items()},
            after_frame=Spent(*data["after_frame"]),
            stored_ns=data["stored_ns"],
        )

    def __str__(self) -> str:
        """Return it in words, with milliseconds."""
        parts = ", ".join(f"{stage.value} {each.wall_ns / _MS:.0f}" for stage, each in self.spent.items())
        return f"a press was answered in {self.wall_ns / _MS:.0f} ms ({parts})"


class Laps(Protocol):
    """Takes what has just been done of an answer."""

    def lap(self, stage: Stage) -> None:
        """Let the time since the lap before belong to a stage."""


class Stopwatch:
    """Takes the times of the answer to the newest press; safe to use from any thread."""

    def __init__(
        self, clock_ns: Callable[[], int] = time.monotonic_ns, cpu_ns: Callable[[], int] = time.process_time_ns
    ) -> None:
        """Begin without a press.

        Args:
            clock_ns: Monotonic time.
            cpu_ns: Processor time spent so far.
        """
        self._clock_ns, self._cpu_ns = clock_ns, cpu_ns
        self._lock = threading.Lock()
        self._open: Answer | None = None
        self._newest = Stage.PRESS
        self._mark = Spent()  # clock and processor at the newest lap
        self._answers: deque[Answer] = deque(maxlen=ANSWERS_KEPT)

    def begin(self, pressed_ns: int) -> None:
        """Begin with a press that was just told; one whose answer never came is forgotten."""
        with self._lock:
            self._mark = self._now()
            waited = Spent(max(0, self._mark.wall_ns - pressed_ns))
            self._open, self._newest = Answer(pressed_ns=pressed_ns, spent={Stage.PRESS: waited}), Stage.PRESS

    def lap(self, stage: Stage) -> None:
        """Let the time since the lap before belong to a stage; what is no part of an answer does not count."""
        with self._lock:
            if self._open is not None and self._newest in _AFTER[stage]:
                self._lap(self._open, stage)

    def end(self, number: int) -> None:
        """Take the answer to be given but for the page, which says itself when it has painted.

        Args:
            number: Of the reading.
        """
        with self._lock:
            if self._open is not None and self._newest in {Stage.TELL, Stage.STORE}:
                self._answers.append(replace(self._open, number=number))
            self._open = None

    def painted(self, number: int, paint_ns: int) -> Answer | None:
        """Take a page's word that it shows an answer.

        Args:
            number: Of the reading.
            paint_ns: How long ago it heard of it; what came before that was spent on the way.

        Returns:
            The whole answer; None where it is not the newest one, or was painted by another page before.
        """
        with self._lock:
            newest = self._answers[-1] if self._answers else None
            if newest is None or newest.number != number or Stage.PAINT in newest.spent:
                return None
            now = self._now()
            since = Spent(now.wall_ns - self._mark.wall_ns, now.cpu_ns - self._mark.cpu_ns)
            pushed = Spent(max(0, since.wall_ns - paint_ns), since.cpu_ns)
            spent = {**newest.spent, Stage.PUSH: pushed, Stage.PAINT: Spent(since.wall_ns - pushed.wall_ns)}
            self._answers[-1] = replace(newest, spent=spent)
            return self._answers[-1]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Return the newest answers, oldest first."""
        with self._lock:
            return tuple(self._answers)

    def _lap(self, answer: Answer, stage: Stage) -> None:
        now = self._now()
        spent = Spent(now.wall_ns - self._mark.wall_ns, now.cpu_ns - self._mark.cpu_ns)
        self._open, self._newest, self._mark = answer.with_lap(stage, spent, now.wall_ns), stage, now

    def _now(self) -> Spent:
        return Spent(self._clock_ns(), self._cpu_ns())


class TimedFinder:
    """A finder of dice that says what it took."""

    def __init__(self, finder: DiceFinder, laps: Laps) -> None:
        """Wrap a finder."""
        self._finder, self._laps = finder, laps

    def detect(self, frame: Frame, /) -> tuple[Detection, ...]:
        """Return the dice in a frame."""
        self._laps.lap(Stage.LOOK)
        found = self._finder.detect(frame)
        self._laps.lap(Stage.DETECT)
        return found


class TimedClassifier:
    """A reader of faces that says what it took."""

    def __init__(self, classifier: FaceClassifier, laps: Laps) -> None:
        """Wrap a classifier."""
        self._classifier, self._laps = classifier, laps

    def classify(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.floating]:
        """Return how probable each face is for each die."""
        self._laps.lap(Stage.LOOK)
        faces = self._classifier.classify(frame, quads)
        self._laps.lap(Stage.CLASSIFY)
        return faces
