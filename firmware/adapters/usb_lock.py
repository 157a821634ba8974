"""What a USB camera is to keep as it is, as far as its driver lets it: exposure, white balance and focus.

Drivers differ in what they have, in what they tell of what they found themselves, and in how many frames pass before
a setting shows. So exposure is set by what comes out in the pictures, focus is kept only where they stay as sharp, and
everything is read back.

Source:
    linux/v4l2-controls.h: V4L2_CID_EXPOSURE_AUTO 1 is manual, 2 shutter priority, 3 aperture priority, 0 automatic;
    V4L2_CID_EXPOSURE_ABSOLUTE counts 100 µs; V4L2_CID_POWER_LINE_FREQUENCY 1 is 50 Hz, 2 is 60 Hz.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from firmware.adapters.video4linux import Knob, VideoDevice
from firmware.board.calibration_lock import MOST_PERIODS, Locked
from firmware.ports import MAINS_HZ, Lack
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import brightness_of, exposure_factor

MANUAL, AUTOMATIC = (1, 2), (3, 0)
"""Of each the usual one first, then what a few cameras have in its place; without an iris they are the same."""
EXPOSURE_UNIT_US = 100
BURNT, BURNT_LACKS = 0.95, 0.3  # a picture that is white all over does not tell by how much it is too bright
# A setting shows in the pictures so many frames after it was made: those in the driver's buffers are older.
SHOWN_AFTER_FRAMES = 4
STEADY_FRAMES, STEADY = 12, 1.06  # light and detail that change by less for so many frames have settled
AS_SHARP = 0.8  # of the detail before, and focus did not move
STEPS = 4
NEAR = 1.25  # so near to the light wanted is good enough: gains come in steps


def lacks_of(controls: VideoDevice) -> frozenset[Lack]:
    """Return what a camera cannot do for want of a control."""
    there = {control for control in Knob if controls.limits(control) is not None}
    needs = {
        Lack.EXPOSURE: {Knob.AUTO_EXPOSURE, Knob.EXPOSURE},
        Lack.WHITE_BALANCE: {Knob.AUTO_WHITE},
        Lack.LENS: {Knob.AUTOFOCUS},
    }
    return frozenset(lack for lack, needed in needs.items() if not needed <= there)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbLock:
    """Locks one camera on one board, by its controls and pictures; every call is a wait of some frames at most."""

    # Sets a control, or with None only looks; returns what the driver says it is now, below 0 where there is none.
    access: Callable[[Knob, float | None], float]
    preview: Callable[..., Frame]
    deadline_s: float  # monotonic; of all calls together
    board: BoardOutline | None  # what is to be well lit
    mains_hz: int

    def lock(self) -> Locked:
        """Find exposure, white balance and focus anew, and keep them."""
        self.unlock()
        self.access(Knob.MAINS, 1 + MAINS_HZ.index(self.mains_hz))
        found = self._settled()
        wanted = brightness_of(found, self.board) * exposure_factor(found, self.board)
        loose = set()
        if not self._keeps_focus(found):
            loose.add(Lack.FOCUS)
        if not self._keeps(Knob.AUTO_WHITE, Knob.WHITE_K):
            loose.add(Lack.WHITE_BALANCE)
        units = self._expose(wanted)
        if units is None:
            self._switch(AUTOMATIC)
            return Locked(exposure_us=None, is_steady=False, loose=frozenset({*loose, Lack.EXPOSURE}))
        return Locked.with_exposure(units * EXPOSURE_UNIT_US, half_period_us=self._half_period_us, loose=loose)

    def unlock(self) -> None:
        """Let the camera find all three by itself, as it came: a driver keeps what it was told, also for others."""
        self._switch(AUTOMATIC)
        for control in (Knob.AUTO_WHITE, Knob.AUTOFOCUS):
            self.access(control, 1)

    def exposed(self, times: float, take: Callable[[], Frame]) -> Frame | None:
        """Return what is taken while exposures are so many times as long, as far as they fit a frame; None if loose."""
        if self.access(Knob.AUTO_EXPOSURE, None) not in MANUAL:
            return None
        usual = self.access(Knob.EXPOSURE, None)
        most = MOST_PERIODS * self._half_period_us / EXPOSURE_UNIT_US
        try:
            self.access(Knob.EXPOSURE, max(1, round(min(usual * times, most))))
            self._picture()
            return take()
        finally:
            self.access(Knob.EXPOSURE, usual)
            self._picture()

    def _switch(self, modes: tuple[int, int]) -> bool:
        """Let it expose in the first of the modes that it takes; return whether it took any."""
        return any(self.access(Knob.AUTO_EXPOSURE, mode) == mode for mode in modes)

    def _settled(self) -> Frame:
        """Return a small frame once light and focus have stood still, or half of the time is over."""
        seen = deque[tuple[float, float]](maxlen=STEADY_FRAMES)
        until_s, frame = time.monotonic() + self._left_s / 2, self._picture()
        while time.monotonic() < until_s:
            seen.append((brightness_of(frame, self.board), _detail(frame)))
            if len(seen) == STEADY_FRAMES and all(max(one) <= STEADY * min(one) for one in zip(*seen, strict=True)):
                break
            frame = self.preview(timeout_s=self._left_s)
        return frame

    def _keeps(self, automatic: Knob, own: Knob) -> bool:
        """Switch one automatic off where it stands, and return whether there is one and it is off."""
        stands_at = self.access(own, None)
        is_off = self.access(automatic, 0) == 0
        if is_off and stands_at > 0:
            self.access(own, stands_at)  # some drivers jump to their default
        return is_off

    def _keeps_focus(self, found: Frame) -> bool:
        """Keep the focus that was found; a lens without a motor does so anyway.

        What a driver says of where the focus stands may be old: it is believed where the pictures stay as sharp.
        """
        if self.access(Knob.AUTOFOCUS, None) < 0:
            return True
        if self._keeps(Knob.AUTOFOCUS, Knob.FOCUS) and _detail(self._picture()) >= AS_SHARP * _detail(found):
            return True
        self.access(Knob.AUTOFOCUS, 1)
        return False

    def _expose(self, wanted: float) -> int | None:
        """Expose by hand as brightly as wanted; return the exposure in 100 µs, None where the driver refuses."""
        if not self._switch(MANUAL):
            return None
        lacking = 1.0
        for periods in range(1, MOST_PERIODS + 1):
            units = round(periods * self._half_period_us / EXPOSURE_UNIT_US)
            if abs(self.access(Knob.EXPOSURE, units) - units) > 1:
                return None
            lacking = self._lacking(wanted)
            if lacking < NEAR:
                break
        lacking = self._with_gain(wanted, lacking)
        # Where the least gain is too much, the exposure gets too short for lamps: daylight does not flicker.
        for _ in range(STEPS):
            if lacking > 1 / NEAR:
                break
            units = max(1, round(units * lacking))
            self.access(Knob.EXPOSURE, units)
            lacking = self._lacking(wanted)
        return round(self.access(Knob.EXPOSURE, None))

    def _with_gain(self, wanted: float, lacking: float) -> float:
        """Change the gain until the picture is about as bright as wanted; return by how much light is lacking then."""
        for _ in range(STEPS):
            if 1 / NEAR < lacking < NEAR:
                break
            before = self.access(Knob.GAIN, None)
            after = self.access(Knob.GAIN, round(max(before, 1.0) * lacking))
            if after == before:
                break
            lacking = self._lacking(wanted)
        return lacking

    def _lacking(self, wanted: float) -> float:
        shown = brightness_of(self._picture(), self.board)
        return BURNT_LACKS if shown >= BURNT else wanted / max(shown, 1e-4)

    @property
    def _half_period_us(self) -> float:
        return 1e6 / (2 * self.mains_hz)

    @property
    def _left_s(self) -> float:
        return max(0.001, self.deadline_s - time.monotonic())

    def _picture(self) -> Frame:
        """Return a small frame that shows what was set last."""
        for _ in range(SHOWN_AFTER_FRAMES):
            frame = self.preview(timeout_s=self._left_s)
        return frame


def _detail(frame: Frame) -> float:
    """Return how much detail a small frame shows; out of focus it is less."""
    return float(cv2.Laplacian(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), cv2.CV_16S).std()) + 1.0
