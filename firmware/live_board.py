"""The board while dice are taught: one look after each throw, once they lie still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.errors import CameraTimeoutError
from vision.watch.settle import Motion, Settler

if TYPE_CHECKING:
    from firmware.adapters.cameras import Source
    from firmware.ports import Camera
    from vision.frame import Frame

PATIENCE_NS = 10_000_000_000
WARM_NS = 1_000_000_000
"""A camera just opened takes so long to find its exposure; its first frames are dark."""
CAPTURE_S = 2.0


class LiveBoard:
    """Looks at dice that lie still; on the simulated board it throws them, too.

    Args:
        source: Where the frames come from.
    """

    def __init__(self, source: Source) -> None:
        """Open the camera.

        Raises:
            CameraError: If it cannot be opened.
        """
        self._source = source
        self._camera: Camera = source.open_camera()
        self._warm_ns: int | None = None

    def look(self) -> Frame:
        """Return a frame of the dice that were thrown, as soon as they lie still.

        Raises:
            CameraTimeoutError: If something moves for ten seconds.
            CameraError: If the camera does not deliver.
        """
        lie_ns = 0 if self._source.board is None else self._source.board.table.throw()
        settler, began_ns = Settler(), None
        while True:
            frame = self._camera.preview()
            began_ns = frame.exposed_ns if began_ns is None else began_ns
            self._warm_ns = frame.exposed_ns + WARM_NS if self._warm_ns is None else self._warm_ns
            is_still = settler.observe(frame).motion is Motion.STILL
            if is_still and frame.exposed_ns >= max(lie_ns, self._warm_ns):
                taken = self._camera.capture(not_before_ns=frame.exposed_ns, timeout_s=CAPTURE_S)
                self._source.after_reading()
                return taken
            if frame.exposed_ns - began_ns > PATIENCE_NS:
                raise CameraTimeoutError(
                    "Something moved on the board for ten seconds; let the dice lie and try again."
                )

    def close(self) -> None:
        """Give the camera back, and stop the simulated board."""
        self._camera.close()
        self._source.close()
        if self._source.board is not None:
            self._source.board.close()
