"""Escalero in the view, in sentences and aloud."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.view import view
from firmware.ports import Saying
from firmware.session.events import Pressed, PressedLong
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import ChooseLanguage, Decide, NewGame, OpenDial
from firmware.session.vocabulary import DialKind, Phase
from firmware.share.phone_app import control_view, follower_view
from scoring.events import PlayerLeft, ThrowMade
from scoring.games.escalero import EscaleroBegan, Row, RowCorrected, RowEntered
from tests.firmware.display.games.escalero_scenes import FULL, NAMES, SERVED, played
from tests.firmware.display.test_spoken import Heard
from tests.firmware.session.table_talk import faces

STRAIGHT, NOTHING = faces("9XJQK"), faces("9XQKA")
LONG, SHORT = PressedLong(at_ns=5), Pressed(at_ns=5)


def shown(state: SessionState) -> dict[str, object]:
    return view(state, simulated=False)


def told(state: SessionState) -> str:
    return shown(state)["notice"]["text"]


def finished(*sheets: str, names: tuple[str, ...] = NAMES) -> list[object]:
    """Return a whole game in which each player enters the same five dice in every row."""
    events: list[object] = []
    for row in Row:
        for letters in sheets:
            events += [ThrowMade(faces(letters)), RowEntered(row)]
    return events


def over(*sheets: str, language: str = "de") -> SessionState:
    return replace(played(len(sheets), 0, *finished(*sheets)), language=language)


# -- the sheet -------------------------------------------------------------------------------------------------


def test_the_sheet_has_eleven_rows_and_a_column_a_player() -> None:
    seen = shown(played(12, 30))
    assert [row["name"] for row in seen["rows"]] == [
        "9er",
        "10er",
        "Buben",
        "Damen",
        "Könige",
        "Asse",
        "Quint",
        "Full Hand",
        "Poker",
        "Fünfling",
        "Fünfling serviert",
    ]
    assert [row["short"] for row in seen["rows"]] == ["9", "10", "B", "D", "K", "A", "Qu", "FH", "Po", "Fü", "FS"]
    assert {len(row) for row in seen["cells"]} == {12}
    assert [player["name"] for player in seen["players"]] == list(NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_rows_are_called_the_same(language: str) -> None:
    rows = shown(replace(played(2, 0), language=language))["rows"]
    assert len({row["name"] for row in rows}) == len({row["short"] for row in rows}) == 11


def test_free_rows_show_what_the_throw_would_bring_and_full_ones_do_not() -> None:
    state = played(2, 0, ThrowMade(FULL), RowEntered(Row.ACES), ThrowMade(NOTHING), RowEntered(Row.NINES), SERVED)
    previews = {row["row"]: row["preview"] for row in shown(state)["rows"]}
    assert previews["aces"] is None
    assert (previews["kings"], previews["full-hand"], previews["poker"], previews["nines"]) == (15, 35, 0, 0)


@pytest.mark.parametrize("phase", [Phase.READING, Phase.ASKING, Phase.BURNING, Phase.WAITING])
def test_nothing_is_previewed_while_nothing_may_be_entered(phase: Phase) -> None:
    state = replace(played(2, 0, SERVED), phase=phase)
    assert {row["preview"] for row in shown(state)["rows"]} == {None}


def test_a_cell_says_what_stands_there_how_it_lay_and_whether_it_is_the_newest() -> None:
    late = ThrowMade(FULL, (True,) * 4 + (False,))
    state = played(2, 0, SERVED, RowEntered(Row.FULL_HAND), SERVED, late, RowEntered(Row.FULL_HAND))
    first, second = shown(state)["cells"][Row.FULL_HAND]
    assert (first["points"], first["is_marked_served"], first["is_newest"], first["turn"]) == (35, True, False, 1)
    assert (second["points"], second["is_marked_served"], second["is_newest"]) == (30, False, True)
    assert first["faces"] == ["king", "king", "king", "ace", "ace"]


@pytest.mark.parametrize("row", [Row.ACES, Row.GRANDE, Row.GRANDE_SERVED, Row.POKER])
def test_served_is_marked_only_where_it_pays(row: Row) -> None:
    state = played(2, 0, ThrowMade(faces("AAAAA")), RowEntered(row))
    assert not shown(state)["cells"][row][0]["is_marked_served"]


def test_everybodys_sum_stands_below_and_who_left_is_marked() -> None:
    state = played(3, 0, SERVED, RowEntered(Row.FULL_HAND), PlayerLeft(1))
    players = shown(state)["players"]
    assert [player["points"] for player in players] == ["35", "0", "0"]
    assert [player["is_gone"] for player in players] == [False, True, False]
    assert shown(state)["to_move"] == 2


def test_the_row_on_the_dial_is_in_view_on_the_sheet() -> None:
    state = step(played(2, 0, SERVED), OpenDial(DialKind.DECIDE))[0]
    assert [row["row"] for row in shown(state)["rows"] if row["is_in_view"]] == ["full-hand"]
    assert shown(state)["dial"]["options"][:2] == ["Full Hand: 35", "Könige: 15"]
    assert shown(state)["dial"]["options"][3] == "9er streichen"


def test_a_served_combination_is_stamped() -> None:
    assert shown(played(2, 0, SERVED))["throw"]["is_served"]
    assert not shown(played(2, 0, ThrowMade(NOTHING)))["throw"]["is_served"]


def test_nobody_is_asked_who_chooses_the_row() -> None:
    assert shown(played(2, 0))["modes"] == []
    assert len(shown(SessionState())["modes"]) == 3


@pytest.mark.parametrize(("turns", "may"), [(0, False), (1, True), (22, True)])
def test_entries_can_be_put_right_at_any_time(turns: int, may: bool) -> None:
    assert shown(played(2, turns))["can"]["correct_entry"] is may


def test_phones_see_the_sheet_and_only_who_plays_along_may_decide() -> None:
    seen = shown(played(2, 0, SERVED))
    follower, player = follower_view(seen), control_view(seen)
    assert follower["game"] == player["game"] == "escalero"
    assert follower["cells"] == seen["cells"]
    assert (follower["decisions"], player["decisions"]) == ([], seen["decisions"])
    assert follower_view(shown(over("AAAAA", "9XQKA")))["ending"]["headline"].startswith("Elfriede")


# -- sentences -------------------------------------------------------------------------------------------------


def at_table(players: int = 2, language: str = "de") -> Heard:
    return Heard().tell(ChooseLanguage(language), NewGame(EscaleroBegan(players=NAMES[:players], beginner=0)))


@pytest.mark.parametrize(
    ("language", "entered", "struck"),
    [
        (
            "de",
            "Elfriede: Full Hand, 35 Punkte. Kurt würfelt, dann drücken.",
            "Kurt streicht Poker. Elfriede würfelt, dann drücken.",
        ),
        ("en", "Elfriede: Full hand, 35 points. Kurt throws, then presses.", "Kurt strikes Poker."),
    ],
)
def test_an_entry_is_told_and_who_is_next(language: str, entered: str, struck: str) -> None:
    table = at_table(language=language).throw("KKKAA").tell(Decide(RowEntered(Row.FULL_HAND)))
    assert told(table.state) == entered
    table.throw("9XQKA").tell(Decide(RowEntered(Row.POKER)))
    assert told(table.state).startswith(struck)


def test_one_point_is_singular() -> None:
    table = at_table().throw("9XQKA").tell(Decide(RowEntered(Row.NINES)))
    assert told(table.state).startswith("Elfriede: 9er, 1 Punkt. ")


def test_who_goes_home_is_told_and_who_is_next() -> None:
    table = at_table(3).tell(Decide(PlayerLeft(0)))
    assert told(table.state) == "Elfriede geht heim. Kurt würfelt, dann drücken."


def test_the_lead_and_a_last_row_are_remarked_on() -> None:
    assert shown(played(2, 0))["remarks"] == []
    events = finished("AAAAA", "9XQKA")
    assert shown(played(2, 0, *events[:2]))["remarks"] == []  # nobody leads: nines of aces are struck
    assert shown(played(2, 0, *events[:-4]))["remarks"] == [
        "Elfriede hat nur noch eine Zeile: Fünfling serviert.",
        "Elfriede führt mit 80 Punkten.",
    ]


def test_how_it_stands_is_told_from_the_highest_sum_down() -> None:
    table = at_table(3).throw("9XQKA").tell(Decide(RowEntered(Row.NINES)))
    table.throw("KKKAA").tell(Decide(RowEntered(Row.FULL_HAND))).throw("9XQKA").tell(Decide(RowEntered(Row.ACES)))
    table.tell(OpenDial(DialKind.MENU))
    options = [option.key.value for option in table.state.dial.options]
    table.tell(*[SHORT] * options.index("standings"), LONG)
    assert table.last[0].startswith("Punkte: Kurt 35, Franz 6, Elfriede 1.")


@pytest.mark.parametrize(
    ("sheets", "lines", "round_", "chips"),
    [
        (
            ("AAAAA", "9XQKA"),
            ["Elfriede bekommt 162 Chips.", "Kurt zahlt Elfriede 162 Chips."],
            "Die Runde zahlt Kurt.",
            [662, 338],
        ),
        (
            ("AAAAA", "9XQKA", "AAAAA"),
            ["Elfriede bekommt 81 Chips.", "Franz bekommt 81 Chips.", "Kurt zahlt Elfriede und Franz je 81 Chips."],
            "Die Runde zahlt Kurt.",
            [581, 581, 338],
        ),
        (
            ("9XQKA", "AAAAA", "9XQKA"),
            ["Kurt bekommt 324 Chips.", "Elfriede zahlt Kurt 162 Chips.", "Franz zahlt Kurt 162 Chips."],
            "Die Runde zahlen Elfriede und Franz.",
            [824, 338, 338],
        ),
        (("AAAAA", "AAAAA"), ["Elfriede bekommt nichts.", "Kurt bekommt nichts."], None, [500, 500]),
    ],
)
def test_the_end_says_who_pays_whom_and_who_pays_the_round(sheets, lines, round_, chips) -> None:
    ending = shown(over(*sheets))["ending"]
    assert [line["said"] for line in ending["lines"]] == lines
    assert [line["chips"] for line in ending["lines"]] == chips
    assert ending["round"] == (round_ or "Die Runde zahlt jeder selbst.")


def test_equal_highest_sums_win_together() -> None:
    assert shown(over("AAAAA", "AAAAA"))["ending"]["headline"] == "Elfriede und Kurt sind mit 180 Punkten gleichauf!"
    assert all(player["is_winner"] for player in shown(over("AAAAA", "AAAAA"))["players"])


def test_a_chip_that_cannot_be_shared_is_not_paid() -> None:
    fewer = RowCorrected(turn_number=1, row=Row.NINES, faces=faces("9AAAA"), is_served=True)
    state = played(3, 0, *finished("AAAAA", "AAAAA", "AAAAA"), fewer)
    assert [line["said"] for line in shown(state)["ending"]["lines"]][-2:] == [
        "Kurt zahlt Elfriede 1 Chip.",
        "Franz zahlt Elfriede 1 Chip.",
    ]
    more = RowCorrected(turn_number=2, row=Row.NINES, faces=faces("9AAAA"), is_served=True)
    lines = shown(played(3, 0, *finished("AAAAA", "AAAAA", "AAAAA"), fewer, more))["ending"]["lines"]
    assert lines[-1]["said"] == "Franz zahlt nichts."


def test_the_end_is_told_beside_the_sheet_and_much_of_it_only_on_the_slip() -> None:
    assert told(at_end(2).state) == (
        "Elfriede gewinnt mit 180 Punkten! Kurt zahlt Elfriede 162 Chips. Die Runde zahlt Kurt. Danke fürs Spiel!"
    )
    assert told(at_end(4).state) == (
        "Elfriede gewinnt mit 180 Punkten! Wer was zahlt, steht beim Plan. Die Runde zahlen Kurt, Franz und Manfred. "
        "Danke fürs Spiel!"
    )


def test_whoever_is_left_alone_neither_pays_nor_is_paid() -> None:
    state = played(2, 5, PlayerLeft(1))
    ending = shown(state)["ending"]
    assert ending == {"headline": "Nur Elfriede ist noch da.", "lines": [], "round": "Die Runde zahlt jeder selbst."}
    assert not any(player["is_winner"] for player in shown(state)["players"])


@pytest.mark.parametrize("reason", ["PlayersError", "StakesError", "NoThrowError", "CellTakenError", "GameOverError"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_has_a_sentence_of_its_own(reason: str, language: str) -> None:
    assert f"refusal.{reason}" in catalogue(language).message_ids


# -- aloud -----------------------------------------------------------------------------------------------------


def at_end(players: int) -> Heard:
    table = at_table(players)
    for row in Row:
        for seat in range(players):
            table.throw("AAAAA" if seat == 0 else "9XQKA").tell(Decide(RowEntered(row)))
    return table


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("KKKAA", "Drei Könige, zwei Asse: Full Hand, serviert!"),
        ("9XJQK", "Ein König, eine Dame, ein Bube, ein Zehner, ein Neuner: Quint, serviert!"),
        ("AAAAA", "Fünf Asse: Fünfling, serviert!"),
        ("99XKA", "Zwei Neuner, ein Ass, ein König, ein Zehner."),
    ],
)
def test_a_throw_is_said_with_what_it_makes_here(letters: str, said: str) -> None:
    assert at_table().throw(letters).last == (said, Saying.THROW)


def test_an_entry_is_said_and_who_throws_next() -> None:
    table = at_table().throw("KKKAA").tell(Decide(RowEntered(Row.NINES)))
    assert table.last == ("Elfriede streicht Neuner. Kurt würfelt, dann drücken.", Saying.ENTRY)


def test_after_the_last_throw_the_rows_are_heard_one_by_one() -> None:
    table = at_table().throw("KKKAA").throw("KKKAQ").throw("KKKAJ")
    assert table.last[0].endswith("Kurz drücken: Feld um Feld. Lang drücken: eintragen.")
    assert table.tell(SHORT).last[0] == "Könige: 15."
    assert table.tell(SHORT).last[0] == "Asse: 6."


def test_all_that_is_paid_is_heard_however_many_pay() -> None:
    text, kind = at_end(4).last
    assert kind is Saying.ENTRY
    assert text == (
        "Manfred streicht Fünfling serviert. Elfriede gewinnt mit 180 Punkten! Kurt zahlt Elfriede 162 Chips. "
        "Franz zahlt Elfriede 162 Chips. Manfred zahlt Elfriede 162 Chips. Die Runde zahlen Kurt, Franz und Manfred. "
        "Danke fürs Spiel! Lang drücken für ein neues."
    )
