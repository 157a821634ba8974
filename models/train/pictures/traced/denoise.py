"""Path tracing's noise taken off by Intel's Open Image Denoise, where it is installed."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from models.render.world import Floats


@functools.cache
def _library() -> Any | None:
    """Return the denoiser, None where it is absent."""
    try:
        import pyoidn
    except ImportError:
        return None
    return pyoidn


def has_denoiser() -> bool:
    """Return whether there is a denoiser; without one more rays are followed."""
    return _library() is not None


def clean(light: Floats, albedo: Floats, normals: Floats) -> Floats:
    """Return light without its noise, told from prints by albedo and normals; as it is without a denoiser."""
    library = _library()
    if library is None:
        return light
    cleaned = library.denoise(light, albedo, normals, hdr=True, clean_aux=True)
    return np.asarray(np.maximum(cleaned, 0), np.float32)
