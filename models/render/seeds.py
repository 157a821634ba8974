"""Designs of dice by seed: every seed is another set."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from models.render.designs import draw_design
from models.render.styles import foreign_style, poker_style, symbol_style
from models.render.textures import shared_design
from models.render.world import Design

HELD_OUT_FROM = 1_000_000  # seeds from here on are never trained on; only they use the held-out court style and fonts


@functools.lru_cache(maxsize=256)
def poker_design(seed: int, shared: Path | None = None) -> Design:
    """Return the poker dice of a seed; from HELD_OUT_FROM on for checking only, some others of shared textures."""
    rng = np.random.default_rng((seed, 11))
    style = poker_style(rng, held_out=seed >= HELD_OUT_FROM)
    if shared is not None and seed < HELD_OUT_FROM and rng.random() < 0.22:
        return shared_design(f"shared-{seed}", style, shared, rng)
    return draw_design(f"{style.family}-{seed}", style, rng)


@functools.lru_cache(maxsize=256)
def foreign_design(seed: int) -> Design:
    """Return a design of ordinary dice of a seed: pips, numerals, or nothing at all."""
    rng = np.random.default_rng((seed, 13))
    style = foreign_style(rng)
    return draw_design(f"{style.family}-{seed}", style, rng)


@functools.lru_cache(maxsize=256)
def symbol_design(seed: int) -> Design:
    """Return a design of a seed whose six signs are letters, digits and suits by lot: what a set can be taught by."""
    rng = np.random.default_rng((seed, 17))
    style = symbol_style(rng)
    return draw_design(f"{style.family}-{seed}", style, rng)
