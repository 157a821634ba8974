"""Boot the image to flash on a Pi's processor, as QEMU plays it, play a turn and cut the power: ``make test-image``.

The image stays as it is: what is tried goes in by systemd's credentials, what comes of it out by the serial port. Power
is cut by killing QEMU. It shows nothing of a Pi's own firmware, camera or speed.
"""

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "build/image/serviert-arm64.img"
WORK = Path(os.environ.get("SERVIERT_IMAGES", "/var/cache/serviert-image")) / "boot"
UEFI = Path("/usr/share/qemu-efi-aarch64/QEMU_EFI.fd")
TOOLS = "qemu-system-arm qemu-efi-aarch64"
LONGEST_BOOT_S = 1_200.0
CANNOT = 3
SAID = "PROOF "
UNIT = """[Unit]
After=serviert.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
ImportCredential=page.py
ImportCredential=proof.sh
ExecStart=/bin/sh %d/proof.sh
"""
WANTED = "[Unit]\nWants=proof.service\n"
# The page's address is in the companion's own word on how it is: its port may have been taken.
PROOF = f"""exec >/dev/ttyAMA0
until systemctl --quiet is-active serviert; do sleep 1; done
url=$(systemctl show --property=StatusText --value serviert | grep -o 'http://[^ ]*')
for command in COMMANDS; do
    echo "{SAID}$command: $(python3 -I "$CREDENTIALS_DIRECTORY/page.py" "$url" $command 2>&1 | tail -n 1)"
done
echo "{SAID}mounts:" $(findmnt -no FSTYPE /) $(findmnt -no FSTYPE /var/lib/serviert)
echo "{SAID}over"
"""


class Booted:
    """A running image; a context manager that cuts its power."""

    def __init__(self, image: Path, *commands: str) -> None:
        """Switch on; once the page answers, each command of `tests.install.page` is tried."""
        credentials = {
            "systemd.extra-unit.proof.service": UNIT,
            "systemd.unit-dropin.multi-user.target": WANTED,
            "proof.sh": PROOF.replace("COMMANDS", " ".join(f"'{each}'" for each in commands)),
            "page.py": (ROOT / "tests/install/page.py").read_text(),
        }
        command = ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "2048"]
        command += ["-bios", str(UEFI), "-drive", f"file={image},format=raw,if=virtio", "-net", "none"]
        command += ["-device", "virtio-gpu-pci", "-display", "none", "-serial", "stdio"]
        command += ["-qmp", f"unix:{WORK / 'qmp'},server=on,wait=off"]
        for number, (name, text) in enumerate(credentials.items()):
            (WORK / f"credential{number}").write_text(text)
            command += ["-fw_cfg", f"name=opt/io.systemd.credentials/{name},file={WORK / f'credential{number}'}"]
        self.begun = time.monotonic()
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=nothing, stdout=pipe, stderr=subprocess.STDOUT, text=True)

    def __enter__(self) -> "Booted":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def said(self) -> dict[str, str]:
        """Return what came of each command, once all is over."""
        found: dict[str, str] = {}
        assert self._process.stdout is not None
        for line in self._process.stdout:
            _, is_said, words = line.strip().partition(SAID)
            if is_said and words == "over":
                return found
            if is_said:
                command, _, result = words.partition(": ")
                found[command] = result
            if time.monotonic() > self.begun + LONGEST_BOOT_S:
                break
        raise SystemExit(f"the image did not come so far; it said {found}")

    def picture(self, path: Path) -> None:
        with socket.socket(socket.AF_UNIX) as qmp:
            qmp.connect(str(WORK / "qmp"))
            lines = qmp.makefile("rw")
            for command in (
                {"execute": "qmp_capabilities"},
                {"execute": "screendump", "arguments": {"filename": str(path)}},
            ):
                lines.write(json.dumps(command) + "\n")
                lines.flush()
                while "return" not in json.loads(lines.readline()):
                    pass


def a_turn(image: Path, picture: Path | None) -> float:
    """Boot to a played turn, cut the power, boot again: the game goes on; return the seconds to the first turn."""
    with Booted(image, "begin") as booted:
        first = booted.said()
        seconds = time.monotonic() - booted.begun
        if picture:
            time.sleep(float(os.environ.get("SCREEN_S", "120")))
            booted.picture(picture)
    assert first["mounts"] == "overlay ext4", first
    assert "'aces', 1, 18" in first["begin"], first
    with Booted(image, "sheet", "turn kings") as booted:
        again = booted.said()
    assert again["sheet"] == first["begin"], (first, again)
    assert "'kings', 1, " in again["turn kings"], again
    return seconds


def main(
    image: Annotated[Path, typer.Argument()] = IMAGE,
    *,
    times: int = 2,
    cuts: int = 10,
    seed: int = 1,
    picture: Path | None = None,
) -> None:
    """Boot the image to a played turn so many times, then cut the power at random moments of its first start."""
    if os.geteuid() or not (shutil.which("qemu-system-aarch64") and UEFI.exists()):
        print(f"NOT PROVEN: root and these packages are needed: {TOOLS}", file=sys.stderr)
        raise typer.Exit(CANNOT)
    WORK.mkdir(parents=True, exist_ok=True)
    tried, lots, longest = WORK / "tried.img", random.Random(seed), 0.0
    for _ in range(times):
        subprocess.run(["cp", "--sparse=always", str(image), str(tried)], check=True)
        longest = max(longest, a_turn(tried, picture))
        print(f"a turn is played {longest:.0f} s after power-on, and stands there after a cut", flush=True)
    for _ in range(cuts):
        subprocess.run(["cp", "--sparse=always", str(image), str(tried)], check=True)
        after = lots.uniform(0, longest or 300)
        with Booted(tried, "begin"):
            time.sleep(after)
        with Booted(tried, "sheet", "begin") as booted:
            said = booted.said()
        assert "'aces', 1, 18" in said["begin"], said
        print(f"cut {after:.0f} s after power-on, it starts and plays: {said['begin']}", flush=True)


if __name__ == "__main__":
    typer.run(main)
