from dataclasses import replace

import numpy as np
import pytest

from models.render.stage import render
from models.render.styles import HELD_OUT_FROM
from models.render.truth import top_face
from models.render.world import DieState
from models.train.pictures.scene import PATCH_PX, SceneConfig, crop_config, sample_crop, sample_scene

SMALL = SceneConfig(size_wh=(128, 128), die_px=(14, 20), design_pool=(1, 2))


def test_a_seed_gives_one_scene_and_one_picture() -> None:
    first, second = (render(sample_scene(np.random.default_rng(5), SMALL)) for _ in range(2))
    assert first.truth == second.truth
    np.testing.assert_array_equal(first.pixels, second.pixels)


def test_different_seeds_give_different_pictures() -> None:
    first, second = (render(sample_scene(np.random.default_rng(seed), SMALL)).pixels for seed in (1, 2))
    assert np.abs(first.astype(int) - second).mean() > 5


def test_dice_are_as_large_in_the_picture_as_asked() -> None:
    sizes = []
    for seed in range(12):
        for truth in render(sample_scene(np.random.default_rng(seed), SMALL)).truth:
            quad = np.array(truth.quad)
            sizes.append(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    assert 12 < np.percentile(sizes, 10) < np.percentile(sizes, 90) < 24


@pytest.mark.parametrize("seed", range(8))
def test_poses_agree_with_the_states_given(seed: int) -> None:
    config = replace(SMALL, leaning_share=0.5)
    for die in sample_scene(np.random.default_rng(seed), config).dice:
        tilt = top_face(die.rotation)[1]
        assert (tilt > 2.5) == (die.state is DieState.LEANING)


def test_burning_dice_are_as_frequent_as_asked() -> None:
    states = [
        die.state
        for seed in range(60)
        for die in sample_scene(np.random.default_rng(seed), replace(SMALL, leaning_share=0.4)).dice
    ]
    burning = np.mean([state in (DieState.LEANING, DieState.STACKED) for state in states])
    assert 0.12 < burning < 0.5


def test_held_out_scenes_show_held_out_designs_only() -> None:
    config = replace(SMALL, held_out=True, empty_share=0.0, design_pool=(3,))
    names = {die.design.name for seed in range(6) for die in sample_scene(np.random.default_rng(seed), config).dice}
    assert names
    assert all(int(name.rsplit("-", 1)[1]) >= HELD_OUT_FROM for name in names)


def test_a_crop_has_its_die_in_the_middle() -> None:
    for seed in range(6):
        crop = sample_crop(np.random.default_rng(seed), crop_config(SMALL))
        truth = render(crop.scene).truth[crop.die]
        box = np.array(truth.box_xyxy)
        np.testing.assert_allclose((box[:2] + box[2:]) / 2, PATCH_PX / 2, atol=6)
        assert crop.scene.camera.size_wh == (PATCH_PX, PATCH_PX)
