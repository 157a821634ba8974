"""The light on the board, aspect by aspect, held against the doctor's limits."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import cv2
import numpy as np

from firmware.board.calibration_lock import LockingCamera
from firmware.doctor.look import CAPTURE_S
from firmware.session.wizard import Aspect, LightLine, LightLook, LightTrouble, Rating, Side
from firmware.survey.measure import Pace, SeenBoard
from hardware.optics.needs import LEAST_LEVEL, MOST_CAST, MOST_GLARE, MOST_NOISE, MOST_SWING, MOST_UNEVEN
from vision.frame import Frame
from vision.light.exposure import Light, light_of
from vision.light.flicker import FEWEST_FRAMES, flicker_of
from vision.light.lighting import BURNT_LEVEL, WORK_PX, lighting_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.forward import BoardReader
    from firmware.ports import Camera
    from vision.find.board import BoardOutline
    from vision.light.flicker import Flicker
    from vision.light.lighting import Lighting
    from vision.reading import Detection, Point

EVERY_S = 1.0
FLICKER_EVERY_S = 3.0  # it takes a slow computer a second
PREVIEWS = 40
COLUMN_STEP = 8  # lamps that flicker go over the rows
WATCH_NS = 2_500_000_000
"""So much of the light is watched before anything is said of flicker."""

MIDDLE_SHARE = 0.18  # of the picture's side: nearer to its middle it is in the middle


class LightMeasure:
    """Watches small frames for flicker, and looks at large ones once a second.

    Args:
        reader: Finds dice; None where the models are broken.
        mains_hz: Of the settings.
        is_still: Pictures of a folder never change: there is no flicker to be seen.
    """

    def __init__(self, reader: BoardReader | None, *, mains_hz: int, is_still: bool = False) -> None:
        """Begin with nothing seen."""
        self._board = SeenBoard(reader)
        self._mains_hz = mains_hz
        self._is_still = is_still
        self._pace = Pace(EVERY_S)
        self._previews: deque[Frame] = deque(maxlen=PREVIEWS)
        self._flicker_pace = Pace(FLICKER_EVERY_S)
        self._newest_flicker: tuple[LightLine, ...] = ()
        self._is_locked = False

    def look(self, camera: Camera, preview: Frame) -> tuple[LightLook, Frame] | None:
        """Take a small frame, and look at the light where it is time.

        Raises:
            CameraError: If the camera does not deliver.
        """
        self._previews.append(Frame(np.ascontiguousarray(preview.pixels[:, ::COLUMN_STEP]), preview.exposed_ns))
        if not self._pace.is_due(preview):
            return None
        before = camera.capture(not_before_ns=preview.exposed_ns, timeout_s=CAPTURE_S)
        self._lock(camera, self._board.find(before))
        frame = camera.capture(not_before_ns=before.exposed_ns + 1, timeout_s=CAPTURE_S)
        return self._seen(before, frame), frame

    def _lock(self, camera: Camera, board: BoardOutline | None) -> None:
        """Judge the light as it is in play: with an exposure that stays."""
        if not self._is_locked and isinstance(camera, LockingCamera):
            camera.lock(board)
            self._previews.clear()
        self._is_locked = True

    def _seen(self, before: Frame, frame: Frame) -> LightLook:
        board = self._board.outline
        dice = self._board.dice(frame)
        found = lighting_of((before, frame), board, dice)
        lines = [brightness(frame, board, found, dice), *_of_picture(found)]
        spot_xy = burnt_spot(frame, board) if found.glare > MOST_GLARE else None
        return LightLook(
            exposed_ns=frame.exposed_ns,
            size_wh=frame.size_wh,
            outline=() if board is None else board.polygon,
            lines=(*lines, *self._flicker(board)),
            dice=len(dice),
            glare_xy=spot_xy,
            glare_side=None if spot_xy is None else side_of(spot_xy, frame.size_wh),
        )

    def _flicker(self, board: BoardOutline | None) -> tuple[LightLine, ...]:
        """Return what is said of flicker; nothing before it was watched for long enough."""
        if self._is_still:
            return (LightLine(Aspect.FLICKER, Rating.UNSEEN),)
        is_short = not self._previews or self._previews[-1].exposed_ns - self._previews[0].exposed_ns < WATCH_NS
        if is_short or len(self._previews) < FEWEST_FRAMES:
            return self._newest_flicker
        if not self._newest_flicker or self._flicker_pace.is_due(self._previews[-1]):
            found = flicker_of(tuple(self._previews), board)
            self._newest_flicker = (flicker(found, self._mains_hz),)
        return self._newest_flicker


def brightness(frame: Frame, board: BoardOutline | None, found: Lighting, dice: Sequence[Detection]) -> LightLine:
    """Return whether the board is bright enough, and not too bright."""
    match light_of(frame, board):
        case Light.TOO_DARK:
            return LightLine(Aspect.BRIGHTNESS, Rating.POOR, found.level, LightTrouble.TOO_DARK)
        case Light.TOO_BRIGHT:
            return LightLine(Aspect.BRIGHTNESS, Rating.POOR, found.level, LightTrouble.TOO_BRIGHT)
        case Light.GOOD:
            is_dim = bool(dice) and found.level < LEAST_LEVEL
            return _line(Aspect.BRIGHTNESS, found.level, LightTrouble.TOO_DARK, is_poor=is_dim)


def _of_picture(found: Lighting) -> tuple[LightLine, ...]:
    cast = None if found.cast is None else max(found.cast) / min(found.cast)
    return (
        _at_most(Aspect.EVENNESS, found.unevenness, MOST_UNEVEN, LightTrouble.UNEVEN),
        _at_most(Aspect.GLARE, found.glare, MOST_GLARE, LightTrouble.GLARE),
        _at_most(Aspect.COLOUR, cast, MOST_CAST, LightTrouble.COLOURED),
        _at_most(Aspect.NOISE, found.noise, MOST_NOISE, LightTrouble.NOISY),
    )


def flicker(found: Flicker | None, mains_hz: int) -> LightLine:
    """Return whether lamps flicker, and what would help."""
    if found is None:
        return LightLine(Aspect.FLICKER, Rating.UNSEEN)
    if found.hz is None:
        trouble = LightTrouble.WAVERS
    else:
        trouble = LightTrouble.LAMP_FLICKERS if found.hz == 2 * mains_hz else LightTrouble.OTHER_MAINS
    return _at_most(Aspect.FLICKER, found.swing, MOST_SWING, trouble)


def _at_most(aspect: Aspect, value: float | None, most: float, trouble: LightTrouble) -> LightLine:
    if value is None:
        return LightLine(aspect, Rating.UNSEEN)
    return _line(aspect, value, trouble, is_poor=value > most)


def _line(aspect: Aspect, value: float, trouble: LightTrouble, *, is_poor: bool) -> LightLine:
    return LightLine(aspect, Rating.POOR, value, trouble) if is_poor else LightLine(aspect, Rating.GOOD, value)


def burnt_spot(frame: Frame, board: BoardOutline | None) -> Point | None:
    """Return the middle of the largest spot on the board that is burnt out, frame pixels; None without any."""
    width, height = frame.size_wh
    shrink = min(1.0, WORK_PX / max(width, height))
    size_wh = max(1, round(width * shrink)), max(1, round(height * shrink))
    small = cv2.resize(frame.pixels, size_wh, interpolation=cv2.INTER_NEAREST)
    burnt = small.max(axis=2) >= BURNT_LEVEL
    if board is not None:
        burnt &= board.mask(size_wh)
    _, _, stats, middles = cv2.connectedComponentsWithStats(burnt.astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas):
        return None
    x, y = middles[1 + int(np.argmax(areas))]
    return float(x / shrink), float(y / shrink)


def side_of(spot_xy: Point, size_wh: tuple[int, int]) -> Side:
    """Return in which part of a picture a spot is."""
    right, down = (place / side - 0.5 for place, side in zip(spot_xy, size_wh, strict=True))
    if max(abs(right), abs(down)) < MIDDLE_SHARE:
        return Side.MIDDLE
    if abs(right) >= abs(down):
        return Side.RIGHT if right > 0 else Side.LEFT
    return Side.BOTTOM if down > 0 else Side.TOP
