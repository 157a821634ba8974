"""An upturned cup stands where it is said, as large as it is said, and hides what is under it."""

from __future__ import annotations

import numpy as np
import pytest

from models.render.camera import project
from models.render.cup import Cup, draw_cup
from models.render.designs import core_design
from models.render.stage import RenderStage
from models.render.world import Board, DieInstance, Floats, SceneCamera, SceneLight

SIZE_PX = 400
CAMERA = SceneCamera(size_wh=(SIZE_PX, SIZE_PX), f_px=SIZE_PX / 354 * 620, height_mm=620.0, tilt_deg=2.0)
LIGHT = SceneLight()
STAGE = RenderStage(Board(), LIGHT, CAMERA)


def drawn(cup: Cup, *dice: DieInstance) -> tuple[Floats, Floats]:
    """Return a picture's light before and after a cup was put down."""
    canvas = STAGE.empty()
    STAGE.draw(dice, canvas)
    before = canvas.light.copy()
    draw_cup(cup, CAMERA, LIGHT, canvas.light, canvas.depth_mm, STAGE.backdrop.directions)
    return before, canvas.light


def top_px(cup: Cup, share: float, angle: float) -> tuple[int, int]:
    """Return row and column of a place on the cup's top, a share of its radius from the middle."""
    x, y = cup.place_mm
    reach = share * cup.top_mm
    column, row = project(CAMERA, [x + reach * np.cos(angle), y + reach * np.sin(angle), cup.height_mm])
    return int(row), int(column)


ANGLES = np.linspace(0, 2 * np.pi, 12, endpoint=False)


@pytest.mark.parametrize("place", [(0.0, 0.0), (40.0, -30.0), (-45.0, 45.0)])
def test_the_top_is_leather_up_to_its_edge(place: tuple[float, float]) -> None:
    cup = Cup(place_mm=place)
    _, light = drawn(cup)
    for angle in ANGLES:
        red, green, blue = light[top_px(cup, 0.8, angle)]
        assert red > green > blue
    floor = light[top_px(cup, 0.0, 0.0)]
    assert floor[0] > floor[1]


def test_a_die_under_it_leaves_no_trace() -> None:
    cup = Cup(place_mm=(10.0, 5.0))
    dice = [
        DieInstance(
            design=core_design("suits"), size_mm=18.0, position_mm=(x, y, 9.0), rotation=np.eye(3, dtype=np.float32)
        )
        for x, y in ((10.0, 5.0), (35.0, 5.0), (-12.0, 20.0))
    ]
    empty_before, empty = drawn(cup)
    before, light = drawn(cup, *dice)
    assert np.abs(before - empty_before).max() > 0.2
    covered = np.abs(light - empty).max(axis=2)
    column, row = (int(v) for v in project(CAMERA, [10.0, 5.0, 0.0]))
    reach = round(30 * SIZE_PX / 354)
    assert covered[row - reach : row + reach, column - reach : column + reach].max() < 1e-6


def test_it_changes_nothing_far_from_it_but_darkens_the_floor_away_from_the_lamp() -> None:
    cup = Cup(place_mm=(0.0, 0.0))
    before, light = drawn(cup)
    changed = np.abs(light - before).max(axis=2) > 1e-3
    rows, columns = np.nonzero(changed)
    middle = SIZE_PX / 2
    assert np.hypot(rows - middle, columns - middle).max() < 150 * SIZE_PX / 354
    towards = np.array(LIGHT.lamp_mm[:2]) / np.hypot(*LIGHT.lamp_mm[:2])
    shade = project(CAMERA, [*(-68.0 * towards), 0.0])
    lit = project(CAMERA, [*(80.0 * towards), 0.0])
    darker = light[int(shade[1]), int(shade[0])].mean() / before[int(shade[1]), int(shade[0])].mean()
    assert darker < 0.8
    assert light[int(lit[1]), int(lit[0])].mean() > 0.95 * before[int(lit[1]), int(lit[0])].mean()


def test_a_cup_at_the_edge_of_the_picture_is_no_trouble() -> None:
    for place in ((170.0, 0.0), (0.0, 175.0), (-400.0, 0.0)):
        drawn(Cup(place_mm=place))
