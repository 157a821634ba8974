"""What can go wrong while drawing dice.

RenderError
├── DesignShapeError (ValueError)      a face texture of the wrong shape
├── GeometryError (ValueError)         a camera, board or die that cannot be
├── DrawingToolError (ImportError)     a design needs pillow or cairosvg, which are absent
├── PhysicsMissingError (ImportError)  MuJoCo is absent
├── NoSuchRestError (RuntimeError)     no die came to rest as asked
└── SharedDataError (FileNotFoundError)  textures were asked for where there are none
"""

from __future__ import annotations


class RenderError(Exception):
    """Root of everything this package raises."""


class DesignShapeError(RenderError, ValueError):
    """A design's faces are not uint8 (6, S, S, 3)."""

    def __init__(self, name: str, shape: tuple[int, ...], dtype: str) -> None:
        """Keep what was got: errors travel between processes by their arguments."""
        super().__init__(name, shape, dtype)

    def __str__(self) -> str:
        """Return what was got and what is legal."""
        name, shape, dtype = self.args
        return f"design {name!r}: faces are {dtype} {shape}; legal is uint8 (6, S, S, 3)"


class GeometryError(RenderError, ValueError):
    """A camera, board or die has a measure that cannot be."""


class DrawingToolError(RenderError, ImportError):
    """A training-only drawing library is not installed."""

    def __init__(self, library: str, purpose: str) -> None:
        """Name the library and what needs it."""
        super().__init__(library, purpose)

    def __str__(self) -> str:
        """Return what is missing and what to install."""
        library, purpose = self.args
        return f"{purpose} needs {library}; install it with `pip install serviert[train]`"


class SharedDataError(RenderError, FileNotFoundError):
    """A folder of shared textures was named but holds none."""


class PhysicsMissingError(RenderError, ImportError):
    """MuJoCo is not installed."""

    def __str__(self) -> str:
        """Return what to install."""
        return "throwing dice needs MuJoCo; install it with `pip install serviert[simulated]`"


class NoSuchRestError(RenderError, RuntimeError):
    """No die came to rest in the state asked for."""
