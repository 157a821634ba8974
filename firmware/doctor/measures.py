"""What is looked at in the steps of setting up: the board, the printed sheet, the light, the focus; again and again."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.board.calibration import Calibration
from firmware.board.calibration_lock import LockingCamera
from firmware.doctor import camera as doctor
from firmware.doctor.light import blur_of, burnt_spot, flicker_line, light_lines, side_of
from firmware.log.wall_clock import noted_utc
from firmware.ports import Camera, Lack, LimitedCamera, identity_of
from firmware.session import wizard as w
from hardware.optics.needs import LEAST_DIE_PX, MOST_BLUR, MOST_GLARE
from vision.find.board import BoardOutline, find_board
from vision.find.lens import LensFinding, LensTrouble, SheetView, lens_of, plane_of, sheet_view
from vision.find.sheet import SQUARE_MM, SQUARES_WH, find_sheet
from vision.frame import Frame
from vision.light.flicker import FEWEST_FRAMES, flicker_of
from vision.light.lighting import lighting_of
from vision.read.reader import Reader
from vision.reading import Detection

FLICKER_EVERY_S = 3.0  # it takes a slow computer a second
PREVIEWS = 40
COLUMN_STEP = 8  # lamps that flicker go over the rows
WATCH_NS = 2_500_000_000  # so much of the light is watched before anything is said of flicker
SHARPEST = 999
WANTED_VIEWS = 8
ANOTHER_SHARE = 0.03  # of the picture: so far a corner moves between two views that tell different things
STILL_SHARE = 0.002
STILL_VIEWS = 3

Seen = TypeVar("Seen", bound=w.Look)


@dataclass(kw_only=True)
class Measure(ABC, Generic[Seen]):
    """Looks through the camera for one step of setting up, and says now and then what it sees."""

    EVERY_S: ClassVar[float] = 1.0

    reader: Reader | None = None  # finds dice, None where the models are broken
    _board: BoardOutline | None = field(default=None, init=False)
    _due_ns: int = field(default=0, init=False)  # the exposures are the only clock

    def look(self, camera: Camera, preview: Frame) -> tuple[Seen, Frame] | None:
        """Take a small frame, and larger ones if it is time for that.

        Returns:
            What is seen, and the frame that shows it; None where it is not yet time to say something.

        Raises:
            CameraError: If the camera does not deliver.
        """
        if preview.exposed_ns < self._due_ns:
            return None
        self._due_ns = preview.exposed_ns + round(self.EVERY_S * 1e9)
        return self._look(camera, preview)

    @abstractmethod
    def _look(self, camera: Camera, preview: Frame) -> tuple[Seen, Frame]:
        """Take frames not older than the small one, and return what is seen, and the newest of them."""

    def _find(self, frame: Frame) -> BoardOutline | None:
        """Return where the board stands; it is looked for until it is found, since that takes up to a second."""
        if self._board is None:
            self._board = find_board(frame)
        return self._board


def _shown(frame: Frame, board: BoardOutline | None) -> dict[str, Any]:
    """Return what every look says of its frame."""
    outline = () if board is None else board.polygon
    return {"exposed_ns": frame.exposed_ns, "size_wh": frame.size_wh, "outline": outline}


@dataclass(kw_only=True)
class BoardMeasure(Measure[w.CameraLook]):
    """Whether the camera sees the board: all of it, lit, and near enough."""

    camera: str
    kept: Callable[[str], Calibration | None] = lambda _: None  # a calibration, by which camera it is of

    def _look(self, camera: Camera, preview: Frame) -> tuple[w.CameraLook, Frame]:
        frame = camera.capture(not_before_ns=preview.exposed_ns)
        board = find_board(frame)  # anew each time: it is being put in its place
        dice = () if board is None else doctor.dice_on(self.reader, [frame], board)
        die_px = None if board is None else doctor.die_edge_px(board, dice)
        kept = self.kept(identity_of(camera))
        heights = None if kept is None or kept.focal_px is None else doctor.heights_of(kept, kept.focal_px)
        lacks = camera.lacks() if isinstance(camera, LimitedCamera) else frozenset[Lack]()
        if (widest_px := doctor.widest_die_px(frame.size_wh)) < LEAST_DIE_PX:
            lacks |= {Lack.SMALL}
        look = w.CameraLook(
            **_shown(frame, board),
            camera=self.camera,
            trouble=doctor.board_trouble(frame, board, die_px),
            sides=() if board is None else doctor.cut_off_sides(board),
            die_px=die_px,
            is_die_seen=bool(dice),
            lean_deg=None if kept is None else kept.lean_deg,
            lacks=tuple(lack for lack in Lack if lack in lacks),
            widest_px=widest_px,
            heights_mm=(heights.lowest_mm, heights.highest_mm) if heights and heights.is_possible else None,
        )
        return look, frame


@dataclass(slots=True)
class Gathered:
    """What was seen of the printed sheet so far."""

    views: list[SheetView] = field(default_factory=list)  # different ones
    lying: tuple[SheetView, Frame] | None = None  # the newest view, which in the end lies on the board, and its frame
    bare: Frame | None = None  # the newest frame without a sheet since then
    still: int = 0  # so many views in a row were alike
    lies: bool = False  # enough was seen, and the sheet was laid down

    def see(self, frame: Frame) -> None:
        """Take in a frame."""
        view = sheet_view(frame)
        if view is None:
            self.bare, self.still = frame, 0
            return
        self.still = self.still + 1 if self.lying and _apart(self.lying[0], view) < STILL_SHARE else 0
        self.lying, self.bare = (view, frame), None
        if all(_apart(known, view) >= ANOTHER_SHARE for known in self.views):
            self.views.append(view)
        self.lies |= len(self.views) >= WANTED_VIEWS and self.still >= STILL_VIEWS

    def calibration(self, camera: str) -> tuple[Calibration, Frame] | w.SheetTrouble:
        """Return what it tells of lens and board, and the frame that shows the board best; or why it does not."""
        finding: LensFinding | None = None  # a sheet that only lies there gives the scale, and nobody asked for more
        if self.lying is not None and len(self.views) > 1:
            finding = lens_of(self.views)
            if finding.lens is None:
                return w.SheetTrouble((finding.trouble or LensTrouble.TOO_FEW).value)
        seen = self.bare or (self.lying[1] if self.lying else None)
        board = None if seen is None else find_board(seen)
        if seen is None or board is None:
            return w.SheetTrouble.NO_BOARD
        found = Calibration(
            made_utc=noted_utc() or "",
            camera=camera,
            size_wh=board.size_wh,
            outline=tuple((float(x), float(y)) for x, y in board.polygon),
            kind=board.kind,
            mm_per_px=board.mm_per_px,
            felt_lab=board.felt_lab,
            views=len(self.views),
        )
        return self._measured(found, finding), seen

    def _measured(self, found: Calibration, finding: LensFinding | None) -> Calibration:
        """Return it with lens, plane and scale, as far as a sheet was seen."""
        if self.lying is None:
            return found
        view, frame = self.lying
        if finding is None or finding.lens is None:
            sheet = find_sheet(frame.pixels)
            return found if sheet is None else replace(found, mm_per_px=sheet.mm_per_px)
        lens, plane = finding.lens, plane_of(view, finding.lens)
        found = replace(found, normal=plane.normal, height_mm=plane.height_mm, mm_per_px=plane.mm_per_px)
        return replace(found, focal_px=lens.focal_px, k1=lens.k1, k2=lens.k2, error_px=finding.error_px)


@dataclass(kw_only=True)
class SheetMeasure(Measure[w.SheetLook]):
    """The printed sheet being shown, a frame at a time."""

    EVERY_S = 0.4

    gathered: Gathered = field(default_factory=Gathered)

    def _look(self, camera: Camera, preview: Frame) -> tuple[w.SheetLook, Frame]:
        frame = camera.capture(not_before_ns=preview.exposed_ns)
        gathered = self.gathered
        gathered.see(frame)
        newest = None if gathered.bare is not None else gathered.lying
        look = w.SheetLook(
            exposed_ns=frame.exposed_ns,
            size_wh=frame.size_wh,
            outline=() if newest is None else tuple((float(x), float(y)) for x, y in _corners_px(newest[0])),
            views=len(gathered.views),
            wanted=WANTED_VIEWS,
            lies=gathered.lies,
            is_complete=gathered.lies and gathered.bare is not None,
        )
        return look, frame


@dataclass(kw_only=True)
class LightMeasure(Measure[w.LightLook]):
    """The light on the board, live: takes every small frame, and looks at large ones once a second."""

    mains_hz: int
    is_still: bool = False  # pictures in a folder do not flicker
    _previews: deque[Frame] = field(default_factory=partial(deque, maxlen=PREVIEWS), init=False)
    _flicker_due_ns: int = field(default=0, init=False)
    _newest_flicker: tuple[w.LightLine, ...] = field(default=(), init=False)
    _is_locked: bool = field(default=False, init=False)

    def look(self, camera: Camera, preview: Frame) -> tuple[w.LightLook, Frame] | None:
        """Take a small frame, and look at the light where it is time.

        Raises:
            CameraError: If the camera does not deliver.
        """
        self._previews.append(Frame(np.ascontiguousarray(preview.pixels[:, ::COLUMN_STEP]), preview.exposed_ns))
        return super().look(camera, preview)

    def _look(self, camera: Camera, preview: Frame) -> tuple[w.LightLook, Frame]:
        before = camera.capture(not_before_ns=preview.exposed_ns, timeout_s=doctor.CAPTURE_S)
        board = self._find(before)
        if not self._is_locked and isinstance(camera, LockingCamera):
            camera.lock(board)  # the light is judged as it is in play: with an exposure that stays
            self._previews.clear()
        self._is_locked = True
        frame = camera.capture(not_before_ns=before.exposed_ns + 1, timeout_s=doctor.CAPTURE_S)
        dice = doctor.dice_on(self.reader, [frame], board)
        found = lighting_of((before, frame), board, dice)
        spot_xy = burnt_spot(frame, board) if found.glare > MOST_GLARE else None
        look = w.LightLook(
            **_shown(frame, board),
            lines=(*light_lines(frame, board, found, dice), *self._flicker(board)),
            dice=len(dice),
            glare_xy=spot_xy,
            glare_side=None if spot_xy is None else side_of(spot_xy, frame.size_wh),
        )
        return look, frame

    def _flicker(self, board: BoardOutline | None) -> tuple[w.LightLine, ...]:
        """Return what is said of flicker; nothing before it was watched for long enough."""
        if self.is_still:
            return (flicker_line(None, self.mains_hz),)
        moments_ns = [frame.exposed_ns for frame in self._previews]
        is_seen = len(moments_ns) >= FEWEST_FRAMES and moments_ns[-1] - moments_ns[0] >= WATCH_NS
        if not is_seen or moments_ns[-1] < self._flicker_due_ns:
            return self._newest_flicker
        if self._newest_flicker:
            self._flicker_due_ns = moments_ns[-1] + round(FLICKER_EVERY_S * 1e9)
        self._newest_flicker = (flicker_line(flicker_of(tuple(self._previews), board), self.mains_hz),)
        return self._newest_flicker


@dataclass(kw_only=True)
class FocusMeasure(Measure[w.FocusLook]):
    """How sharp the picture is, live, while somebody turns the lens."""

    EVERY_S = 0.5

    _dice: tuple[Detection, ...] = field(default=(), init=False)
    _has_found_itself: bool = field(default=False, init=False)

    def _look(self, camera: Camera, preview: Frame) -> tuple[w.FocusLook, Frame]:
        focuses_itself = isinstance(camera, LimitedCamera) and Lack.LENS not in camera.lacks()
        first = camera.capture(not_before_ns=preview.exposed_ns, timeout_s=doctor.CAPTURE_S)
        board = self._find(first)
        if focuses_itself and not self._has_found_itself and isinstance(camera, LockingCamera):
            camera.lock(board)
            self._has_found_itself = True
            first = camera.capture(not_before_ns=preview.exposed_ns, timeout_s=doctor.CAPTURE_S)
        # The mean of two is looked at, since noise looks like sharpness.
        second = camera.capture(not_before_ns=first.exposed_ns + 1, timeout_s=doctor.CAPTURE_S)
        self._dice = self._dice or doctor.dice_on(self.reader, [second], board)
        sharpness = None  # how much sharper than necessary the picture is, per cent
        if (found := blur_of((first, second), board, self._dice)) is not None:
            blurred_px, die_px = found
            sharpness = min(SHARPEST, round(w.SHARP_ENOUGH * MOST_BLUR * die_px / max(blurred_px, 1e-3)))
        return w.FocusLook(**_shown(second, board), sharpness=sharpness, focuses_itself=focuses_itself), second


def _apart(first: SheetView, second: SheetView) -> float:
    """Return how far the sheet's corners lie apart in two pictures, in the picture's longer side."""
    placed = [_corners_px(view) for view in (first, second)]
    return float(np.abs(placed[0] - placed[1]).max()) / max(first.size_wh)


def _corners_px(view: SheetView) -> NDArray[np.float64]:
    """Return where the four corners of the sheet lie, whichever part of it is seen: float64 (4, 2)."""
    to_px, _ = cv2.findHomography(view.on_sheet_mm, view.corners_px)
    wide, high = SQUARES_WH[0] * SQUARE_MM, SQUARES_WH[1] * SQUARE_MM
    corners = np.array([[(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]])
    return np.asarray(cv2.perspectiveTransform(corners, np.asarray(to_px, np.float64))[0], np.float64)
