from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from firmware import faces, ports
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import PREVIEW_PX
from tests.doubles import clock, tampering
from tests.firmware.simulated.conftest import ROYAL, SETTING

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


class Desk:
    """A board whose button is listened to."""

    def __init__(self) -> None:
        self.clock = clock.ManualClock()
        self.board = SimulatedBoard(SETTING, seed=1, clock=self.clock)
        self.edges: list[ports.Edge] = []
        self.board.button.listen(self.edges.append)

    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)
        self.board.button.pump()


@pytest.fixture(scope="module")
def shared() -> Desk:
    return Desk()


@pytest.fixture
def desk(shared) -> Iterator[Desk]:
    shared.wait(10.0)
    shared.edges.clear()
    shared.board.table.lay(ROYAL)
    shared.board.new_turn()
    shared.board.lifts = False
    return shared


def pixels_of(jpeg: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_a_press_throws_and_the_button_goes_down_once_the_dice_lie_at_once_where_all_are_held(desk):
    desk.board.press()
    lie_ns = desk.board.table.throw()
    desk.board.cover()  # while dice roll nothing is thrown under the cup
    while desk.board.table.is_busy and desk.clock.now_ns() <= lie_ns:
        desk.wait(0.05)
        desk.board.press()  # nor does a second press before the first was made do anything
    desk.board.cover()
    desk.wait(10.0)
    downs = [edge.at_ns for edge in desk.edges if edge.is_down]
    assert 0.2 < (desk.edges[0].at_ns - lie_ns) * 1e-9 < 0.7
    assert not desk.edges[-1].is_down
    assert max(downs) - min(downs) < 0.2e9  # one press, its bouncing when it goes down and when it comes up
    assert not desk.board.table.is_busy
    assert not desk.board.table.is_covered
    desk.edges.clear()
    for die in desk.board.table.truth():
        desk.board.tap(*die.place_xy)
    before, now_ns = desk.board.table.truth(), desk.clock.now_ns()
    desk.board.press()
    desk.wait(1.0)
    assert (desk.edges[0], desk.board.table.truth()) == (ports.Edge(True, now_ns), before)


def test_the_page_gets_the_same_bytes_until_something_changes_and_rings_that_the_camera_does_not_see(desk):
    camera = desk.board.open_camera()
    first, frame = desk.board.jpeg(), camera.preview().pixels
    desk.wait(0.3)
    assert (desk.board.jpeg(), pixels_of(first).shape) == (first, (PREVIEW_PX, PREVIEW_PX, 3))
    die = desk.board.table.truth()[1]
    x, y = (round(share * PREVIEW_PX) for share in die.place_xy)
    desk.board.tap(*die.place_xy)
    around = np.s_[max(0, y - 50) : y + 50, max(0, x - 50) : x + 50]
    ringed = np.abs(pixels_of(desk.board.jpeg())[around].astype(int) - pixels_of(first)[around])
    seen = np.abs(camera.preview().pixels[around].astype(int) - frame[around])
    assert ringed.max() > 100
    assert seen.max() < 40
    tampering.take_away(desk.board.table, 0)
    assert desk.board.jpeg() != first


def test_while_dice_roll_the_page_shows_the_cameras_newest_frame_or_draws_its_own(desk):
    camera = desk.board.open_camera()
    desk.board.table.throw()
    desk.wait(0.4)
    camera.preview()
    watched = desk.board.jpeg()
    desk.wait(0.1)
    assert desk.board.table.sight().is_moving
    assert desk.board.jpeg() == watched
    desk.wait(0.15)
    assert desk.board.table.sight().is_moving
    assert desk.board.jpeg() != watched


def test_dice_are_thrown_under_the_cup_without_a_press_and_camera_and_page_see_the_cup_alone(desk):
    camera = desk.board.open_camera()
    desk.board.cover()
    desk.wait(10.0)
    assert desk.edges == []
    assert desk.board.table.is_covered
    assert desk.board.peek() == tuple(faces.FACES[die.face] for die in desk.board.table.truth())
    covered, page = camera.preview().pixels.astype(int), pixels_of(desk.board.jpeg()).astype(int)
    places = [tuple(round(share * PREVIEW_PX) for share in die.place_xy) for die in desk.board.table.truth()]
    desk.board.lift()
    assert not desk.board.table.is_covered
    lifted, shown = camera.preview().pixels.astype(int), pixels_of(desk.board.jpeg()).astype(int)
    for x, y in places:
        around = np.s_[y - 6 : y + 7, x - 6 : x + 7]
        for seen, bare in ((covered, lifted), (page, shown)):
            assert seen[around].max() < 110, "dark leather"
            assert bare[around].max() > 180, "a light die"


def test_where_the_cup_is_to_be_lifted_a_press_lifts_it_and_throws_nothing_but_where_no_dice_lie(desk):
    desk.board.lifts = True
    desk.board.cover()
    desk.wait(10.0)
    hidden = desk.board.peek()
    for _ in range(2):  # a second press finds it lifted, and reads the same dice again
        desk.edges.clear()
        desk.board.press()
        desk.wait(10.0)
        assert desk.edges[0].is_down
        assert not desk.board.table.is_covered
        assert tuple(faces.FACES[die.face] for die in desk.board.table.truth()) == hidden
    desk.board.cover()
    desk.wait(10.0)
    desk.board.new_turn()  # takes the cup away, and the dice
    assert (desk.board.table.is_covered, desk.board.peek(), desk.board.table.truth()) == (False, (), ())
    desk.board.press()
    desk.wait(10.0)
    assert len(desk.board.table.truth()) == 5


def test_dice_are_laid_down_only_where_none_lies(desk):
    desk.board.table.lay([])
    desk.board.lay_dice()
    lying = desk.board.table.truth()
    assert len(lying) == 5
    desk.board.lay_dice()
    assert desk.board.table.truth() == lying


def test_played_in_real_time_the_button_reports_by_itself():
    board = SimulatedBoard(SETTING, seed=1)
    edges: list[ports.Edge] = []
    board.button.listen(edges.append)
    board.start()
    board.button.press(held_s=0.05)
    deadline_ns = board.clock.now_ns() + 5_000_000_000
    while not board.button.is_idle and board.clock.now_ns() < deadline_ns:
        board.clock.sleep(0.01)
    board.close()
    assert not edges[-1].is_down
