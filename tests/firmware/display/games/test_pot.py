"""Rounds for a pot as the page has them, and in sentences: seats, stakes, hands, jokers, sums, decider, the end."""

from typing import Any

import pytest

from firmware.display import messages, sentences
from firmware.display.view import view
from firmware.session.events import BoardMoving, Pressed
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import Decide, SayStandings, TakeBack
from firmware.session.vocabulary import Phase
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.al_capone import Table as Wertung
from scoring.games.pot import HandKept, Stakes
from tests.firmware.display.test_spoken import Heard
from tests.firmware.session.table_talk import TRIO, PotTable, Table, agreed_on

POOR = Stakes(minimum=1, maximum=3, stack=3)


class HeardPot(PotTable, Heard):
    """A pot that is listened to."""


def shown(table: PotTable) -> Any:
    return view(table.state, simulated=False)["pot"]


def states(table: PotTable) -> list[str]:
    return [seat["state"] for seat in shown(table)["seats"]]


def hands(table: PotTable) -> list[str]:
    return [seat["hand"] for seat in shown(table)["seats"]]


def said(table: Table) -> str:
    return str(sentences.notice(table.state, messages.catalogue("de"))["text"])


@pytest.fixture
def table() -> PotTable:
    return PotTable().sit()


def test_a_round_from_its_beginning_to_the_hand_that_takes_the_pot(table):
    pot = shown(table)
    assert states(table) == ["begins", "resting", "resting"]
    assert (pot["cost"], pot["round"], pot["chips"], pot["worth"]) == ("Einsatz: 1 bis 6", "Runde 1", 0, None)
    assert said(table) == "Elfriede beginnt die Runde, jeder setzt: würfeln, dann drücken."
    pot = shown(table.begin_round())
    assert states(table) == ["to-move", "waiting", "waiting"]
    assert (pot["chips"], pot["cost"], pot["raise"]) == (3, "Die Runde kostet 1", None)
    assert [(seat["stack"], seat["staked"]) for seat in pot["seats"]] == [(49, 1)] * 3
    assert said(table) == "Jeder legt einen Chip in den Pott. Elfriede würfelt, dann drücken."
    pot = shown(table.throw("KK9QA"))
    assert pot["seats"][0]["faces"] == ["ace", "king", "king", "queen", "nine"]
    assert hands(table) == ["Zwei Könige", "", ""]
    assert (pot["raise"]["least"], pot["raise"]["most"], pot["raise"]["to"]) == (2, 6, "Fertig: erhöhen auf %")
    assert said(table) == "Zwei Könige. Noch einmal würfeln, oder fertig: Dann ist der Zug zu Ende."
    table.decide(HandKept(3))
    assert states(table) == ["raised", "to-answer", "asked"]
    assert said(table) == "Elfriede: Zwei Könige, und erhöht auf 3. Kurt: Mitgehen kostet 2 Chips. Oder passen?"
    assert said(table.answer_raise(True)).startswith("Kurt geht mit. Franz: Mitgehen kostet 2")
    assert states(table) == ["raised", "waiting", "to-answer"]
    assert said(table.answer_raise(False)).startswith("Franz passt. Kurt würfelt")
    assert states(table) == ["kept", "to-move", "passed"]
    table.show("AAQQ9")
    assert (hands(table), states(table)) == (["Zwei Könige", "Asse und Damen", ""], ["resting", "won", "passed"])
    assert shown(table)["seats"][1]["about"] == "nimmt 7"
    assert said(table).startswith("Kurt: Asse und Damen. Kurt nimmt den Pott: 7 Chips. Kurt beginnt die Runde")


def test_the_highest_hand_so_far_is_marked_once_two_lie_and_the_end_is_the_same_after_taking_back(table):
    for letters, leading in (("KK9XA", [False] * 3), ("KK9QA", [False, True, False])):
        table.show(letters)
        assert [seat["is_leading"] for seat in shown(table)["seats"]] == leading
    assert [said(table)[6:31], hands(table)[0]] == ["Zwei Könige, übrige A-D-9", "Zwei Könige, übrige A-10-9"]
    ended = shown(table.show("99XJQ"))
    assert shown(table.begin_round()) != ended
    assert shown(table.tell(TakeBack())) == ended
    table = PotTable().sit().show("KK9QA").show("AAQQ9").show("99XJQ", 3).answer_raise(True, True)
    assert shown(table)["seats"][1]["about"] == "nimmt 9"  # what the last answer paid counts
    assert said(table).startswith("Kurt geht mit. Kurt nimmt den Pott: 9 Chips.")


def test_who_ties_plays_a_decider_and_the_others_are_out(table):
    table.show("KK9QA").show("99XJQ").show("AQ9KK")
    assert (states(table), shown(table)["decider"]) == (["to-move", "out", "waiting"], "Stichrunde")
    told = "Gleichstand! Elfriede und Franz spielen eine Stichrunde, der Pott bleibt stehen. Stichrunde: Elfriede"
    assert told in said(table)
    assert said(table.leave(1)).startswith("Kurt geht heim. Stichrunde: Elfriede")  # does not make it a new one
    assert shown(table.throw("KK9QA"))["raise"] is None
    assert "Gleichstand" not in said(table.decide(HandKept(1)))
    assert "Gleichstand! Elfriede und Franz" in said(table.show("AQ9KK"))


def test_who_left_or_cannot_pay_is_shown_so(table):
    table.throw("KK9QA").leave(0)
    assert (states(table), hands(table)) == (["gone", "to-move", "waiting"], ["", "", ""])
    poor = PotTable().sit(agreed_on(stakes=Stakes(minimum=2, maximum=3, stack=4))).show("AAAAA", 3)
    assert states(poor.answer_raise(True, False).show("99XQK")) == ["won", "poor", "passed"]
    assert states(poor.begin_round()) == ["to-move", "poor", "waiting"]
    raised = PotTable().sit(agreed_on(("A", "B", "C", "D"))).show("KK9QA", 3).answer_raise(True).leave(0)
    assert states(raised) == ["gone", "waiting", "to-answer", "asked"]  # whoever raised went home
    begins = PotTable().sit(agreed_on(beginner=None)).throw("KK9QA").throw("99XXX")
    assert (hands(begins), states(begins)) == (["21", "8", ""], ["resting", "resting", "to-move"])


def test_jokers_sequences_and_sums_are_told_where_they_were_agreed():
    seat = shown(table := PotTable().sit(agreed_on(jokers=True)).throw("AAKK9"))["seats"][0]
    assert (seat["hand"], seat["stands_for"]) == ("Vier Könige", ["king", "king", None, None, None])
    assert said(table) == "A-A-K-K-9: Vier Könige. Noch einmal würfeln, oder fertig: Dann ist der Zug zu Ende."
    assert hands(PotTable().sit(agreed_on(sequences=True)).throw("9XJQK"))[0] == "Kleine Straße"
    assert hands(PotTable().sit().throw("9XJQK"))[0] == "Nichts"
    table = PotTable().sit(AlCaponeBegan(players=TRIO, table=Wertung.B, beginner=0)).throw("KK9QA")
    worth = shown(table)["worth"]
    values = {each["face"]: each["points"] for each in worth["values"]}
    assert (worth["name"], shown(table)["name"], hands(table)[0]) == ("Wertung B", "Al Capone", "Zwei Könige, Summe 31")
    assert 2 * values["king"] + values["nine"] + values["queen"] + values["ace"] == 31


def test_at_the_end_it_is_said_who_won_and_who_pays_the_round():
    table = PotTable().sit(agreed_on(stakes=POOR)).show("AAAAA", 3).answer_raise(True, True)
    assert shown(table.throw("KKKKK"))["raise"] is None  # nobody has chips left for it
    for letters in ("KKKKK", "KKKKK"):
        table.throw(letters, held_places={0: table.place(0)})
    assert said(table) == "Fünf Könige. Jetzt behalten, der Zug ist zu Ende."
    table.decide(HandKept(3)).show("KKKKQ", 3)
    assert (table.state.phase, states(table)) == (Phase.GAME_OVER, ["champion", "pays", "pays"])
    ending = said(table)
    assert "Elfriede nimmt den Pott: 9 Chips. Elfriede gewinnt mit 9 Chips! Die Runde zahlen Kurt und Franz." in ending
    assert said(table.tell(Pressed(at_ns=99))) == ending
    assert sentences.notice(resume(SessionState(), table.state.records), messages.catalogue("de"))["text"] == ending


def test_the_one_with_fewest_chips_pays_and_of_all_alike_each_alone(table):
    table.show("KK9QA", 3).answer_raise(True, False).show("AAQQ9")
    assert said(table.tell(SayStandings())).startswith("Elfriede hat 47 Chips. Kurt hat 54 Chips. Franz hat 49 Chips.")
    table.leave(0).leave(2)
    assert said(table).endswith("Kurt gewinnt mit 54 Chips! Die Runde zahlt Elfriede. Danke fürs Spiel!")
    assert states(table) == ["gone", "champion", "gone"]
    ending = "Elfriede, Kurt und Franz gewinnen mit je 50 Chips! Die Runde zahlt jeder selbst. Danke fürs Spiel!"
    assert said(PotTable().sit().leave(0).leave(1)).endswith(ending)


def test_throws_and_decisions_are_heard():
    table = HeardPot().sit().throw("KK9QA")
    assert table.last[0] == "Zwei Könige, ein Ass, eine Dame, ein Neuner: Zwei Könige."
    assert table.decide(HandKept(3)).last[0].startswith("Elfriede: Zwei Könige, und erhöht auf 3. Kurt: Mitgehen")
    capone = HeardPot().sit(AlCaponeBegan(players=TRIO, beginner=0)).throw("KK9QA")
    assert capone.last[0].endswith("Zwei Könige, Summe 61. Lang drücken: behalten oder erhöhen.")


def button(table: PotTable, *, simulated: bool = True) -> tuple[Any, ...]:
    found: Any = view(table.state, simulated=simulated)["button"]
    return found["kind"], found["throws"]


def test_the_button_throws_between_rounds_and_else_shows_what_to_choose(table):
    assert (button(table), button(table, simulated=False)) == (("throw", True), ("press", False))
    assert button(table.tell(BoardMoving()))[0] == "throw"  # the same press, and no other throw
    table = PotTable().sit(agreed_on(("{count}", "%", "Kurt"))).throw("KK9QA").tell(Decide(HandKept(3)))
    assert button(table) == button(table, simulated=False) == ("decide", False)
    assert said(table).startswith("{count}: Zwei Könige, und erhöht auf 3. %: Mitgehen")  # names fill no place
