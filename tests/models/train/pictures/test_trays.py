"""Trays that the floor finder learns from: seen as whole as was asked for, and where their floor is seen to end."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.camera import project
from models.render.world import Board, RimShape, Scene, SceneCamera
from models.train.pictures.scene import SceneConfig
from models.train.pictures.trays import FILLED, floor_px, sample_tray, seen_floor

DEEP = Board(radius_mm=110.0, rim_height_mm=50.0)


def reach_px(ring):
    return np.linalg.norm(ring - 360, axis=1).mean()


def test_the_floor_ends_at_the_rims_foot_and_where_its_top_hides_it():
    (foot, top), mm_per_px = floor_px(DEEP, camera := SceneCamera(f_px=550.0))
    assert (reach_px(foot), reach_px(top), mm_per_px) == pytest.approx((110.0, 121.0, 1.0), rel=1e-3)
    assert reach_px(seen_floor(Scene(dice=(), board=DEEP, camera=camera))) == pytest.approx(110.0, rel=2e-3)
    aslant = Scene(dice=(), board=DEEP, camera=replace(camera, tilt_deg=25.0))
    of_foot, of_top = (cv2.contourArea(ring) for ring in floor_px(DEEP, aslant.camera)[0])
    assert cv2.contourArea(seen_floor(aslant)) < 0.97 * min(of_foot, of_top)
    assert len(seen_floor(replace(aslant, board=Board(shape=RimShape.NONE)))) == 0


@pytest.mark.parametrize(("shape", "corners"), [(RimShape.SQUARE, 4), (RimShape.HEXAGON, 6), (RimShape.OCTAGON, 8)])
def test_a_ring_of_straight_sides_touches_the_inner_circle_in_the_middle_of_each(shape, corners):
    (foot, _), _ = floor_px(Board(shape=shape, radius_mm=100.0, turn_deg=10.0), SceneCamera(f_px=550.0))
    away = np.linalg.norm(foot - 360, axis=1)
    assert away.min() == pytest.approx(100.0, rel=1e-3)
    assert away.max() == pytest.approx(100.0 / np.cos(np.pi / corners), rel=1e-2)
    assert np.sum(away < np.roll(away, 1)) + np.sum(away > np.roll(away, 1)) >= 350
    assert len(cv2.approxPolyDP(foot, 2.0, closed=True)) == corners


def test_trays_fill_what_was_asked_of_the_picture_and_some_tables_are_bare():
    config = SceneConfig(size_wh=(384, 216), empty_share=1.0)
    scenes = [sample_tray(np.random.default_rng(seed), config) for seed in range(40)]
    assert 2 <= sum(scene.board.shape is RimShape.NONE for scene in scenes) <= 15
    for scene in scenes:
        reach_mm = scene.board.radius_mm + scene.board.rim_width_mm
        angles = np.linspace(0, 2 * np.pi, 90)
        ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach_mm + np.array(scene.camera.target_mm)
        far = np.abs(project(scene.camera, np.column_stack([ring, np.zeros(90)])) - (192, 108)).max() / 108
        assert 0.6 * FILLED[0] < far < 1.05 * FILLED[1]
