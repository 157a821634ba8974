"""A throw after a long quiet, in which the eye looks less often: what was held is still known."""

import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated): the simulated board cannot run")

from firmware.session.vocabulary import Phase
from firmware.table.eye_parts import BoardReader
from tests.endtoend.desk import WholeDesk, reader

pytestmark = pytest.mark.proof

MOST_LOOKS = 400


class Counted(BoardReader):
    """The real reader; how many dice it saw each time is counted."""

    def __init__(self):
        self.counts = []

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None):
        found = reader().read(frames, board, backdrop=backdrop, dice=dice)
        self.counts.append(len(found.dice))
        return found


def look_until(desk, is_so):
    """Look as the watching thread does, with the eye's own pauses."""
    for _ in range(MOST_LOOKS):
        desk.clock.sleep(desk.eye.pause_s)
        desk.look(1)
        if is_so():
            return
    raise AssertionError(f"still {desk.state.phase} after {MOST_LOOKS} looks: {desk.state.notice}")


def is_read(desk, number):
    return lambda: (desk.state.phase, desk.state.reading_number) == (Phase.READ, number)


def test_dice_held_are_known_though_the_hand_came_in_a_pause_between_two_looks():
    counted = Counted()
    desk = WholeDesk(seed=4, reads_with=counted)
    desk.look(5)
    desk.board.press()
    look_until(desk, is_read(desk, 1))
    look_until(desk, lambda: desk.eye.pause_s)
    held = desk.board.table.truth()[1:3]
    for die in held:
        desk.board.tap(*die.place_xy)
    counted.counts.clear()
    desk.board.press()  # the pause has just begun, and all of it goes by before the next look
    look_until(desk, is_read(desk, 2))
    assert counted.counts[0] == 2  # what remained was looked at while the cup was shaken
    assert [die.is_held for die in desk.state.dice].count(True) == 2
    assert desk.state.game.turn.throws_made == 2
