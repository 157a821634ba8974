"""A stage: the empty board traced once, dice and their shadows drawn onto it picture by picture."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import light as lighting
from models.render.backdrop import FLOOR, TABLE, Backdrop, table_z_mm, trace_backdrop
from models.render.camera import eye_mm, project
from models.render.film import develop
from models.render.hand import draw_hand
from models.render.shading import Shadow, Surroundings, cast_shadow, shade, solid_of
from models.render.solid import Hits, meet_cube
from models.render.tray import is_inside
from models.render.truth import DieTruth, Rendered, box_px, corners_mm, truth_of
from models.render.world import Board, Box, DieInstance, Floats, Scene, SceneCamera, SceneHand, SceneLight

Span: TypeAlias = tuple[slice, slice]
NOBODY = -1


@dataclass(slots=True, kw_only=True, eq=False)
class Canvas:
    """A picture being drawn."""

    light: Floats  # float32 (H, W, 3), linear
    depth_mm: Floats  # float32 (H, W), of what is seen so far
    owner: NDArray[np.int16]  # int16 (H, W), number of the die seen, NOBODY where none


class RenderStage:
    """A board under a light and a camera, without dice.

    Building one traces the board; `draw` is cheap and may be called for every frame.
    """

    def __init__(self, board: Board, light: SceneLight, camera: SceneCamera) -> None:
        """Trace the empty board."""
        self.board, self.light, self.camera = board, light, camera
        self.eye = eye_mm(camera)
        self.backdrop: Backdrop = trace_backdrop(board, light, camera)
        self._colours = lighting.colours(light)
        self._empty = self.backdrop.albedo * cv2.transform(self.backdrop.shares, self._colours)

    def empty(self) -> Canvas:
        """Return a fresh canvas showing the empty board."""
        owner = np.full(self._empty.shape[:2], NOBODY, np.int16)
        return Canvas(light=self._empty.copy(), depth_mm=self.backdrop.depth_mm.copy(), owner=owner)

    def draw(
        self, dice: tuple[DieInstance, ...], canvas: Canvas, *, hands: tuple[SceneHand, ...] = ()
    ) -> tuple[float, ...]:
        """Draw dice, shadows, and hands over them onto an empty board; return each die's uncovered share, 0–1."""
        self._draw_shadows(dice, canvas)
        far_first = sorted(range(len(dice)), key=lambda n: -float(np.linalg.norm(dice[n].position_mm - self.eye)))
        covers = {number: self._draw_die(number, dice, canvas) for number in far_first}
        for hand in hands:
            canvas.owner[draw_hand(hand, self.camera, self.light, canvas.light, canvas.depth_mm) > 0] = NOBODY
        return tuple(self._visible(number, die, canvas, covers[number]) for number, die in enumerate(dice))

    def _span(self, box: Box, margin_px: int) -> Span | None:
        """Return the part of the picture a box covers, None where it lies outside."""
        width, height = self.camera.size_wh
        left, top = max(0, int(box[0]) - margin_px), max(0, int(box[1]) - margin_px)
        right, bottom = min(width, int(box[2]) + 1 + margin_px), min(height, int(box[3]) + 1 + margin_px)
        return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None

    def _draw_shadows(self, dice: tuple[DieInstance, ...], canvas: Canvas) -> None:
        spans: list[Span] = []
        darkened = self.backdrop.shares.copy() if dice else self.backdrop.shares
        for die in dice:
            ground_z = 0.0 if is_inside(self.board, *die.position_mm[:2]) else table_z_mm(self.board)
            shadow = cast_shadow(die, self.light, ground_z, px_per_mm=self._px_per_mm(die))
            span = self._shadow_span(shadow, ground_z)
            if span is not None:
                self._subtract(shadow, span, darkened, is_outside=ground_z < 0)
                spans.append(span)
        for span in spans:
            canvas.light[span] = self.backdrop.albedo[span] * cv2.transform(darkened[span], self._colours)

    def _px_per_mm(self, die: DieInstance) -> float:
        return self.camera.f_px / float(np.linalg.norm(np.array(die.position_mm) - self.eye))

    def _shadow_span(self, shadow: Shadow, ground_z: float) -> Span | None:
        window = shadow.window
        wide, high = window.shape[1] / window.px_per_mm, window.shape[0] / window.px_per_mm
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]])
        corners += np.array([window.left_mm, window.bottom_mm])
        seen = project(self.camera, np.column_stack([corners, np.full(4, ground_z)]))
        (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
        return self._span((float(left), float(top), float(right), float(bottom)), 1)

    def _subtract(self, shadow: Shadow, span: Span, shares: Floats, *, is_outside: bool) -> None:
        """Take a shadow off the light that arrives, in place."""
        points = self.backdrop.points[span]
        x, y = shadow.window.to_map(points[..., 0], points[..., 1])
        kept_off = cv2.remap(shadow.kept_off, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        on_plane = self.backdrop.kind[span] == (TABLE if is_outside else FLOOR)
        shares[span] *= 1 - kept_off * on_plane[..., None]

    def _draw_die(self, number: int, dice: tuple[DieInstance, ...], canvas: Canvas) -> float:
        """Draw one die where it is in front of what is there; return its own cover inside the picture, in pixels."""
        die = dice[number]
        span = self._span(box_px(self.camera, die), 2)
        if span is None:
            return 0.0
        directions = self.backdrop.directions[span].reshape(-1, 3)
        eye = ((self.eye - np.array(die.position_mm, np.float32)) @ die.rotation).astype(np.float32)
        local = np.asarray(directions @ die.rotation, np.float32)
        hits = meet_cube(solid_of(die), eye, local, pixel_mm=1 / self._px_per_mm(die))
        if not hits.rays.size:
            return 0.0
        aim = directions[hits.rays]
        light = shade(die, hits, -aim, self._around(dice), die_px=die.size_mm * self._px_per_mm(die))
        _compose(canvas, span, hits, light, number=number)
        return float(hits.cover.sum())

    def _around(self, dice: tuple[DieInstance, ...]) -> Surroundings:
        up = np.array([[0, 0, 1]], np.float32)
        lamp, window = lighting.lamp_irradiance(self.light, 0 * up, up), lighting.window_irradiance(self.light, up)
        bounce = self.backdrop.mean_rgb * (self._colours @ np.array([lamp[0], window[0], 1.0], np.float32))
        return Surroundings(board=self.board, light=self.light, bounce_rgb=bounce, others=dice)

    def _visible(self, number: int, die: DieInstance, canvas: Canvas, cover_px: float) -> float:
        """Return the uncovered share of a die's whole silhouette."""
        span = self._span(box_px(self.camera, die), 2)
        if span is None or cover_px <= 0:
            return 0.0
        hull = cv2.convexHull(project(self.camera, corners_mm(die)))
        width, height = self.camera.size_wh
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        inside = cv2.intersectConvexConvex(hull, frame)[0] / max(cv2.contourArea(hull), 1e-6)
        seen = float((canvas.owner[span] == number).sum())
        return min(1.0, inside * seen / cover_px)


def _compose(canvas: Canvas, span: Span, hits: Hits, light: Floats, *, number: int) -> None:
    """Lay a die's light over the canvas where it is nearest, in place."""
    columns = span[1].stop - span[1].start
    rows, across = np.divmod(hits.rays, columns)
    rows, across = rows + span[0].start, across + span[1].start
    front = hits.along_mm < canvas.depth_mm[rows, across] + 0.3
    rows, across, cover = rows[front], across[front], hits.cover[front, None]
    canvas.light[rows, across] += (light[front] - canvas.light[rows, across]) * cover
    full = cover[:, 0] > 0.5
    canvas.depth_mm[rows[full], across[full]] = hits.along_mm[front][full]
    canvas.owner[rows[full], across[full]] = number


def render(scene: Scene) -> Rendered:
    """Draw a scene: its picture, uint8 (H, W, 3) RGB, and the truth of each die."""
    stage = RenderStage(scene.board, scene.light, scene.camera)
    canvas = stage.empty()
    visible = stage.draw(scene.dice, canvas, hands=scene.hands)
    pixels = develop(canvas.light, scene.film, np.random.default_rng(scene.seed))
    return Rendered(pixels=pixels, truth=truths(scene.camera, scene.dice, visible))


def truths(camera: SceneCamera, dice: tuple[DieInstance, ...], visible: tuple[float, ...]) -> tuple[DieTruth, ...]:
    """Return the truth of each die, given what share of it is uncovered."""
    return tuple(truth_of(camera, die, visible_fraction=part) for die, part in zip(dice, visible, strict=True))
