"""Models as they are written: small, and still the same."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra train): no model can be written")
pytest.importorskip("torch", reason="torch is not installed (extra train): no model can be written")

import onnxruntime as ort  # noqa: E402 - onnx may be absent

from models.train.errors import ExportError  # noqa: E402 - onnx may be absent
from models.train.export import in_integers, quantised, without_notes  # noqa: E402 - onnx may be absent

RNG = np.random.default_rng(0)
SIZES = np.geomspace(0.01, 10, 16, dtype=np.float32)[:, None, None, None]
WEIGHTS = RNG.normal(0, 1, (16, 8, 3, 3)).astype(np.float32) * SIZES


def model_of(nodes, tensors, seen, said):
    """Return a model: its nodes, its tensors by name, and its input and output with their types."""
    kept = [onnx.numpy_helper.from_array(np.asarray(values, np.float32), name) for name, values in tensors.items()]
    ends = [onnx.helper.make_tensor_value_info(*end) for end in (seen, said)]
    made = [onnx.helper.make_node(*node, **more) for *node, more in nodes]
    graph = onnx.helper.make_graph(made, "one", ends[:1], ends[1:], kept)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)


def convolution():
    """A model of one convolution whose outputs are a thousand times apart in size."""
    ends = [(name, onnx.TensorProto.FLOAT, [1, width, 8, 8]) for name, width in (("x", 8), ("y", 16))]
    return model_of([("Conv", ["x", "w", "b"], ["y"], {"pads": [1] * 4})], {"w": WEIGHTS, "b": np.ones(16)}, *ends)


def camera_model(zero=114.0):
    """A model that normalises a camera's bytes by two fixed numbers and convolves twice."""
    rng = np.random.default_rng(4)
    tensors = {"w1": rng.normal(0, 0.2, (16, 3, 3, 3)), "w2": rng.normal(0, 0.2, (16, 16, 3, 3)), "z": zero, "s": 64.0}
    nodes = [
        ("Transpose", ["frame"], ["t"], {"perm": [0, 3, 1, 2]}),
        ("Cast", ["t"], ["c"], {"to": onnx.TensorProto.FLOAT}),
        ("Sub", ["c", "z"], ["d"], {}),
        ("Div", ["d", "s"], ["x"], {}),
        ("Conv", ["x", "w1"], ["a"], {"pads": [1] * 4, "name": "first"}),
        ("Relu", ["a"], ["b"], {}),
        ("Conv", ["b", "w2"], ["y"], {"pads": [1] * 4, "name": "last"}),
    ]
    seen = ("frame", onnx.TensorProto.UINT8, ["n", 32, 32, 3])
    return model_of(nodes, tensors, seen, ("y", onnx.TensorProto.FLOAT, ["n", 16, 32, 32]))


def answer(model, **seen):
    plainly = ort.SessionOptions()  # as written: sums of eight bits overflow on processors without VNNI
    plainly.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(model.SerializeToString(), plainly, providers=["CPUExecutionProvider"])
    return session.run(None, seen)[0]


def tensors_of(model):
    return {one.name: onnx.numpy_helper.to_array(one) for one in model.graph.initializer}


def pictures(count, seed):
    return np.random.default_rng(seed).integers(0, 256, (count, 32, 32, 3), dtype=np.uint8)


def operations(model):
    return {node.op_type for node in model.graph.node}


def test_large_weights_are_stored_in_eight_bits_and_every_output_keeps_its_own_scale():
    x, plain, small = RNG.normal(0, 1, (1, 8, 8, 8)).astype(np.float32), convolution(), quantised(convolution())
    before, after = (answer(model, x=x).reshape(16, -1) for model in (plain, small))
    apart = np.abs(before - after).max(axis=1)
    assert (apart < 0.05 * before.std(axis=1)).all()
    assert apart.max() > 0  # something was rounded
    assert len(small.SerializeToString()) < 0.5 * len(plain.SerializeToString())
    assert (tensors_of(small)["w_int8"].dtype, tensors_of(small)["b"].dtype) == (np.int8, np.float32)


def test_convolutions_compute_in_integers_but_for_the_layer_before_an_output_and_answer_alike():
    samples, seen = [pictures(4, seed) for seed in range(6)], pictures(3, 99)
    whole = in_integers(camera_model(), samples, floats=("y",))
    before, after = answer(camera_model(), frame=seen), answer(whole, frame=seen)
    assert np.corrcoef(before.ravel(), after.ravel())[0, 1] > 0.999
    assert not np.array_equal(before, after)
    assert "DequantizeLinear" in operations(whole)
    assert (tensors_of(whole)["w2"].dtype, tensors_of(whole)["w1_quantized"].dtype) == (np.float32, np.int8)
    after_input = tensors_of(in_integers(camera_model(zero=114.5), samples, floats=("frame",)))
    assert (after_input["w1"].dtype, after_input["w2_quantized"].dtype) == (np.float32, np.int8)


def test_a_picture_normalised_by_fixed_numbers_goes_in_as_it_is():
    assert not {"Cast", "Sub", "Div"} & operations(in_integers(camera_model(), [pictures(4, 0)]))
    other = in_integers(camera_model(zero=114.5), [pictures(4, 0)])  # no integer stands for that zero
    assert {"Cast", "Sub", "Div"} <= operations(other)


def test_ranges_want_samples_and_outputs_a_layer():
    with pytest.raises(ExportError, match="at least one"):
        in_integers(camera_model(), [])
    with pytest.raises(ExportError, match="comes from no layer"):
        in_integers(camera_model(), [pictures(4, 0)], floats=("absent",))


def test_notes_of_the_machine_that_trained_are_not_written_and_the_model_answers_as_before():
    noted, seen = in_integers(camera_model(), [pictures(4, 0)]), pictures(2, 5)
    before, noted.doc_string = answer(noted, frame=seen), "a path"
    for part in (noted, noted.graph, noted.graph.node[0], noted.graph.input[0]):
        part.metadata_props.add(key="from", value="a path")
    noted.graph.node[1].doc_string = "a path"
    bare = without_notes(noted)
    assert np.array_equal(answer(bare, frame=seen), before)
    assert b"a path" not in bare.SerializeToString()
