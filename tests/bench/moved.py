"""Whether a moved camera or tray is noticed before the next reading: ``python -m tests.bench.moved``.

Trays, tables and lights by lot. Each is looked at once; then dice are thrown, hands reach in, lamps are dimmed and put
elsewhere, and camera or tray is moved. Counted are the moves that are noticed, and the alarms where nothing moved. The
tray has no place of its own in a rendered scene, so a tray that slides is the camera sliding the other way, with
the table put back where it was.
"""

import copy
import multiprocessing
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np
import typer

from models.evaluate import play
from models.render.backdrop import TABLE
from models.render.camera import eye_mm
from models.render.designs import core_design
from models.render.film import develop
from models.render.light import colours
from models.render.stage import RenderStage
from models.render.truth import truth_of
from models.render.world import Board, Film, RimShape, SceneCamera, SceneLight
from models.train.pictures.placing import lie_flat
from models.train.pictures.scene import balanced, sample_film, sample_hand, sample_light
from scoring.statistics.share import share_of
from vision.find.board import BoardPresence, board_presence
from vision.frame import Frame
from vision.reading import Detection
from vision.watch.standing import Standing, StandingBoard

HAND_SHARE = 0.4
NOTICED = (Standing.FOLLOWED, Standing.FOUND)
BIG_MM, BIG_DEG = 10.0, 5.0
SIZE_PX = 540


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge:
    """How far something was moved."""

    by_mm: complex = 0j  # Along x and y of the table
    turn_deg: float = 0.0  # About the vertical, for the camera about its own axis
    pitch_deg: float = 0.0  # The camera's tilt, about where it hangs


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    board: Board  # The tray and the table under it
    light: SceneLight  # Over it
    camera: SceneCamera  # As it hangs
    film: Film  # Of every frame; its noise is drawn anew.


def table_of(seed: int) -> Table:
    """Return a table by lot: a rimmed tray that fills the picture as it does under a camera hung for play."""
    rng = np.random.default_rng([seed, 11])
    table, light = play.sample_table(rng, clutter_share=0.5), sample_light(rng)
    camera = replace(table.camera, size_wh=(SIZE_PX, SIZE_PX), f_px=table.camera.f_px * SIZE_PX / play.SIZE_PX)
    film = balanced(sample_film(rng, quality=0.5), light, table.board, rng)
    return Table(table.board, light, camera, replace(film, motion_px=0.0, rescale=1.0))


class MovedStage:
    """A table whose camera and tray were moved; building it traces it."""

    def __init__(self, table: Table, *, camera: Nudge = Nudge(), tray: Nudge = Nudge()) -> None:
        board, self._film = table.board, table.film
        hung = _hung_after(table.camera, camera)
        # To a tray that was moved under it, the camera stands moved the other way.
        target = (complex(*hung.target_mm) - tray.by_mm) * np.exp(-1j * np.radians(tray.turn_deg))
        self.camera = replace(hung, target_mm=_pair(target), azimuth_deg=hung.azimuth_deg - tray.turn_deg)
        self._stage = RenderStage(board, table.light, self.camera)
        self._is_table = self._stage.backdrop.kind == TABLE
        bare = Board(shape=RimShape.NONE, floor=board.table, things=board.things)
        aim = np.array(hung.target_mm)  # seen from the table's plane, which lies lower
        aim = aim + (aim - eye_mm(hung)[:2]) * board.base_mm / hung.height_mm
        above = replace(hung, height_mm=hung.height_mm + board.base_mm, target_mm=_pair(complex(*aim)))
        self._table = RenderStage(bare, table.light, above).backdrop.albedo

    def shot(self, rng, dice, *, has_hand=False, lit=(1.0, 1.0, 1.0)) -> Frame:
        """Return a frame, lamp, window and room so much brighter than usual."""
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


def _pair(point) -> tuple[float, float]:
    return float(point.real), float(point.imag)


def _hung_after(camera: SceneCamera, nudge: Nudge) -> SceneCamera:
    tilt, azimuth, roll = camera.tilt_deg + nudge.pitch_deg, camera.azimuth_deg, camera.roll_deg + nudge.turn_deg
    if tilt < 0:
        tilt, azimuth, roll = -tilt, azimuth + 180.0, roll + 180.0
    reach = camera.height_mm * np.tan(np.radians(tilt)) * np.exp(1j * np.radians(azimuth))
    target = _pair(complex(*eye_mm(camera)[:2]) + nudge.by_mm - reach)
    return replace(camera, tilt_deg=tilt, azimuth_deg=azimuth, roll_deg=roll, target_mm=target)


def thrown(rng, board: Board):
    """Return five dice lying flat anywhere on the tray, apart from each other."""
    size_mm = float(rng.uniform(14, 18))
    reach = board.radius_mm - size_mm * 0.75
    places: list[complex] = []
    while len(places) < 5:
        place = np.exp(1j * rng.uniform(0, 2 * np.pi)) * reach * np.sqrt(rng.uniform(0, 1))
        if all(abs(place - other) > 1.5 * size_mm for other in places):
            places.append(place)
    return tuple(lie_flat(core_design(), size_mm, *_pair(at), rng=rng) for at in places)


def looks_at(seed: int, stills: int) -> list[tuple[str, bool, bool]]:
    """Return of every comparison at one table what was done before, whether it is noticed, and whether it is said.

    None where its board is not found to begin with.
    """
    cv2.setNumThreads(1)
    table, rng = table_of(seed), np.random.default_rng([seed, 12])
    stage = MovedStage(table)
    dice = thrown(rng, table.board)
    first = stage.shot(rng, dice)
    known = StandingBoard()
    if not known.find(first) or known.board is None:
        return []
    truths = (truth_of(stage.camera, die, visible_fraction=1.0) for die in dice)
    seen = (Detection(box_xyxy=t.box_xyxy, quad=t.quad, tilt_deg=t.tilt_deg, confidence=0.98) for t in truths)
    known.remember(first, tuple(seen))
    looks = []
    for case, later, times in _cases(table, stage, rng, stills):
        for _ in range(times):
            # Other dice, perhaps a hand, and brighter or darker lights.
            has_hand, lit = rng.random() < HAND_SHARE, tuple(np.exp(rng.normal(0, 0.35, 3)))
            frame = later.shot(rng, thrown(rng, table.board), has_hand=has_hand, lit=lit)
            standing = copy.copy(known)
            is_noticed = standing.check(frame) in NOTICED
            looks.append((case, is_noticed, board_presence(standing.board, frame) is not BoardPresence.SAME))
    return looks


def _cases(table: Table, stage: MovedStage, rng, stills: int):
    """Yield what is done at a table, what it looks like then, and how often it is looked at."""

    def nudge(far_mm: float, turn_deg: float = 0.0) -> Nudge:
        return Nudge(by_mm=far_mm * np.exp(1j * rng.uniform(0, 2 * np.pi)), turn_deg=turn_deg)

    def a_degree() -> float:
        return float(rng.choice([-1.0, 1.0]))

    lamp_mm = np.array(table.light.lamp_mm) + rng.normal(0, 120, 3) * (1, 1, 0.3)
    elsewhere = replace(table.light, lamp_mm=tuple(map(float, lamp_mm)))
    yield "still: other dice, hands, brightness", stage, stills
    yield "still: the lamp stands elsewhere", MovedStage(replace(table, light=elsewhere)), max(1, stills // 8)
    for what in ("tray", "camera"):
        large = nudge(float(rng.uniform(2, BIG_MM)), float(rng.uniform(-BIG_DEG, BIG_DEG)))
        yield f"{what} moved 2 mm", MovedStage(table, **{what: nudge(2.0)}), 2
        yield f"{what} moved 2–10 mm and 0–5°", MovedStage(table, **{what: large}), 2
    tray = "tray turned 1° (round)" if table.board.shape is RimShape.ROUND else "tray turned 1°"
    yield tray, MovedStage(table, tray=Nudge(turn_deg=a_degree())), 2
    yield "camera turned 1°", MovedStage(table, camera=Nudge(turn_deg=a_degree())), 2
    yield "camera tilted 1°", MovedStage(table, camera=Nudge(pitch_deg=a_degree())), 2


def main(tables: int = 100, stills: int = 40, seed: int = 1000, workers: int = 1) -> None:
    """Measure and print a table."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        known = list(pool.map(looks_at, range(seed, seed + tables), [stills] * tables))
    print(f"{tables} tables; on {sum(not looks for looks in known)} no board is found to begin with\n")
    print(f"{'case':<40}{'noticed, [95 %]':<38}{'or said':>9}")
    by_case = defaultdict(list)
    for case, *told in chain.from_iterable(known):
        by_case[case].append(told)
    for case, seen in by_case.items():
        print(f"{case:<40}{share_of(noticed for noticed, _ in seen)!s:<38}{sum(map(any, seen)):>9}")


if __name__ == "__main__":
    typer.run(main)
