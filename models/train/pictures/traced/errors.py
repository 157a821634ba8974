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

    def __str__(self) -> str:
        """Return what is missing and what to install."""
        return (
            f"path-traced pictures need {self.args[0]}; install it with `pip install serviert[trace]` and "
            "`sh models/render/install-tracer.sh`, or draw with --renderer fast"
        )
