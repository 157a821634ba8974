"""The calibration sheet: as the eye looks for it, and true to scale at any printer; else the ruler says by how much."""

import re

import cv2
import numpy as np
import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.printing.calibration import sheet_pdf
from tests.hardware.paper.printed import pixels, places, text
from vision.find.sheet import SQUARE_MM, dark_boxes, draw_sheet, find_sheet

PX_PER_MM = 4.0


def rulers_mm(pdf: bytes) -> tuple[float, float]:
    """Return how far the first and the last tick stand apart, across and down."""
    drawn = places(pdf, words=False)[0]
    upright = [(e.left + e.right) / 2 for e in drawn if e.right - e.left < 1 and 1.5 < e.bottom - e.top < 6]
    level = [(e.top + e.bottom) / 2 for e in drawn if e.bottom - e.top < 1 and 1.5 < e.right - e.left < 6]
    assert len(upright) == len(level) == 101
    return max(upright) - min(upright), max(level) - min(level)


def test_the_vectors_are_the_pattern_that_is_looked_for():
    per_mm = 6.0
    drawn = np.full_like(draw_sheet(per_mm), 255)
    for left, top, wide, high in dark_boxes():
        x, y, right, bottom = (round(value * per_mm) for value in (left, top, left + wide, top + high))
        drawn[y:bottom, x:right] = 0

    assert (drawn != draw_sheet(per_mm)).mean() < 0.002  # modules of 22/6 mm end between pixels


@pytest.mark.parametrize("off", [0.95, 1.0, 1.1])
def test_a_printer_that_is_off_comes_out_true_by_its_scale(off):
    pdf = sheet_pdf(catalogue("de"), paper_scale=off)
    printed = pixels(pdf, px_per_mm=PX_PER_MM * off)  # so it comes out of that printer

    sheet = find_sheet(printed)

    assert sheet is not None
    assert sheet.mm_per_px == pytest.approx(1 / PX_PER_MM, rel=1.5e-3)
    assert [length * off for length in rulers_mm(pdf)] == pytest.approx([100, 100], abs=0.02)


def test_a_sheet_printed_wrongly_gives_the_right_millimetres_with_the_ruler():
    off = 0.98
    pdf = sheet_pdf(catalogue("de"))
    sheet = find_sheet(pixels(pdf, px_per_mm=PX_PER_MM * off))

    assert sheet is not None
    assert sheet.mm_per_px == pytest.approx(1 / (PX_PER_MM * off), rel=1.5e-3)  # alone it is wrong by the printer
    assert sheet.mm_per_px * rulers_mm(pdf)[0] * off / 100 == pytest.approx(1 / PX_PER_MM, rel=1.5e-3)


def test_nothing_comes_near_the_pattern():
    page = places(sheet_pdf(catalogue("de")), words=True)[0]

    assert all(e.bottom < 25 - 2 or e.top > 235 + 2 or e.right < 30 - 5 for e in page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_how_to_go_on_where_100_mm_are_not_100_mm(language):
    said = " ".join(text(sheet_pdf(catalogue(language))).split())

    assert "calibrate --ruler 102" in said
    assert "print calibration --paper-scale 1.02" in said
    said = " ".join(text(sheet_pdf(catalogue(language), paper_scale=1.02)).split())
    assert "calibrate --ruler" not in said
    assert re.search(r"\b102\b", said)


def test_the_squares_are_as_large_as_the_eye_believes():
    drawn = pixels(sheet_pdf(catalogue("de")), px_per_mm=10.0)
    row = cv2.cvtColor(drawn, cv2.COLOR_RGB2GRAY)[(25 + 2) * 10]  # through the first squares, above the markers

    changes = np.flatnonzero(np.diff((row < 128).astype(np.int8)))
    assert np.diff(changes) / 10 == pytest.approx([SQUARE_MM] * 5, abs=0.11)
