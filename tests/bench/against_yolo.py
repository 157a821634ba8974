"""How many times faster a whole reading is than YOLO11n at 640 px: ``python -m tests.bench.against_yolo``.

Ours is everything from the frame to the reading of five dice; of the other only the network is timed. Both run on ONNX
Runtime in one thread, by turns in one run, so that a busy machine slows both alike.

The other network has YOLO11n's shape and random weights: how long it takes does not depend on what it was taught.
It is built from the published description, layer by layer: no code or weights of its makers are used. Batch
normalisation is folded into the convolutions; non-maximum suppression, which comes after it, is left out.

Source: Khanam, Hussain, YOLOv11: An Overview of the Key Architectural Enhancements (2024), arXiv:2410.17725; published
    size 2.6 M parameters and 6.5 GFLOPs at 640 px, where a multiplication with its addition counts as two.
"""

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import onnx
import onnxruntime as ort
import typer
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from firmware.doctor.speed import PICTURE
from models.evaluate.workers import Models, board_reader_of
from vision.find.picture import load_picture
from vision.read.load import VIEW_KEPT

ASKED = 15
SIDE_PX = 640
CLASSES = 80
DISTANCES = 16  # bins of each edge of a box
HEADS, KEY = 2, 32


@dataclass(slots=True)
class Tensor:
    """A value in the graph and its channels, (1, C, side, side)."""

    name: str
    channels: int
    side: int


@dataclass(slots=True)
class Network:
    """A graph being built."""

    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    nodes: list = field(default_factory=list)
    weights: list = field(default_factory=list)

    def node(self, kind, *inputs, **attributes) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, values) -> str:
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def convolved(self, x, channels, kernel=1, *, stride=1, groups=1, is_plain=False) -> Tensor:
        """Add a convolution with its bias and, unless it is plain, SiLU."""
        shape = (channels, x.channels // groups, kernel, kernel)
        weight = self.rng.normal(0, 1 / np.sqrt(shape[1] * kernel**2), shape).astype(np.float32)
        inputs = x.name, self.constant(weight), self.constant(np.zeros(channels, np.float32))
        how = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [kernel // 2] * 4, "group": groups}
        out = self.node("Conv", *inputs, **how)
        if not is_plain:
            out = self.node("Mul", out, self.node("Sigmoid", out))
        return Tensor(out, channels, x.side // stride)

    def joined(self, *parts) -> Tensor:
        name = self.node("Concat", *(part.name for part in parts), axis=1)
        return Tensor(name, sum(part.channels for part in parts), parts[0].side)

    def split(self, name, sizes, axis=1) -> list[str]:
        parts = [f"{name}_{number}" for number in range(len(sizes))]
        self.nodes.append(helper.make_node("Split", [name, self.constant(np.array(sizes))], parts, axis=axis))
        return parts

    def halves(self, x) -> list[Tensor]:
        half = x.channels // 2
        return [Tensor(name, half, x.side) for name in self.split(x.name, (half, half))]

    def added(self, x, y) -> Tensor:
        return Tensor(self.node("Add", x.name, y.name), x.channels, x.side)

    def doubled(self, x) -> Tensor:
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return Tensor(self.node("Resize", x.name, "", scales, mode="nearest"), x.channels, 2 * x.side)

    def reshaped(self, name, *shape) -> str:
        return self.node("Reshape", name, self.constant(np.array(shape)))

    # Blocks of the family.

    def bottleneck(self, x, hidden) -> Tensor:
        """Two 3 × 3 convolutions around fewer channels, added to what came in."""
        return self.added(x, self.convolved(self.convolved(x, hidden, 3), x.channels, 3))

    def c3k(self, x) -> Tensor:
        """Two bottlenecks beside a short cut."""
        half = x.channels // 2
        long = self.bottleneck(self.bottleneck(self.convolved(x, half), half), half)
        return self.convolved(self.joined(long, self.convolved(x, half)), x.channels)

    def c3k2(self, x, channels, *, is_deep, share=0.5) -> Tensor:
        """The family's usual block; deep ones hold a `c3k` instead of a bottleneck."""
        hidden = int(channels * share)
        both = self.convolved(x, 2 * hidden)
        _, last = self.halves(both)
        worked = self.c3k(last) if is_deep else self.bottleneck(last, hidden // 2)
        return self.convolved(self.joined(both, worked), channels)

    def pooled(self, x, channels) -> Tensor:
        """Pool thrice and keep each step (SPPF)."""
        steps = [self.convolved(x, x.channels // 2)]
        for _ in range(3):
            name = self.node("MaxPool", steps[-1].name, kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
            steps.append(Tensor(name, steps[-1].channels, x.side))
        return self.convolved(self.joined(*steps), channels)

    def attended(self, x) -> Tensor:
        """Let one half of the channels attend to itself (C2PSA)."""
        kept, half = self.halves(self.convolved(x, x.channels))
        half = self.added(half, self.attention(half))
        wide = self.convolved(half, 2 * half.channels)
        half = self.added(half, self.convolved(wide, half.channels, is_plain=True))
        return self.convolved(self.joined(kept, half), x.channels)

    def attention(self, x) -> Tensor:
        places, value = x.side**2, x.channels // HEADS
        mixed = self.convolved(x, x.channels + 2 * HEADS * KEY, is_plain=True)
        flat = self.reshaped(mixed.name, 1, HEADS, 2 * KEY + value, places)
        query, key, values = self.split(flat, (KEY, KEY, value), axis=2)
        scores = self.node("MatMul", self.node("Transpose", query, perm=[0, 1, 3, 2]), key)
        weights = self.node("Softmax", self.node("Mul", scores, self.constant(np.float32([KEY**-0.5]))), axis=-1)
        seen = self.node("MatMul", values, self.node("Transpose", weights, perm=[0, 1, 3, 2]))
        names = (self.reshaped(name, 1, x.channels, x.side, x.side) for name in (seen, values))
        back, own = (Tensor(name, x.channels, x.side) for name in names)
        places_kept = self.convolved(own, x.channels, 3, groups=x.channels, is_plain=True)
        return self.convolved(self.added(back, places_kept), x.channels, is_plain=True)

    def head(self, x) -> str:
        """Return boxes and classes at one scale, (1, 64 + classes, places)."""
        box = self.convolved(self.convolved(x, 4 * DISTANCES, 3), 4 * DISTANCES, 3)
        kind = self.convolved(self.convolved(x, x.channels, 3, groups=x.channels), CLASSES)
        kind = self.convolved(self.convolved(kind, CLASSES, 3, groups=CLASSES), CLASSES)
        box = self.convolved(box, 4 * DISTANCES, is_plain=True)
        both = self.joined(box, self.convolved(kind, CLASSES, is_plain=True))
        return self.reshaped(both.name, 1, both.channels, x.side**2)

    def decoded(self, *scales) -> str:
        places = sum(scale.side**2 for scale in scales)
        every = self.node("Concat", *map(self.head, scales), axis=2)
        boxes, classes = self.split(every, (4 * DISTANCES, CLASSES))
        bins = self.node("Transpose", self.reshaped(boxes, 1, 4, DISTANCES, places), perm=[0, 2, 1, 3])
        weights = self.constant(np.arange(DISTANCES, dtype=np.float32).reshape(1, DISTANCES, 1, 1))
        edges = self.node("Conv", self.node("Softmax", bins, axis=1), weights)
        return self.node("Concat", self.reshaped(edges, 1, 4, places), self.node("Sigmoid", classes), axis=1)


def built() -> onnx.ModelProto:
    """Return the network: images (1, 3, 640, 640) in, (1, 84, 8400) out."""
    net = Network()
    x = Tensor("images", 3, SIDE_PX)
    x = net.convolved(net.convolved(x, 16, 3, stride=2), 32, 3, stride=2)
    x = net.convolved(net.c3k2(x, 64, is_deep=False, share=0.25), 64, 3, stride=2)
    fine = net.c3k2(x, 128, is_deep=False, share=0.25)
    middle = net.c3k2(net.convolved(fine, 128, 3, stride=2), 128, is_deep=True)
    x = net.c3k2(net.convolved(middle, 256, 3, stride=2), 256, is_deep=True)
    coarse = net.attended(net.pooled(x, 256))
    middle = net.c3k2(net.joined(net.doubled(coarse), middle), 128, is_deep=False)
    fine = net.c3k2(net.joined(net.doubled(middle), fine), 64, is_deep=False)
    middle = net.c3k2(net.joined(net.convolved(fine, 64, 3, stride=2), middle), 128, is_deep=False)
    coarse = net.c3k2(net.joined(net.convolved(middle, 128, 3, stride=2), coarse), 256, is_deep=True)
    sides = {"images": [1, 3, SIDE_PX, SIDE_PX], net.decoded(fine, middle, coarse): [1, 4 + CLASSES, None]}
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in sides.items()]
    graph = helper.make_graph(net.nodes, "yolo11n-shaped", ends[:1], ends[1:], net.weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def by_turns(works: dict[str, Callable[[], object]], times: int) -> dict[str, NDArray[np.float64]]:
    """Return how long each work takes, ms, done by turns after once that does not count."""
    spent: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(times + 1):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            spent[name].append(1e3 * (time.perf_counter() - began))
    return {name: np.array(each[1:]) for name, each in spent.items()}


def main(times: int = 30) -> None:
    """Measure by turns and print the ratio."""
    cv2.setNumThreads(1)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(built().SerializeToString(), options, providers=["CPUExecutionProvider"])
    port, image = session.get_inputs()[0].name, np.random.default_rng(0).random((1, 3, SIDE_PX, SIDE_PX), np.float32)
    frame, reader = load_picture(PICTURE), board_reader_of(Models(), keeps=VIEW_KEPT)
    assert len(reader.read([frame]).dice) == 5, "five dice lie on the board"
    works = {
        "frame to reading": lambda: reader.read([frame]),
        "YOLO11n, 640 px": lambda: session.run(None, {port: image}),
    }
    ours, other = (spent := by_turns(works, times)).values()
    print(f"{platform.machine()}, n = {times} by turns, one thread, random weights\n")
    for name, each in spent.items():
        print(f"{name:<20} p50 {np.median(each):8.1f} ms   p95 {np.percentile(each, 95):8.1f} ms")
    print(f"\n{np.median(other / ours):.2f} times as fast (median of {times} pairs); asked for are {ASKED}")


if __name__ == "__main__":
    typer.run(main)
