"""Files of the system as they were documented or recorded, laid under a folder that stands for its root.

Sources: Raspberry Pi documentation (get_throttled; the device tree's model); Linux: Documentation/hwmon/
raspberrypi-hwmon.rst, Documentation/driver-api/mmc/mmc-dev-attrs.rst, Documentation/ABI/testing/sysfs-fs-ext4,
sysfs-class-rtc and sysfs-class-thermal, drm-uapi.rst; proc_pid_mountinfo(5).
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from firmware.doctor.finding import Finding, Health

PI_4 = {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0"}
PI_5 = {"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}
FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled"
TEMPERATURE = "sys/class/thermal/thermal_zone0/temp"
RTC = "sys/class/rtc/rtc0/since_epoch"

SD_CARD = {
    "sys/block/mmcblk0/device/type": "SD\n",
    "sys/block/mmcblk0/device/name": "SC64G\n",
    "sys/block/mmcblk0/device/date": "08/2023\n",
    "sys/block/mmcblk0/mmcblk0p2/partition": "2\n",
}
EMMC = {
    "sys/block/mmcblk0/device/type": "MMC\n",
    "sys/block/mmcblk0/device/name": "BJTD4R\n",
    "sys/block/mmcblk0/device/life_time": "0x01 0x02\n",
    "sys/block/mmcblk0/device/pre_eol_info": "0x01\n",
    "sys/block/mmcblk0/mmcblk0p2/partition": "2\n",
}
FSTAB = """proc            /proc           proc    defaults          0       0
PARTUUID=4f7c6e2b-01  /boot/firmware  vfat    defaults          0       2
PARTUUID=4f7c6e2b-02  /               ext4    defaults,noatime  0       1
"""


def mountinfo(kind: str = "ext4", *, mount: str = "rw,noatime", filesystem: str = "rw") -> str:
    """Return what the kernel says of a Pi's mounts."""
    return f"""21 1 179:2 / / {mount} shared:1 - {kind} /dev/mmcblk0p2 {filesystem}
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
    """Return what runs commands whose words were recorded; there are no others."""
    return lambda command: said.get(tuple(command))


def expect(found: Finding, health: Health, words: str) -> None:
    """Hold a finding against what is to be said."""
    assert (found.health, words in found.sentence) == (health, True), found
