"""Board and table without dice: traced once for a camera and a light, then used for every frame."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.render import light as lighting
from models.render.camera import eye_mm, rays
from models.render.clutter import lay_things
from models.render.ground import Window, paint
from models.render.tray import outline_mm, rim_dims_room, rim_lets_through, rim_normals, trace_rim
from models.render.world import Board, Bytes, Floats, RimShape, SceneCamera, SceneLight, Surface

FLOOR, RIM, TABLE = 0, 1, 2
MAP_LIMIT_PX = 1600
THIN = 5  # every fifth pixel is enough for a mean


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Backdrop:
    """A picture of the empty board, taken apart so that shadows can be laid onto it."""

    directions: Floats  # float32 (H, W, 3), unit rays
    depth_mm: Floats  # float32 (H, W), along each ray to the surface
    points: Floats  # float32 (H, W, 3), the surface met, world mm
    kind: Bytes  # uint8 (H, W), FLOOR, RIM or TABLE
    albedo: Floats  # float32 (H, W, 3), linear
    shares: Floats  # float32 (H, W, 3), how much of lamp, window and room arrives
    mean_rgb: Floats  # float32 (3,), mean albedo of the floor, which dice mirror from below


def trace_backdrop(board: Board, light: SceneLight, camera: SceneCamera) -> Backdrop:
    """Trace the empty board."""
    eye, directions = eye_mm(camera), rays(camera)
    depth, kind = _meet_ground(board, eye, directions)
    _meet_rim(board, eye, directions, depth=depth, kind=kind)
    points = np.asarray(eye + directions * depth[..., None], np.float32)
    albedo = _albedo(
        board, points, kind, px_per_mm=camera.f_px / float(depth[depth.shape[0] // 2, depth.shape[1] // 2])
    )
    shares = _ground_shares(board, light, points)
    _shade_rim(board, light, points, kind=kind, shares=shares)
    thin = np.s_[::THIN, ::THIN]
    floor = albedo[thin][kind[thin] == FLOOR]
    mean = (floor if len(floor) else albedo[thin].reshape(-1, 3)).mean(axis=0)
    return Backdrop(
        directions=directions, depth_mm=depth, points=points, kind=kind, albedo=albedo, shares=shares, mean_rgb=mean
    )


def table_z_mm(board: Board) -> float:
    """Return the height of the table's surface."""
    return 0.0 if board.shape is RimShape.NONE else -board.base_mm


def _along(eye: Floats, directions: Floats, z_mm: float) -> Floats:
    """Return how far along rays that look down a height is reached."""
    return np.asarray((z_mm - eye[2]) / np.minimum(directions[..., 2], -0.02))


def _off_rim(board: Board, eye: Floats, directions: Floats, along: Floats) -> Floats:
    """Return how far outside the middle of the rim rays are so far along."""
    x, y = (eye[axis] + directions[..., axis] * along for axis in (0, 1))
    return outline_mm(board, x, y) - board.rim_width_mm / 2


def _meet_ground(board: Board, eye: Floats, directions: Floats) -> tuple[Floats, Bytes]:
    """Return depth and kind of the floor, or of the table outside the rim."""
    depth = _along(eye, directions, 0.0)
    kind = np.zeros(depth.shape, np.uint8)
    if board.shape is not RimShape.NONE:
        kind[_off_rim(board, eye, directions, depth) > 0] = TABLE
        depth = np.where(kind == TABLE, _along(eye, directions, table_z_mm(board)), depth)
    return np.asarray(depth, np.float32), kind


def _meet_rim(board: Board, eye: Floats, directions: Floats, *, depth: Floats, kind: Bytes) -> None:
    """Put the rim in front of the ground, in place; only rays passing near it are traced."""
    if board.shape is RimShape.NONE:
        return
    heights = board.rim_height_mm, -board.base_mm
    before, after = (_off_rim(board, eye, directions, _along(eye, directions, z)) for z in heights)
    reach = board.rim_width_mm / 2 + 2
    near = (np.abs(before) < reach) | (np.abs(after) < reach) | ((before < 0) != (after < 0))
    met = trace_rim(board, eye, directions[near])
    hit = met < depth[near] + 0.5
    depth[near] = np.where(hit, met, depth[near])
    kind[near] = np.where(hit, RIM, kind[near])


def _albedo(board: Board, points: Floats, kind: Bytes, *, px_per_mm: float) -> Floats:
    albedo = np.empty(points.shape, np.float32)
    for number, surface in ((FLOOR, board.floor), (RIM, board.rim), (TABLE, board.table)):
        mask = kind == number
        left, top, wide, high = cv2.boundingRect(mask.astype(np.uint8))
        if not wide:
            continue
        part = np.s_[top : top + high, left : left + wide]
        painted = _painted(board, surface, points[part], mask[part], px_per_mm=px_per_mm)
        np.copyto(albedo[part], painted, where=mask[part][..., None])
    return albedo


def _painted(board: Board, surface: Surface, points: Floats, mask: Bytes, *, px_per_mm: float) -> Floats:
    x, y = np.ascontiguousarray(points[..., 0]), np.ascontiguousarray(points[..., 1])
    window = _window(x[mask], y[mask], px_per_mm=px_per_mm)
    painted = paint(surface, window)
    if surface is not board.rim:
        painted = lay_things(painted, board.things, window)
    return np.asarray(
        cv2.remap(painted, *window.to_map(x, y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32
    )


def _window(x: Floats, y: Floats, *, px_per_mm: float) -> Window:
    left, bottom = float(x.min()) - 2, float(y.min()) - 2
    wide, high = float(x.max()) + 2 - left, float(y.max()) + 2 - bottom
    scale = min(px_per_mm * 0.95, MAP_LIMIT_PX / max(wide, high))
    shape = (max(4, int(high * scale) + 1), max(4, int(wide * scale) + 1))
    return Window(left_mm=left, bottom_mm=bottom, shape=shape, px_per_mm=scale)


def _ground_shares(board: Board, light: SceneLight, points: Floats) -> Floats:
    """Return what arrives of each light on ground facing up, float32 (H, W, 3)."""
    flat = points.reshape(-1, 3)
    up = np.zeros_like(flat)
    up[:, 2] = 1
    xyz, towards = (flat[:, 0], flat[:, 1], flat[:, 2]), lighting.lamp_direction(light)
    lamp, window = lighting.lamp_irradiance(light, flat, up), lighting.window_irradiance(light, up)
    lamp *= rim_lets_through(board, xyz, towards, spread=lighting.lamp_spread(light))
    window *= rim_lets_through(board, xyz, light.window_direction, spread=lighting.window_spread(light))
    return np.stack([lamp, window, rim_dims_room(board, *xyz[:2])], axis=1).reshape(points.shape)


def _shade_rim(board: Board, light: SceneLight, points: Floats, *, kind: Bytes, shares: Floats) -> None:
    """Replace the shares on the rim by those of its own slopes, with a touch of gloss, in place."""
    mask = kind == RIM
    if not mask.any():
        return
    surface = points[mask]
    normals = rim_normals(board, surface)
    low = np.clip((surface[:, 2] + board.base_mm) / (board.rim_height_mm + board.base_mm), 0, 1)
    shares[mask] = np.stack(
        [
            lighting.lamp_irradiance(light, surface, normals),
            lighting.window_irradiance(light, normals),
            (0.55 + 0.45 * normals[:, 2]) * (0.6 + 0.4 * low),
        ],
        axis=1,
    )
