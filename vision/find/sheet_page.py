"""The calibration sheet as a picture to print: A4, at exact scale, with a line of 100 mm to measure what came out.

`serviert print calibration` draws it as PDF, with rulers in both directions.
"""

import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.sheet import SQUARE_MM, draw_sheet

A4_MM = (210.0, 297.0)
PX_PER_MM = 12.0  # 305 dpi: what printers do
RULER_MM = 100.0
_TOP_MM, _RULER_BELOW_MM, _TICK_MM = 25.0, 18.0, 4.0


def sheet_page() -> NDArray[np.uint8]:
    """Return the page, uint8 grey, shape (297 mm, 210 mm) at `PX_PER_MM`."""
    page = np.full((_px(A4_MM[1]), _px(A4_MM[0])), 255, np.uint8)
    drawn = draw_sheet(PX_PER_MM)
    left, top = (page.shape[1] - drawn.shape[1]) // 2, _px(_TOP_MM)
    page[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
    level = top + drawn.shape[0] + _px(_RULER_BELOW_MM)
    start = (page.shape[1] - _px(RULER_MM)) // 2
    cv2.line(page, (start, level), (start + _px(RULER_MM), level), 0, 3)
    for x in (start, start + _px(RULER_MM)):
        cv2.line(page, (x, level - _px(_TICK_MM)), (x, level + _px(_TICK_MM)), 0, 3)
    words = f"{RULER_MM:.0f} mm  -  print at 100 %  -  squares of {SQUARE_MM:.0f} mm"
    cv2.putText(page, words, (start, level + _px(11)), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 0, 3, cv2.LINE_AA)
    cv2.putText(page, "Serviert", (left, _px(15)), cv2.FONT_HERSHEY_SIMPLEX, 2.4, 0, 4, cv2.LINE_AA)
    return page


def sheet_png() -> bytes:
    """Return the page as PNG that states its resolution, so that it prints at its size."""
    _, encoded = cv2.imencode(".png", sheet_page())
    data = encoded.tobytes()
    per_metre = round(PX_PER_MM * 1000)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25  # the signature, and the header chunk that comes first
    return data[:after_header] + chunk + data[after_header:]


def _px(mm: float) -> int:
    return round(mm * PX_PER_MM)
