import json
from dataclasses import replace

import cv2
import numpy as np

from models.evaluate import held_out as sets
from models.evaluate.board_set import as_stills, read_boards
from models.evaluate.held_out import FUSED, HeldOutSet, drawn, exposed, frame_name, load_frames, write_frames
from models.evaluate.workers import Models
from models.render import stage, styles
from models.render.world import Board, Design, Family, Film, Scene, SceneCamera, SceneHand, SceneLight
from models.train.pictures import placing, truth
from models.train.pictures.scene import DESIGN_COUNT, SceneConfig
from vision.reading import Verdict

SCENES = SceneConfig(size_wh=(96, 96), die_px=(16.0, 20.0))
SMALL = HeldOutSet(name="small", seed=1, count=2, first_design=30_000, config=SCENES, shard=2)


def test_no_two_sets_share_a_design_with_each_other_or_with_what_was_trained_on():
    scenes = [one.scenes for one in (sets.CAFE, sets.HARD)]
    pools = [set(one.design_pool) for one in scenes]
    assert all(one.held_out for one in scenes)
    assert len(set.union(*pools)) == sum(map(len, pools)) == 2 * sets.POOL
    assert DESIGN_COUNT <= min(set.union(*pools)) <= max(set.union(*pools)) < styles.HELD_OUT_FROM


def test_boards_are_drawn_once_and_more_of_them_go_on(tmp_path):
    folder = drawn(SMALL, tmp_path, jobs=1)
    boards, _ = truth.true_boards(folder)
    first = cv2.imread(str(folder / boards[0].image))
    assert first.shape == (96, 96, 3)
    lines = (folder / "truth-00000.jsonl").read_text().splitlines()
    names = {die["design"] for line in lines for die in json.loads(line)["dice"]}
    assert names
    assert all(int(name.rsplit("-", 1)[1]) >= styles.HELD_OUT_FROM + 30_000 for name in names)

    (folder / boards[0].image).write_bytes(b"kept")
    assert drawn(SMALL, tmp_path, jobs=1, count=3) == folder
    assert (folder / boards[0].image).read_bytes() == b"kept"
    assert len(truth.true_boards(folder)[0]) == 4

    (folder / "truth-00000.jsonl").unlink()
    drawn(SMALL, tmp_path, jobs=1)
    np.testing.assert_array_equal(cv2.imread(str(folder / boards[0].image)), first)
    other, twice = (drawn(replace(SMALL, **change), tmp_path, jobs=1) for change in ({"seed": 2}, {"frames": 2}))
    assert len({folder, other, twice}) == 3
    names = [f"{number:06d}{frame}.jpg" for number in range(2) for frame in ("-1", "")]
    assert sorted(path.name for path in twice.glob("*.jpg")) == names
    assert (folder / "000001.jpg").read_bytes() == (twice / "000001.jpg").read_bytes()


BLANK = Design(name="blank", family=Family.BLANK, faces=np.full((6, 8, 8, 3), 220, np.uint8))
CAMERA = SceneCamera(f_px=250.0, size_wh=(120, 120))
FILM = Film(noise=3.0)
STAGE = stage.RenderStage(Board(), SceneLight(), CAMERA)
DICE = (placing.lie_flat(BLANK, 17.0, 5.0, 5.0, rng=np.random.default_rng(1)),)


def test_frames_of_a_scene_differ_in_nothing_but_noise_and_are_loaded_as_they_were_written_never_in_part(tmp_path):
    first, second = exposed(STAGE, DICE, FILM, seed=4, count=2)
    assert first.truth == second.truth
    difference = first.pixels.astype(int) - second.pixels
    assert 1.0 < difference.std() < 8.0
    assert abs(difference.mean()) < 0.2
    picture = stage.render(Scene(dice=DICE, light=SceneLight(), camera=CAMERA, film=FILM, seed=4))
    np.testing.assert_array_equal(first.pixels, picture.pixels)
    (under,) = exposed(STAGE, DICE, FILM, seed=4, count=1, hands=(SceneHand(tip_mm=(5.0, 35.0, 20.0), from_deg=270.0),))
    assert under.truth[0].visible_fraction < 0.5
    write_frames(tmp_path, "a.png", (first, second))
    for frame, written in zip(load_frames(tmp_path, "a.png", 2), (first, second), strict=True):
        np.testing.assert_array_equal(frame.pixels, written.pixels)
    (tmp_path / frame_name("a.png", 1)).unlink()
    assert load_frames(tmp_path, "a.png", 2) is None
    assert load_frames(tmp_path, "a.png", 1) is not None


LARGE_SCENES = SceneConfig(size_wh=(560, 560), die_px=(36.0, 40.0), quality=0.0, clutter_share=0.0, hand_share=0.0)
LARGE = HeldOutSet(name="small", seed=3, count=2, first_design=30_000, config=LARGE_SCENES, frames=FUSED, shard=2)


def test_boards_drawn_in_frames_are_read_by_the_models_in_the_repository_but_for_one_of_which_a_frame_is_gone(tmp_path):
    folder = drawn(LARGE, tmp_path, jobs=1)
    records, missing = read_boards(folder, Models(), as_stills, jobs=1)
    assert ([one.image for one in records], missing) == (["000000.jpg", "000001.jpg"], ())
    dice = [die for one in records for die in one.dice]
    assert sum(die.read is not None for die in dice) > len(dice) / 2
    assert all(Verdict.EMPTY is not one.verdict for one in records)
    (folder / frame_name("000001.jpg", 1)).unlink()
    records, (sentence,) = read_boards(folder, Models(), as_stills, jobs=1)
    assert [one.image for one in records] == ["000000.jpg"]
    assert "000001.jpg" in sentence
