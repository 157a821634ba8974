"""A scene by path tracing: the same board, dice, lights, lens and film, and the same truth, as the fast renderer's."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from models.render.camera import eye_mm, principal_px, rays
from models.render.film import develop
from models.render.noise import smooth_noise
from models.render.stage import RenderStage, truths
from models.render.truth import Rendered
from models.render.world import Floats, Scene, SceneCamera, SceneLight
from models.train.pictures.traced.furniture import ground_parts, hand_part
from models.train.pictures.traced.meshes import atlas_of, die_mesh, merged
from models.train.pictures.traced.studio import Studio


@functools.cache
def _library() -> Any | None:
    try:
        import pyoidn
    except ImportError:
        return None
    return pyoidn


def clean(light: Floats, albedo: Floats, normals: Floats) -> Floats:
    """Return light without its noise, told from prints by albedo and normals; as it is without a denoiser."""
    library = _library()
    if library is None:
        return light
    cleaned = library.denoise(light, albedo, normals, hdr=True, clean_aux=True)
    return np.asarray(np.maximum(cleaned, 0), np.float32)


SKY_WH = (512, 256)
ROOM_DIFFERS = 0.35
BELOW = 0.4


def sky_of(light: SceneLight, rng: np.random.Generator) -> Floats:
    """Return the radiance from everywhere but the lamp.

    It is scaled so that a surface facing up gets of the room, and one facing the window of the window, what the
    light says; that is π times as much in physical units, as `SceneLight` counts what a white surface sends back.

    float32 (H, W, 3), linear; row 0 is straight up, column c looks towards (sin φ, cos φ), φ = 2π (c + ½) / W.
    """
    directions, solid_angle = _sphere()
    room = _room(directions, rng)
    room *= np.pi / float((room * np.maximum(directions[..., 2], 0) * solid_angle).sum())
    window = _window(light, directions, rng)
    facing = np.maximum(directions @ np.array(light.window_direction, np.float32), 0)
    window *= np.pi / max(float((window * facing * solid_angle).sum()), 1e-6)
    sky = room[..., None] * np.array(light.room_rgb) + window[..., None] * np.array(light.window_rgb)
    return np.asarray(sky, np.float32)


def lamp_radiance(light: SceneLight) -> Floats:
    """Return how bright the lamp's ball shines, float32 (3,)."""
    away = float(np.linalg.norm(light.lamp_mm)) / light.lamp_radius_mm
    return np.asarray(np.array(light.lamp_rgb) * away**2, np.float32)


def _sphere() -> tuple[Floats, Floats]:
    """Return the direction of each texel, (H, W, 3), and its solid angle, (H, W)."""
    width, height = SKY_WH
    polar = ((np.arange(height) + 0.5) * np.pi / height)[:, None]
    around = ((np.arange(width) + 0.5) * 2 * np.pi / width)[None, :]
    directions = np.stack(
        [np.sin(polar) * np.sin(around), np.sin(polar) * np.cos(around), np.cos(polar) + 0 * around], axis=2
    )
    solid_angle = np.broadcast_to(np.sin(polar) * (np.pi / height) * (2 * np.pi / width), (height, width))
    return directions.astype(np.float32), solid_angle.astype(np.float32)


def _room(directions: Floats, rng: np.random.Generator) -> Floats:
    """Return a room: brighter above, with darker and lighter walls, (H, W)."""
    width, height = SKY_WH
    up = directions[..., 2]
    walls = smooth_noise(rng, (height, width // 2), (40.0, 40.0))
    walls = np.concatenate([walls, walls[:, ::-1]], axis=1)  # mirrored: no seam behind
    profile = np.where(up > 0, 0.35 + 0.65 * up, BELOW * 0.35)
    return np.asarray(profile * np.exp(ROOM_DIFFERS * walls), np.float32)


def _window(light: SceneLight, directions: Floats, rng: np.random.Generator) -> Floats:
    """Return a window, upright, of several panes, (H, W)."""
    towards = np.array(light.window_direction, np.float32)
    side = np.array([-towards[1], towards[0], 0], np.float32)
    side /= max(float(np.linalg.norm(side)), 1e-6)
    up = np.cross(towards, side)
    ahead = directions @ towards
    half = np.tan(np.radians(light.window_spread_deg)) * np.sqrt(np.pi) / 2
    aspect = float(np.exp(rng.uniform(-0.5, 0.5)))
    x, y = (directions @ axis / np.maximum(ahead, 0.05) / half for axis in (side * aspect, up / aspect))
    texel = np.pi / SKY_WH[1] / half
    pane = _edge(1 - np.abs(x), texel) * _edge(1 - np.abs(y), texel) * (ahead > 0.05)
    bars = int(rng.integers(0, 3)), int(rng.integers(0, 3))
    for place, count in zip((x, y), bars, strict=True):
        for bar in range(count):
            pane *= 1 - 0.9 * _edge(0.04 - np.abs(place - (2 * (bar + 1) / (count + 1) - 1)), texel)
    return np.asarray(pane, np.float32)


def _edge(inside: Floats, texel: float) -> Floats:
    """Return 1 inside and 0 outside, with an edge as wide as a texel."""
    return np.asarray(np.clip(inside / texel + 0.5, 0, 1), np.float32)


FINE = 2  # so many rays a pixel and direction with a denoiser
FINER = 5  # and without


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Traced:
    """What reaches the lens."""

    light: Floats  # float32 (H, W, 3), linear
    dice: Floats  # float32 (H, W), share of each pixel a die covers


def render_traced(scene: Scene) -> Rendered:
    """Trace a scene: its picture, uint8 (H, W, 3) RGB, and the truth of each die, exactly the fast renderer's.

    Raises:
        TracerMissingError: If Mitsuba is absent.
    """
    stage = RenderStage(scene.board, scene.light, scene.camera)
    visible = stage.draw(scene.dice, stage.empty(), hands=scene.hands)
    traced = trace(scene, stage)
    pixels = develop(traced.light, scene.film, np.random.default_rng(scene.seed))
    return Rendered(pixels=pixels, truth=truths(scene.camera, scene.dice, visible))


def trace(scene: Scene, stage: RenderStage) -> Traced:
    """Return the light a scene sends into its camera; what of the stage's board is in view is painted."""
    studio = _studio()
    camera, light = scene.camera, scene.light
    px_per_mm = camera.f_px / float(np.median(stage.backdrop.depth_mm))
    die_px = max((die.size_mm * px_per_mm for die in scene.dice), default=1.0)
    atlas = atlas_of(scene.dice, die_px=die_px)
    dice = [die_mesh(die, atlas.tiles(die.design), atlas.inset) for die in scene.dice]
    ground = ground_parts(scene.board, stage.backdrop, px_per_mm=px_per_mm)
    studio.furnish({**ground, "hands": hand_part(scene.hands)}, merged(dice), atlas)
    studio.illuminate(
        sky_of(light, np.random.default_rng((scene.seed, 1))),
        light.lamp_mm,
        lamp_radius_mm=light.lamp_radius_mm,
        lamp_radiance=lamp_radiance(light),
    )
    return _exposed(studio, camera, seed=scene.seed % 2**31)


@functools.cache
def _studio() -> Studio:
    return Studio()


def _exposed(studio: Studio, camera: SceneCamera, *, seed: int) -> Traced:
    """Return the picture's light: several rays a pixel along the lens's own directions, cleaned of their noise."""
    fine = FINE if _library() is not None else FINER
    found = studio.look(eye_mm(camera), rays(_finer(camera, fine)).reshape(-1, 3), seed=seed)
    light, albedo, normals = (_shrunk(layer, camera, fine) for layer in (found.light, found.albedo, found.normals))
    dice = _shrunk(found.is_die.astype(np.float32), camera, fine)
    return Traced(light=clean(light, albedo, normals), dice=dice)


def _finer(camera: SceneCamera, times: int) -> SceneCamera:
    width, height = camera.size_wh
    cx, cy = principal_px(camera)
    return replace(
        camera, size_wh=(width * times, height * times), f_px=camera.f_px * times, centre_px=(cx * times, cy * times)
    )


def _shrunk(values: Floats, camera: SceneCamera, times: int) -> Floats:
    """Return the mean over each pixel's rays, float32 (H, W) or (H, W, 3)."""
    width, height = camera.size_wh
    fine = values.reshape(height * times, width * times, *values.shape[1:])
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), np.float32)
