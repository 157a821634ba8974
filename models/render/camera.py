"""Where a point of the world lands in the picture, and what ray a pixel looks along."""

import numpy as np
from numpy.typing import ArrayLike

from models.render.world import Floats, SceneCamera

UNDISTORT_STEPS = 6


def eye_mm(camera: SceneCamera) -> Floats:
    """Return the camera's position, float32 (3,), mm."""
    reach = camera.height_mm * np.tan(np.radians(camera.tilt_deg))
    azimuth = np.radians(camera.azimuth_deg)
    x, y = camera.target_mm
    return np.array([x + reach * np.cos(azimuth), y + reach * np.sin(azimuth), camera.height_mm], np.float32)


def axes(camera: SceneCamera) -> Floats:
    """Return the camera's axes as rows (right, down, forward), float32 (3, 3).

    Standing off towards -y (azimuth -90) with no roll, x of the world points right and y up in the picture.
    """
    eye = eye_mm(camera).astype(np.float64)
    forward = np.array([*camera.target_mm, 0.0]) - eye
    forward /= np.linalg.norm(forward)
    azimuth = np.radians(camera.azimuth_deg)
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    down = np.cross(forward, right)
    roll = np.radians(camera.roll_deg)
    turned_right = np.cos(roll) * right + np.sin(roll) * down
    turned_down = np.cos(roll) * down - np.sin(roll) * right
    return np.stack([turned_right, turned_down, forward]).astype(np.float32)


def principal_px(camera: SceneCamera) -> tuple[float, float]:
    """Return the principal point, pixels."""
    if camera.centre_px is not None:
        return camera.centre_px
    return camera.size_wh[0] / 2, camera.size_wh[1] / 2


def project(camera: SceneCamera, points_mm: ArrayLike) -> Floats:
    """Return where points (..., 3) before the camera land, float32 (..., 2), pixels (x, y).

    The middle of the first pixel is (0.5, 0.5).
    """
    points = np.asarray(points_mm, np.float64)
    local = (points - eye_mm(camera)) @ axes(camera).T.astype(np.float64)
    flat = local[..., :2] / local[..., 2:]
    square = (flat**2).sum(-1, keepdims=True)
    bent = flat * (1 + camera.k1 * square + camera.k2 * square**2)
    return np.asarray(bent * camera.f_px + np.array(principal_px(camera)), np.float32)


def rays(camera: SceneCamera) -> Floats:
    """Return the unit direction every pixel's middle looks along, float32 (H, W, 3)."""
    width, height = camera.size_wh
    cx, cy = principal_px(camera)
    bent_x = ((np.arange(width, dtype=np.float32) + 0.5 - cx) / camera.f_px)[None, :]
    bent_y = ((np.arange(height, dtype=np.float32) + 0.5 - cy) / camera.f_px)[:, None]
    shrink = _undistortion(bent_x**2 + bent_y**2, camera)
    local = np.empty((height, width, 3), np.float32)
    local[..., 0] = bent_x * shrink
    local[..., 1] = bent_y * shrink
    local[..., 2] = 1.0
    world = local.reshape(-1, 3) @ axes(camera)
    world /= np.sqrt(np.einsum("ij,ij->i", world, world))[:, None]
    return world.reshape(height, width, 3)


def _undistortion(bent_square: Floats, camera: SceneCamera) -> Floats:
    """Return by what factor distorted coordinates shrink, by fixed-point iteration (OpenCV's method)."""
    shrink: Floats = np.ones_like(bent_square)
    if camera.k1 == 0 and camera.k2 == 0:
        return shrink
    for _ in range(UNDISTORT_STEPS):
        square = bent_square * shrink**2
        shrink = np.asarray(1 / (1 + camera.k1 * square + camera.k2 * square**2), np.float32)
    return shrink
