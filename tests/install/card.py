"""A stock system that becomes a device at its first start, by the two files of ``make card``.

Raspberry Pi OS, from trixie on, brings cloud-init and hands it what lies on the card's first partition; a Debian set up
alike stands in for it.
"""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.install import checks
from tests.install.machine import TREE, Machine, root_of, starts_once

BOOT = "boot/firmware"
SETTINGS = {
    f"{BOOT}/meta-data": "instance-id: stock\n",
    f"{BOOT}/user-data": "#cloud-config\nhostname: stock\nruncmd: [[touch, /srv/told]]\n",  # as of the Imager
    f"{BOOT}/config.txt": "[all]\ndtparam=audio=on\n",
    "etc/cloud/ds-identify.cfg": "policy: enabled\n",
    "etc/cloud/cloud.cfg.d/99_stock.cfg": f"datasource_list: [NoCloud]\ndatasource: {{NoCloud: {{seedfrom: 'file:///{BOOT}/'}}}}\n",
}


def show(at: Callable[..., str], suite: str, binds: Mapping[Path, str]) -> None:
    root = root_of(suite, again=False)
    with Machine(root, binds=binds, online=True) as machine:
        at(machine, _is_prepared, "a stock system is told user and Wi-Fi, and gets the two files", root)
    starts_once(root, binds)
    with Machine(root, binds=binds) as machine:
        at(machine, checks.serves, "a stock system installed it by itself at its first start, and restarted")
        at(machine, _has_pins, "with the shutdown button's pin, and what it was told itself was done, too")
        at(machine, checks.begins_a_game, "and plays, without a network")


def _is_prepared(machine: Machine, root: Path) -> str:
    install = "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
    machine.says(f"apt-get update -qq && {install} cloud-init")
    for name, text in SETTINGS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["sh", TREE / "hardware/card/card.sh", root / BOOT], check=True, stdout=subprocess.DEVNULL)
    return machine.says("cloud-init --version")


def _has_pins(machine: Machine) -> str:
    return machine.says(f"ls /srv/told && grep gpio-shutdown /{BOOT}/config.txt")
