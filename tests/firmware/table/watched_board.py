"""An eye that watches a board through a camera whose every frame the test decides."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from firmware.errors import CameraLostError
from firmware.session import effects, events
from firmware.table import eye, eye_parts
from tests.doubles.recorded import BoardReader
from tests.firmware.session.table_talk import reading
from vision.frame import Frame
from vision.reading import Reading

STEP_NS = 80_000_000
CALM_LOOKS = eye_parts.EyePolicy().calm_after_ns // STEP_NS + 15
IN_A_ROW = tuple((100.0 + 120 * i, 100.0) for i in range(5))
"""Where five dice lie."""


class BoardCamera:
    """A camera over a board on which a block lies at ``place`` or jumps about while it is None."""

    name = "test"

    def __init__(self) -> None:
        self.now_ns = 10 * STEP_NS
        self.place: int | None = 20
        self.is_lost = self.is_closed = False
        self.captured_ns: list[int] = []
        self.previews = 0
        self.meanwhile: dict[str, Callable[[], None]] = {}
        """What happens while a frame comes, by how it was asked for, and while frames are read."""

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        if self.is_lost:
            raise CameraLostError("unplugged")
        self.previews += 1
        self.now_ns += STEP_NS
        return self._frame("preview")

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        self.now_ns = max(self.now_ns + STEP_NS, not_before_ns)
        self.captured_ns.append(not_before_ns)
        return self._frame("capture")

    def _frame(self, asked: str) -> Frame:
        frame = Frame(self.pixels(), self.now_ns)
        self.meanwhile.get(asked, lambda: None)()
        return frame

    def pixels(self) -> np.ndarray:
        pixels = np.full((120, 160, 3), 90, np.uint8)
        at = self.place if self.place is not None else (self.now_ns // STEP_NS * 37) % 120
        pixels[40:64, at : at + 24] = 230
        return pixels

    def close(self) -> None:
        self.is_closed = True


class PlannedReader(BoardReader):
    """A reader that answers with what the test planned, the last one for ever, and notes what it was told."""

    def __init__(self, *readings: Reading) -> None:
        self.plan = deque(readings or (reading("99XKA"),))
        self.frames_read: list[int] = []
        self.dice_asked: list[int | None] = []
        self.boards: list[object] = []
        self.backdrops: list[object] = []
        self.meanwhile: dict[str, Callable[[], None]] = {}

    def read(self, frames, board=None, *, backdrop=None, seen=(), dice=None, retake=None) -> Reading:
        self.frames_read.append(len(frames))
        self.dice_asked.append(dice)
        self.boards.append(board)
        self.backdrops.append(backdrop)
        self.retaken = retake and retake(0.3)
        self.meanwhile.get("read", lambda: None)()
        planned = self.plan.popleft() if len(self.plan) > 1 else self.plan[0]
        return replace(planned, exposed_ns=frames[-1].exposed_ns)


class Watch:
    """An eye, its camera and its reader; `hooks` are those of the eye."""

    def __init__(self, *readings: Reading, camera=None, reader=None, hooks=None, **policy: float) -> None:
        self.camera = camera or BoardCamera()
        self.reader = reader or PlannedReader(*readings)
        self.reader.meanwhile = self.camera.meanwhile
        self.said: list[events.SessionEvent] = []
        self.eye = eye.Eye(
            lambda: self.camera,
            self.reader,
            self.said.append,
            policy=eye_parts.EyePolicy(**policy),
            hooks=eye_parts.EyeHooks(**{"clock_ns": lambda: self.camera.now_ns, **(hooks or {})}),
        )

    @property
    def kinds(self) -> list[type]:
        return [type(event) for event in self.said]

    def said_of(self, *kinds: type) -> list[events.SessionEvent]:
        return [event for event in self.said if isinstance(event, kinds)]

    def look(self, times: int = 1) -> "Watch":
        for _ in range(times):
            self.eye.look()
        return self

    def stir(self) -> "Watch":
        """Let something move, and forget what was said before."""
        self.camera.place = None
        self.look(3)
        self.said.clear()
        return self

    def roll(self) -> "Watch":
        """Let something move, and rest again."""
        self.stir().camera.place = 60
        return self.look(15)

    def glance_away(self) -> "Watch":
        """Look away, and back at once."""
        self.eye.look_away(True)
        self.eye.look_away(False)
        return self

    def press(self, looks: int = 3, before: Reading | None = None, *, dice: int = 5) -> "Watch":
        """Press, and look on."""
        self.eye.read(press(self.camera, before, dice=dice))
        return self.look(looks)

    def is_woken_by(self, act: Callable[[], None]) -> bool:
        """Tell whether the thread sleeps between two looks until something is done."""
        resting = threading.Thread(target=self.eye.rest, daemon=True)
        resting.start()
        resting.join(0.05)
        was_asleep = resting.is_alive()
        act()
        resting.join(10.0)
        return was_asleep and not resting.is_alive()

    def settle(self) -> "Watch":
        """Look until the board is known to rest, and forget what was said of that."""
        self.look(15)
        self.said.clear()
        return self


def press(camera: BoardCamera, before: Reading | None = None, *, dice: int = 5) -> effects.ReadBoard:
    return effects.ReadBoard(camera.now_ns + STEP_NS // 2, before, dice)
