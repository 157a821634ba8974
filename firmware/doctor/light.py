"""Light and focus on the board: judged once, for setting up as lines and for the doctor in words, with the numbers.

What the eye needs is measured: `hardware.optics.needs`.
"""

import math
import statistics
from collections.abc import Sequence

import cv2
import numpy as np

from firmware.doctor.camera import Look
from firmware.doctor.finding import Finding, doubtful, good, skipped
from firmware.session.wizard import Aspect, LightLine, LightTrouble, Rating, Side
from firmware.tables import table
from hardware.numbers import load
from hardware.optics import needs
from hardware.optics.exposure import GAMMA
from hardware.optics.glare import floor_reach_mm
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import BURNT_LEVEL, ExposureLevel, light_of
from vision.light.flicker import Flicker, flicker_of
from vision.light.lighting import WORK_PX, Lighting, lighting_of
from vision.light.sharpness import blur_px
from vision.preprocess import shrunk
from vision.reading import Detection, Point

CHANNELS = ("red", "green", "blue")
LAY_DICE = "lay white dice on the board to be told"
LIGHTER = "More light on the board, or a lamp nearer to it."
FARTHER_OUT = "Move the lamp farther out until nothing mirrors, or dim it."
MIDDLE_SHARE = 0.18  # of the picture's side: nearer to its middle it is in the middle

# -- how it is -------------------------------------------------------------------------------------------------


def light_lines(
    frame: Frame, board: BoardOutline | None, found: Lighting, dice: Sequence[Detection]
) -> tuple[LightLine, ...]:
    """Return how the light is in all aspects but flicker."""
    cast = None if found.cast is None else max(found.cast) / min(found.cast)
    exposure = light_of(frame, board)
    is_bright = exposure is ExposureLevel.TOO_BRIGHT
    is_poor = is_bright or exposure is ExposureLevel.TOO_DARK or (bool(dice) and found.level < needs.LEAST_LEVEL)
    trouble = LightTrouble.TOO_BRIGHT if is_bright else LightTrouble.TOO_DARK
    poor = LightLine(Aspect.BRIGHTNESS, Rating.POOR, found.level, trouble)
    return (
        poor if is_poor else LightLine(Aspect.BRIGHTNESS, Rating.GOOD, found.level),
        _at_most(Aspect.EVENNESS, found.unevenness, needs.MOST_UNEVEN, LightTrouble.UNEVEN),
        _at_most(Aspect.GLARE, found.glare, needs.MOST_GLARE, LightTrouble.GLARE),
        _at_most(Aspect.COLOUR, cast, needs.MOST_CAST, LightTrouble.COLOURED),
        _at_most(Aspect.NOISE, found.noise, needs.MOST_NOISE, LightTrouble.NOISY),
    )


def flicker_line(found: Flicker | None, mains_hz: int) -> LightLine:
    """Return whether lamps flicker, and what would help."""
    hz, swing = (None, None) if found is None else (found.hz, found.swing)
    trouble = LightTrouble.LAMP_FLICKERS if hz == 2 * mains_hz else LightTrouble.OTHER_MAINS
    return _at_most(Aspect.FLICKER, swing, needs.MOST_SWING, LightTrouble.WAVERS if hz is None else trouble)


def blur_of(
    frames: Sequence[Frame], board: BoardOutline | None, dice: Sequence[Detection]
) -> tuple[float, float] | None:
    """Return the widths of edges and of a die, or the smallest that can be read, px; None where nothing has an edge."""
    blurred_px = blur_px(frames, board)
    if blurred_px is None:
        return None
    return blurred_px, statistics.median(die.size_px for die in dice) if dice else needs.LEAST_DIE_PX


def burnt_spot(frame: Frame, board: BoardOutline | None) -> Point | None:
    """Return the middle of the largest spot on the board that is burnt out, frame pixels; None without any."""
    small = shrunk(frame.pixels, WORK_PX, cv2.INTER_NEAREST)
    burnt = small.max(axis=2) >= BURNT_LEVEL
    if board is not None:
        burnt &= board.mask((small.shape[1], small.shape[0]))
    _, _, stats, middles = cv2.connectedComponentsWithStats(burnt.astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas):
        return None
    x, y = middles[1 + int(np.argmax(areas))]
    shrink = small.shape[1] / frame.size_wh[0]
    return float(x / shrink), float(y / shrink)


def side_of(spot_xy: Point, size_wh: tuple[int, int]) -> Side:
    """Return in which part of a picture a spot is."""
    right, down = (place / side - 0.5 for place, side in zip(spot_xy, size_wh, strict=True))
    if max(abs(right), abs(down)) < MIDDLE_SHARE:
        return Side.MIDDLE
    if abs(right) >= abs(down):
        return Side.RIGHT if right > 0 else Side.LEFT
    return Side.BOTTOM if down > 0 else Side.TOP


def _at_most(aspect: Aspect, value: float | None, most: float, trouble: LightTrouble) -> LightLine:
    if value is None:
        return LightLine(aspect, Rating.UNSEEN)
    return LightLine(aspect, Rating.POOR, value, trouble) if value > most else LightLine(aspect, Rating.GOOD, value)


# -- in words --------------------------------------------------------------------------------------------------

TOLD = table(__file__)
"""What is said where an aspect is not seen, up to where it is good, and what mends it."""


def aspects(look: Look, dice: Sequence[Detection], mains_hz: int) -> tuple[Finding, ...]:
    """Return everything the eye needs of light and focus, a finding each."""
    found = lighting_of(look.frames, look.board, dice)
    return (*in_words(look, found, dice), flicker(look, mains_hz), focus(look, dice))


def in_words(look: Look, found: Lighting, dice: Sequence[Detection]) -> tuple[Finding, ...]:
    """Return how the light is in all aspects but flicker, a finding each."""
    bright, even, mirrored, white, quiet = light_lines(look.frames[-1], look.board, found, dice)
    lux = ""  # how much light there is and how much would do, as far as the camera tells it
    if look.lux is not None:
        is_told = bool(dice) and found.level < BURNT_LEVEL
        enough = f", {look.lux * math.pow(needs.LEAST_LEVEL / found.level, GAMMA):.0f} would do" if is_told else ""
        lux = f"about {look.lux:.0f} lux{enough}; "
    likeness = "white"
    if found.cast is not None and (strongest := max(found.cast)) != (weakest := min(found.cast)):
        colours = (CHANNELS[found.cast.index(each)] for each in (strongest, weakest))
        likeness = f"{strongest / weakest:.1f} × as {' as '.join(colours)}"
    return (
        _brightness_in_words(bright, look, lux, has_dice=bool(dice)),
        _told(even, f"the lightest part of the felt is {even.value or 0:.1f} × as bright as the darkest"),
        _glare_in_words(mirrored, found, None if look.kept is None else look.kept.height_mm),
        _told(white, f"the dice look {likeness}"),
        _told(quiet, f"pixels jump by {quiet.value or 0:.1f} levels"),
    )


def _told(line: LightLine, said: str) -> Finding:
    unseen, limit, mend = (TOLD[line.aspect][name].format(needs=needs) for name in ("unseen", "limit", "mend"))
    if line.rating is Rating.UNSEEN:
        return skipped(line.aspect, unseen)
    is_poor = line.rating is Rating.POOR
    return doubtful(line.aspect, f"{said}, {limit}. {mend}") if is_poor else good(line.aspect, f"{said}; {limit}")


def _brightness_in_words(line: LightLine, look: Look, lux: str, *, has_dice: bool) -> Finding:
    at = f"at {line.value:.0f} of 255"
    if line.trouble is LightTrouble.TOO_BRIGHT:
        return doubtful("brightness", f"{lux}most of the board is burnt out. Turn the lamp away from it, or dim it.")
    if light_of(look.frames[-1], look.board) is ExposureLevel.TOO_DARK:
        return doubtful("brightness", f"{lux}the brightest of the board is {at}, too dark to read. {LIGHTER}")
    if not has_dice:
        return good("brightness", f"{lux}the brightest of the board is {at}; {LAY_DICE} more")
    said = f"{lux}the dice are {at}; the eye needs {needs.LEAST_LEVEL:.0f}"
    return doubtful("brightness", f"{said}. {LIGHTER}") if line.rating is Rating.POOR else good("brightness", said)


def _glare_in_words(line: LightLine, found: Lighting, height_mm: float | None) -> Finding:
    """Return whether a lamp mirrors in the board or in a die, and where it then stands."""
    said = f"{100 * found.glare:.1f} % of the board is burnt out"
    limit = f"{100 * needs.MOST_GLARE:.1f} %, as much as a die covers,"
    where = "in several places, so that there is too much light"
    if found.glare_at is not None:
        where = lamp_of(found.glare_at, height_mm=height_mm)
    if line.rating is Rating.POOR:
        return doubtful("glare", f"{said}, {where}; from {limit} on one can be hidden. {FARTHER_OUT}")
    if found.burnt_die is not None and found.burnt_die > needs.MOST_BURNT_DIE:
        die = f"{100 * found.burnt_die:.0f} % of the print of a die is burnt out"
        hidden = f"from {100 * needs.MOST_BURNT_DIE:.0f} % on it can hide what tells faces apart"
        return doubtful("glare", f"{die}, {where}; {hidden}. {FARTHER_OUT}")
    return good("glare", f"{said}; up to {limit} is no harm")


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
    said += f"; the eye can do with {100 * needs.MOST_SWING:.0f} %"
    if found.hz is not None and found.swing >= needs.TOLD_SWING:
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
    blurred_px, die_px = found
    share = blurred_px / die_px
    die = "a die" if dice else f"a die of {needs.LEAST_DIE_PX:.0f} px"
    said = f"edges are blurred by {blurred_px:.1f} px, {100 * share:.1f} % of {die}"
    if share > needs.MOST_BLUR:
        mend = "Turn the lens until faces are sharp, or wipe it; a Module 3 finds it itself with light on the board."
        return doubtful("focus", f"{said}, the eye can do with {100 * needs.MOST_BLUR:.0f} %. {mend}")
    return good("focus", f"{said}; the eye can do with {100 * needs.MOST_BLUR:.0f} %")


MIDDLE = 0.25  # of the board's radius: a spot nearer to its middle lies on no side of it
SIDES = ("right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right")
"""Of the picture, from the right on clockwise."""


def lamp_of(spot: tuple[float, float], *, height_mm: float | None = None) -> str:
    """Return in words where a lamp mirrors and stands; how far off if the camera hangs as measured or numbered.

    A level mirror throws light back as far off the plumb line as it came: the lamp stands on the side of its image,
    seen from there as far off straight above as the camera on the other side.

    Args:
        spot: Of the image, x to the right and y down off the board's middle, in radii of the board.
        height_mm: At which the camera hangs, None where nobody measured it.
    """
    off = math.hypot(*spot)
    if off < MIDDLE:
        return "most of it in the middle, so the lamp hangs straight above"
    side, numbers = SIDES[round(math.atan2(spot[1], spot[0]) / (math.pi / 4)) % len(SIDES)], load()
    said = f"most of it towards the {side} of the picture, so the lamp stands on that side"
    angle_deg = math.degrees(math.atan(off * floor_reach_mm(numbers) / (height_mm or numbers.camera.height_mm)))
    return f"{said}, about {angle_deg:.0f}° off straight above"
