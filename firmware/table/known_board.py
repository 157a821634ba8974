"""What is known of the board that is watched: where it stands, what lay on it, how it looks at rest, in what light.

The camera's exposure, white balance and focus are kept as they are until the light has changed.
"""

import logging
import threading
from collections.abc import Callable, Sequence

from firmware.board.calibration_lock import LockingCamera
from firmware.ports import Camera
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import brightness_of
from vision.reading import Detection, Reading, Verdict
from vision.watch.hand import BareBoard, backdrop_of
from vision.watch.places import Places
from vision.watch.settle import Settlement, Settler, lies_as_read
from vision.watch.standing import Standing, StandingBoard
from vision.watch.track import Hold, HoldFinding, held

log = logging.getLogger(__name__)

SEEN_DICE = frozenset({Verdict.CLEAR, Verdict.NOT_SURE, Verdict.WRONG_COUNT, Verdict.EMPTY})
"""Verdicts of a board at rest on which nothing but lying dice is seen: what remained is known from these."""


class LyingDice:
    """Remembers the newest accepted reading and what was seen to remain of it; safe to use from any thread."""

    def __init__(self, standing: StandingBoard) -> None:
        """Begin with nothing seen."""
        self._standing = standing
        self._accepted: Reading | None = None
        self._lying: Reading | None = None
        self._remaining: Reading | None = None
        self._read: tuple[Frame, list[Detection]] | None = None  # for the newest press, accepted or not
        self._places: Places | None = None  # of the accepted one
        self._lock = threading.Lock()

    def accept(self, reading: Reading | None) -> Reading | None:
        """Take the newest accepted reading; return the one before if its throw is over."""
        with self._lock:
            before = self._accepted
            is_over = reading is None or before is None or reading.exposed_ns != before.exposed_ns
            if is_over:  # a put-right reading is the same moment: what remained of it still holds
                self._remaining, self._places = None, self._read and Places(*self._read)
            self._accepted = reading
        return before if is_over else None

    def came_to_rest(self, reading: Reading, dice: int) -> None:
        """Take what lies on the board at rest, though nobody pressed, while so many dice are played with."""
        is_part = reading.verdict in SEEN_DICE and len(reading.dice) < dice
        with self._lock:
            self._lying = reading if is_part else None

    def leave_lying(self) -> None:
        """Take what lay at rest as what remains, now that something moves again.

        Not sooner: a die that was missed in a finished throw would make the others look like held ones.
        """
        with self._lock:
            if self._lying is not None:
                self._remaining, self._lying = self._lying, None

    def forget(self) -> None:
        """Forget what remained: other dice are played with now, or nobody saw what became of it."""
        with self._lock:
            self._lying = self._remaining = self._places = None

    def note(self, frame: Frame, reading: Reading) -> None:
        """Keep where the dice lie that were read for a press."""
        with self._lock:
            self._read = (frame, [die.detection for die in reading.dice]) if reading.dice else None

    def glance(self, frame: Frame, board: "KnownBoard") -> None:
        """Look in a frame, while anything moves, which of the accepted dice were taken."""
        places, backdrop = self._places, board.backdrop
        if places is not None and backdrop is not None:
            places.glance(frame, backdrop, board.outline)

    def hold(self, before: Reading | None, after: Reading, dice: int) -> Hold | None:
        """Return which of so many dice were left lying; None without as many, or without anything to compare with."""
        return self._compared(before, after) if len(after.dice) == dice else None

    def is_new(self, reading: Reading, dice: int) -> bool:
        """Return whether as many dice lie as are played with, and not all as in the newest accepted reading."""
        if len(reading.dice) != dice:
            return False
        compared = self._compared(self._accepted, reading)
        return compared is None or compared.finding is not HoldFinding.NOTHING_THROWN

    def _compared(self, before: Reading | None, after: Reading) -> Hold | None:
        if before is None or not before.dice:
            return None
        with self._lock:
            places, remaining = self._places, self._remaining
        bare = places.taken if places is not None and before.exposed_ns == places.exposed_ns else None
        as_now = self._standing.as_now
        return held(as_now(before), after, None if remaining is None else as_now(remaining), bare=bare)


OTHER_LIGHT = 1.6
"""By so much brighter or darker felt is in other light: dusk comes, a lamp is switched on."""

PAUSE_NS = 20_000_000_000
"""In the dark locking does not help: it is not tried again sooner."""

WRONG_LIGHT = frozenset({Verdict.TOO_DARK, Verdict.TOO_BRIGHT})


class SteadyLight:
    """Says when a camera is to be locked, and locks it."""

    def __init__(self) -> None:
        """Begin with a camera that is not locked."""
        self.forget()

    def forget(self) -> None:
        """Take the camera for another one: it was opened again."""
        self._level: float | None = None
        self._tried_ns: int | None = None
        self._is_due = True

    def judge(self, frame: Frame, verdict: Verdict, board: BoardOutline | None) -> None:
        """Look at a frame that was read for whether the light has changed."""
        if verdict in WRONG_LIGHT:
            self._is_due = True
        elif verdict in SEEN_DICE and not self._is_due:
            level = max(brightness_of(frame, board), 1e-4)
            self._level = level if self._level is None else self._level
            self._is_due = not 1 / OTHER_LIGHT < level / self._level < OTHER_LIGHT

    def keep(self, camera: Camera, board: BoardOutline | None, now_ns: int) -> bool:
        """Lock a camera if that is due; return whether its pictures may look different from now on.

        Raises:
            CameraError: If it does not deliver.
        """
        is_too_soon = self._tried_ns is not None and now_ns - self._tried_ns < PAUSE_NS
        if not self._is_due or is_too_soon or not isinstance(camera, LockingCamera):
            return False
        locked = camera.lock(board)
        self._is_due, self._level, self._tried_ns = False, None, now_ns
        log.log(logging.WARNING if locked.loose else logging.INFO, "%s: %s", camera.name, locked)
        return True


class KnownBoard:
    """Gets to know the board from frame to frame; used by the watching thread alone."""

    def __init__(self, standing: StandingBoard, moved: Callable[[], None]) -> None:
        """Begin with nothing seen."""
        self._standing = standing
        self._moved = moved
        self._settler = Settler(standing.board)
        self._light = SteadyLight()
        self._unlearnt: tuple[Frame, Reading] | None = None
        self.backdrop: BareBoard | None = None  # what it looked like at rest
        self.was_sought = standing.board is not None  # whether or not it was found

    @property
    def outline(self) -> BoardOutline | None:
        """Return where the board stands, None where none was seen yet."""
        return self._standing.board

    def observe(self, frame: Frame) -> Settlement:
        """Say whether anything on it moves."""
        return self._settler.observe(frame)

    def stand(self, board: BoardOutline, seen: Frame) -> None:
        """Take the board as it was calibrated just now, seen without dice."""
        self._standing.stand(board, seen)
        self.watch_anew()

    def watch_anew(self) -> None:
        """Watch the board where it stands now, as calibrated or as another camera sees it."""
        self.backdrop, self.was_sought = None, self.outline is not None
        self._settler.watch(self.outline)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Know nothing of how it rests or moves, and learn nothing of a reading before."""
        self._settler.forget()
        self._unlearnt = None

    def opened_anew(self) -> None:
        """Begin anew with a camera just opened: it may be set otherwise."""
        self._light.forget()
        self.begin_anew()

    def keep_light(self, camera: Camera, frame: Frame) -> None:
        """Lock the camera on the board once nobody waits for it, and again when the light has changed."""
        if self._light.keep(camera, self.outline, frame.exposed_ns):
            self.backdrop = None
            self._settler.forget()

    def check(self, frame: Frame, *, is_press: bool) -> None:
        """Look where the board stands before it is read: it, or the camera, may have been moved."""
        if self.outline is None and not (self.was_sought and is_press):
            # Seeking takes a second: a press waits for it only once, later the quiet between throws is used.
            self.was_sought = True
            if self._standing.find(frame):
                self._settler.watch(self.outline)
        elif self._standing.check(frame) in {Standing.FOLLOWED, Standing.FOUND}:
            log.info("the board or the camera was moved: looking at it where it stands now")
            self._look_anew()

    def find(self, frame: Frame) -> bool:
        """Look for the board in a frame in which it does not stand where it stood; return whether it is seen."""
        if not self._standing.find(frame):
            return False
        self._look_anew()
        return True

    def note(self, frames: Sequence[Frame], reading: Reading) -> bool:
        """Keep what was read until there is time to learn of it; return whether it lay still, else nothing is kept."""
        was_still = lies_as_read(reading, frames[0], frames[-1])
        self._unlearnt = (frames[-1], reading) if was_still else None
        return was_still

    def learn(self) -> None:
        """Take in how the board looked when it was last read; nobody who waits for that reading waits for this."""
        if self._unlearnt is None:
            return
        (frame, reading), self._unlearnt = self._unlearnt, None
        self._light.judge(frame, reading.verdict, self.outline)
        if reading.verdict in SEEN_DICE:
            detections = [die.detection for die in reading.dice]
            self._standing.remember(frame, detections)
            self.backdrop = backdrop_of(frame, detections, before=self.backdrop)

    def _look_anew(self) -> None:
        self.backdrop = None
        self._moved()
        self._settler.watch(self.outline)
