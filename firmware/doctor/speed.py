"""How long a throw takes from a still board to a reading, on a picture whose dice are known."""

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from firmware.doctor.finding import Finding, doubtful, failed, good
from vision.find.board import find_board
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.preprocess import resized
from vision.read.reader import Reader
from vision.reading import Verdict

PICTURE = Path(__file__).with_name("five_dice.jpg")
"""Five dice as the simulated board shows them; drawn by ``python -m tests.bench.five_dice``."""

LABELS = (1, 2, 3, 4, 5)  # what they show, from left to right
READINGS, LONGEST_READING_S = 20, 3.0
NOTICED_S = 1.0
"""From so long on players wait for the page, capture and reading together.

Source: Nielsen, "Response Times: The 3 Important Limits": up to a second a train of thought is not broken.
"""

USUAL = "usual by arithmetic: 0.1 to 0.2 s on a Pi 4, less on a Pi 5 or a PC"
"""Source: ``python -m tests.bench.arithmetic``, one core."""


def speed_of(
    reader: Reader, size_wh: tuple[int, int] | None, *, now_s: Callable[[], float] = time.perf_counter
) -> tuple[float, ...] | None:
    """Return how long each reading of five dice takes, s; None where their faces are read wrong.

    Where the camera's full frames are larger, px, the picture is enlarged; None for its own size.
    """
    frame = _sized(load_picture(PICTURE), size_wh)
    board = find_board(frame)
    began = now_s()  # The first one looks at several sizes, and does not count where others come.
    reading = reader.read([frame], board)
    first_s = now_s() - began
    spent = [first_s] if first_s > LONGEST_READING_S else []
    while not spent or (len(spent) < READINGS and now_s() - began < LONGEST_READING_S):
        start = now_s()
        reading = reader.read([frame], board)
        spent.append(now_s() - start)
    labels = tuple(die.label for die in sorted(reading.dice, key=lambda die: die.detection.centre_xy))
    return tuple(spent) if reading.verdict is Verdict.CLEAR and labels == LABELS else None


def speed(times_s: tuple[float, ...] | None, capture_s: tuple[float, ...]) -> Finding:
    """Return whether players have to wait."""
    if times_s is None:
        sentence = "five dice whose faces are known are read wrong on this computer. Install Serviert again."
        return failed("speed", sentence)
    usual_s, slow_s = np.percentile(times_s, [50, 95])
    said = f"five dice are read in {usual_s:.2f} s, {slow_s:.2f} s at the 95th centile of {len(times_s)}"
    taken_s = float(np.median(capture_s)) if capture_s else 0.0
    if capture_s:
        said += f"; a picture is there in {taken_s:.2f} s"
    if slow_s + taken_s > NOTICED_S:
        mend = "End other programs; see whether power or heat slows it down."
        return doubtful("speed", f"{said}, so players wait ({USUAL}). {mend}")
    return good("speed", f"{said} ({USUAL})")


def _sized(frame: Frame, size_wh: tuple[int, int] | None) -> Frame:
    """Return a picture at a camera's size, without stretching it: what it lacks at the sides is its own border.

    It is never made smaller: its dice would become too small to be read for sure.
    """
    if size_wh is None or min(size_wh) <= min(frame.size_wh):
        return frame
    side = min(size_wh)
    across, down = size_wh[0] - side, size_wh[1] - side
    edges = (down // 2, down - down // 2, across // 2, across - across // 2)
    return Frame(np.asarray(cv2.copyMakeBorder(resized(frame.pixels, (side, side)), *edges, cv2.BORDER_REPLICATE)))
