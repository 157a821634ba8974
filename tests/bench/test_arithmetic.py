import pytest

pytest.importorskip("onnx", reason="onnx is not installed (extra dev): nothing can be counted")

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.bench.against_yolo import SIDE_PX, built
from tests.bench.arithmetic import OTHER, multiplications, reading, table
from vision.errors import ModelContractError


def test_the_network_held_against_has_the_published_size():
    network = built()
    onnx.checker.check_model(network)
    learned = sum(np.prod(one.dims) for one in network.graph.initializer if one.data_type == TensorProto.FLOAT)
    assert learned / 1e6 == pytest.approx(2.6, abs=0.05)
    assert 2 * multiplications(network, (1, 3, SIDE_PX, SIDE_PX)) / 1e9 == pytest.approx(6.5, abs=0.1)


def test_every_model_of_ours_is_counted_in_eight_bits_and_the_other_network_in_float32():
    assert all(reading()[name] > 1e6 for name in ("detector", "pose", "faces"))
    ours, other = (table({name: 1_000_000_000}).splitlines()[1].split("  ") for name in ("faces", OTHER))
    assert [part for part in ours if "ms" in part][-1].strip() == "22–43 ms"
    assert [part for part in other if "ms" in part][-1].strip() == "87–174 ms"


def model(node, *weights, axes):
    named = [numpy_helper.from_array(np.zeros(shape, np.float32), f"w{i}") for i, shape in enumerate(weights)]
    ends = [helper.make_tensor_value_info(*end) for end in (("x", 1, ["n"] * axes), ("y", 1, None))]
    graph = helper.make_graph([node], "one", ends[:1], ends[1:], named)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


@pytest.mark.parametrize(
    ("node", "weights", "shape", "count"),
    [
        # 8 × 8 places × 5 channels out × 3 channels in × 3 × 3
        (helper.make_node("Conv", ["x", "w0"], ["y"], pads=[1] * 4), [(5, 3, 3, 3)], (1, 3, 8, 8), 64 * 5 * 27),
        (helper.make_node("Conv", ["x", "w0"], ["y"], group=3), [(3, 1, 1, 1)], (2, 3, 8, 8), 2 * 64 * 3),
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
