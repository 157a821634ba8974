"""Sets are the same whenever and wherever they are drawn, what is finished is left alone, and the truth is said."""

import json
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.render.designs import ALPHABETS, CORE_STYLES
from models.train.pictures.generate import SHARD, PictureSet, Renderer, draw_shard, parse_arguments
from models.train.pictures.scene import SceneConfig
from models.train.pictures.shards import Shard, draw_shards, shards_of, unfinished
from models.train.pictures.sheets import TEXTURE_PX, draw_core_sheet, draw_sheet, sheets_of
from models.train.prints import sheets_in


def pictures(out: Path, renderer: Renderer = Renderer.FAST) -> PictureSet:
    return PictureSet(seed=3, out=out, config=SceneConfig(empty_share=0.0), renderer=renderer, sides_px=(128,))


def two_shards(out: Path, size: int = 2) -> list[Shard]:
    return shards_of(2 * size, size, out, "truth-{:05d}.jsonl")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_shard_holds_its_pictures_and_their_truth_and_is_the_same_whenever_it_is_drawn(tmp_path: Path) -> None:
    for name in ("a", "b"):
        draw_shard(pictures(tmp_path / name), two_shards(tmp_path / name)[1])
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert len(set(contents(tmp_path / "a").values())) == 3
    lines = [json.loads(line) for line in (tmp_path / "a" / "truth-00001.jsonl").read_text().splitlines()]
    assert [line["image"] for line in lines] == ["00001/00000002.jpg", "00001/00000003.jpg"]
    assert any(line["dice"] for line in lines)
    for line in lines:
        picture = cv2.imread(str(tmp_path / "a" / line["image"]))
        assert list(picture.shape[1::-1]) == line["size_wh"] == [128, 128]
        assert line["renderer"] == "fast"
        assert all(len(die["quad"]) == 4 and die["label"] in range(-1, 6) for die in line["dice"])


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own
def test_a_cluster_draws_the_same_bytes_as_processes_do(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="drawing on a cluster needs Dask (serviert[cluster])")
    here, there = tmp_path / "here", tmp_path / "there"
    draw_shards(partial(draw_shard, pictures(here)), two_shards(here), jobs=1)
    local = partial(distributed.LocalCluster, n_workers=1, threads_per_worker=1, processes=False)
    with local(dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        draw_shards(partial(draw_shard, pictures(there)), two_shards(there), jobs=1, cluster=address)
    assert len(contents(here)) == 6
    assert contents(here) == contents(there)


def touched(shard: Shard) -> None:
    shard.finished_path.write_text("drawn")


def test_finished_shards_are_not_drawn_again(tmp_path: Path) -> None:
    shards = shards_of(250, SHARD, tmp_path, "truth-{:05d}.jsonl")
    shards[1].finished_path.write_text("kept")
    assert [(one.number, one.first, one.count) for one in unfinished(shards)] == [(0, 0, 100), (2, 200, 50)]
    draw_shards(touched, shards, jobs=1)
    assert [one.finished_path.read_text() for one in shards] == ["drawn", "kept", "drawn"]


@pytest.mark.usefixtures("tracer")
def test_a_traced_set_has_the_truth_of_the_fast_one(tmp_path: Path) -> None:
    truths = []
    for renderer in Renderer:
        out = tmp_path / renderer
        draw_shard(pictures(out, renderer), two_shards(out, 1)[0])
        line = json.loads((out / "truth-00000.jsonl").read_text())
        assert line.pop("renderer") == renderer.value
        truths.append(line)
    assert truths[0] == truths[1]
    seen = [cv2.imread(str(tmp_path / renderer / truths[0]["image"])).astype(int) for renderer in Renderer]
    assert 1 < abs(seen[0] - seen[1]).mean() < 40


@pytest.mark.parametrize("words", ["boards --renderer oils", "spheres"])
def test_a_renderer_or_kind_nobody_knows_is_refused(words: str) -> None:
    with pytest.raises(SystemExit):
        parse_arguments([*words.split(), "--count", "1", "--out", "x"])


def sheet(out: Path, *, number: int = 0, held_out: bool = False) -> np.ndarray:
    """Draw a sheet of six designs and return their faces."""
    out.mkdir()
    (shard,) = sheets_of(6, 4, out)
    draw_sheet(4, Shard(number, 6 * number, 6, shard.finished_path), held_out=held_out)
    assert not list(out.glob("*.part*"))
    return sheets_in([out]).faces


def test_a_sheet_repeats_itself_and_held_out_designs_and_other_sheets_are_others(tmp_path: Path) -> None:
    plain = sheet(tmp_path / "plain")
    assert plain.shape == (6, 6, TEXTURE_PX, TEXTURE_PX, 3)
    assert np.array_equal(plain, sheet(tmp_path / "again"))
    assert not np.array_equal(plain, sheet(tmp_path / "held", held_out=True))
    assert not np.array_equal(plain, sheet(tmp_path / "next", number=1))


def test_the_simulated_boards_own_dice_have_a_sheet_without_ordinary_ones(tmp_path: Path) -> None:
    count = draw_core_sheet(tmp_path, 2)
    assert count == 2 * len(ALPHABETS) * (len(CORE_STYLES) - 1)
    assert (sheets_in([tmp_path]).labels >= 0).all()
