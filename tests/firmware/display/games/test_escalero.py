"""Escalero in the view, in sentences and aloud."""

from dataclasses import replace

from firmware.ports import Saying
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import Decide, NewGame, OpenDial, SayStandings
from firmware.session.vocabulary import DialKind, Phase
from scoring.events import PlayerLeft, ThrowMade
from scoring.games.escalero import EscaleroBegan, Row, RowCorrected, RowEntered
from tests.firmware.display.games.scenes import FULL_HAND, NAMES, SERVED, played
from tests.firmware.display.test_spoken import Heard
from tests.firmware.display.test_view import shown
from tests.firmware.session.table_talk import SHORT, faces

NOTHING = ThrowMade(faces("9XQKA"))


def finished(*sheets: str) -> list[object]:
    """Return a whole game in which each player enters the same five dice in every row."""
    return [each for row in Row for letters in sheets for each in (ThrowMade(faces(letters)), RowEntered(row))]


def at_table(players: int = 2) -> Heard:
    return Heard().tell(NewGame(EscaleroBegan(players=NAMES[:players], beginner=0)))


def entered(table: Heard, *entries: tuple[str, Row]) -> str:
    """Enter throws one after the other, and return what is told then."""
    for letters, row in entries:
        table.throw(letters).tell(Decide(RowEntered(row)))
    return str(shown(table.state)["notice"]["text"])


def test_free_rows_show_what_the_throw_would_bring_while_it_may_be_entered():
    state = played(2, 0, ThrowMade(FULL_HAND), RowEntered(Row.ACES), NOTHING, RowEntered(Row.NINES), SERVED)
    previews = {row["row"]: row["preview"] for row in shown(state)["rows"]}
    assert previews["aces"] is None
    assert (previews["kings"], previews["full-hand"], previews["poker"], previews["nines"]) == (15, 35, 0, 0)
    for phase in (Phase.READING, Phase.ASKING, Phase.BURNING, Phase.WAITING):
        assert {row["preview"] for row in shown(replace(state, phase=phase))["rows"]} == {None}
    seen = shown(step(played(2, 0, SERVED), OpenDial(DialKind.DECIDE))[0])
    assert [row["row"] for row in seen["rows"] if row["is_in_view"]] == ["full-hand"]
    assert seen["dial"]["options"][:4] == ["Full Hand: 35", "Könige: 15", "Asse: 12", "9er streichen"]


def test_a_cell_says_what_stands_there_how_it_lay_and_whether_it_is_the_newest():
    late = ThrowMade(FULL_HAND, (True,) * 4 + (False,))
    seen = shown(played(2, 0, SERVED, RowEntered(Row.FULL_HAND), SERVED, late, RowEntered(Row.FULL_HAND)))
    first, second = seen["cells"][Row.FULL_HAND]
    assert (first["points"], first["is_marked_served"], first["is_newest"], first["turn"]) == (35, True, False, 1)
    assert (second["points"], second["is_marked_served"], second["is_newest"]) == (30, False, True)
    assert first["faces"] == ["king", "king", "king", "ace", "ace"]
    for row in (Row.ACES, Row.GRANDE, Row.GRANDE_SERVED, Row.POKER):  # served pays nothing there
        assert not shown(played(2, 0, ThrowMade(faces("AAAAA")), RowEntered(row)))["cells"][row][0]["is_marked_served"]


def test_sums_remarks_stamp_and_what_may_be_put_right():
    seen = shown(played(3, 0, SERVED, RowEntered(Row.FULL_HAND), PlayerLeft(1)))
    players = [(player["points"], player["is_gone"]) for player in seen["players"]]
    assert (players, seen["to_move"]) == ([("35", False), ("0", True), ("0", False)], 2)
    events = finished("AAAAA", "9XQKA")
    assert shown(played(2, 0, *events[:2]))["remarks"] == []  # nobody leads: nines of aces are struck
    last = "Elfriede hat nur noch eine Zeile: Fünfling serviert."
    assert shown(played(2, 0, *events[:-4]))["remarks"] == [last, "Elfriede führt mit 80 Punkten."]
    assert shown(played(2, 0, SERVED))["throw"]["is_served"]
    assert not shown(played(2, 0, NOTHING))["throw"]["is_served"]
    assert [shown(played(2, turns))["can"]["correct_entry"] for turns in (0, 1, 22)] == [False, True, True]
    assert (shown(played(2, 0))["modes"], len(shown(SessionState())["modes"])) == ([], 3)  # nobody chooses the row


def test_the_end_says_who_pays_whom_and_who_pays_the_round():
    ending = shown(played(3, 0, *finished("AAAAA", "9XQKA", "AAAAA")))["ending"]
    paid = ["Elfriede bekommt 81 Chips.", "Franz bekommt 81 Chips.", "Kurt zahlt Elfriede und Franz je 81 Chips."]
    assert [line["said"] for line in ending["lines"]] == paid
    assert ([line["chips"] for line in ending["lines"]], ending["round"]) == ([581, 581, 338], "Die Runde zahlt Kurt.")
    ending = shown(played(3, 0, *finished("9XQKA", "AAAAA", "9XQKA")))["ending"]
    paid = ["Kurt bekommt 324 Chips.", "Elfriede zahlt Kurt 162 Chips.", "Franz zahlt Kurt 162 Chips."]
    assert [line["said"] for line in ending["lines"]] == paid
    assert ending["round"] == "Die Runde zahlen Elfriede und Franz."


def test_equal_highest_sums_win_together_and_a_chip_that_cannot_be_shared_is_not_paid():
    each_alone = "Die Runde zahlt jeder selbst."
    seen = shown(played(2, 0, *finished("AAAAA", "AAAAA")))
    assert seen["ending"]["headline"] == "Elfriede und Kurt sind mit 180 Punkten gleichauf!"
    assert ([line["chips"] for line in seen["ending"]["lines"]], seen["ending"]["round"]) == ([500, 500], each_alone)
    assert all(player["is_winner"] for player in seen["players"])
    right = [RowCorrected(turn_number=turn, row=Row.NINES, faces=faces("9AAAA"), is_served=True) for turn in (1, 2)]
    lines = shown(played(3, 0, *finished("AAAAA", "AAAAA", "AAAAA"), *right))["ending"]["lines"]
    assert lines[-1]["said"] == "Franz zahlt nichts."
    seen = shown(played(2, 5, PlayerLeft(1)))  # whoever is left alone neither pays nor is paid
    assert seen["ending"] == {"headline": "Nur Elfriede ist noch da.", "lines": [], "round": each_alone}
    assert not any(player["is_winner"] for player in seen["players"])


def test_entries_and_how_it_stands_are_told_and_after_the_last_throw_the_rows_are_heard_one_by_one():
    table = at_table(3).throw("KKKAA")
    assert table.last == ("Drei Könige, zwei Asse: Full Hand, serviert!", Saying.THROW)
    table.tell(Decide(RowEntered(Row.FULL_HAND)))
    told = shown(table.state)["notice"]["text"]
    assert told == "Elfriede: Full Hand, 35 Punkte. Kurt würfelt, dann drücken."
    assert entered(table, ("KKKAA", Row.NINES)) == "Kurt streicht 9er. Franz würfelt, dann drücken."
    assert table.last == ("Kurt streicht Neuner. Franz würfelt, dann drücken.", Saying.ENTRY)
    table.throw("KKKAA").throw("KKKAQ").throw("KKKAJ")
    assert table.last[0].endswith("Kurz drücken: Feld um Feld. Lang drücken: eintragen.")
    assert [table.tell(SHORT).last[0] for _ in range(2)] == ["Könige: 15.", "Asse: 6."]
    table.tell(Decide(RowEntered(Row.ACES)), SayStandings())
    assert shown(table.state)["notice"]["text"].startswith("Punkte: Elfriede 35, Franz 6, Kurt 0.")
    told = entered(at_table(3).tell(Decide(PlayerLeft(0))))
    assert told == "Elfriede geht heim. Kurt würfelt, dann drücken."


def test_the_end_is_told_beside_the_sheet_and_of_many_who_pay_only_on_the_slip_and_aloud():
    for players, paid in ((2, "Kurt zahlt Elfriede 162 Chips."), (4, "Wer was zahlt, steht beim Plan.")):
        table = at_table(players)
        told = entered(table, *((letters, row) for row in Row for letters in ("AAAAA", *["9XQKA"] * (players - 1))))
        assert told.startswith(f"Elfriede gewinnt mit 180 Punkten! {paid} Die Runde zahl")
    aloud = " ".join(f"{name} zahlt Elfriede 162 Chips." for name in NAMES[1:4])
    won = f"Elfriede gewinnt mit 180 Punkten! {aloud} Die Runde zahlen Kurt, Franz und Manfred."
    assert table.last[0].startswith(f"Manfred streicht Fünfling serviert. {won}")
    assert table.last[1] is Saying.ENTRY
