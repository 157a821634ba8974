"""The words to systemd, heard by a socket as systemd would open it."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from firmware.adapters.systemd import Systemd


@pytest.fixture
def ear(tmp_path) -> Iterator[socket.socket]:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as opened:
        opened.bind(str(tmp_path / "notify"))
        opened.settimeout(5)
        yield opened


def test_ready_alive_status_and_end_are_said_as_systemd_wants_them(ear):
    systemd = Systemd(ear.getsockname())
    systemd.starting("Looking through\nthe games.", within_s=200)
    systemd.ready("Ready at\nhttp://127.0.0.1:8440/")
    systemd.alive()
    systemd.status("The page does not answer.")
    systemd.stopping()
    assert [ear.recv(999) for _ in range(5)] == [
        b"EXTEND_TIMEOUT_USEC=200000000\nSTATUS=Looking through the games.",
        b"READY=1\nSTATUS=Ready at http://127.0.0.1:8440/",
        b"WATCHDOG=1",
        b"STATUS=The page does not answer.",
        b"STOPPING=1",
    ]


def test_an_abstract_name_is_understood():
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as ear:
        ear.bind("")  # the kernel chooses an abstract name
        ear.settimeout(5)
        name = ear.getsockname().decode()
        Systemd(f"@{name[1:]}").alive()
        assert ear.recv(99) == b"WATCHDOG=1"


def test_the_environment_tells_where_systemd_listens_and_how_long_it_waits():
    systemd = Systemd.from_environ(
        {"NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "77"}, pid=77
    )
    assert systemd.listens
    assert systemd.watchdog_s == 30


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"NOTIFY_SOCKET": ""},
        {"NOTIFY_SOCKET": "vsock:2:1234"},
        {"WATCHDOG_USEC": "0", "WATCHDOG_PID": "77"},
        {"WATCHDOG_USEC": "soon", "WATCHDOG_PID": "77"},
        {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "78"},
    ],
)
def test_where_nobody_listens_or_another_process_is_meant_nothing_is_said(environ):
    systemd = Systemd.from_environ(environ, pid=77)
    assert not systemd.listens
    assert systemd.watchdog_s is None
    systemd.ready("nobody hears this")


def test_a_systemd_that_went_away_does_not_stop_the_game(tmp_path, caplog):
    Systemd(str(tmp_path / "gone")).alive()
    assert "systemd did not hear WATCHDOG=1" in caplog.text
