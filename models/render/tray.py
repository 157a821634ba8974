"""The rim: its outline as a signed distance, where rays meet it, and what light it keeps off."""

import numpy as np

from models.render.world import Board, Floats, RimShape, Vector

SIDES = {RimShape.OCTAGON: 8, RimShape.HEXAGON: 6, RimShape.SQUARE: 4}
TRACE_STEPS = 28
HIT_MM = 0.05


def outline_mm(board: Board, x: Floats, y: Floats) -> Floats:
    """Return the distance to the inner outline, negative inside, same shape as `x`.

    Polygons are mitred: outside a corner the distance is that to the sides' lines.
    """
    if board.shape is RimShape.ROUND:
        return np.sqrt(x * x + y * y) - np.float32(board.radius_mm)
    sides = SIDES[board.shape]
    nearest = np.full_like(x, -np.inf)
    for side in range(sides):
        angle = np.radians(board.turn_deg + 360 * side / sides)
        np.maximum(nearest, x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)), out=nearest)
    return nearest - np.float32(board.radius_mm)


def rim_distance_mm(board: Board, x: Floats, y: Floats, z: Floats) -> Floats:
    """Return the signed distance to the rim, a ring with rounded edges from the table up."""
    half_width, half_height = board.rim_width_mm / 2, (board.rim_height_mm + board.base_mm) / 2
    edge = min(board.rim_round_mm, half_width * 0.95, half_height * 0.95)
    across = np.abs(outline_mm(board, x, y) - half_width) - (half_width - edge)
    up = np.abs(z - (board.rim_height_mm - half_height)) - (half_height - edge)
    outside = np.sqrt(np.maximum(across, 0) ** 2 + np.maximum(up, 0) ** 2)
    return np.asarray(outside + np.minimum(np.maximum(across, up), 0) - np.float32(edge), np.float32)


def trace_rim(board: Board, eye: Floats, directions: Floats) -> Floats:
    """Return how far along unit rays (N, 3) from an eye the rim is met, float32 (N,), mm; inf where it is not."""
    met = np.full(len(directions), np.inf, np.float32)
    down = -directions[:, 2]
    along = (eye[2] - board.rim_height_mm) / down
    limit = (eye[2] + board.base_mm) / down
    active = np.arange(len(directions))
    for _ in range(TRACE_STEPS):
        points = eye + directions[active] * along[active, None]
        gap = rim_distance_mm(board, points[:, 0], points[:, 1], points[:, 2])
        hit = gap < HIT_MM
        met[active[hit]] = along[active[hit]]
        along[active] += np.maximum(gap, HIT_MM)
        active = active[~hit & (along[active] < limit[active])]
        if not active.size:
            break
    return met


def rim_normals(board: Board, points: Floats) -> Floats:
    """Return the rim's outward normals at points of its surface, float32 (N, 3), by central differences."""
    step = np.float32(0.2)
    normals = np.empty_like(points)
    for axis in range(3):
        shift = np.zeros(3, np.float32)
        shift[axis] = step
        ahead, behind = (points + shift).T, (points - shift).T
        normals[:, axis] = rim_distance_mm(board, *ahead) - rim_distance_mm(board, *behind)
    lengths = np.sqrt(np.einsum("ij,ij->i", normals, normals))[:, None]
    return np.asarray(normals / np.maximum(lengths, 1e-6), np.float32)


def rim_lets_through(board: Board, points: tuple[Floats, Floats, Floats], towards: Vector, *, spread: float) -> Floats:
    """Return the share of a distant light that the rim lets through to points.

    The line to the light crosses the rim's top height inside the outline (seen from inside) or outside the outer
    one (from the table); how near to the outline it crosses gives the half-shadow.

    Points are x, y, z, float32 (...) each; the light's direction is unit, z above 0; its spread is the tangent of its
    half angle.
    """
    x, y, z = points
    if board.shape is RimShape.NONE:
        return np.ones_like(x)
    rise = np.maximum(board.rim_height_mm - z, 0) / np.float32(max(towards[2], 0.15))
    at_top = outline_mm(board, x + rise * np.float32(towards[0]), y + rise * np.float32(towards[1]))
    inside = outline_mm(board, x, y) < board.rim_width_mm / 2
    excess = np.where(inside, at_top, board.rim_width_mm - at_top)
    half_shadow = rise * np.float32(spread) + np.float32(0.4)
    lit = np.clip(0.5 - excess / (2 * half_shadow), 0, 1)
    return np.asarray(lit * lit * (3 - 2 * lit), np.float32)


def rim_dims_room(board: Board, x: Floats, y: Floats) -> Floats:
    """Return the share of the room's light that reaches ground points near the rim."""
    if board.shape is RimShape.NONE:
        return np.ones_like(x)
    distance = outline_mm(board, x, y)
    gap = np.where(distance < board.rim_width_mm / 2, -distance, distance - board.rim_width_mm)
    height = board.rim_height_mm + np.where(distance < board.rim_width_mm / 2, 0, board.base_mm)
    return np.asarray(1 - 0.5 * np.exp(-np.maximum(gap, 0) / (0.6 * height)), np.float32)


def is_inside(board: Board, x: float, y: float, *, margin_mm: float = 0.0) -> bool:
    """Return whether a point lies on the board's floor, at least a margin from the rim."""
    if board.shape is RimShape.NONE:
        return True
    at = outline_mm(board, np.array([x], np.float32), np.array([y], np.float32))
    return bool(at[0] < -margin_mm)
