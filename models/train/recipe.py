"""Recipes: all that decides a training, as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models.train.errors import RecipeError

RECIPES = Path(__file__).parent / "recipes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How one model is trained."""

    model: str  # "detector" or "faces"
    seed: int = 0  # Of everything drawn by lot
    steps: int = 10_000  # Batches in all
    batch: int = 16  # Samples in one
    rate: float = 2e-3  # Highest learning rate; it rises over the first 3 % and falls as a cosine to 1 % of it
    decay: float = 1e-4  # Weight decay
    average: float = 0.998  # Share by which the averaged weights keep their past at each step
    checkpoint_every: int = 250  # Steps between checkpoints
    threads: int = 1  # Of torch. On a shared machine one is faster than two: they wait for each other.
    # Whether convolutions are multiplied in 16 bits while training: twice as fast where the processor can
    bfloat16: bool = False
    net: dict[str, Any] = field(default_factory=dict)  # The network's own settings, by name; empty for the usual ones
    samples: dict[str, Any]  # Samples' own settings, by name (`PatchConfig`, `CropConfig`)

    def __post_init__(self) -> None:
        """Refuse what cannot be followed."""
        if self.steps < 1 or self.batch < 1 or self.checkpoint_every < 1:
            raise RecipeError(f"recipe {self.model}: steps, batch and checkpoint_every must be at least 1.")


def load_recipe(path: Path) -> Recipe:
    """Return a recipe from its JSON.

    Raises:
        RecipeError: If it is no JSON or names what recipes do not have.
    """
    try:
        stated = json.loads(path.read_text())
        stated["samples"] = _as_tuples(stated["samples"])
        stated["net"] = _as_tuples(stated.get("net", {}))
        return Recipe(**stated)
    except (OSError, ValueError, TypeError, KeyError) as error:
        if isinstance(error, RecipeError):
            raise
        raise RecipeError(f"recipe {path} cannot be followed: {error}") from error


def _as_tuples(stated: Any) -> Any:
    """Return settings with tuples for JSON's lists, at any depth."""
    if isinstance(stated, dict):
        return {name: _as_tuples(value) for name, value in stated.items()}
    return tuple(stated) if isinstance(stated, list) else stated
