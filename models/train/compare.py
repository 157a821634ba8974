"""Architectures against each other: each trained alike, then asked for faces of designs never trained on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from models.train.faces import print_config, single_logits, trained_graph, turned_logits
from models.train.nets import FaceNet
from models.train.pictures.shelf import NO_FACE
from models.train.prints import sample_prints
from scoring.statistics.share import Share
from vision.preprocess import FACE_SIZE_PX

if TYPE_CHECKING:
    from pathlib import Path

    from models.train.prints import Sheet
    from models.train.recipe import Recipe


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What one architecture reached.

    Attributes:
        name: Of its recipe.
        weights: How many it has.
        multiplications: For one crop, in convolutions and matrices.
        once: Poker faces read right in one turn.
        turned: In four turns together.
    """

    name: str
    weights: int
    multiplications: int
    once: Share
    turned: Share


def compared(name: str, recipe: Recipe, sheet: Sheet, folder: Path, *, batches: int = 40) -> Compared:
    """Return what the network of a recipe reached, by its last checkpoint.

    Args:
        name: Of the recipe.
        recipe: By which it was trained; its samples are drawn with half the augmentation.
        sheet: Held-out designs.
        folder: Of the checkpoints.
        batches: Of samples; the same for every architecture.
    """
    config = print_config(recipe)
    config = replace(config, strength=config.strength * 0.5)
    rng = np.random.default_rng(0)
    samples = [sample_prints(sheet, rng, config) for _ in range(batches)]
    labels = np.concatenate([views.labels.ravel() for views in samples])
    crops = np.concatenate([views.crops.reshape(-1, *views.crops.shape[3:]) for views in samples])
    is_poker = (labels >= 0) & (labels != NO_FACE)
    crops, labels = crops[is_poker], labels[is_poker]
    graph = trained_graph(folder, recipe)
    right = [int((logits(graph, crops).argmax(axis=1) == labels).sum()) for logits in (single_logits, turned_logits)]
    net = FaceNet(**recipe.net)
    return Compared(
        name=name,
        weights=sum(values.numel() for part, values in net.named_parameters() if not part.startswith("ordinary.")),
        multiplications=multiplications(net),
        once=Share(right[0], len(labels)),
        turned=Share(right[1], len(labels)),
    )


def multiplications(net: nn.Module) -> int:
    """Return the multiplications of a face network's convolutions and matrices for one crop."""
    counts: list[int] = []

    def count(part: nn.Module, _: object, output: torch.Tensor) -> None:
        places = output.shape[2] * output.shape[3] if output.ndim == 4 else 1
        counts.append(places * sum(value.numel() for name, value in part.named_parameters() if name == "weight"))

    hooks = [part.register_forward_hook(count) for part in net.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    with torch.no_grad():
        net.eval()(torch.zeros((1, FACE_SIZE_PX, FACE_SIZE_PX, 3), dtype=torch.uint8))
    for hook in hooks:
        hook.remove()
    return sum(counts)


def table(rows: list[Compared]) -> str:
    """Return the comparison as a table in Markdown, the best in one turn first."""
    lines = [
        "| recipe | weights | million multiplications a crop | right in one turn | right in four |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.name} | {row.weights:,} | {row.multiplications / 1e6:.1f} | {row.once} | {row.turned} |"
        for row in sorted(rows, key=lambda row: -row.once.value)
    ]
    return "\n".join(lines)
