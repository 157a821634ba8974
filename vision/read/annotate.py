"""Annotated pictures: what was read, drawn where it was read."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.reading import DieReading, EyeDoubt, Reading

SURE_RGB = (40, 200, 70)
UNSURE_RGB = (255, 190, 0)
BURNING_RGB = (235, 50, 40)
BOARD_RGB = (90, 170, 255)
INK_RGB = (0, 0, 0)


def annotated(frame: Frame, reading: Reading, labels: Sequence[str], *, board: BoardOutline | None = None) -> Frame:
    """Return a copy of a frame with boxes, top faces, labels, confidence and burning marks.

    Args:
        frame: The frame that was read.
        reading: What was read in it.
        labels: The face model's labels, ASCII (OpenCV's font knows no more).
        board: The board, drawn if given.
    """
    canvas = frame.pixels.copy()
    width = max(1, round(max(frame.size_wh) / 640))
    if board is not None:
        outline = np.rint(np.array(board.scaled(frame.size_wh).polygon)).astype(np.int32)
        cv2.polylines(canvas, [outline], isClosed=True, color=BOARD_RGB, thickness=width, lineType=cv2.LINE_AA)
    for die in reading.dice:
        _draw_die(canvas, die, labels[die.label], width)
    return Frame(canvas, frame.exposed_ns)


def _draw_die(canvas: NDArray[np.uint8], die: DieReading, label: str, width: int) -> None:
    """Draw one die."""
    colour = BURNING_RGB if die.is_burning else SURE_RGB if die.doubt is EyeDoubt.NONE else UNSURE_RGB
    x0, y0, x1, y1 = (round(value) for value in die.detection.box_xyxy)
    cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, width, cv2.LINE_AA)
    quad = np.rint(np.array(die.detection.quad)).astype(np.int32)
    cv2.polylines(canvas, [quad], isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA)
    if die.is_burning:
        cv2.line(canvas, (x0, y0), (x1, y1), colour, width, cv2.LINE_AA)
        cv2.line(canvas, (x0, y1), (x1, y0), colour, width, cv2.LINE_AA)
    _draw_caption(canvas, f"{label} {100 * die.confidence:.0f}", (x0, y0, y1), colour)


def _draw_caption(
    canvas: NDArray[np.uint8], text: str, place: tuple[int, int, int], colour: tuple[int, int, int]
) -> None:
    """Write a caption on a plate above a die, or below it at the picture's upper edge."""
    left, top, bottom = place  # of the die
    scale = max(0.35, max(canvas.shape[:2]) / 1600)
    thick = max(1, round(scale * 1.6))
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    left = max(0, min(left, canvas.shape[1] - wide))
    base = top - below if top - high - 2 * below >= 0 else bottom + high + below
    cv2.rectangle(canvas, (left, base - high - below), (left + wide, base + below), colour, cv2.FILLED)
    cv2.putText(canvas, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, scale, INK_RGB, thick, cv2.LINE_AA)
