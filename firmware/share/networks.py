"""The private networks that this machine is in: where phones may follow, and nowhere else."""

from collections.abc import Iterable
from ipaddress import IPv4Interface
from pathlib import Path

import ifaddr

from firmware.settings.address import PRIVATE

SYSTEM = Path("/sys/class/net")
ETHERNET = "1"  # what the kernel calls everything that looks like a cable, radio too
_NARROWEST = 30  # a network of one host has no phones
_NOT_OURS = ("bridge", "tun_flags")
"""What the kernel notes of bridges (containers, virtual machines) and of tunnels: no phone is in there."""


def private_networks(
    only: str = "", *, adapters: Iterable[ifaddr.Adapter] | None = None, system: Path = SYSTEM
) -> tuple[IPv4Interface, ...]:
    """Return this machine's addresses in private networks, each with its network; radio first, where phones are.

    ``only`` names the one interface that counts, whatever it is; where there is no folder of Linux's, all are taken for
    cables.
    """
    found = []
    for adapter in ifaddr.get_adapters() if adapters is None else adapters:
        if adapter.name != only if only else not _is_cable_or_radio(adapter.name, system):
            continue
        radio_first = not (system / adapter.name / "wireless").exists()
        for address in adapter.ips:
            if isinstance(address.ip, str):
                place = IPv4Interface(f"{address.ip}/{address.network_prefix}")
                if any(place.ip in network for network in PRIVATE) and place.network.prefixlen <= _NARROWEST:
                    found.append((radio_first, adapter.name, place))
    return tuple(place for _, _, place in sorted(found))


def _is_cable_or_radio(name: str, system: Path) -> bool:
    if not system.exists():
        return True
    folder = system / name.partition(":")[0]  # eth0:1 is a second address of eth0
    try:
        kind = (folder / "type").read_text(encoding="ascii").strip()
    except OSError:
        return False  # it has just been unplugged
    return kind == ETHERNET and not any((folder / mark).exists() for mark in _NOT_OURS)


def is_neighbour(address: str, here: str, places: Iterable[IPv4Interface]) -> bool:
    """Return whether an address is in the very network in which this machine has the address ``here``."""
    try:
        return any(str(place.ip) == here and IPv4Interface(address).ip in place.network for place in places)
    except ValueError:
        return False
