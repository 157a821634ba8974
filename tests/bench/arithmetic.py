"""How many multiplications a reading takes, and how long on a Pi's core: ``python -m tests.bench.arithmetic``.

With TIMES.json, which ``python -m tests.bench.press --json TIMES.json`` wrote on this machine, also what a press would
take on a Pi. All of that is arithmetic, nothing was measured on a Pi: networks are reckoned by their multiplications
over what one core can do at most, and over what share of that convolutions usually reach (ours convolve in eight bits,
the other one in float32); the rest is the processor time it took here, times how much slower a Pi's core is at 7-Zip's
benchmark for one thread. That was published for both boards and is measured here, of the processor's time, which other
work on the machine does not lengthen.

How sure that is: not within a factor of two. The lower numbers take the networks for all of finding and reading dice,
and the rest for as slow as 7-Zip; the upper ones count what finding and reading took here on top, and all that is no
network as slower by another half, since the Pi's vectors are half as wide or less (a guess). A memory card of class A1
promises 500 random writes a second, 2 ms each. All is for one core; a Pi that is hot or fed badly is slower still.

Source: Arm, Cortex-A72 Software Optimization Guide: one 128-bit FMLA a cycle, that is 4 float32 multiplications with
    their additions, or one SMLAL, 8 of eight bits; Cortex-A76 Software Optimization Guide: two FMLA a cycle, 8, or two
    SDOT, 32. Raspberry Pi 4: 1.8 GHz, Pi 5: 2.4 GHz. sbc-bench, results/reviews/RPi-4B-Rev1.1.md (7-Zip, one thread,
    1,660 MIPS at 1.5 GHz; here times 1.8 / 1.5) and RPi-5B-Rev1.0.md (2,967 MIPS at 2.4 GHz). SD Association:
    Application Performance Class A1. Raspberry Pi, Camera Module 3: 14 frames a second of the whole sensor.
"""

import json
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import typer

from firmware.signals.press import PressTiming
from firmware.table.eye_parts import EyePolicy
from firmware.table.latency import PressPart
from models.advisor import foresight
from scoring import rules
from scoring.dice import Face
from scoring.events import ThrowMade
from scoring.games import ten_by_ten
from scoring.ruleset import Ruleset
from scoring.strategy.advice import advise
from tests.bench import against_yolo as yolo
from vision.errors import ModelContractError
from vision.find.detect import DETECTOR_PATH, DetectorPolicy, suited_long_side_px
from vision.find.pose import POSE_PATH, POSE_SIZE_PX
from vision.read.classify import FACE_SIZE_PX, FACES_PATH, TURNS
from vision.reading import DICE_EXPECTED

USUAL_SHARE = (0.3, 0.6)  # of a core's most that convolutions usually reach
FRAME_PX, EDGE_PX = 1440, 58  # a board as the optics ask for it: its frame, and its dice's edges
MULTIPLE = 32
VECTORS = 1.5
CARD_MS = 2.0
FRAMES_A_SECOND = 14.0
PROGRAMS = ("7zz", "7z", "7zr", "7za")
RATING = re.compile(r"^Tot:\s+\d+\s+(\d+)\s+\d+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Core:
    name: str  # Of the board
    clock_hz: float  # Of the core
    multiplications: int  # float32, with their additions, a cycle
    in_integers: int  # Of eight bits, likewise
    mips: float  # Of 7-Zip

    def span(self, count: int, *, is_whole: bool = True) -> tuple[float, float]:
        """Return how long so many multiplications take at least and at most, ms, in eight bits if whole."""
        a_cycle = self.in_integers if is_whole else self.multiplications
        low, high = (1e3 * count / (self.clock_hz * a_cycle * share) for share in USUAL_SHARE[::-1])
        return low, high


PI_4 = Core("Raspberry Pi 4 (Cortex-A72)", 1.8e9, 4, 8, 1660 * 1.8 / 1.5)
PI_5 = Core("Raspberry Pi 5 (Cortex-A76)", 2.4e9, 8, 32, 2967.0)
OTHER = f"YOLO11n at {yolo.SIDE_PX} px"
DOUBTFUL = "each doubtful face, three turns more"


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
    """Return multiplications and what they mean on the Pi's cores."""
    low, high = USUAL_SHARE
    lines = [f"{'':<34}{'million':>9}  " + "".join(f"{core.name:<34}" for core in (PI_4, PI_5))]
    for name, count in counts.items():
        spans = (core.span(count, is_whole=name != OTHER) for core in (PI_4, PI_5))
        times = "".join(f"{f'{least:.0f}–{most:.0f} ms':<34}" for least, most in spans)
        lines.append(f"{name:<34}{count / 1e6:>9.0f}  {times}")
    lines.append(f"one core, at {high:.0%}–{low:.0%} of its most; multiplications of convolutions and matrices alone")
    return "\n".join(line.rstrip() for line in lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What of a press depends on the processor, ms of one core, medians."""

    stored: float  # From the still frame to the stored entry
    dice: float  # Of that for finding and reading the dice, networks included
    shown: float  # From there to the painted page
    advised: float  # Of a hint, with all 200 cells free, when it takes longest

    @classmethod
    def of(cls, presses, advised):
        """Return the medians of presses as the bench wrote them; painting counts by the clock."""
        dice = [each["cpu"][PressPart.DETECT.value] + each["cpu"][PressPart.CLASSIFY.value] for each in presses]
        shown = [each["cpu"][PressPart.PUSH.value] + each["wall"][PressPart.PAINT.value] for each in presses]
        stored, dice, shown = (float(np.median(of)) for of in ([each["stored_cpu"] for each in presses], dice, shown))
        return cls(stored=stored, dice=dice / EyePolicy().frames, shown=shown, advised=advised)


def advising_ms(times: int = 50) -> float:
    """Return what the advice for a first throw takes here, ms of one core, the median."""
    strategy, spent = foresight(), []
    state = rules.apply(ten_by_ten.begin(("", ""), Ruleset(), beginner=0), ThrowMade(tuple(Face)[:5]))
    for _ in range(times + 1):
        began = time.process_time()
        advise(strategy, state)
        spent.append(1e3 * (time.process_time() - began))
    return float(np.median(spent[1:]))


def rating(said: str) -> float:
    """Return MIPS a full core from what ``7z b -mmt1`` said, a ValueError if it says none."""
    if (found := RATING.search(said)) is None:
        raise ValueError(f"7-Zip told no rating; it said {said[-200:]!r}")
    return float(found[1])


def networks(core: Core) -> tuple[float, float]:
    """Return what the networks take for one frame of five dice, ms: known dice are looked at in all four turns."""
    counts = reading()
    return core.span(sum(counts.values()) + (len(TURNS) - 1) * counts["faces"])


def on(core: Core, press: Press, mips: float):
    """Return what parts of a press would take on a Pi's core, ms, at least and at most."""
    slower = mips / core.mips
    net, spans = np.array(networks(core)), slower * np.array([1.0, VECTORS])
    stored = net + CARD_MS + spans * press.stored - [slower * press.dice, 0]
    camera = 1e3 / FRAMES_A_SECOND * (EyePolicy().frames + np.arange(2))
    settled = np.full(2, PressTiming().debounce_ns / 1e6)
    return {
        "the contact settles": settled,
        "the camera's frames": camera,
        "networks, one frame": net,
        "still frame to stored, with them": stored,
        "stored to painted": spans * press.shown,
        "a hint": spans * press.advised,
        "let go to painted": settled + camera + stored + spans * press.shown,
    }


def pi_table(press: Press, mips: float) -> str:
    pi_4, pi_5 = (
        {name: "–".join(dict.fromkeys(f"{ms:.0f}" for ms in span)) for name, span in on(core, press, mips).items()}
        for core in (PI_4, PI_5)
    )
    lines = [f"{'by arithmetic, ms':<34}{PI_4.name:<32}{PI_5.name}"]
    lines += [f"{name:<34}{pi_4[name]:<32}{pi_5[name]}" for name in pi_4]
    here = f"{press.stored:.1f}, {press.shown:.1f} and {press.advised:.1f} ms for the same"
    return "\n".join([*lines, f"a core here: {mips:.0f} MIPS of 7-Zip, {here}"])


def main(times: Path | None = None, mips: float | None = None) -> None:
    """Print what a reading takes, and what YOLO11n does; with measured times what a press would take on a Pi."""
    counts = reading()
    other = multiplications(yolo.built(), (1, 3, yolo.SIDE_PX, yolo.SIDE_PX))
    doubtful = counts["faces"] // DICE_EXPECTED * (len(TURNS) - 1)
    print(table({**counts, "a reading of five dice": sum(counts.values()), DOUBTFUL: doubtful, OTHER: other}))
    if times is None:
        return
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if mips is None and program is None:
        raise SystemExit("NOT RECKONED: 7-Zip is missing, with which this core is held against a Pi's (apt: 7zip)")
    if mips is None:
        said = subprocess.run([str(program), "b", "-mmt1", "-md22"], check=True, capture_output=True, text=True).stdout
        mips = rating(said)
    presses = json.loads(times.read_text(encoding="utf-8"))["one"]
    print(pi_table(Press.of(presses, advising_ms()), mips))


if __name__ == "__main__":
    typer.run(main)
