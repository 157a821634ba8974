"""What is known of the board that is watched: where it stands, how it looks at rest, and in what light."""

from __future__ import annotations

import logging
from collections.abc import Callable

from firmware.ports import Camera
from firmware.table.calibration_light import SteadyLight
from firmware.table.lying_dice import SEEN_DICE
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.reading import Reading
from vision.watch.hand import BareBoard, backdrop_of
from vision.watch.settle import Settlement, Settler
from vision.watch.standing import Standing, StandingBoard

log = logging.getLogger(__name__)


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
        self.was_sought = False  # whether or not it was found

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
        self.backdrop = None
        self._settler.watch(self.outline)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Know nothing of how it rests or moves, and learn nothing of a reading before."""
        self._settler.forget()
        self._unlearnt = None

    def seen_by_another(self) -> None:
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

    def note(self, frame: Frame, reading: Reading) -> None:
        """Keep what was read until there is time to learn of it."""
        self._unlearnt = frame, reading

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
        """Forget how the board looked where it stood before."""
        self.backdrop = None
        self._moved()
        self._settler.watch(self.outline)
