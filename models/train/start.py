"""Training that goes on from a written model: checkpoints are large and get lost, the model is in the repository."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.train.errors import StartError
from models.train.fit import steps_done

PREFIX = "net."


def begun(net: nn.Module, start: Path | None, batches: Iterator[tuple[Tensor, ...]], folder: Path) -> nn.Module:
    """Return a network that goes on from a written model, if one is given and no checkpoint is there."""
    if start is not None and not steps_done(folder):
        start_from(net, start, next(batches)[0])
    return net


def start_from(net: nn.Module, onnx_path: Path, sample: Tensor) -> None:
    """Give a network the weights of a written model, in place.

    Batch norms were folded into the convolutions before them. Each is opened again with the statistics of a sample,
    so that the network answers as the model does, in training as in evaluation.

    Raises:
        StartError: If the model has other weights than the network.
    """
    stored = written_weights(onnx_path)
    norms = dict(_pairs(net))
    with torch.no_grad():
        for name, parameter in net.named_parameters():
            if any(name.startswith(f"{norm}.") for norm in norms) or name.startswith(getattr(net, "TRAINING_ONLY", ())):
                continue
            if name not in stored or stored[name].shape != parameter.shape:
                found = tuple(stored[name].shape) if name in stored else None
                raise StartError(f"{onnx_path.name} has {name} as {found}; the network has {tuple(parameter.shape)}.")
            parameter.copy_(stored[name])
        _open_norms(net, {norm: stored[f"{conv}.bias"] for norm, conv in norms.items()}, sample)


def written_weights(onnx_path: Path) -> dict[str, Tensor]:
    """Return a model's weights by their name in the network, float32."""
    graph = onnx.load(onnx_path).graph
    tensors = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    scales = {node.input[0]: node.input[1] for node in graph.node if node.op_type == "DequantizeLinear"}
    weights = {}
    for name, values in tensors.items():
        whole = name.removesuffix("_int8").removesuffix("_quantized")
        if not whole.startswith(PREFIX) or whole.endswith(("_scale", "_zero_point")):
            continue
        scale = np.asarray(tensors.get(scales.get(name, f"{whole}_scale"), 1.0), np.float32)
        if name in scales:  # the library keeps one number an output; ours has the weight's dimensions
            scale = scale.reshape(-1, *[1] * (values.ndim - 1)) if scale.ndim else scale
        weights[whole.removeprefix(PREFIX)] = torch.from_numpy(values.astype(np.float32) * scale)
    return weights


def _pairs(net: nn.Module) -> list[tuple[str, str]]:
    """Return each batch norm that follows a convolution, and that convolution, by name."""
    found = []
    for name, part in net.named_modules():
        if isinstance(part, nn.Sequential):
            children = list(part.named_children())
            found += [
                (f"{name}.{later}", f"{name}.{earlier}")
                for (earlier, first), (later, second) in pairwise(children)
                if isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d)
            ]
    return found


def _open_norms(net: nn.Module, biases: dict[str, Tensor], sample: Tensor) -> None:
    """Set each batch norm so that on a sample it adds its convolution's bias and changes nothing else, in place."""
    hooks = []
    for name, bias in biases.items():
        norm = net.get_submodule(name)

        def open_norm(norm: nn.Module, inputs: tuple[Tensor], bias: Tensor = bias) -> None:
            mean = inputs[0].mean(dim=(0, 2, 3))
            spread = inputs[0].var(dim=(0, 2, 3), unbiased=False)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.copy_(bias + mean)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)

        hooks.append(norm.register_forward_pre_hook(open_norm))
    was_training = net.training
    net.eval()(sample)
    net.train(was_training)
    for hook in hooks:
        hook.remove()
