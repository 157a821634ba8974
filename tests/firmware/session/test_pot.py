"""Rounds for a pot, and decisions of all games: raises, answers, taken back, left, resumed."""

import pytest

from firmware.display import messages, sentences
from firmware.log.record import Record
from firmware.session import effects, state, step, touches
from firmware.session.decisions import decisions
from firmware.session.events import BoardMoving, BoardStill, CameraLost, ReadingFailed
from firmware.session.touches import CorrectDie, Decide, OpenDial, TakeBack
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameAbandoned, ThrowMade
from scoring.games import escalero, hidden_poker, open_poker, rock_and_roll
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.games.scenes import at_cloth
from tests.firmware.session.table_talk import LONG, SHORT, TRIO, PotTable, Table, agreed_on, events_of, faces, reading
from vision.reading import Verdict


def offered(table: PotTable) -> list[str]:
    assert table.state.dial.kind is DialKind.DECIDE
    return [option.decision.key for option in table.state.dial.options[:-1]]


@pytest.fixture
def table() -> PotTable:
    return PotTable().sit()


def test_a_press_between_rounds_begins_and_saves_the_next_one_which_is_played_to_the_pot(table):
    assert (table.tell(SHORT).state.phase, table.effects[-1]) == (Phase.READING, effects.ReadBoard(5, None, 5))
    assert events_of(table)[-1] == RoundBegan()
    table.answer("KK9QA")
    assert [type(event) for event in events_of(table)] == [open_poker.OpenPokerBegan, RoundBegan, ThrowMade]
    table.decide(HandKept(3))
    assert (*table.where, table.state.dice) == (Phase.DECIDING, NoticeKey.PLAYED, ())
    table.decide(WentAlong(), Passed()).throw("99XJA").decide(HandKept(3))
    assert (table.state.phase, table.state.game.chips.stacks) == (Phase.DECIDING, (54, 47, 49))


def test_a_press_by_mistake_after_a_round_leaves_the_way_back_to_the_hand_that_was_misread(table):
    table.show("KK9QA").show("QQ9XA").show("999QA").tell(SHORT)
    table.answer("999QA", held_places=table.lying(*range(5)))
    assert table.where == (Phase.WAITING, NoticeKey.NOTHING_THROWN)
    table.tell(TakeBack())
    assert (table.state.phase, table.state.game.chips.stacks) == (Phase.DECIDING, (49, 49, 52))
    table.tell(TakeBack(), CorrectDie(0, Face.TEN))
    assert table.state.game.turn.faces[0] is Face.TEN
    table.decide(HandKept(1)).show("KK9QA", 3).answer_raise(False).tell(TakeBack())
    assert (*table.where, table.state.game.to_move) == (Phase.DECIDING, NoticeKey.TAKEN_BACK, 1)


def test_a_press_that_nothing_answers_has_begun_the_round_and_without_a_camera_the_throw_is_typed():
    table = PotTable().sit().tell(SHORT, ReadingFailed(NoticeKey.NO_BOARD))
    assert (*table.where, events_of(table)[-1]) == (Phase.WAITING, NoticeKey.NO_BOARD, RoundBegan())
    table = PotTable().sit().tell(CameraLost(), SHORT)
    assert (*table.where, events_of(table)[-1]) == (Phase.ASKING, NoticeKey.TYPE_THROW, RoundBegan())


def test_dice_that_roll_between_rounds_offer_the_press_and_while_a_raise_is_answered_they_are_nothing(table):
    assert table.tell(BoardMoving()).state.phase is Phase.THROWING
    table.tell(BoardStill(reading("KK9QA"), is_new=True))
    assert table.where == (Phase.STILL, NoticeKey.PRESS_OFFERED)
    table.throw("KK9QA").decide(HandKept(3))
    assert table.tell(BoardMoving()).state.phase is Phase.DECIDING
    assert offered(table.tell(SHORT)) == ["go-along", "pass"]  # nor does a press mark any
    assert table.key is NoticeKey.DECIDE_FIRST


def test_who_begins_is_thrown_for_with_five_dice_which_are_gone_when_the_round_begins():
    table = PotTable().sit(agreed_on(beginner=None)).throw("KK9Q", verdict=Verdict.WRONG_COUNT)
    assert table.where == (Phase.BEGINNING, NoticeKey.WRONG_COUNT)
    table.throw("KK9QA").throw("99XXX").throw("AAAAK")
    assert (*table.where, table.state.game.begins_round) == (Phase.DECIDING, NoticeKey.BEGINS, 2)
    assert table.state.dice
    assert table.tell(SHORT, ReadingFailed(NoticeKey.NO_BOARD)).state.dice == ()


def test_after_the_last_throw_a_press_shows_what_to_decide(table):
    table.throw("KK9QA")
    for letters in ("KKXXJ", "KK99A"):
        table.throw(letters, held_places=table.lying(0, 1))
    assert (offered(table.tell(SHORT)), table.key) == (["keep-hand", *["raise"] * 5], NoticeKey.THROWS_USED_UP)
    assert table.tell(LONG).state.game.round.hands[0].player == 0
    once = PotTable().sit(AlCaponeBegan(players=("A", "B"), beginner=0)).throw("KK9QA")
    assert (once.state.phase, offered(once.tell(SHORT))[0]) == (Phase.ENTERING, "keep-hand")


@pytest.mark.parametrize(
    ("most", "stakes"),
    [(6, [2, 3, 4, 5, 6]), (11, list(range(2, 12))), (40, [2, 5, 10, 20, 40]), (100, [2, 5, 10, 20, 50, 100])],
)
def test_of_many_stakes_the_round_ones_are_offered_and_the_highest(most, stakes):
    table = PotTable().sit(agreed_on(stakes=Stakes(minimum=1, maximum=most, stack=100))).throw("KK9QA")
    assert [each.event.stake for each in decisions(table.state.game) if each.key == "raise"] == stakes


def test_a_stack_that_cannot_pay_may_only_pass():
    poor = Stakes(minimum=1, maximum=3, stack=4)
    table = PotTable().sit(agreed_on(stakes=poor)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    table.show("KKKK9", 3).answer_raise(True)
    assert [each.key for each in decisions(table.state.game)][:2] == ["pass", "leave"]
    said = sentences.notice(table.state, messages.catalogue("de"))["text"]  # and is named for all to hear
    assert said.endswith("Franz hat dafür zu wenig Chips und passt.")


def test_who_leaves_takes_his_throw_along_and_leaves_his_chips_until_one_is_left(table):
    dice = table.throw("KK9QA").state.dice
    assert table.leave(2).state.dice == dice
    table = PotTable().sit().throw("KK9QA").leave(0)
    assert (*table.where, table.state.dice) == (Phase.WAITING, NoticeKey.PLAYED, ())
    table.leave(1)
    assert (*table.where, table.state.game.chips.stacks) == (Phase.GAME_OVER, NoticeKey.GAME_OVER, (49, 49, 52))


def test_what_is_no_decision_of_the_running_game_leaves_it_as_it_was():
    cloth, thrown = at_cloth(), PotTable().sit().throw("KK9QA")
    for table, refused, reason in (
        (cloth, Decide(rock_and_roll.BetPlaced(1, rock_and_roll.Field.RED, 51)), "CannotPayError"),
        (thrown, Decide(HandKept(7)), "StakeRefusedError"),
        (thrown, Decide(WentAlong()), "NotYourTurnError"),
        (thrown, touches.TouchCell(Cell(Category.KINGS, 1)), "ForeignEventError"),
        (thrown, touches.RefuseGame("PlayersError"), "PlayersError"),
    ):
        before = table.state.game, table.state.records
        assert (table.tell(refused).key, table.state.notice.values) == (NoticeKey.ILLEGAL, (("reason", reason),))
        assert (table.state.game, table.state.records) == before
    table = PotTable().sit().begin_round()
    assert table.where == (Phase.WAITING, NoticeKey.PLAYED)
    assert [each.key for each in decisions(table.state.game)] == ["leave"] * 3
    assert table.tell(OpenDial(DialKind.DECIDE)).key is NoticeKey.NOT_NOW  # nothing is thrown, so nothing to be kept
    table.throw("KK9QA").tell(OpenDial(DialKind.DECIDE), touches.TakeOption(DialKind.DECIDE, 6))
    assert (events_of(table)[-1], table.state.dial) == (ThrowMade(faces("KK9QA")), None)


@pytest.mark.parametrize(
    "began", [hidden_poker.HiddenPokerBegan, AlCaponeBegan, rock_and_roll.RockAndRollBegan, escalero.EscaleroBegan]
)
def test_every_game_is_resumed_where_it_was_and_put_away_by_name(began):
    table = Table().tell(touches.NewGame(began(players=TRIO)))
    resumed = step.resume(state.SessionState(), table.state.records)
    assert (resumed.game, resumed.phase) == (table.state.game, table.state.phase)
    table.tell(touches.EndGame())
    assert table.effects[-1] == effects.Append((Record(GameAbandoned()),))
    assert (table.state.phase, table.state.agreed) == (Phase.SETUP, resumed.agreed)
