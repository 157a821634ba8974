from itertools import combinations

import cv2
import numpy as np
import pytest

from models.render import errors, figures, styles
from models.render.designs import CORE_STYLES, ENGLISH, GERMAN, Style, core_design, draw_design
from models.render.letters import Stroke, system_fonts
from models.render.suits import Suit
from models.render.world import FOREIGN, Design, DesignFace, Family

STROKES = {stroke.value for stroke in Stroke}


def difference(first, second):
    return float(np.abs(first.astype(int) - second).mean())


@pytest.mark.parametrize("name", sorted(CORE_STYLES))
def test_the_faces_of_a_core_design_differ_and_need_no_font_files(name):
    faces, style = core_design(name, ENGLISH).faces, CORE_STYLES[name]
    assert min(difference(faces[a], faces[b]) for a, b in combinations(range(6), 2)) > 2
    assert {style.typeface.name, style.corner_typeface.name} <= STROKES
    assert not STROKES & set(system_fonts())


def test_letters_follow_the_language():
    english, german = (core_design("letters", letters).faces for letters in (ENGLISH, GERMAN))
    same = [difference(english[face], german[face]) < 0.5 for face in DesignFace]
    assert same == [one == other for one, other in zip(ENGLISH, GERMAN, strict=True)]


@pytest.mark.parametrize("family", [f for f in Family if f is not Family.SHARED])
def test_every_family_is_drawn(family):
    design = draw_design("x", Style(family=family), np.random.default_rng(0))
    assert design.faces.shape == (6, 128, 128, 3)
    assert (min(int(np.ptp(face)) for face in design.faces) > 100) == (family is not Family.BLANK)


def test_jack_queen_and_king_are_three_figures_and_a_nine_and_a_ten_have_as_many_symbols_as_they_say():
    for style in range(4):
        drawn = [figures.draw_figure(face, figures.Court(style=style))[0] for face in list(DesignFace)[2:5]]
        assert all((mask > 128).mean() > 0.03 for mask in drawn)
        assert min(difference(a, b) for a, b in combinations(drawn, 2)) > 8
    design = draw_design("x", Style(suits=(Suit.DIAMOND, Suit.DIAMOND, Suit.CLUB)), np.random.default_rng(0))
    for face, count in ((DesignFace.NINE, 9), (DesignFace.TEN, 10)):
        assert cv2.connectedComponents((design.faces[face].min(axis=2) < 120).astype(np.uint8))[0] - 1 == count


def test_a_seed_gives_one_design_and_only_poker_dice_carry_our_labels():
    first = styles.poker_design(77)
    styles.poker_design.cache_clear()
    np.testing.assert_array_equal(first.faces, styles.poker_design(77).faces)
    assert set(styles.foreign_design(3).labels) == {FOREIGN}
    assert styles.poker_design(3).labels == (0, 1, 2, 3, 4, 5)
    signs = styles.symbol_design(5)
    assert (signs.family, len({face.tobytes() for face in signs.faces})) == (Family.SYMBOLS, 6)


def test_held_out_styles_and_trained_styles_share_neither_court_nor_font():
    rng = np.random.default_rng(0)
    for _ in range(60):
        trained, kept = styles.poker_style(rng, held_out=False), styles.poker_style(rng, held_out=True)
        assert trained.court.style != styles.HELD_OUT_COURT
        assert kept.court.style == styles.HELD_OUT_COURT
        assert not any(word in trained.typeface.name for word in styles.HELD_OUT_FONTS)
        assert any(word in kept.typeface.name for word in styles.HELD_OUT_FONTS)
    assert styles.poker_design(styles.HELD_OUT_FROM).name.endswith(str(styles.HELD_OUT_FROM))
    with pytest.raises(errors.DesignShapeError, match="6, S, S, 3"):
        Design(name="x", family=Family.BLANK, faces=np.zeros((5, 8, 8, 3), np.uint8))
