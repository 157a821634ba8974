"""How much light reaches a surface, and what a polished one mirrors."""

import numpy as np

from models.render.world import Floats, SceneLight, Vector


def kelvin_rgb(kelvin: float) -> tuple[float, float, float]:
    """Return the linear colour of a black body of 1500–12000 K, scaled to a luminance of 1.

    Source: Tanner Helland's fit of the CIE 1964 black-body table, "How to convert temperature (K) to RGB" (2012).
    """
    hundreds = kelvin / 100
    if hundreds <= 66:
        red, green = 255.0, 99.4708 * np.log(hundreds) - 161.1196
    else:
        red, green = 329.6987 * (hundreds - 60) ** -0.13320, 288.1222 * (hundreds - 60) ** -0.07551
    blue = 255.0 if hundreds >= 66 else (0.0 if hundreds <= 19 else 138.5177 * np.log(hundreds - 10) - 305.0448)
    linear = (np.clip([red, green, blue], 1, 255) / 255) ** 2.2
    luminance = float(linear @ np.array([0.2126, 0.7152, 0.0722]))
    return float(linear[0]) / luminance, float(linear[1]) / luminance, float(linear[2]) / luminance


def lamp_direction(light: SceneLight) -> Vector:
    """Return the unit vector from the board's middle to the lamp."""
    x, y, z = (float(part) for part in np.array(light.lamp_mm) / np.linalg.norm(light.lamp_mm))
    return x, y, z


def lamp_spread(light: SceneLight) -> float:
    """Return the tangent of the lamp's half angle, seen from the board's middle."""
    return light.lamp_radius_mm / float(np.linalg.norm(light.lamp_mm))


def window_spread(light: SceneLight) -> float:
    """Return the tangent of the window's half angle."""
    return float(np.tan(np.radians(light.window_spread_deg)))


def left_under(light: SceneLight, shadow: Floats) -> Floats:
    """Return the share of light, (H, W, 1), on a floor in the shadow, 0–255, of something that stands over it."""
    lamp = float(np.mean(light.lamp_rgb)) * float(np.float32(lamp_direction(light)[2]))
    room = float(np.mean(light.room_rgb))
    share = (lamp + 0.25 * room) / (lamp + room + 0.01)
    return np.asarray((1 - shadow * np.float32(min(0.8, share) / 255))[..., None], np.float32)


def colours(light: SceneLight) -> Floats:
    """Return the light's colours, float32 (3, 3): columns lamp, window, room; rows R, G, B."""
    return np.array([light.lamp_rgb, light.window_rgb, light.room_rgb], np.float32).T.copy()


def arriving(light: SceneLight, *shares: Floats) -> Floats:
    """Return the light of so much of lamp, window and room, float32 (N,) each, as (N, 3)."""
    return np.asarray(np.stack(shares, axis=1) @ colours(light).T, np.float32)


def lamp_irradiance(light: SceneLight, points: Floats, normals: Floats) -> Floats:
    """Return the lamp's share on surface points, 1 for one facing it at the middle, float32 (N,)."""
    to_lamp = np.array(light.lamp_mm, np.float32) - points
    square = np.einsum("ij,ij->i", to_lamp, to_lamp)
    facing = np.einsum("ij,ij->i", to_lamp, normals) / np.sqrt(square)
    reference = np.float32(np.dot(light.lamp_mm, light.lamp_mm))
    return np.asarray(np.maximum(facing, 0) * (reference / square), np.float32)


def window_irradiance(light: SceneLight, normals: Floats) -> Floats:
    """Return the window's share on surfaces, wrapped round by its width, float32 (N,)."""
    wrap = np.float32(0.5 * np.sin(np.radians(light.window_spread_deg)))
    facing = normals @ np.array(light.window_direction, np.float32)
    return np.asarray(np.maximum(facing + wrap, 0) / (1 + wrap), np.float32)


def mirrored(light: SceneLight, reflected: Floats, points: Floats, *, roughness: float) -> Floats:
    """Return the light a mirror would show along directions, blurred by its roughness, linear float32 (N, 3)."""
    to_lamp = np.array(light.lamp_mm, np.float32) - points
    distance = np.sqrt(np.einsum("ij,ij->i", to_lamp, to_lamp))
    towards_lamp = np.einsum("ij,ij->i", reflected, to_lamp) / distance
    lamp = _lobe(towards_lamp, np.arctan(lamp_spread(light)), roughness)
    towards_window = reflected @ np.array(light.window_direction, np.float32)
    window = _lobe(towards_window, np.radians(light.window_spread_deg), roughness)
    room = np.float32(0.35) + np.float32(0.65) * np.maximum(reflected[:, 2], 0)
    return arriving(light, lamp, window, room)


def _lobe(cosine: Floats, half_angle: float, roughness: float) -> Floats:
    """Return the brightness of a round light of unit irradiance, smeared by roughness (radians)."""
    outer, inner = np.cos(min(half_angle + roughness, 1.5)), np.cos(max(half_angle - roughness, 0.0))
    edge = np.clip((cosine - outer) / max(inner - outer, 1e-4), 0, 1)
    brightness = 1 / (np.sin(half_angle) ** 2 + np.sin(min(roughness, 1.2)) ** 2 * 0.5)
    return np.asarray(edge * edge * (3 - 2 * edge) * np.float32(brightness), np.float32)
