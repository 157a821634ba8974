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


@pytest.mark.parametrize(
    ("ip", "prefix"),
    [
        *(("8.8.8.8", 24), ("100.64.0.1", 24), ("169.254.3.4", 24), ("127.0.0.1", 24), ("172.32.0.1", 24)),
        *(("192.0.2.1", 24), ("0.0.0.0", 24), ("224.0.0.1", 24), ("10.0.0.1", 31)),  # the last one is a network of one
    ],
)
def test_addresses_that_are_not_of_a_private_network_are_left_out(tmp_path, ip, prefix):
    assert found(system(tmp_path, eth0="1"), adapter("eth0", (ip, prefix))) == []


@pytest.mark.parametrize(("name", "described"), [("docker0", "1 bridge"), ("tap0", "1 tun_flags"), ("wg0", "65534")])
def test_bridges_and_tunnels_are_left_out_unless_one_is_asked_for(tmp_path, name, described):
    here = system(tmp_path, **{name: described})
    assert found(here, adapter(name, ("10.8.0.2", 24))) == []
    assert found(here, adapter(name, ("10.8.0.2", 24)), only=name) == ["10.8.0.2/24"]


def test_this_machine_is_asked_and_never_answers_with_loopback():
    assert all(isinstance(place, IPv4Interface) and not place.ip.is_loopback for place in private_networks())


HERE = "192.168.1.7"
PLACES = (IPv4Interface(f"{HERE}/24"), IPv4Interface("10.0.0.3/30"))


@pytest.mark.parametrize(
    ("address", "here", "is_in"),
    [
        ("192.168.1.9", HERE, True),
        ("10.0.0.2", "10.0.0.3", True),
        ("192.168.2.9", HERE, False),  # another network behind the same router
        ("8.8.8.8", HERE, False),  # a router that forwards the internet here
        ("10.0.0.1", HERE, False),  # of the other network, through this one's address
        ("192.168.1.9", "203.0.113.5", False),  # an address that is not shared
        ("127.0.0.1", HERE, False),
        ("::1", HERE, False),
        ("", HERE, False),
        ("rubbish", HERE, False),
    ],
)
def test_only_the_network_itself_is_a_neighbour(address, here, is_in):
    assert is_neighbour(address, here, PLACES) == is_in
