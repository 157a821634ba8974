from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.camera import EXPOSURE_S, CameraFault
from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, Setting
from tests.doubles.clock import ManualClock
from tests.firmware.simulated.seat import ROYAL
from vision.frame import Frame

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


@pytest.fixture(scope="module")
def shared() -> SimulatedBoard:
    """One board: tracing it takes seconds."""
    return SimulatedBoard(Setting.for_session(1), seed=1, clock=ManualClock())


@pytest.fixture
def board(shared) -> Iterator[SimulatedBoard]:
    shared.table.lay(ROYAL)
    yield shared
    shared.cameras.fault = None
    shared.table.show_board(is_in_view=True)
    shared.table.show_hand(is_in_view=False)


def difference(one: Frame, other: Frame) -> np.ndarray:
    """Return how much the brightness differs, noise smoothed away, float (H, W)."""
    greys = [cv2.GaussianBlur(frame.pixels.mean(axis=2), (0, 0), 2.0) for frame in (one, other)]
    return np.abs(greys[0] - greys[1])


def test_previews_are_small_and_captures_large_and_both_in_rgb(board):
    camera = board.open_camera()
    preview, capture = camera.preview(), camera.capture(not_before_ns=0)
    assert preview.size_wh == (PREVIEW_PX, PREVIEW_PX)
    assert capture.size_wh == (CAPTURE_PX, CAPTURE_PX)
    red, green, blue = (int(part) for part in np.median(preview.pixels[250:390, 250:390].reshape(-1, 3), axis=0))
    assert green > red  # green felt
    assert green > blue
    large = cv2.resize(capture.pixels, (PREVIEW_PX, PREVIEW_PX), interpolation=cv2.INTER_AREA)
    assert np.percentile(difference(preview, Frame(large.astype(np.uint8))), 99) < 12


class BusyClock(ManualClock):
    """The clock of a machine on which so much is to be done that time passes between any two looks at it."""

    def now_ns(self) -> int:
        self.sleep(3 * EXPOSURE_S)
        return super().now_ns()


def test_a_machine_that_is_busy_elsewhere_gives_frames_late_and_no_error():
    board = SimulatedBoard(Setting.for_session(1), seed=1, clock=BusyClock())
    board.cameras.fault = CameraFault.BLACK  # nothing to be drawn
    camera = board.open_camera()
    preview = camera.preview()
    assert camera.capture(not_before_ns=preview.exposed_ns + 1).exposed_ns > preview.exposed_ns


def test_frames_of_a_still_board_follow_one_another_each_with_its_own_noise_and_little_of_it(board):
    camera = board.open_camera()
    frames = [camera.preview() for _ in range(5)]
    gaps_s = np.diff([frame.exposed_ns for frame in frames]) * 1e-9
    assert (gaps_s > 1 / 20).all()
    assert (gaps_s < 1 / 12).all()
    changed = np.abs(frames[0].pixels.astype(int) - frames[1].pixels)
    assert 0.5 < changed.mean() < 5
    assert difference(*frames[:2]).max() < 4


def test_where_a_die_is_taken_away_the_picture_changes_and_nowhere_else(board):
    camera = board.open_camera()
    x, y = (share * PREVIEW_PX for share in board.table.truth()[2].place_xy)
    before = camera.preview()
    board.table.take_away(2)
    changed = np.argwhere(difference(before, camera.preview()) > 15)
    assert len(changed) > 400
    assert np.hypot(changed[:, 1] - x, changed[:, 0] - y).max() < 90


def test_an_unplugged_camera_is_lost_and_missing_until_it_is_plugged_in(board):
    camera = board.open_camera()
    board.cameras.fault = CameraFault.UNPLUGGED
    with pytest.raises(CameraLostError, match="unplugged"):
        camera.preview()
    with pytest.raises(CameraLostError):
        camera.capture(not_before_ns=0)
    with pytest.raises(CameraMissingError, match="unplugged"):
        board.open_camera()
    board.cameras.fault = None
    assert board.open_camera().preview().size_wh == (PREVIEW_PX, PREVIEW_PX)


def test_a_hanging_camera_times_out_at_the_deadline(board):
    camera, began_ns = board.open_camera(), board.clock.now_ns()
    board.cameras.fault = CameraFault.HANGING
    with pytest.raises(CameraTimeoutError, match=r"within 0\.5 s"):
        camera.preview(timeout_s=0.5)
    assert (board.clock.now_ns() - began_ns) * 1e-9 == pytest.approx(0.5)


def test_what_disturbs_a_game_is_to_be_seen(board):
    camera = board.open_camera()
    before = camera.preview()
    board.cameras.fault = CameraFault.BLACK
    assert camera.preview().pixels.mean() < 5
    board.cameras.fault = CameraFault.OVEREXPOSED
    assert (camera.preview().pixels.max(axis=2) == 255).mean() > 0.6
    board.cameras.fault = None
    board.table.show_hand(is_in_view=True)
    assert (difference(before, camera.preview()) > 15).mean() > 0.05
    board.table.show_hand(is_in_view=False)
    board.table.show_board(is_in_view=False)
    red, green, _ = np.median(camera.preview().pixels.reshape(-1, 3), axis=0)
    assert red > green  # wood, no felt
