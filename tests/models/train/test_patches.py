import cv2
import numpy as np
import pytest

from models.train.patches import PatchConfig, sample_patch
from tests.models.train.painted import die_at, shelf_of
from vision.find.detect import UNIT_PX, DetectorPolicy, decode

SIZE = 480
PLAIN = PatchConfig(strength=0.0, litter_share=0.0)


@pytest.fixture
def shelf(tmp_path):
    """One picture whose top faces are painted: what is true of a patch can be seen in it."""
    dice = die_at(120, 130, 44, 20), die_at(300, 260, 44, 65), die_at(200, 380, 44, visible=0.1)
    return shelf_of(tmp_path, *dice, side=SIZE, painted=2)


def raw(shape):
    """What a model would say for a shape in pixels."""
    said = shape.copy()
    for lengths in (slice(0, 4), slice(6, 7)):
        said[lengths] = np.log(np.expm1(np.clip(shape[lengths], 1e-3, None) / UNIT_PX))
    said[4:6] /= UNIT_PX
    return said


def test_the_truth_of_a_patch_lies_where_its_dice_are_seen_and_nobody_is_punished_for_a_hidden_die(shelf):
    rng, seen, is_blanked = np.random.default_rng(1), 0, False
    for _ in range(40):
        patch = sample_patch(shelf, rng, PLAIN)
        unknown = patch.heat_weight == 0
        is_blanked |= unknown.any()
        assert (patch.heat[unknown] < 1).all()
        peaks = np.where(patch.heat == 1, patch.heat, 0).astype(np.float32)
        for one in decode(peaks, raw(patch.shape), zoom_xy=(1, 1), policy=DetectorPolicy()):
            face = np.zeros(patch.pixels.shape[:2], np.uint8)
            cv2.fillConvexPoly(face, np.int32(np.round((np.array(one.quad) - 0.5) * 256)), 1, shift=8)
            inside = cv2.erode(face, np.ones((5, 5), np.uint8)) > 0
            assert not inside.any() or patch.pixels[inside].mean() > 240
            around = (cv2.dilate(face, np.ones((5, 5), np.uint8)) > 0) & (cv2.dilate(face, np.ones((3, 3))) == 0)
            assert patch.pixels[around].mean() < 60
            seen += 1
    assert seen > 20
    assert is_blanked


def test_where_truth_is_ignored_nothing_counts_and_the_same_lot_gives_the_same_patch(shelf, tmp_path):
    first, second = (sample_patch(shelf, np.random.default_rng(7), PatchConfig()) for _ in range(2))
    assert (first.pixels == second.pixels).all()
    assert (first.shape == second.shape).all()
    patch = sample_patch(shelf_of(tmp_path, side=SIZE, ignored=[0, 0, SIZE, SIZE]), np.random.default_rng(3), PLAIN)
    assert patch.heat_weight.max() == patch.shape_weight.max() == 0
