from dataclasses import replace

import numpy as np

from models.render.stage import render
from models.render.styles import HELD_OUT_FROM
from models.render.truth import top_face
from models.render.world import DieState
from models.train.pictures.scene import SceneConfig, sample_scene

SMALL = SceneConfig(size_wh=(128, 128), die_px=(14, 20), design_pool=(1, 2))


def test_a_seed_gives_one_scene_and_one_picture_and_another_seed_another() -> None:
    first, again, other = (render(sample_scene(np.random.default_rng(seed), SMALL)) for seed in (5, 5, 6))
    assert first.truth == again.truth
    np.testing.assert_array_equal(first.pixels, again.pixels)
    assert np.abs(first.pixels.astype(int) - other.pixels).mean() > 5


def test_dice_are_as_large_in_the_picture_as_asked() -> None:
    sizes = []
    for seed in range(12):
        for truth in render(sample_scene(np.random.default_rng(seed), SMALL)).truth:
            quad = np.array(truth.quad)
            sizes.append(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    assert 12 < np.percentile(sizes, 10) < np.percentile(sizes, 90) < 24


def test_burning_dice_are_as_frequent_as_asked_and_their_poses_agree_with_their_states() -> None:
    config = replace(SMALL, leaning_share=0.4)
    dice = [die for seed in range(60) for die in sample_scene(np.random.default_rng(seed), config).dice]
    assert all((top_face(die.rotation)[1] > 2.5) == (die.state is DieState.LEANING) for die in dice)
    assert 0.12 < np.mean([die.state in (DieState.LEANING, DieState.STACKED) for die in dice]) < 0.5


def test_held_out_scenes_show_held_out_designs_only() -> None:
    config = replace(SMALL, held_out=True, empty_share=0.0, design_pool=(3,))
    names = {die.design.name for seed in range(6) for die in sample_scene(np.random.default_rng(seed), config).dice}
    assert names
    assert all(int(name.rsplit("-", 1)[1]) >= HELD_OUT_FROM for name in names)
