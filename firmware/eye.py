"""The eye at work: watches the board through a camera and answers presses with readings.

One thread calls `Eye.look` again and again. Its only clock is the exposure time of the frames, so that it runs the
same at a desk, in a test and at the table.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from firmware.calibration_light import SteadyLight
from firmware.errors import CameraError
from firmware.forward import read_on, sights_of
from firmware.latency import Stage, Stopwatch
from firmware.session.events import (
    BoardMoving,
    BoardStill,
    CameraBack,
    CameraLost,
    ReadingFailed,
    ReadingTaken,
)
from firmware.session.state import NoticeKey
from vision.hand import backdrop_of
from vision.reading import DICE_EXPECTED, Verdict
from vision.settle import Motion, Settler
from vision.standing import Standing, StandingBoard
from vision.track import HoldFinding, held

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.ports import Camera
    from firmware.session.effects import ReadBoard
    from firmware.session.events import SessionEvent
    from vision.board import BoardOutline
    from vision.frame import Frame
    from vision.fuse import Sight
    from vision.hand import Backdrop
    from vision.reading import Reading
    from vision.track import Hold

log = logging.getLogger(__name__)

_S = 1_000_000_000
SEEN_DICE = frozenset({Verdict.CLEAR, Verdict.NOT_SURE, Verdict.WRONG_COUNT, Verdict.EMPTY})
"""Verdicts of a board at rest on which nothing but lying dice is seen: what remained is known from these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EyePolicy:
    """How the eye watches.

    Attributes:
        frames: Still frames fused into one reading.
        patience_ns: A press waits this long for the board to come to rest, then it is refused in words.
        frames_kept: Readings whose pictures are kept for the display.
        calm_after_ns: A board that has lain still for so long is looked at less often...
        calm_pause_s: ...with so long a pause between two looks. A hand that takes dice is there for longer, and a
            press ends the pause.
    """

    frames: int = 2
    patience_ns: int = 10 * _S
    frames_kept: int = 4
    calm_after_ns: int = 5 * _S
    calm_pause_s: float = 0.2


class BoardReader(Protocol):
    """Reads the dice of a board at rest; `vision.read.Reader` is the real one."""

    def read(self, frames: Sequence[Frame], board: BoardOutline | None, *, backdrop: Backdrop | None = None) -> Reading:
        """Return what lies on the board."""
        ...


class Eye:
    """Watches the board and answers presses.

    Args:
        open_camera: Opens the camera; called again after it was lost.
        reader: Reads frames.
        emit: Takes what happened, from the eye's thread.
        policy: How it watches.
        put_right: Takes a frame, what was read in it and what the players made of that, once the throw is over;
            called from the companion's thread.
        standing: The board as it was calibrated; None to look for it.
        moved: Called when the board or the camera was moved, before it is read where it stands now.
        stopwatch: Takes the times of the answers to presses.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        reader: BoardReader,
        emit: Callable[[SessionEvent], None],
        *,
        policy: EyePolicy | None = None,
        put_right: Callable[[Frame, Reading, Reading], None] | None = None,
        standing: StandingBoard | None = None,
        moved: Callable[[], None] | None = None,
        stopwatch: Stopwatch | None = None,
    ) -> None:
        """Begin with the camera closed and nothing seen."""
        self._put_right = put_right
        self._moved = moved
        self._stopwatch = stopwatch or Stopwatch()
        self._open_camera = open_camera
        self._reader = reader
        self._emit = emit
        self._policy = policy or EyePolicy()
        self._camera: Camera | None = None
        self._was_lost = False
        self._standing = standing or StandingBoard()
        self._settler = Settler(self._standing.board)
        self._light = SteadyLight()
        self._motion: Motion | None = None
        self._is_calm = False
        self._is_wanted = threading.Event()
        self._has_sought_board = False
        self._backdrop: Backdrop | None = None
        self._unlearnt: tuple[Frame, Reading] | None = None
        self._lying: Reading | None = None
        self._remaining: Reading | None = None
        self._accepted: Reading | None = None
        self._asked: ReadBoard | None = None
        self._lock = threading.Lock()
        self._frames: OrderedDict[int, tuple[Frame, Reading]] = OrderedDict()

    # -- called by the companion, from its own thread ----------------------------------------------------------

    def read(self, asked: ReadBoard) -> None:
        """Answer a press with `ReadingTaken` or `ReadingFailed` as soon as the board lies still."""
        with self._lock:
            self._asked = asked
        self._is_wanted.set()

    def accept(self, reading: Reading | None) -> None:
        """Take the newest accepted reading: what remains of it on the board is watched from now on."""
        with self._lock:
            before = self._accepted
            is_over = reading is None or before is None or reading.exposed_ns != before.exposed_ns
            if is_over:
                self._remaining = None  # a put-right reading is the same moment: what remained of it still holds
            self._accepted = reading
            kept = None if before is None else self._frames.get(before.exposed_ns)
        # Not sooner: a die may be put right twice, and only what it was in the end is worth learning.
        if is_over and before is not None and kept is not None and self._put_right is not None:
            self._put_right(*kept, before)

    def picture_of(self, exposed_ns: int) -> tuple[Frame, Reading] | None:
        """Return frame and reading of a recent exposure, None when it is no longer kept."""
        with self._lock:
            return self._frames.get(exposed_ns)

    # -- the watching thread -----------------------------------------------------------------------------------

    def look(self) -> bool:
        """Take one frame and say what it shows.

        Returns:
            Whether the camera delivered; after False the caller waits a little before the next look.
        """
        try:
            camera = self._opened()
            frame = camera.preview()
            self._find_again()
            self._learn()
            self._watch(camera, frame)
        except CameraError as error:
            self._lose_camera(error)
            return False
        return True

    @property
    def pause_s(self) -> float:
        """Return how long the next look may wait: nothing moved for long, and nobody pressed."""
        with self._lock:
            return self._policy.calm_pause_s if self._is_calm and self._asked is None else 0.0

    def rest(self) -> None:
        """Wait for as long as the next look may, or until somebody presses."""
        self._is_wanted.wait(self.pause_s)
        self._is_wanted.clear()

    def refuse(self, reason: NoticeKey) -> None:
        """Answer the press that waits, if one does, with why it cannot be read."""
        with self._lock:
            asked, self._asked = self._asked, None
        if asked is not None:
            self._emit(ReadingFailed(reason))

    def close(self) -> None:
        """Give the camera back."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _opened(self) -> Camera:
        if self._camera is None:
            self._camera = self._open_camera()
            self._settler.forget()
            self._light.forget()
            self._motion, self._is_calm = None, False
        return self._camera

    def _find_again(self) -> None:
        """Say that a lost camera is back: not when it opens, only when it delivers."""
        if self._was_lost:
            self._was_lost = False
            self._emit(CameraBack())

    def _lose_camera(self, error: CameraError) -> None:
        self.close()
        self._unlearnt = None
        with self._lock:
            self._asked = None
        if not self._was_lost:
            self._was_lost = True
            log.warning("%s", error)
            self._emit(CameraLost())

    def _watch(self, camera: Camera, frame: Frame) -> None:
        settlement = self._settler.observe(frame)
        motion, still_ns = settlement.motion, frame.exposed_ns - settlement.since_ns
        has_changed, self._motion = motion is not self._motion, motion
        self._is_calm = motion is Motion.STILL and still_ns >= self._policy.calm_after_ns
        asked = self._due(frame)
        if asked is not None and motion is Motion.STILL:
            self._answer(camera, asked)
        elif asked is not None and frame.exposed_ns - asked.not_before_ns > self._policy.patience_ns:
            self.refuse(NoticeKey.STILL_MOVING)
        elif has_changed and motion is Motion.MOVING:
            self._leave_lying()
            self._emit(BoardMoving())
        elif has_changed and asked is None:
            self._rest(camera, frame)
        elif asked is None and motion is Motion.STILL and self._has_sought_board:
            self._keep_light(camera, frame)

    def _keep_light(self, camera: Camera, frame: Frame) -> None:
        """Lock the camera on the board once nobody waits for it, and again when the light has changed."""
        if self._light.keep(camera, self._standing.board, frame.exposed_ns):
            self._backdrop = None
            self._settler.forget()

    def _due(self, frame: Frame) -> ReadBoard | None:
        """Return the press to be answered: one that this frame is not older than."""
        with self._lock:
            asked = self._asked
        return asked if asked is not None and frame.exposed_ns >= asked.not_before_ns else None

    def _answer(self, camera: Camera, asked: ReadBoard) -> None:
        self._stopwatch.lap(Stage.WAIT)
        reading, frame = self._read(
            camera, not_before_ns=asked.not_before_ns, frames=self._policy.frames, is_press=True
        )
        hold = self._hold(asked.before, reading)
        with self._lock:
            if self._asked is not asked:
                return
            self._asked = None
            self._frames[reading.exposed_ns] = frame, reading
            while len(self._frames) > self._policy.frames_kept:
                self._frames.popitem(last=False)
        self._stopwatch.lap(Stage.LOOK)
        self._emit(ReadingTaken(reading, hold))

    def _rest(self, camera: Camera, frame: Frame) -> None:
        """Look at a board that came to rest though nobody pressed: which dice remained on it."""
        reading, _ = self._read(camera, not_before_ns=frame.exposed_ns, frames=1, is_press=False)
        hold = self._hold(self._accepted, reading)
        is_new = hold is None or hold.finding is not HoldFinding.NOTHING_THROWN
        self._lying = reading if reading.verdict in SEEN_DICE and len(reading.dice) < DICE_EXPECTED else None
        self._emit(BoardStill(reading, is_new and len(reading.dice) == DICE_EXPECTED))

    def _leave_lying(self) -> None:
        """Take what lay at rest as what remains, now that something moves again.

        Not sooner: a die that was missed in a finished throw would make the others look like held ones.
        """
        if self._lying is not None:
            with self._lock:
                self._remaining = self._lying
            self._lying = None

    def _hold(self, before: Reading | None, after: Reading) -> Hold | None:
        if before is None or not before.dice or len(after.dice) != DICE_EXPECTED:
            return None
        with self._lock:
            remaining = self._remaining
        as_now = self._standing.as_now
        return held(as_now(before), after, None if remaining is None else as_now(remaining))

    def _read(self, camera: Camera, *, not_before_ns: int, frames: int, is_press: bool) -> tuple[Reading, Frame]:
        taken = [self._captured(camera, not_before_ns)]
        self._keep_board(taken[0], is_press=is_press)
        seen: list[tuple[Sight, ...]] = []
        while len(taken) < frames:
            sights = sights_of(self._reader, taken[-1], self._standing.board)
            if sights is not None and len(seen) == len(taken) - 1:
                seen.append(sights)
            taken.append(self._captured(camera, taken[-1].exposed_ns + 1))
        newest = taken[-1]
        reading = read_on(self._reader, taken, seen, self._standing.board, self._backdrop)
        if reading.verdict is Verdict.NO_BOARD and self._standing.find(newest):
            self._look_anew()
            reading = self._reader.read(taken, self._standing.board)
        self._unlearnt = newest, reading
        return reading, newest

    def _captured(self, camera: Camera, not_before_ns: int) -> Frame:
        self._stopwatch.lap(Stage.LOOK)
        frame = camera.capture(not_before_ns=not_before_ns)
        self._stopwatch.lap(Stage.CAPTURE)
        return frame

    def _learn(self) -> None:
        """Take in how the board looked when it was last read; nobody who waits for that reading waits for this."""
        if self._unlearnt is None:
            return
        (frame, reading), self._unlearnt = self._unlearnt, None
        self._light.judge(frame, reading.verdict, self._standing.board)
        if reading.verdict in SEEN_DICE:
            detections = [die.detection for die in reading.dice]
            self._standing.remember(frame, detections)
            self._backdrop = backdrop_of(frame, detections, before=self._backdrop)

    def _keep_board(self, frame: Frame, *, is_press: bool) -> None:
        """Look where the board stands before it is read: it, or the camera, may have been moved."""
        if self._standing.board is None and not (self._has_sought_board and is_press):
            # Seeking takes a second: a press waits for it only once, later the quiet between throws is used.
            self._has_sought_board = True
            if self._standing.find(frame):
                self._settler.watch(self._standing.board)
        elif self._standing.check(frame) in {Standing.FOLLOWED, Standing.FOUND}:
            log.info("the board or the camera was moved: looking at it where it stands now")
            self._look_anew()

    def _look_anew(self) -> None:
        """Forget how the board looked where it stood before."""
        self._backdrop = None
        if self._moved is not None:
            self._moved()
        self._settler.watch(self._standing.board)
