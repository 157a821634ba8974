"""How many multiplications a network takes: what a reading costs, whatever the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx

from vision.errors import ModelContractError

MULTIPLYING = ("Conv", "Gemm", "MatMul")


def multiplications(model: onnx.ModelProto, shape: Sequence[int]) -> int:
    """Return how many multiplications a network's convolutions and matrices take for an input of a shape.

    Raises:
        ModelContractError: If the model does not tell how large a factor of its products is.
    """
    told = onnx.ModelProto()
    told.CopyFrom(model)
    del told.graph.value_info[:]
    for dimension, size in zip(told.graph.input[0].type.tensor_type.shape.dim, shape, strict=True):
        dimension.dim_value = size
    graph = onnx.shape_inference.infer_shapes(told, data_prop=True).graph
    shapes = {one.name: tuple(one.dims) for one in graph.initializer}
    for value in (*graph.value_info, *graph.output, *graph.input):
        shapes[value.name] = tuple(dimension.dim_value for dimension in value.type.tensor_type.shape.dim)
    return sum(_of_node(node, shapes) for node in graph.node if node.op_type in MULTIPLYING)


def _of_node(node: onnx.NodeProto, shapes: Mapping[str, Sequence[int]]) -> int:
    """Return the multiplications of one convolution or matrix: those behind each number that it gives."""
    first, second, out = (_known(shapes, name) for name in (*node.input[:2], node.output[0]))
    if node.op_type == "Conv":
        return int(np.prod(out) * np.prod(second[1:]))
    is_turned = any(one.name == "transA" and one.i for one in node.attribute)
    return int(np.prod(out) * first[-2 if is_turned else -1])


def _known(shapes: Mapping[str, Sequence[int]], name: str) -> Sequence[int]:
    shape = shapes.get(name, ())
    if not shape or not all(shape):
        raise ModelContractError(f"the model does not tell the size of {name!r}, {shape}; fix its open axes.")
    return shape
