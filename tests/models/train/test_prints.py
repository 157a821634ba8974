"""Training samples from sheets: every face in two views, labels that mean what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.render.designs import core_design
from models.render.styles import symbol_design
from models.train.errors import NoPicturesError
from models.train.pictures.shelf import NO_FACE
from models.train.prints import (
    UNNAMED,
    DesignSheet,
    PrintConfig,
    ViewFault,
    crop_of,
    label_of,
    sample_prints,
    sheets_in,
    sight_of,
)

DESIGNS = (core_design("letters"), core_design("pips"), symbol_design(3))
SHEET = DesignSheet(
    faces=np.stack([design.faces for design in DESIGNS]),
    labels=np.array([design.labels for design in DESIGNS]),
    families=np.array([design.family.value for design in DESIGNS]),
    roundings=np.array([0.1, 0.1, 0.1]),
    glosses=np.array([0.5, 0.5, 0.5]),
)


def seen(which, face, config, fault=ViewFault.NONE):
    rng = np.random.default_rng(7)
    return crop_of(sight_of(SHEET, which, face, rng, config, fault=fault), rng, config)


def test_labels_are_poker_faces_none_or_unnamed():
    assert [label_of(SHEET, 0, face) for face in range(6)] == list(range(6))
    assert {label_of(SHEET, 1, face) for face in range(6)} == {NO_FACE}
    assert {label_of(SHEET, 2, face) for face in range(6)} == {UNNAMED}


def test_a_batch_shows_each_face_twice_and_says_which_crops_lie_beside_it():
    config = PrintConfig(designs=4, wrong_share=0.3)
    seen = sample_prints(SHEET, np.random.default_rng(1), config)
    crops, labels, is_whole = seen.crops, seen.labels, seen.is_whole
    assert crops.shape == (4, 6, 2, 64, 64, 3)
    assert (labels[~is_whole] == NO_FACE).all()
    assert 0 < (~is_whole).sum() < 30
    views = crops.reshape(4, 6, 2, -1)
    assert not (views[:, :, 0] == views[:, :, 1]).all(axis=-1).any()


def test_ordinary_dice_are_shown_as_negatives_and_poker_dice_never():
    always = PrintConfig(inverted_share=1.0, strength=0.0, edge_px=(60.0, 61.0))
    never = PrintConfig(inverted_share=0.0, strength=0.0, edge_px=(60.0, 61.0))
    for which, is_turned in ((0, False), (1, True)):
        bright = [seen(which, 0, config)[24:40, 24:40].mean() for config in (always, never)]
        assert (abs(bright[0] - bright[1]) > 20) == is_turned


def test_pips_are_numbered_and_nothing_else_is():
    config = PrintConfig(designs=12, wrong_share=0.2)
    seen = sample_prints(SHEET, np.random.default_rng(4), config)
    is_ordinary = (seen.labels == NO_FACE).any(axis=(1, 2)) & (seen.ordinary != UNNAMED).any(axis=(1, 2))
    assert is_ordinary.any()
    assert (seen.ordinary[~is_ordinary] == UNNAMED).all()
    expected = np.broadcast_to(np.arange(6)[:, None], (6, 2))
    for ordinary, is_whole in zip(seen.ordinary[is_ordinary], seen.is_whole[is_ordinary], strict=True):
        assert (ordinary[is_whole] == expected[is_whole]).all()
        assert (ordinary[~is_whole] == UNNAMED).all()


def test_letters_in_a_mirror_are_no_faces_but_those_that_are_their_own_mirror_image():
    config = PrintConfig(designs=6, wrong_share=0.0, mirrored_share=1.0)
    parts = ("faces", "labels", "families", "roundings", "glosses")
    only_letters = DesignSheet(**{part: getattr(SHEET, part)[:1] for part in parts})
    seen = sample_prints(only_letters, np.random.default_rng(1), config)
    labels, is_whole = seen.labels, seen.is_whole
    assert (labels[:, [0, 1, 3, 4]] == NO_FACE).all()
    assert (labels[:, 2] == 2).all()
    assert (labels[:, 5] == 5).all()
    assert is_whole[:, [2, 5]].all()
    assert not is_whole[:, [0, 1, 3, 4]].any()


def test_a_mirrored_view_is_the_face_the_other_way_round():
    plain = PrintConfig(strength=0.0, edge_px=(60.0, 61.0))
    views = [seen(0, 4, plain, fault) for fault in (ViewFault.NONE, ViewFault.MIRRORED)]
    assert np.abs(views[0].astype(int) - views[1]).mean() > 3


def test_a_folder_without_sheets_is_refused(tmp_path: Path):
    with pytest.raises(NoPicturesError, match="sheets"):
        sheets_in([tmp_path])
