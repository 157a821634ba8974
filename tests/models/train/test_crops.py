import numpy as np
import pytest

from models.train.crops import CropConfig, face_sites, jittered, sample_crop, wrong_quad
from models.train.pictures.shelf import NO_FACE
from tests.models.train.painted import die_at, quad_at, shelf_of
from vision.find.detect import overlaps

QUAD = quad_at(120.0, 120.0, 40.0)


@pytest.fixture
def shelf(tmp_path):
    dice = ({"label": 2}, {"label": 4, "visible": 0.3}, {"label": 1, "tilt_deg": 44.0})
    return shelf_of(tmp_path, *(die_at(120, 120, 40, **known) for known in dice), side=240, painted=1)


@pytest.fixture
def sites(shelf):
    return face_sites(shelf.pictures)


def test_only_faces_that_can_be_read_are_trained_on(sites):
    assert [len(of_label) for of_label in sites] == [0, 0, 1, 0, 0, 0, 0]


def test_a_crop_shows_the_face_of_its_label(shelf, sites):
    config = CropConfig(strength=0.0, wrong_share=0.0, coarse_share=0.0)
    rng = np.random.default_rng(1)
    beyond = []
    for _ in range(20):
        crop, label = sample_crop(shelf, sites, rng, config)
        assert label == 2
        assert crop[20:44, 20:44].min() > 200
        beyond.append(crop[:2].mean())
    assert np.median(beyond) < 10


def test_a_crop_from_the_wrong_place_is_no_face(shelf, sites):
    config = CropConfig(wrong_share=1.0)
    _, label = sample_crop(shelf, sites, np.random.default_rng(1), config)
    assert label == NO_FACE


def test_a_wrong_quad_never_covers_its_face():
    rng = np.random.default_rng(4)
    for _ in range(200):
        quad = wrong_quad(QUAD, rng)
        union, _ = overlaps(np.array([*quad.min(axis=0), *quad.max(axis=0)]), np.array([[100.0, 100.0, 140.0, 140.0]]))
        assert union[0] < 0.5


def test_a_jittered_quad_stays_about_as_wrong_as_the_detector():
    rng = np.random.default_rng(4)
    errors = [np.linalg.norm(jittered(QUAD, rng, CropConfig()) - QUAD, axis=1).mean() / 40 for _ in range(300)]
    assert 0.03 < float(np.median(errors)) < 0.09
