"""Which way the page is turned: screens that are upright by nature are mounted across, and nothing else turns them.

The page then lies in a frame that is turned, and the browser turns every touch with it. It is kept beside the games:
the browser itself keeps nothing.
"""

import logging
from contextlib import suppress
from pathlib import Path

from firmware.log.whole_file import make_folder, write_whole

log = logging.getLogger(__name__)

QUARTERS = 4
FILE = "turned.txt"


class Turned:
    """By how many quarters, clockwise, the page is turned."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take up what was kept in a folder; without one nothing is kept."""
        self._file = None if folder is None else folder / FILE
        self.quarters = 0
        with suppress(OSError, ValueError):  # nothing that can be read: as the screen has it
            self.quarters = 0 if self._file is None else int(self._file.read_text(encoding="ascii")[:9]) % QUARTERS

    def turn(self) -> None:
        """Turn it by a quarter more, and keep that if the disk lets it."""
        self.quarters = (self.quarters + 1) % QUARTERS
        if self._file is None:
            return
        try:
            make_folder(self._file.parent)
            write_whole(self._file, f"{self.quarters}\n".encode())
        except OSError as error:
            log.warning("How the page is turned cannot be kept (%s): after a restart it stands as before.", error)
