"""Errors of the eye.

```
VisionError
├── FrameShapeError (ValueError)       pixels that are not uint8 (H, W, 3)
├── PictureError (ValueError)          a file that is not a readable picture
├── NoFramesError (ValueError)         a reading asked for without a frame
├── ClassifierShapeError (ValueError)  a classifier that answers for other dice than asked
├── TeachError (ValueError)            crops and labels that no set of dice can be taught from
└── ModelError (RuntimeError)
    ├── ModelMissingError (FileNotFoundError)
    └── ModelContractError (ValueError)  a model that does not keep its contract
```
"""


class VisionError(Exception):
    """Root of every error raised by vision."""


class FrameShapeError(VisionError, ValueError):
    """Pixels are not uint8 of shape (H, W, 3)."""


class PictureError(VisionError, ValueError):
    """A file is not a picture that can be read."""


class NoFramesError(VisionError, ValueError):
    """A reading was asked for without a frame."""


class ClassifierShapeError(VisionError, ValueError):
    """The face classifier answered in another shape than one row a die, one column a label."""


class TeachError(VisionError, ValueError):
    """Crops and labels that no set of dice can be taught from."""


class ModelError(VisionError, RuntimeError):
    """A model cannot be used."""


class ModelMissingError(ModelError, FileNotFoundError):
    """A model file or its contract is not there."""


class ModelContractError(ModelError, ValueError):
    """A model file does not keep its contract (labels, sizes, sha256)."""
