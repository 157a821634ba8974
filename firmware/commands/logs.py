"""Logs on stderr: at a terminal with the time, under journald with its priorities, as it notes the time itself.

Source: systemd.exec(5), "$JOURNAL_STREAM"; sd-daemon(3), the "<3>" prefixes.
"""

import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

_PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class _TerminalFormatter(logging.Formatter):
    """Says when, also by a clock that is beyond all dates."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - logging's name
        with suppress(OverflowError, OSError, ValueError):
            return super().formatTime(record, datefmt)
        return f"{record.created:.3f} s"


class _JournalFormatter(logging.Formatter):
    """Puts journald's priority before every line, also before those of a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        priority = next((priority for level, priority in _PRIORITIES.items() if level <= record.levelno), 7)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def set_up_logging(*, stream: TextIO | None = None, environ: Mapping[str, str] | None = None) -> None:
    """Send all logs to stderr, or a stream, plainly; setting up again replaces the earlier set-up.

    journald reads a stream itself or, under systemd too, a stream that was redirected.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_TerminalFormatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    with suppress(OSError, ValueError):  # what is no file is no journal
        found = os.fstat(handler.stream.fileno())
        if (os.environ if environ is None else environ).get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}":
            handler.setFormatter(_JournalFormatter("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
