"""Path-traced pictures of the scenes the fast renderer draws, for realism; needs the extra `trace`."""

from models.train.pictures.traced.errors import TracerError, TracerMissingError
from models.train.pictures.traced.tracing import Traced, render_traced, trace

__all__ = ["Traced", "TracerError", "TracerMissingError", "render_traced", "trace"]
