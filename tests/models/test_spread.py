"""Tasks in processes and on a cluster: results come in order, and no process is left behind."""

import os
import signal
import sys

import pytest

from models.spread import ClusterError, ClusterMissingError, ProcessLostError, TaskFailedError, cluster_executor, spread
from tests.models.pipe import assert_ends_with
from tests.ports import free_port

dasks_own = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


def negative(number):
    return -number


def raises(what):
    raise ValueError(what)


class OwnSentenceError(Exception):
    def __init__(self, one, other):
        super().__init__(f"{one} and {other}")


def raises_own_sentence(_):
    raise OwnSentenceError(1, 2)


def dies(_):
    os._exit(3)


def surroundings(number):
    return number, os.environ.get("OMP_NUM_THREADS"), signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_results_come_in_the_order_of_the_tasks_each_process_with_one_thread_and_deaf_to_ctrl_c(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert list(spread(surroundings, range(7), jobs=2)) == [(number, "1", True) for number in range(7)]
    assert "OMP_NUM_THREADS" not in os.environ


def test_what_goes_wrong_in_a_process_is_raised_here():
    with pytest.raises(TaskFailedError, match="OwnSentenceError: 1 and 2"):
        list(spread(raises_own_sentence, [1], jobs=1))
    with pytest.raises(ProcessLostError, match="if memory ran out, use fewer --jobs"):
        list(spread(dies, [1], jobs=1))


@pytest.mark.proof
@pytest.mark.parametrize("how", ["left", "killed"])
def test_processes_end_with_whoever_started_them(how, tmp_path):
    program = f"""
from pathlib import Path
from models.spread import executor, started_quietly
from tests.models.pipe import tells_and_pauses
with executor(1) as pool, started_quietly():
    pool.submit(tells_and_pauses, Path({str(tmp_path)!r}))
    input()
    raise KeyboardInterrupt
"""
    assert_ends_with(program, tmp_path, lambda it: it.kill() if how == "killed" else it.communicate(b"\n"))


def dask():
    return pytest.importorskip("distributed", reason="work on a cluster needs Dask (serviert[cluster])")


@dasks_own
def test_a_cluster_gives_the_same_results_in_the_same_order_as_processes_do():
    with dask().LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        assert list(spread(negative, range(5), jobs=1, cluster=address)) == [0, -1, -2, -3, -4]
        with pytest.raises(ValueError, match="no such thing"):
            list(spread(raises, ["no such thing"], jobs=1, cluster=address))


@dasks_own
def test_where_no_scheduler_answers_or_it_has_no_workers_a_sentence_says_what_to_do():
    with dask().LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster:
        for at in (f"tcp://127.0.0.1:{free_port()}", "nonsense", "foo://127.0.0.1:8786", cluster.scheduler_address):
            said = f"no Dask cluster with a worker answers at {at} .*start one with `dask scheduler`"
            with pytest.raises(ClusterError, match=said), cluster_executor(at, jobs=1, connecting_s=1):
                pass


def test_without_dask_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterMissingError, match=r"pip install serviert\[cluster\]"):
        list(spread(negative, [1], jobs=1, cluster="local"))


@dasks_own
def test_work_that_ends_its_workers_ends_in_a_sentence():
    with (
        pytest.importorskip("dask.config").set({"distributed.scheduler.allowed-failures": 0}),
        dask().LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        pytest.raises(ClusterError, match="lost what it worked on"),
    ):
        list(spread(dies, [1], jobs=1, cluster=cluster.scheduler_address))
