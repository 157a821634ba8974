"""Trays that the floor finder learns from: seen as whole as was asked for, and where their floor is seen to end."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.camera import project
from models.render.world import Board, RimShape, SceneCamera
from models.train.pictures.scene import SceneConfig
from models.train.pictures.trays import FILLED, floor_px, sample_tray

DEEP, CAMERA = Board(radius_mm=110.0, rim_height_mm=50.0), SceneCamera(f_px=550.0)


def test_the_floor_ends_at_the_rims_foot_and_where_its_top_hides_it():
    assert np.linalg.norm(floor_px(DEEP, CAMERA) - 360, axis=1) == pytest.approx(110.0, rel=2e-3)
    boards = DEEP, replace(DEEP, rim_height_mm=0.0)
    seen, flat = (cv2.contourArea(floor_px(board, replace(CAMERA, tilt_deg=25.0))) for board in boards)
    assert seen < 0.95 * flat


@pytest.mark.parametrize(("shape", "corners"), [(RimShape.SQUARE, 4), (RimShape.HEXAGON, 6), (RimShape.OCTAGON, 8)])
def test_a_floor_of_straight_sides_touches_the_inner_circle_in_the_middle_of_each(shape, corners):
    floor = floor_px(Board(shape=shape, radius_mm=100.0, turn_deg=10.0), CAMERA)
    assert cv2.pointPolygonTest(floor, (360.0, 360.0), measureDist=True) == pytest.approx(100.0, rel=1e-3)
    assert np.linalg.norm(floor - 360, axis=1).max() == pytest.approx(100.0 / np.cos(np.pi / corners), rel=1e-2)
    assert len(cv2.approxPolyDP(floor, 2.0, closed=True)) == corners


def test_trays_fill_what_was_asked_of_the_picture_and_some_tables_are_bare():
    config = SceneConfig(size_wh=(384, 216), empty_share=1.0)
    scenes = [sample_tray(np.random.default_rng(seed), config) for seed in range(40)]
    assert 2 <= sum(scene.board.shape is RimShape.NONE for scene in scenes) <= 15
    for board, camera in ((scene.board, scene.camera) for scene in scenes):
        around = np.linspace(0, 2 * np.pi, 90)
        ring = np.stack([np.cos(around), np.sin(around)], axis=1) * (board.radius_mm + board.rim_width_mm)
        seen = project(camera, np.column_stack([ring + np.array(camera.target_mm), np.zeros(90)]))
        assert 0.6 * FILLED[0] < np.abs(seen - (192, 108)).max() / 108 < 1.05 * FILLED[1]
