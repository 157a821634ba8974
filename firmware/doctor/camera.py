"""The camera: whether it sees the board, and whether it was calibrated."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from functools import cache

from firmware.board.calibration import calibration_file
from firmware.board.calibration import load as load_calibration
from firmware.doctor.finding import Finding, doubtful, good, skipped
from firmware.doctor.look import Look
from firmware.doctor.store import AS_ITS_USER
from firmware.errors import CalibrationError
from firmware.log.wall_clock import shown_date
from firmware.session.wizard import CameraTrouble, Side
from firmware.settings.config import Config
from hardware.numbers import load as load_numbers
from hardware.optics.needs import LEAST_DIE_PX
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import ExposureLevel, light_of
from vision.reading import Detection

LEAST_SIDE_PX = 1080
EDGE_SHARE = 0.01  # of the picture's side: an outline so near its edge goes on beyond it
FELT_SHARE = 0.88
"""Of a board's width over the rim; a rim of 18 mm around a board of 300 mm is assumed."""

TROUBLES = {
    CameraTrouble.TOO_DARK: "it is too dark: more light on the board, or take the cap off",
    CameraTrouble.TOO_BRIGHT: "it is too bright: turn the lamp away from the board",
    CameraTrouble.NO_BOARD: "it sees no tray: the whole picture counts as the board",
}


def camera(look: Look) -> Finding:
    """Return what a look says of the camera itself: pictures, light to see by at all, board."""
    if look.is_simulated:
        return doubtful("camera", f"{look.source}. Plug one in to play with real dice.")
    frame = look.frames[-1]
    width, height = frame.size_wh
    troubles = []
    if min(width, height) < LEAST_SIDE_PX:
        troubles.append(f"its pictures are small: hang it lower, so that a die is at least {LEAST_DIE_PX:.0f} px wide")
    if (trouble := board_trouble(frame, look.board, None)) in TROUBLES:
        troubles.append(TROUBLES[trouble])
    if look.locked is not None and look.locked.loose:
        troubles.append(f"it goes on changing by itself: {', '.join(sorted(look.locked.loose))}")
    told = doubtful if troubles else good
    return told("camera", f"{look.camera}, {width}×{height}; {'; '.join(troubles) or 'it sees the board'}")


def board_trouble(frame: Frame, board: BoardOutline | None, die_px: float | None) -> CameraTrouble | None:
    """Return what keeps a camera from seeing the board as it should, None where nothing does."""
    light = light_of(frame, board)
    if light is not ExposureLevel.GOOD:
        return CameraTrouble.TOO_DARK if light is ExposureLevel.TOO_DARK else CameraTrouble.TOO_BRIGHT
    if board is None:
        return CameraTrouble.NO_BOARD
    sides = {*cut_off_sides(board)}
    if sides >= {Side.LEFT, Side.RIGHT} or sides >= {Side.TOP, Side.BOTTOM}:
        return CameraTrouble.TOO_NEAR
    if sides:
        return CameraTrouble.CUT_OFF
    return CameraTrouble.TOO_FAR if die_px is not None and die_px < LEAST_DIE_PX else None


def cut_off_sides(board: BoardOutline) -> tuple[Side, ...]:
    """Return on which sides the picture ends before the board does."""
    width, height = board.size_wh
    xs, ys = zip(*board.polygon, strict=True)
    is_cut = {
        Side.LEFT: min(xs) < EDGE_SHARE * width,
        Side.RIGHT: max(xs) > (1 - EDGE_SHARE) * width,
        Side.TOP: min(ys) < EDGE_SHARE * height,
        Side.BOTTOM: max(ys) > (1 - EDGE_SHARE) * height,
    }
    return tuple(side for side in Side if is_cut.get(side, False))


def die_edge_px(board: BoardOutline, dice: Sequence[Detection]) -> float:
    """Return how large a die's edge is: measured on dice, else by the scale, else by the board of the numbers."""
    if dice:
        return statistics.median(die.size_px for die in dice)
    numbers = _numbers()
    if board.mm_per_px is not None:
        return numbers.dice.size_mm / board.mm_per_px
    across_px = math.sqrt(4 * board.area_px / math.pi)
    return numbers.dice.size_mm * across_px / (FELT_SHARE * numbers.board.across_mm)


_numbers = cache(load_numbers)


def calibration(config: Config) -> Finding:
    """Return what is kept of board and lens."""
    try:
        found = load_calibration(calibration_file(config))
    except CalibrationError as error:
        if isinstance(error.__cause__, PermissionError):
            return skipped("calibration", f"it is closed to this user. {AS_ITS_USER}")
        return doubtful("calibration", f"{error} Until then the board is looked for.")
    if found is None:
        sentence = "none was made, and none is needed: the board is looked for (`serviert calibrate` adds millimetres)"
        return good("calibration", sentence)
    lens = "with its lens" if found.lens is not None else "its outline only"
    made = shown_date(found.made_utc)
    return good("calibration", f"of {found.camera}, {lens}{made and f', made {made}'}")
