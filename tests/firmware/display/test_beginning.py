"""Who threw what for who begins, and who still throws."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.display.view import view
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from scoring.events import GameBegan
from scoring.games.escalero import EscaleroBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from tests.firmware.session.table_talk import Table

TRIO = ("Adam", "Berta", "Cäsar")


def shown(table: Table) -> Any:
    return view(table.state, simulated=False)


@pytest.mark.parametrize(
    ("throws", "listed"),
    [
        ((), [([], "next"), ([], "waiting"), ([], "waiting")]),
        (("KKKKK",), [([25], "done"), ([], "next"), ([], "waiting")]),
        (("KKKKK", "99999", "KKKKK"), [([25], "next"), ([5], "done"), ([25], "waiting")]),  # only who tied, once more
        (("KKKKK", "99999", "KKKKK", "99999"), [([25, 5], "done"), ([5], "done"), ([25], "next")]),
        (("99999", "KKKKK", "99999"), [([5], "done"), ([25], "begins"), ([5], "done")]),
        (("99999", "KKKKK", "99999", "KKKKK"), None),  # the first throw of the game
    ],
)
def test_everybody_is_listed_with_what_was_thrown_and_who_throws_next(throws, listed) -> None:
    table = Table().tell(NewGame(EscaleroBegan(players=TRIO)))
    for letters in throws:
        table.throw(letters)
    lines = shown(table)["beginning"]
    assert (lines and [(line["sums"], line["state"]) for line in lines]) == listed
    assert (lines and [line["name"] for line in lines]) == (listed and list(TRIO))


def test_nothing_is_listed_where_nobody_throws_for_it_and_each_in_the_display_s_language() -> None:
    for agreed in (EscaleroBegan(players=TRIO, beginner=1), RockAndRollBegan(players=TRIO)):
        assert shown(Table().tell(NewGame(agreed)))["beginning"] is None
    table = Table(SessionState(language="en")).tell(NewGame(GameBegan(players=TRIO[:2])))
    assert [line["said"] for line in shown(table)["beginning"]] == ["throws", "still to come"]
    assert shown(table)["to_move"] == 0
    after = shown(table.throw("AAAAA"))
    assert (after["to_move"], after["remarks"]) == (1, ["Adam has thrown 30."])
