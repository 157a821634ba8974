"""Close-ups of a die lying flat, without a scene: thousands of designs a minute, for readers of faces.

A board of `models.render.stage` costs a second and shows a handful of designs; what a reader of faces must not learn
by heart is designs. Here the top face, two sides, the ground and the light are put together as flat pieces, in the
size in which a camera would have seen them.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.render.noise import smooth_noise
from models.render.world import Bytes, Floats

SHADES = (0.3, 0.95)
MOST_SWEEP = 0.5
SMALLER_BELOW = 0.94
MAP_PX = 96
GROUNDS = (
    (22, 92, 52), (120, 22, 30), (24, 44, 110), (26, 26, 28), (96, 60, 34), (160, 120, 78), (226, 222, 214),
    (120, 124, 120), (60, 84, 60), (190, 178, 150),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CloseUp:
    """A picture of one die."""

    pixels: Bytes  # uint8 (S, S, 3) RGB
    # float64 (4, 2), corners of the un-rounded top face, its texture's top left first, pixels
    quad: NDArray[np.float64]


def close_up(faces: Bytes, top: int, *, rounding: float, gloss: float, edge_px: float, rng: Generator) -> CloseUp:
    """Draw a die from above, one of its textures, uint8 (6, S, S, 3), on top, that face's edge so many pixels.

    Rounding and gloss are as in `models.render.world.Design`.
    """
    side, rounding_percent = int(np.ceil(edge_px * 2.1)), round(rounding * 100)
    quad = _quad(rng, edge_px) + side / 2
    way, far = rng.uniform(0, 2 * np.pi), MOST_SWEEP * edge_px * rng.beta(1.1, 1.6)
    sweep = np.array([np.cos(way), np.sin(way)]) * far  # from the top face's middle to the bottom face's
    below = (quad - quad.mean(axis=0)) * SMALLER_BELOW + quad.mean(axis=0) + sweep
    light = rng.normal(0, 1, 2)
    light /= np.hypot(*light) + 1e-6
    canvas = _shadowed(_ground(rng, side), np.concatenate([quad, below]), light * edge_px, rng)
    _draw_sides(canvas, faces, top, _Pose(quad, below, light), rounding_percent, rng)
    _draw_top(canvas, faces[top], quad, rounding_percent, light=light, rng=rng)
    if rng.random() < 0.3 * gloss:
        _add_glare(canvas, quad, edge_px, rng)
    return CloseUp(pixels=np.asarray(np.clip(canvas, 0, 255), np.uint8), quad=quad)


def _quad(rng: Generator, edge_px: float) -> NDArray[np.float64]:
    """Return a square seen from a little aside, about the origin."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge_px / 2
    turn, way = rng.uniform(0, 2 * np.pi, 2)
    squeeze = np.cos(np.radians(rng.uniform(0, 28)))
    to_way = _turned(way)
    placed = corners @ _turned(turn).T @ to_way.T * [1.0, squeeze] @ to_way
    far = 1 + rng.uniform(-0.04, 0.04) * (placed @ [np.cos(way), np.sin(way)]) / edge_px
    return np.asarray(placed * far[:, None], np.float64)


def _turned(angle: float) -> NDArray[np.float64]:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _ground(rng: Generator, side: int) -> Floats:
    rgb = np.array(GROUNDS[rng.integers(len(GROUNDS))], np.float32) + rng.normal(0, 14, 3)
    if rng.random() < 0.12:
        rgb = rng.uniform(0, 255, 3)
    coarse = smooth_noise(rng, (side, side), (side / 4, side / 4)) * rng.uniform(0, 0.15)
    fine = rng.standard_normal((side, side), np.float32) * np.float32(rng.uniform(0, 0.12))
    ground = rgb * (1 + coarse + fine)[..., None]
    if rng.random() < 0.3:  # a neighbour, the rim, a hand: an edge across the surroundings
        way, far = rng.uniform(0, 2 * np.pi), side * rng.uniform(0.3, 0.48)
        x, y = np.meshgrid(np.arange(side) - side / 2, np.arange(side) - side / 2)
        ground[x * np.cos(way) + y * np.sin(way) > far] = rng.uniform(0, 255, 3)
    return np.asarray(ground, np.float32)


def _shadowed(ground: Floats, outline: NDArray[np.float64], shift: NDArray[np.float64], rng: Generator) -> Floats:
    shadow = np.zeros(ground.shape[:2], np.float32)
    hull = cv2.convexHull((outline + shift * rng.uniform(0, 0.45)).astype(np.float32))
    cv2.fillConvexPoly(shadow, hull.astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(shadow, (0, 0), float(np.hypot(*shift) * rng.uniform(0.03, 0.25)) + 0.3)
    return np.asarray(ground * (1 - soft * np.float32(rng.uniform(0.2, 0.75)))[..., None], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Pose:
    """How the die lies: its top and bottom face in the picture, (4, 2) each, and where light comes from, (2,)."""

    quad: NDArray[np.float64]
    below: NDArray[np.float64]
    light: NDArray[np.float64]


def _draw_sides(canvas: Floats, faces: Bytes, top: int, pose: _Pose, rounding: int, rng: Generator) -> None:
    """Draw the sides that are seen, in place: the other faces, darker, and the hull in the body's colour under them."""
    quad, below, light = pose.quad, pose.below, pose.light
    body = np.median(faces[top][::8, ::8].reshape(-1, 3), axis=0)
    hull = cv2.convexHull(np.concatenate([quad, below]).astype(np.float32))
    cv2.fillConvexPoly(canvas, hull.astype(np.int32), [float(v) for v in body * rng.uniform(*SHADES)], cv2.LINE_AA)
    others = rng.permutation([which for which in range(6) if which not in (top, 5 - top)])
    middle = quad.mean(axis=0)
    for edge, other in enumerate(others):
        first, second = quad[edge], quad[(edge + 1) % 4]
        corners = np.array([first, second, below[(edge + 1) % 4], below[edge]])
        outward = (first + second) / 2 - middle
        if (below[edge] - first + below[(edge + 1) % 4] - second) @ outward <= 0:
            continue
        shade = np.clip(0.62 + 0.3 * (outward @ light) / (np.hypot(*outward) + 1e-6) + rng.normal(0, 0.08), *SHADES)
        _paste(canvas, faces[other], corners, rounding, float(shade))


def _draw_top(
    canvas: Floats, face: Bytes, quad: NDArray[np.float64], rounding: int, *, light: NDArray[np.float64], rng: Generator
) -> None:
    """Draw the top face, its edges lit from one side, in place."""
    _, across, down = _masks(rounding)
    to_face = (quad[1] - quad[0]) @ light, (quad[3] - quad[0]) @ light
    length = np.hypot(*to_face) + 1e-6
    slope = np.hypot(across, down) * np.float32(-rng.uniform(0, 0.15))
    lit = np.float32(rng.uniform(0, 0.45))
    slope += (across * np.float32(to_face[0] / length) + down * np.float32(to_face[1] / length)) * lit
    texture = cv2.resize(face, (MAP_PX, MAP_PX), interpolation=cv2.INTER_AREA) if face.shape[0] != MAP_PX else face
    bevelled = cv2.multiply(texture, cv2.merge([1 + slope] * 3), dtype=cv2.CV_8U)
    _paste(canvas, np.asarray(bevelled, np.uint8), quad, rounding)


def _paste(canvas: Floats, face: Bytes, quad: NDArray[np.float64], rounding: int, shade: float = 1.0) -> None:
    """Put a face onto a canvas, float32 (S, S, 3), in place; its corners' rounding in hundredths of the edge."""
    side = canvas.shape[0]
    first = np.clip(np.floor(quad.min(axis=0)) - 1, 0, side - 1).astype(int)
    size = np.clip(np.ceil(quad.max(axis=0)) + 1, 1, side).astype(int) - first
    if (size < 2).any():
        return
    small = int(np.clip(np.ceil(np.hypot(*(quad[1] - quad[0])) * 1.1), 8, MAP_PX))
    texture = cv2.resize(face, (small, small), interpolation=cv2.INTER_AREA)
    sheet = cv2.merge([*cv2.split(texture), _mask_bytes(rounding, small)])
    corners = np.array([[0, 0], [small, 0], [small, small], [0, small]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, (quad - first - 0.5).astype(np.float32))
    # The mask ends in nothing, so what the colour goes on with beyond the sheet does not matter.
    warped = cv2.warpPerspective(sheet, matrix, size.tolist(), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = canvas[first[1] : first[1] + size[1], first[0] : first[0] + size[0]]
    cover = warped[..., 3:] * np.float32(1 / 255)
    part += cover * (warped[..., :3] * np.float32(shade) - part)


@functools.lru_cache(maxsize=64)
def _masks(rounding_percent: int) -> tuple[Floats, Floats, Floats]:
    """Return where a rounded face is, and how it slopes across and down, float32 (MAP_PX, MAP_PX) each."""
    radius = max(0.02, rounding_percent / 100) * 2
    axis = (np.arange(MAP_PX, dtype=np.float32) + 0.5) / MAP_PX * 2 - 1
    beyond = np.clip(np.abs(axis) - (1 - radius), 0, None) / radius
    slope = np.sign(axis) * beyond
    away = np.hypot(beyond[None, :], beyond[:, None])
    mask = np.clip((1.02 - away) * radius * MAP_PX / 2, 0, 1)
    across = np.broadcast_to(slope[None, :], mask.shape)
    down = np.broadcast_to(slope[:, None], mask.shape)
    return np.asarray(mask, np.float32), np.asarray(across, np.float32), np.asarray(down, np.float32)


@functools.lru_cache(maxsize=1024)
def _mask_bytes(rounding_percent: int, side: int) -> Bytes:
    """Return where a rounded face is, uint8 (side, side), with nothing at its very edge."""
    small = cv2.resize(_masks(rounding_percent)[0], (side, side), interpolation=cv2.INTER_AREA)
    small[[0, -1]] = small[:, [0, -1]] = 0
    return np.asarray(small * 255, np.uint8)


def _add_glare(canvas: Floats, quad: NDArray[np.float64], edge_px: float, rng: Generator) -> None:
    spot = np.zeros(canvas.shape[:2], np.float32)
    middle = quad.mean(axis=0) + rng.normal(0, 0.35, 2) * edge_px
    axes = edge_px * rng.uniform(0.05, 0.4, 2)
    where = int(middle[0]), int(middle[1])
    size = max(1, int(axes[0])), max(1, int(axes[1]))
    cv2.ellipse(spot, where, size, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), float(edge_px * rng.uniform(0.02, 0.15)) + 0.3)
    canvas += soft[..., None] * np.float32(rng.uniform(20, 160))
