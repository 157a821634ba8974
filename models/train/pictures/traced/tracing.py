"""A scene by path tracing: the same board, dice, lights, lens and film, and the same truth, as the fast renderer's."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.render.camera import eye_mm, principal_px, rays
from models.render.film import develop
from models.render.stage import RenderStage, truths
from models.render.truth import Rendered
from models.render.world import Floats, Scene, SceneCamera
from models.train.pictures.traced.atlas import atlas_of
from models.train.pictures.traced.denoise import clean, has_denoiser
from models.train.pictures.traced.furniture import ground_parts, hand_part
from models.train.pictures.traced.meshes import die_mesh, merged
from models.train.pictures.traced.sky import lamp_radiance, sky_of
from models.train.pictures.traced.studio import Studio

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
    """Return this process's studio."""
    return Studio()


def _exposed(studio: Studio, camera: SceneCamera, *, seed: int) -> Traced:
    """Return the picture's light: several rays a pixel along the lens's own directions, cleaned of their noise."""
    fine = FINE if has_denoiser() else FINER
    found = studio.look(eye_mm(camera), rays(_finer(camera, fine)).reshape(-1, 3), seed=seed)
    light, albedo, normals = (_shrunk(layer, camera, fine) for layer in (found.light, found.albedo, found.normals))
    dice = _shrunk(found.is_die.astype(np.float32), camera, fine)
    return Traced(light=clean(light, albedo, normals), dice=dice)


def _finer(camera: SceneCamera, times: int) -> SceneCamera:
    """Return the camera with so many pixels for each one, across and down."""
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
