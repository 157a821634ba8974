"""The printed sheet, being shown to the camera: what `serviert calibrate` gathers, a frame at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.doctor.calibrating import PACE_NS, WANTED_VIEWS, Gathered, corners_px
from firmware.session.wizard import SheetLook
from firmware.survey.measure import Pace

if TYPE_CHECKING:
    from firmware.ports import Camera
    from vision.frame import Frame

EVERY_S = PACE_NS / 1e9


class SheetMeasure:
    """Takes in some frames a second.

    Attributes:
        gathered: What was seen so far.
    """

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.gathered = Gathered()
        self._pace = Pace(EVERY_S)
        self._has_lain = False

    def look(self, camera: Camera, preview: Frame) -> tuple[SheetLook, Frame] | None:
        """Take in a frame where it is time.

        Raises:
            CameraError: If the camera does not deliver.
        """
        if not self._pace.is_due(preview):
            return None
        frame = camera.capture(not_before_ns=preview.exposed_ns)
        self.gathered.see(frame)
        self._has_lain |= self.gathered.lies
        newest = None if self.gathered.bare is not None else self.gathered.lying
        look = SheetLook(
            exposed_ns=frame.exposed_ns,
            size_wh=frame.size_wh,
            outline=() if newest is None else tuple((float(x), float(y)) for x, y in corners_px(newest[0])),
            views=len(self.gathered.views),
            wanted=WANTED_VIEWS,
            lies=self._has_lain,
            is_complete=self._has_lain and self.gathered.bare is not None,
        )
        return look, frame
