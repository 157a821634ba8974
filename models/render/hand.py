"""A hand reaching in: tapered sausages seen from above, melted into one another, lit like everything else.

Drawn coarsely and enlarged, for a hand moves and has no fine detail a die detector could use.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from models.render import light as lighting
from models.render.camera import eye_mm, project
from models.render.noise import linear_rgb, smooth_noise
from models.render.world import Bytes, Floats, SceneCamera, SceneHand, SceneLight

COARSE_PX = 220
MELT_MM = 5.0
NOTHING_MM = -1e4
# knuckle (u across, v back from the tip), tip u at closed fingers, tip v, radius: index, middle, ring, little
FINGERS = (
    (-29.0, 92.0, -22.0, 9.0, 9.2),
    (-9.0, 86.0, -6.0, 0.0, 9.6),
    (11.0, 89.0, 9.0, 7.0, 9.0),
    (28.0, 98.0, 24.0, 26.0, 7.8),
)
SLEEVE_FROM_MM = 235.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sausage:
    """A tapered capsule."""

    ends_mm: Floats  # float32 (2, 3)
    radii_mm: tuple[float, float]  # At the two ends
    is_cloth: bool = False  # Sleeve instead of skin


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Relief:
    """A hand as a picture of heights."""

    height_mm: Floats  # float32 (h, w), NOTHING_MM where there is none
    cover: Floats  # float32 (h, w), 0–1
    is_cloth: np.typing.NDArray[np.bool_]  # bool (h, w)
    mm_per_px: float  # float32 (h, w) would be exact; the mean serves


def draw_hand(hand: SceneHand, camera: SceneCamera, light: SceneLight, picture: Floats, depth_mm: Floats) -> Bytes:
    """Draw a hand and its shadow over a picture, linear float32 (H, W, 3), in place.

    Returns uint8 (H, W), 1 where the hand hides what was there; the depth becomes 0 there.
    """
    sausages = sausages_of(hand)
    _draw_shadow(sausages, camera, light, picture)
    hidden = np.zeros(depth_mm.shape, np.uint8)
    span = _span(sausages, camera)
    if span is None:
        return hidden
    left, top, right, bottom = span
    shrink = min(1.0, COARSE_PX / max(right - left, bottom - top))
    relief = _relief(sausages, camera, span, shrink)
    colour = _lit(hand, relief, light)
    size = (right - left, bottom - top)
    layer = cv2.resize(np.dstack([colour, relief.cover]), size, interpolation=cv2.INTER_LINEAR)
    part, cover = picture[top:bottom, left:right], layer[..., 3:]
    part += (layer[..., :3] - part) * cover
    hidden[top:bottom, left:right] = cover[..., 0] > 0.5
    depth_mm[hidden > 0] = 0.0
    return hidden


def sausages_of(hand: SceneHand) -> tuple[Sausage, ...]:
    """Return the parts a hand is melted from."""
    parts: list[Sausage] = []
    fan = 0.35 + 1.0 * hand.spread
    for knuckle_u, knuckle_v, tip_u, tip_v, radius in FINGERS:
        tip = (tip_u * fan * 1.35, tip_v, radius)
        joint = ((tip[0] + knuckle_u) / 2, (tip_v + knuckle_v) / 2, radius + 26)
        knuckle = (knuckle_u, knuckle_v, radius + 34)
        parts.append(_sausage(hand, tip, joint, (radius * 0.82, radius)))
        parts.append(_sausage(hand, joint, knuckle, (radius, radius * 1.12)))
        parts.append(_sausage(hand, knuckle, (knuckle_u * 0.62, 175, 52), (radius * 1.5, 17)))
    thumb = (-46 - 16 * hand.spread, 84, 12), (-47 - 8 * hand.spread, 118, 26), (-22, 168, 44)
    parts.append(_sausage(hand, thumb[0], thumb[1], (9, 11)))
    parts.append(_sausage(hand, thumb[1], thumb[2], (11, 17)))
    parts.append(_sausage(hand, (0, 172, 52), (0, 260, 62), (27, 29)))
    parts.append(_sausage(hand, (0, SLEEVE_FROM_MM, 60), (0, 700, 90), (40, 52), is_cloth=True))
    return tuple(parts)


Local = tuple[float, float, float]


def _sausage(
    hand: SceneHand, first: Local, second: Local, radii: tuple[float, float], *, is_cloth: bool = False
) -> Sausage:
    """Return a part given across, back from the tip, and up, at adult size."""
    angle = np.radians(hand.from_deg)
    back = np.array([np.cos(angle), np.sin(angle), 0.0])
    across = np.array([-np.sin(angle), np.cos(angle), 0.0]) * (-1 if hand.mirrored else 1)
    ends = [
        np.array(hand.tip_mm) + hand.scale * (across * u + back * v + np.array([0.0, 0.0, z - 9]))
        for u, v, z in (first, second)
    ]
    return Sausage(
        ends_mm=np.stack(ends).astype(np.float32),
        radii_mm=(radii[0] * hand.scale, radii[1] * hand.scale),
        is_cloth=is_cloth,
    )


def _span(sausages: tuple[Sausage, ...], camera: SceneCamera) -> tuple[int, int, int, int] | None:
    """Return the part of the picture a hand may cover: left, top, right, bottom; None where it is outside."""
    ends = np.concatenate([part.ends_mm for part in sausages])
    radii = np.array([radius for part in sausages for radius in part.radii_mm])
    ends = ends[ends[:, 2] < camera.height_mm * 0.8]
    seen, width, height = project(camera, ends), *camera.size_wh
    reach = radii.max() * camera.f_px / (camera.height_mm * 0.6)
    left, top = np.maximum(seen.min(axis=0) - reach, 0).astype(int)
    right, bottom = np.minimum(seen.max(axis=0) + reach, [width, height]).astype(int)
    return (int(left), int(top), int(right), int(bottom)) if right - left > 2 and bottom - top > 2 else None


def _relief(
    sausages: tuple[Sausage, ...], camera: SceneCamera, span: tuple[int, int, int, int], shrink: float
) -> Relief:
    """Return a hand's heights over a part of the picture, shrunk."""
    left, top, right, bottom = span
    columns = np.arange(max(2, round((right - left) * shrink)), dtype=np.float32)[None, :] / shrink + left
    rows = np.arange(max(2, round((bottom - top) * shrink)), dtype=np.float32)[:, None] / shrink + top
    shape = (rows.shape[0], columns.shape[1])
    height, cover = np.full(shape, NOTHING_MM, np.float32), np.zeros(shape, np.float32)
    is_cloth = np.zeros(shape, bool)
    for part in sausages:
        own, own_cover = _one_relief(part, camera, columns, rows)
        np.maximum(cover, own_cover, out=cover)
        is_cloth = np.where(own > height, part.is_cloth, is_cloth)
        blend = np.maximum(MELT_MM - np.abs(height - own), 0) / np.float32(MELT_MM)
        height = np.maximum(height, own) + blend * blend * np.float32(MELT_MM / 4)
    scale = float(np.mean([_mm_per_px(camera, part.ends_mm[0]) for part in sausages])) / shrink
    return Relief(height_mm=height, cover=cover, is_cloth=is_cloth, mm_per_px=scale)


def _one_relief(part: Sausage, camera: SceneCamera, columns: Floats, rows: Floats) -> tuple[Floats, Floats]:
    first, second = project(camera, part.ends_mm)
    along = second - first
    share = ((columns - first[0]) * along[0] + (rows - first[1]) * along[1]) / np.float32(max(along @ along, 1e-3))
    share = np.clip(share, 0, 1)
    off_px = np.hypot(columns - first[0] - share * along[0], rows - first[1] - share * along[1])
    scale = np.float32((_mm_per_px(camera, part.ends_mm[0]) + _mm_per_px(camera, part.ends_mm[1])) / 2)
    radius = np.float32(part.radii_mm[0]) + share * np.float32(part.radii_mm[1] - part.radii_mm[0])
    off = off_px * scale
    axis = part.ends_mm[0, 2] + share * (part.ends_mm[1, 2] - part.ends_mm[0, 2])
    dome = np.sqrt(np.maximum(radius * radius - off * off, 0))
    height = np.where(off < radius, axis + dome, NOTHING_MM)
    return np.asarray(height, np.float32), np.asarray(np.clip((radius - off) / scale + 0.5, 0, 1), np.float32)


def _mm_per_px(camera: SceneCamera, point: Floats) -> float:
    return max(float(np.linalg.norm(point - eye_mm(camera))), 60.0) / camera.f_px


def _lit(hand: SceneHand, relief: Relief, light: SceneLight) -> Floats:
    """Return a hand's light, linear float32 (h, w, 3)."""
    filled = np.where(
        relief.height_mm > NOTHING_MM / 2, relief.height_mm, relief.height_mm[relief.cover > 0].min(initial=0)
    )
    smooth = cv2.GaussianBlur(np.asarray(filled, np.float32), (0, 0), 1.0)
    down, right = np.gradient(smooth, relief.mm_per_px)
    normals = np.stack([-right, down, np.full_like(right, 0.8)], axis=2).reshape(-1, 3).astype(np.float32)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = np.zeros_like(normals)
    points[:, 2] = filled.ravel()
    soft = np.float32(0.25)  # light that enters skin comes out beside
    lamp = lighting.lamp_irradiance(light, points, normals) * (1 - soft) + soft * 0.6
    window = lighting.window_irradiance(light, normals) * (1 - soft) + soft * 0.5
    room = 0.62 + 0.38 * normals[:, 2]
    arriving = lighting.arriving(light, lamp, window, room).reshape(*filled.shape, 3)
    return np.asarray(arriving * _skin(hand, relief), np.float32)


def _skin(hand: SceneHand, relief: Relief) -> Floats:
    rng = np.random.default_rng((int(hand.from_deg * 10), int(hand.scale * 1000)))
    shape = relief.height_mm.shape
    blotches = smooth_noise(rng, (shape[0], shape[1]), (14, 14))[..., None] * np.array([0.02, 0.05, 0.05], np.float32)
    fine = smooth_noise(rng, (shape[0], shape[1]), (2, 2))[..., None] * np.float32(0.02)
    skin = linear_rgb(hand.skin_rgb) * (1 + blotches + fine)
    cloth = linear_rgb(hand.sleeve_rgb) * (1 + fine * 3)
    return np.asarray(np.where(relief.is_cloth[..., None], cloth, skin), np.float32)


def _draw_shadow(sausages: tuple[Sausage, ...], camera: SceneCamera, light: SceneLight, picture: Floats) -> None:
    """Darken the picture where the hand keeps lamp and room off the floor, in place."""
    towards = np.array(lighting.lamp_direction(light), np.float32)
    shrink = 4
    height, width = picture.shape[:2]
    mask = np.zeros((height // shrink + 1, width // shrink + 1), np.uint8)
    for part in sausages:
        ground = part.ends_mm - part.ends_mm[:, 2:] * towards / max(towards[2], 0.2)
        first, second = np.clip(project(camera, ground) / shrink * 8, -30000, 30000).round().astype(int)
        width_px = max(1, round(sum(part.radii_mm) / shrink * camera.f_px / camera.height_mm))
        cv2.line(mask, [int(v) for v in first], [int(v) for v in second], 255, width_px, cv2.LINE_AA, 3)
    blur = max(0.8, lighting.lamp_spread(light) * 40 * camera.f_px / camera.height_mm / shrink)
    soft = cv2.GaussianBlur(mask, (0, 0), blur)
    if soft.max() < 3:
        return
    enlarged = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    picture *= lighting.left_under(light, enlarged)
