"""The calibration sheet as a page to print: A4, at exact scale, with a line of 100 mm to measure what came out."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sheet import SQUARE_MM, draw_sheet

A4_MM = (210.0, 297.0)
PX_PER_MM = 12.0  # 305 dpi: what printers do
RULER_MM = 100.0
POINTS_PER_MM = 72 / 25.4
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


def sheet_pdf() -> bytes:
    """Return the page as PDF of exactly A4.

    Source:
        ISO 32000-1: 7.5 file structure, 8.9 images.
    """
    page = sheet_page()
    width, height = (side * POINTS_PER_MM for side in A4_MM)
    drawing = f"q {width:.3f} 0 0 {height:.3f} 0 0 cm /Sheet Do Q".encode()
    image = zlib.compress(page.tobytes(), 9)
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents 4 0 R "
        f"/Resources << /XObject << /Sheet 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 "
        b"/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream"
        % (page.shape[1], page.shape[0], len(image), image),
    ]
    return _pdf_of(bodies)


def _pdf_of(bodies: list[bytes]) -> bytes:
    """Return a file of numbered objects, the first of which is the catalogue."""
    file, starts = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        starts.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, len(file))
    return file + head + table + trailer


def _px(mm: float) -> int:
    return round(mm * PX_PER_MM)
