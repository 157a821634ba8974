import struct

import cv2
import numpy as np
import pytest

from vision.find.sheet import find_sheet
from vision.find.sheet_page import A4_MM, PX_PER_MM, RULER_MM, sheet_page, sheet_png


def test_the_page_is_a4_and_shows_the_sheet_at_its_scale():
    page = sheet_page()
    assert (page.shape[1] / PX_PER_MM, page.shape[0] / PX_PER_MM) == pytest.approx(A4_MM, abs=0.05)
    half = cv2.resize(page, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    sheet = find_sheet(np.asarray(np.repeat(half[:, :, None], 3, axis=2), np.uint8))
    assert sheet is not None
    assert sheet.mm_per_px == pytest.approx(1 / (0.25 * PX_PER_MM), rel=0.002)


def test_the_ruler_is_as_long_as_it_says():
    page = sheet_page()
    below = page[int(240 * PX_PER_MM) :]
    longest = max(int((row < 128).sum()) for row in below)
    assert longest == pytest.approx(RULER_MM * PX_PER_MM, abs=6)  # the line is 3 px thick


def test_the_png_says_how_large_it_is_to_be_printed():
    data = sheet_png()
    per_metre = struct.unpack(">II", data[data.index(b"pHYs") + 4 :][:8])
    assert per_metre == (12_000, 12_000)
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert np.array_equal(decoded, sheet_page())
