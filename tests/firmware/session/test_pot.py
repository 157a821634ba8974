"""Rounds for a pot in a session: rounds that begin with a throw, raises, answers, taking back, leaving, four dice."""

from __future__ import annotations

import pytest

from firmware.display.messages import catalogue
from firmware.display.sentences import notice
from firmware.session.decisions import decisions
from firmware.session.effects import Append, ReadBoard
from firmware.session.events import BoardMoving, BoardStill, CameraLost, Pressed, PressedLong, ReadingFailed
from firmware.session.touches import CorrectDie, TakeBack
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.games.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong
from tests.firmware.session.pot_talk import AlCaponeBegan, PotTable, agreed_on
from tests.firmware.session.table_talk import reading
from vision.reading import Verdict

POOR = Stakes(minimum=1, maximum=3, stack=4)


def keys(table: PotTable) -> list[str]:
    return [each.key for each in decisions(table.state.game)]


def events(table: PotTable) -> list[str]:
    return [type(record.event).__name__ for record in table.state.records]


def said(table: PotTable, language: str = "de") -> str:
    return str(notice(table.state, catalogue(language))["text"])


@pytest.fixture
def table() -> PotTable:
    return PotTable().sit()


@pytest.fixture
def won() -> PotTable:
    """A table after a round, won by Franz."""
    return PotTable().sit().show("KK9QA").show("QQ9XA").show("999QA")


# ---- a round begins with its first throw


def test_a_press_between_rounds_begins_the_next_one_and_reads_its_first_throw(table: PotTable) -> None:
    assert table.state.phase is Phase.DECIDING
    table.tell(Pressed(at_ns=7))
    assert table.state.phase is Phase.READING
    assert table.effects[-1] == ReadBoard(7, None, 5)
    table.answer("KK9QA")
    assert events(table) == ["OpenPokerBegan", "RoundBegan", "ThrowMade"]
    assert table.state.phase is Phase.READ
    assert table.state.game.chips.pot == 3


def test_a_round_that_a_press_began_is_saved_before_its_throw_is_read(table: PotTable) -> None:
    table.tell(Pressed(at_ns=7))
    assert [each.record.event for each in table.effects if isinstance(each, Append)][-1] == RoundBegan()


def test_a_press_by_mistake_after_a_round_leaves_the_way_back_to_the_hand_that_was_misread(won: PotTable) -> None:
    won.tell(Pressed(at_ns=7))
    lying = tuple(die.detection.quad[0] for die in won.state.reading.dice)
    won.answer("999QA", held_places=dict(enumerate(lying)))
    assert won.key is NoticeKey.NOTHING_THROWN
    assert won.state.phase is Phase.WAITING
    won.tell(TakeBack())
    assert won.state.phase is Phase.DECIDING
    assert won.state.game.chips.stacks == (49, 49, 52)
    won.tell(TakeBack(), CorrectDie(0, Face.TEN))
    assert won.state.game.turn.faces[0] is Face.TEN
    assert won.decide(HandKept(1)).state.game.results == (0,)


def test_a_press_that_nothing_answers_has_begun_the_round_and_no_more(table: PotTable) -> None:
    table.tell(Pressed(at_ns=7), ReadingFailed(NoticeKey.NO_BOARD))
    assert (table.state.phase, table.key) == (Phase.WAITING, NoticeKey.NO_BOARD)
    assert events(table) == ["OpenPokerBegan", "RoundBegan"]


def test_what_was_thrown_for_who_begins_is_gone_from_the_table_when_the_round_begins() -> None:
    table = PotTable().sit(agreed_on(("A", "B"), beginner=None)).throw("KK9QA").throw("99XXX")
    assert table.state.dice
    table.tell(Pressed(at_ns=7), ReadingFailed(NoticeKey.NO_BOARD))
    assert table.state.dice == ()


def test_without_a_camera_a_press_begins_the_round_and_lets_the_throw_be_typed(table: PotTable) -> None:
    table.tell(CameraLost(), Pressed(at_ns=7))
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)
    assert events(table)[-1] == "RoundBegan"


def test_dice_that_roll_between_rounds_are_seen_and_the_press_is_offered(table: PotTable) -> None:
    table.tell(BoardMoving())
    assert table.state.phase is Phase.THROWING
    table.tell(BoardStill(reading("KK9QA"), is_new=True))
    assert (table.state.phase, table.key) == (Phase.STILL, NoticeKey.PRESS_OFFERED)
    table.throw("KK9QA")
    assert events(table)[1:] == ["RoundBegan", "ThrowMade"]


def test_dice_that_roll_while_a_raise_is_answered_are_nothing(table: PotTable) -> None:
    table.show("KK9QA", 3).tell(BoardMoving())
    assert table.state.phase is Phase.DECIDING


def test_a_round_can_be_begun_by_a_touch_as_well(table: PotTable) -> None:
    table.begin_round()
    assert (table.state.phase, table.key) == (Phase.WAITING, NoticeKey.PLAYED)
    assert keys(table) == ["leave"] * 3


# ---- four dice, and other boards that cannot be read


FOUR = {
    "de": "Ich sehe 4 Würfel. Bitte genau fünf aufs Brett legen und noch einmal drücken.",
    "en": "I see 4 dice. Please put exactly five on the board and press again.",
}


@pytest.mark.parametrize("language", FOUR)
@pytest.mark.parametrize("agreed", [agreed_on(), agreed_on(jokers=True), AlCaponeBegan(players=("A", "B"), beginner=0)])
def test_a_game_begun_with_four_dice_is_told_so_and_loses_nothing(language: str, agreed) -> None:
    table = PotTable().sit(agreed).throw("KK9Q", verdict=Verdict.WRONG_COUNT)
    assert table.state.game.turn.throws == ()
    assert said(table, language) == FOUR[language]
    table.throw("KK9QA")
    assert table.state.phase in {Phase.READ, Phase.ENTERING}


def test_who_begins_is_thrown_for_with_five_dice_and_not_with_four() -> None:
    table = PotTable().sit(agreed_on(beginner=None)).throw("KK9Q", verdict=Verdict.WRONG_COUNT)
    assert (table.state.phase, table.key) == (Phase.BEGINNING, NoticeKey.WRONG_COUNT)
    table.throw("KK9QA").throw("99XXX").throw("AAAAK")
    assert (table.key, table.state.game.begins_round) == (NoticeKey.BEGINS, 2)
    assert table.state.phase is Phase.DECIDING


# ---- holds


def test_all_five_thrown_again_is_refused_in_a_sentence(table: PotTable) -> None:
    table.throw("KK9QA").throw("99XXX")
    assert said(table).startswith("Mindestens ein Würfel bleibt liegen.")
    assert table.state.game.turn.throws_made == 1


def test_after_three_throws_a_press_shows_what_to_decide(table: PotTable) -> None:
    for letters in ("KK9QA", "KKXXJ", "KK99A"):
        places = {} if not table.state.game.turn.throws else {0: table.place(0), 1: table.place(1)}
        table.throw(letters, held_places=places)
    assert table.state.phase is Phase.ENTERING
    table.tell(Pressed(at_ns=9))
    assert table.state.dial.kind is DialKind.DECIDE
    assert [option.decision.key for option in table.state.dial.options[:-1]] == ["keep-hand", *["raise"] * 5]
    assert said(table) == "Könige und Neuner. Behalten oder erhöhen?"
    table.tell(PressedLong(at_ns=10))
    assert table.state.game.round.hands[0].player == 0


def test_a_throw_of_al_capone_is_the_only_one() -> None:
    table = PotTable().sit(AlCaponeBegan(players=("A", "B"), beginner=0)).throw("KK9QA")
    assert table.state.phase is Phase.ENTERING
    table.tell(Pressed(at_ns=9))
    assert said(table) == "Zwei Könige, Summe 61. Behalten oder erhöhen?"


# ---- raises


def test_a_press_while_a_raise_is_answered_marks_no_throw_but_shows_the_answers(table: PotTable) -> None:
    table.show("KK9QA", 3).tell(Pressed(at_ns=9))
    assert table.key is NoticeKey.DECIDE_FIRST
    assert [option.decision.key for option in table.state.dial.options[:-1]] == ["go-along", "pass"]


def test_a_stack_that_cannot_pay_may_only_pass_and_is_told_so() -> None:
    table = PotTable().sit(agreed_on(stakes=POOR)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    table.show("KKKK9", 3).answer_raise(True)
    assert keys(table)[:2] == ["pass", "leave"]
    assert said(table).endswith("Franz hat dafür zu wenig Chips und passt.")
    table.decide(WentAlong())
    assert said(table).startswith("So viele Chips sind nicht da.")
    table.decide(Passed())
    assert (table.state.game.round.entrants, table.state.game.to_move) == ((0, 1), 1)


def test_who_cannot_pay_the_minimum_sits_out_and_all_are_told() -> None:
    stakes = Stakes(minimum=2, maximum=3, stack=4)
    table = (
        PotTable().sit(agreed_on(stakes=stakes)).show("AAAAA", 3).answer_raise(True, False).show("99XQK").begin_round()
    )
    assert table.state.game.round.entrants == (0, 2)
    assert (
        said(table)
        == "Jeder legt 2 Chips in den Pott. Kurt hat zu wenig Chips und setzt aus. Elfriede würfelt, dann drücken."
    )


@pytest.mark.parametrize("stake", [0, 7])
def test_a_stake_that_was_not_agreed_is_refused_in_a_sentence(table: PotTable, stake: int) -> None:
    table.throw("KK9QA").decide(HandKept(stake))
    assert said(table).startswith("Der Einsatz geht nicht: zu niedrig oder zu hoch.")
    assert table.state.game.turn.throws_made == 1


@pytest.mark.parametrize(
    ("most", "offered"),
    [(6, [2, 3, 4, 5, 6]), (11, list(range(2, 12))), (40, [2, 5, 10, 20, 40]), (100, [2, 5, 10, 20, 50, 100])],
)
def test_of_many_stakes_the_round_ones_are_offered_and_the_highest(most: int, offered: list[int]) -> None:
    table = PotTable().sit(agreed_on(stakes=Stakes(minimum=1, maximum=most, stack=100))).throw("KK9QA")
    raises = [each.event.stake for each in decisions(table.state.game) if each.key == "raise"]
    assert raises == offered


# ---- taken back, left, gone on with


def test_an_answer_is_taken_back(table: PotTable) -> None:
    table.show("KK9QA", 3).answer_raise(False).tell(TakeBack())
    assert (table.state.phase, table.key) == (Phase.DECIDING, NoticeKey.TAKEN_BACK)
    assert table.state.game.to_move == 1


def test_who_leaves_in_mid_turn_takes_his_throw_along_and_leaves_his_chips(table: PotTable) -> None:
    table.throw("KK9QA").leave(0)
    assert table.state.phase is Phase.WAITING
    assert (table.state.game.to_move, table.state.dice) == (1, ())
    assert table.state.game.chips.pot == 3
    assert said(table) == "Elfriede geht heim. Kurt würfelt, dann drücken."


def test_who_leaves_while_others_answer_does_not_hold_them_up(table: PotTable) -> None:
    table.show("KK9QA", 3).leave(1)
    assert (table.state.phase, table.state.game.to_move) == (Phase.DECIDING, 2)


def test_who_is_left_alone_takes_the_pot_and_the_game_is_over(table: PotTable) -> None:
    table.throw("KK9QA").leave(0).leave(1)
    assert table.state.phase is Phase.GAME_OVER
    assert table.state.game.chips.stacks == (49, 49, 52)
    assert said(table).startswith("Kurt geht heim. Franz nimmt den Pott: 3 Chips. Franz gewinnt mit 52 Chips!")
