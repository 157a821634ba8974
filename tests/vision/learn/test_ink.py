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
    assert likeness(nothing, shown("pips", ALL)).shape == (6, 0, 3)
    assert likeness(shown("pips", ALL), nothing).shape == (0, 6, 3)


@pytest.mark.parametrize("design", ["pips", "letters", "suits-night"])
def test_each_face_is_most_like_itself_in_every_way(design):
    found = likeness(shown(design, ALL, seed=1), shown(design, ALL, seed=2))
    for way in range(3):
        assert found[..., way].argmax(axis=1).tolist() == list(ALL)


@pytest.mark.parametrize("turn", range(4))
def test_a_quarter_turn_makes_no_difference(turn):
    crops = shown("letters", ALL)
    turned = np.ascontiguousarray(np.rot90(crops, turn, axes=(1, 2)))
    assert np.diagonal(likeness(crops, turned)) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("shift", [(3, 0), (0, -3), (-3, 3)])
def test_a_face_cut_out_a_little_beside_is_still_alike(shift):
    crops = shown("pips", (4,))
    moved = np.roll(crops, shift, axis=(1, 2))
    assert likeness(crops, moved).min() > 0.9


def test_form_is_blind_to_the_colours_and_colour_is_not():
    # White pips on black are the same print as black pips on white.
    crops = shown("pips", (2, 4))
    found = likeness(crops, 255 - crops)
    assert np.diagonal(found[..., 0]).min() > 0.9
    assert np.diagonal(found[..., 2]).max() < 0.5


def test_a_crop_without_any_contrast_is_like_nothing_and_no_error():
    plain = np.full((1, 64, 64, 3), 128, np.uint8)
    assert likeness(plain, shown("pips", ALL)) == pytest.approx(0.0)
    assert likeness(plain, plain) == pytest.approx(0.0)


def test_more_light_makes_no_difference():
    found = likeness(shown("suits", ALL, light=0.95), shown("suits", ALL, light=0.6))
    assert found.mean(axis=2).argmax(axis=1).tolist() == list(ALL)


def test_a_face_is_blank_where_a_lamp_burnt_its_print_away():
    assert is_blank(ink_of(burnt_out(3))).tolist() == [True] * 3
    assert is_blank(np.empty((0, INK_PX, INK_PX, 5), np.float32)).shape == (0,)


@pytest.mark.parametrize("light", [0.3, 1.0, 1.6])
@pytest.mark.parametrize("design", ["pips", "letters", "letter-suits", "suits", "suits-engraved", "suits-night"])
def test_no_printed_face_is_blank_in_poor_light_or_strong(design, light):
    assert not is_blank(ink_of(shown(design, ALL, seed=4, light=light))).any()
