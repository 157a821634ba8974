"""Writes a trained network as ONNX with its contract, computing in eight bits, and makes sure that both do the same."""

import copy
import hashlib
import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from models.render.world import Bytes
from models.train.errors import ExportError
from vision.model import CHANNELS, CONTRACT_VERSION, INPUT_NAME, LAYOUT, NORMALISATION


def in_integers(model: onnx.ModelProto, samples: Sequence[Bytes], *, floats: Sequence[str] = ()) -> onnx.ModelProto:
    """Return a model whose convolutions compute in eight bits, but for those next to the input or outputs in `floats`.

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
            SimpleNamespace(get_next=partial(next, ({INPUT_NAME: sample} for sample in samples), None)),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["Conv", "Add", "Relu", "Resize", "MaxPool", "ReduceMax", "Concat"],
            nodes_to_exclude=[name for end in floats for name in _nodes_beside(onnx.load(prepared), end)],
        )
        return without_float_input(onnx.load(whole))


def without_float_input(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a model in which a picture normalised by two fixed numbers goes into the first layer as it is.

    A camera's bytes are integers with a scale already: turning millions of them into floats and back is for nothing.
    Models that normalise otherwise are returned as they are.
    """
    makers = {output: node for node in model.graph.node for output in node.output}
    numbers = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    for node in [node for node in model.graph.node if node.op_type == "QuantizeLinear"]:
        chain = _normalisation(node.input[0], makers)
        if chain is None or not all(part.input[1] in numbers for part in chain[:2]):
            continue
        divisor, zero = (float(numbers[part.input[1]]) for part in chain[:2])
        if zero != round(zero):
            continue
        for reader in [one for one in model.graph.node if node.output[0] in one.input]:
            reader.input[0] = chain[-1].input[0]
            _replace_initializer(model, reader.input[1], np.float32(1 / divisor))
            _replace_initializer(model, reader.input[2], np.uint8(zero))
        for gone in (*chain, node):
            model.graph.node.remove(gone)
    del model.graph.value_info[:]
    used = {name for node in model.graph.node for name in node.input}
    for one in [one for one in model.graph.initializer if one.name not in used]:
        model.graph.initializer.remove(one)
    return model


def _normalisation(name: str, makers: dict[str, Any]) -> list[Any] | None:
    """Return the nodes that make a tensor (x - zero) / divisor of bytes x, last first; None if it is made otherwise."""
    chain = []
    for kind in ("Div", "Sub", "Cast"):
        if name not in makers or makers[name].op_type != kind:
            return None
        chain.append(makers[name])
        name = chain[-1].input[0]
    return chain


def _replace_initializer(model: onnx.ModelProto, name: str, value: Any) -> None:
    for one in model.graph.initializer:
        if one.name == name:
            one.CopyFrom(numpy_helper.from_array(np.asarray(value), name))


def _nodes_beside(model: onnx.ModelProto, end: str) -> list[str]:
    """Return the names of the nodes between an output, or the input, and the convolution or matrix next to it.

    After the input it is the first, with what follows it, before an output the last.

    Raises:
        ExportError: If there is none.
    """
    if end == INPUT_NAME:
        first = next(at for at, node in enumerate(model.graph.node) if node.op_type == "Conv")
        return [str(node.name) for node in model.graph.node[first : first + 2]]
    makers, name, passed = {name: node for node in model.graph.node for name in node.output}, end, []
    while name in makers:
        passed.append(str(makers[name].name))
        if makers[name].op_type in {"Conv", "Gemm", "MatMul"}:
            return passed
        name = makers[name].input[0]
    raise ExportError(f"output {end!r} comes from no layer; legal are outputs of a convolution or matrix.")


MOST_BYTES = 2_000_000
LEAST_ALIKE = 0.95  # correlation of a model's answers with its network's: it computes in eight bits
LEAST_QUANTISED = 256  # numbers; smaller tensors would save nothing
OPSET = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelForm:
    """What a kind of model takes and gives."""

    labels: Sequence[str]  # For the contract
    size_wh: tuple[int, int] | None  # Fixed input size; None leaves it open, in multiples of 32
    outputs: Sequence[str]  # Names of what the graph returns
    # Outputs whose last layer, and the input whose first one, computes in float32
    floats: Sequence[str] = ()


def write_model(
    graph: nn.Module, onnx_path: Path, *, form: ModelForm, numbers: Mapping[str, float], samples: Sequence[Bytes]
) -> None:
    """Write `<name>.onnx` and `<name>.json` of a graph in evaluation mode that takes uint8 (N, H, W, 3).

    The samples, taken likewise, are what the model will see: they decide the ranges of its integers.

    Raises:
        ExportError: If the model differs from the network or is too large.
    """
    # Of one picture, its number would be taken for fixed.
    sample = torch.from_numpy(np.concatenate([samples[0], samples[0]])[:2])
    exported = _exported(_fused(graph), sample, outputs=form.outputs, is_open=form.size_wh is None)
    content = without_notes(quantised(in_integers(exported, samples, floats=form.floats))).SerializeToString()
    if len(content) > MOST_BYTES:
        raise ExportError(f"{onnx_path.name} would be {len(content)} bytes; legal is up to {MOST_BYTES}.")
    _require_same(graph, content, torch.from_numpy(samples[-1]))
    onnx_path.write_bytes(content)
    contract = _contract(onnx_path.stem, content, form, numbers)
    onnx_path.with_suffix(".json").write_text(json.dumps(contract, indent=2) + "\n")


def quantised(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a model whose large weights are stored as int8 with a scale for each output, computing in float32.

    Only the file gets smaller: when it is loaded, ONNX Runtime folds the weights back, so that nothing is slower.
    """
    nodes, scales = [], []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.ndim < 2 or values.size < LEAST_QUANTISED:
            continue
        name, outputs = weight.name, values.shape[0]
        scale = np.abs(values.reshape(outputs, -1)).max(axis=1).clip(1e-8) / 127
        scale = scale.reshape(outputs, *[1] * (values.ndim - 1)).astype(np.float32)
        weight.CopyFrom(numpy_helper.from_array(np.round(values / scale).astype(np.int8), f"{name}_int8"))
        scales.append(numpy_helper.from_array(scale, f"{name}_scale"))
        nodes.append(onnx.helper.make_node("Cast", [f"{name}_int8"], [f"{name}_float"], to=onnx.TensorProto.FLOAT))
        nodes.append(onnx.helper.make_node("Mul", [f"{name}_float", f"{name}_scale"], [name]))
    model.graph.initializer.extend(scales)
    rest = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes + rest)
    del model.graph.value_info[:]
    onnx.checker.check_model(model)
    return model


def without_notes(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a model without the exporter's notes, which name paths of the machine that trained."""
    del model.metadata_props[:]
    del model.graph.metadata_props[:]
    for part in (*model.graph.node, *model.graph.value_info, *model.graph.input, *model.graph.output):
        del part.metadata_props[:]
        part.doc_string = ""
    del model.functions[:], model.graph.value_info[:]
    model.doc_string = model.graph.doc_string = ""
    return model


def _fused(graph: nn.Module) -> nn.Module:
    """Return a copy with each batch norm folded into the convolution before it."""
    graph = copy.deepcopy(graph).eval()
    for part in graph.modules():
        if isinstance(part, torch.nn.Sequential):
            for at, (first, second) in enumerate(zip(list(part), list(part)[1:], strict=False)):
                if isinstance(first, torch.nn.Conv2d) and isinstance(second, torch.nn.BatchNorm2d):
                    part[at], part[at + 1] = fuse_conv_bn_eval(first, second), torch.nn.Identity()
    return graph


def _exported(graph: nn.Module, sample: torch.Tensor, *, outputs: Sequence[str], is_open: bool) -> onnx.ModelProto:
    dynamic: dict[int, Any] = {0: torch.export.Dim("n", min=1, max=4096)}
    if is_open:
        dynamic[1] = 32 * torch.export.Dim("rows", min=1, max=256)
        dynamic[2] = 32 * torch.export.Dim("columns", min=1, max=256)
    program = torch.onnx.export(
        graph, (sample,), dynamo=True, dynamic_shapes=(dynamic,), input_names=[INPUT_NAME],
        output_names=list(outputs), opset_version=OPSET, verbose=False,
    )  # fmt: skip
    return program.model_proto


def _require_same(graph: nn.Module, content: bytes, sample: torch.Tensor) -> None:
    got = ort.InferenceSession(content, providers=["CPUExecutionProvider"]).run(None, {INPUT_NAME: sample.numpy()})
    with torch.no_grad():
        wanted = [value.numpy() for value in graph.eval()(sample)]
    for one, other in zip(got, wanted, strict=True):
        alike = float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) if one.shape == other.shape else 0.0
        if not alike >= LEAST_ALIKE:
            legal = f"legal is {other.shape}, {LEAST_ALIKE}"
            raise ExportError(f"the written model gives {one.shape}, alike by {alike:.3f}; {legal}.")


def _contract(name: str, content: bytes, form: ModelForm, numbers: Mapping[str, float]) -> dict[str, Any]:
    return {
        "version": CONTRACT_VERSION,
        "model": name,
        "labels": list(form.labels),
        "input": {
            "name": INPUT_NAME,
            "dtype": "uint8",
            "layout": LAYOUT,
            "channels": CHANNELS,
            "size_wh": list(form.size_wh) if form.size_wh else None,
            "multiple_of": 1 if form.size_wh else 32,
            "normalisation": NORMALISATION,
        },
        "outputs": list(form.outputs),
        "sha256": hashlib.sha256(content).hexdigest(),
        "training_commit": training_commit(),
        "numbers": dict(numbers),
    }


def training_commit() -> str:
    """Return the commit of the code that trains, or "unknown" outside a repository."""
    try:
        asked = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()
