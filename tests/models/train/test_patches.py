import numpy as np
import pytest

from models.train.patches import PatchConfig, sample_patch
from models.train.pictures.shelf import Picture, PictureShelf, ShelfDie
from vision.find.detect import UNIT_PX, DetectorPolicy, decode

SIZE = 480
PLAIN = PatchConfig(strength=0.0, litter_share=0.0)


def die(x, y, edge, turn_deg, **known):
    turn = np.radians(turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    quad = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2 @ rotation.T + (x, y)
    box = np.concatenate([quad.min(axis=0) - 2, quad.max(axis=0) + 3])
    return ShelfDie(box_xyxy=box, quad=quad, tilt_deg=known.pop("tilt_deg", 0.0), label=0, **known)


@pytest.fixture
def shelf(tmp_path):
    """One picture whose top faces are painted: what is true of a patch can be seen in it."""
    import cv2

    dice = (die(120, 130, 44, 20), die(300, 260, 44, 65), die(200, 380, 44, 0, visible=0.1))
    pixels = np.zeros((SIZE, SIZE, 3), np.uint8)
    for one in dice[:2]:
        cv2.fillConvexPoly(pixels, np.int32(np.round((one.quad - 0.5) * 256)), (255, 255, 255), shift=8)
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), pixels)
    return PictureShelf([Picture(path=path, dice=dice)])


def raw(shape):
    """What a model would say for a shape in pixels."""
    said = shape.copy()
    for lengths in (slice(0, 4), slice(6, 7)):
        said[lengths] = np.log(np.expm1(np.clip(shape[lengths], 1e-3, None) / UNIT_PX))
    said[4:6] /= UNIT_PX
    return said


def test_the_truth_of_a_patch_lies_where_its_dice_are_seen(shelf):
    import cv2

    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(40):
        patch = sample_patch(shelf, rng, PLAIN)
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


def test_nobody_is_punished_for_a_die_that_is_hardly_visible(shelf):
    rng = np.random.default_rng(2)
    blanked = [sample_patch(shelf, rng, PLAIN) for _ in range(40)]
    assert any((patch.heat_weight == 0).any() for patch in blanked)
    assert all((patch.heat[patch.heat_weight == 0] < 1).all() for patch in blanked)


def test_where_truth_is_ignored_nothing_counts(tmp_path):
    import cv2

    path = tmp_path / "desk.png"
    cv2.imwrite(str(path), np.zeros((SIZE, SIZE, 3), np.uint8))
    everywhere = np.array([[0.0, 0.0, SIZE, SIZE]])
    patch = sample_patch(PictureShelf([Picture(path=path, ignored=everywhere)]), np.random.default_rng(3), PLAIN)
    assert patch.heat_weight.max() == 0
    assert patch.shape_weight.max() == 0


def test_the_same_lot_gives_the_same_patch(shelf):
    first, second = (sample_patch(shelf, np.random.default_rng(7), PatchConfig()) for _ in range(2))
    assert (first.pixels == second.pixels).all()
    assert (first.shape == second.shape).all()
