"""Cameras and readers for measures: the simulated one in every light, and those whose pictures are planned."""

from collections.abc import Callable, Iterable

import numpy as np

from firmware.board.calibration_lock import Locked
from firmware.doctor.measures import Measure
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import LightName, Setting
from tests.doubles.clock import ManualClock
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.reading import Reading, Verdict

STEP_NS = 70_000_000


def simulated(light: LightName) -> SimulatedBoard:
    """Return a simulated board on which five dice lie."""
    board = SimulatedBoard(Setting.for_session(1, light=light), seed=1, clock=ManualClock())
    board.table.lay(range(5))
    return board


class Blind:
    """A reader that sees no dice, at once, and keeps the sizes of what it was shown."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None) -> Reading:
        self.sizes.append(frames[-1].size_wh)
        return Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=0, size_wh=frames[-1].size_wh)


class PictureCamera:
    """Shows pictures one after the other, the last one for ever; time passes with each frame."""

    name = "usb:0"

    def __init__(self, pictures: Iterable[Frame], *, step_ns: int = STEP_NS) -> None:
        self.pictures = list(pictures)
        self._step_ns = step_ns
        self.now_ns = 0
        self.captures = 0
        self.locked: list[BoardOutline | None] = []

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        self.now_ns += self._step_ns
        return Frame(np.ascontiguousarray(self.pictures[0].pixels[::4, ::4]), self.now_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        self.now_ns = max(self.now_ns + self._step_ns, not_before_ns)
        self.captures += 1
        shown = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        return Frame(shown.pixels, self.now_ns)

    def close(self) -> None:
        """Nothing is open."""


class LockingPictures(PictureCamera):
    """The same, and it can be locked, and focuses by itself."""

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        self.locked.append(board)
        return Locked(exposure_us=10_000, is_steady=True)

    def focuses_itself(self) -> bool:
        return True


def looks(measure: Measure, camera, *, until: Callable[[object], bool] = lambda _: True, most: int = 200):
    """Return the first look of a measure that is so."""
    for _ in range(most):
        seen = measure.look(camera, camera.preview())
        if seen is not None and until(seen[0]):
            return seen[0]
    raise AssertionError(f"none of {most} looks was so")
