"""What is true of a die in a picture, from the scene alone."""

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.render import world
from models.render.camera import project

CORNER_SIGNS = np.array(list(itertools.product((-1, 1), repeat=3)), np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieTruth:
    """What is true of a die in a picture."""

    label: int  # Of the face pointing most upwards; FOREIGN where the design is none of ours
    design: str  # Its name
    tilt_deg: float  # Of that face against the vertical, 0–54.7
    # Corners of that un-rounded face in the picture, clockwise; quad[0] is its texture's top left corner
    quad: world.Quad
    box_xyxy: world.Box  # Hull of the un-rounded die in the picture
    state: world.DieState  # How it lies
    visible_fraction: float  # Share of its silhouette that lies in the picture and is not covered


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rendered:
    """A picture, uint8 (H, W, 3) R, G, B, and the truth of each die in the scene's order."""

    pixels: world.Bytes
    truth: tuple[DieTruth, ...]


def top_face(rotation: NDArray[np.floating]) -> tuple[world.DesignFace, float]:
    """Return the face pointing most upwards and its tilt in degrees."""
    upwards = world.FACE_NORMAL @ np.asarray(rotation, np.float64)[2]
    face = world.DesignFace(int(upwards.argmax()))
    return face, float(np.degrees(np.arccos(np.clip(upwards[face], -1, 1))))


def corners_mm(die: world.DieInstance) -> world.Floats:
    """Return the eight corners of the un-rounded die, float32 (8, 3)."""
    return np.asarray(CORNER_SIGNS * (die.size_mm / 2) @ die.rotation.T + np.array(die.position_mm), np.float32)


def quad_px(camera: world.SceneCamera, die: world.DieInstance, face: int) -> world.Quad:
    """Return a face's corners in the picture, from its texture's top left, clockwise seen from outside."""
    right, down = world.FACE_RIGHT[face], world.FACE_DOWN[face]
    local = np.stack([-right - down, right - down, right + down, down - right]) + world.FACE_NORMAL[face]
    corners = np.asarray(local * (die.size_mm / 2) @ die.rotation.T + np.array(die.position_mm), np.float32)
    first, second, third, fourth = ((float(x), float(y)) for x, y in project(camera, corners))
    return first, second, third, fourth


def box_px(camera: world.SceneCamera, die: world.DieInstance) -> world.Box:
    """Return the box of the un-rounded die in the picture."""
    corners = project(camera, corners_mm(die))
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def truth_of(camera: world.SceneCamera, die: world.DieInstance, *, visible_fraction: float) -> DieTruth:
    """Return what is true of a die in the camera's picture."""
    face, tilt_deg = top_face(die.rotation)
    return DieTruth(
        label=die.design.labels[face],
        design=die.design.name,
        tilt_deg=tilt_deg,
        quad=quad_px(camera, die, face),
        box_xyxy=box_px(camera, die),
        state=die.state,
        visible_fraction=visible_fraction,
    )
