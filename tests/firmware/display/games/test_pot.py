"""Rounds for a pot as the page has them, and in sentences: seats, stakes, hands, jokers, sums, decider, the end."""

from __future__ import annotations

import json

import pytest

from firmware.display.games.pot import PotSeatState
from firmware.display.messages import catalogue
from firmware.display.sentences import notice
from firmware.display.spoken import utterance
from firmware.display.view import view
from firmware.session.events import BoardMoving, Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import Decide, NewGame, SayStandings, TakeBack
from firmware.session.vocabulary import NoticeKey, Phase
from firmware.share.phone_app import control_view, follower_view
from scoring.games.al_capone import Table as Wertung
from scoring.games.pot import HandKept, Stakes
from tests.firmware.session.pot_talk import TRIO, AlCaponeBegan, PotTable, agreed_on
from tests.firmware.session.table_talk import reading


def shown(table: PotTable) -> dict:
    whole = view(table.state, simulated=False)
    json.dumps(whole)
    return whole["pot"]


def states(table: PotTable) -> list[str]:
    return [seat["state"] for seat in shown(table)["seats"]]


def hands(table: PotTable) -> list[str]:
    return [seat["hand"] for seat in shown(table)["seats"]]


def said(table: PotTable, language: str = "de") -> str:
    return str(notice(table.state, catalogue(language))["text"])


def heard(table: PotTable, letters: str) -> str:
    """Return what is said aloud when a throw is read."""
    table.tell(Pressed(at_ns=1))
    before, known = table.state, len(table.effects)
    event = ReadingTaken(reading(letters, at=tuple((300.0 * i, 9000.0) for i in range(5))), None)
    table.tell(event)
    found = utterance(before, table.state, event, tuple(table.effects[known:]))
    return found.text


@pytest.fixture
def table() -> PotTable:
    return PotTable().sit()


# ---- who is about what


def test_before_the_first_round_it_is_shown_who_begins_and_what_may_be_staked(table: PotTable) -> None:
    pot = shown(table)
    assert [seat["state"] for seat in pot["seats"]] == ["begins", "resting", "resting"]
    assert (pot["cost"], pot["round"], pot["chips"]) == ("Einsatz: 1 bis 6", "Runde 1", 0)
    assert said(table) == "Elfriede beginnt die Runde: würfeln, dann drücken."


def test_who_is_to_move_who_waits_and_what_the_round_costs(table: PotTable) -> None:
    table.begin_round()
    pot = shown(table)
    assert states(table) == ["to-move", "waiting", "waiting"]
    assert (pot["chips"], pot["cost"]) == (3, "Die Runde kostet 1")
    assert [(seat["stack"], seat["staked"]) for seat in pot["seats"]] == [(49, 1)] * 3
    assert said(table) == "Jeder legt einen Chip in den Pott. Elfriede würfelt, dann drücken."


def test_the_throw_of_the_player_to_move_lies_before_him_with_its_name(table: PotTable) -> None:
    seat = shown(table.throw("KK9QA"))["seats"][0]
    assert (seat["faces"], seat["hand"]) == (["ace", "king", "king", "queen", "nine"], "Zwei Könige")
    assert said(table) == "Zwei Könige. Noch einmal würfeln, oder behalten."


def test_a_raise_asks_one_after_the_other(table: PotTable) -> None:
    table.show("KK9QA", 3)
    assert states(table) == ["raised", "to-answer", "asked"]
    assert said(table) == "Elfriede: Zwei Könige, und erhöht auf 3. Kurt: Mitgehen kostet 2 Chips. Oder passen?"
    table.answer_raise(True)
    assert states(table) == ["raised", "waiting", "to-answer"]
    assert said(table) == "Kurt geht mit. Franz: Mitgehen kostet 2 Chips. Oder passen?"
    table.answer_raise(False)
    assert states(table) == ["kept", "to-move", "passed"]
    assert said(table) == "Franz passt. Kurt würfelt, dann drücken."
    assert shown(table)["cost"] == "Die Runde kostet 3"


def test_the_highest_hand_so_far_is_marked_once_two_lie(table: PotTable) -> None:
    table.show("KK9QA")
    assert [seat["is_leading"] for seat in shown(table)["seats"]] == [False] * 3
    table.show("999QA")
    assert [seat["is_leading"] for seat in shown(table)["seats"]] == [False, True, False]


def test_at_the_end_of_a_round_all_hands_lie_open_and_it_is_told_who_takes_how_much(table: PotTable) -> None:
    table.show("KK9QA", 2).answer_raise(True, False).show("AAQQ9")
    assert hands(table) == ["Zwei Könige", "Asse und Damen", ""]
    assert states(table) == ["resting", "won", "passed"]
    assert shown(table)["seats"][1]["about"] == "nimmt 5"
    assert said(table) == (
        "Kurt: Asse und Damen. Kurt nimmt den Pott: 5 Chips. Kurt beginnt die Runde: würfeln, dann drücken."
    )


def test_a_pot_that_the_last_answer_gives_away_counts_what_was_just_paid(table: PotTable) -> None:
    table.show("KK9QA").show("AAQQ9").show("99XJQ", 3)
    table.answer_raise(True, True)
    assert shown(table)["seats"][1]["about"] == "nimmt 9"
    assert said(table).startswith("Kurt geht mit. Kurt nimmt den Pott: 9 Chips.")


def test_after_taking_a_round_back_its_end_is_shown_as_before(table: PotTable) -> None:
    table.show("KK9QA").show("AAQQ9").show("99XJQ")
    ended = shown(table)
    assert shown(table.begin_round()) != ended
    assert shown(table.tell(TakeBack())) == ended
    assert table.key is NoticeKey.TAKEN_BACK


def test_who_ties_plays_a_decider_and_the_others_are_out(table: PotTable) -> None:
    table.show("KK9QA").show("99XJQ").show("AQ9KK")
    assert states(table) == ["to-move", "out", "waiting"]
    assert shown(table)["decider"] == "Stichrunde"
    assert said(table) == (
        "Franz: Zwei Könige. Gleichstand! Elfriede und Franz spielen eine Stichrunde, der Pott bleibt stehen. "
        "Stichrunde: Elfriede würfelt, dann drücken."
    )
    assert shown(table.throw("KK9QA"))["raise"] is None
    assert said(table) == "Zwei Könige. Noch einmal würfeln, oder behalten."


def test_a_decider_that_ties_again_is_told_again(table: PotTable) -> None:
    table.show("KK9QA").show("99XJQ").show("AQ9KK").show("KK9QA")
    assert "Gleichstand" not in said(table)
    assert "Gleichstand! Elfriede und Franz" in said(table.show("AQ9KK"))


def test_who_goes_home_before_a_decider_does_not_make_it_a_new_one(table: PotTable) -> None:
    table.show("KK9QA").show("99XJQ").show("AQ9KK").leave(1)
    assert said(table) == "Kurt geht heim. Stichrunde: Elfriede würfelt, dann drücken."


def test_who_begins_is_shown_with_what_each_threw() -> None:
    table = PotTable().sit(agreed_on(beginner=None)).throw("KK9QA").throw("99XXX")
    seats = shown(table)["seats"]
    assert [(seat["hand"], seat["state"]) for seat in seats] == [("21", "resting"), ("8", "resting"), ("", "to-move")]


def test_every_state_of_a_seat_has_words() -> None:
    for language in ("de", "en"):
        words = catalogue(language)
        assert all(words.text(f"pot.seat.{state.value}", count=2) for state in PotSeatState)


# ---- jokers and sums


def test_it_is_shown_what_the_aces_stand_for() -> None:
    table = PotTable().sit(agreed_on(jokers=True)).throw("AAKK9")
    seat = shown(table)["seats"][0]
    assert seat["faces"] == ["ace", "ace", "king", "king", "nine"]
    assert seat["stands_for"] == ["king", "king", None, None, None]
    assert said(table) == "A-A-K-K-9: Vier Könige. Noch einmal würfeln, oder behalten."
    assert said(table, "en").startswith("A-A-K-K-9: Four Kings.")


@pytest.mark.parametrize(
    ("letters", "name", "stands_for"),
    [
        ("AAKK9", "Vier Könige", ["king", "king"]),  # and not the full house of kings and nines that it is as well
        ("AKK99", "Full: Könige und Neuner", ["king"]),  # and not nines with kings
        ("A9XJQ", "Zwei Damen", ["queen"]),  # and not two of any lower value
        ("AAAAA", "Fünf Asse", [None] * 5),
    ],
)
def test_a_joker_hand_that_reads_two_ways_is_shown_as_the_higher_one(
    letters: str, name: str, stands_for: list[str | None]
) -> None:
    seat = shown(PotTable().sit(agreed_on(jokers=True)).throw(letters))["seats"][0]
    assert (seat["hand"], seat["stands_for"][: len(stands_for)]) == (name, stands_for)


def test_with_sequences_an_ace_may_make_one() -> None:
    table = PotTable().sit(agreed_on(jokers=True, sequences=True)).throw("A9XJQ")
    assert said(table) == "A-D-B-10-9: Kleine Straße. Noch einmal würfeln, oder behalten."


def test_sequences_count_only_where_they_were_agreed() -> None:
    assert hands(PotTable().sit(agreed_on(sequences=True)).throw("9XJQK"))[0] == "Kleine Straße"
    assert hands(PotTable().sit().throw("9XJQK"))[0] == "Nichts"


@pytest.mark.parametrize(("wertung", "total"), [("a", 61), ("b", 31), ("c", 26)])
def test_al_capone_shows_the_agreed_values_and_the_sum_of_each_hand(wertung: str, total: int) -> None:
    table = PotTable().sit(AlCaponeBegan(players=TRIO, table=Wertung(wertung), beginner=0)).throw("KK9QA")
    pot = shown(table)
    assert pot["worth"]["name"] == f"Wertung {wertung.upper()}"
    values = {each["face"]: each["points"] for each in pot["worth"]["values"]}
    assert 2 * values["king"] + values["nine"] + values["queen"] + values["ace"] == total
    assert hands(table)[0] == f"Zwei Könige = {total}"


def test_other_games_have_no_table_of_values(table: PotTable) -> None:
    assert shown(table)["worth"] is None


@pytest.mark.parametrize(
    ("agreed", "name"),
    [
        (agreed_on(), "Offenes Würfelpoker"),
        (agreed_on(jokers=True), "Joker Poker"),
        (AlCaponeBegan(players=TRIO), "Al Capone"),
    ],
)
def test_each_game_has_its_name(agreed, name: str) -> None:
    assert shown(PotTable().sit(agreed))["name"] == name


# ---- what may be raised to


def test_the_page_is_told_from_where_to_where_may_be_raised(table: PotTable) -> None:
    assert shown(table)["raise"] is None
    raises = shown(table.throw("KK9QA"))["raise"]
    assert (raises["least"], raises["most"], raises["to"]) == (2, 6, "Erhöhen auf %")


def test_who_has_no_more_chips_keeps_without_raising() -> None:
    table = PotTable().sit(agreed_on(stakes=Stakes(minimum=1, maximum=3, stack=3))).show("AAAAA", 3)
    table.answer_raise(True, True).throw("99XJQ")
    assert shown(table)["raise"] is None
    for letters in ("99XJQ", "99XJA"):
        table.throw(letters, held_places={0: table.place(0)})
    assert said(table) == "Zwei Neuner. Jetzt behalten."


# ---- chips, the end


def test_how_it_stands_is_said_with_the_pot(table: PotTable) -> None:
    table.begin_round().tell(SayStandings())
    assert said(table).startswith("Elfriede hat 49 Chips. Kurt hat 49 Chips. Franz hat 49 Chips. Im Pott liegen 3.")


def test_at_the_end_it_is_said_who_won_and_who_pays_the_round() -> None:
    table = PotTable().sit(agreed_on(stakes=Stakes(minimum=1, maximum=3, stack=3)))
    table.show("AAAAA", 3).answer_raise(True, True).show("KKKKK").show("KKKKQ")
    assert table.state.phase is Phase.GAME_OVER
    assert states(table) == ["champion", "pays", "pays"]
    ending = (
        "Franz: Vier Könige. Elfriede nimmt den Pott: 9 Chips. Elfriede gewinnt mit 9 Chips! "
        "Die Runde zahlen Kurt und Franz. Danke fürs Spiel!"
    )
    assert said(table) == ending
    table.tell(Pressed(at_ns=99))
    assert said(table) == ending
    assert notice(resume(SessionState(), table.state.records), catalogue("de"))["text"] == said(table)


def test_the_one_with_fewest_chips_pays(table: PotTable) -> None:
    table.show("KK9QA", 3).answer_raise(True, False).show("AAQQ9").leave(0).leave(2)
    assert said(table).endswith("Kurt gewinnt mit 54 Chips! Die Runde zahlt Elfriede. Danke fürs Spiel!")
    assert states(table) == ["gone", "champion", "gone"]


def test_where_all_have_the_same_each_pays_alone(table: PotTable) -> None:
    table.leave(0).leave(1)
    ending = "Elfriede, Kurt und Franz gewinnen mit je 50 Chips! Die Runde zahlt jeder selbst. Danke fürs Spiel!"
    assert said(table).endswith(ending)


def test_a_player_who_left_in_mid_game_is_shown_so(table: PotTable) -> None:
    table.throw("KK9QA").leave(0)
    assert states(table) == ["gone", "to-move", "waiting"]
    assert hands(table) == ["", "", ""]


def test_a_stack_that_cannot_pay_is_shown_so() -> None:
    stakes = Stakes(minimum=2, maximum=3, stack=4)
    table = PotTable().sit(agreed_on(stakes=stakes)).show("AAAAA", 3).answer_raise(True, False).show("99XQK")
    assert states(table) == ["won", "poor", "passed"]
    assert states(table.begin_round()) == ["to-move", "poor", "waiting"]


# ---- said aloud


def test_a_throw_is_heard_with_its_hand(table: PotTable) -> None:
    assert heard(table, "KK9QA") == "Zwei Könige, ein Ass, eine Dame, ein Neuner: Zwei Könige."


def test_a_throw_with_jokers_is_heard_as_what_it_counts() -> None:
    table = PotTable().sit(agreed_on(jokers=True))
    assert heard(table, "AAKK9").endswith("A-A-K-K-9: Vier Könige.")


def test_the_last_throw_is_heard_with_what_to_do() -> None:
    table = PotTable().sit(AlCaponeBegan(players=TRIO, beginner=0))
    assert heard(table, "KK9QA").endswith("Zwei Könige, Summe 61. Lang drücken: behalten oder erhöhen.")


def test_decisions_are_heard(table: PotTable) -> None:
    table.throw("KK9QA")
    before, known = table.state, len(table.effects)
    event = Decide(HandKept(3))
    table.tell(event)
    found = utterance(before, table.state, event, tuple(table.effects[known:]))
    assert found.text.startswith("Elfriede: Zwei Könige, und erhöht auf 3. Kurt: Mitgehen")


# ---- the button, and phones


@pytest.mark.parametrize(
    ("simulated", "kind", "throws"), [(True, "throw", True), (False, "press", False)], ids=["simulated", "camera"]
)
def test_between_rounds_the_button_marks_a_throw(table: PotTable, simulated: bool, kind: str, throws: bool) -> None:
    button = view(table.state, simulated=simulated)["button"]
    assert (button["kind"], button["throws"], button["is_shown"]) == (kind, throws, True)


@pytest.mark.parametrize("simulated", [True, False])
def test_while_a_raise_is_answered_the_button_shows_what_to_choose(table: PotTable, simulated: bool) -> None:
    button = view(table.show("KK9QA", 3).state, simulated=simulated)["button"]
    assert (button["kind"], button["label"], button["throws"]) == ("decide", "Was jetzt?", False)


def test_after_the_only_throw_the_button_shows_what_to_choose() -> None:
    table = PotTable().sit(AlCaponeBegan(players=TRIO, beginner=0)).throw("KK9QA")
    button = view(table.state, simulated=True)["button"]
    assert (button["kind"], button["throws"]) == ("decide", False)


def test_dice_that_roll_between_rounds_want_a_press_and_no_other_throw(table: PotTable) -> None:
    table.tell(BoardMoving())
    assert view(table.state, simulated=True)["button"]["kind"] == "throw"


def test_phones_are_shown_the_table_and_only_those_that_play_what_to_decide(table: PotTable) -> None:
    whole = view(table.show("KK9QA", 3).state, simulated=False)
    for phone in (follower_view(whole), control_view(whole)):
        assert (phone["game"], phone["pot"], phone["dice_wanted"]) == ("open-poker", whole["pot"], 5)
    assert control_view(whole)["decisions"] == whole["decisions"]
    assert follower_view(whole)["decisions"] == []


def test_a_name_is_never_part_of_a_sentence_that_needs_a_place() -> None:
    table = PotTable().tell(NewGame(agreed_on(("{count}", "%", "Kurt")))).show("KK9QA", 3)
    assert said(table).startswith("{count}: Zwei Könige, und erhöht auf 3. %: Mitgehen")
