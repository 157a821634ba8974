"""The words to systemd, heard by a socket as systemd would open it."""

import socket
from contextlib import closing

import pytest

from firmware.table.systemd import Systemd
from tests.cases import cases


@pytest.mark.parametrize("is_abstract", [False, True])
def test_ready_alive_status_and_end_are_said_as_systemd_wants_them(tmp_path, is_abstract):
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as ear:
        ear.bind("" if is_abstract else str(tmp_path / "notify"))  # the kernel chooses an abstract name
        ear.settimeout(5)
        systemd = Systemd(f"@{ear.getsockname().decode()[1:]}" if is_abstract else ear.getsockname())
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


@pytest.mark.parametrize(("environ", "listens", "watchdog_s"), cases(__file__)["environments"])
def test_the_environment_tells_where_systemd_listens_and_one_gone_stops_no_game(environ, listens, watchdog_s, caplog):
    systemd = Systemd.from_environ(environ, pid=77)
    assert (systemd.address is not None, systemd.watchdog_s) == (listens, watchdog_s or None)
    systemd.alive()
    assert ("systemd did not hear WATCHDOG=1" in caplog.text) is listens
