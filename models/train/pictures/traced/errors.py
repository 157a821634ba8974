"""What can go wrong while tracing paths.

TracerError (RenderError)
└── TracerMissingError (ImportError)  Mitsuba or LLVM is not installed
"""

from __future__ import annotations

from models.render.errors import RenderError


class TracerError(RenderError):
    """Root of everything this package raises."""


class TracerMissingError(TracerError, ImportError):
    """Mitsuba, or the LLVM it compiles with, is not installed."""

    def __init__(self, what: str) -> None:
        """Say what is missing and what to install."""
        super().__init__(
            f"path-traced pictures need {what}; install it with `pip install serviert[trace]` and "
            "`sh models/render/install-tracer.sh`, or draw with --renderer fast"
        )
