"""Scenes by lot: what a camera over a café table gets to see."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.render import world
from models.render.camera import project
from models.render.light import kelvin_rgb
from models.render.noise import whole_rgb
from models.render.styles import HELD_OUT_FROM, foreign_design, poker_design
from models.train.pictures import placing
from models.train.pictures.placing import sample_board

DESIGN_COUNT = 6000
LEANING_TRIES = 4
SMALL_MM = 45.0, 110.0  # Radius
BRIGHT_FLOOR = 450  # sum of R, G, B


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneConfig:
    """What scenes are drawn by lot."""

    size_wh: tuple[int, int] = (640, 640)  # Pictures, pixels
    die_px: tuple[float, float] = (16.0, 64.0)  # Smallest and largest edge of a die in the picture, pixels
    leaning_share: float = 0.2  # Chance that a die leans or is stacked
    leaning_deg: tuple[float, float] = (5.0, 44.0)  # How far dice lean, least and most
    by_rim_share: float = 0.1  # Chance that a die lies flat by the rim, or flush with it
    off_share: float = 0.25  # Chance of a scene that a die lies outside the board
    foreign_share: float = 0.25  # Chance of a scene to hold ordinary dice
    hand_share: float = 0.06  # Chance of a hand in view
    empty_share: float = 0.03  # Chance of a scene without dice
    clutter_share: float = 0.4  # Chance of things lying about
    dice_most: int = 12  # Most dice in a scene
    tilt_most_deg: float = 25.0  # Of the camera
    small_share: float = 0.0  # Chance of a tray so small that all of its rim is near by
    hard_share: float = 0.0  # Chance that a lamp is the one light
    held_out: bool = False  # Whether designs come from those never trained on
    shared: Path | None = None  # Folder of the shared textures, or None
    quality: float = 1.0  # 0 clean pictures – 1 everything a bad camera does
    # Seeds to draw designs from; empty means all of them. A small pool saves drawing them anew.
    design_pool: tuple[int, ...] = ()


def sample_scene(rng: np.random.Generator, config: SceneConfig) -> world.Scene:
    """Return a scene by lot; the same generator state gives the same scene."""
    board = sample_board(rng, clutter_share=config.clutter_share, shared=config.shared)
    if config.small_share > 0 and rng.random() < config.small_share:
        board = replace(board, radius_mm=float(rng.uniform(*SMALL_MM)))
    size_mm = float(rng.uniform(12, 20))
    camera = sample_camera(rng, config, size_mm=size_mm)
    is_hard = config.hard_share > 0 and rng.random() < config.hard_share  # other sets stay as they were drawn
    return filled(rng, config, board=board, camera=camera, size_mm=size_mm, is_hard=is_hard)


def filled(
    rng: np.random.Generator,
    config: SceneConfig,
    *,
    board: world.Board,
    camera: world.SceneCamera,
    size_mm: float,
    is_hard: bool = False,
) -> world.Scene:
    """Return a scene with dice, light, film and hands by lot, its board and camera given; a lamp alone if hard."""
    dice = sample_dice(rng, config, board=board, camera=camera, size_mm=size_mm)
    light, film = sample_light(rng), sample_film(rng, config.quality)
    if is_hard:
        lamp = _tinted(light.lamp_rgb, 1.1 / max(light.lamp_rgb))
        room = _tinted(light.room_rgb, float(rng.uniform(0.03, 0.2)) / max(light.room_rgb))
        light = replace(light, lamp_rgb=lamp, window_rgb=(0.0, 0.0, 0.0), room_rgb=room)
    film = balanced(film, light, board, rng)
    hands = (sample_hand(rng, dice),) if rng.random() < config.hand_share else ()
    seed = int(rng.integers(2**31))
    return world.Scene(dice=dice, board=board, light=light, camera=camera, film=film, hands=hands, seed=seed)


def sample_camera(rng: np.random.Generator, config: SceneConfig, *, size_mm: float) -> world.SceneCamera:
    """Return a camera in which a die of a size is as large as the configuration asks."""
    height = float(rng.uniform(300, 800))
    die_px = float(np.exp(rng.uniform(*np.log(config.die_px))))
    tilt = float(min(abs(rng.normal(0, config.tilt_most_deg * 0.5)), config.tilt_most_deg))
    f_px = die_px / size_mm * height / np.cos(np.radians(tilt))
    wobble = rng.normal(0, 0.12, 2) * config.size_wh[0] * size_mm / die_px
    return world.SceneCamera(
        height_mm=height,
        tilt_deg=tilt,
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
        target_mm=(float(wobble[0]), float(wobble[1])),
        f_px=float(f_px),
        size_wh=config.size_wh,
        k1=float(rng.normal(-0.03, 0.06)) / max(max(config.size_wh) / f_px, 0.5) ** 2,
    )


def sample_light(rng: np.random.Generator) -> world.SceneLight:
    """Return a room's light: lamp above or aside, window, each of its own colour."""
    angle, low = rng.uniform(0, 2 * np.pi), rng.uniform(np.radians(32), np.radians(82))
    distance = rng.uniform(450, 2200)
    lamp = distance * np.array([np.cos(angle) * np.cos(low), np.sin(angle) * np.cos(low), np.sin(low)])
    around, above = rng.uniform(0, 2 * np.pi), rng.uniform(np.radians(20), np.radians(65))
    window = np.array([np.cos(around) * np.cos(above), np.sin(around) * np.cos(above), np.sin(above)])
    parts = rng.dirichlet([1.6, 1.2, 2.2])
    warm = kelvin_rgb(rng.uniform(2300, 5200))
    return world.SceneLight(
        lamp_mm=(float(lamp[0]), float(lamp[1]), float(lamp[2])),
        lamp_radius_mm=float(distance * np.exp(rng.uniform(np.log(0.015), np.log(0.22)))),
        lamp_rgb=_tinted(warm, parts[0] * 1.3),
        window_direction=(float(window[0]), float(window[1]), float(window[2])),
        window_spread_deg=float(rng.uniform(8, 30)),
        window_rgb=_tinted(kelvin_rgb(rng.uniform(4800, 8000)), parts[1] * 1.3),
        room_rgb=_tinted(kelvin_rgb(rng.uniform(2800, 6500)), parts[2]),
    )


def _tinted(colour: world.Rgb, strength: float) -> world.Rgb:
    red, green, blue = (part * strength for part in colour)
    return red, green, blue


def sample_film(rng: np.random.Generator, quality: float) -> world.Film:
    """Return what a camera does to the light, from hardly anything to a bad day."""
    bad = quality * rng.uniform(0, 1) ** 1.5
    return world.Film(
        exposure=float(np.exp(rng.normal(0.0, 0.28) + (rng.uniform(0.2, 0.9) if rng.random() < 0.15 else 0.0))),
        vignette=float(rng.uniform(0, 0.45) * bad),
        blur_px=float(rng.uniform(0.3, 0.8) + rng.exponential(0.6) * bad),
        motion_px=float(rng.uniform(1, 5)) if rng.random() < 0.12 * quality else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(rng.uniform(0.5, 2.5) + 9 * bad * rng.random()),
        noise_grain_px=float(rng.choice([0.0, rng.uniform(0.4, 1.2)])),
        sharpen=float(rng.uniform(0, 1.0)) if rng.random() < 0.5 else 0.0,
        contrast=float(rng.uniform(0.85, 1.35)),
        saturation=float(rng.uniform(0.55, 1.35)),
        haze=float(rng.uniform(0, 0.05) * bad),
        jpeg_quality=int(rng.integers(45, 97)) if rng.random() < 0.7 else 0,
        rescale=float(rng.uniform(0.55, 1)) if rng.random() < 0.15 * quality else 1.0,
    )


def balanced(film: world.Film, light: world.SceneLight, board: world.Board, rng: np.random.Generator) -> world.Film:
    """Return the film with exposure and white balance set for the light, not perfectly.

    Cameras burn out white dice on dark felt; on a white floor they expose for the floor.
    """
    total = np.array(light.lamp_rgb) * max(light.lamp_mm[2] / np.linalg.norm(light.lamp_mm), 0)
    total = total + np.array(light.window_rgb) * light.window_direction[2] + np.array(light.room_rgb)
    gains = (total / total.mean()) ** -float(rng.uniform(0.55, 1.0)) * np.exp(rng.normal(0, 0.05, 3))
    gains = gains / gains.mean()
    is_bright = board.floor.photo is not None or sum(board.floor.rgb) > BRIGHT_FLOOR
    exposure = min(film.exposure, 1.15 if is_bright else 3.0) * 0.78 / float(total.mean())
    red, green, blue = (float(gain) for gain in gains)
    return replace(film, exposure=exposure, white_rgb=(red, green, blue))


def sample_designs(rng: np.random.Generator, config: SceneConfig) -> tuple[world.Design, ...]:
    """Return the sets on the table, of poker dice or of ordinary ones: mostly one."""
    count = int(rng.choice([1, 2, 3, 5], p=[0.7, 0.15, 0.08, 0.07]))
    may_be_foreign, designs = rng.random() < config.foreign_share, []
    for _ in range(count):
        is_foreign, lot = may_be_foreign and rng.random() < 0.8, int(rng.integers(DESIGN_COUNT))
        seed = config.design_pool[lot % len(config.design_pool)] if config.design_pool else lot
        seed += HELD_OUT_FROM if config.held_out else 0
        designs.append(foreign_design(seed) if is_foreign else poker_design(seed, config.shared))
    return tuple(designs)


def sample_dice(
    rng: np.random.Generator, config: SceneConfig, *, board: world.Board, camera: world.SceneCamera, size_mm: float
) -> tuple[world.DieInstance, ...]:
    """Return dice within the camera's view."""
    if rng.random() < config.empty_share:
        return ()
    designs = sample_designs(rng, config)
    wanted = 5 if rng.random() < 0.5 else int(rng.integers(1, config.dice_most + 1))
    wanted *= 2 if rng.random() < 0.06 else 1  # now and then the whole drawer
    view_mm = min(config.size_wh) / camera.f_px * camera.height_mm * 0.5
    dice: list[world.DieInstance] = []
    room = _Room(board, dice, min(view_mm * 0.9, board.radius_mm * 0.8))
    for _ in range(wanted):
        design = designs[int(rng.integers(len(designs)))]
        own_mm = size_mm * (1.0 if len(designs) == 1 else float(rng.uniform(0.85, 1.15)))
        die = _sample_die(rng, config, room, design=design, size_mm=own_mm)
        if die is None:
            continue
        margin = 0.5 * die.size_mm * camera.f_px / camera.height_mm
        seen = project(camera, np.array(die.position_mm))
        if np.all((seen > -margin) & (seen < np.array(camera.size_wh) + margin)):
            dice.append(die)
    return tuple(dice)


@dataclass(frozen=True, slots=True, eq=False)
class _Room:
    """Where a die may lie: the board, what lies there already, and how far from the middle dice are spread."""

    board: world.Board
    dice: list[world.DieInstance]
    spread_mm: float


def _sample_die(
    rng: np.random.Generator, config: SceneConfig, room: _Room, *, design: world.Design, size_mm: float
) -> world.DieInstance | None:
    """Return one die more, lying as the lot says; None where there is no room."""
    lot, board, dice = rng.random(), room.board, room.dice
    if lot < config.leaning_share:
        leans = (float(rng.uniform(*config.leaning_deg)) for _ in range(LEANING_TRIES))
        tries = (sample_leaning(rng, board, design=design, size_mm=size_mm, dice=dice, tilt_deg=deg) for deg in leans)
        return next((die for die in tries if die is not None), None)
    if lot < config.leaning_share + config.off_share / 5 and board.shape is not world.RimShape.NONE:
        off = placing.place_off(board, design, size_mm, rng=rng)
        return off if placing.is_free(off, dice) else None
    if lot > 1 - config.by_rim_share and board.shape is not world.RimShape.NONE:
        return sample_by_rim(rng, board, design=design, size_mm=size_mm, dice=dice)
    return placing.scatter(board, design, size_mm, dice, rng=rng, spread_mm=room.spread_mm)


def sample_by_rim(
    rng: np.random.Generator, board: world.Board, *, design: world.Design, size_mm: float, dice: list[world.DieInstance]
) -> world.DieInstance | None:
    """Return a flat die close to the rim, some of them flush with it."""
    x, y, into_deg = placing.wall_near(board, float(rng.uniform(0, 360)))
    into = np.radians(into_deg)
    die = placing.lie_flat(design, size_mm, 0.0, 0.0, rng=rng)
    turn = into_deg + 90 * rng.integers(4) if rng.random() < 0.4 else rng.uniform(0, 360)
    rotation = placing.flat_rotation(int(rng.integers(6)), float(turn))
    direction = np.array([np.cos(into), np.sin(into), 0], np.float32)
    back = placing.reach_mm(design, rotation, size_mm, direction) + rng.exponential(2.0)
    position = (float(x - back * np.cos(into)), float(y - back * np.sin(into)), die.position_mm[2])
    die = world.DieInstance(design=design, size_mm=size_mm, position_mm=position, rotation=rotation)
    return die if placing.is_free(die, dice) else None


def sample_leaning(
    rng: np.random.Generator, board: world.Board, *, design: world.Design, size_mm: float,
    dice: list[world.DieInstance], tilt_deg: float,
) -> world.DieInstance | None:  # fmt: skip
    """Return a die that leans on the rim or on a flat die, or lies on one."""
    flat = [die for die in dice if die.state is world.DieState.OK]
    if flat and rng.random() < 0.25:
        die = placing.stack_on(flat[int(rng.integers(len(flat)))], design, size_mm, rng=rng)
        others = [other for other in dice if other.state is not world.DieState.OK]
    elif flat and (rng.random() < 0.5 or board.shape is world.RimShape.NONE):
        support = flat[int(rng.integers(len(flat)))]
        wall = placing.beside(support, size_mm, rng)
        die = placing.lean_against(design, size_mm, wall, support.size_mm, rng=rng, tilt_deg=tilt_deg)
        others = [other for other in dice if other is not support]
    elif board.shape is not world.RimShape.NONE:
        wall = placing.wall_near(board, float(rng.uniform(0, 360)))
        die = placing.lean_against(design, size_mm, wall, board.rim_height_mm, rng=rng, tilt_deg=tilt_deg)
        others = dice
    else:
        return None
    return die if placing.is_free(die, others) else None


def sample_hand(rng: np.random.Generator, dice: tuple[world.DieInstance, ...]) -> world.SceneHand:
    """Return a hand reaching for the dice."""
    tip = rng.normal(0, 60, 2)
    if dice and rng.random() < 0.5:
        tip = np.array(dice[int(rng.integers(len(dice)))].position_mm[:2]) + rng.normal(0, 12, 2)
    skins = ((233, 190, 165), (205, 150, 122), (160, 105, 78), (105, 66, 48), (222, 170, 150))
    return world.SceneHand(
        tip_mm=(float(tip[0]), float(tip[1]), float(rng.uniform(12, 60))),
        from_deg=float(rng.uniform(0, 360)),
        skin_rgb=skins[int(rng.integers(len(skins)))],
        sleeve_rgb=whole_rgb(rng.integers(15, 235, 3)),
        spread=float(rng.uniform(0, 1)),
        scale=float(rng.uniform(0.8, 1.15)),
        mirrored=bool(rng.random() < 0.4),
    )
