"""Rendered boards for tests: trays of known shape and place, dice of known pose, hands painted over them."""

import math
from dataclasses import replace
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import designs, stage, truth
from models.render.world import Board, DieInstance, Film, Material, RimShape, Scene, SceneCamera, SceneLight, Surface
from models.train.pictures.placing import flat_rotation, turn_about
from vision.find.board import BoardOutline, find_board
from vision.frame import Frame
from vision.reading import Detection

CAMERA = SceneCamera(size_wh=(480, 480), f_px=750.0)
DESIGN = designs.core_design()
BOARD = Board()
SIZE_MM = 16.0
SPOTS_MM = ((-70.0, -40.0), (-20.0, 60.0), (10.0, -70.0), (50.0, 30.0), (80.0, -20.0))
SKIN = (224, 172, 140)

Pixels = NDArray[np.uint8]


def die_mm(x: float, y: float, face: int = 5, turn_deg: float = 20.0) -> DieInstance:
    place, turn = (x, y, SIZE_MM / 2), flat_rotation(face, turn_deg)
    return DieInstance(design=DESIGN, size_mm=SIZE_MM, position_mm=place, rotation=turn)


def leaning(
    x: float, y: float, lean_deg: float, *, face: int = 5, turn_deg: float = 20.0, axis_deg: float = 0.0
) -> DieInstance:
    """Return a die that was turned, then propped up about an axis, its lowest corner on the board."""
    flat = die_mm(x, y, face, turn_deg)
    axis = (math.cos(math.radians(axis_deg)), math.sin(math.radians(axis_deg)), 0.0)
    propped = replace(flat, rotation=turn_about(axis, lean_deg) @ flat.rotation)
    return replace(propped, position_mm=(x, y, SIZE_MM / 2 - float(truth.corners_mm(propped)[:, 2].min())))


@cache
def five_dice() -> tuple[DieInstance, ...]:
    return tuple(die_mm(x, y, face=i, turn_deg=17.0 * i) for i, (x, y) in enumerate(SPOTS_MM))


@cache
def board_picture(
    dice: tuple[DieInstance, ...] = (), board: Board = BOARD, camera: SceneCamera = CAMERA
) -> tuple[Frame, tuple[Detection, ...]]:
    """Return a frame of a board, and what a perfect detector finds in it."""
    rendered = stage.render(Scene(dice=dice, board=board, camera=camera, film=Film(), light=SceneLight()))
    find = partial(Detection, confidence=0.98)
    found = tuple(find(box_xyxy=die.box_xyxy, quad=die.quad, tilt_deg=die.tilt_deg) for die in rendered.truth)
    return Frame(rendered.pixels), found


@cache
def outline_of(dice: tuple[DieInstance, ...] = (), board: Board = BOARD) -> BoardOutline:
    return find_board(board_picture(dice, board)[0])


def tray(shape: RimShape, rgb: tuple[int, int, int] = (22, 96, 58), **more: float) -> Board:
    return Board(shape=shape, floor=Surface(material=Material.FELT, rgb=rgb), **more)  # type: ignore[arg-type]


def with_hand(frame: Frame, tip: tuple[float, float], from_deg: float, *, skin: tuple[int, int, int] = SKIN) -> Frame:
    """Return a frame with a hand painted over it, reaching in from a direction; sizes suit CAMERA."""
    pixels = frame.pixels.copy()
    u = np.array([math.cos(math.radians(from_deg)), math.sin(math.radians(from_deg))])
    v = np.array([-u[1], u[0]])
    start = np.array(tip)
    for side in (-24, -8, 8, 24):
        _stroke(pixels, start + v * side, start + u * 70 + v * side * 0.8, skin, 14)
    _stroke(pixels, start + u * 85, start + u * 110, skin, 70)
    _stroke(pixels, start + u * 110, start + u * 600, skin, 48)
    return Frame(pixels, frame.exposed_ns)


def _stroke(
    pixels: Pixels, start: NDArray[np.float64], end: NDArray[np.float64], rgb: tuple[int, int, int], width: int
) -> None:
    ends = [(round(float(x)), round(float(y))) for x, y in (start, end)]
    cv2.line(pixels, ends[0], ends[1], rgb, width, cv2.LINE_AA)


def lit(frame: Frame, gain: float | NDArray[np.float64], *, noise: float = 0.0, seed: int = 0) -> Frame:
    """Return a frame under changed light, with a camera's noise (standard deviation, levels of 255)."""
    grain = np.random.default_rng(seed).normal(0, noise, frame.pixels.shape) if noise else 0.0
    return Frame(np.clip(frame.pixels * gain + grain, 0, 255).astype(np.uint8), frame.exposed_ns)
