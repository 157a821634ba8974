"""Connections that stand still are cut, those of the page are not, and a new one always gets in."""

import socket
import struct
from contextlib import ExitStack

import pytest
from starlette.responses import PlainTextResponse

from firmware.display.connection import Connection
from firmware.display.server import BACKLOG, Serving, listening
from tests.firmware.display import scenes, test_server
from tests.firmware.display.served import Table, asked, pushes, serving

pytestmark = pytest.mark.security


class Hasty(Connection):
    """It waits for no long time."""

    patience_s = 1.0


class Patient(Connection):
    """It waits for ever, for few."""

    patience_s = 1e6
    most = 8


def raw(table: Table, sent: bytes) -> socket.socket:
    connection = socket.create_connection(table.address, 30)
    connection.sendall(sent)
    return connection


def rest(connection: socket.socket) -> bytes:
    heard = b""
    try:
        while more := connection.recv(65536):
            heard += more
    except ConnectionError:
        pass
    return heard


def test_whoever_stands_still_is_cut_off_and_a_page_that_listens_is_not(close_later):
    table = serving(connection=Hasty)
    host = "Host: {}:{}\r\n".format(*table.address).encode()
    with asked(table.address, "GET", "/events") as answer:
        for sent in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nX-A: "):
            with raw(table, sent) as dawdler:
                assert rest(dawdler) == b""
        with raw(table, b"GET /nowhere HTTP/1.1\r\n" + host + b"\r\n") as dawdler:
            assert rest(dawdler).startswith(b"HTTP/1.1 404")
        table.show(scenes.scene("second"))
        assert next(pushes(answer))["view"]["phase"] == "read"
    close_later(table.server.close)


@pytest.mark.parametrize("sent", [b"", b"GET /events HTTP/1.1\r\nHost: %s:%d\r\n\r\n"])
def test_so_many_may_be_open_and_the_page_keeps_its_own_and_gets_in(sent, close_later):
    table = serving(connection=Patient)
    sent = sent and sent % (table.address[0].encode(), table.address[1])
    with asked(table.address, "GET", "/events") as answer, ExitStack() as held:
        table.show(scenes.scene("second"))
        heard = pushes(answer)
        assert next(heard)["view"]["phase"] == "read"
        crowd = [held.enter_context(raw(table, sent)) for _ in range(3 * Patient.most)]
        assert test_server.got(table, "/")[0] == 200
        assert test_server.post(table, "/touch", {"kind": "take-back"}) == 204
        for each in crowd[: Patient.most] if not sent else []:
            rest(each)  # who stands idle the longest is cut
        table.show(scenes.scene("third"))
        assert next(heard)["view"]["phase"] == "entering"
    close_later(table.server.close)


def test_no_more_are_accepted_at_a_time_than_files_can_be_opened(close_later):
    opened = listening("127.0.0.1", 0)
    serving = Serving(PlainTextResponse("yes"), [opened], name="test")
    with asked(opened.getsockname(), "GET", "/") as answer:
        assert answer.read() == b"yes"
    assert struct.unpack("8B6I", opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32))[-1] == BACKLOG
    close_later(serving.close)
