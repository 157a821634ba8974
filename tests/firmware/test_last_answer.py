"""What the doctor hears of the newest press, from a display that runs."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from firmware.last_answer import last_answer
from firmware.table.latency import Answer, Stage
from tests.firmware.display.scenes import Table, serving


@pytest.fixture
def table() -> Iterator[Table]:
    """A running display."""
    served = serving()
    yield served
    served.server.close()


def asked(table: Table) -> Answer | None:
    return last_answer("127.0.0.1", table.server.port)


def test_the_newest_answer_is_told_as_it_was_taken(table: Table) -> None:
    table.answer(1)
    table.answer(2)
    assert asked(table) == table.stopwatch.answers[-1]
    table.stopwatch.painted(2, 0)
    told = asked(table)
    assert told is not None
    assert Stage.PAINT in told.spent


def test_nobody_pressed_yet(table: Table) -> None:
    assert asked(table) is None


def test_no_companion_runs() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    assert last_answer("127.0.0.1", port) is None


@pytest.mark.parametrize(
    "said", [b"no http", b'{"answers": [{}]}', b'{"answers": 7}', b"[]", b'{"answers": [{"pressed_ns": 1}]}', b"{"]
)
def test_something_else_that_answers_there_is_no_companion(said: bytes) -> None:
    def serve(listening: socket.socket) -> None:
        other, _ = listening.accept()
        with closing(other):
            other.recv(4096)
            head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(said)
            other.sendall(said if said == b"no http" else head + said)

    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        assert last_answer("127.0.0.1", listening.getsockname()[1]) is None
        thread.join()
