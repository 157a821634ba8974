"""Tables for `tests.bench.moved`: a tray on a table under a camera, and what it looks like when one of them moves.

The tray has no place of its own in a rendered scene, so a tray that slides is the camera sliding the other way, with
the table put back where it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.render.backdrop import TABLE
from models.render.camera import eye_mm, project
from models.render.designs import core_design
from models.render.film import develop
from models.render.light import colours
from models.render.stage import RenderStage
from models.render.tray import SIDES
from models.render.truth import truth_of
from models.render.world import Board, DieInstance, Film, RimShape, SceneCamera, SceneHand, SceneLight
from models.train.pictures.placing import flat_rotation, sample_board
from models.train.pictures.scene import sample_hand, sample_light
from vision.frame import Frame
from vision.reading import Detection

SIZE_PX = 540
DESIGN = core_design()
OUTLINE_POINTS = 72


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge:
    """How far something was moved."""

    by_mm: tuple[float, float] = (0.0, 0.0)  # Along x and y of the table
    up_mm: float = 0.0  # Away from the table (the camera only)
    turn_deg: float = 0.0  # About the vertical, for the camera about its own axis
    pitch_deg: float = 0.0  # The camera's tilt, about where it hangs


STILL = Nudge()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    board: Board  # The tray and the table under it
    light: SceneLight  # Over it
    camera: SceneCamera  # As it hangs
    film: Film  # Of every frame; its noise is drawn anew.


def sample_table(seed: int) -> Table:
    """Return a table by lot: a rimmed tray that fills the picture as it does under a camera hung for play."""
    rng = np.random.default_rng([seed, 11])
    board = sample_board(rng, clutter_share=0.5)
    while board.shape is RimShape.NONE:
        board = sample_board(rng, clutter_share=0.5)
    # Things lie around the tray, not under its rim: what lies inside would be thrown upon.
    reach = (board.radius_mm + board.rim_width_mm) * 1.15
    things = tuple(thing for thing in board.things if float(np.hypot(*thing.centre_mm)) > reach)
    height, fill = float(rng.uniform(400, 750)), float(rng.uniform(0.74, 0.88))
    camera = SceneCamera(
        height_mm=height,
        tilt_deg=float(min(abs(rng.normal(0, 6)), 20)),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
        target_mm=(float(rng.normal(0, 4)), float(rng.normal(0, 4))),
        f_px=SIZE_PX / 2 * fill * height / (_reach_mm(board) + board.rim_width_mm),
        size_wh=(SIZE_PX, SIZE_PX),
        k1=float(rng.uniform(-0.06, 0.02)),
    )
    film = Film(
        exposure=float(np.exp(rng.normal(0.0, 0.2))),
        vignette=float(rng.uniform(0, 0.3)),
        blur_px=float(rng.uniform(0.3, 0.9)),
        noise=float(rng.uniform(1.0, 4.0)),
        sharpen=float(rng.uniform(0, 0.6)),
    )
    return Table(board=replace(board, things=things), light=sample_light(rng), camera=camera, film=film)


def _reach_mm(board: Board) -> float:
    """Return how far the felt reaches from its middle."""
    return float(np.hypot(*outline_mm(board)[:, :2].T).max())


def moved_camera(camera: SceneCamera, nudge: Nudge) -> SceneCamera:
    eye = eye_mm(camera).astype(float)
    height, tilt = camera.height_mm + nudge.up_mm, camera.tilt_deg + nudge.pitch_deg
    azimuth = camera.azimuth_deg
    turn = 0.0
    if tilt < 0:
        tilt, azimuth, turn = -tilt, azimuth + 180.0, 180.0
    reach = height * np.tan(np.radians(tilt))
    x = float(eye[0] + nudge.by_mm[0] - reach * np.cos(np.radians(azimuth)))
    y = float(eye[1] + nudge.by_mm[1] - reach * np.sin(np.radians(azimuth)))
    return replace(
        camera,
        height_mm=height,
        tilt_deg=tilt,
        azimuth_deg=azimuth,
        roll_deg=camera.roll_deg + nudge.turn_deg + turn,
        target_mm=(x, y),
    )


def seen_from_tray(camera: SceneCamera, nudge: Nudge) -> SceneCamera:
    """Return the camera as it stands to a tray that was moved under it."""
    turn = np.radians(-nudge.turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    x, y = rotation @ (np.array(camera.target_mm) - np.array(nudge.by_mm))
    return replace(camera, target_mm=(float(x), float(y)), azimuth_deg=camera.azimuth_deg - nudge.turn_deg)


class MovedStage:
    """A table whose camera and tray were moved; building it traces it."""

    def __init__(self, table: Table, *, camera: Nudge = STILL, tray: Nudge = STILL) -> None:
        board, self._film = table.board, table.film
        hung = moved_camera(table.camera, camera)
        self.camera = seen_from_tray(hung, tray)
        self.board = board
        self._stage = RenderStage(board, table.light, self.camera)
        self._is_table = self._stage.backdrop.kind == TABLE
        bare = Board(shape=RimShape.NONE, floor=board.table, things=board.things)
        self._table = RenderStage(bare, table.light, _above(hung, board.base_mm)).backdrop.albedo

    def shot(
        self,
        rng: np.random.Generator,
        *,
        dice: tuple[DieInstance, ...] = (),
        hands: tuple[SceneHand, ...] = (),
        lit: tuple[float, float, float] = (1.0, 1.0, 1.0),
    ) -> Frame:
        """Return a frame.

        Args:
            lit: How much brighter lamp, window and room are than usual.
        """
        stage = self._stage
        canvas = stage.empty()
        stage.draw(dice, canvas)
        table = self._table * (canvas.light / np.maximum(stage.backdrop.albedo, 1e-4))
        canvas.light[self._is_table] = table[self._is_table]
        if lit != (1.0, 1.0, 1.0):
            tints = colours(stage.light)
            before = stage.backdrop.shares @ tints.T
            after = stage.backdrop.shares @ (tints * np.array(lit, np.float32)).T
            canvas.light *= after / np.maximum(before, 1e-4)
        for hand in hands:
            stage.draw((), canvas, hands=(hand,))
        return Frame(develop(canvas.light, self._film, rng))

    def outline_px(self) -> NDArray[np.float64]:
        """Return where the felt's edge is, pixels, float64 (N, 2)."""
        return project(self.camera, outline_mm(self.board)).astype(np.float64)


def _above(camera: SceneCamera, base_mm: float) -> SceneCamera:
    """Return a camera seen from a plane that lies `base_mm` lower."""
    eye = eye_mm(camera).astype(float)
    share = base_mm / camera.height_mm
    x = camera.target_mm[0] + (camera.target_mm[0] - eye[0]) * share
    y = camera.target_mm[1] + (camera.target_mm[1] - eye[1]) * share
    return replace(camera, height_mm=camera.height_mm + base_mm, target_mm=(float(x), float(y)))


def outline_mm(board: Board) -> NDArray[np.float64]:
    """Return the felt's edge on the floor, float64 (N, 3)."""
    angles = np.linspace(0, 2 * np.pi, OUTLINE_POINTS, endpoint=False)
    if board.shape is RimShape.ROUND:
        far = np.full(OUTLINE_POINTS, board.radius_mm)
    else:
        step = 2 * np.pi / SIDES[board.shape]
        off = (angles - np.radians(board.turn_deg) + step / 2) % step - step / 2
        far = board.radius_mm / np.cos(off)
    return np.stack([far * np.cos(angles), far * np.sin(angles), np.zeros(OUTLINE_POINTS)], axis=1)


def thrown(rng: np.random.Generator, board: Board, *, number: int = 5) -> tuple[DieInstance, ...]:
    """Return dice lying flat anywhere on the tray, apart from each other."""
    size_mm = float(rng.uniform(14, 18))
    reach = board.radius_mm - size_mm * 0.75
    places: list[tuple[float, float]] = []
    while len(places) < number:
        angle, far = rng.uniform(0, 2 * np.pi), reach * np.sqrt(rng.uniform(0, 1))
        x, y = float(far * np.cos(angle)), float(far * np.sin(angle))
        if all(np.hypot(x - a, y - b) > 1.5 * size_mm for a, b in places):
            places.append((x, y))
    return tuple(
        DieInstance(
            design=DESIGN,
            size_mm=size_mm,
            position_mm=(x, y, size_mm / 2),
            rotation=flat_rotation(int(rng.integers(6)), float(rng.uniform(0, 360))),
        )
        for x, y in places
    )


def found(camera: SceneCamera, dice: tuple[DieInstance, ...]) -> tuple[Detection, ...]:
    truths = (truth_of(camera, die, visible_fraction=1.0) for die in dice)
    return tuple(Detection(box_xyxy=t.box_xyxy, quad=t.quad, tilt_deg=t.tilt_deg, confidence=0.98) for t in truths)


def reaching(rng: np.random.Generator, board: Board) -> SceneHand:
    hand = sample_hand(rng, ())
    reach = 0.8 * board.radius_mm
    return replace(hand, tip_mm=(float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach)), 40.0))
