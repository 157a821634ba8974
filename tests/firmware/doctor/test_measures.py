"""What is said of light and focus, in words and while it is set up, and of the board; by planned pictures."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.adapters.open import Source
from firmware.board.calibration import Calibration
from firmware.board.calibration_lock import Locked
from firmware.doctor import light as said
from firmware.doctor.camera import Look, die_edge_px, looked
from firmware.doctor.finding import Finding, Health
from firmware.doctor.light import burnt_spot, flicker_line, side_of
from firmware.doctor.measures import WATCH_NS, BoardMeasure, FocusMeasure, LightMeasure
from firmware.doctor.speed import PICTURE
from firmware.session.wizard import Aspect, CameraTrouble, LightTrouble, Rating, Side
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import LightName, Setting
from tests.cases import cases
from tests.doubles.clock import ManualClock
from tests.endtoend.desk import reader
from tests.firmware.doctor.recorded import LockingPictures, PictureCamera, expect, looks
from vision.find.board import BoardKind, BoardOutline, find_board
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.light import flicker, lighting
from vision.reading import Detection

DICE = load_picture(PICTURE)  # five, as the simulated board shows them
USUAL = lighting.Lighting(level=215.0, unevenness=1.4, glare=0.0005, cast=(1.3, 1.1, 1.0), noise=1.6)
DIE = Detection(box_xyxy=(0, 0, 60, 60), quad=((0, 0), (60, 0), (60, 60), (0, 60)), tilt_deg=0.0, confidence=1.0)
DARK, GREY, WHITE = (Frame(np.full((480, 640, 3), level, np.uint8)) for level in (2, 110, 255))
LOOK = Look(camera="usb:0", source="as set", frames=(GREY, GREY))
STEADY = Locked(exposure_us=20_000, is_steady=True)


def told(part: str, *, look: Look = LOOK, dice: Sequence[Detection] = (DIE,), **changes) -> Finding:
    (found,) = (each for each in said.in_words(look, replace(USUAL, **changes), dice) if each.part == part)
    return found


GOOD, DOUBTFUL = Health.GOOD, Health.DOUBTFUL
UNSEEN = {"evenness": {"unevenness": None}, "colour": {"cast": None}, "noise": {"noise": None}}


@pytest.mark.parametrize(
    ("part", "changes", "health", "words"),
    [
        *((part, {}, GOOD, "the eye can do with") for part in UNSEEN),
        *((part, UNSEEN[part], Health.SKIPPED, "") for part in UNSEEN),
        ("brightness", {}, GOOD, "the dice are at 215 of 255; the eye needs 110"),
        ("brightness", {"look": replace(LOOK, frames=(DARK,))}, DOUBTFUL, "too dark to read"),
        ("brightness", {"look": replace(LOOK, frames=(WHITE,))}, DOUBTFUL, "most of the board is burnt out"),
        *((part, changes, Health(how), words) for part, changes, how, words in cases(__file__)["told"]),
    ],
)
def test_an_aspect_is_told_with_its_number_its_limit_and_what_to_do(part, changes, health, words):
    expect(told(part, **changes), health, words)


@pytest.mark.parametrize(("level", "words"), [(215.0, "about 320 lux, 73 would do; "), (255.0, "about 320 lux; ")])
def test_how_much_light_there_is_is_told_as_far_as_the_camera_knows(level, words):
    """Source: by hand: (110 / 215) ^ 2.2 = 0.229, of 320 lux 73."""
    assert told("brightness", look=replace(LOOK, lux=320.4), level=level).sentence.startswith(words)


def watched(swing: float, hz: float, *, locked: Locked | None = None) -> Look:
    """Return a look at a grey board under a lamp, as fifteen frames a second see it."""
    times_s = [count / 15 + 0.0003 * (count % 3) for count in range(60)]
    levels = [110 * (1 + swing * np.sin(2 * np.pi * hz * at_s)) ** (1 / 2.2) for at_s in times_s]
    seen = zip(levels, times_s, strict=True)
    frames = [Frame(np.full((64, 512, 3), round(level), np.uint8), round(at_s * 1e9)) for level, at_s in seen]
    return replace(LOOK, previews=tuple(frames), locked=locked)


@pytest.mark.parametrize(("lamp", "is_loose", "mains_hz", "trouble", "words"), cases(__file__)["flicker"])
def test_each_flicker_has_its_own_remedy_in_words_and_while_it_is_set_up(lamp, is_loose, mains_hz, trouble, words):
    loose = Locked(exposure_us=15_600, is_steady=False) if is_loose else None
    look = replace(watched(*lamp), locked=loose) if lamp else LOOK
    line = flicker_line(flicker.flicker_of(look.previews, None), mains_hz)
    assert (line.trouble or "") == trouble
    health = {Rating.UNSEEN: Health.SKIPPED, Rating.GOOD: GOOD, Rating.POOR: DOUBTFUL}[line.rating]
    expect(said.flicker(look, mains_hz), health, words)


@pytest.mark.parametrize(("mains_hz", "locked", "is_told"), [(60, None, True), (50, None, False), (60, STEADY, False)])
def test_lamps_that_the_frames_come_in_step_with_are_said_not_to_be_told(mains_hz, locked, is_told):
    sentence = said.flicker(watched(0.0, 100.0, locked=locked), mains_hz).sentence
    assert (f"lamps of {2 * mains_hz} Hz stand still" in sentence) is is_told


class Replayed(PictureCamera):
    def __init__(self, look: Look) -> None:
        super().__init__(look.frames)
        self.previews = list(look.previews)

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        seen = self.previews.pop(0)
        self.now_ns = max(self.now_ns, seen.exposed_ns)
        return seen


def test_while_it_is_set_up_flicker_is_watched_for_some_seconds():
    measure, camera = LightMeasure(mains_hz=50), Replayed(watched(0.6, 100.0))
    assert Aspect.FLICKER not in {line.aspect for line in looks(measure, camera).lines}
    seen = looks(measure, camera, until=lambda live: len(live.lines) == len(Aspect))
    assert seen.lines[-1].trouble is LightTrouble.LAMP_FLICKERS
    assert seen.exposed_ns > WATCH_NS


@pytest.mark.proof
@pytest.mark.parametrize(("light", "bad"), [(LightName(name), set(bad)) for name, *bad in cases(__file__)["lights"]])
def test_doctor_and_setting_up_tell_every_light_by_the_same_that_is_wrong_with_it(light, bad):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    board = SimulatedBoard(Setting.for_session(1, light=light), seed=1, clock=ManualClock())
    board.table.lay(range(5))
    source = Source(name="simulated", open_camera=board.open_camera, board=board)
    look = looked(source, watch_s=4.0, now_ns=board.clock.now_ns)
    wrong = {each.part: each.sentence for each in said.aspects(look, [], 50) if each.health is Health.DOUBTFUL}
    assert set(wrong) == bad or light is LightName.FLICKER
    assert bad <= set(wrong)
    seen = looks(LightMeasure(mains_hz=50), Replayed(look), until=lambda live: len(live.lines) == len(Aspect))
    poor = {line.aspect for line in seen.lines if line.rating is Rating.POOR}
    assert bad <= poor
    assert not (wrong or poor) or light is not LightName.EVENING
    assert ("at the 100 Hz of lamps" in wrong.get("flicker", "")) is (light is LightName.FLICKER)
    if light is LightName.GLARE:
        assert seen.glare_side in Side
        outline = np.array(seen.outline, np.float32)
        assert cv2.pointPolygonTest(outline.reshape(-1, 1, 2), seen.glare_xy, measureDist=False) >= 0


@pytest.mark.parametrize(("spot", "words"), cases(__file__)["lamps"])
def test_where_a_lamp_mirrors_and_stands_is_told(spot, words):
    """Source: the angle by hand: 0.8 of 136 mm off the middle, 620 mm below the camera: atan(109 / 620) = 10°."""
    assert words in said.lamp_of(spot)


def cut(frame: Frame, *, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Frame:
    height, width = frame.pixels.shape[:2]
    return Frame(np.ascontiguousarray(frame.pixels[top : height - bottom, left : width - right]))


def far(frame: Frame) -> Frame:
    small = cv2.resize(frame.pixels, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    return Frame(np.asarray(cv2.copyMakeBorder(small, 280, 280, 280, 280, cv2.BORDER_REPLICATE), np.uint8))


def test_the_whole_board_is_seen_and_a_die_measured_or_reckoned_from_the_board():
    normal, seen = (0.0349, 0.0, -0.99939), {"camera": "usb:0", "outline": (), "kind": BoardKind.OTHER}
    leaning = Calibration(made_utc="", size_wh=(720, 540), normal=normal, focal_px=750.0, **seen)
    kept = {"usb:0": leaning}.__getitem__
    look = looks(BoardMeasure(camera="usb:0", reader=reader(), kept=kept), PictureCamera([DICE]))
    assert (look.trouble, look.sides, look.is_die_seen, look.lean_deg) == (None, (), True, pytest.approx(2.0, abs=0.01))
    assert look.die_px == pytest.approx(67.0, rel=0.12)  # 16 mm at 4.07 px a millimetre
    assert len(look.outline) >= 4
    without = looks(BoardMeasure(camera="usb:0"), PictureCamera([DICE]))
    assert (without.trouble, without.is_die_seen, without.heights_mm) == (None, False, None)  # the box is not believed
    assert look.heights_mm is None  # so few pixels do for no height
    kept = {"usb:0": replace(leaning, size_wh=(3840, 2160), focal_px=2800.0)}.__getitem__
    wide = looks(BoardMeasure(camera="usb:0", reader=reader(), kept=kept), PictureCamera([DICE]))
    assert wide.heights_mm == (491, 803)  # by hand: 22 + 172.4 / (1080 / 2800 - tan 1°); 423.3 + √(407.3² - 147.2²)
    assert without.die_px == pytest.approx(67.0, rel=0.15)
    square = ((0, 0), (9, 0), (9, 9), (0, 9))
    outline = BoardOutline(polygon=square, kind=BoardKind.SQUARE, size_wh=(10, 10), mm_per_px=0.2)
    assert die_edge_px(outline, ()) == 80.0  # with a scale, from that


@pytest.mark.parametrize(
    ("picture", "trouble", "sides"),
    [
        (GREY, CameraTrouble.NO_BOARD, ()),
        (DARK, CameraTrouble.TOO_DARK, ()),
        (WHITE, CameraTrouble.TOO_BRIGHT, ()),
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


def test_of_good_light_everything_but_flicker_is_said_at_once_and_the_camera_locked_once():
    camera = LockingPictures([DICE, DICE, Frame(np.full_like(DICE.pixels, 110))])
    measure = LightMeasure(reader=reader(), mains_hz=50)
    look = looks(measure, camera)
    others = [aspect for aspect in Aspect if aspect is not Aspect.FLICKER]
    assert {line.aspect: line.rating for line in look.lines} == dict.fromkeys(others, Rating.GOOD)
    assert (look.dice, look.glare_xy) == (5, None)
    assert looks(measure, camera).outline == look.outline  # a board that is known is not looked for again
    assert len(camera.locked) == 1
    assert camera.locked[0] is not None


def test_pictures_of_a_folder_do_not_flicker_and_without_a_board_its_evenness_is_unseen():
    look = looks(LightMeasure(mains_hz=50, is_still=True), PictureCamera([Frame(GREY.pixels - 30)]))
    assert (look.outline, look.dice) == ((), 0)
    ratings = {line.aspect: line.rating for line in look.lines}
    assert ratings[Aspect.FLICKER] is ratings[Aspect.EVENNESS] is Rating.UNSEEN
    assert ratings[Aspect.BRIGHTNESS] is Rating.GOOD  # without dice the felt may be dark


def test_too_bright_is_said_and_a_lamp_that_mirrors_and_where():
    look = looks(LightMeasure(mains_hz=50), PictureCamera([WHITE]))
    assert look.lines[0].trouble is LightTrouble.TOO_BRIGHT
    mirrored = Frame(GREY.pixels.copy())
    mirrored.pixels[200:260, 50:110] = 255
    look = looks(LightMeasure(mains_hz=50), PictureCamera([mirrored]))
    assert LightTrouble.GLARE in {line.trouble for line in look.lines}
    assert (look.glare_side, look.glare_xy) == (Side.LEFT, pytest.approx((80, 230), abs=2))
    assert burnt_spot(GREY, None) is None


def test_where_in_the_picture_something_is():
    spots = {(50, 50): Side.MIDDLE, (10, 40): Side.LEFT, (95, 60): Side.RIGHT, (50, 5): Side.TOP, (60, 99): Side.BOTTOM}
    assert {spot: side_of(spot, (100, 100)) for spot in spots} == spots


def test_a_lens_out_of_focus_is_told_by_the_same_limit_in_words_and_while_somebody_turns_it():
    soft = Frame(cv2.GaussianBlur(DICE.pixels, (0, 0), 7.0))
    for frame, health in ((DICE, Health.GOOD), (soft, Health.DOUBTFUL), (GREY, Health.SKIPPED)):
        assert said.focus(replace(LOOK, frames=(frame, frame), board=find_board(frame)), []).health is health
        sharpness = looks(FocusMeasure(), PictureCamera([frame])).sharpness
        assert (sharpness and sharpness >= 100) == {Health.GOOD: True, Health.DOUBTFUL: False}.get(health)
    assert "Turn the lens" in said.focus(replace(LOOK, frames=(soft, soft), board=find_board(DICE)), []).sentence


def test_where_nothing_has_an_edge_there_is_no_number_and_a_camera_that_focuses_itself_is_let_do_so_once():
    look = looks(FocusMeasure(), PictureCamera([GREY]))
    assert (look.sharpness, look.outline, look.focuses_itself) == (None, (), False)
    camera, measure = LockingPictures([GREY]), FocusMeasure()
    assert looks(measure, camera).focuses_itself
    looks(measure, camera)
    assert len(camera.locked) == 1
