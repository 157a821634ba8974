"""Light and focus on the board: judged once, for setting up as lines and for the doctor in words, with the numbers.

What the eye needs is measured: `hardware.optics.needs`.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from firmware.doctor.finding import Finding, Health, doubtful, good, skipped
from firmware.doctor.look import Look
from firmware.doctor.mirrored import lamp_of
from firmware.session.wizard import Aspect, LightLine, LightTrouble, Rating, Side
from hardware.optics.cameras import camera_named
from hardware.optics.exposure import GAMMA, most_lux
from hardware.optics.needs import (
    LEAST_DIE_PX,
    LEAST_LEVEL,
    MOST_BLUR,
    MOST_BURNT_DIE,
    MOST_CAST,
    MOST_GLARE,
    MOST_NOISE,
    MOST_SWING,
    MOST_UNEVEN,
    TOLD_SWING,
)
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import ExposureLevel, light_of
from vision.light.flicker import Flicker, flicker_of
from vision.light.lighting import BURNT_LEVEL, WORK_PX, Lighting, lighting_of
from vision.light.sharpness import blur_px
from vision.reading import Detection, Point

USUAL_USB = "usb-1080p"
"""What is taken for the lens of a camera that tells nothing of it."""

CHANNELS = ("red", "green", "blue")
LAY_DICE = "lay white dice on the board to be told"
LIGHTER = "More light on the board, or a lamp nearer to it."
FARTHER_OUT = "Move the lamp farther out until nothing mirrors, or dim it."
MIDDLE_SHARE = 0.18  # of the picture's side: nearer to its middle it is in the middle

# -- how it is -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Blur:
    """How blurred the picture is."""

    blurred_px: float  # width of its edges
    die_px: float  # of the dice in it, or of the smallest that can be read


def light_lines(
    frame: Frame, board: BoardOutline | None, found: Lighting, dice: Sequence[Detection]
) -> tuple[LightLine, ...]:
    """Return how the light is in all aspects but flicker."""
    cast = None if found.cast is None else max(found.cast) / min(found.cast)
    return (
        _brightness(light_of(frame, board), found.level, has_dice=bool(dice)),
        _at_most(Aspect.EVENNESS, found.unevenness, MOST_UNEVEN, LightTrouble.UNEVEN),
        _at_most(Aspect.GLARE, found.glare, MOST_GLARE, LightTrouble.GLARE),
        _at_most(Aspect.COLOUR, cast, MOST_CAST, LightTrouble.COLOURED),
        _at_most(Aspect.NOISE, found.noise, MOST_NOISE, LightTrouble.NOISY),
    )


def flicker_line(found: Flicker | None, mains_hz: int) -> LightLine:
    """Return whether lamps flicker, and what would help."""
    if found is None:
        return LightLine(Aspect.FLICKER, Rating.UNSEEN)
    if found.hz is None:
        trouble = LightTrouble.WAVERS
    else:
        trouble = LightTrouble.LAMP_FLICKERS if found.hz == 2 * mains_hz else LightTrouble.OTHER_MAINS
    return _at_most(Aspect.FLICKER, found.swing, MOST_SWING, trouble)


def blur_of(frames: Sequence[Frame], board: BoardOutline | None, dice: Sequence[Detection]) -> Blur | None:
    """Return how blurred some frames are, None where nothing there has an edge."""
    blurred_px = blur_px(frames, board)
    if blurred_px is None:
        return None
    return Blur(blurred_px=blurred_px, die_px=statistics.median(die.size_px for die in dice) if dice else LEAST_DIE_PX)


def burnt_spot(frame: Frame, board: BoardOutline | None) -> Point | None:
    """Return the middle of the largest spot on the board that is burnt out, frame pixels; None without any."""
    width, height = frame.size_wh
    shrink = min(1.0, WORK_PX / max(width, height))
    size_wh = max(1, round(width * shrink)), max(1, round(height * shrink))
    small = cv2.resize(frame.pixels, size_wh, interpolation=cv2.INTER_NEAREST)
    burnt = small.max(axis=2) >= BURNT_LEVEL
    if board is not None:
        burnt &= board.mask(size_wh)
    _, _, stats, middles = cv2.connectedComponentsWithStats(burnt.astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas):
        return None
    x, y = middles[1 + int(np.argmax(areas))]
    return float(x / shrink), float(y / shrink)


def side_of(spot_xy: Point, size_wh: tuple[int, int]) -> Side:
    """Return in which part of a picture a spot is."""
    right, down = (place / side - 0.5 for place, side in zip(spot_xy, size_wh, strict=True))
    if max(abs(right), abs(down)) < MIDDLE_SHARE:
        return Side.MIDDLE
    if abs(right) >= abs(down):
        return Side.RIGHT if right > 0 else Side.LEFT
    return Side.BOTTOM if down > 0 else Side.TOP


def _brightness(exposure: ExposureLevel, level: float, *, has_dice: bool) -> LightLine:
    is_dark = exposure is ExposureLevel.TOO_DARK or (has_dice and level < LEAST_LEVEL)
    trouble = LightTrouble.TOO_BRIGHT if exposure is ExposureLevel.TOO_BRIGHT else LightTrouble.TOO_DARK
    is_poor = is_dark or trouble is LightTrouble.TOO_BRIGHT
    return _line(Aspect.BRIGHTNESS, level, trouble, is_poor=is_poor)


def _at_most(aspect: Aspect, value: float | None, most: float, trouble: LightTrouble) -> LightLine:
    if value is None:
        return LightLine(aspect, Rating.UNSEEN)
    return _line(aspect, value, trouble, is_poor=value > most)


def _line(aspect: Aspect, value: float, trouble: LightTrouble, *, is_poor: bool) -> LightLine:
    return LightLine(aspect, Rating.POOR, value, trouble) if is_poor else LightLine(aspect, Rating.GOOD, value)


# -- in words --------------------------------------------------------------------------------------------------

UNSEEN = {
    Aspect.EVENNESS: "no tray is seen, on which the light could be compared",
    Aspect.COLOUR: f"nothing white is seen; {LAY_DICE}",
    Aspect.NOISE: "a single picture does not tell it",
}
LIMITS = {
    Aspect.EVENNESS: f"the eye can do with {MOST_UNEVEN:.0f} ×",
    Aspect.COLOUR: f"the eye can do with {MOST_CAST:.0f} ×",
    Aspect.NOISE: f"the eye can do with {MOST_NOISE:.0f}",
}
MENDS = {
    Aspect.EVENNESS: "Hang the lamp higher or over the middle, or take away what throws the shadow.",
    Aspect.COLOUR: "Take a white lamp, 2700 to 6500 K, and no coloured or candle light alone.",
    Aspect.NOISE: LIGHTER,
}


def aspects(look: Look, dice: Sequence[Detection], mains_hz: int) -> tuple[Finding, ...]:
    """Return everything the eye needs of light and focus, a finding each."""
    found = lighting_of(look.frames, look.board, dice)
    return (*in_words(look, found, dice), flicker(look, mains_hz), focus(look, dice))


def light(look: Look, dice: Sequence[Detection]) -> Finding:
    """Return the light in one finding: what is wrong with it, or its numbers."""
    found = lighting_of(look.frames, look.board, dice)
    wrong = [aspect.sentence for aspect in in_words(look, found, dice) if aspect.health is Health.DOUBTFUL]
    if wrong:
        return doubtful("light", " Also ".join(wrong))
    uneven = "" if found.unevenness is None else f", {found.unevenness:.1f} × from darkest to lightest"
    noisy = "" if found.noise is None else f", {found.noise:.1f} levels of noise"
    sentence = f"brightest at {found.level:.0f} of 255{uneven}, {100 * found.glare:.1f} % glare{noisy}"
    return good("light", f"{sentence} (`--light` tells more)")


def in_words(look: Look, found: Lighting, dice: Sequence[Detection]) -> tuple[Finding, ...]:
    """Return how the light is in all aspects but flicker, a finding each."""
    bright, even, mirrored, white, quiet = light_lines(look.frames[-1], look.board, found, dice)
    return (
        _brightness_in_words(bright, look, _lux(look, found, dice), has_dice=bool(dice)),
        _told(even, f"the lightest part of the felt is {even.value or 0:.1f} × as bright as the darkest"),
        _glare_in_words(mirrored, found),
        _told(white, _cast(found)),
        _told(quiet, f"pixels jump by {quiet.value or 0:.1f} levels"),
    )


def _told(line: LightLine, said: str) -> Finding:
    match line.rating:
        case Rating.UNSEEN:
            return skipped(line.aspect, UNSEEN[line.aspect])
        case Rating.POOR:
            return doubtful(line.aspect, f"{said}, {LIMITS[line.aspect]}. {MENDS[line.aspect]}")
        case Rating.GOOD:
            return good(line.aspect, f"{said}; {LIMITS[line.aspect]}")


def _brightness_in_words(line: LightLine, look: Look, lux: str, *, has_dice: bool) -> Finding:
    at = f"at {line.value:.0f} of 255"
    if line.trouble is LightTrouble.TOO_BRIGHT:
        return doubtful("brightness", f"{lux}most of the board is burnt out. Turn the lamp away from it, or dim it.")
    if light_of(look.frames[-1], look.board) is ExposureLevel.TOO_DARK:
        return doubtful("brightness", f"{lux}the brightest of the board is {at}, too dark to read. {LIGHTER}")
    if not has_dice:
        return good("brightness", f"{lux}the brightest of the board is {at}; {LAY_DICE} more")
    said = f"{lux}the dice are {at}; the eye needs {LEAST_LEVEL:.0f}"
    return doubtful("brightness", f"{said}. {LIGHTER}") if line.rating is Rating.POOR else good("brightness", said)


def _lux(look: Look, found: Lighting, dice: Sequence[Detection]) -> str:
    """Return how much light there is and how much would do, as far as the camera tells it.

    One that reckons no lux but says how long it exposes tells how much there is at most: its gain is 1 or more.
    """
    if look.lux is not None:
        enough = look.lux * math.pow(LEAST_LEVEL / found.level, GAMMA) if dice and found.level < BURNT_LEVEL else None
        return f"about {look.lux:.0f} lux{f', {enough:.0f} would do' if enough is not None else ''}; "
    exposure_us = None if look.locked is None else look.locked.exposure_us
    if exposure_us and dice and found.level < BURNT_LEVEL:
        most = most_lux(camera_named(USUAL_USB), found.level, shutter_ms=exposure_us / 1000.0)
        return f"some {most:.0f} lux at most, by exposures of {exposure_us / 1000:g} ms; "
    return ""


def _glare_in_words(line: LightLine, found: Lighting) -> Finding:
    """Return whether a lamp mirrors in the board or in a die, and where it then stands."""
    said = f"{100 * found.glare:.1f} % of the board is burnt out"
    limit = f"{100 * MOST_GLARE:.1f} %, as much as a die covers,"
    where = "in several places, so that there is too much light" if found.glare_at is None else lamp_of(found.glare_at)
    if line.rating is Rating.POOR:
        return doubtful("glare", f"{said}, {where}; from {limit} on one can be hidden. {FARTHER_OUT}")
    if found.burnt_die is not None and found.burnt_die > MOST_BURNT_DIE:
        die = f"{100 * found.burnt_die:.0f} % of the print of a die is burnt out"
        hidden = f"from {100 * MOST_BURNT_DIE:.0f} % on it can hide what tells faces apart"
        return doubtful("glare", f"{die}, {where}; {hidden}. {FARTHER_OUT}")
    return good("glare", f"{said}; up to {limit} is no harm")


def _cast(found: Lighting) -> str:
    if found.cast is None:
        return ""
    strongest, weakest = (CHANNELS[found.cast.index(extreme(found.cast))] for extreme in (max, min))
    if strongest == weakest:
        return "the dice look white"
    return f"the dice look {max(found.cast) / min(found.cast):.1f} × as {strongest} as {weakest}"


def flicker(look: Look, mains_hz: int) -> Finding:
    """Return whether lamps flicker, and which exposures would not see it."""
    if not look.previews:
        return skipped("flicker", "pictures in a folder do not flicker: nothing to measure")
    found = flicker_of(look.previews, look.board)
    if found is None:
        return skipped("flicker", "too few usable pictures came to tell")
    at = "" if found.hz is None else f" at the {found.hz:.0f} Hz of lamps"
    said = f"the light swings by {100 * found.swing:.1f} %{at}"
    if flicker_line(found, mains_hz).rating is Rating.POOR:
        return doubtful("flicker", f"{said}. {_against_flicker(look, found.hz, mains_hz)}")
    said += f"; the eye can do with {100 * MOST_SWING:.0f} %"
    if found.hz is not None and found.swing >= TOLD_SWING:
        said += f", and exposures of {_exposures(found.hz)} do not see it"
    if 2.0 * mains_hz in found.unseen_hz and not (look.locked is not None and look.locked.is_steady):
        said += f" (lamps of {2 * mains_hz} Hz stand still in so many pictures a second, and are not told)"
    return good("flicker", said)


def _against_flicker(look: Look, hz: float | None, mains_hz: int) -> str:
    if hz is None:
        return "That is no lamp on the mains, but a candle, clouds or somebody's shadow: put a steady lamp beside."
    if hz != 2 * mains_hz:
        return f"Exposures of {_exposures(hz)} do not see it: set mains_hz = {hz / 2:.0f} under [camera]."
    kept = "" if look.locked is None else f"; this camera keeps {look.locked}"
    return f"Only exposures of {_exposures(hz)} would not see it{kept}: take a lamp that does not flicker."


def _exposures(hz: float) -> str:
    """Return the exposures of whole waves that fit a frame."""
    return ", ".join(f"{1e3 * periods / hz:.3g}" for periods in (1, 2)) + f" or {3e3 / hz:.3g} ms"


def focus(look: Look, dice: Sequence[Detection]) -> Finding:
    """Return whether the board's picture is sharp enough."""
    found = blur_of(look.frames, look.board, dice)
    if found is None:
        return skipped("focus", f"nothing there has an edge to judge by; {LAY_DICE}")
    share = found.blurred_px / found.die_px
    die = "a die" if dice else f"a die of {LEAST_DIE_PX:.0f} px"
    said = f"edges are blurred by {found.blurred_px:.1f} px, {100 * share:.1f} % of {die}"
    if share > MOST_BLUR:
        mend = "Turn the lens until faces are sharp, or wipe it; a Module 3 finds it itself with light on the board."
        return doubtful("focus", f"{said}, the eye can do with {100 * MOST_BLUR:.0f} %. {mend}")
    return good("focus", f"{said}; the eye can do with {100 * MOST_BLUR:.0f} %")
