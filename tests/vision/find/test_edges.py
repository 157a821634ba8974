import numpy as np
import pytest

from vision.find.edges import drawn_to_edges

ANGLES = np.linspace(0, 2 * np.pi, 60, endpoint=False)
ROUGH = np.array([[63.0, 57], [238, 62], [236, 218], [62, 217]])
CASES = [
    (lambda *at: np.hypot(*at) < 90, 0, np.stack([153 + 87 * np.cos(ANGLES), 139 + 88 * np.sin(ANGLES)], axis=1), 90),
    (lambda y, x: (abs(x) < 90) & (abs(y) < 80), 4, ROUGH, np.hypot(90, 80)),
]


@pytest.mark.parametrize(("shape", "sides", "rough", "reach"), CASES)
def test_an_outline_is_drawn_to_the_edge_beside_it_in_its_own_shape_and_stays_where_none_is(shape, sides, rough, reach):
    y, x = np.mgrid[:300, :300]
    lab = np.where(shape(y - 140, x - 150)[..., None], (120, 110, 130), (60, 135, 150)).astype(np.float32)
    lab[130:155, 228:252] = 90  # a die lies across the edge
    drawn = drawn_to_edges(rough, lab, sides, (5, 3, 2))
    assert np.linalg.norm(drawn - (150, 140), axis=1) == pytest.approx(reach, abs=1.0)
    assert drawn_to_edges(rough, np.full_like(lab, 90), sides, (5, 3, 2)) == pytest.approx(rough)


EDGES = [(True, 1, 90, 96), (False, 1, 89, 88), (False, 1, 95, 96), (False, 0, 95, 96)]


@pytest.mark.parametrize(("is_shaded", "colour", "likely_px", "radius"), EDGES)
def test_of_edges_those_that_are_no_shadow_s_and_likely_the_floor_s_count(is_shaded, colour, likely_px, radius):
    felt, shade, wall = (-8, 22, 32), (-72.4, 13.2, 19.2), (-53, 4, 12)
    away = np.hypot(*np.mgrid[-140:160, -150:150])[..., None]
    lab = np.select([away < 88, away < 96], [felt, shade if is_shaded else wall], wall if is_shaded else felt)
    lab = (lab * (1, colour, colour) + 128).astype(np.float32)
    chance = (1 / (1 + np.exp((away - likely_px) / 2))).astype(np.float32)
    drawn = drawn_to_edges(CASES[0][2] + 6 * np.sign(CASES[0][2] - 150), lab, 0, (14, 8), chance)
    assert np.linalg.norm(drawn - (150, 140), axis=1) == pytest.approx(radius, abs=1.0)
