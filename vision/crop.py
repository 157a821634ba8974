"""The picture of one die, cut from a frame for people to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.reading import Detection

MARGIN = 0.2
PICTURE_PX = 160


def die_picture(frame: Frame, die: Detection) -> bytes:
    """Return a die with a little of its surroundings as a square JPEG.

    Args:
        frame: Where it was found.
        die: The die; a box over the frame's edge is cut there.
    """
    width, height = frame.size_wh
    x0, y0, x1, y1 = die.box_xyxy
    half = max(x1 - x0, y1 - y0) * (0.5 + MARGIN)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    left, right = (min(max(round(middle_x + side), 0), width) for side in (-half, half))
    top, bottom = (min(max(round(middle_y + side), 0), height) for side in (-half, half))
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    cut = frame.pixels[min(top, height - 1) : bottom, min(left, width - 1) : right]
    bgr = cv2.cvtColor(cv2.resize(cut, (PICTURE_PX, PICTURE_PX), interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2BGR)
    _, jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return jpeg.tobytes()
