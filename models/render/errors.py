"""What can go wrong while drawing dice.

RenderError
├── DesignShapeError (ValueError)      a face texture of the wrong shape
├── GeometryError (ValueError)         a camera, board or die that cannot be
├── DrawingToolError (ImportError)     a design needs pillow or cairosvg, which are absent
├── PhysicsMissingError (ImportError)  MuJoCo is absent
└── SharedDataError (FileNotFoundError)  textures were asked for where there are none
"""


class RenderError(Exception):
    """Root of everything this package raises; errors travel between processes by their arguments."""

    sentence = "{}"

    def __str__(self) -> str:
        """Return what was got, and what is legal or to be installed."""
        return self.sentence.format(*self.args)


class DesignShapeError(RenderError, ValueError):
    """A design's faces, by its name, their dtype and their shape, are not uint8 (6, S, S, 3)."""

    sentence = "design {!r}: faces are {} {}; legal is uint8 (6, S, S, 3)"


class GeometryError(RenderError, ValueError):
    """A camera, board or die has a measure that cannot be."""


class DrawingToolError(RenderError, ImportError):
    """A training-only drawing library, by its purpose and name, is not installed."""

    sentence = "{} needs {}; install it with `pip install serviert[train]`"


class SharedDataError(RenderError, FileNotFoundError):
    """A folder of shared textures was named but holds none."""


class PhysicsMissingError(RenderError, ImportError):
    """MuJoCo is not installed."""

    sentence = "throwing dice needs MuJoCo; install it with `pip install serviert[simulated]`"
