"""What an eye is put together of: how it watches, when it looks away."""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware.ports import Camera
from firmware.table.latency import Stopwatch
from vision.find.crop import board_picture
from vision.frame import Frame
from vision.reading import Reading

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Blindfold:
    """Which frames may be looked at.

    A frame counts by the moment its exposure began: one begun while the blindfold was on is never looked at, however
    late the camera hands it over.
    """

    is_on: bool = False  # nothing may be looked at
    off_ns: int = 0  # when it was taken off last, monotonic ns; 0 where it never was on

    def worn(self, is_on: bool, now_ns: int) -> "Blindfold":
        """Return the blindfold put on or taken off now; the same where nothing changes."""
        return self if is_on == self.is_on else Blindfold(is_on, self.off_ns if is_on else now_ns)

    def hides(self, exposed_ns: int) -> bool:
        """Return whether a frame exposed then must not be looked at now."""
        return self.is_on or exposed_ns < self.off_ns


_S = 1_000_000_000
FILM_APART_NS = _S // 12
FILM_FRAMES = 48
"""Four seconds of what moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """A reading of dice that came to rest though nobody pressed: it answers a press before which nothing changes."""

    reading: Reading
    frame: Frame  # that was read
    still: Frame  # small, of the board at rest just before
    seen_ns: int  # exposure of the newest frame in which all lies as read
    terms: object  # so many dice were expected, and what was known of the players' own


@dataclass(frozen=True, slots=True, kw_only=True)
class EyePolicy:
    """How the eye watches."""

    frames: int = 2  # still frames fused into one reading
    patience_ns: int = 10 * _S  # a press waits this long for the board to come to rest, then it is refused in words
    frames_kept: int = 4  # readings whose pictures are kept for the display
    calm_after_ns: int = 5 * _S  # a board that has lain still for so long is looked at less often..
    # ...with so long a pause between two looks. A hand that takes dice is there for longer, and a press ends the pause.
    # While the eye looks away, its thread wakes as seldom
    calm_pause_s: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class EyeHooks:
    """Who else is told what the eye sees, and the clocks."""

    # takes a frame, what was read in it and what the players made of that, once the throw is over; called from the
    # companion's thread
    put_right: Callable[[Frame, Reading, Reading], None] = lambda *_: None
    # called when the board or the camera was moved, before it is read where it stands now
    moved: Callable[[], None] = lambda: None
    # called with a camera just opened; returns whether it is another than before, which sees the board otherwise
    opened: Callable[[Camera], bool] = lambda _: False
    known: Callable[[], object] = lambda: None  # tells what is known of the players' own dice: another, once it changes
    stopwatch: Stopwatch = field(default_factory=Stopwatch)  # takes the times of the answers to presses
    clock_ns: Callable[[], int] = time.monotonic_ns  # monotonic time, in which frames are exposed


class ThrowFilm:
    """The newest throw as it was seen to fall: what moved before its reading, as JPEGs."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._seen: deque[bytes] = deque(maxlen=FILM_FRAMES)
        self._newest_ns = 0
        self._of: tuple[int, tuple[bytes, ...]] = 0, ()  # the reading's exposure; swapped whole

    def see(self, frame: Frame) -> None:
        """Take a frame in which something moves."""
        if frame.exposed_ns - self._newest_ns >= FILM_APART_NS:
            self._newest_ns = frame.exposed_ns
            self._seen.append(board_picture(frame))

    def end(self, exposed_ns: int) -> None:
        """Take what was seen as the throw that was read in the frame exposed then."""
        self._of = exposed_ns, tuple(self._seen)
        self._seen.clear()

    def forget(self) -> None:
        """Show nothing of what was seen so far."""
        self._seen.clear()
        self._of = 0, ()

    def jpeg(self, exposed_ns: int, number: int) -> bytes | None:
        """Return a picture of the throw that a reading read, counted from 0; None where it has no such picture."""
        of_ns, pictures = self._of
        return pictures[number] if of_ns == exposed_ns and number < len(pictures) else None
