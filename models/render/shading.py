"""The light a die sends into the camera, and what it keeps off the ground."""

import functools
import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from models.render import light as lighting
from models.render.ground import Window
from models.render.noise import to_linear
from models.render.solid import Hits, RoundedCube, face_coordinates, meet_slabs
from models.render.tray import rim_lets_through
from models.render.truth import CORNER_SIGNS
from models.render.world import FACE_DOWN, FACE_RIGHT, Board, Bytes, Design, DieInstance, Floats, RimShape, SceneLight

NEIGHBOUR_SIZES = 3.5
RELIEF_DEPTH = 2.2
SAMPLE_COLUMNS = 512
FRESNEL_PLASTIC = 0.04


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Surroundings:
    """What a die is lit by and what stands in the way."""

    board: Board  # Its rim shades
    light: SceneLight  # Lamp, window and room
    bounce_rgb: Floats  # float32 (3,), linear light the ground throws back up
    others: tuple[DieInstance, ...]  # The other dice


def solid_of(die: DieInstance) -> RoundedCube:
    """Return a die's shape."""
    half = die.size_mm / 2
    return RoundedCube(
        half_mm=half, edge_mm=max(die.design.rounding * die.size_mm, 0.15), ball_mm=die.design.ball * half
    )


@functools.lru_cache(maxsize=192)
def _atlas(design: Design, side: int) -> Bytes:
    """Return a design's faces at a texture size, one below the other, uint8 (6 * side, side, 3)."""
    faces = [cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA) for face in design.faces]
    return np.asarray(np.concatenate(faces), np.uint8)


@functools.lru_cache(maxsize=96)
def _slopes(design: Design, side: int) -> Floats:
    """Return the relief's slopes along right and down, float32 (6 * side, side, 2)."""
    relief = design.relief
    assert relief is not None
    stacked = []
    for height in relief:
        small = np.asarray(cv2.resize(height, (side, side), interpolation=cv2.INTER_AREA), np.float32) / 255
        down, right = np.gradient(cv2.GaussianBlur(small, (0, 0), max(side / 128, 0.5)))
        stacked.append(np.stack([right, down], axis=2) * (side / 16))
    return np.concatenate(stacked).astype(np.float32)


def texture_side(design: Design, die_px: float) -> int:
    """Return the texture size that suits a die's size in the picture: the full one halved as often as it may be."""
    side = int(design.faces.shape[1])
    while side > 16 and side * 0.5 >= die_px * 0.85:
        side //= 2
    return side


def shade(die: DieInstance, hits: Hits, towards_eye: Floats, around: Surroundings, *, die_px: float) -> Floats:
    """Return the linear light of a die's surface points, float32 (M, 3), towards an eye, unit (M, 3)."""
    albedo, local_normals = _texture(die, hits, die_px=die_px)
    normals = local_normals @ die.rotation.T
    points = hits.points @ die.rotation.T + np.array(die.position_mm, np.float32)
    shares = _shares(die, points, normals, around)
    diffuse = albedo * (shares @ lighting.colours(around.light).T + _bounced(die, points, normals, around))
    if die.design.translucency:
        diffuse = _glassy(die, albedo, diffuse, around)
    return np.asarray(diffuse + _lacquer(die, points, normals, towards_eye=towards_eye, around=around), np.float32)


def _texture(die: DieInstance, hits: Hits, *, die_px: float) -> tuple[Floats, Floats]:
    side = texture_side(die.design, die_px)
    face, right, down = face_coordinates(hits.points, die.size_mm / 2)
    x = np.clip((right + 1) * np.float32(side / 2) - 0.5, 0, side - 1)
    y = np.clip((down + 1) * np.float32(side / 2) - 0.5, 0, side - 1) + (face * side).astype(np.float32)
    colour = _sample(_atlas(die.design, side), x, y)
    if die.design.relief is None:
        return to_linear(colour), hits.normals
    slope = _sample(_slopes(die.design, side), x, y) * np.float32(RELIEF_DEPTH)
    bent = hits.normals - slope[:, :1] * FACE_RIGHT[face] - slope[:, 1:] * FACE_DOWN[face]
    bent = bent / np.sqrt(np.einsum("ij,ij->i", bent, bent))[:, None]
    return to_linear(colour), np.asarray(bent, np.float32)


def _sample(texture: Bytes | Floats, x: Floats, y: Floats) -> Floats:
    """Return a texture at points, float32 (M, channels); laid out in rows, as OpenCV takes 32767 columns at most."""
    count = len(x)
    rows = -(-count // SAMPLE_COLUMNS)
    places = np.zeros((2, rows * SAMPLE_COLUMNS), np.float32)
    places[0, :count], places[1, :count] = x, y
    across, down = places.reshape(2, rows, SAMPLE_COLUMNS)
    sampled = cv2.remap(texture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled.reshape(-1, texture.shape[2])[:count], np.float32)


def _shares(die: DieInstance, points: Floats, normals: Floats, around: Surroundings) -> Floats:
    """Return how much of lamp, window and room reaches the points, float32 (M, 3)."""
    light, board = around.light, around.board
    lamp = lighting.lamp_irradiance(light, points, normals)
    window = lighting.window_irradiance(light, normals)
    room = 0.5 + 0.5 * normals[:, 2]
    if board.shape is not RimShape.NONE and die.position_mm[2] > 0:
        xyz = points[:, 0], points[:, 1], np.maximum(points[:, 2], 0)
        lamp *= rim_lets_through(board, xyz, lighting.lamp_direction(light), spread=lighting.lamp_spread(light))
        window *= rim_lets_through(board, xyz, light.window_direction, spread=lighting.window_spread(light))
    for other in around.others:
        apart = np.linalg.norm(np.subtract(other.position_mm, die.position_mm))
        if other is not die and apart < NEIGHBOUR_SIZES * die.size_mm:
            lamp *= _lets_through(other, points, np.array(lighting.lamp_direction(light), np.float32))
            window *= 0.3 + 0.7 * _lets_through(other, points, np.array(light.window_direction, np.float32))
            room *= 1 - _hides_room(other, points, normals)
    return np.stack([lamp, window, room], axis=1)


def _lets_through(other: DieInstance, points: Floats, towards: Floats) -> Floats:
    """Return the share of light from a direction that passes another die, float32 (M,)."""
    local = (points - np.array(other.position_mm, np.float32)) @ other.rotation
    aim = np.broadcast_to(towards @ other.rotation, local.shape)
    enter, leave = meet_slabs(local, aim, other.size_mm / 2 * 0.97)
    chord = np.where(leave > 0.2, leave - np.maximum(enter, 0), 0) / np.float32(0.25 * other.size_mm)
    return np.asarray(1 - np.clip(chord, 0, 1) * np.float32(1 - 0.6 * other.design.translucency), np.float32)


def _hides_room(other: DieInstance, points: Floats, normals: Floats) -> Floats:
    to_other = np.array(other.position_mm, np.float32) - points
    square = np.einsum("ij,ij->i", to_other, to_other) + 1
    facing = np.maximum(np.einsum("ij,ij->i", to_other, normals) / np.sqrt(square), 0)
    return np.asarray(np.clip(facing * (0.30 * other.size_mm**2) / square, 0, 0.75), np.float32)


def _bounced(die: DieInstance, points: Floats, normals: Floats, around: Surroundings) -> Floats:
    """Return the light from the ground below, less where the die stands on it, float32 (M, 3)."""
    downwards = 0.5 - 0.5 * normals[:, 2]
    height = points[:, 2] - (points[:, 2].min() if die.position_mm[2] < 0 else 0)
    open_below = np.clip(height / np.float32(0.55 * die.size_mm), 0.08, 1)
    return np.asarray((downwards * open_below)[:, None] * around.bounce_rgb, np.float32)


def _glassy(die: DieInstance, albedo: Floats, diffuse: Floats, around: Surroundings) -> Floats:
    """Return the light of tinted glass: lit from within by the room and by the ground it stands on."""
    within = albedo * (
        np.array(around.light.room_rgb, np.float32) * np.float32(1.3) + around.bounce_rgb * np.float32(0.4)
    )
    part = np.float32(0.55 * die.design.translucency)
    return np.asarray(diffuse * (1 - part) + within * part, np.float32)


def _lacquer(die: DieInstance, points: Floats, normals: Floats, *, towards_eye: Floats, around: Surroundings) -> Floats:
    """Return what a die's polish mirrors, float32 (M, 3)."""
    cosine = np.einsum("ij,ij->i", normals, towards_eye)
    reflected = 2 * cosine[:, None] * normals - towards_eye
    roughness = 0.05 + 0.5 * (1 - die.design.gloss) ** 1.5
    shine = lighting.mirrored(around.light, np.asarray(reflected, np.float32), points, roughness=roughness)
    from_below = np.maximum(-reflected[:, 2:], 0)
    shine = shine * (1 - from_below) + around.bounce_rgb * from_below
    mirrors = FRESNEL_PLASTIC + (1 - FRESNEL_PLASTIC) * (1 - np.clip(cosine, 0, 1)) ** 5  # Schlick's approximation
    return np.asarray(shine * (mirrors * np.float32(0.3 + 0.7 * die.design.gloss))[:, None], np.float32)


LAMP_SAMPLES = 12
WINDOW_SAMPLES = 10
ROOM_SAMPLES = 16
TILE_LIMIT_PX = 220
REACH_SIZES = 4.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shadow:
    """What a die keeps off the ground."""

    window: Window  # Where on the ground
    kept_off: Floats  # float32 (H, W, 3), share of lamp, window and room that is missing, 0–1


def cast_shadow(die: DieInstance, light: SceneLight, ground_z_mm: float, *, px_per_mm: float) -> Shadow:
    """Cast a die's shadow, by all three lights, onto a plane below it."""
    outlines = _outlines(die, light, ground_z_mm)
    reach = die.size_mm * REACH_SIZES
    centre = np.array(die.position_mm[:2], np.float32)
    near = np.clip(outlines - centre, -reach, reach) + centre
    low, high = near.reshape(-1, 2).min(axis=0) - 2, near.reshape(-1, 2).max(axis=0) + 2
    scale = float(min(px_per_mm, TILE_LIMIT_PX / float((high - low).max())))
    shape = (int((high[1] - low[1]) * scale) + 2, int((high[0] - low[0]) * scale) + 2)
    window = Window(left_mm=float(low[0]), bottom_mm=float(low[1]), shape=shape, px_per_mm=scale)
    tile = _mean_polygons((outlines - low) * np.float32(scale), shape)
    return Shadow(window=window, kept_off=tile * np.float32((1 - 0.7 * die.design.translucency) / 255))


def _outlines(die: DieInstance, light: SceneLight, ground_z_mm: float) -> Floats:
    """Return the die's silhouette points seen from every sample, on the plane, float32 (samples, points, 2)."""
    points = (_silhouette(die.design.rounding) * die.size_mm) @ die.rotation.T + np.array(die.position_mm, np.float32)
    heights = np.maximum(points[:, 2] - ground_z_mm, 0.0)
    disc = WINDOW_DISC * np.float32(lighting.window_spread(light))
    window = _spread(np.array(light.window_direction, np.float32), disc)
    directions = np.concatenate([_lamp_directions(die, light), window, ROOM_DIRECTIONS])
    slopes = directions[:, :2] / np.maximum(directions[:, 2:], 0.12)
    return np.asarray(points[None, :, :2] - slopes[:, None, :] * heights[None, :, None], np.float32)


def _silhouette(rounding: float) -> Floats:
    """Return points on a unit die's rounded edges whose hull is nearly its own, float32 (24, 3)."""
    reach = np.full((3, 3), 0.5 - rounding * 0.6, np.float32)
    np.fill_diagonal(reach, 0.5)
    return np.asarray((CORNER_SIGNS[:, None, :] * reach[None]).reshape(-1, 3), np.float32)


def _disc(count: int) -> Floats:
    """Return points spread evenly over the unit disc (a sunflower), float32 (count, 2)."""
    index = np.arange(count) + 0.5
    radius, angle = np.sqrt(index / count), index * np.pi * (3 - np.sqrt(5))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


LAMP_DISC = _disc(LAMP_SAMPLES)
WINDOW_DISC = _disc(WINDOW_SAMPLES)


_ROOM_DISC = _disc(ROOM_SAMPLES) * np.float32(0.96)
ROOM_DIRECTIONS = np.concatenate([_ROOM_DISC, np.sqrt(1 - (_ROOM_DISC**2).sum(axis=1, keepdims=True))], axis=1)
"""Spread over the sky as its light falls on flat ground, float32 (ROOM_SAMPLES, 3)."""


def _lamp_directions(die: DieInstance, light: SceneLight) -> Floats:
    """Return directions from the die to points all over the lamp, float32 (samples, 3)."""
    to_lamp = np.array(light.lamp_mm, np.float32) - np.array(die.position_mm, np.float32)
    distance = float(np.linalg.norm(to_lamp))
    return _spread(to_lamp / np.float32(distance), LAMP_DISC * np.float32(light.lamp_radius_mm / distance))


def _spread(direction: Floats, offsets: Floats) -> Floats:
    """Return a direction fanned out sideways by offsets, unit, float32 (N, 3)."""
    across = cv2.SVDecomp(direction[None].astype(np.float64), flags=cv2.SVD_FULL_UV)[2]
    side, up = across[1], across[2]
    fan = direction + offsets[:, :1] * side + offsets[:, 1:] * up
    return np.asarray(fan / np.linalg.norm(fan, axis=1, keepdims=True), np.float32)


def _mean_polygons(outlines: Floats, shape: tuple[int, int]) -> Floats:
    """Return for each light the mean of its samples' hulls, filled and anti-aliased, float32 (H, W, 3), 0–255."""
    starts = (0, LAMP_SAMPLES, LAMP_SAMPLES + WINDOW_SAMPLES, len(outlines))
    tile = np.zeros((*shape, 3), np.float32)
    for light, (first, last) in enumerate(itertools.pairwise(starts)):
        total = np.zeros(shape, np.float32)
        for outline in outlines[first:last]:
            mask = np.zeros(shape, np.uint8)
            hull = np.clip(cv2.convexHull(outline) * 8, -30000, 30000).astype(np.int32)
            cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 3)
            total += mask
        tile[..., light] = total / (last - first)
    return np.asarray(cv2.blur(tile, (3, 3)), np.float32)
