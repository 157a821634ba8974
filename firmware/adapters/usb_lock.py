"""What a USB camera is to keep as it is, as far as its driver lets it: exposure, white balance and focus.

Drivers differ in what they have, in what they tell of what they found themselves, and in how many frames pass before
a setting shows. So exposure is set by what comes out in the pictures, and everything is read back.

Source:
    linux/v4l2-controls.h: V4L2_CID_EXPOSURE_AUTO 1 is manual, 3 aperture priority; V4L2_CID_EXPOSURE_ABSOLUTE counts
    100 µs. OpenCV's V4L2 back end hands both on as they are.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from firmware.board.calibration_lock import MOST_PERIODS, Lockable, Locked
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import brightness_of, exposure_factor

MANUAL, AUTOMATIC = 1, 3
AUTOMATICS = ((cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC), (cv2.CAP_PROP_AUTO_WB, 1), (cv2.CAP_PROP_AUTOFOCUS, 1))
EXPOSURE_UNIT_US = 100
BURNT, BURNT_LACKS = 0.95, 0.3  # a picture that is white all over does not tell by how much it is too bright
# A setting shows in the pictures so many frames after it was made: those in the driver's buffers are older.
SHOWN_AFTER_FRAMES = 4
STEPS = 4
NEAR = 1.25  # so near to the light wanted is good enough: gains come in steps


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbLock:
    """Locks one camera on one board, by its controls and pictures; every call is a wait of some frames at most."""

    # Sets a property, or with None only looks, within a time-out; returns what the driver says it is now.
    access: Callable[..., float]
    preview: Callable[..., Frame]
    deadline_s: float  # monotonic; of all calls together
    board: BoardOutline | None  # what is to be well lit
    half_period_us: float

    def lock(self) -> Locked:
        """Find exposure, white balance and focus anew, and keep them; errors are those of its controls."""
        self.unlock()
        found = self._picture()
        wanted = brightness_of(found, self.board) * exposure_factor(found, self.board)
        loose = set()
        if not self._keeps(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE):
            loose.add(Lockable.WHITE_BALANCE)
        if not self._keeps(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS):
            loose.add(Lockable.FOCUS)
        units = self._expose(wanted)
        if units is None:
            self._change(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
            return Locked(exposure_us=None, is_steady=False, loose=frozenset({*loose, Lockable.EXPOSURE}))
        return Locked.with_exposure(units * EXPOSURE_UNIT_US, half_period_us=self.half_period_us, loose=loose)

    def unlock(self) -> None:
        """Let the camera find all three by itself, as it came: a driver keeps what it was told, also for others."""
        for prop, value in AUTOMATICS:
            self._change(prop, value)

    def exposed(self, times: float, take: Callable[[], Frame]) -> Frame | None:
        """Return what is taken while exposures are so many times as long, as far as they fit a frame; None if loose."""
        if self._change(cv2.CAP_PROP_AUTO_EXPOSURE, None) != MANUAL:
            return None
        usual = self._change(cv2.CAP_PROP_EXPOSURE, None)
        most = MOST_PERIODS * self.half_period_us / EXPOSURE_UNIT_US
        try:
            self._change(cv2.CAP_PROP_EXPOSURE, max(1, round(min(usual * times, most))))
            self._picture()
            return take()
        finally:
            self._change(cv2.CAP_PROP_EXPOSURE, usual)
            self._picture()

    def _keeps(self, automatic: int, own: int) -> bool:
        """Switch one automatic off where it stands, and return whether it is off."""
        stands_at = self._change(own, None)
        is_off = self._change(automatic, 0) <= 0  # below 0 where there is none: a lens that cannot move
        if is_off and stands_at > 0:
            self._change(own, stands_at)  # some drivers jump to their default
        return is_off

    def _expose(self, wanted: float) -> int | None:
        """Expose by hand as brightly as wanted; return the exposure in 100 µs, None where the driver refuses."""
        if self._change(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL) != MANUAL:
            return None
        lacking = 1.0
        for periods in range(1, MOST_PERIODS + 1):
            units = round(periods * self.half_period_us / EXPOSURE_UNIT_US)
            if abs(self._change(cv2.CAP_PROP_EXPOSURE, units) - units) > 1:
                return None
            lacking = self._lacking(wanted)
            if lacking < NEAR:
                break
        return self._by_daylight(wanted, units, self._with_gain(wanted, lacking))

    def _by_daylight(self, wanted: float, units: int, lacking: float) -> int:
        """Return an exposure too short for lamps where the least gain is too much: daylight does not flicker."""
        for _ in range(STEPS):
            if lacking > 1 / NEAR:
                break
            units = max(1, round(units * lacking))
            self._change(cv2.CAP_PROP_EXPOSURE, units)
            lacking = self._lacking(wanted)
        return round(self._change(cv2.CAP_PROP_EXPOSURE, None))

    def _with_gain(self, wanted: float, lacking: float) -> float:
        """Change the gain until the picture is about as bright as wanted; return by how much light is lacking then."""
        for _ in range(STEPS):
            if 1 / NEAR < lacking < NEAR:
                break
            before = self._change(cv2.CAP_PROP_GAIN, None)
            after = self._change(cv2.CAP_PROP_GAIN, round(max(before, 1.0) * lacking))
            if after == before:
                break
            lacking = self._lacking(wanted)
        return lacking

    def _lacking(self, wanted: float) -> float:
        shown = brightness_of(self._picture(), self.board)
        return BURNT_LACKS if shown >= BURNT else wanted / max(shown, 1e-4)

    @property
    def _left_s(self) -> float:
        return max(0.001, self.deadline_s - time.monotonic())

    def _change(self, prop: int, value: float | None) -> float:
        return self.access(prop, value, timeout_s=self._left_s)

    def _picture(self) -> Frame:
        """Return a small frame that shows what was set last."""
        for _ in range(SHOWN_AFTER_FRAMES):
            frame = self.preview(timeout_s=self._left_s)
        return frame
