import numpy as np
import pytest

from models.evaluate.frames import exposed, frame_name, load_frames, write_frames
from models.render.stage import RenderStage, render
from models.render.world import Board, Design, Family, Film, Scene, SceneCamera, SceneHand, SceneLight
from models.train.pictures.placing import lie_flat

BLANK = Design(name="blank", family=Family.BLANK, faces=np.full((6, 8, 8, 3), 220, np.uint8))
CAMERA = SceneCamera(f_px=250.0, size_wh=(120, 120))
FILM = Film(noise=3.0)


@pytest.fixture(scope="module")
def stage():
    return RenderStage(Board(), SceneLight(), CAMERA)


@pytest.fixture(scope="module")
def dice():
    return (lie_flat(BLANK, 17.0, 5.0, 5.0, rng=np.random.default_rng(1)),)


def test_frames_of_a_scene_differ_in_nothing_but_noise(stage, dice):
    first, second = exposed(stage, dice, FILM, seed=4, count=2)
    assert first.truth == second.truth
    difference = first.pixels.astype(int) - second.pixels
    assert 1.0 < difference.std() < 8.0
    assert abs(difference.mean()) < 0.2


def test_the_first_frame_is_the_picture_that_is_drawn_of_the_scene(stage, dice):
    (first,) = exposed(stage, dice, FILM, seed=4, count=1)
    drawn = render(Scene(dice=dice, light=SceneLight(), camera=CAMERA, film=FILM, seed=4))
    np.testing.assert_array_equal(first.pixels, drawn.pixels)


def test_a_hand_hides_dice(stage, dice):
    (frame,) = exposed(stage, dice, FILM, seed=4, count=1, hands=(SceneHand(tip_mm=(5.0, 35.0, 20.0), from_deg=270.0),))
    assert frame.truth[0].visible_fraction < 0.5


def test_frames_are_loaded_as_they_were_written_and_never_in_part(stage, dice, tmp_path):
    write_frames(tmp_path, "a.png", exposed(stage, dice, FILM, seed=4, count=2))
    frames = load_frames(tmp_path, "a.png", 2)
    assert [frame.size_wh for frame in frames] == [(120, 120)] * 2
    assert (frames[0].pixels != frames[1].pixels).any()
    (tmp_path / frame_name("a.png", 1)).unlink()
    assert load_frames(tmp_path, "a.png", 2) is None
    assert load_frames(tmp_path, "a.png", 1) is not None
