import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.evaluate.held_out import CAFE, CALIBRATION, HARD, POOL, HeldOutSet, drawn
from models.evaluate.truth import true_boards
from models.render.seeds import HELD_OUT_FROM
from models.train.pictures.scene import DESIGN_COUNT, SceneConfig

SCENES = SceneConfig(size_wh=(96, 96), die_px=(16.0, 20.0))
SMALL = HeldOutSet(name="small", seed=1, count=2, first_design=30_000, config=SCENES, shard=2)


def designs(boards):
    return set(boards.scenes.design_pool)


def test_no_two_sets_share_a_design_with_each_other_or_with_what_was_trained_and_fitted_on():
    assert not designs(CAFE) & designs(HARD)
    assert not designs(CAFE) & designs(CALIBRATION)
    assert not designs(HARD) & designs(CALIBRATION)
    for boards in (CAFE, HARD, CALIBRATION):
        assert boards.scenes.held_out
        assert len(designs(boards)) == POOL
        assert min(designs(boards)) >= DESIGN_COUNT
    assert max(designs(CAFE) | designs(HARD) | designs(CALIBRATION)) < HELD_OUT_FROM


def test_the_same_set_is_calibrated_on_and_measured_on_but_for_seed_and_designs():
    assert CAFE.config == CALIBRATION.config
    assert CAFE.seed != CALIBRATION.seed


def test_boards_are_drawn_once_and_more_of_them_go_on(tmp_path):
    pytest.importorskip("PIL")
    folder = drawn(SMALL, tmp_path, jobs=1)
    boards, _ = true_boards(folder)
    first = cv2.imread(str(folder / boards[0].image))
    assert first.shape == (96, 96, 3)
    names = {die["design"] for line in (folder / "truth-00000.jsonl").read_text().splitlines()
             for die in json.loads(line)["dice"]}  # fmt: skip
    assert all(int(name.rsplit("-", 1)[1]) >= HELD_OUT_FROM + 30_000 for name in names)

    (folder / boards[0].image).write_bytes(b"kept")
    assert drawn(SMALL, tmp_path, jobs=1, count=3) == folder
    assert (folder / boards[0].image).read_bytes() == b"kept"
    assert len(true_boards(folder)[0]) == 4

    (folder / "truth-00000.jsonl").unlink()
    drawn(SMALL, tmp_path, jobs=1)
    np.testing.assert_array_equal(cv2.imread(str(folder / boards[0].image)), first)


def test_another_seed_lies_in_another_folder(tmp_path):
    pytest.importorskip("PIL")
    one, other = (replace(SMALL, seed=seed, count=1, shard=1) for seed in (1, 2))
    assert drawn(one, tmp_path, jobs=1) != drawn(other, tmp_path, jobs=1)


def test_as_many_frames_are_written_as_are_asked_for_and_the_first_is_the_same(tmp_path):
    pytest.importorskip("PIL")
    folders = [drawn(replace(SMALL, frames=frames), tmp_path, jobs=1) for frames in (1, 2)]
    names = [sorted(path.name for path in folder.glob("*.jpg")) for folder in folders]
    assert names[0] == ["000000.jpg", "000001.jpg"]
    assert names[1] == ["000000-1.jpg", "000000.jpg", "000001-1.jpg", "000001.jpg"]
    assert (folders[0] / "000001.jpg").read_bytes() == (folders[1] / "000001.jpg").read_bytes()
    assert len(true_boards(folders[1])[0]) == 2
