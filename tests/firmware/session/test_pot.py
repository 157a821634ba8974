"""Rounds for a pot in a session: rounds that begin with a throw, raises, answers, taking back, leaving, four dice."""

from __future__ import annotations

import pytest

from firmware.display.messages import catalogue
from firmware.display.sentences import notice
from firmware.session.decisions import decisions
from firmware.session.effects import Append, ReadBoard
from firmware.session.events import BoardMoving, BoardStill, CameraLost, Pressed, PressedLong, ReadingFailed
from firmware.session.touches import CorrectDie, TakeBack
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.games.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong
from tests.firmware.session.pot_talk import AlCaponeBegan, PotTable, agreed_on
from tests.firmware.session.table_talk import reading
from vision.reading import Verdict

PRESS, POOR = Pressed(at_ns=7), Stakes(minimum=1, maximum=3, stack=4)


def keys(table: PotTable) -> list[str]:
    return [each.key for each in decisions(table.state.game)]


def events(table: PotTable) -> list[str]:
    return [type(record.event).__name__ for record in table.state.records]


def where(table: PotTable) -> tuple[Phase, NoticeKey]:
    return table.state.phase, table.key


def offered(table: PotTable) -> list[str]:
    assert table.state.dial.kind is DialKind.DECIDE
    return [option.decision.key for option in table.state.dial.options[:-1]]


def said(table: PotTable) -> str:
    return str(notice(table.state, catalogue("de"))["text"])


@pytest.fixture
def table() -> PotTable:
    return PotTable().sit()


# ---- a round begins with its first throw


def test_a_press_between_rounds_begins_and_saves_the_next_one_and_reads_its_first_throw(table: PotTable) -> None:
    assert table.state.phase is Phase.DECIDING
    table.tell(PRESS)
    assert (table.state.phase, table.effects[-1]) == (Phase.READING, ReadBoard(7, None, 5))
    assert [each.record.event for each in table.effects if isinstance(each, Append)][-1] == RoundBegan()
    table.answer("KK9QA")
    assert events(table) == ["OpenPokerBegan", "RoundBegan", "ThrowMade"]
    assert (table.state.phase, table.state.game.chips.pot) == (Phase.READ, 3)


def test_a_press_by_mistake_after_a_round_leaves_the_way_back_to_the_hand_that_was_misread(table: PotTable) -> None:
    table.show("KK9QA").show("QQ9XA").show("999QA").tell(PRESS)
    lying = tuple(die.detection.quad[0] for die in table.state.reading.dice)
    table.answer("999QA", held_places=dict(enumerate(lying)))
    assert where(table) == (Phase.WAITING, NoticeKey.NOTHING_THROWN)
    table.tell(TakeBack())
    assert (table.state.phase, table.state.game.chips.stacks) == (Phase.DECIDING, (49, 49, 52))
    table.tell(TakeBack(), CorrectDie(0, Face.TEN))
    assert table.state.game.turn.faces[0] is Face.TEN
    assert table.decide(HandKept(1)).state.game.results == (0,)


def test_a_press_that_nothing_answers_has_begun_the_round_and_no_more(table: PotTable) -> None:
    table.tell(PRESS, ReadingFailed(NoticeKey.NO_BOARD))
    assert where(table) == (Phase.WAITING, NoticeKey.NO_BOARD)
    assert events(table) == ["OpenPokerBegan", "RoundBegan"]


def test_without_a_camera_a_press_begins_the_round_and_lets_the_throw_be_typed(table: PotTable) -> None:
    table.tell(CameraLost(), PRESS)
    assert (*where(table), events(table)[-1]) == (Phase.ASKING, NoticeKey.TYPE_THROW, "RoundBegan")


def test_dice_that_roll_between_rounds_offer_the_press_and_while_a_raise_is_answered_they_are_nothing(
    table: PotTable,
) -> None:
    assert table.tell(BoardMoving()).state.phase is Phase.THROWING
    table.tell(BoardStill(reading("KK9QA"), is_new=True))
    assert where(table) == (Phase.STILL, NoticeKey.PRESS_OFFERED)
    table.throw("KK9QA")
    assert events(table)[1:] == ["RoundBegan", "ThrowMade"]
    assert table.decide(HandKept(3)).tell(BoardMoving()).state.phase is Phase.DECIDING


def test_a_round_can_be_begun_by_a_touch_as_well(table: PotTable) -> None:
    table.begin_round()
    assert (*where(table), keys(table)) == (Phase.WAITING, NoticeKey.PLAYED, ["leave"] * 3)


@pytest.mark.parametrize("agreed", [agreed_on(jokers=True), AlCaponeBegan(players=("A", "B"), beginner=0)])
def test_a_game_begun_with_four_dice_is_told_so_and_loses_nothing(agreed) -> None:
    table = PotTable().sit(agreed).throw("KK9Q", verdict=Verdict.WRONG_COUNT)
    assert (table.key, dict(table.state.notice.values)) == (NoticeKey.WRONG_COUNT, {"count": 4})
    assert table.state.game.turn.throws == ()
    assert table.throw("KK9QA").state.phase in {Phase.READ, Phase.ENTERING}


def test_who_begins_is_thrown_for_with_five_dice_which_are_gone_when_the_round_begins() -> None:
    table = PotTable().sit(agreed_on(beginner=None)).throw("KK9Q", verdict=Verdict.WRONG_COUNT)
    assert where(table) == (Phase.BEGINNING, NoticeKey.WRONG_COUNT)
    table.throw("KK9QA").throw("99XXX").throw("AAAAK")
    assert (*where(table), table.state.game.begins_round) == (Phase.DECIDING, NoticeKey.BEGINS, 2)
    assert table.state.dice
    assert table.tell(PRESS, ReadingFailed(NoticeKey.NO_BOARD)).state.dice == ()


# ---- holds and raises


def test_all_five_thrown_again_is_refused(table: PotTable) -> None:
    table.throw("KK9QA").throw("99XXX")
    assert (table.key, table.state.game.turn.throws_made) == (NoticeKey.ILLEGAL, 1)


def test_after_the_last_throw_a_press_shows_what_to_decide(table: PotTable) -> None:
    for letters in ("KK9QA", "KKXXJ", "KK99A"):
        places = {} if not table.state.game.turn.throws else {0: table.place(0), 1: table.place(1)}
        table.throw(letters, held_places=places)
    assert table.state.phase is Phase.ENTERING
    assert offered(table.tell(PRESS)) == ["keep-hand", *["raise"] * 5]
    assert table.key is NoticeKey.THROWS_USED_UP
    table.tell(PressedLong(at_ns=10))
    assert table.state.game.round.hands[0].player == 0
    once = PotTable().sit(AlCaponeBegan(players=("A", "B"), beginner=0)).throw("KK9QA")
    assert once.state.phase is Phase.ENTERING
    assert offered(once.tell(PRESS))[0] == "keep-hand"


def test_a_press_while_a_raise_is_answered_marks_no_throw_but_shows_the_answers(table: PotTable) -> None:
    table.show("KK9QA", 3).tell(PRESS)
    assert (table.key, offered(table)) == (NoticeKey.DECIDE_FIRST, ["go-along", "pass"])


def test_a_stack_that_cannot_pay_may_only_pass() -> None:
    table = PotTable().sit(agreed_on(stakes=POOR)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    table.show("KKKK9", 3).answer_raise(True)
    assert keys(table)[:2] == ["pass", "leave"]
    assert table.decide(WentAlong()).key is NoticeKey.ILLEGAL
    table.decide(Passed())
    assert (table.state.game.round.entrants, table.state.game.to_move) == ((0, 1), 1)


@pytest.mark.parametrize("stake", [0, 7])
def test_a_stake_that_was_not_agreed_is_refused(table: PotTable, stake: int) -> None:
    table.throw("KK9QA").decide(HandKept(stake))
    assert (table.key, table.state.game.turn.throws_made) == (NoticeKey.ILLEGAL, 1)


@pytest.mark.parametrize(
    ("most", "stakes"),
    [(6, [2, 3, 4, 5, 6]), (11, list(range(2, 12))), (40, [2, 5, 10, 20, 40]), (100, [2, 5, 10, 20, 50, 100])],
)
def test_of_many_stakes_the_round_ones_are_offered_and_the_highest(most: int, stakes: list[int]) -> None:
    table = PotTable().sit(agreed_on(stakes=Stakes(minimum=1, maximum=most, stack=100))).throw("KK9QA")
    assert [each.event.stake for each in decisions(table.state.game) if each.key == "raise"] == stakes


# ---- taken back, left, gone on with


def test_an_answer_is_taken_back(table: PotTable) -> None:
    table.show("KK9QA", 3).answer_raise(False).tell(TakeBack())
    assert (*where(table), table.state.game.to_move) == (Phase.DECIDING, NoticeKey.TAKEN_BACK, 1)


def test_who_leaves_takes_his_throw_along_and_leaves_his_chips_until_one_is_left(table: PotTable) -> None:
    table.throw("KK9QA").leave(0)
    assert (*where(table), table.state.dice) == (Phase.WAITING, NoticeKey.PLAYED, ())
    assert (table.state.game.to_move, table.state.game.chips.pot) == (1, 3)
    table.leave(1)
    assert (*where(table), table.state.game.chips.stacks) == (Phase.GAME_OVER, NoticeKey.GAME_OVER, (49, 49, 52))


def test_who_leaves_while_others_answer_does_not_hold_them_up(table: PotTable) -> None:
    table.show("KK9QA", 3).leave(1)
    assert (table.state.phase, table.state.game.to_move) == (Phase.DECIDING, 2)


def test_who_cannot_pay_is_named_for_all_to_hear() -> None:
    table = PotTable().sit(agreed_on(stakes=POOR)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    assert said(table.show("KKKK9", 3).answer_raise(True)).endswith("Franz hat dafür zu wenig Chips und passt.")
    table = PotTable().sit(agreed_on(stakes=Stakes(minimum=2, maximum=3, stack=4))).show("AAAAA", 3)
    table.answer_raise(True, False).show("99XQK").begin_round()
    assert table.state.game.round.entrants == (0, 2)
    assert "Kurt hat zu wenig Chips und setzt aus. Elfriede würfelt" in said(table)
