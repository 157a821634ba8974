import numpy as np

from models.train.crops import CropConfig, face_sites, jittered, sample_crop, wrong_quad
from models.train.pictures.shelf import NO_FACE
from tests.models.train.painted import die_at, quad_at, shelf_of
from vision.find.detect import overlaps

QUAD = quad_at(120.0, 120.0, 40.0)


def test_a_crop_shows_a_face_that_can_be_read_or_the_wrong_place(tmp_path):
    known = ({"label": 2}, {"label": 4, "visible": 0.3}, {"label": 1, "tilt_deg": 44.0})
    shelf = shelf_of(tmp_path, *(die_at(120, 120, 40, **one) for one in known), side=240, painted=1)
    sites = face_sites(shelf.pictures)
    assert [len(of_label) for of_label in sites] == [0, 0, 1, 0, 0, 0, 0]
    config, rng, beyond = CropConfig(strength=0.0, wrong_share=0.0, coarse_share=0.0), np.random.default_rng(1), []
    for _ in range(20):
        crop, label = sample_crop(shelf, sites, rng, config)
        assert label == 2
        assert crop[20:44, 20:44].min() > 200
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
