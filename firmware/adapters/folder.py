"""A folder as a camera: one picture a press, in the order of their names."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from vision.errors import PictureError
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.preprocess import shrunk

log = logging.getLogger(__name__)

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
PREVIEW_PX = 640
PREVIEW_S = 1 / 15


class FolderCamera:
    """A `firmware.ports.Camera` that shows one picture until `turn_page` is called, and is lost after the last."""

    def __init__(
        self,
        folder: Path,
        *,
        now_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the folder.

        Raises:
            CameraMissingError: If it is no folder or holds no pictures.
        """
        self.name = f"folder:{folder}"
        if not folder.is_dir():
            raise CameraMissingError(f"{folder} is no folder; name one with pictures, such as folder:pictures.")
        try:
            self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        except OSError as error:
            raise CameraMissingError(f"{folder} cannot be looked into: {error.strerror}.") from error
        if not self._paths:
            raise CameraMissingError(f"{folder} holds no pictures; legal endings are {', '.join(sorted(SUFFIXES))}.")
        self._now_ns, self._sleep = now_ns, sleep
        self._next, self._is_open = 0, True
        self._shown: Frame | None = None

    def reopened(self) -> "FolderCamera":
        """Return it open, at the picture where it was closed: its folder may be back."""
        self._is_open = True
        return self

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return the current picture, small."""
        self._sleep(min(PREVIEW_S, timeout_s))
        return Frame(shrunk(self._current().pixels, PREVIEW_PX), self._now_ns())

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return the current picture."""
        wait_s = (not_before_ns - self._now_ns()) / 1e9
        if wait_s > timeout_s:
            raise CameraTimeoutError(
                f"{self.name}: asked for a frame in {wait_s:.1f} s; the deadline is {timeout_s} s."
            )
        if wait_s > 0:
            self._sleep(wait_s)
        return Frame(self._current().pixels, max(self._now_ns(), not_before_ns))

    def turn_page(self) -> None:
        """Go on to the next picture: the one shown was read."""
        self._next += 1
        self._shown = None

    def close(self) -> None:
        """Close; closing twice does nothing."""
        self._is_open = False
        self._shown = None

    def _current(self) -> Frame:
        if not self._is_open:
            raise CameraLostError(f"{self.name} is closed; open it again.")
        while self._shown is None:
            if self._next >= len(self._paths):
                raise CameraLostError(f"{self.name}: all {len(self._paths)} pictures were read.")
            try:
                self._shown = load_picture(self._paths[self._next])
            except PictureError as error:
                if not self._paths[self._next].parent.is_dir():  # a stick was pulled out: nothing of it was read
                    raise CameraLostError(f"{self.name} is gone; put it back.") from error
                log.warning("%s It is left out.", error)
                self._next += 1
        return self._shown
