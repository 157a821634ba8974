"""Logs on stderr: at a terminal with the time, under journald with its priorities, as it notes the time itself.

Source: systemd.exec(5), "$JOURNAL_STREAM"; sd-daemon(3), the "<3>" prefixes.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import TextIO

_PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class JournalFormatter(logging.Formatter):
    """Puts journald's priority before every line, also before those of a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        levels = [level for level in _PRIORITIES if level <= record.levelno]
        priority = _PRIORITIES[max(levels, default=logging.DEBUG)]
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def set_up_logging(
    *, level: int = logging.INFO, stream: TextIO | None = None, environ: Mapping[str, str] | None = None
) -> None:
    """Send all logs to stderr, or a stream, plainly; setting up again replaces the earlier set-up."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    if _is_journal(stream, os.environ if environ is None else environ):
        handler.setFormatter(JournalFormatter("%(name)s: %(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)


def _is_journal(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Tell whether journald reads the stream itself; under systemd it may also have been redirected."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
