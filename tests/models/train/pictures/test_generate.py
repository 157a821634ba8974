"""Sets are the same whenever and wherever they are drawn, what is finished is left alone, and the truth is said."""

import json

import cv2
import numpy as np
import pytest

from models.render.designs import ALPHABETS, CORE_STYLES
from models.train import errors, prints
from models.train.pictures import generate, scene
from models.train.pictures.shards import Shard, draw_shards, shards_of, unfinished
from models.train.pictures.sheets import TEXTURE_PX, draw_core_sheet, draw_sheet, sheets_of


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_shard_holds_its_pictures_and_their_truth_and_is_the_same_whenever_it_is_drawn(tmp_path):
    config = scene.SceneConfig(empty_share=0.0)
    for out in (tmp_path / "a", tmp_path / "b"):
        pictures = generate.PictureSet(seed=3, out=out, config=config, sizes_wh=((128, 128),))
        generate.draw_shard(pictures, shards_of(4, 2, out, "truth-{:05d}.jsonl")[1])
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert len(set(contents(tmp_path / "a").values())) == 3
    lines = [json.loads(line) for line in (tmp_path / "a" / "truth-00001.jsonl").read_text().splitlines()]
    assert [line["image"] for line in lines] == ["00001/00000002.jpg", "00001/00000003.jpg"]
    assert any(line["dice"] for line in lines)
    for line in lines:
        assert list(cv2.imread(str(tmp_path / "a" / line["image"])).shape[1::-1]) == line["size_wh"] == [128, 128]
        assert all(len(die["quad"]) == 4 and die["label"] in range(-1, 6) for die in line["dice"])
    with pytest.raises(SystemExit):
        generate.main(["spheres", "--count", "1", "--out", str(tmp_path)])


def touched(shard):
    shard.finished_path.write_text("drawn")


def test_finished_shards_are_not_drawn_again(tmp_path):
    shards = shards_of(250, generate.SHARD, tmp_path, "truth-{:05d}.jsonl")
    shards[1].finished_path.write_text("kept")
    assert [(one.number, one.numbers) for one in unfinished(shards)] == [(0, range(100)), (2, range(200, 250))]
    draw_shards(touched, shards, jobs=1)
    assert [one.finished_path.read_text() for one in shards] == ["drawn", "kept", "drawn"]


def sheet(out, *, number=0, held_out=False):
    """Draw a sheet of three designs and return their faces."""
    out.mkdir()
    with pytest.raises(errors.NoPicturesError, match="sheets"):
        prints.sheets_in([out])
    (shard,) = sheets_of(3, 4, out)
    draw_sheet(4, Shard(number, range(3 * number, 3 * number + 3), shard.finished_path), held_out=held_out)
    assert not list(out.glob("*.part*"))
    return prints.sheets_in([out]).faces


def test_a_sheet_repeats_itself_and_held_out_designs_and_other_sheets_are_others(tmp_path):
    plain = sheet(tmp_path / "plain")
    assert plain.shape == (3, 6, TEXTURE_PX, TEXTURE_PX, 3)
    assert np.array_equal(plain, sheet(tmp_path / "again"))
    assert not np.array_equal(plain, sheet(tmp_path / "held", held_out=True))
    assert not np.array_equal(plain, sheet(tmp_path / "next", number=1))
    assert draw_core_sheet(tmp_path, 1) == len(ALPHABETS) * (len(CORE_STYLES) - 1)  # the board's own, no ordinary ones
    assert (prints.sheets_in([tmp_path]).labels >= 0).all()
