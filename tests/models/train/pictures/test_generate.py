import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from models.train.pictures.generate import PictureShard, Renderer, draw_shard, jobs_of, parse_arguments
from models.train.pictures.scene import SceneConfig
from models.train.pictures.shards import unfinished
from models.train.pictures.traced.errors import TracerMissingError
from models.train.pictures.traced.studio import mitsuba


def job(out: Path, kind: str = "crops") -> PictureShard:
    return PictureShard(kind=kind, seed=1, shard=0, first=0, count=2, out=out, config=SceneConfig())


def test_a_shard_holds_its_pictures_and_their_truth(tmp_path: Path) -> None:
    assert draw_shard(job(tmp_path)) == 2
    lines = [json.loads(line) for line in (tmp_path / "truth-00000.jsonl").read_text().splitlines()]
    assert len(lines) == 2
    for line in lines:
        picture = cv2.imread(str(tmp_path / line["image"]))
        assert list(picture.shape[1::-1]) == line["size_wh"] == [128, 128]
        die = line["dice"][line["main"]]
        assert len(die["quad"]) == 4
        assert die["label"] in range(-1, 6)


def test_a_finished_shard_is_not_drawn_again(tmp_path: Path) -> None:
    config = SceneConfig()
    jobs = jobs_of("boards", count=250, seed=1, out=tmp_path, config=config)
    assert [j.shard for j in unfinished(jobs)] == [0, 1, 2]
    (tmp_path / "truth-00001.jsonl").touch()
    left = unfinished(jobs)
    assert [(j.shard, j.first, j.count) for j in left] == [(0, 0, 100), (2, 200, 50)]


def test_a_set_is_the_same_whenever_it_is_drawn(tmp_path: Path) -> None:
    for name in ("a", "b"):
        draw_shard(job(tmp_path / name))
    first, second = ((tmp_path / name / "00000" / "00000001.jpg").read_bytes() for name in ("a", "b"))
    assert first == second


def test_the_truth_says_which_renderer_drew_a_picture(tmp_path: Path) -> None:
    draw_shard(job(tmp_path))
    assert json.loads((tmp_path / "truth-00000.jsonl").read_text().splitlines()[0])["renderer"] == "fast"


def test_a_traced_set_has_the_truth_of_the_fast_one(tmp_path: Path) -> None:
    try:
        mitsuba()
    except TracerMissingError as error:
        pytest.skip(str(error))
    truths = []
    for renderer in Renderer:
        draw_shard(replace(job(tmp_path / renderer), count=1, renderer=renderer))
        line = json.loads((tmp_path / renderer / "truth-00000.jsonl").read_text())
        assert line.pop("renderer") == renderer.value
        truths.append(line)
    assert truths[0] == truths[1]
    pictures = [cv2.imread(str(tmp_path / renderer / truths[0]["image"])).astype(int) for renderer in Renderer]
    assert 1 < abs(pictures[0] - pictures[1]).mean() < 40


def test_a_renderer_nobody_knows_is_refused() -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["boards", "--count", "1", "--out", "x", "--renderer", "oils"])


def test_a_kind_that_is_not_drawn_is_refused() -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["spheres", "--count", "1", "--out", "x"])
