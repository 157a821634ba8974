"""Models as they are written: small, and still the same."""

from __future__ import annotations

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra train): no model can be written")
pytest.importorskip("torch", reason="torch is not installed (extra train): no model can be written")

import onnxruntime as ort  # noqa: E402 - onnx may be absent

from models.train.errors import ExportError  # noqa: E402 - onnx may be absent
from models.train.export import (  # noqa: E402 - onnx may be absent
    in_integers,
    nameless,
    quantised,
)

RNG = np.random.default_rng(0)
WEIGHTS = (
    RNG.normal(0, 1, (16, 8, 3, 3)).astype(np.float32)
    * np.geomspace(0.01, 10, 16, dtype=np.float32)[:, None, None, None]
)


def convolution():
    """A model of one convolution whose outputs are a thousand times apart in size."""
    tensors = [onnx.numpy_helper.from_array(WEIGHTS, "w"), onnx.numpy_helper.from_array(np.ones(16, np.float32), "b")]
    node = onnx.helper.make_node("Conv", ["x", "w", "b"], ["y"], pads=[1, 1, 1, 1])
    seen, said = (
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, width, 8, 8])
        for name, width in (("x", 8), ("y", 16))
    )
    graph = onnx.helper.make_graph([node], "one", [seen], [said], tensors)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)


def answers(model):
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    x = np.random.default_rng(1).normal(0, 1, (1, 8, 8, 8)).astype(np.float32)
    return session.run(None, {"x": x})[0]


def test_every_output_keeps_its_own_scale():
    before, after = answers(convolution()), answers(quantised(convolution()))
    spread = before.reshape(16, -1).std(axis=1)
    apart = np.abs(before - after).reshape(16, -1).max(axis=1)
    assert (apart < 0.05 * spread).all()
    assert apart.max() > 0  # something was rounded


def test_the_file_shrinks_to_less_than_half_and_small_tensors_stay_as_they_are():
    before, after = convolution(), quantised(convolution())
    assert len(after.SerializeToString()) < 0.5 * len(before.SerializeToString())
    kept = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in after.graph.initializer}
    assert kept["w_int8"].dtype == np.int8
    assert kept["b"].dtype == np.float32


def camera_model(zero=114.0):
    """A model that normalises a camera's bytes by two fixed numbers and convolves twice."""
    rng = np.random.default_rng(4)
    tensors = [
        onnx.numpy_helper.from_array(rng.normal(0, 0.2, shape).astype(np.float32), name)
        for name, shape in (("w1", (16, 3, 3, 3)), ("w2", (16, 16, 3, 3)))
    ]
    tensors += [onnx.numpy_helper.from_array(np.float32(value), name) for name, value in (("z", zero), ("s", 64.0))]
    nodes = [
        onnx.helper.make_node("Transpose", ["frame"], ["t"], perm=[0, 3, 1, 2]),
        onnx.helper.make_node("Cast", ["t"], ["c"], to=onnx.TensorProto.FLOAT),
        onnx.helper.make_node("Sub", ["c", "z"], ["d"]),
        onnx.helper.make_node("Div", ["d", "s"], ["x"]),
        onnx.helper.make_node("Conv", ["x", "w1"], ["a"], pads=[1, 1, 1, 1], name="first"),
        onnx.helper.make_node("Relu", ["a"], ["b"]),
        onnx.helper.make_node("Conv", ["b", "w2"], ["y"], pads=[1, 1, 1, 1], name="last"),
    ]
    seen = onnx.helper.make_tensor_value_info("frame", onnx.TensorProto.UINT8, ["n", 32, 32, 3])
    said = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["n", 16, 32, 32])
    graph = onnx.helper.make_graph(nodes, "camera", [seen], [said], tensors)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)


def pictures(count, seed):
    return np.random.default_rng(seed).integers(0, 256, (count, 32, 32, 3), dtype=np.uint8)


def said_of(model, seen):
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"frame": seen})[0]


def operations(model):
    return [node.op_type for node in model.graph.node]


def test_convolutions_compute_in_integers_and_answer_alike():
    samples, seen = [pictures(4, seed) for seed in range(6)], pictures(3, 99)
    plain, whole = camera_model(), in_integers(camera_model(), samples, floats=("y",))
    before, after = said_of(plain, seen), said_of(whole, seen)
    assert np.corrcoef(before.ravel(), after.ravel())[0, 1] > 0.999
    assert not np.array_equal(before, after)
    assert "DequantizeLinear" in operations(whole)


def test_a_picture_normalised_by_fixed_numbers_goes_in_as_it_is():
    whole = in_integers(camera_model(), [pictures(4, 0)])
    assert not {"Cast", "Sub", "Div"} & set(operations(whole))
    other = in_integers(camera_model(zero=114.5), [pictures(4, 0)])  # no integer stands for that zero
    assert {"Cast", "Sub", "Div"} <= set(operations(other))


def test_the_layer_before_an_output_can_stay_in_floats():
    floats = in_integers(camera_model(), [pictures(4, 0)], floats=("y",))
    kept = {one.name: onnx.numpy_helper.to_array(one) for one in floats.graph.initializer}
    assert kept["w2"].dtype == np.float32
    assert kept["w1_quantized"].dtype == np.int8


def test_ranges_want_samples_and_outputs_a_layer():
    with pytest.raises(ExportError, match="at least one"):
        in_integers(camera_model(), [])
    with pytest.raises(ExportError, match="comes from no layer"):
        in_integers(camera_model(), [pictures(4, 0)], floats=("frame",))


def test_names_nobody_reads_are_not_written_and_the_model_answers_as_before():
    long = in_integers(camera_model(), [pictures(4, 0)])
    before, seen = said_of(long, pictures(2, 5)), pictures(2, 5)
    bytes_before = len(long.SerializeToString())
    short = nameless(long)
    assert np.array_equal(said_of(short, seen), before)
    assert len(short.SerializeToString()) < 0.9 * bytes_before
    assert {"w1_quantized", "w2_quantized"} <= {one.name for one in short.graph.initializer}
