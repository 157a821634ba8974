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

HIDDEN = (NewGame(HiddenPokerBegan(players=("A", "B"), beginner=0)), Decide(RoundBegan()))
ANNOUNCED = Decide(Announced(Claim(Hand.PAIR, (Face.KING,))))


def test_ten_seconds_after_an_announcement_it_stands_and_each_is_heard():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    told = len(desk.sound.played)
    for second in range(1, 10):
        desk.now_ns = second * 1_000_000_000
        desk.companion.tick()
        assert desk.shown[-1].seconds_left == 10 - second
    assert desk.sound.played[told:] == [Signal.TICK] * 6 + [Signal.HURRY] * 3
    desk.now_ns += 999_999_999
    desk.companion.tick()
    assert not isinstance(desk.store.current_game()[-1].event, Believed)
    desk.now_ns += 1
    desk.companion.tick()
    assert isinstance(desk.store.current_game()[-1].event, Believed)
    assert desk.shown[-1].seconds_left is None


def test_a_doubt_in_time_ends_the_seconds():
    desk = Desk().take(*HIDDEN, ANNOUNCED, Decide(Doubted(1)))
    desk.now_ns = 60_000_000_000
    desk.companion.tick()
    assert desk.store.current_game()[-1].event == Doubted(1)


def test_however_much_happens_the_seconds_pass():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    desk.now_ns = 3_500_000_000
    desk.run(ChooseLanguage("en"))
    assert desk.state.seconds_left == 7


def test_seconds_cut_off_by_a_power_cut_begin_anew():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    resumed = Desk(resume(SessionState(), desk.store.current_game()))
    resumed.now_ns = 5_000_000_000
    resumed.run(ChooseLanguage("en"))
    assert (resumed.state.seconds_left, resumed.state.phase) == (10, Phase.DECIDING)
    resumed.now_ns += 10_000_000_000
    resumed.companion.tick()
    assert isinstance(resumed.state.records[-1].event, Believed)


def test_under_the_cup_the_eye_looks_away_until_somebody_presses():
    desk = Desk().take(*HIDDEN)
    assert desk.eye.away == [False, True]
    desk.take(ANNOUNCED, Decide(Doubted(1)))
    assert desk.eye.away == [False, True]  # the cup is to be lifted, and nobody knows that it is
    desk.take(Pressed(at_ns=7))
    assert desk.eye.away == [False, True, False]
    desk.take(ReadingTaken(reading("KK9XA")))
    assert desk.eye.away == [False, True, False, True]  # the next player's cup


def test_a_cup_that_hid_too_few_dice_is_looked_under_again_only_after_a_press():
    desk = Desk().take(*HIDDEN, ANNOUNCED, Decide(Doubted(1)), Pressed(at_ns=7))
    desk.take(ReadingTaken(reading("KK9X", verdict=Verdict.WRONG_COUNT)))
    assert desk.eye.away[-1] is True
    desk.take(Pressed(at_ns=8))
    assert desk.eye.away[-1] is False


def test_a_start_in_the_middle_of_a_hidden_round_looks_at_nothing():
    desk = Desk().take(*HIDDEN)
    resumed = Desk(resume(SessionState(), desk.store.current_game())).run()
    assert resumed.eye.away == [False, True]


def test_the_eye_knows_how_many_dice_there_are():
    desk = Desk().take(NEW_GAME)
    assert desk.eye.dice == 5
    assert desk.take(NewGame(RockAndRollBegan(players=("A", "B")))).eye.dice == 1
    assert desk.take(EndGame()).eye.dice == 5
