"""Tasks on a cluster: the same results in the same order, and a sentence where there is none."""

from __future__ import annotations

import os
import sys

import pytest

from models.work.cluster import on_cluster
from models.work.errors import ClusterError, ClusterMissingError
from models.work.spread import spread
from tests.ports import free_port

needs_dask = pytest.mark.usefixtures("dask")


@pytest.fixture
def dask():
    return pytest.importorskip("distributed", reason="work on a cluster needs Dask (serviert[cluster])")


def negative(number: int) -> int:
    return -number


def raises(what: str) -> None:
    raise ValueError(what)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own
def test_a_cluster_gives_the_same_results_in_the_same_order_as_processes_do(dask):
    with dask.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        assert list(spread(negative, range(5), jobs=1, cluster=address)) == list(spread(negative, range(5), jobs=1))
        with pytest.raises(ValueError, match="no such thing"):
            list(spread(raises, ["no such thing"], jobs=1, cluster=address))


@needs_dask
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "nonsense", "foo://127.0.0.1:{port}"])
def test_where_no_scheduler_answers_a_sentence_says_what_to_do(address):
    at = address.format(port=free_port())
    with pytest.raises(ClusterError, match=f"answers at {at} .*start one with `dask scheduler`"):
        list(on_cluster(negative, [1], address=at, jobs=1, connecting_s=1))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_cluster_without_workers_is_said(dask):
    with (
        dask.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster,
        pytest.raises(ClusterError, match="no Dask cluster with a worker"),
    ):
        list(on_cluster(negative, [1], address=cluster.scheduler_address, jobs=1, connecting_s=1))


@pytest.mark.parametrize("address", ["local", "tcp://127.0.0.1:1"])
def test_without_dask_a_sentence_says_what_to_install(address, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterMissingError, match=r"pip install serviert\[cluster\]"):
        list(on_cluster(negative, [1], address=address, jobs=1))


def dies(_: int) -> None:
    os._exit(3)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_work_that_ends_its_workers_ends_in_a_sentence(dask):
    config = pytest.importorskip("dask.config")
    with (
        config.set({"distributed.scheduler.allowed-failures": 0}),
        dask.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        pytest.raises(ClusterError, match="lost what it worked on"),
    ):
        list(on_cluster(dies, [1], address=cluster.scheduler_address, jobs=1))
