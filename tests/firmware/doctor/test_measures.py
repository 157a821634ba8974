"""What the surveyor sees: the board, the light, the focus, the sheet; by simulated cameras and planned pictures."""

import cv2
import numpy as np
import pytest

from firmware.doctor.camera import die_edge_px
from firmware.doctor.computer import PICTURE
from firmware.doctor.light import burnt_spot, flicker_line, side_of
from firmware.doctor.measures import BoardMeasure, FocusMeasure, LightMeasure
from firmware.session.wizard import Aspect, CameraTrouble, LightTrouble, Rating, Side
from tests.endtoend.desk import reader
from tests.firmware.doctor.recorded import LockingPictures, PictureCamera, looks
from vision.find.board import BoardKind, BoardOutline
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.light.flicker import Flicker

DICE = load_picture(PICTURE)
"""Five dice as the simulated board shows them."""


def plain(level: int) -> Frame:
    return Frame(np.full((480, 640, 3), level, np.uint8))


GREY = plain(110)


def cut(frame: Frame, *, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Frame:
    height, width = frame.pixels.shape[:2]
    return Frame(np.ascontiguousarray(frame.pixels[top : height - bottom, left : width - right]))


def far(frame: Frame) -> Frame:
    small = cv2.resize(frame.pixels, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    return Frame(np.asarray(cv2.copyMakeBorder(small, 280, 280, 280, 280, cv2.BORDER_REPLICATE), np.uint8))


# -- the board -------------------------------------------------------------------------------------------------


def test_the_whole_board_is_seen_and_a_die_measured_or_reckoned_from_the_board():
    look = looks(BoardMeasure(camera="usb:0", reader=reader(), lean_deg=2.0), PictureCamera([DICE]))
    assert (look.trouble, look.sides, look.lean_deg, look.is_die_seen) == (None, (), 2.0, True)
    assert look.die_px == pytest.approx(67.0, rel=0.12)  # 16 mm at 4.07 px a millimetre
    assert len(look.outline) >= 4
    without = looks(BoardMeasure(camera="usb:0"), PictureCamera([DICE]))
    assert (without.trouble, without.is_die_seen) == (None, False)
    assert without.die_px == pytest.approx(67.0, rel=0.15)
    square = ((0, 0), (9, 0), (9, 9), (0, 9))
    outline = BoardOutline(polygon=square, kind=BoardKind.SQUARE, size_wh=(10, 10), mm_per_px=0.2)
    assert die_edge_px(outline, ()) == 80.0  # with a scale, from that


@pytest.mark.parametrize(
    ("picture", "trouble", "sides"),
    [
        (GREY, CameraTrouble.NO_BOARD, ()),
        (plain(2), CameraTrouble.TOO_DARK, ()),
        (plain(255), CameraTrouble.TOO_BRIGHT, ()),
        (cut(DICE, left=200, top=200), CameraTrouble.CUT_OFF, (Side.TOP, Side.LEFT)),
        (cut(DICE, right=200, bottom=200), CameraTrouble.CUT_OFF, (Side.BOTTOM, Side.RIGHT)),
        (cut(DICE, left=150, right=160), CameraTrouble.TOO_NEAR, (Side.LEFT, Side.RIGHT)),
        (far(DICE), CameraTrouble.TOO_FAR, ()),
    ],
)
def test_what_keeps_the_camera_from_seeing_the_board_is_said(picture, trouble, sides):
    look = looks(BoardMeasure(camera="usb:0"), PictureCamera([picture]))
    assert (look.trouble, look.sides) == (trouble, sides)
    assert bool(look.outline) is (look.die_px is not None) is bool(picture.pixels.std() > 0)


def test_it_is_looked_at_once_a_second_of_the_exposures():
    camera = PictureCamera([GREY])
    measure = BoardMeasure(camera="usb:0")
    seen = [measure.look(camera, camera.preview()) for _ in range(31)]
    assert sum(each is not None for each in seen) == camera.captures == 3  # 31 small frames, 3 large ones, 70 ms each


# -- the light -------------------------------------------------------------------------------------------------


def test_of_good_light_everything_but_flicker_is_said_at_once_and_the_camera_locked_once():
    camera, measure = (
        LockingPictures([DICE, DICE, Frame(np.full_like(DICE.pixels, 110))]),
        LightMeasure(reader=reader(), mains_hz=50),
    )
    look = looks(measure, camera)
    assert {line.aspect: line.rating for line in look.lines} == dict.fromkeys(
        [aspect for aspect in Aspect if aspect is not Aspect.FLICKER], Rating.GOOD
    )
    assert (look.dice, look.glare_xy) == (5, None)
    assert looks(measure, camera).outline == look.outline  # a board that is known is not looked for again
    assert len(camera.locked) == 1
    assert camera.locked[0] is not None


def test_pictures_of_a_folder_do_not_flicker_and_without_a_board_its_evenness_is_unseen():
    look = looks(LightMeasure(mains_hz=50, is_still=True), PictureCamera([GREY]))
    assert (look.outline, look.dice) == ((), 0)
    ratings = {line.aspect: line.rating for line in look.lines}
    assert ratings[Aspect.FLICKER] is ratings[Aspect.EVENNESS] is Rating.UNSEEN


def test_too_bright_is_said_and_a_lamp_that_mirrors_and_where():
    look = looks(LightMeasure(mains_hz=50), PictureCamera([plain(255)]))
    assert look.lines[0].trouble is LightTrouble.TOO_BRIGHT
    mirrored = plain(110)
    mirrored.pixels[200:260, 50:110] = 255
    look = looks(LightMeasure(mains_hz=50), PictureCamera([mirrored]))
    assert LightTrouble.GLARE in {line.trouble for line in look.lines}
    assert (look.glare_side, look.glare_xy) == (Side.LEFT, pytest.approx((80, 230), abs=2))
    assert burnt_spot(GREY, None) is None


@pytest.mark.parametrize(
    ("found", "trouble"),
    [
        (Flicker(swing=0.2, hz=100.0), LightTrouble.LAMP_FLICKERS),
        (Flicker(swing=0.2, hz=120.0), LightTrouble.OTHER_MAINS),
        (Flicker(swing=0.2), LightTrouble.WAVERS),
        (Flicker(swing=0.05, hz=100.0), None),
        (None, None),
    ],
)
def test_each_flicker_has_its_own_remedy(found, trouble):
    line = flicker_line(found, 50)
    assert line.trouble is trouble
    assert line.rating is (Rating.UNSEEN if found is None else Rating.GOOD if trouble is None else Rating.POOR)


def test_where_in_the_picture_something_is():
    spots = {(50, 50): Side.MIDDLE, (10, 40): Side.LEFT, (95, 60): Side.RIGHT, (50, 5): Side.TOP, (60, 99): Side.BOTTOM}
    assert {spot: side_of(spot, (100, 100)) for spot in spots} == spots


# -- the focus -------------------------------------------------------------------------------------------------


def test_the_number_falls_as_the_picture_blurs_and_the_limit_is_the_doctors():
    sharp, soft = (
        looks(FocusMeasure(), PictureCamera([Frame(np.asarray(pixels, np.uint8))])).sharpness
        for pixels in (DICE.pixels, cv2.GaussianBlur(DICE.pixels, (0, 0), 7.0))
    )
    assert sharp >= 100 > soft


def test_where_nothing_has_an_edge_there_is_no_number_and_a_camera_that_focuses_itself_is_let_do_so_once():
    look = looks(FocusMeasure(), PictureCamera([GREY]))
    assert (look.sharpness, look.outline, look.focuses_itself) == (None, (), False)
    camera, measure = LockingPictures([GREY]), FocusMeasure()
    assert looks(measure, camera).focuses_itself
    looks(measure, camera)
    assert len(camera.locked) == 1
