"""What is said of light and focus: in words, with the number, and what to do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware.board.calibration_lock import Locked
from firmware.doctor import light as said
from firmware.doctor.finding import Health
from firmware.doctor.look import Look, Plan, look_through
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.clock import ManualClock
from firmware.simulated.setting import LightName, Setting
from vision.frame import Frame
from vision.light.lighting import Lighting
from vision.reading import Detection

USUAL = Lighting(level=215.0, unevenness=1.4, glare=0.0005, cast=(1.3, 1.1, 1.0), noise=1.6)
DIE = Detection(box_xyxy=(0, 0, 60, 60), quad=((0, 0), (60, 0), (60, 60), (0, 60)), tilt_deg=0.0, confidence=1.0)
GREY = Frame(np.full((300, 300, 3), 110, np.uint8))
LOOK = Look(camera="usb:0", source="as set", frames=(GREY, GREY))


def frame_of(level: int) -> Frame:
    return Frame(np.full((300, 300, 3), level, np.uint8))


@pytest.mark.parametrize(
    ("level", "health", "words"),
    [
        (215.0, Health.GOOD, "the dice are at 215 of 255; the eye needs 110"),
        (100.0, Health.DOUBTFUL, "at 100 of 255; the eye needs 110. More light"),
    ],
)
def test_brightness_is_judged_by_the_dice(level: float, health: Health, words: str) -> None:
    found = said.brightness(LOOK, replace(USUAL, level=level), [DIE])
    assert found.health is health
    assert words in found.sentence


def test_without_dice_a_dark_felt_is_no_dark_board() -> None:
    found = said.brightness(LOOK, replace(USUAL, level=100.0), [])
    assert found.health is Health.GOOD
    assert "lay white dice on the board" in found.sentence


def test_a_camera_that_reckons_the_light_is_quoted() -> None:
    assert said.brightness(replace(LOOK, lux=320.4), USUAL, []).sentence.startswith("about 320 lux; ")


def test_how_much_light_would_do_is_told_by_the_dice() -> None:
    """Source: by hand: (110 / 215) ^ 2.2 = 0.229, of 320 lux 73."""
    assert said.brightness(replace(LOOK, lux=320.4), USUAL, [DIE]).sentence.startswith("about 320 lux, 73 would do; ")
    burnt = replace(USUAL, level=255.0)
    assert said.brightness(replace(LOOK, lux=320.4), burnt, [DIE]).sentence.startswith("about 320 lux; ")


def test_a_camera_that_reckons_no_lux_tells_by_its_exposure_how_much_there_is_at_most() -> None:
    """Source: by hand, f/2, ISO 100: 0.78 lx·s · 0.687 · 4 · 2² / (0.8 · 0.9 · 20 ms) = 595 lux."""
    look = replace(LOOK, locked=Locked(exposure_us=20_000, is_steady=True))
    found = said.brightness(look, USUAL, [DIE])
    assert found.sentence.startswith("some 595 lux at most, by exposures of 20 ms; the dice are at 215")
    assert "lux" not in said.brightness(look, USUAL, []).sentence
    assert "lux" not in said.brightness(look, replace(USUAL, level=255.0), [DIE]).sentence
    silent = replace(LOOK, locked=Locked(exposure_us=None, is_steady=False))
    assert "lux" not in said.brightness(silent, USUAL, [DIE]).sentence


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ((0.1, -0.1), "most of it in the middle, so the lamp hangs straight above; from 0.5 %"),
        (
            (0.8, 0.05),
            "the right of the picture, so the lamp stands on that side, about 10° off straight above",
        ),
        ((0.5, 0.5), "towards the lower right of the picture"),
        ((0.0, 0.9), "towards the bottom of the picture"),
        ((-0.6, 0.6), "towards the lower left of the picture"),
        ((-0.9, -0.02), "towards the left of the picture"),
        ((-0.5, -0.5), "towards the upper left of the picture"),
        ((0.0, -0.6), "towards the top of the picture"),
        ((0.5, -0.5), "towards the upper right of the picture"),
    ],
)
def test_where_a_lamp_mirrors_is_told_and_where_it_stands(spot: tuple[float, float], words: str) -> None:
    """Source: the angle by hand: 0.8 of 136 mm off the middle, 620 mm below the camera: atan(109 / 620) = 10°."""
    found = said.glare(replace(USUAL, glare=0.02, glare_at=spot))
    assert found.health is Health.DOUBTFUL
    assert words in found.sentence


@pytest.mark.parametrize(("level", "words"), [(10, "too dark to read"), (255, "most of the board is burnt out")])
def test_what_cannot_be_read_at_all_is_told_first(level: int, words: str) -> None:
    found = said.brightness(replace(LOOK, frames=(frame_of(level),)), USUAL, [])
    assert found.health is Health.DOUBTFUL
    assert words in found.sentence


@pytest.mark.parametrize(
    ("judge", "bad", "words"),
    [
        (
            said.evenness,
            replace(USUAL, unevenness=6.2),
            "6.2 × as bright as the darkest, the eye can do with 5 ×. Hang",
        ),
        (said.glare, replace(USUAL, glare=0.024), "2.4 % of the board is burnt out, in several places"),
        (said.glare, replace(USUAL, burnt_die=0.4), "40 % of the print of a die is burnt out, in several places"),
        (said.colour, replace(USUAL, cast=(20.0, 3.0, 1.0)), "20.0 × as red as blue, the eye can do with 16 ×. Take"),
        (said.colour, replace(USUAL, cast=(1.0, 2.0, 17.0)), "17.0 × as blue as red"),
        (said.noise, replace(USUAL, noise=20.0), "20.0 levels, the eye can do with 13. More light"),
    ],
)
def test_what_is_too_much_is_told_with_its_number_and_what_to_do(judge, bad: Lighting, words: str) -> None:
    assert judge(USUAL).health is Health.GOOD
    found = judge(bad)
    assert found.health is Health.DOUBTFUL
    assert words in found.sentence


def test_a_die_that_hardly_mirrors_anything_is_good() -> None:
    assert said.glare(replace(USUAL, burnt_die=0.01)).health is Health.GOOD


def test_colours_that_are_equally_strong_are_named_once() -> None:
    assert said.colour(replace(USUAL, cast=(1.0, 1.0, 1.0))).sentence.startswith("the dice look white; the eye")
    assert "1.0 × as green as red" in said.colour(replace(USUAL, cast=(1.0, 1.02, 1.02))).sentence


def test_what_cannot_be_told_is_passed_over() -> None:
    nothing = Lighting(level=100.0, unevenness=None, glare=0.0, cast=None, noise=None)
    for judge in (said.evenness, said.colour, said.noise):
        assert judge(nothing).health is Health.SKIPPED
    assert said.focus(LOOK, []).health is Health.SKIPPED
    assert said.flicker(LOOK, 50).health is Health.SKIPPED


def watched(swing: float, hz: float, *, locked: Locked | None = None) -> Look:
    """Return a look at a grey board under a lamp, as fifteen frames a second see it."""
    times_s = [count / 15 + 0.0003 * (count % 3) for count in range(36)]
    levels = [110 * (1 + swing * np.sin(2 * np.pi * hz * at_s)) ** (1 / 2.2) for at_s in times_s]
    frames = [
        Frame(np.full((64, 64, 3), round(level), np.uint8), round(at_s * 1e9))
        for level, at_s in zip(levels, times_s, strict=True)
    ]
    return replace(LOOK, previews=tuple(frames), locked=locked)


def test_a_steady_lamp_is_good() -> None:
    assert said.flicker(watched(0.0, 100.0), 50).health is Health.GOOD


@pytest.mark.parametrize(
    ("hz", "mains_hz", "words"),
    [
        (100.0, 50, "Only exposures of 10, 20 or 30 ms would not see it: take a lamp that does not flicker."),
        (100.0, 60, "Exposures of 10, 20 or 30 ms do not see it: set mains_hz = 50 under [camera]."),
        (1.3, 50, "That is no lamp on the mains, but a candle"),
    ],
)
def test_flicker_says_which_exposure_to_use(hz: float, mains_hz: int, words: str) -> None:
    found = said.flicker(watched(0.6, hz), mains_hz)
    assert found.health is Health.DOUBTFUL
    assert words in found.sentence


def test_flicker_that_does_no_harm_yet_tells_the_exposures_that_do_not_see_it() -> None:
    found = said.flicker(watched(0.06, 100.0), 50)
    assert found.health is Health.GOOD
    assert "the eye can do with 10 %, and exposures of 10, 20 or 30 ms do not see it" in found.sentence


def test_lamps_that_the_frames_come_in_step_with_are_said_not_to_be_told() -> None:
    assert "lamps of 120 Hz stand still" in said.flicker(watched(0.0, 100.0), 60).sentence
    assert "stand still" not in said.flicker(watched(0.0, 100.0), 50).sentence
    steady = Locked(exposure_us=16_667, is_steady=True)
    assert "stand still" not in said.flicker(watched(0.0, 100.0, locked=steady), 60).sentence


def test_a_camera_that_does_not_keep_such_exposures_is_quoted() -> None:
    found = said.flicker(watched(0.6, 100.0, locked=Locked(exposure_us=15_600, is_steady=False)), 50)
    assert "this camera keeps exposures 15.6 ms, in which lamps may flicker" in found.sentence


# -- on the simulated board, with its pictures -----------------------------------------------------------------


def seen_in(light: LightName, /, **changes) -> Look:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    setting = replace(Setting.for_session(1, light=light), **changes)
    board = SimulatedBoard(setting, seed=1, clock=ManualClock())
    board.table.lay([0, 1, 2, 3, 4])
    return look_through(board.open_camera(), Plan(captures=2), now_ns=board.clock.now_ns)


def wrong_with(look: Look, mains_hz: int = 50) -> dict[str, str]:
    aspects = said.aspects(look, [], mains_hz)
    return {found.part: found.sentence for found in aspects if found.health is Health.DOUBTFUL}


@pytest.mark.parametrize(
    ("light", "parts"),
    [
        (LightName.EVENING, set()),
        (LightName.DARK, {"brightness"}),
        (LightName.CANDLE, {"evenness", "flicker"}),
        (LightName.GLARE, {"glare"}),
    ],
)
def test_every_light_is_told_by_what_is_wrong_with_it(light: LightName, parts: set[str]) -> None:
    assert set(wrong_with(seen_in(light))) == parts


def test_lamps_that_flicker_are_told_by_their_frequency() -> None:
    assert "at the 100 Hz of lamps" in wrong_with(seen_in(LightName.FLICKER))["flicker"]


def test_a_lens_out_of_focus_is_told() -> None:
    setting = Setting.for_session(1)
    found = said.focus(seen_in(LightName.EVENING, film=replace(setting.film, blur_px=4.5)), [])
    assert found.health is Health.DOUBTFUL
    assert "Turn the lens until faces are sharp" in found.sentence
