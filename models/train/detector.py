"""Trains the detector."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.train.fit import Recipe
from models.train.nets import in_pixels
from models.train.patches import PatchConfig, sample_patch
from models.train.pictures.shelf import Picture, PictureShelf, boards_in


def heat_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss over cells, by the number of dice.

    All are (N, h, w): heat is 1 at a die's middle and falls off around it, the weight 0 where the truth is unknown.

    Source: Zhou et al., Objects as Points (2019), equation 1, with alpha 2 and beta 4.
    """
    chance = torch.sigmoid(logits)
    is_middle = heat.ge(1).float()
    hit = is_middle * (1 - chance) ** 2 * functional.logsigmoid(logits)
    miss = (1 - is_middle) * (1 - heat) ** 4 * chance**2 * functional.logsigmoid(-logits)
    return -((hit + miss) * weight).sum() / is_middle.sum().clamp(min=1)


def shape_loss(raw: Tensor, shape: Tensor, weight: Tensor) -> dict[str, Tensor]:
    """Return the losses of box and quad, raw and true (N, 11, h, w), at the cells of dice: where there is weight."""
    where = weight > 0
    if not bool(where.any()):
        return {"shape": raw.sum() * 0}
    got = in_pixels(raw.permute(0, 2, 3, 1)[where][..., None, None])[..., 0, 0]
    true = shape.permute(0, 2, 3, 1)[where]
    size = true[:, 6:7].clamp(min=2)
    return {
        "box": (1 - generous_iou(got[:, :4], true[:, :4])).mean(),
        "ltrb": ((got[:, :4] - true[:, :4]).abs() / size).mean() * 2,
        "middle": ((got[:, 4:6] - true[:, 4:6]).abs() / size).mean() * 8,
        "edge": (got[:, 6:7].clamp(min=0.5).log() - true[:, 6:7].clamp(min=0.5).log()).abs().mean() * 2,
        "turn": (got[:, 7:11] - true[:, 7:11]).abs().mean() * 4,
    }


def generous_iou(got: Tensor, true: Tensor) -> Tensor:
    """Return the generalised intersection over union of boxes: how far left, top, right, bottom of a point, (N, 4).

    Source: Rezatofighi et al., Generalized Intersection over Union (2019).
    """
    hull = torch.maximum(got, true)
    # A true distance may be negative where the cell lies outside its box by rounding; clamping keeps areas sane.
    inner = _area(torch.minimum(got, true))
    outer = (hull[:, 0] + hull[:, 2]) * (hull[:, 1] + hull[:, 3])
    union = _area(got) + _area(true) - inner
    return inner / union.clamp(min=1e-6) - (outer - union) / outer.clamp(min=1e-6)


def _area(sides: Tensor) -> Tensor:
    return (sides[:, 0] + sides[:, 2]).clamp(min=0) * (sides[:, 1] + sides[:, 3]).clamp(min=0)


RELOAD_EVERY = 200
OTHER_SHARE = 0.12


def patch_batches(
    recipe: Recipe, boards: Sequence[Path], others: Sequence[Picture], first: int
) -> Iterator[tuple[Tensor, ...]]:
    """Yield batches from a number on: OTHER_SHARE of them of the others; boards added meanwhile are taken up."""
    config = PatchConfig(**recipe.samples)
    shelf = PictureShelf(boards_in(boards))
    other_shelf = PictureShelf(others) if others else None
    for step in range(first, 2**62):
        if step % RELOAD_EVERY == 0 and step > first:
            shelf = shelf.with_pictures(boards_in(boards))
        # A generator of its own for each step, or a resumed training would see the same patches again.
        rng = np.random.default_rng([recipe.seed, step, len(shelf)])
        patches = []
        for _ in range(recipe.batch):
            chosen = other_shelf if other_shelf is not None and rng.random() < OTHER_SHARE else shelf
            patches.append(sample_patch(chosen, rng, config))
        yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*patches, strict=True))


def detector_losses(net: nn.Module, batch: tuple[Tensor, ...]) -> dict[str, Tensor]:
    """Return what the detector is to learn from a batch."""
    pixels, heat, heat_weight, shape, shape_weight = batch
    logits, raw = net(pixels)
    return {"heat": heat_loss(logits, heat, heat_weight), **shape_loss(raw, shape, shape_weight)}
