"""Trays by lot, as a whole in the picture: what the floor finder learns from, and where the floor is seen to end."""

from dataclasses import replace

import cv2
import numpy as np

from models.render.camera import project
from models.render.tray import SIDES
from models.render.world import Board, Floats, RimShape, Scene, SceneCamera
from models.train.pictures.placing import sample_board
from models.train.pictures.scene import (
    SceneConfig,
    balanced,
    sample_camera,
    sample_dice,
    sample_film,
    sample_hand,
    sample_light,
)

FILLED = 0.4, 1.08  # By the tray, of half the shorter side of the picture
AIMED = 0.12  # Standard deviation of where the camera aims, of the tray's radius
BARE_SHARE, MAT_SHARE = 0.45, 0.12  # Of the bare tables that stay bare; of trays that are mats
RING_PLACES = 360


def floor_px(board: Board, camera: SceneCamera) -> tuple[tuple[Floats, Floats], float]:
    """Return the rim's foot and its top, within both of which the floor is seen, float32 (N, 2), and mm a pixel."""
    angles = np.radians(board.turn_deg) + np.linspace(0, 2 * np.pi, RING_PLACES, endpoint=False)
    side = 2 * np.pi / SIDES.get(board.shape, RING_PLACES)
    reach = board.radius_mm / np.cos((angles - np.radians(board.turn_deg) + side / 2) % side - side / 2)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None]
    foot, top = (project(camera, np.column_stack([ring, np.full(len(ring), z)])) for z in (0.0, board.rim_height_mm))
    return (foot, top), float((cv2.contourArea(ring.astype(np.float32)) / cv2.contourArea(foot)) ** 0.5)


def seen_floor(scene: Scene) -> Floats:
    """Return the outline of the floor as it is seen, float32 (N, 2), pixels; dice and hands hide nothing of it."""
    if scene.board.shape is RimShape.NONE:
        return np.empty((0, 2), np.float32)
    (foot, top), _ = floor_px(scene.board, scene.camera)
    return np.asarray(cv2.intersectConvexConvex(cv2.convexHull(foot), cv2.convexHull(top))[1], np.float32).reshape(
        -1, 2
    )


def camera_over(board: Board, camera: SceneCamera, *, bend: float, filled: float) -> SceneCamera:
    """Return a camera so close that a tray where it aims fills that share of the picture, its lens bent so much."""
    reach_mm = (board.radius_mm + board.rim_width_mm) / np.cos(np.pi / SIDES.get(board.shape, 360))
    around = np.linspace(0, 2 * np.pi, 72)
    ring = np.stack([np.cos(around), np.sin(around), np.full(72, board.rim_height_mm / reach_mm)], axis=1) * reach_mm
    ring += np.array([*camera.target_mm, 0.0])
    half = np.array(camera.size_wh) / 2
    for k1 in (0.0, bend):
        camera = replace(camera, k1=k1 / max(float(half.max()) / camera.f_px * 2, 0.5) ** 2)
        far = float((np.abs(project(camera, ring) - half) / half.min()).max())
        camera = replace(camera, f_px=camera.f_px * filled / far)
    return camera


def sample_tray(rng: np.random.Generator, config: SceneConfig) -> Scene:
    """Return a tray with what lies in it, or a bare table, by lot."""
    while True:
        board = sample_board(rng, clutter_share=config.clutter_share, shared=config.shared)
        if board.shape is not RimShape.NONE or rng.random() < BARE_SHARE:
            break
    if rng.random() < MAT_SHARE:
        board = replace(board, rim_height_mm=1.0, rim_width_mm=4.0, rim_round_mm=0.4, base_mm=1.0)
    size_mm = float(rng.uniform(12, 20))
    aim = rng.normal(0, AIMED * board.radius_mm, 2)
    camera = replace(sample_camera(rng, config, size_mm=size_mm), target_mm=(float(aim[0]), float(aim[1])))
    bend, filled = float(rng.normal(-0.03, 0.06)), float(rng.uniform(*FILLED))
    camera = camera_over(board, camera, bend=bend, filled=filled)
    dice = sample_dice(rng, config, board=board, camera=camera, size_mm=size_mm)
    light = sample_light(rng)
    film = balanced(sample_film(rng, config.quality), light, board, rng)
    hands = (sample_hand(rng, dice),) if rng.random() < config.hand_share else ()
    return Scene(
        dice=dice, board=board, light=light, camera=camera, film=film, hands=hands, seed=int(rng.integers(2**31))
    )
