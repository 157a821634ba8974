"""The companion in a game under the cup: the seconds there are to doubt, and an eye that looks away."""

import pytest

from firmware.ports import Edge, Signal
from firmware.session import state, step
from firmware.session.events import BoardStill, Pressed, ReadingTaken, SecondPassed
from firmware.session.touches import ChooseLanguage, Decide, EndGame, NewGame
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from firmware.table.countdown import Countdown, countdown_of
from scoring.dice import Face
from scoring.games import pot, rock_and_roll
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.hands import hand, ranking
from tests.firmware.session.table_talk import faces, reading
from tests.firmware.table.companion_desk import MS, NEW_GAME, Desk
from vision.reading import Verdict

S = 1_000 * MS
KINGS = ranking.Claim(hand.Hand.PAIR, (Face.KING,))
ANNOUNCED = Decide(Announced(KINGS))


def hidden() -> Desk:
    """Return a desk at which the first player throws under the cup, at time 0."""
    return Desk().take(NewGame(HiddenPokerBegan(players=("Änne", "Bö"), beginner=0)), Decide(pot.RoundBegan()))


def announced() -> Desk:
    """Return a desk at which the first player has just announced two kings, at time 0."""
    return hidden().take(ANNOUNCED)


def test_ten_seconds_after_an_announcement_it_stands_and_each_is_heard():
    desk = announced()
    told = len(desk.sound.played)
    for second in range(1, 10):
        assert desk.at(second * S).shown[-1].seconds_left == 10 - second
    assert desk.sound.played[told:] == [Signal.TICK] * 6 + [Signal.HURRY] * 3
    assert desk.at(10 * S - 1).newest == Announced(KINGS)
    assert desk.at(10 * S).newest == Believed()
    assert desk.shown[-1].seconds_left is None
    desk.take(Decide(Announced(ranking.Claim(hand.Hand.PAIR, (Face.ACE,)))))
    assert desk.at(12 * S).state.seconds_left == 8
    old = Countdown(moment=len(desk.state.records) - 1, end_ns=15 * S, left=3)
    assert countdown_of(desk.state, old, 12 * S).end_ns == 22 * S  # the next announcement begins them anew


def test_a_countdown_tells_the_newest_second_that_passed_and_ends_with_the_last():
    countdown = Countdown(moment=3, end_ns=10 * S, left=10)
    assert countdown.at(S - 1) == (countdown, None)
    assert countdown.at(7 * S + 1) == (Countdown(3, 10 * S, 3), SecondPassed(3, 3))
    assert Countdown(3, 10 * S, 3).due_ns == 8 * S
    assert countdown.at(50 * S) == (None, SecondPassed(0, 3))
    desk = announced()
    desk.now_ns = 7 * S // 2
    assert desk.run(ChooseLanguage("en")).state.seconds_left == 7  # however much happens, the seconds pass


def test_after_a_power_cut_the_seconds_begin_anew_and_the_eye_looks_at_nothing_hidden():
    resumed = Desk(step.resume(state.SessionState(), announced().store.current_game()))
    resumed.now_ns = 5 * S
    resumed.run()
    assert (resumed.state.seconds_left, resumed.state.phase, resumed.eye.away) == (10, Phase.DECIDING, [False, True])
    assert isinstance(resumed.at(15 * S).state.records[-1].event, Believed)


def test_of_what_a_cup_hides_no_picture_is_kept_before_it_is_lifted():
    desk, few, all_five = hidden().take(ANNOUNCED), reading("KK9X", verdict=Verdict.WRONG_COUNT), reading("KK9XA")
    desk.eye.kept[1] = seen = (None, all_five)
    desk.take(ReadingTaken(all_five), BoardStill(all_five, is_new=True))  # nobody asked
    assert desk.take(Decide(Doubted(1)), Pressed(at_ns=7), ReadingTaken(few)).pictures == []
    desk.take(Pressed(at_ns=8), ReadingTaken(all_five))
    assert (desk.pictures, desk.newest) == ([seen], CupLifted(faces("KK9XA")))


def test_under_the_cup_the_eye_looks_away_until_somebody_presses_and_it_knows_how_many_dice_there_are():
    desk = hidden().take(ANNOUNCED, Decide(Doubted(1)))
    assert desk.eye.away == [False, True]  # the cup is to be lifted, and nobody knows that it is
    assert desk.take(Pressed(at_ns=7)).eye.away == [False, True, False]
    desk.take(ReadingTaken(reading("KK9X", verdict=Verdict.WRONG_COUNT)))
    assert desk.eye.away[-1]  # too few dice: looked under again only after a press
    assert not desk.take(Pressed(at_ns=8)).eye.away[-1]
    assert desk.take(ReadingTaken(reading("KK9XA"))).eye.away[-1]  # the next player's cup
    games = (NEW_GAME, NewGame(rock_and_roll.RockAndRollBegan(players=("A", "B"))), EndGame())
    assert [desk.take(game).eye.dice for game in games] == [5, 1, 5]


@pytest.mark.parametrize("up_ns", [10 * S + 60 * MS, 12 * S])
def test_a_finger_that_went_down_in_time_is_heard_though_it_comes_up_after_the_ten_seconds(up_ns):
    desk = announced().edges((True, 10 * S - 1 * MS)).at(up_ns - 1)
    assert desk.newest == Announced(KINGS)  # the time waits for the finger
    assert desk.edges((False, up_ns)).at(up_ns + 30 * MS).newest == Doubted(1)


def test_a_press_that_sprang_back_or_a_button_that_is_stuck_does_not_hold_the_time_up():
    desk = announced().edges((True, 10 * S - 1 * MS), (False, 10 * S + 1 * MS))
    assert desk.at(10 * S + 40 * MS).newest == Believed()
    assert announced().edges((True, 10 * S)).at(10 * S + 1 * MS).newest == Believed()  # it began too late
    desk = announced().edges((True, 9 * S))
    assert desk.at(14 * S - 1).newest == Announced(KINGS)
    assert desk.at(15 * S).newest == Believed()


def test_what_was_done_in_time_is_heard_though_the_companion_was_busy_and_what_happens_later_puts_nothing_off():
    pressed, touched = announced(), announced()
    for desk in (pressed, touched):
        desk.companion.post(ChooseLanguage("en"))
        desk.now_ns = 10 * S + 500 * MS  # it hung in the file system meanwhile
    pressed.companion.edge("gpio", Edge(True, 9 * S))
    pressed.companion.edge("gpio", Edge(False, 9 * S + 100 * MS))
    assert pressed.run().at(pressed.now_ns).newest == Doubted(1)
    assert touched.run(Decide(Doubted(1))).newest == Doubted(1)
    desk = announced()
    desk.now_ns = 11 * S
    assert desk.run(ChooseLanguage("en")).newest == Announced(KINGS)  # what ended the loop had come before the end
    for language in ("de", "en"):
        desk.companion.post(ChooseLanguage(language))
    assert desk.at(11 * S).newest == Believed()


@pytest.mark.parametrize("began_ns", [10 * S + 20 * MS, 11 * S + 400 * MS])
def test_a_press_right_after_the_ten_seconds_is_told_that_it_is_too_late_and_does_nothing_else(began_ns):
    desk = announced().at(10 * S).tap(began_ns, began_ns + 80 * MS)
    assert (desk.newest, desk.state.notice.key, desk.state.dial) == (Believed(), NoticeKey.DOUBT_TOO_LATE, None)
    desk.tap(12 * S, 12 * S + 80 * MS)  # later it means what it always means: what to announce
    assert desk.state.dial.kind is DialKind.DECIDE
