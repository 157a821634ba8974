"""The private networks, and phones in them as they come and go: what is open, what is told, what is closed."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from ipaddress import IPv4Interface
from pathlib import Path
from unittest.mock import Mock

import ifaddr
import pytest

from firmware.display.app import PagePorts
from firmware.share.networks import is_neighbour, private_networks
from firmware.share.server import ShareServer
from tests.doubles.patience import until
from tests.firmware.display import scenes, served
from tests.firmware.display.test_server import complaint
from tests.firmware.share.sharing import HERE, Phone, SharedTable, sharing
from tests.firmware.share.test_server import device_hears

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
    assert (found(here, *adapters, only="eth0"), found(here, *adapters, only="wlan1")) == (["10.1.2.3/8"], [])
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


OWN = "192.168.1.7"
PLACES = (IPv4Interface(f"{OWN}/24"), IPv4Interface("10.0.0.3/30"))


def test_only_the_network_itself_is_a_neighbour():
    for address, here in (("192.168.1.9", OWN), ("10.0.0.2", "10.0.0.3")):
        assert is_neighbour(address, here, PLACES)
    # Another network behind the same router, a router that forwards, the other network through this one's address.
    for address in ("192.168.2.9", "8.8.8.8", "10.0.0.1", "127.0.0.1", "::1", "", "rubbish"):
        assert not is_neighbour(address, OWN, PLACES)
    assert not is_neighbour("192.168.1.9", "203.0.113.5", PLACES)  # an address that is not shared


@pytest.fixture
def homeless() -> Iterator[SharedTable]:
    table = sharing(places=())
    yield table
    table.close()


def test_a_network_that_comes_is_shared_and_one_that_goes_is_left(homeless):
    homeless.show(scenes.scene("empty"))
    told = device_hears(homeless)
    assert (told["urls"], told["qr"], told["has_failed"]) == ([], None, False)
    homeless.places = (HERE, IPv4Interface("127.0.0.3/8"))
    homeless.phones.look()
    assert (Phone(homeless).status("GET", "/"), Phone(homeless, to="127.0.0.3").status("GET", "/")) == (200, 200)
    assert Phone(homeless).status("GET", "/", host=f"127.0.0.3:{homeless.port}") == 403  # another network's name
    told = device_hears(homeless)
    assert told["urls"] == [f"http://127.0.0.2:{homeless.port}/", f"http://127.0.0.3:{homeless.port}/"]
    assert told["qr"]["size"] > 20
    homeless.places = (IPv4Interface("127.0.0.3/8"),)
    homeless.phones.look()
    with pytest.raises(ConnectionRefusedError):
        Phone(homeless).status("GET", "/")
    assert Phone(homeless, to="127.0.0.3").status("GET", "/") == 200


def test_a_port_in_use_is_told_at_the_device_and_taken_when_it_is_free(homeless, caplog):
    homeless.show(scenes.scene("empty"))
    with socket.socket() as taken:
        taken.bind((str(HERE.ip), homeless.port))
        taken.listen()
        homeless.places = (HERE,)
        homeless.phones.look()
        homeless.phones.look()
        assert device_hears(homeless)["has_failed"]
        assert caplog.text.count("Set another port under [share]") == 1
    homeless.phones.look()
    assert not device_hears(homeless)["has_failed"]
    assert Phone(homeless).status("GET", "/") == 200


def share_in(networks: Callable[[], tuple[IPv4Interface, ...]]) -> ShareServer:
    return ShareServer(0, PagePorts(touch=print, edge=print, analysis=served.Answers()), networks=networks)


def test_networks_that_cannot_be_listed_are_none_until_they_can(caplog):
    broken = OSError(24, "Too many open files")
    with closing(share_in(Mock(side_effect=[broken, broken, (HERE,)]))) as share:
        for urls in (0, 0, 1):
            share.look()
            assert len(share.urls) == urls
    assert caplog.text.count("networks cannot be listed") == 1


def test_a_mistake_does_not_end_the_look_for_networks(caplog):
    networks = Mock(side_effect=[(), RuntimeError("the first in the thread"), *[()] * 99])
    with closing(share_in(networks)) as share:
        share.serve(lambda _: None)
        until(lambda: networks.call_count > 2)
    assert "made a mistake, and goes on" in caplog.text


def test_a_display_that_shares_nothing_has_no_say_in_it(table):
    assert complaint(table, "/share/renew", {}) == (400, "nothing is shared with phones; start with --share")
    assert complaint(table, "/share/end", {"number": 1})[0] == 400


def test_closing_twice_does_nothing_and_streams_end(shared, phone):
    shared.show(scenes.scene("empty"))
    with phone.views() as views:
        next(views)
        shared.phones.close()
        assert next(views, None) is None
    shared.phones.close()
