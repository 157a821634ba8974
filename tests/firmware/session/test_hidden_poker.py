"""Verdecktes Würfelpoker at the table: what a press means, what is known of dice under a cup, what burns there."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session import events, touches
from firmware.session.deciding import cup_of, is_lifting
from firmware.session.effects import ReadBoard, Tell
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.throwing import is_looked_away
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import BeginnerThrown, ThrowBurned
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from scoring.rules import replay
from tests.firmware.session.table_talk import Table, faces, reading
from vision.reading import EyeDoubt, Verdict

THREE = ("Änne", "Bö", "Cäsar")
KINGS = Claim(Hand.PAIR, (Face.KING,))
TENS = Claim(Hand.PAIR, (Face.TEN,))


def table(players: tuple[str, ...] = THREE, **agreed: object) -> Table:
    """Return a table at which the first player throws under the cup."""
    began = HiddenPokerBegan(players=players, beginner=0, **agreed)  # type: ignore[arg-type]
    return Table().tell(touches.NewGame(began), touches.Decide(RoundBegan()))


def announced(at: Table, claim: Claim = KINGS) -> Table:
    return at.tell(touches.Decide(Announced(claim)))


def doubted(at: Table, by: int = 1, claim: Claim = KINGS) -> Table:
    return announced(at, claim).tell(touches.Decide(Doubted(by)))


def time_over(at: Table) -> Table:
    return at.tell(events.SecondPassed(0, moment=len(at.state.records)))


def newest(at: Table) -> object:
    return at.state.records[-1].event


def stage(at: Table) -> RoundPhase:
    return at.state.game.phase


def test_a_press_begins_the_next_round_and_right_after_the_time_begins_nothing() -> None:
    at = time_over(announced(time_over(announced(table(THREE[:2]), KINGS)), TENS))
    assert stage(at) is RoundPhase.BETWEEN
    assert newest(at.tell(events.Pressed(at_ns=1))) == RoundBegan()
    at = time_over(announced(time_over(announced(table(THREE[:2]), KINGS)), TENS))
    at.tell(events.Pressed(at_ns=1, is_late=True))
    assert (at.key, newest(at), stage(at)) == (NoticeKey.DOUBT_TOO_LATE, Believed(), RoundPhase.BETWEEN)
    assert at.effects[-1] == Tell(Signal.PROBLEM)
    at = time_over(announced(time_over(announced(table(THREE[:2]), KINGS)), TENS)).tell(events.PressedForMenu(at_ns=1))
    at.tell(events.Pressed(at_ns=1, is_late=True))
    assert (at.key, at.state.dial.index) == (NoticeKey.DOUBT_TOO_LATE, 0)
    at = announced(time_over(announced(table(THREE[:2]), KINGS)), TENS)
    assert newest(at.tell(events.Pressed(at_ns=1, is_late=True))) == Doubted(0)


@pytest.mark.parametrize("press", [events.Pressed(at_ns=1), events.PressedLong(at_ns=1)])
def test_a_press_of_the_only_opponent_is_his_doubt(press: object) -> None:
    at = announced(table(THREE[:2])).tell(press)
    assert (newest(at), at.state.dial, stage(at)) == (Doubted(1), None, RoundPhase.LIFTING)


def test_of_several_opponents_a_press_asks_which_and_the_time_waits_for_the_answer() -> None:
    at = announced(table()).tell(events.Pressed(at_ns=1))
    assert (newest(at), at.state.dial.kind) == (Announced(KINGS), DialKind.DECIDE)
    at.tell(events.Pressed(at_ns=2), events.PressedLong(at_ns=3))
    assert newest(at) == Doubted(2)
    at = announced(table()).tell(events.Pressed(at_ns=1))
    time_over(at)
    assert (at.state.seconds_left, newest(at)) == (0, Announced(KINGS))
    at.tell(touches.ChooseLanguage("en"))
    assert newest(at) == Announced(KINGS)
    at.tell(touches.Decide(Doubted(2)))
    assert (newest(at), at.state.dial) == (Doubted(2), None)
    at = time_over(announced(table()).tell(events.Pressed(at_ns=1)))
    at.tell(events.Pressed(at_ns=2), events.Pressed(at_ns=3), events.PressedLong(at_ns=4))
    assert (newest(at), at.state.seconds_left) == (Believed(), None)
    at = announced(table()).tell(touches.OpenDice())
    assert (at.state.teaching, at.key) == (None, NoticeKey.NOT_NOW)


def test_while_somebody_throws_under_it_each_cup_is_another_until_it_is_to_be_lifted() -> None:
    at = table()
    first = cup_of(at.state)
    announced(at, KINGS)
    assert (first is not None, cup_of(at.state), is_lifting(at.state)) == (True, None, False)
    at.tell(touches.Decide(Doubted(at.state.game.may_doubt[0])))
    assert (cup_of(at.state), is_lifting(at.state)) == (None, True)


def in_each_phase() -> list[Table]:
    return [
        table(),
        announced(table()),
        doubted(table()),
        time_over(announced(table())),
        doubted(table()).throw("KK9X", verdict=Verdict.WRONG_COUNT),
        doubted(table()).throw("KK9XA"),
        announced(table()).tell(events.Pressed(at_ns=1)),
    ]


@pytest.mark.parametrize("at", in_each_phase())
def test_under_the_cup_nothing_is_seen_whatever_the_board_does(at: Table) -> None:
    assert is_looked_away(at.state)
    phase, records, number = at.state.phase, at.state.records, at.state.reading_number
    at.tell(events.BoardMoving(), events.BoardStill(reading("99999")), events.ReadingTaken(reading("99999")))
    assert at.state.dice == ()
    assert at.state.pending is None
    assert at.state.records == records
    assert at.state.reading_number == number
    assert at.state.phase in {phase, Phase.THROWING, Phase.STILL, Phase.WAITING}
    assert is_looked_away(at.state)


@pytest.mark.parametrize("at", in_each_phase())
def test_while_dice_lie_under_the_cup_nobody_sets_the_device_up_and_sees_the_board(at: Table) -> None:
    at.tell(touches.OpenWizard())
    assert at.state.wizard is None
    assert at.key is NoticeKey.NOT_NOW
    assert is_looked_away(at.state)


def test_before_the_cup_is_lifted_nothing_is_read_repeated_or_typed() -> None:
    for at in (table(), announced(table()), time_over(announced(table()))):
        at.tell(events.Pressed(at_ns=1))
        assert not [effect for effect in at.effects if isinstance(effect, ReadBoard)]
    for at in (table(), announced(table()), doubted(table())):
        before = at.state.records
        assert at.tell(touches.RepeatThrow()).key is NoticeKey.NOT_NOW
        assert at.state.records == before
    for at in (table(), announced(table())):
        assert at.tell(touches.ThrowByHand()).key is NoticeKey.NOT_NOW
        assert at.state.dice == ()


def test_only_what_was_thrown_openly_and_what_a_lifted_cup_hid_is_seen_and_stored() -> None:
    at = Table().tell(touches.NewGame(HiddenPokerBegan(players=THREE[:2]))).throw("AAAAA").throw("99999")
    at.tell(touches.Decide(RoundBegan()))
    time_over(announced(at))
    doubted(at, 0, TENS).throw("XX9KA")
    seen = [type(record.event) for record in at.state.records if record.reading is not None]
    assert seen == [BeginnerThrown, BeginnerThrown, CupLifted]
    at = time_over(announced(time_over(announced(table(THREE[:2]), KINGS)), TENS))
    assert stage(at) is RoundPhase.BETWEEN
    assert is_looked_away(at.state)
    at = doubted(table()).throw("KK9XA").tell(touches.TakeBack(), events.Pressed(at_ns=9))
    assert at.effects[-1] == ReadBoard(9, None)
    again = resume(SessionState(), at.state.records)
    assert (again.phase, again.dice, is_looked_away(again)) == (Phase.WAITING, (), True)


@pytest.mark.parametrize(
    ("at", "phase"),
    [
        (table(), RoundPhase.HIDDEN),
        (announced(table()), RoundPhase.DOUBTING),
        (doubted(table()), RoundPhase.LIFTING),
        (time_over(announced(table())), RoundPhase.HIDDEN),
    ],
)
def test_a_power_cut_in_any_phase_goes_on_there_with_nothing_on_the_display(at: Table, phase: RoundPhase) -> None:
    resumed = resume(SessionState(), at.state.records)
    assert (resumed.game, resumed.game.phase) == (at.state.game, phase)
    assert (resumed.dice, resumed.pending, is_looked_away(resumed)) == ((), None, True)
    assert resumed.seconds_left == (10 if phase is RoundPhase.DOUBTING else None)


def test_dice_that_are_missing_or_rolled_away_are_counted_and_the_cup_is_lifted_again() -> None:
    at = doubted(table()).throw("KK9X", verdict=Verdict.WRONG_COUNT)
    assert (at.key, dict(at.state.notice.values), stage(at)) == (
        NoticeKey.WRONG_COUNT,
        {"count": 4},
        RoundPhase.LIFTING,
    )
    assert newest(at.throw("KK9XA")) == CupLifted(faces("KK9XA"))
    at = doubted(table()).throw("KK9X", verdict=Verdict.WRONG_COUNT).tell(touches.RepeatThrow())
    assert newest(at) == ThrowBurned((True,) * 5)
    assert stage(at) is RoundPhase.HIDDEN


def test_a_die_that_burns_under_the_cup_is_asked_about_before_anything_is_judged() -> None:
    at = doubted(table()).throw("KK9XA", doubts={2: EyeDoubt.LEANING})
    assert (at.state.phase, at.key, newest(at)) == (Phase.BURNING, NoticeKey.BURNING, Doubted(1))
    assert at.state.game.chips.stacks == (49, 49, 49)
    at = doubted(table()).throw("KK9XA", doubts={2: EyeDoubt.LEANING}).throw("KK9XA")
    assert newest(at) == CupLifted(faces("KK9XA"))
    at = doubted(table()).throw("KK9XA", doubts={2: EyeDoubt.LEANING}).tell(touches.AcceptReading())
    assert newest(at) == CupLifted(faces("KK9XA"))


def test_the_burning_throw_is_repeated_and_announced_anew() -> None:
    at = doubted(table()).throw("KK9XA", doubts={2: EyeDoubt.LEANING}).tell(touches.RepeatThrow())
    assert newest(at) == ThrowBurned((False, False, True, False, False))
    assert (stage(at), at.state.game.to_move, at.state.dice) == (RoundPhase.HIDDEN, 0, ())
    assert at.state.game.chips.stacks == (49, 49, 49)
    assert is_looked_away(at.state)
    assert replay(record.event for record in at.state.records) == at.state.game
    at.tell(touches.TakeBack())
    assert at.key is NoticeKey.NOTHING_TO_TAKE_BACK


def test_a_doubtful_die_is_put_right_or_repeated_before_it_is_judged() -> None:
    at = doubted(table()).throw("KK9XA", doubts={2: EyeDoubt.FACE_UNCLEAR})
    assert (at.state.phase, at.key) == (Phase.ASKING, NoticeKey.NOT_SURE)
    at.tell(touches.CorrectDie(2, Face.KING))
    assert newest(at) == CupLifted(faces("KKKXA"))
    assert at.state.dice == ()
    at = doubted(table()).throw("KK9XA", doubts={2: EyeDoubt.FACE_UNCLEAR}).tell(touches.RepeatThrow())
    assert newest(at) == ThrowBurned((True,) * 5)


def test_without_a_camera_what_the_cup_hid_is_typed_and_the_button_alone_announces() -> None:
    at = doubted(table()).tell(events.CameraLost(), events.Pressed(at_ns=1))
    assert (at.state.phase, len(at.state.dice)) == (Phase.ASKING, 5)
    at.tell(*(touches.CorrectDie(index, face) for index, face in enumerate(faces("KK9XA"))), touches.AcceptReading())
    assert newest(at) == CupLifted(faces("KK9XA"))
    at = table().tell(touches.OpenDial(DialKind.DECIDE), events.Pressed(at_ns=1), events.PressedLong(at_ns=2))
    assert newest(at) == Announced(Claim(Hand.PAIR, (Face.NINE,)))
