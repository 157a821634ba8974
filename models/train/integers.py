"""Models that compute in eight bits: a third of the time, and nothing lost that could be measured.

Activations are unsigned with one scale a tensor, weights signed with one scale an output, the ranges those of samples.
The arithmetic is ONNX Runtime's own (QDQ); layers that measure lengths or odds stay in float32.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.train.errors import ExportError
from vision.model import INPUT_NAME

ELEMENTWISE = ("Add", "Sub", "Mul", "Div", "Cast")
"""What normalisation by fixed numbers is exported as."""


class _Samples(CalibrationDataReader):  # type: ignore[misc]  # the library has no types
    """Hands samples to the library one by one."""

    def __init__(self, samples: Sequence[NDArray[np.uint8]]) -> None:
        self._samples: Iterator[NDArray[np.uint8]] = iter(samples)

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        """Return the next sample, None after the last."""
        sample = next(self._samples, None)
        return None if sample is None else {INPUT_NAME: sample}


def in_integers(
    model: onnx.ModelProto, samples: Sequence[NDArray[np.uint8]], *, floats: Sequence[str] = ()
) -> onnx.ModelProto:
    """Return a model whose convolutions compute in eight bits, but for those before the outputs in `floats`.

    Samples, uint8 (N, H, W, 3) each, are what the model will see; they decide the ranges.

    Raises:
        ExportError: If there is no sample, or no such output.
    """
    if not samples:
        raise ExportError("no sample to take ranges from; legal is at least one.")
    with tempfile.TemporaryDirectory() as folder:
        plain, prepared, whole = (Path(folder) / f"{name}.onnx" for name in ("plain", "prepared", "whole"))
        onnx.save(model, plain)
        quant_pre_process(str(plain), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(whole),
            _Samples(samples),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["Conv", "Add", "Relu", "Resize", "MaxPool", "ReduceMax", "Concat"],
            nodes_to_exclude=[_layer_before(onnx.load(prepared), output) for output in floats],
        )
        return without_float_input(onnx.load(whole))


def without_float_input(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a model in which a picture normalised by two fixed numbers goes into the first layer as it is.

    A camera's bytes are integers with a scale already: turning millions of them into floats and back is for nothing.
    Models that normalise otherwise are returned as they are.
    """
    makers = {output: node for node in model.graph.node for output in node.output}
    for node in [node for node in model.graph.node if node.op_type == "QuantizeLinear"]:
        chain, source = _normalisation(node.input[0], makers)
        fixed = _fixed_numbers(chain, model)
        if fixed is None:
            continue
        scale, zero = fixed
        for reader in [one for one in model.graph.node if node.output[0] in one.input]:
            reader.input[0] = source
            _replace_initializer(model, reader.input[1], np.float32(scale))
            _replace_initializer(model, reader.input[2], np.uint8(zero))
        for gone in (*chain, node):
            model.graph.node.remove(gone)
    del model.graph.value_info[:]
    return _without_unused(model)


def _normalisation(name: str, makers: dict[str, Any]) -> tuple[list[Any], str]:
    """Return the element-wise nodes before a tensor, last first, and what goes into them."""
    chain: list[Any] = []
    while name in makers and makers[name].op_type in ELEMENTWISE:
        chain.append(makers[name])
        name = makers[name].input[0]
    return chain, name


def _fixed_numbers(chain: list[Any], model: onnx.ModelProto) -> tuple[float, int] | None:
    """Return scale and zero of (x - zero) · scale if a chain, last first, is Cast, Sub and Div by numbers."""
    if [node.op_type for node in chain] != ["Div", "Sub", "Cast"]:
        return None
    numbers = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    if chain[0].input[1] not in numbers or chain[1].input[1] not in numbers:
        return None
    divisor, zero = (float(numbers[node.input[1]]) for node in chain[:2])
    return (1 / divisor, round(zero)) if zero == round(zero) else None


def _replace_initializer(model: onnx.ModelProto, name: str, value: Any) -> None:
    for one in model.graph.initializer:
        if one.name == name:
            one.CopyFrom(numpy_helper.from_array(np.asarray(value), name))


def _without_unused(model: onnx.ModelProto) -> onnx.ModelProto:
    used = {name for node in model.graph.node for name in node.input}
    for one in [one for one in model.graph.initializer if one.name not in used]:
        model.graph.initializer.remove(one)
    return model


def _layer_before(model: onnx.ModelProto, output: str) -> str:
    """Return the name of the convolution or matrix that an output comes from.

    Raises:
        ExportError: If there is none.
    """
    makers = {name: node for node in model.graph.node for name in node.output}
    name = output
    while name in makers and makers[name].op_type not in {"Conv", "Gemm", "MatMul"}:
        name = makers[name].input[0]
    if name not in makers:
        raise ExportError(f"output {output!r} comes from no layer; legal are outputs of a convolution or matrix.")
    return str(makers[name].name)
