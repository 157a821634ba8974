"""A set is the same wherever its shards are drawn, and what is finished is left alone."""

from pathlib import Path

import pytest

from models.train.pictures.generate import PictureShard, draw_shard
from models.train.pictures.scene import SceneConfig
from models.train.pictures.shards import draw_shards, unfinished


def jobs(out: Path) -> list[PictureShard]:
    config = SceneConfig()
    return [
        PictureShard(kind="crops", seed=3, shard=shard, first=2 * shard, count=2, out=out, config=config)
        for shard in (0, 1)
    ]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def touched(job: PictureShard) -> int:
    job.finished_path.write_text("drawn")
    return job.count


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own
def test_a_cluster_draws_the_same_bytes_as_processes_do(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="drawing on a cluster needs Dask (serviert[cluster])")
    here, there = tmp_path / "here", tmp_path / "there"
    draw_shards(draw_shard, jobs(here), jobs=1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        draw_shards(draw_shard, jobs(there), jobs=1, cluster=cluster.scheduler_address)
    assert len(contents(here)) == 6
    assert contents(here) == contents(there)


def test_finished_shards_are_not_drawn_again(tmp_path: Path) -> None:
    both = jobs(tmp_path)
    both[0].finished_path.write_text("kept")
    assert unfinished(both) == both[1:]
    draw_shards(touched, both, jobs=1)
    assert [job.finished_path.read_text() for job in both] == ["kept", "drawn"]
