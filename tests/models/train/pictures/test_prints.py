"""Close-ups without a scene: the face lies where the truth says, and nobody's picture is like another's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.render.designs import core_design
from models.render.styles import symbol_design
from models.render.world import Family
from models.train.pictures.prints import DieMake, close_up
from vision.preprocess import rectify

MATT = DieMake(rounding=0.08, gloss=0.0)


@pytest.mark.parametrize("edge_px", [14.0, 45.0, 90.0])
@pytest.mark.parametrize("top", [0, 2, 5])
def test_the_face_lies_where_the_truth_says(top: int, edge_px: float):
    faces = core_design("letters").faces
    errors = []
    for seed in range(6):
        seen = close_up(faces, top, MATT, edge_px=edge_px, rng=np.random.default_rng(seed))
        crop = rectify(seen.pixels, seen.quad, margin=0.0).astype(np.float64).mean(axis=2)
        likeness = [correlation(crop, cv2.resize(face, (64, 64)).astype(np.float64).mean(axis=2)) for face in faces]
        errors.append(int(np.argmax(likeness)) != top)
    assert sum(errors) <= (2 if edge_px < 20 else 0)


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Return how alike the middles of two pictures are, and no shift of a fifth makes them more alike."""
    inner = slice(8, 56)
    return float(np.corrcoef(one[inner, inner].ravel(), other[inner, inner].ravel())[0, 1])


def test_a_face_a_fifth_aside_fits_worse():
    faces = core_design("letters").faces
    seen = close_up(faces, 4, MATT, edge_px=60.0, rng=np.random.default_rng(1))
    wanted = cv2.resize(faces[4], (64, 64)).astype(np.float64).mean(axis=2)
    aside = seen.quad + (seen.quad[1] - seen.quad[0]) * 0.2
    there, beside = (
        correlation(rectify(seen.pixels, quad, margin=0.0).astype(np.float64).mean(axis=2), wanted)
        for quad in (seen.quad, aside)
    )
    assert there > 0.8 > beside


def test_no_two_close_ups_are_alike_and_a_seed_repeats_itself():
    faces = core_design("suits").faces
    pictures = [close_up(faces, 0, MATT, edge_px=40.0, rng=np.random.default_rng(seed)).pixels for seed in (1, 1, 2)]
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])


def test_signs_are_six_different_ones():
    design = symbol_design(5)
    assert design.family is Family.SYMBOLS
    assert len({face.tobytes() for face in design.faces}) == 6
