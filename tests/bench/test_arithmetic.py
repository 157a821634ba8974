import pytest

pytest.importorskip("onnx", reason="onnx is not installed (extra dev): nothing can be counted")

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.bench.against_yolo import by_turns
from tests.bench.arithmetic import OTHER, PI_4, PI_5, multiplications, reading, table
from tests.bench.yolo11n import SIDE_PX, built, parameters
from vision.errors import ModelContractError


def test_the_network_held_against_has_the_published_size():
    network = built()
    onnx.checker.check_model(network)
    count = multiplications(network, (1, 3, SIDE_PX, SIDE_PX))
    assert parameters(network) / 1e6 == pytest.approx(2.6, abs=0.05)
    assert 2 * count / 1e9 == pytest.approx(6.5, abs=0.1)


def test_a_second_on_a_pi_is_what_its_core_can_do_in_one():
    assert PI_4.ms(7_200_000_000, 1.0) == pytest.approx(1000)
    assert PI_5.ms(19_200_000_000, 0.5) == pytest.approx(2000)
    assert PI_5.ms(19_200_000_000, 0.5, is_whole=True) == pytest.approx(500)


def test_every_model_of_ours_is_counted():
    counts = reading()
    assert all(count > 1e6 for count in counts.values())
    assert set(counts) == {"detector", "pose", "faces"}
    assert "Raspberry Pi 5" in table(counts)


def test_ours_are_counted_in_eight_bits_and_the_other_network_in_float32():
    ours, other = (table({name: 1_000_000_000}).splitlines()[1].split("  ") for name in ("faces", OTHER))
    assert [part for part in ours if "ms" in part][-1].strip() == "22–43 ms"
    assert [part for part in other if "ms" in part][-1].strip() == "87–174 ms"


def model(node, *weights, axes):
    named = [numpy_helper.from_array(np.zeros(shape, np.float32), f"w{i}") for i, shape in enumerate(weights)]
    seen, said = (helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes) for name, sizes in (
        ("x", ["n"] * axes), ("y", None)))  # fmt: skip
    graph = helper.make_graph([node], "one", [seen], [said], named)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


@pytest.mark.parametrize(
    ("node", "weights", "shape", "count"),
    [
        # 8 × 8 places × 5 channels out × 3 channels in × 3 × 3
        (helper.make_node("Conv", ["x", "w0"], ["y"], pads=[1] * 4), [(5, 3, 3, 3)], (1, 3, 8, 8), 64 * 5 * 27),
        (helper.make_node("Conv", ["x", "w0"], ["y"], group=3), [(3, 1, 1, 1)], (2, 3, 8, 8), 2 * 64 * 3),
        (helper.make_node("Gemm", ["x", "w0"], ["y"]), [(7, 2)], (3, 7), 3 * 7 * 2),
        (helper.make_node("Gemm", ["x", "w0"], ["y"], transA=1), [(7, 2)], (7, 3), 3 * 7 * 2),
        (helper.make_node("MatMul", ["x", "w0"], ["y"]), [(7, 2)], (4, 3, 7), 4 * 3 * 7 * 2),
        (helper.make_node("Relu", ["x"], ["y"]), [], (4, 4), 0),
    ],
)
def test_multiplications_are_those_done_by_hand(node, weights, shape, count):
    assert multiplications(model(node, *weights, axes=len(shape)), shape) == count


def test_what_cannot_be_counted_is_not_counted_as_nothing():
    node = helper.make_node("MatMul", ["x", "z"], ["y"])
    with pytest.raises(ModelContractError, match="'z'"):
        multiplications(model(node, axes=2), (2, 2))


def test_works_take_turns_and_the_first_turn_does_not_count():
    done = []
    spent = by_turns({"a": lambda: done.append("a"), "b": lambda: done.append("b")}, 2)
    assert done == ["a", "b"] * 3
    assert [len(times) for times in spent.values()] == [2, 2]
