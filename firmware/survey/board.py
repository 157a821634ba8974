"""Whether the camera sees the board: all of it, lit, and near enough."""

from __future__ import annotations

import math
import statistics
from functools import cache
from typing import TYPE_CHECKING

from firmware.session.wizard import CameraLook, CameraTrouble, Side
from firmware.survey.measure import Pace, SeenBoard
from hardware.numbers import load as load_numbers
from hardware.optics.needs import LEAST_DIE_PX
from vision.light.exposure import Light, light_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.forward import BoardReader
    from firmware.ports import Camera
    from hardware.numbers import Numbers
    from vision.find.board import BoardOutline
    from vision.frame import Frame
    from vision.reading import Detection

EVERY_S = 1.0
EDGE_SHARE = 0.01  # of the picture's side: an outline so near its edge goes on beyond it
FELT_SHARE = 0.88
"""Of a board's width over the rim; a rim of 18 mm around a board of 300 mm is assumed."""


class BoardMeasure:
    """Looks for the board once a second.

    Args:
        camera: What it is called in the settings.
        reader: Finds dice; None where the models are broken.
        lean_deg: Of the camera, where it was calibrated.
    """

    def __init__(self, camera: str, reader: BoardReader | None, *, lean_deg: float | None = None) -> None:
        """Begin with nothing seen."""
        self._camera = camera
        self._reader = reader
        self._lean_deg = lean_deg
        self._pace = Pace(EVERY_S)

    def look(self, camera: Camera, preview: Frame) -> tuple[CameraLook, Frame] | None:
        """Look for the board where it is time.

        Raises:
            CameraError: If the camera does not deliver.
        """
        if not self._pace.is_due(preview):
            return None
        frame = camera.capture(not_before_ns=preview.exposed_ns)
        return self._seen(frame), frame

    def _seen(self, frame: Frame) -> CameraLook:
        seen = SeenBoard(self._reader)  # anew each time: it is being put in its place
        board = seen.find(frame)
        dice = () if board is None else seen.dice(frame)
        die_px = None if board is None else die_edge_px(board, dice)
        sides = () if board is None else cut_off_sides(board)
        return CameraLook(
            exposed_ns=frame.exposed_ns,
            size_wh=frame.size_wh,
            camera=self._camera,
            outline=() if board is None else board.polygon,
            trouble=_trouble(frame, board, sides, die_px),
            sides=sides,
            die_px=die_px,
            is_die_seen=bool(dice),
            lean_deg=self._lean_deg,
        )


def _trouble(
    frame: Frame, board: BoardOutline | None, sides: tuple[Side, ...], die_px: float | None
) -> CameraTrouble | None:
    light = light_of(frame, board)
    if light is not Light.GOOD:
        return CameraTrouble.TOO_DARK if light is Light.TOO_DARK else CameraTrouble.TOO_BRIGHT
    if board is None:
        return CameraTrouble.NO_BOARD
    if {Side.LEFT, Side.RIGHT} <= {*sides} or {Side.TOP, Side.BOTTOM} <= {*sides}:
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


@cache
def _numbers() -> Numbers:
    return load_numbers()
