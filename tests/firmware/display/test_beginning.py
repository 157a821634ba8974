"""Who threw what for who begins, and who still throws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firmware.display.view import view
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from scoring.games.escalero import EscaleroBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from tests.firmware.session.table_talk import Table

TRIO = ("Adam", "Berta", "Cäsar")


def listed(table: Table) -> list[tuple[str, list[int], str]] | None:
    lines: Any = view(table.state, simulated=False)["beginning"]
    return None if lines is None else [(line["name"], line["sums"], line["state"]) for line in lines]


def at_table() -> Table:
    return Table().tell(NewGame(EscaleroBegan(players=TRIO)))


def test_everybody_is_listed_with_what_was_thrown_and_who_throws_next() -> None:
    table = at_table()
    assert listed(table) == [("Adam", [], "next"), ("Berta", [], "waiting"), ("Cäsar", [], "waiting")]
    table.throw("KKKKK")
    assert listed(table) == [("Adam", [25], "done"), ("Berta", [], "next"), ("Cäsar", [], "waiting")]


def test_after_a_tie_only_those_who_made_it_throw_again() -> None:
    table = at_table().throw("KKKKK").throw("99999").throw("KKKKK")
    assert listed(table) == [("Adam", [25], "next"), ("Berta", [5], "done"), ("Cäsar", [25], "waiting")]
    table.throw("99999")
    assert listed(table) == [("Adam", [25, 5], "done"), ("Berta", [5], "done"), ("Cäsar", [25], "next")]


def test_the_throw_that_settles_it_is_seen_until_the_first_of_the_game() -> None:
    table = at_table().throw("99999").throw("KKKKK").throw("99999")
    assert listed(table) == [("Adam", [5], "done"), ("Berta", [25], "begins"), ("Cäsar", [5], "done")]
    table.throw("KKKKK")
    assert listed(table) is None


def test_nothing_is_listed_where_nobody_throws_for_it() -> None:
    assert listed(Table()) is None
    assert listed(Table().tell(NewGame(EscaleroBegan(players=TRIO, beginner=1)))) is None
    assert listed(Table().tell(NewGame(RockAndRollBegan(players=TRIO)))) is None


def test_the_list_speaks_the_language_of_the_display() -> None:
    table = Table(SessionState(language="en")).tell(NewGame(EscaleroBegan(players=TRIO)))
    lines: Any = view(replace(table.state), simulated=False)["beginning"]
    assert [line["said"] for line in lines] == ["throws", "still to come", "still to come"]
