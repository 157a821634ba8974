"""What light and focus the eye needs: ``python -m tests.bench.eye_needs``.

Boards of five dice are made worse step by step: darker, noisier, unevenly lit, off in colour, banded, blurred, a lamp
mirrored in every die. Each step is read and measured as `serviert doctor` measures it. What that asks for is the last
step at which every board is still read right without a question; under flicker it must be seen to be at rest, too.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from tqdm import tqdm

from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, BoardName, DiceName, LightName, Setting, Wavering
from models.render import camera, world
from tests.bench.five_dice import laid
from vision.find.board import BoardOutline, find_board
from vision.frame import Frame
from vision.light import exposure, lighting, sharpness
from vision.preprocess import resized
from vision.read.load import load_board_reader
from vision.read.reader import Reader
from vision.reading import Reading, Verdict
from vision.watch import hand, settle

PLACES_MM = ((-50.0, -40.0), (45.0, -35.0), (0.0, 10.0), (-45.0, 50.0), (50.0, 55.0))
JITTER_MM = 8.0
FRAMES = 2
LIGHTS = (LightName.EVENING, LightName.WINDOW, LightName.BRIGHT)
DICE = (DiceName.SUITS, DiceName.ENGRAVED, DiceName.CARDS, DiceName.LETTERS)


@dataclass(frozen=True, slots=True)
class Sample:
    pixels: NDArray[np.uint8]  # uint8 (H, W, 3), without noise
    tops: NDArray[np.float32]  # The middle of each die's top, float32 (dice, 2), px
    die_px: float  # How wide dice are
    faces: tuple[int, ...]  # What lies there, sorted
    board: BoardOutline | None  # Where it is


def sample_of(seed: int) -> Sample:
    """Return a board; seeds go through boards, lights and dice."""
    rng = np.random.default_rng([seed, 7])
    board, light, dice = list(BoardName)[seed % len(BoardName)], LIGHTS[seed % len(LIGHTS)], DICE[seed // 2 % len(DICE)]
    setting = Setting.for_session(seed, board=board, light=light, dice=dice)
    faces = rng.integers(0, len(world.DesignFace), len(PLACES_MM))
    places = np.array(PLACES_MM) + rng.uniform(-JITTER_MM, JITTER_MM, (len(PLACES_MM), 2))
    dice = [(x, y, face, rng.uniform(0, 360)) for (x, y), face in zip(places, faces, strict=True)]
    pixels = laid(setting, dice, seed=seed)
    die_mm = setting.bodies.size_mm
    tops = camera.project(setting.camera, [(x, y, die_mm) for x, y in places])
    die_px = setting.camera.f_px * die_mm / (setting.camera.height_mm - die_mm)
    return Sample(pixels, tops, die_px, tuple(sorted(int(face) for face in faces)), find_board(Frame(pixels)))


def lit(pixels: NDArray[np.uint8], factor: NDArray[np.float32] | float) -> NDArray[np.float32]:
    """Return a picture with its light multiplied, levels 0–255."""
    levels = np.power(np.arange(256, dtype=np.float32) / 255.0, exposure.GAMMA, dtype=np.float32)
    light = levels[pixels] * np.float32(255.0**exposure.GAMMA) * np.asarray(factor, np.float32)
    return np.minimum(cv2.pow(light, 1 / exposure.GAMMA), np.float32(255.0))


def _mirrored(sample: Sample, share: float) -> NDArray[np.float32]:
    """Return a board in each of whose dice a lamp mirrors: a burnt-out spot in the middle of its top."""
    pixels = sample.pixels.copy()
    for x, y in sample.tops:
        cv2.circle(pixels, (round(x), round(y)), round(sample.die_px * np.sqrt(share / np.pi)), (255, 255, 255), -1)
    return pixels * _WHOLE


_WHOLE = np.float32(1)
_WAVE = np.cos(2 * np.pi * 2.5 * np.arange(CAPTURE_PX) / CAPTURE_PX)[:, None, None]
LEVEL, UNEVEN, COLOUR = "light left, share", "uneven, lightest over darkest", "colour, red over blue"
BANDS, BLUR, NOISE, MIRRORED = "bands, swing", "blur, px", "noise, levels", "mirrored lamp, share of a top"
KINDS: dict[str, tuple[Sequence[float], Callable[[Sample, float], NDArray[np.float32]]]] = {
    LEVEL: ((1.0, 0.7, 0.4, 0.2), lambda seen, step: lit(seen.pixels, step)),
    UNEVEN: (
        (2.0, 4.0, 8.0, 16.0, 32.0),
        lambda seen, step: lit(seen.pixels, np.geomspace(1.0, 1.0 / step, CAPTURE_PX)[:, None]),
    ),
    COLOUR: ((2.0, 4.0, 8.0, 16.0), lambda seen, step: lit(seen.pixels, [1.0, step**-0.5, 1.0 / step])),
    BANDS: ((0.1, 0.2, 0.4, 0.6), lambda seen, step: lit(seen.pixels, 1.0 + step * _WAVE)),
    BLUR: ((1.0, 1.5, 2.0, 2.5, 3.0, 4.0), lambda seen, step: cv2.GaussianBlur(seen.pixels, (0, 0), step) * _WHOLE),
    NOISE: ((4.0, 8.0, 12.0, 16.0, 24.0), lambda seen, _: seen.pixels.astype(np.float32)),
    MIRRORED: ((0.01, 0.02, 0.05, 0.1, 0.2, 0.4), _mirrored),
}
USUAL_NOISE = 1.8
LAMPS_SEEN = ((100.0, 15.0), (120.0, 14.35))  # in frames a second: the simulated camera's, a Module 3's
READ_OUT_S = 0.022
WATCHED = 24


def frames_of(sample: Sample, kind: str, step: float) -> list[Frame]:
    worse = KINDS[kind][1](sample, step)
    noise = step if kind == NOISE else USUAL_NOISE
    return [
        Frame(np.clip(np.rint(worse + np.float32(noise) * np.roll(grain(), 97 * number, 0)), 0, 255).astype(np.uint8))
        for number in range(FRAMES)
    ]


@functools.cache
def grain() -> NDArray[np.float32]:
    """Return noise of standard deviation 1, float32 (H, W, 3)."""
    return np.random.default_rng(0).standard_normal((CAPTURE_PX, CAPTURE_PX, 3), dtype=np.float32)


def measured(kind: str, frames: Sequence[Frame], board: BoardOutline | None, reading: Reading) -> float:
    """Return what the doctor measures of a kind in these frames, not a number where it cannot."""
    dice = [die.detection for die in reading.dice]
    found, blurred_px = lighting.lighting_of(frames, board, dice), sharpness.blur_px(frames, board) if dice else None
    figures = {
        BLUR: None if blurred_px is None else blurred_px / float(np.median([die.size_px for die in dice])),
        LEVEL: found.level,
        UNEVEN: found.unevenness,
        COLOUR: None if found.cast is None else max(found.cast),
        NOISE: found.noise,
        MIRRORED: found.burnt_die,
    }
    return np.nan if (figure := figures.get(kind)) is None else figure


def read(reader, frames, board) -> Reading:
    """Return a reading as of a board that was seen before: how it looks without a hand is known then."""
    return reader.read(frames, board, backdrop=hand.backdrop_of(frames[0], ()))


def outcome(sample: Sample, reading: Reading) -> str:
    if reading.verdict is not Verdict.CLEAR:
        return "asked"
    return "right" if tuple(sorted(die.label for die in reading.dice)) == sample.faces else "WRONG"


def seems_still(sample: Sample, swing: float) -> bool:
    """Return whether a board at rest is seen to be at rest under a lamp that flickers."""
    small = resized(sample.pixels, (PREVIEW_PX, PREVIEW_PX))
    for hz, rate_hz in LAMPS_SEEN:
        wavering, settler = Wavering(waves=((hz, swing),), read_out_s=READ_OUT_S), settle.Settler(sample.board)
        for number in range(WATCHED):
            level = small * wavering.gains(number / rate_hz, PREVIEW_PX).astype(np.float32)[:, None, None]
            noisy = level + np.float32(USUAL_NOISE) * np.roll(grain(), 97 * number, 0)[:PREVIEW_PX, :PREVIEW_PX]
            frame = Frame(np.clip(np.rint(noisy), 0, 255).astype(np.uint8), round(number / rate_hz * 1e9))
            motion = settler.observe(frame).motion
        if motion is not settle.Motion.STILL:
            return False
    return True


def rows(samples: Sequence[Sample], reader: Reader, kind: str) -> list[str]:
    lines = []
    for step in KINDS[kind][0]:
        outcomes, figures = [], []
        for sample in samples:
            frames = frames_of(sample, kind, step)
            reading = read(reader, frames, sample.board)
            outcomes.append(outcome(sample, reading) if kind != BANDS or seems_still(sample, step) else "asked")
            figures.append(measured(kind, frames, sample.board, reading))
        counts = " ".join(f"{outcomes.count(name):>7}" for name in ("right", "asked", "WRONG"))
        said = f"{np.nanmin(figures):>9.3f} … {np.nanmax(figures):<9.3f}" if np.isfinite(figures).any() else f"{'':>21}"
        lines.append(f"{step:>9g}   {said} {counts}")
    return lines


def main(boards: int = 8, only: str | None = None) -> None:
    """Measure and print a table a kind."""
    cv2.setNumThreads(1)
    samples = [sample_of(seed) for seed in tqdm(range(boards), "boards")]
    reader = load_board_reader()
    for kind in [only] if only else KINDS:
        print(f"\n{kind} (n = {boards} boards)\n{'step':>9}   {'measured':^21}   right   asked   WRONG")
        print("\n".join(rows(samples, reader, kind)), flush=True)


if __name__ == "__main__":
    typer.run(main)
