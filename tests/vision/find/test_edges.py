import numpy as np
import pytest

from vision.find.edges import drawn_to_edges


def square(y, x):
    return (abs(x) < 90) & (abs(y) < 80)


ANGLES = np.linspace(0, 2 * np.pi, 60, endpoint=False)
CASES = [
    (lambda *at: np.hypot(*at) < 90, 0, np.stack([153 + 87 * np.cos(ANGLES), 139 + 88 * np.sin(ANGLES)], axis=1), 90),
    (square, 4, np.array([[63.0, 57], [238, 62], [236, 218], [62, 217]]), np.hypot(90, 80)),
]


@pytest.mark.parametrize(("shape", "sides", "rough", "reach"), CASES)
def test_an_outline_is_drawn_to_the_edge_beside_it_in_its_own_shape_and_stays_where_none_is(shape, sides, rough, reach):
    y, x = np.mgrid[:300, :300]
    lab = np.where(shape(y - 140, x - 150)[..., None], (120, 110, 130), (60, 135, 150)).astype(np.float32)
    lab[130:155, 228:252] = 90  # a die lies across the edge
    drawn = drawn_to_edges(rough, lab, sides, (5, 3, 2))
    assert np.linalg.norm(drawn - (150, 140), axis=1) == pytest.approx(reach, abs=1.0)
    assert drawn_to_edges(rough, np.full_like(lab, 90), sides, (5, 3, 2)) == pytest.approx(rough)


def test_of_edges_where_the_inside_is_in_doubt_the_innermost_that_is_seen_along_it_counts():
    y, x = np.mgrid[:300, :300]
    away = np.hypot(x - 150, y - 140)
    lab = np.select([away < 90, away < 98], [60.0, 75.0], 190.0)[..., None].astype(np.float32)
    chance = (1 / (1 + np.exp((away - 95) / 2)))[..., None].astype(np.float32)
    for inside, radius in ((chance, 90), (np.where(away < 93, 1, chance[..., 0])[..., None], 98)):
        drawn = drawn_to_edges(CASES[0][2] + 6 * np.sign(CASES[0][2] - 150), lab, 0, (14, 8), inside.astype(np.float32))
        assert np.linalg.norm(drawn - (150, 140), axis=1) == pytest.approx(radius, abs=1.0)
