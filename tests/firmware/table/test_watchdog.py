import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from firmware.table.watchdog import UNTIL_READY_S, Pulse, Watchdog, page_answers
from tests.doubles.clock import ManualClock
from tests.ports import free_port


class Companion:
    """What the watchdog looks at, and the supervisor that it tells."""

    def __init__(self, *, does_answer: bool = True) -> None:
        self.clock, self.does_answer = ManualClock(), does_answer
        self.watchdog_s: float | None = 30.0
        self.heard: list[str] = []
        self.is_alive = threading.Event()
        self.pulse = Pulse(self.clock.now_ns)
        self.beat = self.pulse.loop("eye", within_s=10)
        self.watchdog = Watchdog(self, self.pulse, lambda: self.does_answer, status="Ready at here")

    def ready(self, status: str) -> None:
        self.heard.append(f"ready: {status}")

    def alive(self) -> None:
        self.heard.append("alive")
        self.is_alive.set()

    def status(self, status: str) -> None:
        self.heard.append(status)


def test_it_is_ready_once_the_page_answers_and_vouches_for_it_again_only_when_it_does():
    table = Companion(does_answer=False)
    assert not table.watchdog.look()
    assert table.heard == []
    table.does_answer = True
    assert table.watchdog.round_s == UNTIL_READY_S
    assert table.watchdog.look()
    assert table.watchdog.round_s == 10  # three times a watch
    assert table.watchdog.look()
    assert table.heard == ["ready: Ready at here", "alive", "alive"]
    table.does_answer = False
    table.watchdog.look()
    table.does_answer = True
    table.watchdog.look()
    assert table.heard[3:] == ["The page does not answer.", "ready: Ready at here", "alive"]


def test_a_loop_that_hangs_is_named_once_and_nobody_vouches_for_it_until_it_beats():
    table = Companion()
    table.watchdog.look()
    table.pulse.loop("slow", within_s=60)
    table.clock.sleep(10)
    assert table.pulse.late() == ()
    table.clock.sleep(1e-9)
    assert [table.watchdog.look() for _ in range(2)] == [False, False]
    assert table.heard == ["ready: Ready at here", "alive", "These hang: eye."]
    table.beat()
    assert table.watchdog.look()
    table = Companion()
    table.clock.sleep(11)
    assert not table.watchdog.look()
    assert table.heard == []  # it never was ready


def test_its_thread_looks_by_itself_and_ends_when_closed():
    table = Companion()
    table.watchdog.start()
    assert table.is_alive.wait(10)
    table.watchdog.close()
    table.watchdog.close()
    assert not any(thread.name == "watchdog" for thread in threading.enumerate())


@pytest.mark.parametrize(("status", "does_answer"), [(200, True), (403, False)])
def test_only_a_page_that_is_given_is_an_answer(status, does_answer):
    with closing(socket.create_server(("127.0.0.1", 0))) as server, ThreadPoolExecutor() as pool:
        server.settimeout(10)
        asking = pool.submit(page_answers, "127.0.0.1", server.getsockname()[1])
        page, _ = server.accept()
        with page:
            assert page.recv(1024).startswith(b"HEAD / HTTP/1.1\r\n")
            page.sendall(f"HTTP/1.1 {status} Answer\r\n\r\n".encode())
        assert asking.result() is does_answer


def test_a_server_that_takes_the_question_and_says_nothing_or_is_none_does_not_answer():
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        assert not page_answers("127.0.0.1", mute.getsockname()[1], timeout_s=0.05)
    assert not page_answers("127.0.0.1", free_port(), timeout_s=0.5)
