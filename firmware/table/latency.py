"""How long the answer to a press took, from the finger to the painted page, part by part.

Whoever has done a part of the answer says so with `Stopwatch.lap`: the time since the lap before belongs to that part.
So the parts of an answer add up to the whole of it, and nothing hides between them.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

ANSWERS_KEPT = 200
_MS = 1_000_000


class PressPart(StrEnum):
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


OF_FRAMES = frozenset({PressPart.CAPTURE, PressPart.DETECT, PressPart.CLASSIFY, PressPart.LOOK})
"""These come again with each frame."""

_AFTER: Mapping[PressPart, frozenset[PressPart]] = {
    PressPart.WAIT: frozenset({PressPart.PRESS}),
    **dict.fromkeys(OF_FRAMES, OF_FRAMES | {PressPart.WAIT}),
    PressPart.SESSION: frozenset({PressPart.LOOK}),
    PressPart.TELL: frozenset({PressPart.SESSION}),
    PressPart.STORE: frozenset({PressPart.TELL}),
}
"""After which laps a lap counts: the eye also reads boards that nobody pressed for."""


@dataclass(frozen=True, slots=True)
class PressTimes:
    """What the answer to one press took."""

    pressed_ns: int  # when the finger went down, monotonic
    laps: tuple[tuple[PressPart, int], ...]  # each part that was gone through, in their order, and how long, ns
    number: int | None = None  # of the reading; None where it did not come so far
    stored_ns: int | None = None  # when all of it was saved, monotonic; None where there was nothing to save

    @property
    def spent(self) -> dict[PressPart, int]:
        """Return what each part took, ns, those that came again together."""
        parts: dict[PressPart, int] = {}
        for part, spent_ns in self.laps:
            parts[part] = parts.get(part, 0) + spent_ns
        return parts

    @property
    def after_frame_ns(self) -> int:
        """Return what it took from the newest still frame to what was saved, as far as it came."""
        way = reversed([lap for lap in self.laps if lap[0] not in {PressPart.PUSH, PressPart.PAINT}])
        frame = {PressPart.CAPTURE, PressPart.WAIT}  # none was taken after the wait where all had been read before
        return sum(spent_ns for _, spent_ns in takewhile(lambda lap: lap[0] not in frame, way))

    def as_data(self) -> dict[str, object]:
        """Return it as plain JSON data, all times in ns."""
        times = {"spent": {part.value: ns for part, ns in self.spent.items()}, "after_frame": self.after_frame_ns}
        return {"pressed_ns": self.pressed_ns, "number": self.number, **times, "stored_ns": self.stored_ns}

    def __str__(self) -> str:
        """Return it in words, with milliseconds."""
        parts = ", ".join(f"{part.value} {spent_ns / _MS:.0f}" for part, spent_ns in self.spent.items())
        return f"a press was answered in {sum(self.spent.values()) / _MS:.0f} ms ({parts})"


class Stopwatch:
    """Takes the times of the answer to the newest press; safe to use from any thread."""

    def __init__(self, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Begin without a press."""
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._open: PressTimes | None = None
        self._mark_ns = 0  # the newest lap
        self._answers: deque[PressTimes] = deque(maxlen=ANSWERS_KEPT)

    def begin(self, pressed_ns: int) -> None:
        """Begin with a press that was just told; one whose answer never came is forgotten."""
        with self._lock:
            self._mark_ns = self._clock_ns()
            self._open = PressTimes(pressed_ns, ((PressPart.PRESS, max(0, self._mark_ns - pressed_ns)),))

    def lap(self, part: PressPart) -> None:
        """Let the time since the lap before belong to a part; what is no part of an answer does not count."""
        with self._lock:
            answer = self._open
            if answer is not None and answer.laps[-1][0] in _AFTER[part]:
                now_ns = self._clock_ns()
                laps = (*answer.laps, (part, now_ns - self._mark_ns))
                stored_ns = now_ns if part is PressPart.STORE else None
                self._open, self._mark_ns = replace(answer, laps=laps, stored_ns=stored_ns), now_ns

    def end(self, number: int) -> None:
        """Take the answer to be given but for the page, which says itself when it has painted."""
        with self._lock:
            if self._open is not None and self._open.laps[-1][0] in {PressPart.TELL, PressPart.STORE}:
                self._answers.append(replace(self._open, number=number))
            self._open = None

    def painted(self, number: int, paint_ns: int) -> PressTimes | None:
        """Take a page's word that it shows an answer, so long after it heard of it; return the whole answer.

        None where it is not the newest one, or was painted by another page before.
        """
        with self._lock:
            newest = self._answers[-1] if self._answers else None
            if newest is None or newest.number != number or newest.laps[-1][0] is PressPart.PAINT:
                return None
            since_ns = self._clock_ns() - self._mark_ns
            push_ns = max(0, since_ns - paint_ns)
            laps = (*newest.laps, (PressPart.PUSH, push_ns), (PressPart.PAINT, since_ns - push_ns))
            self._answers[-1] = replace(newest, laps=laps)
            return self._answers[-1]

    @property
    def answers(self) -> tuple[PressTimes, ...]:
        """Return the newest answers, oldest first."""
        with self._lock:
            return tuple(self._answers)
