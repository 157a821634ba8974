"""Pages that are the same at every table: wall and labels say what lamp and button do, rules all; as they lie made."""

import pytest

from firmware.display.cards import card
from firmware.display.messages import LANGUAGES, catalogue
from firmware.ports import Signal
from firmware.printing.papers import FOLDER, files
from firmware.printing.wall import SHOWN_S, labels_pdf, rules_card, rules_pdf, wall_pdf
from firmware.session.choosing import FORMS, Choice
from firmware.signals.lamp_pattern import FLASHES, brightness
from firmware.signals.press import PressTiming
from hardware.numbers import load
from tests.hardware.paper.printed import pixels, places, sizes_mm, text


def test_every_signal_of_the_lamp_that_lasts_is_explained():
    assert set(SHOWN_S) == set(Signal) - set(FLASHES) - {Signal.DONE}  # done is over in the blink of an eye


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_how_long_the_button_is_held_and_there_are_labels_for_every_button(language):
    words = catalogue(language)

    said = text(wall_pdf(words)).replace("\xa0", " ")
    for held_ns in (PressTiming().long_ns, PressTiming().menu_ns):
        assert words.text("paper.press-seconds", count=round(held_ns / 1e9)).replace("\xa0", " ") in said
    said = " ".join(text(labels_pdf(words, load(), paper_scale=1.0)).split())
    for hole_mm in load().labels.holes_mm:
        assert words.text("paper.label-for", hole=f"{hole_mm:g}") in said


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


def plain(words: str) -> str:
    return " ".join(words.replace("\u202f", " ").replace("\ufffe", "-").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_and_every_table_of_every_game_is_on_the_cards(language):
    words = catalogue(language)
    printed = plain(text(rules_pdf(words)))

    for make in (make for forms in FORMS.values() for make in forms):
        shown = card(make(players=("1", "2")), words)
        assert plain(str(shown["title"])) in printed
        for sentence in shown["told"]:  # type: ignore[attr-defined]
            assert plain(sentence) in printed
        for row in (row for table in shown["tables"] for row in table["rows"]):  # type: ignore[attr-defined]
            assert plain(row["text"]) in printed
    single = plain(text(rules_pdf(words, wanted=Choice.AL_CAPONE.value)))
    assert single.count(plain(words.text("card.loser"))) == 2  # two cards a page
    for make in FORMS[Choice.AL_CAPONE]:  # a table to choose from marks what holds
        assert [table.marked for table in rules_card(make(players=("1", "2")), words).tables] == [0, 0]


def test_what_lies_in_the_folder_is_what_the_numbers_make():
    made = files(load())
    assert {path.name for path in FOLDER.iterdir()} == set(made)
    for name, pdf in made.items():
        if (kept := (FOLDER / name).read_bytes()) != pdf:  # another version of the library that draws
            assert places(kept, words=True) == places(pdf, words=True), name
            assert places(kept, words=False) == places(pdf, words=False), name
            assert sizes_mm(kept) == sizes_mm(pdf)
    assert sum(map(len, made.values())) < 3_000_000
