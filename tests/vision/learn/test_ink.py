import numpy as np
import pytest

from tests.vision.shown_dice import burnt_out, shown
from vision.learn.ink import INK_PX, Templates, ink_of, is_blank

ALL = tuple(range(6))


def likeness(one, other):
    return Templates.of(ink_of(one)).likeness(ink_of(other))


def test_no_crops_have_no_ink_and_nothing_is_like_nothing():
    nothing = np.empty((0, 64, 64, 3), np.uint8)
    assert ink_of(nothing).shape == (0, INK_PX, INK_PX, 5)
    assert is_blank(ink_of(nothing)).shape == (0,)
    assert likeness(nothing, shown("pips", ALL)).shape == (6, 0, 3)
    assert likeness(shown("pips", ALL), nothing).shape == (0, 6, 3)
    plain = np.full((1, 64, 64, 3), 128, np.uint8)  # without any contrast
    assert likeness(plain, shown("pips", ALL)) == pytest.approx(0.0)
    assert likeness(plain, plain) == pytest.approx(0.0)


@pytest.mark.parametrize("design", ["pips", "letters", "suits-night"])
def test_each_face_is_most_like_itself_in_every_way(design):
    found = likeness(shown(design, ALL, seed=1), shown(design, ALL, seed=2))
    assert found.argmax(axis=1).T.tolist() == [list(ALL)] * 3


def test_a_quarter_turn_a_cut_a_little_beside_and_more_light_make_no_difference():
    crops = shown("letters", ALL)
    for turn in range(4):
        turned = np.ascontiguousarray(np.rot90(crops, turn, axes=(1, 2)))
        assert np.diagonal(likeness(crops, turned)) == pytest.approx(1.0, abs=0.01)
    four = shown("pips", (4,))
    for shift in ((3, 0), (0, -3), (-3, 3)):
        assert likeness(four, np.roll(four, shift, axis=(1, 2))).min() > 0.9
    found = likeness(shown("suits", ALL, light=0.95), shown("suits", ALL, light=0.6))
    assert found.mean(axis=2).argmax(axis=1).tolist() == list(ALL)


def test_form_is_blind_to_the_colours_and_colour_is_not():
    # White pips on black are the same print as black pips on white.
    crops = shown("pips", (2, 4))
    found = likeness(crops, 255 - crops)
    assert np.diagonal(found[..., 0]).min() > 0.9
    assert np.diagonal(found[..., 2]).max() < 0.5


@pytest.mark.parametrize("design", ["pips", "letters", "letter-suits", "suits", "suits-engraved", "suits-night"])
def test_a_face_is_blank_where_a_lamp_burnt_its_print_away_and_not_in_poor_light_or_strong(design):
    assert is_blank(ink_of(burnt_out(3))).tolist() == [True] * 3
    for light in (0.3, 1.0, 1.6):
        assert not is_blank(ink_of(shown(design, ALL, seed=4, light=light))).any()
