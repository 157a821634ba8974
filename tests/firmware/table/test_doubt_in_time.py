"""Ten seconds to doubt, with the button: whoever pressed in time is heard, however busy the companion was."""

from __future__ import annotations

import pytest

from firmware.ports import Edge
from firmware.session.touches import ChooseLanguage, Decide, NewGame
from firmware.session.vocabulary import DialKind, NoticeKey
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, Believed, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from tests.firmware.table.test_companion import Desk

MS = 1_000_000
S = 1_000 * MS
KINGS = Claim(Hand.PAIR, (Face.KING,))


def announced(*players: str) -> Desk:
    """Return a desk at which the first player has just announced two kings, at time 0."""
    agreed = HiddenPokerBegan(players=players or ("Änne", "Bö"), beginner=0)
    return Desk().take(NewGame(agreed), Decide(RoundBegan()), Decide(Announced(KINGS)))


def at(desk: Desk, now_ns: int) -> Desk:
    desk.now_ns = now_ns
    desk.companion.tick()
    return desk


def tap(desk: Desk, down_ns: int, up_ns: int) -> Desk:
    """Press from one moment to another, as the contact reports it, and let it settle."""
    for is_down, at_ns in ((True, down_ns), (False, up_ns)):
        desk.now_ns = max(desk.now_ns, at_ns)
        desk.companion.take_edge("gpio", Edge(is_down, at_ns))
    return at(desk, desk.now_ns + 30 * MS)


def newest(desk: Desk) -> object:
    return desk.state.records[-1].event


@pytest.mark.parametrize("up_ns", [2 * S + 80 * MS, 4 * S])
def test_a_press_is_the_doubt_of_the_one_opponent_a_slow_one_too(up_ns: int) -> None:
    assert newest(tap(announced(), 2 * S, up_ns)) == Doubted(1)


@pytest.mark.parametrize("up_ns", [10 * S + 60 * MS, 10 * S + 900 * MS, 12 * S])
def test_a_finger_that_went_down_in_time_is_heard_though_it_comes_up_after_the_ten_seconds(up_ns: int) -> None:
    desk = announced()
    desk.companion.take_edge("gpio", Edge(True, 10 * S - 1 * MS))
    at(desk, up_ns - 1)
    assert newest(desk) == Announced(KINGS)  # the time waits for the finger
    desk.companion.take_edge("gpio", Edge(False, up_ns))
    assert newest(at(desk, up_ns + 30 * MS)) == Doubted(1)


def test_a_press_that_sprang_back_does_not_hold_the_time_up() -> None:
    desk = announced()
    desk.companion.take_edge("gpio", Edge(True, 10 * S - 1 * MS))
    desk.companion.take_edge("gpio", Edge(False, 10 * S + 1 * MS))
    assert newest(at(desk, 10 * S + 40 * MS)) == Believed()


def test_a_button_that_is_stuck_does_not_hold_the_time_up_for_ever() -> None:
    desk = announced()
    desk.companion.take_edge("gpio", Edge(True, 9 * S))
    assert newest(at(desk, 14 * S - 1)) == Announced(KINGS)
    assert newest(at(desk, 15 * S)) == Believed()


def test_what_was_done_in_time_is_heard_before_the_time_is_over_though_the_companion_was_busy() -> None:
    desk = announced()
    desk.companion.post(ChooseLanguage("en"))
    desk.companion.edge("gpio", Edge(True, 9 * S))
    desk.companion.edge("gpio", Edge(False, 9 * S + 100 * MS))
    desk.now_ns = 10 * S + 500 * MS  # it hung in the file system meanwhile
    desk.run()
    assert newest(at(desk, desk.now_ns)) == Doubted(1)


def test_a_touch_in_time_is_heard_the_same() -> None:
    desk = announced()
    desk.companion.post(ChooseLanguage("en"))
    desk.companion.post(Decide(Doubted(1)))
    desk.now_ns = 11 * S
    assert newest(desk.run()) == Doubted(1)


def test_things_that_happen_after_the_end_do_not_put_it_off() -> None:
    desk = announced()
    desk.now_ns = 11 * S
    desk.run(ChooseLanguage("en"))
    assert newest(desk) == Announced(KINGS)  # what ended the loop had come before the end, too
    for language in ("de", "en"):
        desk.companion.post(ChooseLanguage(language))
    assert newest(at(desk, 11 * S)) == Believed()


@pytest.mark.parametrize("began_ns", [10 * S + 20 * MS, 11 * S + 400 * MS])
def test_a_press_right_after_the_ten_seconds_is_told_that_it_is_too_late_and_does_nothing_else(began_ns: int) -> None:
    desk = tap(at(announced(), 10 * S), began_ns, began_ns + 80 * MS)
    assert (newest(desk), desk.state.notice.key, desk.state.dial) == (Believed(), NoticeKey.DOUBT_TOO_LATE, None)


def test_later_the_button_means_what_it_always_means() -> None:
    desk = tap(at(announced(), 10 * S), 12 * S, 12 * S + 80 * MS)
    assert desk.state.dial.kind is DialKind.DECIDE  # what to announce


def test_who_says_no_to_the_dial_in_time_lets_the_seconds_run_on() -> None:
    desk = tap(announced("Änne", "Bö", "Cäsar"), 2 * S, 2 * S + 80 * MS)
    tap(desk, 3 * S, 3 * S + 80 * MS)
    tap(desk, 4 * S, 4 * S + 80 * MS)
    tap(desk, 5 * S, 6 * S + 100 * MS)
    assert (desk.state.dial, newest(desk)) == (None, Announced(KINGS))
    assert at(desk, 7 * S).state.seconds_left == 3
    assert newest(at(desk, 10 * S)) == Believed()
