"""The calibration sheet: as the eye looks for it, and true to scale at any printer; else the ruler says by how much."""

import re

import pytest

from firmware.display.messages import catalogue
from firmware.printing.wall import calibration_sheet_pdf as sheet_pdf
from tests.hardware.paper.printed import pixels, places, text
from vision.find.sheet import find_sheet

PX_PER_MM = 4.0


@pytest.mark.parametrize(("off", "is_told"), [(1.1, True), (0.98, False)])
def test_a_printer_that_is_off_comes_out_true_by_its_scale_or_by_the_ruler(off, is_told):
    pdf = sheet_pdf(catalogue("de"), paper_scale=off if is_told else 1.0)
    sheet = find_sheet(pixels(pdf, px_per_mm=PX_PER_MM * off))  # so it comes out of that printer

    assert sheet.mm_per_px * (1 if is_told else off) == pytest.approx(1 / PX_PER_MM, rel=1.5e-3)
    drawn = places(pdf, words=False)[0]
    upright = [(e.left + e.right) / 2 for e in drawn if e.right - e.left < 1 and 1.5 < e.bottom - e.top < 6]
    level = [(e.top + e.bottom) / 2 for e in drawn if e.bottom - e.top < 1 and 1.5 < e.right - e.left < 6]
    assert len(upright) == len(level) == 101
    apart = [off * (max(ticks) - min(ticks)) for ticks in (upright, level)]
    assert apart == pytest.approx([100 if is_told else 100 * off] * 2, abs=0.02)


def test_nothing_comes_near_the_pattern():
    page = places(sheet_pdf(catalogue("de")), words=True)[0]

    assert all(e.bottom < 25 - 2 or e.top > 235 + 2 or e.right < 30 - 5 for e in page)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_it_says_how_to_go_on_where_100_mm_are_not_100_mm(language):
    said = " ".join(text(sheet_pdf(catalogue(language))).split())

    assert "print calibration --paper-scale 1.02" in said
    said = " ".join(text(sheet_pdf(catalogue(language), paper_scale=1.02)).split())
    assert "--paper-scale" not in said
    assert re.search(r"\b102\b", said)
