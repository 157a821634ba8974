"""Errors of evaluation.

```
EvaluateError
└── TruthError (ValueError)   a truth file that is absent, empty or not understood
```
"""

from __future__ import annotations


class EvaluateError(Exception):
    """Root of every error raised by evaluation."""


class TruthError(EvaluateError, ValueError):
    """A truth file is absent, empty or not understood."""
