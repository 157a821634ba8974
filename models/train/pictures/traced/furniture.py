"""Floor, rim, table and hands as triangles, each with the texture the fast renderer paints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.render.backdrop import FLOOR, RIM, TABLE, Backdrop, table_z_mm
from models.render.clutter import lay_things
from models.render.ground import Window, paint
from models.render.hand import Sausage, sausages_of
from models.render.noise import linear_rgb, smooth_noise
from models.render.tray import SIDES
from models.render.world import Board, Floats, Material, RimShape, SceneHand, Surface
from models.train.pictures.traced.meshes import Mesh, grid_faces, merged

FAR_MM = 4000.0
MARGIN_MM = 12.0
PAINT_LIMIT_PX = 1600
ROUND_PARTS = 240
CORNER_PARTS = 7
CAP_PARTS = 9
AROUND_PARTS = 24
SKIN_PX = 64
SHEEN = {
    Material.FELT: (0.02, 0.9),
    Material.LEATHER: (0.35, 0.55),
    Material.WOOD: (0.4, 0.45),
    Material.PLAIN: (0.35, 0.4),
    Material.PAPER: (0.05, 0.9),
    Material.WEAVE: (0.02, 0.9),
    Material.STONE: (0.45, 0.3),
    Material.PHOTO: (0.1, 0.7),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TexturedMesh:
    """A thing of one texture."""

    mesh: Mesh  # Its triangles
    albedo: Floats  # float32 (H, W, 3), linear, 0–1; mirrored beyond its edges
    specular: float  # How much its finish mirrors, 0–1
    roughness: float  # Of its finish, 0–1


def ground_parts(board: Board, backdrop: Backdrop, *, px_per_mm: float) -> dict[str, TexturedMesh]:
    """Return floor, rim and table, painted where the camera sees them; beyond the edges paint is mirrored."""
    flat = board.shape is RimShape.NONE
    meshes = {
        "floor": _plane(0.0) if flat else _floor(board),
        "rim": merged([]) if flat else rim_mesh(board),
        "table": merged([]) if flat else _plane(table_z_mm(board)),
    }
    surfaces = {"floor": board.floor, "rim": board.rim, "table": board.table}
    kinds = {"floor": FLOOR, "rim": RIM, "table": TABLE}
    return {
        name: _painted(board, surfaces[name], mesh, backdrop.points[backdrop.kind == kinds[name]], px_per_mm=px_per_mm)
        for name, mesh in meshes.items()
    }


def _painted(board: Board, surface: Surface, mesh: Mesh, seen: Floats, *, px_per_mm: float) -> TexturedMesh:
    specular, roughness = SHEEN[surface.material]
    if len(seen):
        window = _window(seen, px_per_mm=px_per_mm)
        albedo = paint(surface, window)
        if surface is not board.rim:
            albedo = lay_things(albedo, board.things, window)
    else:
        window = Window(left_mm=-50, bottom_mm=-50, shape=(4, 4), px_per_mm=0.04)
        albedo = np.broadcast_to(linear_rgb(surface.rgb), (4, 4, 3)).astype(np.float32)
    x, y = mesh.points[:, 0], mesh.points[:, 1]
    columns, rows = window.to_map(x, y)
    texture = np.stack([(columns + 0.5) / window.shape[1], (rows + 0.5) / window.shape[0]], axis=1)
    placed = Mesh(points=mesh.points, normals=mesh.normals, texture=texture.astype(np.float32), faces=mesh.faces)
    return TexturedMesh(mesh=placed, albedo=albedo, specular=specular, roughness=roughness)


def _window(seen: Floats, *, px_per_mm: float) -> Window:
    (left, bottom), (right, top) = seen[:, :2].min(axis=0) - MARGIN_MM, seen[:, :2].max(axis=0) + MARGIN_MM
    scale = min(px_per_mm, PAINT_LIMIT_PX / float(max(right - left, top - bottom)))
    shape = (max(4, int((top - bottom) * scale) + 1), max(4, int((right - left) * scale) + 1))
    return Window(left_mm=float(left), bottom_mm=float(bottom), shape=shape, px_per_mm=scale)


def _bare(points: Floats, normals: Floats, faces: NDArray[np.uint32]) -> Mesh:
    return Mesh(
        points=np.asarray(points, np.float32),
        normals=np.asarray(normals, np.float32),
        texture=np.zeros((len(points), 2), np.float32),
        faces=faces,
    )


def _plane(z_mm: float) -> Mesh:
    corners = [[-FAR_MM, -FAR_MM, z_mm], [FAR_MM, -FAR_MM, z_mm], [-FAR_MM, FAR_MM, z_mm], [FAR_MM, FAR_MM, z_mm]]
    return _bare(np.array(corners), np.tile([0.0, 0.0, 1.0], (4, 1)), grid_faces(2, 2))


def _sides(board: Board) -> list[tuple[Floats, Floats]]:
    """Return of each side of the outline its ends and normals: (2, 2) at a distance of 1 from the middle, (2, 2)."""
    is_round = board.shape is RimShape.ROUND
    count = ROUND_PARTS if is_round else SIDES[board.shape]
    turn = 0.0 if is_round else np.radians(board.turn_deg)
    half = np.pi / count
    sides = []
    for middle in turn + 2 * half * np.arange(count):
        angles = np.array([middle - half, middle + half])
        corners = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        if is_round:
            sides.append((corners, corners))
        else:
            sides.append((corners / np.cos(half), np.tile([np.cos(middle), np.sin(middle)], (2, 1))))
    return sides


def _floor(board: Board) -> Mesh:
    """Return the floor, its edge hidden in the middle of the rim."""
    edge = np.array([ends[0] for ends, _ in _sides(board)]) * (board.radius_mm + board.rim_width_mm / 2)
    count = len(edge)
    points = np.column_stack([np.vstack([[0.0, 0.0], edge]), np.zeros(count + 1)])
    ring = np.arange(count, dtype=np.uint32)
    faces = np.stack([np.zeros_like(ring), ring + 1, (ring + 1) % count + 1], axis=1).astype(np.uint32)
    return _bare(points, np.tile([0.0, 0.0, 1.0], (count + 1, 1)), faces)


def rim_mesh(board: Board) -> Mesh:
    """Return the rim: its profile drawn along the outline, side by side, mitred at the corners."""
    off, up, outwards, upwards = _profile(board)
    strips = []
    for ends, normals in _sides(board):
        flat = ends[:, None, :] * (board.radius_mm + off)[None, :, None]
        points = np.concatenate([flat, np.broadcast_to(up[None, :, None], (2, len(up), 1))], axis=2)
        lean = normals[:, None, :] * outwards[None, :, None]
        tilted = np.concatenate([lean, np.broadcast_to(upwards[None, :, None], (2, len(up), 1))], axis=2)
        strips.append(_bare(points.reshape(-1, 3), tilted.reshape(-1, 3), grid_faces(2, len(up))))
    return merged(strips)


def _profile(board: Board) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the rim's profile from the table up, over and down: offset, height, and its normal's two parts."""
    half_width, half_height = board.rim_width_mm / 2, (board.rim_height_mm + board.base_mm) / 2
    edge = min(board.rim_round_mm, half_width * 0.95, half_height * 0.95)
    rounds = np.linspace(0, np.pi / 2, CORNER_PARTS)
    outwards = np.concatenate([[-1.0], -np.cos(rounds), np.sin(rounds), [1.0]])
    upwards = np.concatenate([[0.0], np.sin(rounds), np.cos(rounds), [0.0]])
    inner = np.concatenate([np.ones(CORNER_PARTS + 1, bool), np.zeros(CORNER_PARTS + 1, bool)])
    off = np.where(inner, edge, board.rim_width_mm - edge) + edge * outwards
    up = board.rim_height_mm - edge + edge * upwards
    up[[0, -1]] = -board.base_mm
    first, second, third, fourth = (np.asarray(part, np.float32) for part in (off, up, outwards, upwards))
    return first, second, third, fourth


def hand_part(hands: tuple[SceneHand, ...]) -> TexturedMesh:
    """Return the hands: tapered sausages as the fast renderer melts them, skin on the left half of the texture."""
    sausages = [(number, part) for number, hand in enumerate(hands) for part in sausages_of(hand)]
    meshes = [_sausage(part, number, len(hands)) for number, part in sausages]
    rows = [_skin(hand, number) for number, hand in enumerate(hands)] or [np.zeros((4, 4, 3), np.float32)]
    return TexturedMesh(mesh=merged(meshes), albedo=np.concatenate(rows), specular=0.15, roughness=0.6)


def _skin(hand: SceneHand, number: int) -> Floats:
    rng = np.random.default_rng((number, int(hand.scale * 1000)))
    shape = (SKIN_PX, SKIN_PX)
    blotches = 1 + smooth_noise(rng, shape, (8, 8))[..., None] * np.array([0.02, 0.05, 0.05], np.float32)
    threads = 1 + smooth_noise(rng, shape, (2, 2))[..., None] * np.float32(0.06)
    halves = [linear_rgb(hand.skin_rgb) * blotches, linear_rgb(hand.sleeve_rgb) * threads]
    return np.asarray(np.clip(np.concatenate(halves, axis=1), 0.004, 0.95), np.float32)


def _sausage(part: Sausage, number: int, count: int) -> Mesh:
    """Return a tapered capsule: rings about its axis, from the tip of one cap to that of the other."""
    axis = (part.ends_mm[1] - part.ends_mm[0]).astype(np.float64)
    length = float(np.linalg.norm(axis))
    axis /= max(length, 1e-6)
    side = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    low = np.linspace(-np.pi / 2, 0, CAP_PARTS)
    along = np.concatenate([low, -low[::-1]])
    at_end = np.repeat([0, 1], CAP_PARTS)
    around = np.linspace(0, 2 * np.pi, AROUND_PARTS + 1)
    ring = np.cos(around)[:, None] * side + np.sin(around)[:, None] * np.cross(axis, side)
    normals = np.cos(along)[:, None, None] * ring + np.sin(along)[:, None, None] * axis
    points = part.ends_mm[at_end][:, None, :] + np.array(part.radii_mm)[at_end][:, None, None] * normals
    across = np.linspace(0.05, 0.45, len(around)) + (0.5 if part.is_cloth else 0.0)
    down = (number + np.linspace(0.05, 0.95, len(along))) / count
    texture = np.stack(np.broadcast_arrays(across[None, :], down[:, None]), axis=2)
    return Mesh(
        points=points.reshape(-1, 3).astype(np.float32),
        normals=normals.reshape(-1, 3).astype(np.float32),
        texture=texture.reshape(-1, 2).astype(np.float32),
        faces=grid_faces(len(along), len(around)),
    )
