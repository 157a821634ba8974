"""Tasks in processes: their results come in order, and nothing is waited for that will not come or left behind."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from models.work.errors import ProcessLostError, TaskFailedError
from models.work.processes import by_processes

ROOT = Path(__file__).parents[3]
PATIENCE_S = 30.0


def negative(number: int) -> int:
    return -number


def first_after_second(task: tuple[Path, int]) -> int:
    """Have the first result wait until somebody is at the second: a pipe is opened by both or by nobody."""
    pipe, number = task
    with pipe.open("rb" if number == 0 else "wb"):
        return number


def raises(what: str) -> None:
    raise ValueError(what)


class OwnSentenceError(Exception):
    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def raises_own_sentence(_: int) -> None:
    raise OwnSentenceError(1, 2)


def dies(how: str) -> None:
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    os._exit(3)


def threads(_: int) -> tuple[str | None, bool]:
    return os.environ.get("OMP_NUM_THREADS"), signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def pauses(number: int) -> None:
    if number:
        signal.pause()


def test_results_come_in_the_order_of_the_tasks():
    assert list(by_processes(negative, range(7), jobs=2)) == [0, -1, -2, -3, -4, -5, -6]


def test_a_result_that_is_there_first_waits_for_its_turn(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert list(by_processes(first_after_second, [(pipe, 0), (pipe, 1)], jobs=2)) == [0, 1]


def test_without_tasks_there_is_nothing_to_do():
    assert list(by_processes(negative, [], jobs=2)) == []


def test_what_a_task_raises_is_raised_here_and_says_where_it_came_from():
    with pytest.raises(ValueError, match="no such thing") as raised:
        list(by_processes(raises, ["no such thing"], jobs=1))
    assert "test_processes.py" in "".join(raised.value.__notes__)


def test_an_error_that_cannot_be_sent_keeps_its_words():
    with pytest.raises(TaskFailedError, match="OwnSentenceError: 1 and 2"):
        list(by_processes(raises_own_sentence, [1], jobs=1))


@pytest.mark.parametrize(
    ("how", "sentence"), [("killed", r"by signal 9;.*fewer --jobs"), ("ended", "with exit code 3")]
)
def test_a_process_that_ends_amid_a_task_is_not_waited_for(how, sentence):
    with pytest.raises(ProcessLostError, match=sentence):
        list(by_processes(dies, [how], jobs=1))
    assert not multiprocessing.active_children()


def test_each_process_computes_with_one_thread_and_leaves_ctrl_c_to_this_one(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert list(by_processes(threads, [1], jobs=1)) == [("1", True)]
    assert "OMP_NUM_THREADS" not in os.environ
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


FIRST = """
from models.work.processes import by_processes
from tests.models.work.test_processes import threads
if __name__ == "__main__":
    print(list(by_processes(threads, [1], jobs=1))[0][1])
"""


def test_the_very_first_process_leaves_ctrl_c_to_this_one_as_well():
    done = subprocess.run([sys.executable, "-c", FIRST], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_who_stops_asking_leaves_no_process_behind():
    results = by_processes(pauses, [0, 1, 2], jobs=2)
    next(results)
    assert len(multiprocessing.active_children()) == 2
    results.close()
    assert not multiprocessing.active_children()


KILLED = """
import sys
from models.work.processes import by_processes
from tests.models.work.test_processes import tells_and_pauses
if __name__ == "__main__":
    list(by_processes(tells_and_pauses, [sys.argv[1]], jobs=1))
"""


def tells_and_pauses(pipe: str) -> None:
    with open(pipe, "wb", buffering=0) as it:  # noqa: PTH123 - a pipe
        it.write(b"here")
        signal.pause()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent ended")
def test_a_process_ends_with_the_one_that_started_it(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-c", KILLED, pipe], cwd=ROOT) as program, pipe.open("rb") as it:
        assert it.read(4) == b"here"
        program.kill()
        is_ended, _, _ = select.select([it], [], [], PATIENCE_S)
        assert is_ended
        assert it.read() == b""
