"""The companion in a game under the cup: the seconds there are to doubt, and an eye that looks away."""

from __future__ import annotations

from firmware.ports import Signal
from firmware.session.events import Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import ChooseLanguage, Decide, EndGame, NewGame
from firmware.session.vocabulary import Phase
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, Believed, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from tests.firmware.session.table_talk import reading
from tests.firmware.table.companion_desk import NEW_GAME, Desk
from vision.reading import Verdict

S = 1_000_000_000
HIDDEN = (NewGame(HiddenPokerBegan(players=("A", "B"), beginner=0)), Decide(RoundBegan()))
ANNOUNCED = Decide(Announced(Claim(Hand.PAIR, (Face.KING,))))


def test_ten_seconds_after_an_announcement_it_stands_and_each_is_heard():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    told = len(desk.sound.played)
    for second in range(1, 10):
        assert desk.at(second * S).shown[-1].seconds_left == 10 - second
    assert desk.sound.played[told:] == [Signal.TICK] * 6 + [Signal.HURRY] * 3
    assert not isinstance(desk.at(10 * S - 1).newest, Believed)
    assert isinstance(desk.at(10 * S).newest, Believed)
    assert desk.shown[-1].seconds_left is None
    desk.take(Decide(Announced(Claim(Hand.PAIR, (Face.ACE,)))))
    assert desk.at(12 * S).state.seconds_left == 8  # the next announcement begins them anew


def test_a_doubt_in_time_ends_the_seconds():
    desk = Desk().take(*HIDDEN, ANNOUNCED, Decide(Doubted(1)))
    assert desk.at(60 * S).newest == Doubted(1)


def test_however_much_happens_the_seconds_pass():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    desk.now_ns = 7 * S // 2
    assert desk.run(ChooseLanguage("en")).state.seconds_left == 7  # a busy companion tells the newest second only


def test_after_a_power_cut_the_seconds_begin_anew_and_the_eye_looks_at_nothing_hidden():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    resumed = Desk(resume(SessionState(), desk.store.current_game()))
    resumed.now_ns = 5 * S
    resumed.run(ChooseLanguage("en"))
    assert (resumed.state.seconds_left, resumed.state.phase, resumed.eye.away) == (10, Phase.DECIDING, [False, True])
    assert isinstance(resumed.at(15 * S).state.records[-1].event, Believed)


def test_under_the_cup_the_eye_looks_away_until_somebody_presses():
    desk = Desk().take(*HIDDEN)
    assert desk.eye.away == [False, True]
    desk.take(ANNOUNCED, Decide(Doubted(1)))
    assert desk.eye.away == [False, True]  # the cup is to be lifted, and nobody knows that it is
    desk.take(Pressed(at_ns=7))
    assert desk.eye.away == [False, True, False]
    desk.take(ReadingTaken(reading("KK9X", verdict=Verdict.WRONG_COUNT)))
    assert desk.eye.away[-1]  # too few dice: looked under again only after a press
    assert not desk.take(Pressed(at_ns=8)).eye.away[-1]
    assert desk.take(ReadingTaken(reading("KK9XA"))).eye.away[-1]  # the next player's cup


def test_the_eye_knows_how_many_dice_there_are():
    desk = Desk().take(NEW_GAME)
    assert desk.eye.dice == 5
    assert desk.take(NewGame(RockAndRollBegan(players=("A", "B")))).eye.dice == 1
    assert desk.take(EndGame()).eye.dice == 5
