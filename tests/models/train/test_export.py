"""Models as they are written: small, and still the same."""

from __future__ import annotations

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra train): no model can be written")
pytest.importorskip("torch", reason="torch is not installed (extra train): no model can be written")

import onnxruntime as ort  # noqa: E402 - onnx may be absent

from models.train.export import quantised  # noqa: E402 - onnx may be absent

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
