"""Files of the system as they were documented or recorded, laid under a folder that stands for its root; and cameras.

Sources: Raspberry Pi documentation (get_throttled; the device tree's model); Linux: Documentation/driver-api/mmc/
mmc-dev-attrs.rst, Documentation/ABI/testing/sysfs-fs-ext4, sysfs-class-rtc and sysfs-class-thermal, drm-uapi.rst;
proc_pid_mountinfo(5).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from firmware.board.calibration_lock import Locked
from firmware.doctor import finding, measures
from firmware.ports import Lack
from tests.cases import cases
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.reading import Reading, Verdict

PI_4 = {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0"}
PI_5 = {"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}
TEMPERATURE = "sys/class/thermal/thermal_zone0/temp"
RTC = "sys/class/rtc/rtc0/since_epoch"

SD_CARD, EMMC = cases(__file__).values()


def mountinfo(kind: str = "ext4", *, mount: str = "rw,noatime") -> str:
    return f"""21 1 179:2 / / {mount} shared:1 - {kind} /dev/mmcblk0p2 rw
22 21 0:20 / /proc rw,relatime shared:5 - proc proc rw
30 21 179:1 / /boot/firmware rw,relatime shared:30 - vfat /dev/mmcblk0p1 rw,fmask=0022
"""


def lay(root: Path, *files: Mapping[str, str]) -> Path:
    """Write files below a root, the kernel's link from a disk's number to its folder too; return the root."""
    for path, text in {path: text for each in files for path, text in each.items()}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode("latin-1"))
    link = root / "sys/dev/block/179:2"
    if (root / "sys/block/mmcblk0/mmcblk0p2").is_dir() and not link.exists():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to("../../block/mmcblk0/mmcblk0p2")
    return root


def saying(said: Mapping[tuple[str, ...], str]) -> Callable[[Sequence[str]], str | None]:
    return lambda command: said.get(tuple(command))


def expect(found: finding.Finding, health: finding.Health, words: str) -> None:
    assert (found.health, words in found.sentence) == (health, True), found


class Blind:
    """A reader that sees no dice, at once, and keeps the sizes of what it was shown."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None, retake=None) -> Reading:
        self.sizes.append(frames[-1].size_wh)
        return Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=0, size_wh=frames[-1].size_wh)


class PictureCamera:
    """Shows pictures one after the other, the last one for ever; time passes with each frame."""

    name = "usb:0"

    def __init__(self, pictures: Iterable[Frame], *, step_ns: int = 70_000_000) -> None:
        self.pictures = list(pictures)
        self._step_ns = step_ns
        self.now_ns = self.captures = 0
        self.locked: list[BoardOutline | None] = []

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        self.now_ns += self._step_ns
        return Frame(np.ascontiguousarray(self.pictures[0].pixels[::4, ::4]), self.now_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        self.now_ns = max(self.now_ns + self._step_ns, not_before_ns)
        self.captures += 1
        shown = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        return Frame(shown.pixels, self.now_ns)

    def close(self) -> None:
        """Nothing is open."""


class LockingPictures(PictureCamera):
    """The same, and it can be locked, and focuses by itself."""

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        self.locked.append(board)
        return Locked(exposure_us=10_000, is_steady=True)

    def lacks(self) -> frozenset[Lack]:
        return frozenset()


def looks(measure: measures.Measure, camera, *, until: Callable[[object], bool] = lambda _: True, most: int = 200):
    for _ in range(most):
        seen = measure.look(camera, camera.preview())
        if seen is not None and until(seen[0]):
            return seen[0]
    raise AssertionError(f"none of {most} looks was so")
