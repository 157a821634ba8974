"""Decisions of games with chips, rows and announcements, and the time there is for them."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session import touches
from firmware.session.effects import Append, ReadBoard, Tell
from firmware.session.events import BoardMoving, BoardStill, Pressed, PressedLong, SecondPassed
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameAbandoned, PlayerLeft, ThrowMade
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.escalero import EscaleroBegan, Row, RowEntered
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BankThrew, BetPlaced, Field, RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.pot_talk import PotTable, agreed_on
from tests.firmware.session.table_talk import Table, events_of, faces, reading
from vision.reading import Verdict

THREE = ("Änne", "Bö", "Cäsar")
TWO_KINGS = Claim(Hand.PAIR, (Face.KING,))


def at_poker(**agreed: object) -> Table:
    table = Table().tell(touches.NewGame(OpenPokerBegan(players=THREE, beginner=0, **agreed)))
    return table.tell(touches.Decide(RoundBegan()))


def at_announcement(*, seconds: int = 10) -> Table:
    table = Table().tell(touches.NewGame(HiddenPokerBegan(players=THREE, beginner=0)), touches.Decide(RoundBegan()))
    table.tell(touches.Decide(Announced(TWO_KINGS)))
    assert table.state.seconds_left == seconds
    return table


def test_a_round_is_played_from_throw_to_pot() -> None:
    table = at_poker().throw("KKK9X").tell(touches.Decide(HandKept(3)))
    assert (table.state.phase, table.state.dice, table.key) == (Phase.DECIDING, (), NoticeKey.PLAYED)
    table.tell(touches.Decide(WentAlong()), touches.Decide(Passed()))
    assert table.state.phase is Phase.WAITING
    table.throw("99XJA").tell(touches.Decide(HandKept(3)))
    assert table.state.phase is Phase.DECIDING
    assert table.state.game.results == (0,)
    assert table.state.game.chips.stacks == (54, 47, 49)
    assert [effect.record.event for effect in table.effects if isinstance(effect, Append)] == events_of(table)


def test_al_capone_has_one_throw_and_says_so() -> None:
    table = (
        Table()
        .tell(touches.NewGame(AlCaponeBegan(players=THREE, beginner=0)), touches.Decide(RoundBegan()))
        .throw("KKK9X")
    )
    assert table.state.phase is Phase.ENTERING
    assert table.throw("99999").key is NoticeKey.THROWS_USED_UP
    assert table.state.dial.kind is DialKind.DECIDE


def test_no_press_reads_the_board_while_the_players_decide() -> None:
    table = at_poker().throw("KKK9X").tell(touches.Decide(HandKept(3)))
    before = len(table.effects)
    table.tell(Pressed(at_ns=7))
    assert not [effect for effect in table.effects[before:] if isinstance(effect, ReadBoard)]
    assert (table.key, table.state.dial.kind) == (NoticeKey.DECIDE_FIRST, DialKind.DECIDE)


def test_by_the_button_alone_a_decision_is_turned_to_and_taken() -> None:
    table = at_poker().throw("KKK9X").tell(PressedLong(at_ns=7))
    keys = [None if option.decision is None else option.decision.key for option in table.state.dial.options]
    assert keys == ["keep-hand", "raise", "raise", "raise", "raise", "raise", None]
    table.tell(Pressed(at_ns=8), PressedLong(at_ns=9))
    assert events_of(table)[-1] == HandKept(2)
    assert table.state.dial is None


def test_the_menu_of_decisions_can_be_left_without_deciding() -> None:
    table = at_poker().tell(touches.OpenDial(DialKind.DECIDE))
    assert table.key is NoticeKey.NOT_NOW  # nothing is thrown yet, so nothing is to be kept
    table.throw("KKK9X").tell(touches.OpenDial(DialKind.DECIDE), touches.TakeOption(DialKind.DECIDE, 6))
    assert (events_of(table)[-1], table.state.dial) == (ThrowMade(faces("KKK9X")), None)


def test_new_dice_that_lie_unmarked_are_not_passed_over() -> None:
    table = at_poker().throw("KKK9X").tell(BoardMoving(), BoardStill(reading("AAAAA"), is_new=True))
    assert table.state.phase is Phase.STILL
    table.tell(touches.Decide(HandKept(1)))
    assert (table.key, events_of(table)[-1]) == (NoticeKey.PRESS_OFFERED, ThrowMade(faces("KKK9X")))


def test_while_a_throw_is_asked_about_nothing_is_decided() -> None:
    table = at_poker().throw("KKK9X").tell(touches.ThrowByHand(), touches.Decide(HandKept(1)))
    assert (table.key, table.state.phase) == (NoticeKey.NOT_NOW, Phase.ASKING)


def test_what_the_rules_refuse_is_answered_with_their_reason_and_changes_nothing() -> None:
    table = at_poker()
    before = table.state.game
    for event, reason in (
        (HandKept(1), "NoThrowError"),
        (Passed(), "NotYourTurnError"),
        (RowEntered(Row.NINES), "ForeignEventError"),
        (PlayerLeft(7), "UnknownPlayerError"),
    ):
        table.tell(touches.Decide(event))
        assert (table.key, dict(table.state.notice.values)) == (NoticeKey.ILLEGAL, {"reason": reason})
        assert table.state.game is before


def test_a_cell_of_the_big_sheet_is_no_decision_of_another_game() -> None:
    table = at_poker().throw("KKK9X").tell(touches.TouchCell(Cell(Category.KINGS, 1)))
    assert (table.key, events_of(table)[-1]) == (NoticeKey.ILLEGAL, ThrowMade(faces("KKK9X")))


def test_a_game_that_cannot_be_begun_leaves_the_one_that_runs() -> None:
    table = at_poker().throw("KKK9X")
    running = table.state.game
    table.tell(touches.RefuseGame("PlayersError"))
    assert (table.key, dict(table.state.notice.values)) == (NoticeKey.ILLEGAL, {"reason": "PlayersError"})
    assert table.state.game is running


def test_the_newest_decision_is_taken_back_with_its_dice() -> None:
    table = at_poker().throw("KKK9X").tell(touches.Decide(HandKept(1)), touches.TakeBack())
    assert (table.state.phase, table.key) == (Phase.READ, NoticeKey.TAKEN_BACK)
    assert tuple(die.face for die in table.state.dice) == faces("KKK9X")


def test_a_player_who_goes_home_in_the_middle_leaves_the_others_playing() -> None:
    table = at_poker().throw("KKK9X").tell(touches.Decide(PlayerLeft(0)))
    assert (table.state.phase, table.state.game.to_move, table.state.dice) == (Phase.WAITING, 1, ())
    table.tell(touches.Decide(PlayerLeft(1)))
    assert table.state.game.results == (2,)
    assert Tell(Signal.GAME_OVER) in table.effects
    assert (table.state.phase, table.key) == (Phase.GAME_OVER, NoticeKey.GAME_OVER)


def test_four_dice_are_no_throw_in_any_game() -> None:
    table = at_poker().throw("KKK9", verdict=Verdict.WRONG_COUNT)
    assert (table.key, dict(table.state.notice.values)) == (NoticeKey.WRONG_COUNT, {"count": 4})
    assert (events_of(table)[-1], table.state.phase) == (RoundBegan(), Phase.WAITING)


@pytest.mark.parametrize(("left", "signal"), [(9, Signal.TICK), (4, Signal.TICK), (3, Signal.HURRY), (1, Signal.HURRY)])
def test_each_second_is_shown_and_heard_and_the_last_three_sound_different(left: int, signal: Signal) -> None:
    table = at_announcement().tell(SecondPassed(left, moment=3))
    assert table.state.seconds_left == left
    assert table.effects[-1] == Tell(signal)
    assert events_of(table)[-1] == Announced(TWO_KINGS)


def test_after_ten_seconds_the_announcement_stands() -> None:
    table = at_announcement().tell(SecondPassed(0, moment=3))
    assert events_of(table)[-1] == Believed()
    assert (table.state.seconds_left, table.state.phase) == (None, Phase.DECIDING)
    table.tell(touches.Decide(Doubted(1)))
    assert (table.key, events_of(table)[-1]) == (NoticeKey.DOUBT_TOO_LATE, Believed())


def test_a_second_of_an_announcement_that_is_settled_counts_nothing() -> None:
    table = at_announcement().tell(touches.Decide(Doubted(1)))
    assert table.state.seconds_left is None
    table.tell(SecondPassed(0, moment=3))
    assert events_of(table)[-1] == Doubted(1)


def test_a_second_of_the_announcement_before_takes_nothing_from_the_next() -> None:
    table = at_announcement().tell(SecondPassed(0, moment=3), touches.Decide(Announced(TWO_KINGS)))
    left = table.state.seconds_left
    table.tell(SecondPassed(0, moment=3))
    assert events_of(table)[-1] == Announced(TWO_KINGS)
    assert table.state.seconds_left == left


def test_a_doubt_has_the_cup_lifted_and_the_camera_says_what_it_hid() -> None:
    table = at_announcement().tell(touches.Decide(Doubted(2)))
    assert table.state.phase is Phase.WAITING
    table.throw("KK9XA")
    assert events_of(table)[-1] == CupLifted(faces("KK9XA"))
    assert table.state.game.chips.stacks == (49, 49, 46)  # it was true: whoever doubted doubled the pot
    assert table.state.game.round.standing[0].claim == TWO_KINGS


def test_a_joker_hand_that_reads_two_ways_is_believed_of_either() -> None:

    table = Table().tell(touches.NewGame(HiddenPokerBegan(players=THREE, beginner=0, ranking=Ranking(jokers=True))))
    table.tell(
        touches.Decide(RoundBegan()),
        touches.Decide(Announced(Claim(Hand.FULL, (Face.KING, Face.QUEEN)))),
        touches.Decide(Doubted(1)),
    )
    table.throw("KKQQA")
    assert not table.state.game.round.standing[0].was_bluff


def test_one_die_is_asked_for_and_read_for_the_bank() -> None:
    table = Table().tell(touches.NewGame(RockAndRollBegan(players=THREE)), touches.Decide(BetPlaced(1, Field.RED, 5)))
    table.tell(Pressed(at_ns=1))
    assert [effect.dice for effect in table.effects if isinstance(effect, ReadBoard)] == [1]
    table.answer("K", verdict=Verdict.CLEAR)
    assert events_of(table)[-1] == BankThrew(Face.KING)
    assert table.state.game.chips.stacks == (290, 60, 50)


def test_the_banks_die_may_be_typed() -> None:
    table = Table().tell(touches.NewGame(RockAndRollBegan(players=THREE)), touches.ThrowByHand())
    assert len(table.state.dice) == 1
    table.tell(touches.AcceptReading())
    assert table.key is NoticeKey.TYPE_THROW
    table.tell(touches.CorrectDie(0, Face.ACE), touches.AcceptReading())
    assert events_of(table)[-1] == BankThrew(Face.ACE)


def test_rows_are_entered_and_the_dice_go_to_the_left() -> None:
    table = Table().tell(touches.NewGame(EscaleroBegan(players=THREE, beginner=2))).throw("KKKAA")
    table.tell(touches.Decide(RowEntered(Row.FULL_HAND)))
    assert (table.state.game.to_move, table.state.phase, table.state.dice) == (0, Phase.WAITING, ())


@pytest.mark.parametrize(
    "agreed",
    [
        OpenPokerBegan(players=THREE, beginner=0),
        HiddenPokerBegan(players=THREE, beginner=0),
        AlCaponeBegan(players=THREE, beginner=0),
        RockAndRollBegan(players=THREE),
        EscaleroBegan(players=THREE, beginner=0),
    ],
)
def test_every_game_is_resumed_where_it_was_and_put_away_by_name(agreed: object) -> None:
    table = Table().tell(touches.NewGame(agreed))
    resumed = resume(SessionState(), table.state.records)
    assert (resumed.game, resumed.phase, resumed.agreed) == (table.state.game, table.state.phase, agreed)
    table.tell(touches.EndGame())
    assert table.effects[-1] == Append(type(table.effects[-1].record)(GameAbandoned()))
    assert (table.state.phase, table.state.agreed) == (Phase.SETUP, agreed)


def test_who_leaves_while_another_throws_leaves_the_dice_lying():
    table = PotTable().sit(agreed_on()).begin_round().throw("KKK9X")
    dice = table.state.dice
    assert table.leave(2).state.dice == dice
