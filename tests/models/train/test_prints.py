"""Close-ups whose face lies where the truth says, and samples of them: two views a face, labels that mean it."""

import cv2
import numpy as np
import pytest

from models.render.designs import core_design
from models.render.styles import symbol_design
from models.train.pictures.prints import close_up
from models.train.pictures.shelf import NO_FACE
from models.train.prints import UNNAMED, DesignSheet, PrintConfig, ViewFault, crop_of, label_of, sample_prints, sight_of
from vision.preprocess import rectify

LARGE = {"strength": 0.0, "edge_px": (60.0, 61.0)}


def sheet_of(*designs):
    return DesignSheet(
        faces=np.stack([design.faces for design in designs]),
        labels=np.array([design.labels for design in designs]),
        families=np.array([design.family.value for design in designs]),
        roundings=np.full(len(designs), 0.1),
        glosses=np.full(len(designs), 0.5),
    )


SHEET = sheet_of(core_design("letters"), core_design("pips"), symbol_design(3))


def seen(which, face, config, fault=ViewFault.NONE):
    rng = np.random.default_rng(7)
    return crop_of(sight_of(SHEET, which, face, rng, config, fault=fault), rng, config).astype(int)


def test_a_batch_shows_each_face_twice_and_says_which_crops_lie_beside_it():
    views = sample_prints(SHEET, np.random.default_rng(1), PrintConfig(designs=4, wrong_share=0.3))
    assert views.crops.shape == (4, 6, 2, 80, 80, 3)
    assert (views.labels[~views.is_whole] == NO_FACE).all()
    assert 0 < (~views.is_whole).sum() < 30
    crops = views.crops.reshape(4, 6, 2, -1)
    assert not (crops[:, :, 0] == crops[:, :, 1]).all(axis=-1).any()


def test_ordinary_dice_are_shown_as_negatives_and_poker_dice_never():
    for which, is_turned in ((0, False), (1, True)):
        bright = [seen(which, 0, PrintConfig(inverted_share=share, **LARGE))[30:50, 30:50].mean() for share in (1, 0)]
        assert (abs(bright[0] - bright[1]) > 20) == is_turned


def test_labels_are_poker_faces_none_or_unnamed_and_pips_are_numbered():
    assert [label_of(SHEET, 0, face) for face in range(6)] == list(range(6))
    assert {label_of(SHEET, 1, face) for face in range(6)} == {NO_FACE}
    assert {label_of(SHEET, 2, face) for face in range(6)} == {UNNAMED}
    views = sample_prints(SHEET, np.random.default_rng(4), PrintConfig(designs=12, wrong_share=0.2))
    is_ordinary = (views.labels == NO_FACE).any(axis=(1, 2)) & (views.ordinary != UNNAMED).any(axis=(1, 2))
    assert is_ordinary.any()
    assert (views.ordinary[~is_ordinary] == UNNAMED).all()
    expected = np.where(views.is_whole[is_ordinary], np.arange(6)[:, None], UNNAMED)
    np.testing.assert_array_equal(views.ordinary[is_ordinary], expected)


def test_letters_in_a_mirror_are_no_faces_but_those_that_are_their_own_mirror_image():
    config = PrintConfig(designs=6, wrong_share=0.0, mirrored_share=1.0)
    views = sample_prints(sheet_of(core_design("letters")), np.random.default_rng(1), config)
    assert (views.labels == np.array([NO_FACE, NO_FACE, 2, NO_FACE, NO_FACE, 5])[:, None]).all()
    assert (views.is_whole == np.isin(np.arange(6), (2, 5))[:, None]).all()
    plain, mirrored = (seen(0, 4, PrintConfig(**LARGE), fault) for fault in (ViewFault.NONE, ViewFault.MIRRORED))
    assert np.abs(plain - mirrored).mean() > 3


FACES = core_design("letters").faces


def drawn(top, edge_px, seed):
    return close_up(FACES, top, rounding=0.08, gloss=0.0, edge_px=edge_px, rng=np.random.default_rng(seed))


def likeness(seen, quad, face):
    """Return how alike the middle of what lies in a quad is to that of a face."""
    crop, wanted = rectify(seen.pixels, quad, margin=0.0), cv2.resize(FACES[face], (80, 80))
    one, other = (picture.astype(float).mean(axis=2)[8:56, 8:56].ravel() for picture in (crop, wanted))
    return float(np.corrcoef(one, other)[0, 1])


@pytest.mark.parametrize(("top", "edge_px"), [(0, 14.0), (2, 45.0), (5, 90.0)])
def test_the_face_lies_where_the_truth_says(top, edge_px):
    seen = [drawn(top, edge_px, seed) for seed in range(6)]
    wrong = sum(int(np.argmax([likeness(one, one.quad, face) for face in range(6)])) != top for one in seen)
    assert wrong <= (2 if edge_px < 20 else 0)


def test_a_face_a_fifth_aside_fits_worse_and_only_a_seed_repeats_itself():
    first, again, other = (drawn(4, 60.0, seed) for seed in (1, 1, 2))
    aside = first.quad + (first.quad[1] - first.quad[0]) * 0.2
    assert likeness(first, first.quad, 4) > 0.8 > likeness(first, aside, 4)
    assert [np.array_equal(first.pixels, one.pixels) for one in (again, other)] == [True, False]
