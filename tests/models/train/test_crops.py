import numpy as np
import pytest

from models.train.crops import CropConfig, face_sites, jittered, sample_crop, wrong_quad
from models.train.pictures.shelf import NO_FACE, Picture, PictureShelf, ShelfDie
from vision.find.detect import overlaps

QUAD = np.array([[100.0, 100.0], [140.0, 100.0], [140.0, 140.0], [100.0, 140.0]])


def die(label, **known):
    return ShelfDie(
        box_xyxy=np.array([96.0, 96.0, 146.0, 146.0]),
        quad=QUAD,
        tilt_deg=known.pop("tilt_deg", 0.0),
        label=label,
        **known,
    )


@pytest.fixture
def picture(tmp_path):
    import cv2

    pixels = np.zeros((240, 240, 3), np.uint8)
    pixels[100:140, 100:140] = 255
    cv2.imwrite(str(tmp_path / "one.png"), pixels)
    return Picture(path=tmp_path / "one.png", dice=(die(2), die(4, visible=0.3), die(1, tilt_deg=44.0)))


def test_only_faces_that_can_be_read_are_trained_on(picture):
    assert [len(sites) for sites in face_sites([picture])] == [0, 0, 1, 0, 0, 0, 0]


def test_a_crop_shows_the_face_of_its_label(picture):
    config = CropConfig(strength=0.0, wrong_share=0.0, coarse_share=0.0)
    shelf, rng = PictureShelf([picture]), np.random.default_rng(1)
    beyond = []
    for _ in range(20):
        crop, label = sample_crop(shelf, face_sites([picture]), rng, config)
        assert label == 2
        assert crop[20:44, 20:44].min() > 200
        beyond.append(crop[:2].mean())
    assert np.median(beyond) < 10


def test_a_crop_from_the_wrong_place_is_no_face(picture):
    config = CropConfig(wrong_share=1.0)
    _, label = sample_crop(PictureShelf([picture]), face_sites([picture]), np.random.default_rng(1), config)
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
