"""The seconds there are to doubt, told by a monotonic clock."""

from __future__ import annotations

from firmware.log.record import Record
from firmware.session.events import SecondPassed
from firmware.session.state import SessionState
from firmware.table.countdown import Countdown, countdown_of
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from scoring.rules import replay

S = 1_000_000_000
EVENTS = (
    HiddenPokerBegan(players=("A", "B"), beginner=0),
    RoundBegan(),
    Announced(Claim(Hand.PAIR, (Face.KING,))),
)
DOUBTING = SessionState(game=replay(EVENTS), records=tuple(map(Record, EVENTS)))


def test_the_next_announcement_begins_them_anew() -> None:
    old = Countdown(moment=2, end_ns=6 * S, left=1)
    assert countdown_of(DOUBTING, old, 5 * S) == Countdown(moment=3, end_ns=15 * S, left=10)


def test_each_second_is_told_once_and_the_last_one_ends_it() -> None:
    countdown, told = Countdown(moment=3, end_ns=10 * S, left=10), []
    for now_ns in range(0, 10 * S, S // 4):
        after, passed = countdown.at(now_ns)
        assert after is not None
        countdown = after
        told += [] if passed is None else [passed.left]
    assert told == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert countdown.due_ns == 10 * S
    assert countdown.at(10 * S) == (None, SecondPassed(0, 3))


def test_a_companion_that_was_busy_tells_the_newest_second_only() -> None:
    late = Countdown(moment=3, end_ns=10 * S, left=10)
    assert late.at(7 * S + 1) == (Countdown(3, 10 * S, 3), SecondPassed(3, 3))
    assert late.at(50 * S) == (None, SecondPassed(0, 3))
