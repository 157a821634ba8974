"""Tables to play at: a tray, a camera that has all of it in view, dice of a size it can read."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.evaluate.play import BoardAtRest
from models.evaluate.truth import LabelledDie
from models.render.camera import project
from models.render.poses import rotation_of
from models.render.throws import judge
from models.render.tray import SIDES
from models.render.truth import truth_of
from models.render.world import Board, Design, DieInstance, Family, RimShape, SceneCamera, Thing
from models.train.pictures.scene import SceneConfig, sample_camera
from models.train.pictures.surroundings import sample_board

SIZE_PX = 960
SCENES = SceneConfig(size_wh=(SIZE_PX, SIZE_PX), quality=0.5)
FILLED = 0.95
"""Of half the picture, by the tray."""

DIE_PX = (30.0, 90.0)
DIE_MM = (12.0, 20.0)
BLANK = Design(name="blank", family=Family.BLANK, faces=np.zeros((6, 1, 1, 3), np.uint8))
"""Of dice that are not drawn: only where they lie and what they show matters."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlayTable:
    """A table to play at."""

    board: Board  # A tray
    camera: SceneCamera  # Over it, somewhat aslant
    size_mm: float  # Of a die


def sample_table(rng: np.random.Generator, *, clutter_share: float = 0.0) -> PlayTable:
    """Return a table by lot on which a die is `DIE_PX` large."""
    while True:
        board, size_mm = sample_board(rng, clutter_share=clutter_share), float(rng.uniform(*DIE_MM))
        if board.shape is RimShape.NONE:
            continue
        board = replace(board, things=tuple(thing for thing in board.things if _lies_beside(thing, board)))
        camera = _over(board, sample_camera(rng, SCENES, size_mm=size_mm), bend=float(rng.normal(-0.03, 0.06)))
        if DIE_PX[0] <= camera.f_px / camera.height_mm * size_mm <= DIE_PX[1]:
            return PlayTable(board=board, camera=camera, size_mm=size_mm)


def _lies_beside(thing: Thing, board: Board) -> bool:
    """Return whether a thing lies beside the tray: nobody throws dice among coins."""
    return float(np.hypot(*thing.centre_mm)) - thing.size_mm / 2 > board.radius_mm + board.rim_width_mm


def _over(board: Board, camera: SceneCamera, *, bend: float) -> SceneCamera:
    """Return a camera aimed at the middle of a tray and as close as shows all of it, its lens bent so much."""
    reach_mm = (board.radius_mm + board.rim_width_mm) / np.cos(np.pi / SIDES.get(board.shape, 360))
    around = np.linspace(0, 2 * np.pi, 72)
    ring = np.stack([np.cos(around), np.sin(around), np.full(72, board.rim_height_mm / reach_mm)], axis=1) * reach_mm
    for k1 in (0.0, bend):
        half_angle = SIZE_PX / 2 / camera.f_px
        camera = replace(camera, target_mm=(0.0, 0.0), k1=k1 / max(2 * half_angle, 0.5) ** 2)
        far_px = float(np.abs(project(camera, ring) - SIZE_PX / 2).max())
        camera = replace(camera, f_px=camera.f_px * FILLED * SIZE_PX / 2 / far_px)
    return camera


def lying_dice(table: PlayTable, poses: NDArray[np.float64], design: Design = BLANK) -> tuple[DieInstance, ...]:
    """Return dice that lie in poses (N, 7)."""
    return tuple(
        DieInstance(
            design=design,
            size_mm=table.size_mm,
            position_mm=(float(pose[0]), float(pose[1]), float(pose[2])),
            rotation=rotation_of(pose).astype(np.float32),
            state=judge(table.board, table.size_mm, pose).state,
        )
        for pose in poses
    )


def true_dice(table: PlayTable, view: BoardAtRest) -> dict[int, LabelledDie]:
    """Return what is true of the dice of a view, by number."""
    dice = lying_dice(table, view.poses[list(view.numbers)])
    seen = (truth_of(table.camera, die, visible_fraction=1.0) for die in dice)
    return {
        number: LabelledDie(
            label=one.label, state=one.state.value, tilt_deg=one.tilt_deg, box_xyxy=one.box_xyxy, quad=one.quad
        )
        for number, one in zip(view.numbers, seen, strict=True)
    }
