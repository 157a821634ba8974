"""A leather dice cup put down mouth first: a tapered cylinder, met by rays, lit like everything else."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.render import light as lighting
from models.render.camera import eye_mm, project
from models.render.noise import linear_rgb
from models.render.world import Floats, SceneCamera, SceneLight

Span = tuple[slice, slice]
PARALLEL = 1e-9
ROUND_SHARE = 0.9  # of the top's radius: from there on it bends over into the side
GRAIN = 0.16
CORNERS = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """An upturned cup."""

    place_mm: tuple[float, float]  # Of its middle, (x, y)
    mouth_mm: float = 46.0  # Outer radius at the floor
    top_mm: float = 39.0  # And at the closed end, which is up
    height_mm: float = 95.0  # Of that end
    wall_mm: float = 3.0  # Thickness of the leather
    rgb: tuple[int, int, int] = (64, 40, 28)  # sRGB 0–255

    @property
    def inside_mm(self) -> float:
        """Return the radius of the floor it covers."""
        return self.mouth_mm - self.wall_mm


def draw_cup(
    cup: Cup, camera: SceneCamera, light: SceneLight, picture: Floats, depth_mm: Floats, directions: Floats
) -> None:
    """Draw a cup and its shadow over a picture, linear float32 (H, W, 3), and its depth, (H, W), in place.

    Each pixel looks along `directions`, float32 (H, W, 3).
    """
    _draw_shadow(cup, camera, light, picture)
    span = _span(cup, camera)
    along, points, normals = _met(cup, eye_mm(camera), directions[span])
    is_met = np.isfinite(along)
    soft = cv2.GaussianBlur(is_met.astype(np.float32), (0, 0), 0.6)[..., None] * is_met[..., None]
    part = picture[span]
    part += (_lit(cup, light, points, normals) - part) * soft
    depth_mm[span] = np.where(is_met, along, depth_mm[span])


def _circle(cup: Cup, radius_mm: float, z_mm: float) -> Floats:
    """Return points on a circle around the cup's axis, float32 (CORNERS, 3)."""
    angles = np.linspace(0.0, 2 * np.pi, CORNERS, endpoint=False)
    x, y = cup.place_mm
    return np.stack(
        [x + radius_mm * np.cos(angles), y + radius_mm * np.sin(angles), np.full(CORNERS, z_mm)], axis=1
    ).astype(np.float32)


def _span(cup: Cup, camera: SceneCamera) -> Span:
    rims = np.concatenate([_circle(cup, cup.mouth_mm, 0.0), _circle(cup, cup.top_mm, cup.height_mm)])
    seen = project(camera, rims)
    width, height = camera.size_wh
    (left, top), (right, bottom) = np.floor(seen.min(axis=0)) - 2, np.ceil(seen.max(axis=0)) + 3
    return slice(max(0, int(top)), min(height, int(bottom))), slice(max(0, int(left)), min(width, int(right)))


def _met(cup: Cup, eye: Floats, directions: Floats) -> tuple[Floats, Floats, Floats]:
    """Return where rays meet a cup: how far along, inf where they pass, and the points and normals there."""
    start = eye - np.array([*cup.place_mm, 0.0], np.float32)
    slope = (cup.top_mm - cup.mouth_mm) / cup.height_mm
    to_top = (cup.height_mm - start[2]) / directions[..., 2]
    on_top = start + to_top[..., None] * directions
    from_axis = np.hypot(on_top[..., 0], on_top[..., 1])
    along = np.where(from_axis <= cup.top_mm, to_top, _along_side(cup, start, directions, slope))
    points = start + np.where(np.isfinite(along), along, 0.0)[..., None] * directions
    outwards = points[..., :2] / np.maximum(np.hypot(points[..., 0], points[..., 1]), 1e-3)[..., None]
    # The top bends over towards its edge; the side leans inwards by its taper.
    bend = np.clip((from_axis / cup.top_mm - ROUND_SHARE) / (1 - ROUND_SHARE), 0, 1) ** 2
    is_side = from_axis > cup.top_mm
    up = np.where(is_side, -slope, 1.0)
    out = np.where(is_side, 1.0, bend)
    normals = np.dstack([outwards * out[..., None], up])
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    return np.asarray(along, np.float32), np.asarray(points, np.float32), np.asarray(normals, np.float32)


def _along_side(cup: Cup, start: Floats, directions: Floats, slope: float) -> Floats:
    """Return how far along rays first meet the cup's side, inf where they pass it.

    Source: a cone is where the distance from the axis is ``mouth + slope · z``: a quadratic in the way along the ray.
    """
    dx, dy, dz = directions[..., 0], directions[..., 1], directions[..., 2]
    reach = cup.mouth_mm + slope * start[2]
    a = dx**2 + dy**2 - (slope * dz) ** 2
    a = np.where(np.abs(a) < PARALLEL, PARALLEL, a)  # along the side: met far away
    b = dx * start[0] + dy * start[1] - slope * dz * reach
    c = start[0] ** 2 + start[1] ** 2 - reach**2
    inside = b**2 - a * c
    root = np.sqrt(np.maximum(inside, 0))
    ways = np.stack([(-b - root) / a, (-b + root) / a])
    heights = start[2] + ways * dz
    is_met = (inside >= 0) & (ways > 0) & (heights >= 0) & (heights <= cup.height_mm)
    return np.asarray(np.where(is_met, ways, np.inf).min(axis=0), np.float32)


def _lit(cup: Cup, light: SceneLight, points: Floats, normals: Floats) -> Floats:
    shape = points.shape[:2]
    flat, facing = points.reshape(-1, 3), normals.reshape(-1, 3)
    at = flat + np.array([*cup.place_mm, 0.0], np.float32)
    lamp, window = lighting.lamp_irradiance(light, at, facing), lighting.window_irradiance(light, facing)
    room = 0.62 + 0.38 * facing[:, 2]
    arriving = lighting.arriving(light, lamp, window, room).reshape(*shape, 3)
    # Grain sits on the leather, not in the picture: by the angle round the axis, the height and the distance from it.
    angle = np.arctan2(flat[:, 1], flat[:, 0])
    ring = np.hypot(flat[:, 0], flat[:, 1])
    grain = np.sin(angle * 61 + 3 * np.sin(ring * 0.9)) * np.sin(flat[:, 2] * 1.7 + ring * 1.3 + 2 * np.sin(angle * 23))
    return np.asarray(linear_rgb(cup.rgb) * (1 + GRAIN * grain.reshape(*shape, 1)) * arriving, np.float32)


def _draw_shadow(cup: Cup, camera: SceneCamera, light: SceneLight, picture: Floats) -> None:
    """Darken the floor where the cup keeps lamp and room off it, in place."""
    towards = np.array(lighting.lamp_direction(light), np.float32)
    top = _circle(cup, cup.top_mm, cup.height_mm)
    ground = np.concatenate([_circle(cup, cup.mouth_mm, 0.0), top - top[:, 2:] * towards / max(towards[2], 0.2)])
    outline = cv2.convexHull(np.clip(project(camera, ground) * 8, -30000, 30000).round().astype(np.int32))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 3)
    blur = max(0.8, lighting.lamp_spread(light) * 0.5 * cup.height_mm * camera.f_px / camera.height_mm)
    picture *= lighting.left_under(light, cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32))
