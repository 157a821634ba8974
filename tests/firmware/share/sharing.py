"""A table that is shared: the device's page on loopback, phones at another loopback address, and nobody playing."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Interface
from typing import Any

from firmware.display.app import DevicePorts, PagePorts
from firmware.display.connection import PATIENCE_S
from firmware.display.server import DisplayServer
from firmware.display.view import view
from firmware.session.state import SessionState
from firmware.share.server import ShareServer
from tests.firmware.display.served import Answers, Board, Pictures, Sent, Table, asked, pushes, words_of
from tests.ports import free_port

HERE = IPv4Interface("127.0.0.2/8")
"""Linux answers at all of 127/8: phones' requests never leave this machine."""


@dataclass
class SharedTable(Table):
    phones: Any = None  # the `ShareServer`
    places: tuple[IPv4Interface, ...] = (HERE,)
    port: int = 0

    @property
    def url(self) -> str:
        return self.phones.urls[0]

    @property
    def digits(self) -> str:
        return str(self.phones.desk.status()["digits"])

    @property
    def key(self) -> str:
        return str(self.phones.desk.status()["key"])

    def show(self, state: SessionState) -> None:
        super().show(state)
        self.phones.show(view(state, simulated=self.is_simulated, words=words_of(state.language)))

    def close(self) -> None:
        self.phones.close()
        self.server.close()


def sharing(
    *,
    is_simulated: bool = False,
    places: tuple[IPv4Interface, ...] = (HERE,),
    patience_s: float = PATIENCE_S,
    analysis: Answers | None = None,
) -> SharedTable:
    """Return a shared table whose servers run; close it."""
    table: SharedTable

    def take(what: Sent) -> None:
        table.take(what)

    answers = analysis or Answers()
    board, port = Board(take) if is_simulated else None, free_port(str(HERE.ip))
    phones = PagePorts(touch=take, edge=take, table=board, analysis=answers)
    share = ShareServer(port, phones, networks=lambda: table.places, patience_s=patience_s)
    device = DevicePorts(touch=take, edge=take, pictures=Pictures(), table=board, analysis=answers, shared=share.desk)
    server = DisplayServer("127.0.0.1", 0, device)
    table = SharedTable(server, is_simulated=is_simulated, phones=share, places=places, port=port)
    server.start()
    share.serve(server.show_shared)
    return table


@dataclass
class Phone:
    """Something that asks the shared table, from some loopback address, as a browser there would."""

    table: SharedTable
    address: str = "127.0.0.1"
    cookie: str = ""
    to: str = str(HERE.ip)

    def asked(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> AbstractContextManager[http.client.HTTPResponse]:
        own = f"{self.to}:{self.table.port}"
        named = {"host": own, "origin": f"http://{own}" if method == "POST" else "-", "cookie": self.cookie or "-"}
        return asked((self.to, self.table.port), method, path, body, source=self.address, **{**named, **headers})

    def status(self, method: str, path: str, body: object = None, **headers: str) -> int:
        with self.asked(method, path, body, **headers) as answer:
            answer.read()
            return answer.status

    @contextmanager
    def raw_post(self, rest: str) -> Iterator[socket.socket]:
        """Send a touch's head and whatever comes after, byte by byte."""
        own = f"{self.to}:{self.table.port}"
        with socket.create_connection((self.to, self.table.port), 30, (self.address, 0)) as connection:
            head = f"POST /touch HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nCookie: {self.cookie}\r\n"
            connection.sendall(f"{head}Content-Type: application/json\r\n{rest}".encode())
            yield connection

    def types(self, digits: str, **headers: str) -> str:
        """Type digits, and keep the cookie where they were right."""
        with self.asked("POST", "/control", {"digits": digits}, **headers) as answer:
            self.cookie = (answer.headers["set-cookie"] or "").partition(";")[0] or self.cookie
            return str(json.loads(answer.read())["answer"])

    @contextmanager
    def views(self) -> Iterator[Iterator[dict[str, Any]]]:
        """Give the views pushed to this phone as they come."""
        with self.asked("GET", "/events") as answer:
            assert answer.status == 200
            yield (pushed["view"] for pushed in pushes(answer))
