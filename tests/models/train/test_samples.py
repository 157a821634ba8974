"""Samples cut from pictures whose truth is known: crops of faces, patches of boards, what a detector mistakes."""

import cv2
import numpy as np
import pytest

from models.train.crops import CropConfig, face_sites, jittered, sample_crop, wrong_quad
from models.train.patches import PatchConfig, sample_patch
from models.train.peaks import false_peaks, log_odds, logistic_weights, peaks_in
from models.train.pictures.shelf import NO_FACE, Picture, PictureShelf, ShelfDie
from tests.vision.table import square
from vision.find.detect import UNIT_PX, DetectorPolicy, decode, overlaps
from vision.reading import Detection


def die_at(x, y, edge=30.0, turn_deg=0.0, *, label=0, tilt_deg=0.0, **known):
    quad = np.array(square((x, y), turn_deg, edge))
    box = np.concatenate([quad.min(axis=0) - 2, quad.max(axis=0) + 3])
    return ShelfDie(box_xyxy=box, quad=quad, tilt_deg=tilt_deg, label=label, **known)


def shelf_of(folder, *dice, side=480, painted=0, ignored=()):
    """Return a shelf of one picture, the first so many of its dice painted."""
    pixels = np.zeros((side, side, 3), np.uint8)
    for one in dice[:painted]:
        cv2.fillConvexPoly(pixels, np.int32(np.round((one.quad - 0.5) * 256)), (255, 255, 255), shift=8)
    path = folder / "board.png"
    cv2.imwrite(str(path), pixels)
    return PictureShelf([Picture(path=path, dice=dice, ignored=np.array(ignored).reshape(-1, 4))])


QUAD = np.array(square((120.0, 120.0), 0.0, 40.0))


def test_a_crop_shows_a_face_that_can_be_read_or_the_wrong_place(tmp_path):
    known = ({"label": 2}, {"label": 4, "visible": 0.3}, {"label": 1, "tilt_deg": 44.0})
    shelf = shelf_of(tmp_path, *(die_at(120, 120, 40, **one) for one in known), side=240, painted=1)
    sites = face_sites(shelf.pictures)
    assert [len(of_label) for of_label in sites] == [0, 0, 1, 0, 0, 0, 0]
    config, rng, beyond = CropConfig(strength=0.0, wrong_share=0.0, coarse_share=0.0), np.random.default_rng(1), []
    for _ in range(20):
        crop, label = sample_crop(shelf, sites, rng, config)
        assert label == 2
        assert crop[25:55, 25:55].min() > 200
        beyond.append(crop[:2].mean())
    assert np.median(beyond) < 10
    assert sample_crop(shelf, sites, rng, CropConfig(wrong_share=1.0))[1] == NO_FACE


def test_a_wrong_quad_never_covers_its_face_and_a_jittered_one_is_about_as_wrong_as_the_detectors():
    rng, face = np.random.default_rng(4), np.array([[100.0, 100.0, 140.0, 140.0]])
    for _ in range(200):
        quad = wrong_quad(QUAD, rng)
        assert overlaps(np.array([*quad.min(axis=0), *quad.max(axis=0)]), face)[0][0] < 0.5
    errors = [np.linalg.norm(jittered(QUAD, rng, CropConfig()) - QUAD, axis=1).mean() / 40 for _ in range(300)]
    assert 0.03 < float(np.median(errors)) < 0.09


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


def test_logistic_regression_finds_the_weights_hits_were_drawn_by():
    rng = np.random.default_rng(3)
    first, second = rng.normal(0, 2, (2, 40_000))
    chances = 1 / (1 + np.exp(-(0.7 * first - 1.2 * second + 0.4)))
    weights = logistic_weights([first, second], list(rng.random(40_000) < chances))
    assert weights == pytest.approx((0.7, -1.2, 0.4), abs=0.06)
    assert log_odds([0.5, 1 / (1 + np.exp(-2.0))]) == pytest.approx([0, 2])
    assert np.isfinite(log_odds([0.0, 1.0])).all()


class Stated:
    """A detector that finds squares at places of the full picture, however small it is shown."""

    def __init__(self, *places):
        self.dice = [die_at(*place) for place in places]

    policy = DetectorPolicy()

    def detect(self, frame, *, edge_px):
        zoom = frame.pixels.shape[1] / 200
        shown = [(tuple(die.box_xyxy * zoom), tuple(map(tuple, die.quad * zoom))) for die in self.dice]
        return tuple(Detection(box_xyxy=box, quad=quad, tilt_deg=0.0, confidence=0.4) for box, quad in shown)


def test_only_what_is_far_from_every_die_and_from_what_nobody_knows_is_a_mistake(tmp_path):
    shelf = shelf_of(tmp_path, die_at(50, 50), side=200)
    on_it, across_it, away = peaks_in(shelf, Stated((51, 50), (66, 50), (150, 150)))
    assert (on_it.die, across_it.die, away.die, false_peaks((on_it, across_it, away))) == (0, None, None, (away,))
    assert away.quad == pytest.approx(die_at(150, 150).quad, abs=0.5)
    hidden = shelf_of(tmp_path, die_at(50, 50, visible=0.1), side=200, ignored=[120, 120, 180, 180])
    assert false_peaks(peaks_in(hidden, Stated((50, 50), (150, 150)))) == ()
