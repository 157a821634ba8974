"""Errors of training.

```
TrainError
├── NoPicturesError (FileNotFoundError)  nothing to train on
├── TruthError (ValueError)              a truth file that is absent, empty or not understood
├── RecipeError (ValueError)             a recipe that cannot be followed
├── StartError (ValueError)              a folder that training cannot go on from
└── ExportError (RuntimeError)           a model that differs from the network it was written from, or is too large
```
"""


class TrainError(Exception):
    """Root of every error raised by training."""


class NoPicturesError(TrainError, FileNotFoundError):
    """There is nothing to train on."""


class TruthError(TrainError, ValueError):
    """A truth file is absent, empty or not understood."""


class RecipeError(TrainError, ValueError):
    """A recipe cannot be followed."""


class StartError(TrainError, ValueError):
    """Where a training is to go on from, none was."""


class ExportError(TrainError, RuntimeError):
    """A written model does not do what the network does, or is too large."""
