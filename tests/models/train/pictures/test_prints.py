"""Close-ups without a scene: the face lies where the truth says, and nobody's picture is like another's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.render.designs import core_design
from models.train.pictures.prints import CloseUp, DieMake, close_up
from vision.preprocess import rectify

FACES = core_design("letters").faces


def drawn(top: int, edge_px: float, seed: int) -> CloseUp:
    return close_up(FACES, top, DieMake(rounding=0.08, gloss=0.0), edge_px=edge_px, rng=np.random.default_rng(seed))


def likeness(seen: CloseUp, quad: np.ndarray, face: int) -> float:
    """Return how alike the middle of what lies in a quad is to that of a face."""
    crop, wanted = rectify(seen.pixels, quad, margin=0.0), cv2.resize(FACES[face], (64, 64))
    one, other = (picture.astype(float).mean(axis=2)[8:56, 8:56].ravel() for picture in (crop, wanted))
    return float(np.corrcoef(one, other)[0, 1])


@pytest.mark.parametrize("edge_px", [14.0, 45.0, 90.0])
@pytest.mark.parametrize("top", [0, 2, 5])
def test_the_face_lies_where_the_truth_says(top: int, edge_px: float):
    seen = [drawn(top, edge_px, seed) for seed in range(6)]
    wrong = sum(int(np.argmax([likeness(one, one.quad, face) for face in range(6)])) != top for one in seen)
    assert wrong <= (2 if edge_px < 20 else 0)


def test_a_face_a_fifth_aside_fits_worse_and_only_a_seed_repeats_itself():
    first, again, other = (drawn(4, 60.0, seed) for seed in (1, 1, 2))
    aside = first.quad + (first.quad[1] - first.quad[0]) * 0.2
    assert likeness(first, first.quad, 4) > 0.8 > likeness(first, aside, 4)
    assert np.array_equal(first.pixels, again.pixels)
    assert not np.array_equal(first.pixels, other.pixels)
