"""How many times faster a whole reading is than YOLO11n at 640 px: ``python -m tests.bench.against_yolo``.

Ours is everything from the frame to the reading of five dice; of the other only the network is timed, neither the
picture made small for it nor its boxes sorted out. Both run on ONNX Runtime in one thread, by turns in one run, so
that a busy machine slows both alike. The other network has YOLO11n's shape and random weights, see `yolo11n`; a file
exported elsewhere can be named instead.
"""

from __future__ import annotations

import os
import platform
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from collections.abc import Callable

import cv2
import numpy as np
import onnxruntime as ort
import typer

from tests.bench import yolo11n
from tests.bench.__main__ import board_frames
from vision.find.detect import Detector
from vision.find.pose import PoseFinder, PoseReader
from vision.read.classify import FaceReader
from vision.read.load import BoardFinder
from vision.read.reader import Reader

ASKED = 15


def by_turns(works: dict[str, Callable[[], object]], times: int) -> dict[str, list[float]]:
    """Return how long each work takes, ms, done by turns after once that does not count."""
    spent: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(times + 1):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            if turn:
                spent[name].append(1e3 * (time.perf_counter() - began))
    return spent


def works(yolo: Path) -> dict[str, Callable[[], object]]:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(yolo), options, providers=["CPUExecutionProvider"])
    port = session.get_inputs()[0].name
    image = np.random.default_rng(0).random((1, 3, yolo11n.SIDE_PX, yolo11n.SIDE_PX), np.float32)
    _, frame = board_frames()
    finder = PoseFinder(BoardFinder(Detector.from_file(threads=1)), PoseReader.from_file(threads=1))
    reader = Reader(finder, FaceReader.from_file(threads=1))
    assert len(reader.read([frame]).dice) == 5, "five dice lie on the board"
    return {
        "frame to reading": lambda: reader.read([frame]),
        "YOLO11n, 640 px": lambda: session.run(None, {port: image}),
    }


def main(times: int = 30, yolo: Path | None = None) -> None:
    """Measure by turns and print the ratio."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        network = yolo or yolo11n.write(Path(folder) / "yolo11n-shaped.onnx")
        spent = by_turns(works(network), times)
    ours, other = (np.array(each) for each in spent.values())
    ratio = float(np.median(other / ours))
    print(f"{platform.machine()}, n = {times} by turns, one thread, {yolo or 'random weights'}\n")
    for name, each in spent.items():
        print(f"{name:<20} p50 {np.median(each):8.1f} ms   p95 {np.percentile(each, 95):8.1f} ms")
    print(f"\n{ratio:.2f} times as fast (median of {times} pairs); asked for are {ASKED}")


if __name__ == "__main__":
    typer.run(main)
