import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra evaluate): nothing can be counted")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402 - onnx may be absent

from models.evaluate.arithmetic import multiplications  # noqa: E402 - onnx may be absent
from vision.errors import ModelContractError  # noqa: E402 - onnx may be absent


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
