"""The calibration sheet on paper, true to scale."""

from firmware.display.messages import Catalogue
from hardware.paper.calibration import RULER_MM, CalibrationPage, calibration_pdf
from hardware.paper.page import Box
from vision.find.sheet import SQUARE_MM, SQUARES_WH, dark_boxes

_EXAMPLE_SCALE = 1.02
"""What printers that fit a page to their margins, or leave them out, are often off by."""


def sheet_pdf(words: Catalogue, *, paper_scale: float = 1.0) -> bytes:
    """Return the sheet.

    A line of 100 mm on paper measures ``paper_scale`` times 100 mm.

    Raises:
        NumbersError: If it does not fit the page any more.
    """
    told = [words.text("paper.calibration-print"), words.text("paper.calibration-measure", mm=RULER_MM)]
    if paper_scale == 1.0:
        measured = f"{_EXAMPLE_SCALE * RULER_MM:g}"
        told.append(words.text("paper.calibration-else", measured=measured, scale=f"{_EXAMPLE_SCALE:g}"))
    else:
        told.append(words.text("paper.calibration-made", measured=f"{paper_scale * RULER_MM:g}"))
    page = CalibrationPage(
        title=words.text("paper.calibration"),
        told=tuple(told),
        squares=tuple(Box(*each) for each in dark_boxes()),
        pattern_wh_mm=(SQUARES_WH[0] * SQUARE_MM, SQUARES_WH[1] * SQUARE_MM),
    )
    return calibration_pdf(page, language=words.language, paper_scale=paper_scale)
