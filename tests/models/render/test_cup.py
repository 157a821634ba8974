"""An upturned cup stands where it is said, as large as it is said, and hides what is under it."""

import numpy as np

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


def at(light: Floats, point: tuple[float, ...]) -> Floats:
    column, row = project(CAMERA, point)
    return light[int(row), int(column)]


def test_the_top_is_leather_up_to_its_edge() -> None:
    cup = Cup(place_mm=(place := (40.0, -30.0)))
    _, light = drawn(cup)
    for angle in np.linspace(0, 2 * np.pi, 12, endpoint=False):
        reach = 0.8 * cup.top_mm
        x, y = place[0] + reach * np.cos(angle), place[1] + reach * np.sin(angle)
        red, green, blue = at(light, (x, y, cup.height_mm))
        assert red > green > blue


def test_dice_under_it_leave_no_trace() -> None:
    cup, flat = Cup(place_mm=(10.0, 5.0)), np.eye(3, dtype=np.float32)
    dice = [
        DieInstance(design=core_design("suits"), size_mm=18.0, position_mm=(x, y, 9.0), rotation=flat)
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
    before, light = drawn(Cup(place_mm=(0.0, 0.0)))
    rows, columns = np.nonzero(np.abs(light - before).max(axis=2) > 1e-3)
    assert np.hypot(rows - SIZE_PX / 2, columns - SIZE_PX / 2).max() < 150 * SIZE_PX / 354
    x, y = np.array(LIGHT.lamp_mm[:2]) / np.hypot(*LIGHT.lamp_mm[:2])
    shade, lit = (
        at(light, place).mean() / at(before, place).mean() for place in ((-68 * x, -68 * y, 0), (80 * x, 80 * y, 0))
    )
    assert shade < 0.8 < 0.95 < lit
    for place in ((170.0, 0.0), (0.0, 175.0), (-400.0, 0.0)):  # at the edge of the picture it is no trouble
        drawn(Cup(place_mm=place))
