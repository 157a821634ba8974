"""An upturned cup hides what is under it, is no trouble anywhere, and darkens the floor away from the lamp."""

from dataclasses import replace

import numpy as np

from models.render import camera, designs, stage
from models.render.cup import Cup, draw_cup
from models.render.world import Board, DieInstance, SceneCamera, SceneLight

SIZE_PX = 400
CAMERA = SceneCamera(size_wh=(SIZE_PX, SIZE_PX), f_px=SIZE_PX / 354 * 620, height_mm=620.0, tilt_deg=2.0)
LIGHT = SceneLight()
STAGE = stage.RenderStage(Board(), LIGHT, CAMERA)


def drawn(cup, *dice):
    """Return a picture's light before and after a cup was put down."""
    canvas = STAGE.empty()
    STAGE.draw(dice, canvas)
    before = canvas.light.copy()
    draw_cup(cup, CAMERA, LIGHT, canvas.light, canvas.depth_mm, STAGE.backdrop.directions)
    return before, canvas.light


def at(light, point):
    column, row = camera.project(CAMERA, point)
    return light[int(row), int(column)]


def test_dice_under_it_leave_no_trace():
    cup, flat = Cup(place_mm=(10.0, 5.0)), np.eye(3, dtype=np.float32)
    die = DieInstance(design=designs.core_design("suits"), size_mm=18.0, position_mm=(10.0, 5.0, 9.0), rotation=flat)
    dice = [die, *(replace(die, position_mm=(x, y, 9.0)) for x, y in ((35.0, 5.0), (-12.0, 20.0)))]
    empty_before, empty = drawn(cup)
    before, light = drawn(cup, *dice)
    assert np.abs(before - empty_before).max() > 0.2
    covered = np.abs(light - empty).max(axis=2)
    column, row = (int(v) for v in camera.project(CAMERA, [10.0, 5.0, 0.0]))
    reach = round(30 * SIZE_PX / 354)
    assert covered[row - reach : row + reach, column - reach : column + reach].max() < 1e-6


def test_its_top_is_leather_and_far_from_it_nothing_changes_but_the_floor_darkens_away_from_the_lamp():
    before, light = drawn(cup := Cup(place_mm=(0.0, 0.0)))
    red, green, blue = at(light, (0.8 * cup.top_mm, 0.0, cup.height_mm))
    assert red > green > blue
    rows, columns = np.nonzero(np.abs(light - before).max(axis=2) > 1e-3)
    assert np.hypot(rows - SIZE_PX / 2, columns - SIZE_PX / 2).max() < 150 * SIZE_PX / 354
    to_lamp = np.array([*LIGHT.lamp_mm[:2], 0.0]) / np.hypot(*LIGHT.lamp_mm[:2])
    shade, lit = (at(light, place).mean() / at(before, place).mean() for place in (-68 * to_lamp, 80 * to_lamp))
    assert shade < 0.8 < 0.95 < lit
    for place in ((170.0, 0.0), (-400.0, 0.0)):  # at the edge of the picture it is no trouble
        drawn(Cup(place_mm=place))
