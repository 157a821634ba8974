import numpy as np
import pytest

from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import Setting, Wavering
from firmware.simulated.sight import Sight, SimulatedExposure
from models.render.poses import flat_pose
from models.render.world import DesignFace, SceneHand

SIZE_PX = 240
SETTING = Setting.for_session(1)


@pytest.fixture(scope="module")
def darkroom() -> Darkroom:
    return Darkroom(SETTING)


def sight(*places: tuple[float, float], key: str = "", hands: tuple[SceneHand, ...] = ()) -> Sight:
    poses = tuple(flat_pose(x, y, face=DesignFace.ACE, heading_deg=0.0, size_mm=17.0) for x, y in places)
    return Sight(key=(key, places), poses=poses, hands=hands)


def slopes(pixels: np.ndarray) -> tuple[float, float]:
    """Return how steep the middle of the picture is across and down."""
    middle = slice(SIZE_PX // 2 - 30, SIZE_PX // 2 + 30)
    grey = pixels[middle, middle].astype(float).mean(axis=2)
    return float(np.abs(np.diff(grey, axis=1)).max()), float(np.abs(np.diff(grey, axis=0)).max())


def test_a_die_that_moves_is_smeared_along_its_way_and_not_across(darkroom):
    still = darkroom.clean(SimulatedExposure.of_one(sight((0.0, 0.0))), SIZE_PX)
    moving = SimulatedExposure(sight((-8.0, 0.0)), sight((0.0, 0.0)), sight((8.0, 0.0)))
    across, down = slopes(darkroom.clean(moving, SIZE_PX))
    sharp_across, sharp_down = slopes(still)
    assert across < 0.3 * sharp_across
    assert down > 0.4 * sharp_down


def test_a_die_smeared_at_the_pictures_edge_is_no_trouble(darkroom):
    gone = SimulatedExposure(sight((-300.0, 0.0)), sight((-290.0, 0.0)), sight((-280.0, 0.0)))
    empty = darkroom.clean(SimulatedExposure.of_one(sight()), SIZE_PX)
    np.testing.assert_array_equal(darkroom.clean(gone, SIZE_PX), empty)
    for x in (-180.0, 175.0):
        darkroom.clean(SimulatedExposure(sight((x, x)), sight((x + 5, x)), sight((x + 10, x))), SIZE_PX)


def test_a_die_taken_during_the_exposure_is_drawn_without_smear(darkroom):
    taken = SimulatedExposure(sight((0.0, 0.0), (40.0, 0.0)), sight((0.0, 0.0)), sight((0.0, 0.0)))
    whole = darkroom.clean(SimulatedExposure.of_one(sight((0.0, 0.0))), SIZE_PX)
    np.testing.assert_array_equal(darkroom.clean(taken, SIZE_PX), whole)


def test_what_looks_alike_is_drawn_once(darkroom):
    first = darkroom.clean(SimulatedExposure.of_one(sight((10.0, 0.0))), SIZE_PX)
    assert darkroom.clean(SimulatedExposure.of_one(sight((10.0, 0.0))), SIZE_PX) is first
    assert darkroom.clean(SimulatedExposure.of_one(sight((11.0, 0.0))), SIZE_PX) is not first


def test_noise_is_that_of_its_seed_as_strong_as_the_setting_says_and_brightness_never_wraps_round(darkroom):
    grey = np.full((SIZE_PX, SIZE_PX, 3), 128, np.uint8)
    one, again, other = (darkroom.noisy(grey, gain=np.ones(1), seed=(seed, 0)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)
    assert (one.mean(), one.std()) == pytest.approx((128, SETTING.noise), rel=0.1)
    assert darkroom.noisy(grey, gain=np.full(1, 1.1), seed=(1, 0)).mean() == pytest.approx(1.1 * 128, abs=0.5)
    assert darkroom.noisy(grey, gain=np.full(1, 5.0), seed=(1, 0)).min() > 240


def test_rows_exposed_one_after_the_other_show_bands_of_a_lamp(darkroom):
    grey = np.full((SIZE_PX, SIZE_PX, 3), 100, np.uint8)
    gain = Wavering(waves=((100.0, 0.3),), read_out_s=0.02).gains(0.0, SIZE_PX)  # two periods
    rows = darkroom.noisy(grey, gain=gain, seed=(1, 0)).mean(axis=(1, 2))
    crests = [float(rows[SIZE_PX * eighth // 8]) / 100 for eighth in (1, 3, 5, 7)]
    assert crests == pytest.approx([1.3 ** (1 / 2.2), 0.7 ** (1 / 2.2)] * 2, abs=0.02)


def test_a_hand_hides_what_lies_under_it(darkroom):
    hand = SceneHand(tip_mm=(0.0, 40.0, 30.0), from_deg=270.0)
    bare = darkroom.clean(SimulatedExposure.of_one(sight((0.0, 0.0))), SIZE_PX).astype(int)
    covered = darkroom.clean(SimulatedExposure.of_one(sight((0.0, 0.0), key="hand", hands=(hand,))), SIZE_PX)
    middle = np.s_[SIZE_PX // 2 - 4 : SIZE_PX // 2 + 4, SIZE_PX // 2 - 4 : SIZE_PX // 2 + 4]
    assert np.abs(covered[middle] - bare[middle]).mean() > 25
