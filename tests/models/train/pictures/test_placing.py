from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from models.render import shading, solid, tray
from models.render.truth import quad_px, top_face
from models.render.world import Board, DieInstance, DieState, RimShape
from models.train.pictures import placing
from models.train.pictures.scene import SceneConfig, sample_scene

SIZE = 16.0


def lowest_point_mm(die):
    """Sound the die from below with points of a fine grid."""
    grid = np.stack(np.meshgrid(*[np.linspace(-SIZE, SIZE, 120)] * 2), axis=-1).reshape(-1, 2)
    for z in np.linspace(-3, SIZE, 191):
        points = np.column_stack([grid + die.position_mm[:2], np.full(len(grid), z)])
        local = (points - die.position_mm) @ die.rotation
        if (solid.distance_mm(shading.solid_of(die), np.asarray(local.T, np.float32)) < 0).any():
            return float(z)
    return np.inf


@pytest.mark.parametrize(("seed", "tilt_deg"), [(0, 5.0), (1, 25.0), (2, 44.0)])
def test_a_leaning_die_stands_on_the_floor_touches_the_wall_and_reaches_over_a_low_one(plain_design, seed, tilt_deg):
    design, rng = replace(plain_design, rounding=0.12), np.random.default_rng(seed)
    die = placing.lean_against(design, SIZE, (100.0, 0.0, 0.0), 30.0, rng=rng, tilt_deg=tilt_deg)
    assert lowest_point_mm(die) == pytest.approx(0.0, abs=0.25)
    into = np.array([1, 0, 0], np.float32)
    assert die.position_mm[0] + placing.reach_mm(design, die.rotation, SIZE, into) == pytest.approx(100.0, abs=0.1)
    assert (top_face(die.rotation)[1], die.state) == (pytest.approx(tilt_deg, abs=0.1), DieState.LEANING)
    leaning = partial(placing.lean_against, plain_design, SIZE, (100.0, 0.0, 0.0), tilt_deg=40.0)
    high, low = (leaning(wall, rng=np.random.default_rng(1)) for wall in (30.0, 4.0))
    assert low.position_mm[0] > high.position_mm[0] + 2


def test_a_stacked_die_lies_on_the_top_of_the_lower_one_whose_walls_are_its_sides(plain_design):
    rng = np.random.default_rng(0)
    below = placing.lie_flat(plain_design, SIZE, 10.0, 5.0, rng=rng)
    above = placing.stack_on(below, plain_design, 14.0, rng=rng)
    assert (above.position_mm[2], above.state) == (pytest.approx(16.0 + 7.0), DieState.STACKED)
    assert not placing.is_free(above, [below])
    for _ in range(8):
        x, y, into_deg = placing.beside(below, SIZE, rng)
        into = np.array([np.cos(np.radians(into_deg)), np.sin(np.radians(into_deg))])
        assert into @ (np.array([10.0, 5.0]) - [x, y]) == pytest.approx(SIZE / 2, abs=1e-3)


@pytest.mark.parametrize(("shape", "direction_deg"), [(RimShape.ROUND, 50.0), (RimShape.SQUARE, 50.0)])
def test_the_foot_of_the_wall_lies_on_the_outline(shape, direction_deg):
    board = Board(shape=shape, turn_deg=13.0)
    x, y, into_deg = placing.wall_near(board, direction_deg)
    step = np.array([np.cos(np.radians(into_deg)), np.sin(np.radians(into_deg))])
    assert tray.is_inside(board, *(np.array([x, y]) - 0.1 * step))
    assert not tray.is_inside(board, *(np.array([x, y]) + 0.1 * step))


def test_touching_dice_are_free_and_overlapping_ones_are_not(flat_die):
    turned = replace(flat_die, rotation=placing.turn_about((0, 0, 1), 45))
    for die, touching, overlapping in ((flat_die, 15.7, 15.5), (turned, 19.6, 17.0)):
        assert placing.is_free(replace(die, position_mm=(touching, 0, 8)), [flat_die])
        assert not placing.is_free(replace(die, position_mm=(overlapping, 0, 8)), [flat_die])


def test_scattered_dice_lie_inside_and_apart_until_the_board_is_full(plain_design):
    board, rng = Board(radius_mm=80.0), np.random.default_rng(3)
    dice: list[DieInstance] = []
    for _ in range(8):
        die = placing.scatter(board, plain_design, SIZE, dice, rng=rng, spread_mm=70.0)
        assert placing.is_free(die, dice)
        assert tray.is_inside(board, *die.position_mm[:2], margin_mm=8.0)
        dice.append(die)
    small = Board(radius_mm=13.0)
    first = placing.scatter(small, plain_design, SIZE, [], rng=rng, spread_mm=1.0)
    assert first is not None
    assert placing.scatter(small, plain_design, SIZE, [first], rng=rng, spread_mm=1.0) is None


def test_a_die_placed_off_lies_outside(plain_design):
    rng, board = np.random.default_rng(4), Board()
    for _ in range(10):
        die = placing.place_off(board, plain_design, SIZE, rng=rng)
        assert not tray.is_inside(board, *die.position_mm[:2])
        assert die.state is DieState.OFF


SMALL = SceneConfig(size_wh=(128, 128), die_px=(14, 20), design_pool=(1, 2))


def test_dice_are_as_large_in_the_picture_as_asked():
    scenes = [sample_scene(np.random.default_rng(seed), SMALL) for seed in range(12)]
    quads = [np.array(quad_px(scene.camera, die, top_face(die.rotation)[0])) for scene in scenes for die in scene.dice]
    sizes = [np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean() for quad in quads]
    assert 12 < np.percentile(sizes, 10) < np.percentile(sizes, 90) < 24


def test_burning_dice_are_as_frequent_as_asked_and_their_poses_agree_with_their_states():
    config = replace(SMALL, leaning_share=0.4)
    dice = [die for seed in range(60) for die in sample_scene(np.random.default_rng(seed), config).dice]
    assert all((top_face(die.rotation)[1] > 2.5) == (die.state is DieState.LEANING) for die in dice)
    assert 0.12 < np.mean([die.state in (DieState.LEANING, DieState.STACKED) for die in dice]) < 0.5


def test_scenes_by_the_rim_of_small_trays_in_hard_light_with_dice_that_lean_a_little_are_drawn_where_asked_for():
    config = replace(
        SMALL, leaning_share=0.4, leaning_deg=(6.0, 9.0), by_rim_share=0.6, small_share=1.0, hard_share=1.0
    )
    scenes = [sample_scene(np.random.default_rng(seed), config) for seed in range(30)]
    leans = [top_face(die.rotation)[1] for scene in scenes for die in scene.dice if die.state is DieState.LEANING]
    assert 6 <= min(leans) < max(leans) <= 9
    assert max(scene.board.radius_mm for scene in scenes) < 110
    assert not any(any(scene.light.window_rgb) for scene in scenes)
    trays = [scene for scene in scenes if scene.board.shape is RimShape.ROUND]
    outward = [np.hypot(*die.position_mm[:2]) / scene.board.radius_mm for scene in trays for die in scene.dice]
    assert np.median(outward) > 0.6
