"""A USB camera behind its driver: its controls and modes are a list as `v4l2-ctl` prints it, and it obeys as UVC does.

Source: linux/videodev2.h; drivers/media/usb/uvc/uvc_ctrl.c (values are clamped, what an automatic has is EACCES).
"""

import errno
import re
import struct
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.adapters import video4linux as modes
from firmware.adapters.usb_lock import UsbLock
from firmware.adapters.video4linux import Knob, VideoDevice
from firmware.board.calibration_lock import Locked
from vision.frame import Frame

LISTS = Path(__file__).parents[1] / "firmware" / "adapters" / "cameras"
NAMES = ("4k-autofocus", "8mp-fixed-focus", "720p-laptop")
MASTERS: dict[int, int] = {Knob.EXPOSURE: Knob.AUTO_EXPOSURE, Knob.WHITE_K: Knob.AUTO_WHITE, Knob.FOCUS: Knob.AUTOFOCUS}
AUTOMATIC: dict[int, tuple[int, ...]] = {Knob.AUTO_EXPOSURE: (0, 3), Knob.AUTO_WHITE: (1,), Knob.AUTOFOCUS: (1,)}
_LINE = re.compile(r"\w+ 0x(\w{8}) \((\w+)\) *: (.*)")
_SHARP = np.random.default_rng(0).integers(0, 60, (48, 64, 3), np.uint8)


class RecordedCamera:
    """One of `NAMES`; what it is told to refuse stays as it is."""

    def __init__(
        self, name: str, *, scene: float = 1.0, refuses: tuple[int | None, ...] = (), lies: bool = False
    ) -> None:
        lines = [line.strip() for line in (LISTS / f"{name}.txt").read_text().splitlines()]
        told = {int(found[1], 16): (found[2], found[3]) for found in map(_LINE.match, lines) if found}
        self.limits: dict[int, tuple[int, int, int]] = {}
        self.values: dict[int, int] = {}
        for control, (kind, rest) in told.items():
            least, most, value = ([*map(int, re.findall(rf"\b{w}=(-?\d+)", rest))] for w in ("min", "max", "value"))
            self.limits[control] = (*least, *most, 4 * ("read-only" in rest)) if kind != "bool" else (0, 1, 0)
            self.values[control] = value[0]
        self.menu = {1, self.values[Knob.AUTO_EXPOSURE]}  # of its ways to expose
        self.listed = [line.split() for line in lines if re.match(r"[A-Z0-9]{4} \d", line)]
        self.scene, self.refuses, self.is_taken = scene, refuses, False
        self.focus_at = self.values.get(Knob.FOCUS, 0)  # where its pictures are sharp
        if lies:  # it says where somebody put the lens, not where its automatic did
            self.values[Knob.FOCUS] = 0

    @property
    def controls(self) -> VideoDevice:
        return VideoDevice(self.ioctl)

    def ioctl(self, request: int, told: bytearray) -> None:
        match request:
            case modes.FREE_BUFFERS if self.is_taken:
                raise OSError(errno.EBUSY, "busy")
            case modes.QUERY | modes.READ | modes.WRITE:
                self._control(request, told)
            case modes.LIST_FORMATS | modes.LIST_SIZES | modes.LIST_INTERVALS:
                self._list(request, told)

    def _control(self, request: int, told: bytearray) -> None:
        control, value = struct.unpack_from("<Ii", told)
        if control not in self.values:
            raise OSError(errno.EINVAL, "no such control")
        least, most, flags = self.limits[control]
        if request == modes.QUERY:
            struct.pack_into("<4iI", told, 40, least, most, 1, 0, flags)
        elif request == modes.READ:
            struct.pack_into("<Ii", told, 0, control, self.values[control])
        elif flags or self._is_automatic(control):
            raise OSError(errno.EACCES, "read-only, or an automatic has it")
        elif control in self.refuses or (control == Knob.AUTO_EXPOSURE and value not in self.menu):
            raise OSError(errno.EINVAL, "not in the menu")
        else:
            self.values[control] = min(max(value, least), most)
            if control == Knob.AUTO_WHITE and not value:
                self.values[Knob.WHITE_K] = 6500  # some drivers jump to their default

    def _is_automatic(self, control: int) -> bool:
        return control in MASTERS and self.values.get(MASTERS[control]) in AUTOMATIC[MASTERS[control]]

    def _list(self, request: int, told: bytearray) -> None:
        index, of = struct.unpack_from("<I4s", told)
        formats = list(dict.fromkeys(mode[0] for mode in self.listed))
        sizes = [mode for mode in self.listed if mode[0].encode() == of]
        if request == modes.LIST_FORMATS:
            told[44:48] = _nth(formats, index).encode()
        elif request == modes.LIST_SIZES:
            struct.pack_into("<3I", told, 8, 1, *map(int, _nth(sizes, index)[1].split("x")))
        else:
            size = "x".join(map(str, struct.unpack_from("<2I", told, 8)))
            struct.pack_into("<3I", told, 16, 1, 1, int(_nth(next(m for m in sizes if m[1] == size)[2:], index)))

    @property
    def light(self) -> float:
        if self.values.get(Knob.AUTO_EXPOSURE, 3) in AUTOMATIC[Knob.AUTO_EXPOSURE]:
            return 0.3  # what the camera's own exposure comes to
        return min(1.0, self.scene * self.values[Knob.EXPOSURE] / 200 * self.values.get(Knob.GAIN, 16) / 16)

    def preview(self, *, timeout_s: float) -> Frame:
        grey = np.clip(255 * self.light ** (1 / 2.2) - 30.0 + _SHARP, 0, 255).astype(np.uint8)
        is_sharp = self.values.get(Knob.AUTOFOCUS, 1) or self.values[Knob.FOCUS] == self.focus_at
        return Frame(grey if is_sharp else cv2.blur(grey, (9, 9)), 0)

    def lock_at(self, mains_hz: int = 50) -> UsbLock:
        ways: dict[str, Any] = {"access": self.controls.access, "preview": self.preview, "deadline_s": float("inf")}
        return UsbLock(**ways, board=None, mains_hz=mains_hz)

    def locked(self, *, mains_hz: int = 50) -> Locked:
        return self.lock_at(mains_hz).lock()


def _nth(listed: list[Any], index: int) -> Any:
    if index >= len(listed):
        raise OSError(errno.EINVAL, "no more")
    return listed[index]
