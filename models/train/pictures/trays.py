"""Trays by lot, as a whole in the picture: what the floor finder learns from, and where the floor is seen to end."""

from dataclasses import replace

import cv2
import numpy as np

from models.render.camera import project
from models.render.tray import SIDES
from models.render.world import Board, Floats, RimShape, Scene, SceneCamera
from models.train.pictures.placing import PALETTES, sample_board, sample_surface
from models.train.pictures.scene import SceneConfig, filled, sample_camera

FILLED = 0.4, 1.08  # By the tray, of half the shorter side of the picture
AIMED = 0.12  # Standard deviation of where the camera aims, of the tray's radius
BARE_SHARE, MAT_SHARE = 0.45, 0.12  # Of the bare tables that stay bare; of trays that are mats
ANY_RIM_SHARE, DEEP_SHARE, LIKE_SHARE = 0.4, 0.3, 0.12  # See `_varied`
HARD_SHARE = 0.7  # Of scenes whose one light is a lamp
RING_PLACES = 360


def floor_px(board: Board, camera: SceneCamera) -> Floats:
    """Return where a floor is seen within its rim's foot and top, whatever lies on it: float32 (N, 2), pixels."""
    angles = np.linspace(0, 2 * np.pi, RING_PLACES, endpoint=False)
    side = 2 * np.pi / SIDES.get(board.shape, RING_PLACES)
    reach = board.radius_mm / np.cos((angles + side / 2) % side - side / 2)
    angles += np.radians(board.turn_deg)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None]
    foot, top = (project(camera, np.column_stack([ring, np.full(len(ring), z)])) for z in (0.0, board.rim_height_mm))
    _, seen = cv2.intersectConvexConvex(cv2.convexHull(foot), cv2.convexHull(top))
    return np.asarray(seen, np.float32).reshape(-1, 2)


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


def _varied(rng: np.random.Generator, board: Board) -> Board:
    """Return a tray whose rim may be of anything, or high, and whose table may look as its floor does."""
    if rng.random() < ANY_RIM_SHARE:
        board = replace(board, rim=sample_surface(rng, list(PALETTES)[rng.integers(len(PALETTES))]))
    if rng.random() < DEEP_SHARE:
        board = replace(board, rim_height_mm=board.rim_height_mm * float(rng.uniform(1.2, 2.2)))
    return replace(board, table=board.floor) if rng.random() < LIKE_SHARE else board


def sample_tray(rng: np.random.Generator, config: SceneConfig) -> Scene:
    """Return a tray with what lies in it, or a bare table, by lot."""
    while True:
        board = sample_board(rng, clutter_share=config.clutter_share, shared=config.shared)
        if board.shape is not RimShape.NONE or rng.random() < BARE_SHARE:
            break
    board = _varied(rng, board)
    if rng.random() < MAT_SHARE:
        board = replace(board, rim_height_mm=1.0, rim_width_mm=4.0, rim_round_mm=0.4, base_mm=1.0)
    size_mm = float(rng.uniform(12, 20))
    aim = rng.normal(0, AIMED * board.radius_mm, 2)
    camera = replace(sample_camera(rng, config, size_mm=size_mm), target_mm=(float(aim[0]), float(aim[1])))
    camera = camera_over(board, camera, bend=float(rng.normal(-0.03, 0.06)), filled=float(rng.uniform(*FILLED)))
    return filled(rng, config, board=board, camera=camera, size_mm=size_mm, is_hard=rng.random() < HARD_SHARE)
