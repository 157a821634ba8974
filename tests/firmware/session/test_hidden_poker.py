"""Verdecktes Würfelpoker at the table: what a press means, what is known of dice under a cup, what burns there."""

import pytest

from firmware.ports import Signal
from firmware.session import deciding, effects, events, state, step, throwing, touches
from firmware.session.decisions import claim_of, decisions
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import BeginnerThrown, ThrowBurned
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.rules import replay
from tests.firmware.display.games.scenes import FULL, KINGS, announced, believed, doubted, hidden
from tests.firmware.session.table_talk import LONG, SHORT, Table, faces, reading
from vision.reading import EyeDoubt, Verdict

THREE = ("Änne", "Bö", "Cäsar")


def time_over(at: Table) -> Table:
    return at.tell(events.SecondPassed(0, moment=len(at.state.records)))


def between() -> Table:
    """Return a table of two after a round in which both were believed."""
    return believed(believed(hidden()), KINGS)


def newest(at: Table) -> object:
    return at.state.records[-1].event


def test_a_press_begins_the_next_round_and_right_after_the_time_begins_nothing():
    at = between()
    assert (at.state.game.phase, newest(at.tell(SHORT))) == (RoundPhase.BETWEEN, RoundBegan())
    at = between()
    at.tell(events.Pressed(at_ns=1, is_late=True))
    assert (at.key, newest(at), at.state.game.phase) == (NoticeKey.DOUBT_TOO_LATE, Believed(), RoundPhase.BETWEEN)
    assert at.effects[-1] == effects.Tell(Signal.PROBLEM)
    at = between().tell(events.PressedForMenu(at_ns=1))
    at.tell(events.Pressed(at_ns=1, is_late=True))
    assert (at.key, at.state.dial.index) == (NoticeKey.DOUBT_TOO_LATE, 0)
    at = announced(believed(hidden()), KINGS)
    assert newest(at.tell(events.Pressed(at_ns=1, is_late=True))) == Doubted(0)


@pytest.mark.parametrize("press", [SHORT, LONG])
def test_a_press_of_the_only_opponent_is_his_doubt(press):
    at = announced(hidden()).tell(press)
    assert (newest(at), at.state.dial, at.state.game.phase) == (Doubted(1), None, RoundPhase.LIFTING)


def test_of_several_opponents_a_press_asks_which_and_the_time_waits_for_the_answer():
    at = announced(hidden(THREE)).tell(SHORT)
    assert (newest(at), at.state.dial.kind) == (Announced(FULL), DialKind.DECIDE)
    at.tell(SHORT, LONG)
    assert newest(at) == Doubted(2)
    at = announced(hidden(THREE)).tell(SHORT)
    time_over(at)
    assert (at.state.seconds_left, newest(at)) == (0, Announced(FULL))
    at.tell(touches.ChooseLanguage("en"))
    assert newest(at) == Announced(FULL)
    at.tell(touches.Decide(Doubted(2)))
    assert (newest(at), at.state.dial) == (Doubted(2), None)
    at = time_over(announced(hidden(THREE)).tell(SHORT))
    at.tell(SHORT, SHORT, LONG)
    assert (newest(at), at.state.seconds_left) == (Believed(), None)
    at = announced(hidden(THREE)).tell(touches.OpenDice())
    assert (at.state.teaching, at.key) == (None, NoticeKey.NOT_NOW)


def test_each_second_is_shown_and_heard_the_last_three_differently_and_those_of_a_settled_one_count_nothing():
    at = announced(hidden(THREE))
    assert at.state.seconds_left == 10
    for left, signal in ((4, Signal.TICK), (3, Signal.HURRY)):
        at.tell(events.SecondPassed(left, moment=3))
        assert (at.state.seconds_left, at.effects[-1], newest(at)) == (left, effects.Tell(signal), Announced(FULL))
    time_over(at)
    assert (newest(at), *at.where, at.state.seconds_left) == (Believed(), Phase.DECIDING, NoticeKey.PLAYED, None)
    at.tell(touches.Decide(Doubted(1)))
    assert (at.key, newest(at)) == (NoticeKey.DOUBT_TOO_LATE, Believed())
    at = doubted(hidden(THREE), 1)
    assert (at.state.seconds_left, newest(at.tell(events.SecondPassed(0, moment=3)))) == (None, Doubted(1))
    at = announced(believed(hidden(THREE))).tell(events.SecondPassed(0, moment=3))
    assert (newest(at), at.state.seconds_left) == (Announced(FULL), 10)


def test_while_somebody_throws_under_it_each_cup_is_another_until_it_is_to_be_lifted():
    at = hidden(THREE)
    first = deciding.cup_of(at.state)
    announced(at)
    assert (first is not None, deciding.cup_of(at.state), deciding.is_lifting(at.state)) == (True, None, False)
    at.tell(touches.Decide(Doubted(at.state.game.may_doubt[0])))
    assert (deciding.cup_of(at.state), deciding.is_lifting(at.state)) == (None, True)


def test_under_the_cup_nothing_is_seen_whatever_the_board_does():
    for at in (
        hidden(THREE),
        announced(hidden(THREE)).tell(SHORT),
        doubted(hidden(THREE), 1),
        believed(hidden(THREE)),
        between(),
        doubted(hidden(THREE), 1).throw("KK9X", verdict=Verdict.WRONG_COUNT),
        doubted(hidden(THREE), 1).throw("KK9XA"),
    ):
        assert throwing.is_looked_away(at.state)
        phase, records, number = at.state.phase, at.state.records, at.state.reading_number
        at.tell(events.BoardMoving(), events.BoardStill(reading("99999")), events.ReadingTaken(reading("99999")))
        assert (at.state.dice, at.state.pending, at.state.records) == ((), None, records)
        assert at.state.reading_number == number
        assert at.state.phase in {phase, Phase.THROWING, Phase.STILL, Phase.WAITING}
        at.tell(touches.OpenWizard())  # nor does anybody set the device up and see the board
        assert (at.state.wizard, at.key, throwing.is_looked_away(at.state)) == (None, NoticeKey.NOT_NOW, True)


def test_before_the_cup_is_lifted_nothing_is_read_repeated_or_typed():
    for at in (hidden(THREE), announced(hidden(THREE)), believed(hidden(THREE))):
        before = at.state.records
        for wanted in (touches.RepeatThrow(), touches.ThrowByHand()):
            assert (at.tell(wanted).key, at.state.records, at.state.dice) == (NoticeKey.NOT_NOW, before, ())
        at.tell(SHORT)
        assert not [effect for effect in at.effects if isinstance(effect, effects.ReadBoard)]
    assert doubted(hidden(THREE), 1).tell(touches.RepeatThrow()).key is NoticeKey.NOT_NOW


def test_only_what_was_thrown_openly_and_what_a_lifted_cup_hid_is_seen_and_stored():
    at = Table().tell(touches.NewGame(HiddenPokerBegan(players=THREE[:2]))).throw("AAAAA").throw("99999")
    at.tell(touches.Decide(RoundBegan()))
    believed(at)
    doubted(at, 0, KINGS).throw("XX9KA")
    seen = [type(record.event) for record in at.state.records if record.reading is not None]
    assert seen == [BeginnerThrown, BeginnerThrown, CupLifted]
    assert [effect.before for effect in at.effects if isinstance(effect, effects.ReadBoard)][-1] is None
    at = doubted(hidden(THREE), 1).throw("KK9XA").tell(touches.TakeBack(), SHORT)
    assert at.effects[-1] == effects.ReadBoard(5, None)
    again = step.resume(state.SessionState(), at.state.records)
    assert (again.phase, again.dice, throwing.is_looked_away(again)) == (Phase.WAITING, (), True)


def test_a_power_cut_in_any_phase_goes_on_there_with_nothing_on_the_display():
    for at in (hidden(THREE), announced(hidden(THREE)), doubted(hidden(THREE), 1)):
        resumed, phase = step.resume(state.SessionState(), at.state.records), at.state.game.phase
        assert (resumed.game, resumed.dice, resumed.pending) == (at.state.game, (), None)
        assert throwing.is_looked_away(resumed)
        assert resumed.seconds_left == (10 if phase is RoundPhase.DOUBTING else None)


FOUR = ("KK9X", {"verdict": Verdict.WRONG_COUNT}, RoundPhase.LIFTING, NoticeKey.WRONG_COUNT)
LEANING = ("KK9XA", {"doubts": {2: EyeDoubt.LEANING}}, Phase.BURNING, NoticeKey.BURNING)
UNCLEAR = ("KK9XA", {"doubts": {2: EyeDoubt.FACE_UNCLEAR}}, Phase.ASKING, NoticeKey.NOT_SURE)
AGAIN = (SHORT, events.ReadingTaken(reading("KK9XA")))


@pytest.mark.parametrize(
    ("lifted", "then", "logged"),
    [
        (FOUR, AGAIN, CupLifted(faces("KK9XA"))),
        (FOUR, (touches.RepeatThrow(),), ThrowBurned((True,) * 5)),  # one rolled away as the cup was lifted
        (LEANING, AGAIN, CupLifted(faces("KK9XA"))),
        (LEANING, (touches.AcceptReading(),), CupLifted(faces("KK9XA"))),  # the players see that nothing burns
        (LEANING, (touches.RepeatThrow(),), ThrowBurned((False, False, True, False, False))),
        (UNCLEAR, (touches.CorrectDie(2, Face.KING),), CupLifted(faces("KKKXA"))),
        (UNCLEAR, (touches.RepeatThrow(),), ThrowBurned((True,) * 5)),
    ],
)
def test_a_doubted_throw_is_judged_or_repeated_only_once_five_dice_are_sure(lifted, then, logged):
    letters, seen, phase, key = lifted
    at = doubted(hidden(THREE), 1).throw(letters, **seen)
    assert phase in (at.state.phase, at.state.game.phase)
    assert (at.key, newest(at), at.state.game.chips.stacks) == (key, Doubted(1), (49, 49, 49))
    at.tell(*then)
    assert (newest(at), at.state.dice) == (logged, ())
    assert replay(record.event for record in at.state.records) == at.state.game
    if isinstance(logged, ThrowBurned):  # announced anew
        game = at.state.game
        assert (game.phase, game.to_move, game.chips.stacks) == (RoundPhase.HIDDEN, 0, (49, 49, 49))
        assert throwing.is_looked_away(at.state)
        assert at.tell(touches.TakeBack()).key is NoticeKey.NOTHING_TO_TAKE_BACK


def test_without_a_camera_what_the_cup_hid_is_typed():
    at = doubted(hidden(THREE), 1).tell(events.CameraLost(), SHORT)
    assert (at.state.phase, len(at.state.dice)) == (Phase.ASKING, 5)
    at.tell(*(touches.CorrectDie(index, face) for index, face in enumerate(faces("KK9XA"))), touches.AcceptReading())
    assert newest(at) == CupLifted(faces("KK9XA"))
    assert hidden(THREE).tell(touches.OpenDial(DialKind.CLAIM)).key is NoticeKey.NOT_NOW


@pytest.mark.parametrize("at", [hidden(THREE), believed(hidden(THREE), KINGS)], ids=["first", "later"])
def test_by_the_one_button_each_announcement_takes_nine_presses_at_most(at):
    found, reached = [at.state], set()
    for _ in range(9):
        found = [step.step(state, press)[0] for state in found for press in (SHORT, LONG)]
        reached |= {state.records[-1].event for state in found}
    assert reached >= {decision.event for decision in decisions(at.state.game) if claim_of(decision)}
