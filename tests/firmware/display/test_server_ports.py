"""The server's port: one of this machine's own, told where it cannot be had."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from firmware.display.app import DevicePorts
from firmware.display.server import DisplayServer
from firmware.display.serving import listening
from firmware.errors import DisplayError
from tests.firmware.display.scenes import Pictures, Table, serving


def display(port: int, host: str = "127.0.0.1") -> DisplayServer:
    nothing: Callable[[object], None] = lambda _: None  # noqa: E731 - two sinks, one line
    return DisplayServer(host, port, DevicePorts(touch=nothing, edge=nothing, pictures=Pictures()))


def test_a_port_in_use_is_told_in_a_sentence(table: Table) -> None:
    with pytest.raises(DisplayError, match=rf"port {table.server.port}.*running already.*another port"):
        display(table.server.port).start()


def test_the_next_free_port_is_taken_where_spares_are_allowed(table: Table) -> None:
    other = display(table.server.port)
    try:
        url = other.start(spare_ports=50)
        assert table.server.port < other.port <= table.server.port + 50
        assert url == f"http://127.0.0.1:{other.port}/"
    finally:
        other.close()


def test_all_ports_tried_are_named(table: Table) -> None:
    port = table.server.port
    with socket.socket() as neighbour:
        neighbour.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            neighbour.bind(("127.0.0.1", port + 1))
        except OSError:
            pytest.skip("the neighbouring port is somebody else's")
        neighbour.listen()
        with pytest.raises(DisplayError, match=f"ports {port}–{port + 1}"):
            display(port).start(spare_ports=1)


def test_a_port_beyond_the_last_is_told() -> None:
    with pytest.raises(DisplayError, match="port 70000"):
        display(70000).start()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "serviert.local"])
def test_the_page_is_never_served_to_other_machines(host: str) -> None:
    with pytest.raises(DisplayError, match="only this machine"):
        display(8451, host)


def test_a_closed_port_can_be_taken_again_at_once() -> None:
    first = serving()
    port = first.server.port
    first.server.close()
    again = display(port)
    again.start()
    again.close()


def test_an_answer_does_not_wait_until_its_first_part_was_acknowledged() -> None:
    """Nagle's algorithm costs 40 ms an answer."""

    async def options() -> list[int]:
        found: list[int] = []

        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        opened = listening("127.0.0.1", 0)
        async with await asyncio.start_server(answer, sock=opened):
            reader, writer = await asyncio.open_connection(*opened.getsockname())
            await reader.read()
            writer.close()
        return found

    with ThreadPoolExecutor() as beside:  # in this thread a browser's loop may be running
        assert beside.submit(asyncio.run, options()).result() == [1]
