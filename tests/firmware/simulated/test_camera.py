import cv2
import numpy as np
import pytest

from firmware.simulated.board import SimulatedBoard
from firmware.simulated.camera import EXPOSURE_S, CameraFault
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import PREVIEW_PX, Wavering
from firmware.simulated.sight import Sight, SimulatedExposure
from models.render.poses import flat_pose
from models.render.world import DesignFace
from tests.doubles import clock, tampering
from tests.firmware.simulated.conftest import ROYAL, SETTING
from vision.frame import Frame

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


@pytest.fixture(scope="module")
def shared() -> SimulatedBoard:
    """One board: tracing it takes seconds."""
    return SimulatedBoard(SETTING, seed=1, clock=clock.ManualClock())


@pytest.fixture
def board(shared) -> SimulatedBoard:
    shared.table.lay(ROYAL)
    return shared


def difference(one: Frame, other: Frame) -> np.ndarray:
    """Return how much the brightness differs, noise smoothed away, float (H, W)."""
    greys = [cv2.GaussianBlur(frame.pixels.mean(axis=2), (0, 0), 2.0) for frame in (one, other)]
    return np.abs(greys[0] - greys[1])


class BusyClock(clock.ManualClock):
    """The clock of a machine on which so much is to be done that time passes between any two looks at it."""

    def now_ns(self) -> int:
        self.sleep(3 * EXPOSURE_S)
        return super().now_ns()


def test_a_machine_that_is_busy_elsewhere_gives_frames_late_and_no_error():
    board = SimulatedBoard(SETTING, seed=1, clock=BusyClock())
    board.cameras.fault = CameraFault.BLACK  # nothing to be drawn
    camera = board.open_camera()
    preview = camera.preview()
    assert camera.capture(not_before_ns=preview.exposed_ns + 1).exposed_ns > preview.exposed_ns


def test_frames_of_a_still_board_differ_by_noise_and_where_a_die_is_taken_away_and_nowhere_else(board):
    camera = board.open_camera()
    frames = [camera.preview() for _ in range(5)]
    gaps_s = np.diff([frame.exposed_ns for frame in frames]) * 1e-9
    assert (gaps_s > 1 / 20).all()
    assert (gaps_s < 1 / 12).all()
    assert 0.5 < np.abs(frames[0].pixels.astype(int) - frames[1].pixels).mean() < 5
    assert difference(*frames[:2]).max() < 4
    x, y = (share * PREVIEW_PX for share in board.table.truth()[2].place_xy)
    tampering.take_away(board.table, 2)
    gone = np.argwhere(difference(frames[0], camera.preview()) > 15)
    assert len(gone) > 400
    assert np.hypot(gone[:, 1] - x, gone[:, 0] - y).max() < 90


def test_one_picture_is_exposed_otherwise_and_the_next_as_before(board):
    camera = board.open_camera()
    before, dim = camera.capture(not_before_ns=0), camera.expose(0.3)
    bright, after = camera.expose(3.0), camera.preview()
    means = [frame.pixels.mean() for frame in (dim, before, bright)]
    assert 2 * means[0] < means[2] > means[1] > means[0]
    assert after.pixels.mean() == pytest.approx(means[1], rel=0.05)


SIZE_PX = 240


@pytest.fixture(scope="module")
def darkroom() -> Darkroom:
    return Darkroom(SETTING)


def sight(*places: tuple[float, float]) -> Sight:
    poses = tuple(flat_pose(x, y, face=DesignFace.ACE, heading_deg=0.0, size_mm=17.0) for x, y in places)
    return Sight(key=places, poses=poses)


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


def test_a_die_smeared_at_the_pictures_edge_or_taken_during_the_exposure_is_no_trouble(darkroom):
    gone = SimulatedExposure(sight((-300.0, 0.0)), sight((-290.0, 0.0)), sight((-280.0, 0.0)))
    empty = darkroom.clean(SimulatedExposure.of_one(sight()), SIZE_PX)
    np.testing.assert_array_equal(darkroom.clean(gone, SIZE_PX), empty)
    for x in (-180.0, 175.0):
        darkroom.clean(SimulatedExposure(sight((x, x)), sight((x + 5, x)), sight((x + 10, x))), SIZE_PX)
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
