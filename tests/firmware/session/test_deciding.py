"""Decisions of games with chips, rows and announcements, and the time there is for them."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session import touches
from firmware.session.effects import Append, Tell
from firmware.session.events import SecondPassed
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameAbandoned, ThrowMade
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.escalero import EscaleroBegan
from scoring.games.hidden_poker import Announced, Believed, Doubted, HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.pot_talk import PotTable, agreed_on
from tests.firmware.session.table_talk import Table, events_of, faces

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


def test_what_is_no_decision_of_the_running_game_leaves_it_as_it_was() -> None:
    table = at_poker().throw("KKK9X").tell(touches.TouchCell(Cell(Category.KINGS, 1)))
    assert (table.key, events_of(table)[-1]) == (NoticeKey.ILLEGAL, ThrowMade(faces("KKK9X")))
    table = at_poker().throw("KKK9X")
    running = table.state.game
    table.tell(touches.RefuseGame("PlayersError"))
    assert (table.key, dict(table.state.notice.values)) == (NoticeKey.ILLEGAL, {"reason": "PlayersError"})
    assert table.state.game is running
    table = at_poker().tell(touches.OpenDial(DialKind.DECIDE))
    assert table.key is NoticeKey.NOT_NOW  # nothing is thrown yet, so nothing is to be kept
    table.throw("KKK9X").tell(touches.OpenDial(DialKind.DECIDE), touches.TakeOption(DialKind.DECIDE, 6))
    assert (events_of(table)[-1], table.state.dial) == (ThrowMade(faces("KKK9X")), None)
    table = PotTable().sit(agreed_on()).begin_round().throw("KKK9X")
    dice = table.state.dice
    assert table.leave(2).state.dice == dice


@pytest.mark.parametrize(("left", "signal"), [(9, Signal.TICK), (4, Signal.TICK), (3, Signal.HURRY), (1, Signal.HURRY)])
def test_each_second_is_shown_and_heard_and_the_last_three_sound_different(left: int, signal: Signal) -> None:
    table = at_announcement().tell(SecondPassed(left, moment=3))
    assert table.state.seconds_left == left
    assert table.effects[-1] == Tell(signal)
    assert events_of(table)[-1] == Announced(TWO_KINGS)


def test_after_ten_seconds_the_announcement_stands_and_seconds_of_a_settled_one_count_nothing() -> None:
    table = at_announcement().tell(SecondPassed(0, moment=3))
    assert events_of(table)[-1] == Believed()
    assert (table.state.seconds_left, table.state.phase) == (None, Phase.DECIDING)
    table.tell(touches.Decide(Doubted(1)))
    assert (table.key, events_of(table)[-1]) == (NoticeKey.DOUBT_TOO_LATE, Believed())
    table = at_announcement().tell(touches.Decide(Doubted(1)))
    assert table.state.seconds_left is None
    table.tell(SecondPassed(0, moment=3))
    assert events_of(table)[-1] == Doubted(1)
    table = at_announcement().tell(SecondPassed(0, moment=3), touches.Decide(Announced(TWO_KINGS)))
    left = table.state.seconds_left
    table.tell(SecondPassed(0, moment=3))
    assert events_of(table)[-1] == Announced(TWO_KINGS)
    assert table.state.seconds_left == left


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
