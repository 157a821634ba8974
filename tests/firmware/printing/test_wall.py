"""The card for the wall and the labels say what lamp and button do."""

from dataclasses import replace

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.ports import Signal
from firmware.printing.wall import SHOWN_S, labels_pdf, wall_pdf
from firmware.signals.lamp_pattern import FLASHES, brightness
from firmware.signals.press import PressTiming
from hardware.errors import NumbersError
from hardware.numbers import LabelNumbers, load
from tests.hardware.paper.printed import pixels, places, text


def test_every_signal_of_the_lamp_that_lasts_is_explained():
    assert set(SHOWN_S) == set(Signal) - set(FLASHES) - {Signal.DONE}  # done is over in the blink of an eye


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_how_long_the_button_is_held(language):
    words = catalogue(language)
    said = text(wall_pdf(words)).replace("\xa0", " ")

    for held_ns in (PressTiming().long_ns, PressTiming().menu_ns):
        assert words.text("paper.press-seconds", count=round(held_ns / 1e9)).replace("\xa0", " ") in said


def test_the_lamp_is_drawn_as_it_glows():
    pdf, px_per_mm = wall_pdf(catalogue("de")), 8.0
    (title,) = (each for each in places(pdf, words=True)[0] if each.words == "Was die Lampe sagt")
    drawn = [e for e in places(pdf, words=False)[0] if e.top > title.bottom - 1 and e.bottom - e.top > 3]
    assert len(drawn) == len(SHOWN_S)
    asking = sorted(drawn, key=lambda each: each.left)[list(SHOWN_S).index(Signal.ASKING)]

    strip = pixels(pdf, px_per_mm=px_per_mm)[round((asking.top + 2) * px_per_mm), :, 0] < 128
    wide = 27.0  # of a picture: a sixth of the page without its edges and the gaps
    lit = [strip[round((asking.left + wide * share) * px_per_mm)] for share in (0.08, 0.25, 0.41, 0.58, 0.75, 0.92)]

    assert lit == [bool(brightness(Signal.ASKING, seconds)) for seconds in (0.25, 0.75, 1.25, 1.75, 2.25, 2.75)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_made_for_every_button_of_the_numbers(language):
    words = catalogue(language)

    said = " ".join(text(labels_pdf(words, load(), paper_scale=1.0)).split())

    for hole_mm in load().labels.holes_mm:
        assert words.text("paper.label-for", hole=f"{hole_mm:g}") in said


def test_labels_nobody_could_read_are_refused():
    narrow = LabelNumbers(holes_mm=(8.0,), bezel_over_mm=0.0, band_mm=4.0)

    with pytest.raises(NumbersError, match=r"labels\.band_mm = 4 .* the nearest is"):
        labels_pdf(catalogue("de"), replace(load(), labels=narrow), paper_scale=1.0)
