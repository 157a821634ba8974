import numpy as np
import pytest

from models.render.tray import is_inside, outline_mm, rim_distance_mm, rim_lets_through, rim_normals, trace_rim
from models.render.world import Board, RimShape

ROUND = Board(shape=RimShape.ROUND, radius_mm=100.0, rim_height_mm=25.0, rim_width_mm=14.0, rim_round_mm=2.0)


def column(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


@pytest.mark.parametrize("shape", [s for s in RimShape if s is not RimShape.NONE])
def test_the_outline_is_where_the_radius_says_in_the_middle_of_a_side(shape: RimShape) -> None:
    board = Board(shape=shape, radius_mm=100.0, turn_deg=20.0)
    angle = np.radians(20.0)
    x, y = (column(*(r * f(angle) for r in (90.0, 100.0, 130.0))) for f in (np.cos, np.sin))
    np.testing.assert_allclose(outline_mm(board, x, y), [-10, 0, 30], atol=1e-3)


def test_a_ray_from_above_meets_the_top_of_the_rim_whose_normals_point_outwards() -> None:
    eye, down = column(107, 0, 500), column(0, 0, -1)[None]
    assert trace_rim(ROUND, eye, down)[0] == pytest.approx(475.0, abs=0.2)
    assert np.isinf(trace_rim(ROUND, column(50, 0, 500), down)[0])
    top, inner = column(107, 0, 25), column(100, 0, 10)
    np.testing.assert_allclose(rim_normals(ROUND, np.stack([top, inner])), [[0, 0, 1], [-1, 0, 0]], atol=0.02)
    assert rim_distance_mm(ROUND, column(107), column(0), column(10))[0] < 0


def test_the_rim_shades_the_floor_on_the_side_of_the_light_and_the_table_on_the_far_side() -> None:
    x, z = column(95, 0, -95, 125, -125), column(0, 0, 0, -6, -6)
    lit = rim_lets_through(ROUND, (x, 0 * x, z), (0.8, 0.0, 0.6), spread=0.02)
    np.testing.assert_allclose(lit, [0, 1, 1, 1, 0], atol=0.01)


def test_everything_is_inside_a_bare_table() -> None:
    assert is_inside(Board(shape=RimShape.NONE), 1e4, 0.0)
    assert not is_inside(ROUND, 99.0, 0.0, margin_mm=2.0)
