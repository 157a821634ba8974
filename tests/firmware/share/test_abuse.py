"""Phones that mean no good: floods, dawdlers and rubbish, and a device that does not mind."""

import http.client
import socket
import time
from collections import Counter
from contextlib import ExitStack
from itertools import count

import pytest

from firmware.display.files import STATIC
from firmware.display.view import view
from firmware.share.limits import MOST_CONNECTIONS, MOST_EACH
from firmware.share.limits import REQUESTS_EACH as EACH
from tests.firmware.display import scenes, test_server
from tests.firmware.share.sharing import HERE, Phone, SharedTable, sharing

pytestmark = pytest.mark.security

REQUESTS = 1000


def raw(table: SharedTable, address: str) -> socket.socket:
    return socket.create_connection((str(HERE.ip), table.port), 30, (address, 0))


def answer_of(connection: socket.socket) -> bytes:
    try:
        return connection.recv(12)
    except OSError:
        return b""


def flood(table: SharedTable, addresses: list[str]) -> Counter[bytes]:
    """Ask a thousand times, each on a connection of its own, and count the answers."""
    answers: Counter[bytes] = Counter()
    request = f"GET / HTTP/1.1\r\nHost: {HERE.ip}:{table.port}\r\nConnection: close\r\n\r\n".encode()
    for number in range(REQUESTS):
        with raw(table, addresses[number % len(addresses)]) as connection:
            try:
                connection.sendall(request)
            except OSError:
                answers[b""] += 1
                continue
            answers[answer_of(connection)] += 1
    return answers


def device_answers(table: SharedTable) -> float:
    """Return how long the device's own page waits for a touch to be taken, seconds."""
    began = time.monotonic()
    assert test_server.post(table, "/touch", {"kind": "take-back"}) == 204
    return time.monotonic() - began


def test_a_thousand_requests_are_mostly_not_answered_and_others_and_the_device_are(shared):
    began = time.monotonic()
    answers = flood(shared, ["127.0.0.50"])
    lasted_s = time.monotonic() - began
    assert 1 <= answers[b"HTTP/1.1 200"] <= EACH.most + lasted_s / EACH.every_s + 1
    assert sum(answers.values()) == REQUESTS
    assert Phone(shared, address="127.0.0.51").status("GET", "/") == 200
    assert device_answers(shared) < 5
    answers = flood(shared, [f"127.7.{number // 250}.{1 + number % 250}" for number in range(REQUESTS)])
    assert sum(answers.values()) == REQUESTS
    assert device_answers(shared) < 5


def test_a_phone_may_load_the_whole_page_four_times_in_a_row():
    files = [path for path in STATIC.rglob("*") if path.suffix in {".js", ".css", ".woff2", ".html"}]
    assert 4 * (len(files) + len(("/events", "/control"))) <= EACH.most


def test_many_requests_on_one_connection_are_limited_too(shared):
    began, answers = time.monotonic(), Counter[int]()
    connection = http.client.HTTPConnection(str(HERE.ip), shared.port, 30, source_address=("127.0.0.52", 0))
    connection.connect()
    connection.auto_open = 0  # a second connection would prove nothing
    while not answers[429] and answers[404] < 9 * EACH.most:
        connection.request("GET", "/nowhere")
        with connection.getresponse() as answer:
            answer.read()
        answers[answer.status] += 1
    assert EACH.most <= answers[404] <= EACH.most + (time.monotonic() - began) / EACH.every_s + 1


def test_one_phone_and_all_together_can_hold_only_so_many_connections_and_another_still_gets_in(shared):
    with ExitStack() as held:
        connections = [held.enter_context(raw(shared, "127.0.0.53")) for _ in range(MOST_EACH)]
        assert is_cut(Phone(shared, address="127.0.0.53"))
        assert not is_cut(Phone(shared, address="127.0.0.54"))
        connections[0].sendall(f"GET / HTTP/1.1\r\nHost: {HERE.ip}:{shared.port}\r\n\r\n".encode())
        assert answer_of(connections[0]) == b"HTTP/1.1 200"
        for number in range(MOST_CONNECTIONS):
            held.enter_context(raw(shared, f"127.0.3.{1 + number // MOST_EACH}"))
        assert is_cut(Phone(shared, address="127.0.4.1"))


def is_cut(phone: Phone) -> bool:
    """Return whether a phone gets no word; waiting for nothing it would be cut off anyway, after a while."""
    try:
        return phone.status("GET", "/") != 200
    except OSError:
        return True


def test_whoever_does_not_finish_a_request_is_cut_off(close_later):
    table = sharing(patience_s=0)
    for sent in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: "):
        with raw(table, "127.0.0.55") as dawdler:
            dawdler.sendall(sent)
            assert answer_of(dawdler) == b""
    close_later(table.close)


@pytest.mark.proof  # it is waited for the body
def test_whoever_dribbles_a_body_is_answered_and_cut_off(shared, player):
    with player.raw_post("Content-Length: 30\r\n\r\n{") as dribbler:
        assert answer_of(dribbler) == b"HTTP/1.1 408"
    assert shared.sent == []


def test_whoever_looks_but_never_reads_is_cut_off(close_later):
    table = sharing(patience_s=0.5)
    views = [view(scenes.scene(name), simulated=False) for name in ("empty", "second", "third", "asking")]
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.bind(("127.0.0.56", 0))
        deaf.connect((str(HERE.ip), table.port))
        table.phones.show(views[0])
        deaf.sendall(f"GET /events HTTP/1.1\r\nHost: {HERE.ip}:{table.port}\r\n\r\n".encode())
        assert answer_of(deaf) == b"HTTP/1.1 200"
        for shown in count(1):
            table.phones.show(views[shown % len(views)])
            if table.phones._routes.seats.phones == 0:
                break
    close_later(table.close)
