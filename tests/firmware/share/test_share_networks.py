"""Phones in the networks as they come and go: what is open, what is told, what is closed."""

import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from ipaddress import IPv4Interface

import pytest

from firmware.display.app import PagePorts
from firmware.share.server import ShareServer
from tests.firmware.display.scenes import scene
from tests.firmware.display.test_server import complaint
from tests.firmware.share.sharing import HERE, Phone, SharedTable, sharing
from tests.firmware.share.test_server import device_hears

pytestmark = pytest.mark.security


@pytest.fixture
def homeless() -> Iterator[SharedTable]:
    table = sharing(places=())
    yield table
    table.close()


def test_a_network_that_comes_is_shared_and_one_that_goes_is_left(homeless):
    homeless.show(scene("empty"))
    told = device_hears(homeless)
    assert (told["urls"], told["qr"], told["has_failed"]) == ([], None, False)
    homeless.places = (HERE, IPv4Interface("127.0.0.3/8"))
    homeless.phones.look()
    assert Phone(homeless).status("GET", "/") == 200
    assert Phone(homeless, to="127.0.0.3").status("GET", "/") == 200
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
    homeless.show(scene("empty"))
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
    return ShareServer(0, PagePorts(touch=lambda _: None, edge=lambda _: None), networks=networks)


def test_networks_that_cannot_be_listed_are_none_until_they_can(caplog):
    answers = iter([OSError(24, "Too many open files"), OSError(24, "Too many open files"), (HERE,)])

    def networks() -> tuple[IPv4Interface, ...]:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    with closing(share_in(networks)) as share:
        for urls in (0, 0, 1):
            share.look()
            assert len(share.urls) == urls
    assert caplog.text.count("networks cannot be listed") == 1


def test_a_mistake_does_not_end_the_look_for_networks(caplog):
    looks, went_on = itertools.count(), threading.Event()

    def networks() -> tuple[IPv4Interface, ...]:
        look = next(looks)
        if look == 1:  # the first in the thread
            raise RuntimeError(look)
        if look > 1:
            went_on.set()
        return ()

    with closing(share_in(networks)) as share:
        share.start(lambda _: None)
        assert went_on.wait(timeout=60)
    assert "could not be looked after" in caplog.text


def test_a_display_that_shares_nothing_has_no_say_in_it(table):
    assert complaint(table, "/share/renew", {}) == (400, "nothing is shared with phones; start with --share")
    assert complaint(table, "/share/end", {"number": 1})[0] == 400


def test_closing_twice_does_nothing_and_streams_end(shared, phone):
    shared.show(scene("empty"))
    with phone.views() as views:
        next(views)
        shared.phones.close()
        assert next(views, None) is None
    shared.phones.close()
