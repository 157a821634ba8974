from __future__ import annotations

import http.server
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import pytest

from firmware.table.watchdog import UNTIL_READY_S, UNWATCHED_S, Pulse, Watchdog, page_answers
from tests.doubles.clock import ManualClock


@dataclass
class Listening:
    """A supervisor that notes what it is told."""

    watchdog_s: float | None = 30.0
    heard: list[str] = field(default_factory=list)
    is_alive: threading.Event = field(default_factory=threading.Event)

    def ready(self, status: str) -> None:
        self.heard.append(f"ready: {status}")

    def alive(self) -> None:
        self.heard.append("alive")
        self.is_alive.set()

    def status(self, status: str) -> None:
        self.heard.append(status)


@dataclass
class Companion:
    """What the watchdog looks at."""

    clock: ManualClock = field(default_factory=ManualClock)
    supervisor: Listening = field(default_factory=Listening)
    does_answer: bool = True

    def __post_init__(self) -> None:
        pulse = Pulse(self.clock.now_ns)
        self.beat = pulse.loop("eye", within_s=10)
        self.watchdog = Watchdog(self.supervisor, pulse, lambda: self.does_answer, status="Ready at here")


def test_it_is_ready_once_the_page_answers_and_not_before() -> None:
    table = Companion(does_answer=False)
    assert not table.watchdog.look()
    assert table.supervisor.heard == []
    table.does_answer = True
    assert table.watchdog.look()
    assert table.watchdog.look()
    assert table.supervisor.heard == ["ready: Ready at here", "alive", "alive"]


def test_it_is_not_ready_while_a_loop_hangs() -> None:
    table = Companion()
    table.clock.sleep(11)
    assert not table.watchdog.look()
    assert table.supervisor.heard == []


def test_a_loop_that_hangs_is_named_once_and_nobody_vouches_for_it() -> None:
    table = Companion()
    table.watchdog.look()
    table.clock.sleep(11)
    assert not table.watchdog.look()
    assert not table.watchdog.look()
    assert table.supervisor.heard == ["ready: Ready at here", "alive", "These hang: eye."]


def test_a_page_that_stops_answering_is_not_vouched_for_until_it_does_again() -> None:
    table = Companion()
    table.watchdog.look()
    table.does_answer = False
    table.watchdog.look()
    table.does_answer = True
    table.watchdog.look()
    assert table.supervisor.heard[2:] == ["The page does not answer.", "ready: Ready at here", "alive"]


def test_it_looks_often_until_ready_and_then_three_times_a_watch() -> None:
    table = Companion()
    assert table.watchdog.round_s == UNTIL_READY_S
    table.watchdog.look()
    assert table.watchdog.round_s == 10
    table.supervisor.watchdog_s = None
    assert table.watchdog.round_s == UNWATCHED_S


def test_its_thread_looks_by_itself_and_ends_when_closed() -> None:
    table = Companion()
    table.watchdog.start()
    assert table.supervisor.is_alive.wait(10)
    table.watchdog.close()
    table.watchdog.close()
    assert not any(thread.name == "watchdog" for thread in threading.enumerate())


@contextmanager
def served(status: int) -> Iterator[int]:
    """Serve every request with one status; yield the port."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Keep silent."""

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(("status", "does_answer"), [(200, True), (500, False), (403, False)])
def test_only_a_page_that_is_given_is_an_answer(status: int, does_answer: bool) -> None:
    with served(status) as port:
        assert page_answers("127.0.0.1", port) is does_answer


def test_a_server_that_takes_the_question_and_says_nothing_does_not_answer() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        assert not page_answers("127.0.0.1", mute.getsockname()[1], timeout_s=0.05)
    assert not page_answers("127.0.0.1", mute_port_left(), timeout_s=0.5)


def mute_port_left() -> int:
    """Return a port on which nobody listens any more."""
    with closing(socket.create_server(("127.0.0.1", 0))) as left:
        return int(left.getsockname()[1])


# -- the pulse


def test_a_loop_hangs_only_once_its_time_is_over() -> None:
    clock = ManualClock()
    pulse = Pulse(clock.now_ns)
    beat = pulse.loop("eye", within_s=2)
    clock.sleep(2)
    assert pulse.late() == ()
    clock.sleep(1e-9)
    assert pulse.late() == ("eye",)
    beat()
    assert pulse.late() == ()


def test_only_the_loop_that_hangs_is_named() -> None:
    clock = ManualClock()
    pulse = Pulse(clock.now_ns)
    companion = pulse.loop("companion", within_s=1)
    pulse.loop("eye", within_s=1)
    pulse.loop("slow", within_s=60)
    clock.sleep(5)
    companion()
    assert pulse.late() == ("eye",)
