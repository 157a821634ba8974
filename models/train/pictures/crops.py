"""Patches about one die, for the face classifier: the same scenes, seen through a window of the frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.render.camera import principal_px, project
from models.render.world import Board, Design, DieInstance, Scene, SceneCamera
from models.train.pictures import placing
from models.train.pictures.scene import (
    SceneConfig,
    balanced,
    sample_camera,
    sample_design,
    sample_film,
    sample_leaning,
    sample_light,
)
from models.train.pictures.surroundings import sample_board

FRAME_WH = (1400, 1400)
PATCH_PX = 128
DIE_PX = (56.0, 84.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Crop:
    """A scene seen through a window about one of its dice."""

    scene: Scene  # Its camera's picture is the patch
    die: int  # Number of the die in the middle


def crop_config(config: SceneConfig) -> SceneConfig:
    """Return a configuration with the sizes of crops: a large frame, large dice."""
    return replace(config, size_wh=FRAME_WH, die_px=DIE_PX)


def sample_crop(rng: np.random.Generator, config: SceneConfig) -> Crop:
    """Return a patch by lot; sizes are those of the configuration's frame, the patch is PATCH_PX square."""
    board = sample_board(rng, clutter_share=config.clutter_share * 0.3, shared=config.shared)
    size_mm = float(rng.uniform(12, 20))
    camera = sample_camera(rng, config, size_mm=size_mm)
    design = sample_design(rng, config, is_foreign=rng.random() < config.foreign_share * 0.5)
    dice, main = _sample_group(rng, config, board=board, camera=camera, design=design, size_mm=size_mm)
    light = sample_light(rng)
    film = balanced(sample_film(rng, config.quality), light, board, rng)
    film = replace(film, rescale=float(rng.uniform(0.35, 1.0)) if rng.random() < 0.45 * config.quality else 1.0)
    camera = look_at(camera, dice[main], PATCH_PX)
    scene = Scene(dice=dice, board=board, light=light, camera=camera, film=film, seed=int(rng.integers(2**31)))
    return Crop(scene=scene, die=main)


def look_at(camera: SceneCamera, die: DieInstance, side_px: int) -> SceneCamera:
    """Return the window of a camera's frame that has a die in its middle, `side_px` square."""
    seen = project(camera, np.array(die.position_mm))
    (cx, cy), half = principal_px(camera), side_px / 2
    return replace(
        camera, size_wh=(side_px, side_px), centre_px=(cx + half - float(seen[0]), cy + half - float(seen[1]))
    )


def _sample_group(
    rng: np.random.Generator, config: SceneConfig, *, board: Board, camera: SceneCamera, design: Design, size_mm: float
) -> tuple[tuple[DieInstance, ...], int]:
    """Return a die, its neighbours, and which of them is in the middle."""
    reach = min(board.radius_mm * 0.85, FRAME_WH[0] / camera.f_px * camera.height_mm * 0.4)
    dice: list[DieInstance] = []
    for _ in range(1 + int(rng.choice([0, 1, 2, 3], p=[0.5, 0.25, 0.15, 0.1]))):
        spread = reach * 1.6 if not dice else size_mm * 3
        die = placing.scatter(board, design, size_mm, dice, rng=rng, spread_mm=spread)
        if die is not None:
            dice.append(die)
    if not dice:
        dice.append(placing.lie_flat(design, size_mm, 0.0, 0.0, rng=rng))
    if rng.random() < config.leaning_share:
        leaning = sample_leaning(rng, board, design=design, size_mm=size_mm, dice=dice)
        if leaning is not None:
            return (*dice, leaning), len(dice)
    return tuple(dice), int(rng.integers(len(dice)))
