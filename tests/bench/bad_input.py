"""How long the answer to a bad picture takes: ``python -m tests.bench.bad_input``. Asked for is under a second each.

Each picture is read as from the camera over the board, and as a photograph; the JPEG of 50 megapixels is decoded, too.
Next to the time on the clock stands the processor's own, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import numpy as np

from tests.endtoend.bad_input import PICTURES
from vision.errors import ModelError
from vision.find.detect import Detector
from vision.find.picture import decode_picture
from vision.find.pose import PoseFinder, PoseReader
from vision.frame import Frame
from vision.read.classify import FACES_PATH, FaceReader
from vision.read.load import BoardFinder
from vision.read.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable


def works(folder: Path) -> dict[str, Callable[[], object]]:
    """Return what is timed: each bad input's answer, by name."""
    detector, pose = Detector.from_file(threads=1), PoseReader.from_file(threads=1)
    faces = FaceReader.from_file(threads=1)
    board, photograph = (
        Reader(PoseFinder(BoardFinder(detector), pose), faces),
        Reader(PoseFinder(detector, pose), faces),
    )
    timed: dict[str, Callable[[], object]] = {}
    for name, picture in PICTURES.items():
        frame = Frame(picture())
        timed[f"{name}, board"] = lambda frame=frame: board.read([frame])
        timed[f"{name}, photograph"] = lambda frame=frame: photograph.read_picture(frame)
    huge = cv2.imencode(".jpg", PICTURES["50 megapixels"]())[1].tobytes()
    timed["50 megapixels, decoding the JPEG"] = lambda: decode_picture(huge)
    timed["a model cut short"] = lambda: _refused(folder)
    return timed


def _refused(folder: Path) -> None:
    """Load a model that is cut short."""
    shutil.copy(FACES_PATH.with_suffix(".json"), folder)
    (folder / FACES_PATH.name).write_bytes(FACES_PATH.read_bytes()[:-1000])
    try:
        FaceReader.from_file(folder / FACES_PATH.name)
    except ModelError:
        return
    raise AssertionError("a model cut short was loaded")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'input':<36}{'clock s':>9}{'processor s':>13}   medians of {arguments.times}, one thread")
    with tempfile.TemporaryDirectory() as folder:
        for name, work in works(Path(folder)).items():
            clock, processor = zip(*(timed(work) for _ in range(arguments.times)), strict=True)
            print(f"{name:<36}{np.median(clock):>9.2f}{np.median(processor):>13.2f}")


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return how long some work takes, seconds on the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


if __name__ == "__main__":
    main()
