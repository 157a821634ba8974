"""How many multiplications a reading takes, and how long on a Pi's core: ``python -m tests.bench.arithmetic``.

All of that is arithmetic, nothing was measured on a Pi: networks are reckoned by their multiplications over what one
core can do at most, and over what share of that convolutions usually reach (ours convolve in eight bits, the other one
in float32). A Pi that is hot or fed badly is slower still.

Source: Arm, Cortex-A72 Software Optimization Guide: one 128-bit FMLA a cycle, that is 4 float32 multiplications with
    their additions, or one SMLAL, 8 of eight bits; Cortex-A76 Software Optimization Guide: two FMLA a cycle, 8, or two
    SDOT, 32. Raspberry Pi 4: 1.8 GHz, Pi 5: 2.4 GHz.
"""

from dataclasses import dataclass

import numpy as np
import onnx
import typer

from tests.bench import against_yolo as yolo
from vision.errors import ModelContractError
from vision.find.detect import DETECTOR_PATH, DetectorPolicy, suited_long_side_px
from vision.find.pose import POSE_PATH, POSE_SIZE_PX, SQUARE
from vision.read.classify import FACE_SIZE_PX, FACES_PATH, TURNS
from vision.reading import DICE_EXPECTED

USUAL_SHARE = (0.3, 0.6)  # of a core's most that convolutions usually reach
FRAME_PX, EDGE_PX = 1440, 58  # a board as the optics ask for it: its frame, and its dice's edges
MULTIPLE = 32


@dataclass(frozen=True, slots=True)
class Core:
    name: str  # Of the board
    clock_hz: float  # Of the core
    multiplications: int  # float32, with their additions, a cycle
    in_integers: int  # Of eight bits, likewise

    def span(self, count: int, *, is_whole: bool = True) -> tuple[float, float]:
        """Return how long so many multiplications take at least and at most, ms, in eight bits if whole."""
        a_cycle = self.in_integers if is_whole else self.multiplications
        low, high = (1e3 * count / (self.clock_hz * a_cycle * share) for share in USUAL_SHARE[::-1])
        return low, high


PI_4 = Core("Raspberry Pi 4 (Cortex-A72)", 1.8e9, 4, 8)
PI_5 = Core("Raspberry Pi 5 (Cortex-A76)", 2.4e9, 8, 32)
OTHER = f"YOLO11n at {yolo.SIDE_PX} px"
DOUBTFUL, UNSURE = "each doubtful face, three turns more", "each doubtful lean, four looks more"


def multiplications(model, shape) -> int:
    """Return how many multiplications a network's convolutions and matrices take for an input of a shape."""
    told = onnx.ModelProto()
    told.CopyFrom(model)
    del told.graph.value_info[:]
    for dimension, size in zip(told.graph.input[0].type.tensor_type.shape.dim, shape, strict=True):
        dimension.dim_value = size
    graph = onnx.shape_inference.infer_shapes(told, data_prop=True).graph
    shapes = {one.name: tuple(one.dims) for one in graph.initializer}
    for value in (*graph.value_info, *graph.output, *graph.input):
        shapes[value.name] = tuple(dimension.dim_value for dimension in value.type.tensor_type.shape.dim)
    return sum(_of_node(node, shapes) for node in graph.node if node.op_type in {"Conv", "Gemm", "MatMul"})


def _of_node(node, shapes) -> int:
    """Return the multiplications of one convolution or matrix: those behind each number that it gives."""
    names = (*node.input[:2], node.output[0])
    first, second, out = sizes = [shapes.get(name, ()) for name in names]
    if not all(size and all(size) for size in sizes):
        raise ModelContractError(f"the model does not tell all sizes of {names}, {sizes}; fix its open axes.")
    if node.op_type == "Conv":
        return int(np.prod(out) * np.prod(second[1:]))
    is_turned = any(one.name == "transA" and one.i for one in node.attribute)
    return int(np.prod(out) * first[-2 if is_turned else -1])


def reading() -> dict[str, int]:
    """Return the multiplications of one reading of a board of five dice, all faces of it sure in one turn, a model."""
    side = -(-round(suited_long_side_px(FRAME_PX, EDGE_PX, DetectorPolicy())) // MULTIPLE) * MULTIPLE
    inputs = {
        "detector": (DETECTOR_PATH, (1, side, side)),
        "pose": (POSE_PATH, (DICE_EXPECTED, POSE_SIZE_PX, POSE_SIZE_PX)),
        "faces": (FACES_PATH, (DICE_EXPECTED, FACE_SIZE_PX, FACE_SIZE_PX)),
    }
    return {name: multiplications(onnx.load(path), (*shape, 3)) for name, (path, shape) in inputs.items()}


def table(counts) -> str:
    low, high = USUAL_SHARE
    lines = [f"{'':<34}{'million':>9}  " + "".join(f"{core.name:<34}" for core in (PI_4, PI_5))]
    for name, count in counts.items():
        spans = (core.span(count, is_whole=name != OTHER) for core in (PI_4, PI_5))
        times = "".join(f"{f'{least:.0f}–{most:.0f} ms':<34}" for least, most in spans)
        lines.append(f"{name:<34}{count / 1e6:>9.0f}  {times}")
    lines.append(f"one core, at {high:.0%}–{low:.0%} of its most; multiplications of convolutions and matrices alone")
    lines.append("a reading uses all four cores of a Pi: a quarter of that at best")
    return "\n".join(line.rstrip() for line in lines)


def main() -> None:
    """Print what a reading takes, and what YOLO11n does."""
    counts = reading()
    other = multiplications(yolo.built(), (1, 3, yolo.SIDE_PX, yolo.SIDE_PX))
    face, pose = (counts[name] // DICE_EXPECTED for name in ("faces", "pose"))
    more = {DOUBTFUL: face * (len(TURNS) - 1), UNSURE: pose * len(SQUARE)}
    print(table({**counts, "a reading of five dice": sum(counts.values()), **more, OTHER: other}))


if __name__ == "__main__":
    typer.run(main)
