"""How many times faster a whole reading is than YOLO11n at 640 px: ``python -m tests.bench.against_yolo``.

Ours is everything from the frame to the reading of five dice; of the other only the network is timed, neither the
picture made small for it nor its boxes sorted out. Both run on ONNX Runtime in one thread, by turns in one run, so
that a busy machine slows both alike. The other network has YOLO11n's shape and random weights, see `yolo11n`; a file
exported elsewhere can be named instead.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
import typer

from tests.bench import yolo11n
from tests.bench.__main__ import board_frames, by_turns, models
from vision.read.reader import Reader

ASKED = 15


def works(yolo: Path | None) -> dict[str, Callable[[], object]]:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    network = str(yolo) if yolo else yolo11n.built().SerializeToString()
    session = ort.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    port = session.get_inputs()[0].name
    image = np.random.default_rng(0).random((1, 3, yolo11n.SIDE_PX, yolo11n.SIDE_PX), np.float32)
    _, frame = board_frames()
    reader = Reader(*models())
    assert len(reader.read([frame]).dice) == 5, "five dice lie on the board"
    return {
        "frame to reading": lambda: reader.read([frame]),
        "YOLO11n, 640 px": lambda: session.run(None, {port: image}),
    }


def main(times: int = 30, yolo: Path | None = None) -> None:
    """Measure by turns and print the ratio."""
    cv2.setNumThreads(1)
    spent = by_turns(works(yolo), times)
    ours, other = spent.values()
    print(f"{platform.machine()}, n = {times} by turns, one thread, {yolo or 'random weights'}\n")
    for name, each in spent.items():
        print(f"{name:<20} p50 {np.median(each):8.1f} ms   p95 {np.percentile(each, 95):8.1f} ms")
    print(f"\n{np.median(other / ours):.2f} times as fast (median of {times} pairs); asked for are {ASKED}")


if __name__ == "__main__":
    typer.run(main)
