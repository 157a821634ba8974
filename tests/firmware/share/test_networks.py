from ipaddress import IPv4Interface
from pathlib import Path

import ifaddr
import pytest

from firmware.share.networks import is_neighbour, private_networks

pytestmark = pytest.mark.security


def adapter(name: str, *ips: tuple[object, int]) -> ifaddr.Adapter:
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, prefix, name) for ip, prefix in ips])


def system(folder: Path, **interfaces: str) -> Path:
    """Describe interfaces as Linux does: the kernel's kind, then marks."""
    for name, described in interfaces.items():
        kind, *marks = described.split()
        (folder / name).mkdir()
        (folder / name / "type").write_text(f"{kind}\n")
        for mark in marks:
            (folder / name / mark).mkdir()
    return folder


def found(folder: Path, *adapters: ifaddr.Adapter, only: str = "") -> list[str]:
    return [str(place) for place in private_networks(only, adapters=adapters, system=folder)]


def test_radio_comes_first_then_cables_and_of_one_asked_for_that_alone(tmp_path):
    here = system(tmp_path, eth0="1", wlan0="1 wireless", lo="772")
    adapters = (
        adapter("lo", ("127.0.0.1", 8)),
        adapter("eth0", ("10.1.2.3", 8), (("fe80::1", 0, 2), 64)),
        adapter("eth0:1", ("10.1.2.4", 8)),  # a second address of the cable
        adapter("eth1", ("10.1.2.5", 8)),  # just unplugged
        adapter("wlan0", ("192.168.1.7", 24)),
    )
    assert found(here, *adapters) == ["192.168.1.7/24", "10.1.2.3/8", "10.1.2.4/8"]
    assert found(here, *adapters, only="eth0") == ["10.1.2.3/8"]
    assert found(here, *adapters, only="wlan1") == []
    assert found(tmp_path / "nowhere", *adapters[4:]) == ["192.168.1.7/24"]  # where nothing is described all count


def test_addresses_of_no_private_network_bridges_and_tunnels_are_left_out_unless_one_is_asked_for(tmp_path):
    here = system(tmp_path, eth0="1", docker0="1 bridge", tap0="1 tun_flags", wg0="65534")
    for ip in ("8.8.8.8", "100.64.0.1", "169.254.3.4", "127.0.0.1", "172.32.0.1", "192.0.2.1", "0.0.0.0", "224.0.0.1"):
        assert found(here, adapter("eth0", (ip, 24))) == []
    assert found(here, adapter("eth0", ("10.0.0.1", 31))) == []  # a network of one
    for name in ("docker0", "tap0", "wg0"):
        assert found(here, adapter(name, ("10.8.0.2", 24))) == []
        assert found(here, adapter(name, ("10.8.0.2", 24)), only=name) == ["10.8.0.2/24"]


def test_this_machine_is_asked_and_never_answers_with_loopback():
    assert all(isinstance(place, IPv4Interface) and not place.ip.is_loopback for place in private_networks())


HERE = "192.168.1.7"
PLACES = (IPv4Interface(f"{HERE}/24"), IPv4Interface("10.0.0.3/30"))


def test_only_the_network_itself_is_a_neighbour():
    for address, here in (("192.168.1.9", HERE), ("10.0.0.2", "10.0.0.3")):
        assert is_neighbour(address, here, PLACES)
    # Another network behind the same router, a router that forwards, the other network through this one's address.
    for address in ("192.168.2.9", "8.8.8.8", "10.0.0.1", "127.0.0.1", "::1", "", "rubbish"):
        assert not is_neighbour(address, HERE, PLACES)
    assert not is_neighbour("192.168.1.9", "203.0.113.5", PLACES)  # an address that is not shared
