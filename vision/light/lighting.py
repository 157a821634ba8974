"""What the light on the board is like, in numbers: how bright, how even, what of it mirrors, which colour, how noisy.

`vision.light.exposure` says whether a frame can be read at all; this says what could be better before it comes to that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import BURNT_LEVEL, GAMMA, LUMA, burnt_share, print_levels
from vision.preprocess import shrunk
from vision.reading import Detection

WORK_PX = 480  # longer side: a mirrored lamp is then still some pixels wide
CELLS = 4  # a side: each is about as large as a hand's shadow
INSIDE_SHARE = 0.6
MAIN_SHARE = 0.5
"""Of all that is burnt out: where no spot is so much, no lamp mirrors, but dice or rim are lit too brightly."""

WHITE_OVER_FELT = 1.5
NOISE_PX = 15
MAD_TO_DEVIATION = 1.4826  # of a normal distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Lighting:
    """The light on a board as a camera shows it."""

    level: float  # Of the brightest hundredth, 0–255: white dice where some lie there
    # The lightest part of the felt over the darkest, linear light, 1 and more; None without a board.
    unevenness: float | None
    glare: float  # Share of the board that is burnt out, 0–1: a lamp mirrors there
    # Linear red, green and blue of the dice's light bodies, the weakest channel 1; None without light dice.
    cast: tuple[float, float, float] | None
    noise: float | None  # Standard deviation from frame to frame, 0–255; None with one frame.
    # Middle of the burnt-out spot, x to the right and y down off the board's middle, in radii of a disc as large as the
    # board; None without a board, where nothing is burnt out, and where no spot is most of it.
    glare_at: tuple[float, float] | None = None
    # Share of the print's place, the middle half of a die's top, that is burnt out, of the die with most; None without
    # dice.
    burnt_die: float | None = None


def lighting_of(frames: Sequence[Frame], board: BoardOutline | None, dice: Sequence[Detection] = ()) -> Lighting:
    """Return what the light is like.

    Args:
        frames: Of a board at rest, one or more, of one size.
        board: Where to look; the whole picture if None.
        dice: In these frames: their bodies are the only thing whose colour is about known.
    """
    newest = frames[-1]
    small = shrunk(newest.pixels, WORK_PX, cv2.INTER_NEAREST)  # averaging would hide burnt-out pixels
    inside = np.ones(small.shape[:2], np.bool_) if board is None else board.mask((small.shape[1], small.shape[0]))
    luma = linear(small @ LUMA)
    brightest = small.max(axis=2)
    return Lighting(
        level=float(np.percentile(brightest[inside], 99.0)),
        unevenness=None if board is None else _unevenness(luma, inside),
        glare=float(np.mean(brightest[inside] >= BURNT_LEVEL)),
        cast=_cast(newest, dice, float(np.median(luma[inside]))) if dice else None,
        noise=_noise(frames[-2], newest, board) if len(frames) > 1 else None,
        glare_at=None if board is None else _main_spot(brightest >= BURNT_LEVEL, inside),
        burnt_die=max((burnt_share(print_levels(newest, die)) for die in dice), default=None),
    )


def linear(level: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much light levels of 0–255 are, 0–1."""
    return np.asarray((level / 255.0) ** GAMMA, np.float64)


def _main_spot(burnt: NDArray[np.bool_], inside: NDArray[np.bool_]) -> tuple[float, float] | None:
    """Return where the burnt-out spot lies on the board, as `Lighting.glare_at` has it."""
    spots = (burnt & inside).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(spots, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if count == 1 or areas.max() < MAIN_SHARE * areas.sum():
        return None
    largest = 1 + int(np.argmax(areas))
    rows, columns = np.nonzero(inside)
    off = (centres[largest] - [columns.mean(), rows.mean()]) / np.sqrt(len(rows) / np.pi)
    return float(off[0]), float(off[1])


def _unevenness(luma: NDArray[np.float64], inside: NDArray[np.bool_]) -> float | None:
    """Return how much brighter the felt's lightest cell is than its darkest; dice are the smaller part of each."""
    rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    levels = []
    for band in np.array_split(rows, CELLS):
        for part in np.array_split(columns, CELLS):
            cell = np.ix_(band, part)
            if inside[cell].size and inside[cell].mean() >= INSIDE_SHARE:
                levels.append(float(np.median(luma[cell][inside[cell]])))
    return max(levels) / max(min(levels), 1e-4) if levels else None


def _cast(frame: Frame, dice: Sequence[Detection], felt: float) -> tuple[float, float, float] | None:
    """Return the colour of the dice's bodies, the lighter half of their tops; None where they are dark themselves."""
    tops = np.zeros((frame.size_wh[1], frame.size_wh[0]), np.uint8)
    cv2.fillPoly(tops, [np.rint(np.array(die.quad)).astype(np.int32) for die in dice], (1,))
    pixels = frame.pixels[tops.astype(np.bool_)]
    pixels = pixels[pixels.max(axis=1) < BURNT_LEVEL]
    if not len(pixels):
        return None
    luma = linear(pixels @ LUMA)
    bodies = pixels[luma >= np.median(luma)]
    if np.median(luma) < WHITE_OVER_FELT * felt:
        return None
    red, green, blue = linear(np.median(bodies, axis=0))
    weakest = max(min(red, green, blue), 1e-4)
    return float(red / weakest), float(green / weakest), float(blue / weakest)


def _noise(before: Frame, after: Frame, board: BoardOutline | None) -> float:
    """Return the standard deviation of a pixel's brightness; what changes slowly over the picture is no noise."""
    one, other = (cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY) for frame in (before, after))
    change = np.asarray(cv2.subtract(other, one, dtype=cv2.CV_32F), np.float32)
    change -= np.asarray(cv2.blur(change, (NOISE_PX, NOISE_PX)), np.float32)
    kept = change if board is None else change[board.mask(after.size_wh)]
    deviation = MAD_TO_DEVIATION * float(np.median(np.abs(kept)))
    return deviation / float(np.sqrt(2.0))  # both frames are noisy
