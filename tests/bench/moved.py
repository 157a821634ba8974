"""Whether a moved camera or tray is noticed before the next reading: ``python -m tests.bench.moved``.

Trays and tables by lot, under lights by lot. Each is looked at once; then dice are thrown, hands reach in, lamps are
dimmed and put elsewhere, and camera or tray is moved. Counted are the moves that are noticed, the alarms where nothing
moved, and how far the outline that was put right lies from the true one.

The tray has no place of its own in a rendered scene, so a tray that slides is the camera sliding the other way, with
the table put back where it was.
"""

from __future__ import annotations

import copy
import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import cv2
import numpy as np
import typer

from models.render.backdrop import TABLE
from models.render.camera import eye_mm, project
from models.render.designs import core_design
from models.render.film import develop
from models.render.light import colours
from models.render.stage import RenderStage
from models.render.tray import SIDES
from models.render.truth import truth_of
from models.render.world import Board, DieInstance, Film, Floats, RimShape, SceneCamera, SceneLight
from models.train.pictures.placing import lie_flat, sample_board
from models.train.pictures.scene import sample_hand, sample_light
from scoring.statistics.share import share_of
from vision.find.board import BoardOutline, BoardPresence, board_presence
from vision.frame import Frame
from vision.reading import Detection
from vision.watch.standing import Standing, StandingBoard

HAND_SHARE = 0.4
NOTICED = (Standing.FOLLOWED, Standing.FOUND)
BIG_MM, BIG_DEG = 10.0, 5.0
SIZE_PX = 540
OUTLINE_POINTS = 72


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge:
    """How far something was moved."""

    by_mm: tuple[float, float] = (0.0, 0.0)  # Along x and y of the table
    turn_deg: float = 0.0  # About the vertical, for the camera about its own axis
    pitch_deg: float = 0.0  # The camera's tilt, about where it hangs


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
    farthest = float(np.hypot(*outline_mm(board)[:, :2].T).max())
    camera = SceneCamera(
        height_mm=height,
        tilt_deg=float(min(abs(rng.normal(0, 6)), 20)),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
        target_mm=(float(rng.normal(0, 4)), float(rng.normal(0, 4))),
        f_px=SIZE_PX / 2 * fill * height / (farthest + board.rim_width_mm),
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


def outline_mm(board: Board) -> Floats:
    """Return the felt's edge on the floor, (N, 3)."""
    angles = np.linspace(0, 2 * np.pi, OUTLINE_POINTS, endpoint=False)
    far = np.full(OUTLINE_POINTS, board.radius_mm)
    if board.shape is not RimShape.ROUND:
        step = 2 * np.pi / SIDES[board.shape]
        far /= np.cos((angles - np.radians(board.turn_deg) + step / 2) % step - step / 2)
    return np.stack([far * np.cos(angles), far * np.sin(angles), np.zeros(OUTLINE_POINTS)], axis=1)


class MovedStage:
    """A table whose camera and tray were moved; building it traces it."""

    def __init__(self, table: Table, *, camera: Nudge = Nudge(), tray: Nudge = Nudge()) -> None:
        board, self._film = table.board, table.film
        hung = _hung_after(table.camera, camera)
        self.camera = _seen_from_tray(hung, tray)
        self._stage = RenderStage(board, table.light, self.camera)
        self._is_table = self._stage.backdrop.kind == TABLE
        bare = Board(shape=RimShape.NONE, floor=board.table, things=board.things)
        self._table = RenderStage(bare, table.light, _above(hung, board.base_mm)).backdrop.albedo

    def shot(
        self,
        rng: np.random.Generator,
        dice: tuple[DieInstance, ...],
        *,
        has_hand: bool = False,
        lit: tuple[float, ...] = (1.0, 1.0, 1.0),
    ) -> Frame:
        """Return a frame.

        Args:
            lit: How much brighter lamp, window and room are than usual.
        """
        stage = self._stage
        reach = 0.8 * stage.board.radius_mm
        hands = [sample_hand(rng, ())] if has_hand else []
        hands = [replace(hand, tip_mm=(*map(float, rng.uniform(-reach, reach, 2)), 40.0)) for hand in hands]
        canvas = stage.empty()
        stage.draw(dice, canvas)
        table = self._table * (canvas.light / np.maximum(stage.backdrop.albedo, 1e-4))
        canvas.light[self._is_table] = table[self._is_table]
        usual = colours(stage.light).T
        before, after = (np.maximum(stage.backdrop.shares @ each, 1e-4) for each in (usual, np.diag(lit) @ usual))
        canvas.light *= (after / before).astype(np.float32)
        stage.draw((), canvas, hands=tuple(hands))
        return Frame(develop(canvas.light, self._film, rng))

    def error_mm(self, board: BoardOutline) -> float:
        """Return how far an outline lies from the felt's true edge, on average."""
        true_mm = outline_mm(self._stage.board)
        true_px = project(self.camera, true_mm)
        in_mm, in_px = (cv2.contourArea(edge[:, :2].astype(np.float32)) for edge in (true_mm, true_px))
        contour = np.array(board.polygon, np.float32).reshape(-1, 1, 2)
        apart = [abs(cv2.pointPolygonTest(contour, (float(x), float(y)), measureDist=True)) for x, y in true_px]
        return float(np.mean(apart) * np.sqrt(in_mm / in_px))


def _hung_after(camera: SceneCamera, nudge: Nudge) -> SceneCamera:
    tilt, azimuth, roll = camera.tilt_deg + nudge.pitch_deg, camera.azimuth_deg, camera.roll_deg + nudge.turn_deg
    if tilt < 0:
        tilt, azimuth, roll = -tilt, azimuth + 180.0, roll + 180.0
    reach = camera.height_mm * np.tan(np.radians(tilt)) * np.exp(1j * np.radians(azimuth))
    target = complex(*eye_mm(camera)[:2]) + complex(*nudge.by_mm) - reach
    return replace(camera, tilt_deg=tilt, azimuth_deg=azimuth, roll_deg=roll, target_mm=(target.real, target.imag))


def _seen_from_tray(camera: SceneCamera, nudge: Nudge) -> SceneCamera:
    """Return the camera as it stands to a tray that was moved under it."""
    target = (complex(*camera.target_mm) - complex(*nudge.by_mm)) * np.exp(-1j * np.radians(nudge.turn_deg))
    azimuth = camera.azimuth_deg - nudge.turn_deg
    return replace(camera, target_mm=(float(target.real), float(target.imag)), azimuth_deg=azimuth)


def _above(camera: SceneCamera, base_mm: float) -> SceneCamera:
    """Return a camera seen from a plane that lies `base_mm` lower."""
    target = np.array(camera.target_mm)
    x, y = target + (target - eye_mm(camera)[:2]) * base_mm / camera.height_mm
    return replace(camera, height_mm=camera.height_mm + base_mm, target_mm=(float(x), float(y)))


def thrown(rng: np.random.Generator, board: Board) -> tuple[DieInstance, ...]:
    """Return five dice lying flat anywhere on the tray, apart from each other."""
    size_mm = float(rng.uniform(14, 18))
    reach = board.radius_mm - size_mm * 0.75
    places: list[complex] = []
    while len(places) < 5:
        place = np.exp(1j * rng.uniform(0, 2 * np.pi)) * reach * np.sqrt(rng.uniform(0, 1))
        if all(abs(place - other) > 1.5 * size_mm for other in places):
            places.append(place)
    return tuple(lie_flat(core_design(), size_mm, float(at.real), float(at.imag), rng=rng) for at in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    case: str  # What was done before it
    is_noticed: bool
    is_said: bool  # The players would be told that the board is not seen
    error_mm: float  # Mean distance of the outline from the true one afterwards
    error_before_mm: float  # The same when it was first found
    spent_ms: float  # The processor's time


def looks_at(seed: int, stills: int) -> list[Look]:
    """Return every comparison at one table; none where its board is not found to begin with."""
    cv2.setNumThreads(1)
    table, rng = sample_table(seed), np.random.default_rng([seed, 12])
    stage = MovedStage(table)
    dice = thrown(rng, table.board)
    first = stage.shot(rng, dice)
    known = StandingBoard()
    if not known.find(first) or known.board is None:
        return []
    error_before = stage.error_mm(known.board)
    truths = (truth_of(stage.camera, die, visible_fraction=1.0) for die in dice)
    known.remember(
        first,
        tuple(Detection(box_xyxy=t.box_xyxy, quad=t.quad, tilt_deg=t.tilt_deg, confidence=0.98) for t in truths),
    )
    looks = []
    for case, later, times in _cases(table, stage, rng, stills):
        for _ in range(times):
            # Other dice, perhaps a hand, and brighter or darker lights.
            has_hand, lit = rng.random() < HAND_SHARE, tuple(np.exp(rng.normal(0, 0.35, 3)))
            frame = later.shot(rng, thrown(rng, table.board), has_hand=has_hand, lit=lit)
            standing, began = copy.copy(known), time.process_time()
            said = standing.check(frame)
            spent_ms = 1e3 * (time.process_time() - began)
            assert standing.board is not None
            looks.append(
                Look(
                    case=case,
                    is_noticed=said in NOTICED,
                    is_said=board_presence(standing.board, frame) is not BoardPresence.SAME,
                    error_mm=later.error_mm(standing.board),
                    error_before_mm=error_before,
                    spent_ms=spent_ms,
                )
            )
    return looks


def _cases(
    table: Table, stage: MovedStage, rng: np.random.Generator, stills: int
) -> Iterator[tuple[str, MovedStage, int]]:
    """Yield what is done at a table, what it looks like then, and how often it is looked at."""

    def by(far_mm: float) -> tuple[float, float]:
        to = far_mm * np.exp(1j * rng.uniform(0, 2 * np.pi))
        return float(to.real), float(to.imag)

    def a_degree() -> float:
        return float(rng.choice([-1.0, 1.0]))

    lamp_mm = np.array(table.light.lamp_mm) + rng.normal(0, 120, 3) * (1, 1, 0.3)
    elsewhere = replace(table.light, lamp_mm=tuple(map(float, lamp_mm)))
    yield "still: other dice, hands, brightness", stage, stills
    yield "still: the lamp stands elsewhere", MovedStage(replace(table, light=elsewhere)), max(1, stills // 8)
    nudges: dict[str, Callable[[], Nudge]] = {
        "2 mm": lambda: Nudge(by_mm=by(2.0)),
        "2–10 mm and 0–5°": lambda: Nudge(
            by_mm=by(float(rng.uniform(2, BIG_MM))), turn_deg=float(rng.uniform(-BIG_DEG, BIG_DEG))
        ),
    }
    for name, nudge in nudges.items():
        yield f"tray moved {name}", MovedStage(table, tray=nudge()), 2
        yield f"camera moved {name}", MovedStage(table, camera=nudge()), 2
    tray = "tray turned 1° (round)" if table.board.shape is RimShape.ROUND else "tray turned 1°"
    yield tray, MovedStage(table, tray=Nudge(turn_deg=a_degree())), 2
    yield "camera turned 1°", MovedStage(table, camera=Nudge(turn_deg=a_degree())), 2
    yield "camera tilted 1°", MovedStage(table, camera=Nudge(pitch_deg=a_degree())), 2


def _print(looks: list[Look]) -> None:
    print(f"{'case':<40}{'noticed, [95 %]':<38}{'or said':>9}{'mm off: mean':>14}{'p95':>7}{'ms p50':>8}")
    for case in dict.fromkeys(look.case for look in looks):
        seen = [look for look in looks if look.case == case]
        noticed, either = share_of(look.is_noticed for look in seen), sum(x.is_noticed or x.is_said for x in seen)
        off = [look.error_mm for look in seen if not look.is_said]
        spent = np.median([look.spent_ms for look in seen])
        print(f"{case:<40}{noticed!s:<38}{either:>9}{np.mean(off):>14.2f}{np.percentile(off, 95):>7.2f}{spent:>8.0f}")
    first = [look.error_before_mm for look in looks]
    print(f"\nwhen first found, the outline was {np.mean(first):.2f} mm off (p95 {np.percentile(first, 95):.2f})")


def main(tables: int = 100, stills: int = 40, seed: int = 1000, workers: int = 1) -> None:
    """Measure and print a table."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        known = list(pool.map(looks_at, range(seed, seed + tables), [stills] * tables))
    print(f"{tables} tables; on {sum(not looks for looks in known)} no board is found to begin with\n")
    _print([look for looks in known for look in looks])


if __name__ == "__main__":
    typer.run(main)
