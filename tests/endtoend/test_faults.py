"""What a café does to the companion, seen through the simulated camera and the real models, to the sentence said."""

import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated): the simulated board cannot run")

from firmware.faces import FACES
from firmware.session import state, touches
from firmware.session.vocabulary import NoticeKey, Phase
from firmware.simulated.camera import CameraFault
from models.render.world import DesignFace
from scoring.sheets import category, sheet
from tests.doubles.recorded import BoardReader
from tests.doubles.tampering import lean, show_board, show_hand, take_away, turn_over
from tests.endtoend.desk import WholeDesk, reader

FIVE = (0, 1, 2, 4, 5)
LONG = 50
"""Looks until a press that is never answered is refused."""
MOST_LOOKS = 400


def thrown(seed=1):
    desk = WholeDesk(seed).lay(FIVE).press()
    if desk.state.phase is Phase.ASKING:
        desk.companion.take(touches.AcceptReading())
    assert desk.state.game.turn.throws_made == 1
    return desk


def test_five_dice_are_read_through_camera_and_models():
    desk = thrown()
    assert sorted(desk.state.game.turn.faces) == sorted(FACES[label] for label in FIVE)
    assert desk.store.current_game() == desk.state.records


@pytest.mark.proof
@pytest.mark.parametrize(
    ("fault", "key"), [(CameraFault.BLACK, NoticeKey.TOO_DARK), (CameraFault.OVEREXPOSED, NoticeKey.TOO_BRIGHT)]
)
def test_a_black_or_blinding_picture_is_said_and_the_next_press_reads(fault, key):
    desk = WholeDesk().lay(FIVE)
    desk.board.cameras.fault = fault
    desk.look(12)
    assert desk.press().key is key
    desk.board.cameras.fault = None
    desk.look(12)
    assert desk.press().state.phase in {Phase.READ, Phase.ASKING}


@pytest.mark.proof
@pytest.mark.parametrize("fault", [CameraFault.UNPLUGGED, CameraFault.HANGING])
def test_a_camera_gone_or_hanging_is_said_the_throw_can_be_typed_and_it_comes_back_by_itself(fault):
    desk = thrown()
    desk.board.cameras.fault = fault
    desk.look(3)
    assert (desk.key, desk.state.has_camera) == (NoticeKey.CAMERA_LOST, False)
    desk.board.button.press()
    desk.look(6)
    assert (desk.state.phase, desk.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)
    desk.board.cameras.fault = None
    desk.look(3)
    assert desk.state.has_camera
    assert desk.state.game.turn.throws_made == 1


@pytest.mark.proof
@pytest.mark.parametrize("count", [0, 1, 4, 6, 9])
def test_any_number_of_dice_but_five_is_said(count):
    desk = WholeDesk(seed=2).lay([i % 6 for i in range(count)]).press()
    if count == 0:
        assert desk.key is NoticeKey.NO_DICE
    else:
        assert (desk.key, dict(desk.state.notice.values)) == (NoticeKey.WRONG_COUNT, {"count": count})
    assert desk.state.game.turn.throws_made == 0


@pytest.mark.proof
def test_a_press_with_nothing_thrown_is_refused_in_a_turn_and_before_the_next():
    desk = thrown()
    desk.look(6)
    assert desk.press().key is NoticeKey.NOTHING_THROWN
    assert desk.state.game.turn.throws_made == 1
    desk.companion.take(touches.TouchCell(sheet.Cell(category.Category.NINES, 1)))
    desk.look(6)
    assert desk.press().key is NoticeKey.NOTHING_THROWN
    assert desk.state.phase is Phase.WAITING


@pytest.mark.proof
@pytest.mark.parametrize("touch", [lambda table: turn_over(table, 2, DesignFace(3)), lambda table: take_away(table, 4)])
def test_a_die_touched_just_before_the_press_is_read_as_it_lies_then(touch):
    desk = WholeDesk().lay(FIVE)
    desk.look(12)  # by then the board was found, and the dice read on it
    assert desk.eye._foreseen is not None
    touch(desk.board.table)
    desk.press()
    lying = sorted(FACES[die.face] for die in desk.board.table.truth())
    made = [record.event.faces for record in desk.state.records[1:]]
    assert desk.key is NoticeKey.WRONG_COUNT if len(lying) < len(FIVE) else [sorted(faces) for faces in made] == [lying]


@pytest.mark.proof
def test_a_hand_over_the_board_and_a_board_taken_away_are_said():
    desk = thrown()
    show_hand(desk.board.table, is_in_view=True)
    desk.look(5)
    desk.board.button.press()
    desk.look(LONG)
    assert desk.key in {NoticeKey.HAND_IN_VIEW, NoticeKey.STILL_MOVING}
    show_hand(desk.board.table, is_in_view=False)
    show_board(desk.board.table, is_in_view=False)
    desk.look(12)
    assert desk.press().key is NoticeKey.NO_BOARD
    assert desk.state.game.turn.throws_made == 1


@pytest.mark.proof
def test_a_leaning_die_burns():
    desk = WholeDesk(seed=4).lay(FIVE)
    lean(desk.board.table, 2)
    desk.look(12)
    desk.press()
    assert (desk.state.phase, desk.key) == (Phase.BURNING, NoticeKey.BURNING)
    assert [state.Doubt.BURNING in die.doubts for die in desk.state.dice].count(True) == 1
    assert desk.state.game.turn.throws_made == 0


@pytest.mark.proof
def test_a_held_die_that_was_turned_over_is_asked_about():
    desk = thrown()
    table = desk.board.table
    for die in table.truth()[:3]:
        desk.board.tap(*die.place_xy)
    turn_over(table, 0, 3)
    desk.board.press()
    desk.look(120)
    assert (desk.state.phase, desk.key) == (Phase.ASKING, NoticeKey.HELD_CHANGED)
    assert [die.is_held for die in desk.state.dice].count(True) == 3
    assert FACES[3] in {die.face for die in desk.state.dice if die.is_held}


class Counted(BoardReader):
    """The real reader; how many dice it saw each time is counted."""

    def __init__(self):
        self.counts = []

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None, retake=None):
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


@pytest.mark.proof
def test_dice_held_are_known_though_the_hand_came_in_a_pause_between_two_looks():
    counted = Counted()
    desk = WholeDesk(seed=4, reads_with=counted)
    desk.look(5)
    desk.board.press()
    look_until(desk, is_read(desk, 1))
    look_until(desk, lambda: desk.eye.pause_s)
    for die in desk.board.table.truth()[1:3]:
        desk.board.tap(*die.place_xy)
    counted.counts.clear()
    desk.board.press()  # the pause has just begun, and all of it goes by before the next look
    look_until(desk, is_read(desk, 2))
    assert counted.counts[0] == 2  # what remained was looked at while the cup was shaken
    assert [die.is_held for die in desk.state.dice].count(True) == 2
    assert desk.state.game.turn.throws_made == 2
