"""What Linux tells of USB cameras: which there are, which is which, their modes, and the controls they let be set.

By ioctl: OpenCV lists no modes and tells no control's limits, and the library that does, linuxpy, is under the GPL.

Source:
    linux/videodev2.h, linux/v4l2-controls.h; Linux media documentation, "ioctl VIDIOC_QUERYCTRL", "VIDIOC_ENUM_FMT",
    "VIDIOC_ENUM_FRAMESIZES", "VIDIOC_ENUM_FRAMEINTERVALS".
"""

import errno
import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

LISTED = Path("/sys/class/video4linux")
NO_CONTROL, MOST_ENTRIES = -1.0, 64  # no camera lists more of anything
LIST_FORMATS, FREE_BUFFERS, READ, WRITE = 0xC0405602, 0xC0145608, 0xC008561B, 0xC008561C
QUERY, LIST_SIZES, LIST_INTERVALS = 0xC0445624, 0xC02C564A, 0xC034564B
_CAPTURE, _MAPPED, _DISCRETE, _DISABLED, _READ_ONLY = 1, 1, 1, 0x1, 0x4
MOST_PX = 3840 * 2160  # more is only slower to read
LEAST_PER_S, MOST_PER_S = 10.0, 30.0  # fewer miss a hand; in more a frame is too short for two half-periods of mains
FORMATS = ("MJPG", "YUYV", "NV12")
"""In which OpenCV hands out colours, the one first that carries full size at speed."""


class Knob(IntEnum):
    """What a camera may let be set."""

    AUTO_WHITE = 0x0098090C
    GAIN = 0x00980913
    MAINS = 0x00980918  # 1 for 50 Hz, 2 for 60 Hz
    WHITE_K = 0x0098091A
    AUTO_EXPOSURE = 0x009A0901
    EXPOSURE = 0x009A0902  # 100 µs
    FOCUS = 0x009A090A
    AUTOFOCUS = 0x009A090C


class Mode(NamedTuple):
    """One way in which a camera sends its pictures."""

    fourcc: str
    size_wh: tuple[int, int]
    frames_per_s: float  # 0 where it does not say


USUAL = Mode("MJPG", (3840, 2160), MOST_PER_S)
"""Asked for where modes are not told: the driver answers with what it has that is nearest."""


def best_mode(modes: list[Mode]) -> Mode:
    """Return the mode to ask for: most pixels that come often enough, as MJPG before raw, up to 30 frames a second."""
    known = [mode for mode in modes if mode.fourcc in FORMATS]
    often = [mode for mode in known if mode.frames_per_s >= LEAST_PER_S] or known
    wieldy = [mode for mode in often if mode.size_wh[0] * mode.size_wh[1] <= MOST_PX]

    def worth(mode: Mode) -> tuple[float, ...]:
        return mode.size_wh[0] * mode.size_wh[1], min(mode.frames_per_s, MOST_PER_S), -FORMATS.index(mode.fourcc)

    return max(wieldy, key=worth, default=min(often, key=lambda mode: mode.size_wh, default=USUAL))


class VideoDevice:
    """One camera's modes and controls; safe beside whoever takes its frames, and from any thread.

    What asks the driver fills the bytes it is given, and raises an `OSError` where it refuses.
    """

    def __init__(self, ioctl: Callable[[int, bytearray], object], close: Callable[[], None] = lambda: None) -> None:
        """Take what asks, and what ends that."""
        self._ioctl, self.close = ioctl, close

    def modes(self) -> list[Mode]:
        """Return every mode that is listed; a range of sizes counts as its largest, one of rates as its fastest."""
        found = []
        for described in self._listed(LIST_FORMATS, "<II56x", _CAPTURE):
            fourcc = described[44:48]
            for sized in self._listed(LIST_SIZES, "<I4s36x", fourcc):
                kind, width, most_width, _, _, most_height, _ = struct.unpack_from("<7I", sized, 8)
                size_wh = (width, most_width) if kind == _DISCRETE else (most_width, most_height)
                paced = self._listed(LIST_INTERVALS, "<I4s2I36x", fourcc, *size_wh)
                intervals = [struct.unpack_from("<2I", each, 20) for each in paced]
                rate = max((below / max(above, 1) for above, below in intervals), default=0.0)
                found.append(Mode(fourcc.decode("latin-1"), size_wh, rate))
        return found

    def is_taken(self) -> bool:
        """Return whether another program takes its pictures: the driver then refuses even to free our no buffers."""
        try:
            self._ioctl(FREE_BUFFERS, bytearray(struct.pack("<3I8x", 0, _CAPTURE, _MAPPED)))
        except OSError as error:
            return error.errno == errno.EBUSY
        return False

    def limits(self, control: Knob) -> tuple[int, int] | None:
        """Return the least and the most a control can be set to, None where there is none that can be."""
        if (told := self._asked(QUERY, "<I64x", control)) is None:
            return None
        least, most, _, _, flags = struct.unpack_from("<4iI", told, 40)
        return None if flags & (_DISABLED | _READ_ONLY) else (least, most)

    def access(self, control: Knob, value: float | None) -> float:
        """Set a control, or only look; return what the driver says it is now, `NO_CONTROL` where it has none."""
        if value is not None and (limits := self.limits(control)) is not None:
            self._asked(WRITE, "<Ii", control, min(max(round(value), limits[0]), limits[1]))
        told = self._asked(READ, "<Ii", control, 0)
        return NO_CONTROL if told is None else float(struct.unpack("<Ii", told)[1])

    def _listed(self, request: int, layout: str, *asked: object) -> Iterator[bytes]:
        for index in range(MOST_ENTRIES):
            if (told := self._asked(request, layout, index, *asked)) is None:
                return
            yield told

    def _asked(self, request: int, layout: str, *asked: object) -> bytes | None:
        told = bytearray(struct.pack(layout, *asked))
        try:
            self._ioctl(request, told)
        except OSError:
            return None
        return bytes(told)


def device_of(number: int) -> VideoDevice:
    """Return ``/dev/video…``; one that cannot be opened, or is of another system, has neither modes nor controls."""
    try:
        file = os.open(f"/dev/video{number}", os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return VideoDevice(_refuse)
    return VideoDevice(lambda request, told: fcntl.ioctl(file, request, told), lambda: os.close(file))


def _refuse(request: int, _: bytearray) -> None:
    raise OSError(f"nothing answers {request:#x}")


def usb_devices(folder: Path = LISTED) -> tuple[int, ...]:
    """Return the numbers of the USB cameras, without opening any.

    A Pi has a dozen video devices that are decoders and parts of its own camera, which never send a frame, and every
    USB camera has a second one for metadata.
    """
    found = []
    for listed in folder.glob("video*"):
        with suppress(OSError):
            is_first = (listed / "index").read_text().strip() == "0"
            if is_first and any(part.startswith("usb") for part in (listed / "device").resolve().parts):
                found.append(int(listed.name.removeprefix("video")))
    return tuple(sorted(found))


def usb_identity(number: int, folder: Path = LISTED) -> str:
    """Return which camera it is, whatever number it has today: maker, product, and serial number if it has one."""
    try:
        usb = (folder / f"video{number}" / "device").resolve(strict=True).parent
        names = [name for name in ("idVendor", "idProduct", "serial") if name != "serial" or (usb / name).exists()]
        return ":".join(("usb", *((usb / name).read_text().strip() for name in names)))
    except OSError:
        return f"usb:{number}"
