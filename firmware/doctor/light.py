"""Light and focus on the board, in words and with the numbers.

What the eye needs is measured: `hardware.optics.needs`.
"""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

from firmware.doctor.finding import Finding, Health
from firmware.doctor.mirrored import lamp_of
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
from vision.light.exposure import Light, light_of
from vision.light.flicker import flicker_of
from vision.light.lighting import BURNT_LEVEL, lighting_of
from vision.light.sharpness import blur_px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.doctor.look import Look
    from vision.light.lighting import Lighting
    from vision.reading import Detection

USUAL_USB = "usb-1080p"
"""What is taken for the lens of a camera that tells nothing of it."""

CHANNELS = ("red", "green", "blue")
LAY_DICE = "lay white dice on the board to be told"
LIGHTER = "More light on the board, or a lamp nearer to it."


def brightness(look: Look, found: Lighting, dice: Sequence[Detection]) -> Finding:
    """Return whether the board is bright enough, and not too bright."""
    lux = _lux(look, found, dice)
    match light_of(look.frames[-1], look.board):
        case Light.TOO_DARK:
            sentence = f"{lux}the brightest of the board is at {found.level:.0f} of 255, too dark to read. {LIGHTER}"
            return Finding("brightness", Health.DOUBTFUL, sentence)
        case Light.TOO_BRIGHT:
            sentence = f"{lux}most of the board is burnt out. Turn the lamp away from it, or dim it."
            return Finding("brightness", Health.DOUBTFUL, sentence)
        case Light.GOOD:
            pass
    if not dice:
        sentence = f"{lux}the brightest of the board is at {found.level:.0f} of 255; {LAY_DICE} more"
        return Finding("brightness", Health.GOOD, sentence)
    said = f"{lux}the dice are at {found.level:.0f} of 255; the eye needs {LEAST_LEVEL:.0f}"
    if found.level < LEAST_LEVEL:
        return Finding("brightness", Health.DOUBTFUL, f"{said}. {LIGHTER}")
    return Finding("brightness", Health.GOOD, said)


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


def evenness(found: Lighting) -> Finding:
    """Return whether the board is lit evenly."""
    if found.unevenness is None:
        return Finding("evenness", Health.SKIPPED, "no tray is seen, on which the light could be compared")
    said = f"the lightest part of the felt is {found.unevenness:.1f} × as bright as the darkest"
    if found.unevenness > MOST_UNEVEN:
        mend = "Hang the lamp higher or over the middle, or take away what throws the shadow."
        return Finding("evenness", Health.DOUBTFUL, f"{said}, the eye can do with {MOST_UNEVEN:.0f} ×. {mend}")
    return Finding("evenness", Health.GOOD, f"{said}; the eye can do with {MOST_UNEVEN:.0f} ×")


def glare(found: Lighting) -> Finding:
    """Return whether a lamp mirrors in the board or in a die, and where it then stands."""
    said = f"{100 * found.glare:.1f} % of the board is burnt out"
    limit = f"{100 * MOST_GLARE:.1f} %, as much as a die covers,"
    where = "in several places, so that there is too much light" if found.glare_at is None else lamp_of(found.glare_at)
    if found.glare > MOST_GLARE:
        sentence = f"{said}, {where}; from {limit} on one can be hidden. {_FARTHER_OUT}"
        return Finding("glare", Health.DOUBTFUL, sentence)
    if found.burnt_die is not None and found.burnt_die > MOST_BURNT_DIE:
        die = f"{100 * found.burnt_die:.0f} % of the print of a die is burnt out"
        sentence = f"{die}, {where}; from {100 * MOST_BURNT_DIE:.0f} % on it can hide what tells faces apart"
        return Finding("glare", Health.DOUBTFUL, f"{sentence}. {_FARTHER_OUT}")
    return Finding("glare", Health.GOOD, f"{said}; up to {limit} is no harm")


_FARTHER_OUT = "Move the lamp farther out until nothing mirrors, or dim it."


def colour(found: Lighting) -> Finding:
    """Return whether the light is white enough."""
    if found.cast is None:
        return Finding("colour", Health.SKIPPED, f"nothing white is seen; {LAY_DICE}")
    ratio = max(found.cast) / min(found.cast)
    strongest, weakest = (CHANNELS[found.cast.index(extreme(found.cast))] for extreme in (max, min))
    said = f"the dice look {ratio:.1f} × as {strongest} as {weakest}" if strongest != weakest else "the dice look white"
    if ratio > MOST_CAST:
        mend = "Take a white lamp, 2700 to 6500 K, and no coloured or candle light alone."
        return Finding("colour", Health.DOUBTFUL, f"{said}, the eye can do with {MOST_CAST:.0f} ×. {mend}")
    return Finding("colour", Health.GOOD, f"{said}; the eye can do with {MOST_CAST:.0f} ×")


def noise(found: Lighting) -> Finding:
    """Return whether the camera has light enough for a clean picture."""
    if found.noise is None:
        return Finding("noise", Health.SKIPPED, "a single picture does not tell it")
    said = f"pixels jump by {found.noise:.1f} levels"
    if found.noise > MOST_NOISE:
        return Finding("noise", Health.DOUBTFUL, f"{said}, the eye can do with {MOST_NOISE:.0f}. {LIGHTER}")
    return Finding("noise", Health.GOOD, f"{said}; the eye can do with {MOST_NOISE:.0f}")


def flicker(look: Look, mains_hz: int) -> Finding:
    """Return whether lamps flicker, and which exposures would not see it.

    Args:
        look: With small frames of some seconds.
        mains_hz: Of the settings.
    """
    if not look.previews:
        return Finding("flicker", Health.SKIPPED, "pictures in a folder do not flicker: nothing to measure")
    found = flicker_of(look.previews, look.board)
    if found is None:
        return Finding("flicker", Health.SKIPPED, "too few usable pictures came to tell")
    said = f"the light swings by {100 * found.swing:.1f} %"
    if found.hz is not None:
        said += f" at the {found.hz:.0f} Hz of lamps"
    if found.swing <= MOST_SWING:
        said += f"; the eye can do with {100 * MOST_SWING:.0f} %"
        if found.hz is not None and found.swing >= TOLD_SWING:
            said += f", and exposures of {_exposures(found.hz)} do not see it"
        if 2.0 * mains_hz in found.unseen_hz and not (look.locked is not None and look.locked.is_steady):
            said += f" (lamps of {2 * mains_hz} Hz stand still in so many pictures a second, and are not told)"
        return Finding("flicker", Health.GOOD, said)
    return Finding("flicker", Health.DOUBTFUL, f"{said}. {_against_flicker(look, found.hz, mains_hz)}")


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
    blurred_px = blur_px(look.frames, look.board)
    if blurred_px is None:
        return Finding("focus", Health.SKIPPED, f"nothing there has an edge to judge by; {LAY_DICE}")
    die_px = statistics.median(die.size_px for die in dice) if dice else LEAST_DIE_PX
    of = "a die" if dice else f"a die of {LEAST_DIE_PX:.0f} px"
    said = f"edges are blurred by {blurred_px:.1f} px, {100 * blurred_px / die_px:.1f} % of {of}"
    if blurred_px > MOST_BLUR * die_px:
        mend = "Turn the lens until faces are sharp, or wipe it; a Module 3 finds it itself with light on the board."
        return Finding("focus", Health.DOUBTFUL, f"{said}, the eye can do with {100 * MOST_BLUR:.0f} %. {mend}")
    return Finding("focus", Health.GOOD, f"{said}; the eye can do with {100 * MOST_BLUR:.0f} %")


def aspects(look: Look, dice: Sequence[Detection], mains_hz: int) -> tuple[Finding, ...]:
    """Return everything the eye needs of light and focus, a finding each.

    Args:
        look: What was seen.
        dice: In its newest frame.
        mains_hz: Of the settings.
    """
    found = lighting_of(look.frames, look.board, dice)
    return (*_of_light(look, found, dice), flicker(look, mains_hz), focus(look, dice))


def light(look: Look, dice: Sequence[Detection]) -> Finding:
    """Return the light in one finding: what is wrong with it, or its numbers."""
    found = lighting_of(look.frames, look.board, dice)
    wrong = [aspect.sentence for aspect in _of_light(look, found, dice) if aspect.health is Health.DOUBTFUL]
    if wrong:
        return Finding("light", Health.DOUBTFUL, " Also ".join(wrong))
    uneven = "" if found.unevenness is None else f", {found.unevenness:.1f} × from darkest to lightest"
    noisy = "" if found.noise is None else f", {found.noise:.1f} levels of noise"
    sentence = f"brightest at {found.level:.0f} of 255{uneven}, {100 * found.glare:.1f} % glare{noisy}"
    return Finding("light", Health.GOOD, f"{sentence} (`--light` tells more)")


def _of_light(look: Look, found: Lighting, dice: Sequence[Detection]) -> tuple[Finding, ...]:
    return brightness(look, found, dice), evenness(found), glare(found), colour(found), noise(found)
