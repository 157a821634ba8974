from __future__ import annotations

from ipaddress import IPv4Interface

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.share.door import MOST_CONNECTIONS, MOST_EACH, SILENCE_NS, STALL_NS, Door, is_neighbour
from firmware.share.seats import MOST, Seats
from firmware.share.seats import MOST_EACH as SEATS_EACH

HERE = "192.168.1.7"
PLACES = (IPv4Interface(f"{HERE}/24"), IPv4Interface("10.0.0.3/30"))
SLOW = 1_000_000_000  # between two connections: no rate is reached

pytestmark = pytest.mark.security


def door() -> Door:
    return Door(PLACES)


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("192.168.2.9", HERE),  # another network behind the same router
        ("8.8.8.8", HERE),  # a router that forwards the internet here
        ("10.0.0.1", HERE),  # of the other network, through this one's address
        ("192.168.1.9", "203.0.113.5"),  # an address that is not shared
        ("127.0.0.1", HERE),
        ("::1", HERE),
        ("", HERE),
        ("rubbish", HERE),
    ],
)
def test_only_the_network_itself_comes_in(address: str, here: str) -> None:
    assert not is_neighbour(address, here, PLACES)
    assert not door().admit((address, 1), here, 0)


def test_neighbours_come_in() -> None:
    assert door().admit(("192.168.1.9", 1), HERE, 0)
    assert door().admit(("10.0.0.2", 1), "10.0.0.3", 0)


def test_one_address_holds_a_few_connections_and_may_come_again_after_leaving() -> None:
    ours = door()
    admitted = [ours.admit(("192.168.1.9", port), HERE, port * SLOW) for port in range(MOST_EACH + 5)]
    assert admitted == [True] * MOST_EACH + [False] * 5
    assert ours.admit(("192.168.1.10", 1), HERE, 99 * SLOW)
    ours.leave(("192.168.1.9", 0))
    assert ours.admit(("192.168.1.9", 99), HERE, 99 * SLOW)


def test_all_addresses_together_hold_a_bounded_number() -> None:
    ours = door()
    peers = [(f"192.168.1.{10 + number % 200}", number) for number in range(400)]
    assert sum(ours.admit(peer, HERE, number * SLOW) for number, peer in enumerate(peers)) == MOST_CONNECTIONS
    assert len(ours) == MOST_CONNECTIONS


def test_an_address_that_connects_without_end_is_cut_short() -> None:
    ours, admitted = door(), 0
    for port in range(1000):
        if ours.admit(("192.168.1.9", port), HERE, 0):
            admitted += 1
            ours.leave(("192.168.1.9", port))
    assert admitted == 40


def test_a_request_that_does_not_come_is_not_waited_for_but_an_answer_may_last() -> None:
    ours, peer = door(), ("192.168.1.9", 1)
    ours.admit(peer, HERE, 0)
    assert not ours.is_overdue(peer, SILENCE_NS)
    assert ours.is_overdue(peer, SILENCE_NS + 1)
    ours.begin(peer)
    assert not ours.is_overdue(peer, 1000 * SILENCE_NS)
    ours.end(peer, 1000 * SILENCE_NS)
    assert ours.is_overdue(peer, 1001 * SILENCE_NS + 1)


def test_what_is_not_taken_is_not_kept_for_long() -> None:
    ours, peer = door(), ("192.168.1.9", 1)
    ours.admit(peer, HERE, 0)
    ours.begin(peer)
    ours.stall(peer, 5)
    assert not ours.is_overdue(peer, 5 + STALL_NS)
    assert ours.is_overdue(peer, 6 + STALL_NS)
    ours.flow(peer)
    assert not ours.is_overdue(peer, 6 + STALL_NS)


def test_a_connection_nobody_knows_is_overdue_and_may_be_spoken_of() -> None:
    ours, peer = door(), ("192.168.1.9", 1)
    for tell in (ours.begin, ours.flow, ours.leave):
        tell(peer)
    for tell_when in (ours.end, ours.stall):
        tell_when(peer, 0)
    assert ours.is_overdue(peer, 0)
    assert len(ours) == 0


STEPS = st.lists(st.tuples(st.sampled_from(["admit", "leave", "begin", "end"]), st.integers(0, 40), st.integers(0, 20)))


@settings(deadline=None)
@given(STEPS)
def test_the_book_never_grows_beyond_its_limits(steps: list[tuple[str, int, int]]) -> None:
    ours, now = door(), 0
    for what, host, port in steps:
        now += SLOW
        peer = (f"192.168.1.{10 + host}", port)
        match what:
            case "admit":
                ours.admit(peer, HERE, now)
            case "leave":
                ours.leave(peer)
            case "begin":
                ours.begin(peer)
            case _:
                ours.end(peer, now)
        assert len(ours) <= MOST_CONNECTIONS


def test_a_few_pages_of_a_phone_have_seats_and_only_so_many_phones() -> None:
    seats = Seats()
    assert [seats.take("a") for _ in range(SEATS_EACH + 1)] == [True] * SEATS_EACH + [False]
    assert sum(seats.take(str(number)) for number in range(100)) == MOST - SEATS_EACH
    assert seats.phones == 1 + MOST - SEATS_EACH
    for _ in range(SEATS_EACH):
        seats.leave("a")
    assert seats.phones == MOST - SEATS_EACH
    assert seats.take("b")


def test_addresses_that_found_no_seat_are_not_remembered() -> None:
    seats = Seats()
    for number in range(10_000):
        seats.take(str(number))
    assert seats.phones == MOST
