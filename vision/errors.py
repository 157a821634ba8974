"""Errors of the eye.

```
VisionError
├── FrameShapeError (ValueError)       pixels that are not uint8 (H, W, 3)
├── PictureError (ValueError)          a file that is not a readable picture
├── NoFramesError (ValueError)         a reading asked for without a frame
├── ClassifierShapeError (ValueError)  a classifier that answers for other dice than asked
├── TooManyDiceError (ValueError)      more dice than holds can be told for
├── TeachError (ValueError)            crops and labels that no set of dice can be taught from
└── ModelError (RuntimeError)
    ├── ModelMissingError (FileNotFoundError)
    └── ModelContractError (ValueError)  a model that does not keep its contract
```
"""

from __future__ import annotations


class VisionError(Exception):
    """Root of every error raised by vision."""


class FrameShapeError(VisionError, ValueError):
    """Pixels are not uint8 of shape (H, W, 3)."""

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        """Say what came and what is expected."""
        super().__init__(f"A frame must be uint8 (height, width, 3) in RGB; got {dtype} {shape}.")


class PictureError(VisionError, ValueError):
    """A file is not a picture that can be read."""


class NoFramesError(VisionError, ValueError):
    """A reading was asked for without a frame."""

    def __init__(self) -> None:
        """Say what is expected."""
        super().__init__("A reading needs at least one frame; got none.")


class ClassifierShapeError(VisionError, ValueError):
    """The face classifier answered in another shape than one row a die, one column a label."""

    def __init__(self, shape: tuple[int, ...], dice: int) -> None:
        """Say what came and what is expected."""
        super().__init__(f"The face classifier must answer (dice, labels + 1) for {dice} dice; got shape {shape}.")


class TooManyDiceError(VisionError, ValueError):
    """More dice than holds can be told for."""

    def __init__(self, count: int, most: int) -> None:
        """Say how many came and how many are legal."""
        super().__init__(f"Held dice can be told among at most {most} dice; got {count}.")


class TeachError(VisionError, ValueError):
    """Crops and labels that no set of dice can be taught from."""


class ModelError(VisionError, RuntimeError):
    """A model cannot be used."""


class ModelMissingError(ModelError, FileNotFoundError):
    """A model file or its contract is not there."""


class ModelContractError(ModelError, ValueError):
    """A model file does not keep its contract (labels, sizes, sha256)."""
