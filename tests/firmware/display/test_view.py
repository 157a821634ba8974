"""The view: plain data, complete, in the players' language, and never wrong about what may be done."""

import json
import random
import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from firmware.display.sentences import notice
from firmware.display.spoken import utterance
from firmware.display.view import view
from firmware.session.choosing import FORMS, Choice
from firmware.session.decisions import decisions
from firmware.session.state import SessionState
from firmware.session.touches import AcceptReading, Decide, NewGame, TakeBack
from firmware.session.vocabulary import Notice, NoticeKey, Phase
from scoring import events, rules, ruleset
from scoring.games.escalero import EscaleroBegan
from tests.cases import cases
from tests.firmware.display.moments import MOMENTS, moments
from tests.firmware.display.scenes import LESSONS, SCENES, at_table, first_throw, read, scene
from tests.firmware.display.served import LONGEST, words_of
from tests.firmware.session.table_talk import Table

VALUES: dict[NoticeKey, tuple[tuple[str, str | int], ...]] = {
    **dict.fromkeys((NoticeKey.THROW_TO_BEGIN, NoticeKey.TIE_THROW_AGAIN, NoticeKey.BEGINS), (("player", "Kurt"),)),
    NoticeKey.WRONG_COUNT: (("count", 4),),
    NoticeKey.STORE_LOST: (("count", 12),),
    NoticeKey.ENTERED: (("player", "Kurt"), ("category", "QUEENS"), ("column", 9), ("points", 12)),
    NoticeKey.COMPANION_DECIDES: (("player", "Kurt"),),
    NoticeKey.COMPANION_HOLDS: (("player", "Kurt"), ("disregarded", 1), ("held", "king,king")),
    NoticeKey.ILLEGAL: (("reason", "CellTakenError"),),
    **dict.fromkeys((NoticeKey.DICE_KEPT, NoticeKey.DICE_FORGOTTEN, NoticeKey.LEARNING_UNDONE), (("name", "Omas"),)),
}
"""What the session fills in; a sentence that asks for more would leave the display dark."""


def shown(state: SessionState | str, *, simulated: bool = False) -> Any:
    return view(scene(state) if isinstance(state, str) else state, simulated=simulated)


@pytest.mark.parametrize("language", ["de", LONGEST])
@pytest.mark.parametrize("family", MOMENTS)
def test_every_moment_is_plain_data_and_only_the_simulated_board_throws(family, language):
    for name, state in moments(family):
        for simulated in (False, True):
            whole: Any = view(state, simulated=simulated, words=words_of(language))
            assert json.loads(json.dumps(whole)) == whole, name
            assert not re.search("{[a-z]", json.dumps({**whole, "texts": {}})), name  # a place that nobody filled
            assert whole["button"]["throws"] <= simulated, name
            assert not (whole["button"]["throws"] and "drück" in whole["notice"]["text"]), name  # one button is all


@pytest.mark.parametrize("choice", Choice)
def test_any_game_can_be_shown_and_said_at_every_step(choice):
    for form, seed in product(range(len(FORMS[choice])), range(2)):
        chance, table = random.Random(seed), Table()
        players = ("Adam", "Berta", "Cäsar", "Dora")[: 2 if choice is Choice.TEN_BY_TEN else 4]
        steps: list[object] = [NewGame(FORMS[choice][form](players=players))]
        for _ in range(60):
            before, known = table.state, len(table.effects)
            if steps:
                table.tell(event := steps.pop())
                utterance(before, table.state, event, tuple(table.effects[known:]))
            elif (may := decisions(table.state.game)) and chance.random() < 0.7:
                steps.append(Decide(chance.choice(may).event))
            else:
                table.throw("".join(chance.choices("9XJQKA", k=table.state.game.dice)))
                steps += [AcceptReading()] * (table.state.phase is Phase.ASKING)
                steps += [TakeBack()] * (chance.random() < 0.1)
            assert json.dumps(shown(table.state))


def test_every_notice_is_a_sentence_in_every_phase():
    playing = at_table(3, throws=(first_throw(),)).game
    for key, phase, language in product(NoticeKey, Phase, ("de", LONGEST)):
        game = None if phase is Phase.SETUP else playing
        state = SessionState(phase=phase, game=game, notice=Notice(key, VALUES.get(key, ())))
        said = str(notice(state, words_of(language))["text"])
        assert said.endswith((".", "!", "?", "…")), (key, phase)
        assert "{" not in said


def test_a_notice_says_what_happened_and_what_to_do():
    one_die = ruleset.Ruleset(reroll=ruleset.RerollRule.DIE)
    struck = (("player", "Kurt"), ("category", "GRANDE"), ("column", 1), ("points", 0))
    for said, key, values, changes in (
        ("Kurt: Damen in Spalte 9, 12 Punkte. Kurt", NoticeKey.ENTERED, VALUES[NoticeKey.ENTERED], {}),
        ("Kurt streicht Grande in Spalte 1.", NoticeKey.ENTERED, struck, {}),
        ("Da steht schon etwas.", NoticeKey.ILLEGAL, VALUES[NoticeKey.ILLEGAL], {}),
        ("Das erlauben die Regeln nicht.", NoticeKey.ILLEGAL, (("reason", "SwapError"),), {}),
        ("Den Wurf wiederholen", NoticeKey.BURNING, (), {"phase": Phase.BURNING}),
        ("Nur den schiefen", NoticeKey.BURNING, (), {"phase": Phase.BURNING, "ruleset": one_die}),
    ):
        assert said in shown(at_table(3, key=key, values=values, **changes))["notice"]["text"]
    assert shown("second")["notice"]["text"] == "Noch einmal würfeln, oder ein Feld antippen."
    assert shown("lost")["warnings"] == ["keine Kamera", "nicht gespeichert"]
    assert view(replace(scene("second"), is_advice_plain=True), simulated=False)["warnings"] == ["Tipps schwächer"]


@pytest.mark.parametrize(("throws", "listed"), cases(__file__)["begins"])
def test_everybody_is_listed_with_what_was_thrown_for_who_begins_and_who_throws_next(throws, listed):
    table = Table().tell(NewGame(EscaleroBegan(players=("Adam", "Berta", "Cäsar"))))
    for letters in throws:
        table.throw(letters)
    lines = shown(table.state)["beginning"]
    assert [[line["sums"], line["state"]] for line in lines or ()] == listed
    assert (lines and lines[0]["name"]) == ("Adam" if listed else None)
    assert shown("second")["beginning"] is None


def test_each_free_row_shows_what_it_would_score_while_it_may_be_entered():
    assert [row["preview"] for row in shown("second")["rows"]] == [1, 0, 0, 16, 0, 0, 0, 0, 44, 0]
    state = read(190, first_throw())
    open_rows = {cell.category.name.lower() for cell in state.game.sheet(state.game.to_move).free_cells}
    assert {row["category"] for row in shown(state)["rows"] if row["preview"] is not None} == open_rows
    assert len(open_rows) < 10
    assert {row["preview"] for row in shown("asking")["rows"]} == {None}


def test_both_sheets_stand_in_one_grid_with_the_newest_entry_marked():
    cells, entries = shown("entered")["cells"], scene("entered").game.entries
    for each in entries:
        entry = cells[each.cell.category.value][each.cell.column - 1][each.player]
        assert (entry["points"], entry["is_newest"]) == (each.points, each is entries[-1])
    assert sum(entry is not None for row in cells for pair in row for entry in pair) == len(entries) == 165


def test_columns_remarks_and_the_end_tell_how_it_stands():
    columns = shown("second")["columns"]
    assert [(c["state"], c["player"]) for c in columns[:3]] == [("won", 1), ("secured", 0), ("open", None)]
    assert columns[1]["said"] == "Elfriede kann Spalte 2 nicht mehr verlieren."
    assert {tuple(column["sums"]) for column in shown("empty")["columns"]} == {("", "")}
    assert shown("served")["remarks"] == ["Elfriede hat mehr gewürfelt und liegt trotzdem hinten."]
    over = shown("over")
    assert ([player["points"] for player in over["players"]], over["result"]) == (["25", "30"], CASES["result"])


def test_the_throw_has_its_number_and_a_stamp_where_a_combination_lies_served():
    begins = dict(moments("table"))["twelve throw for the beginning"]
    labels = [shown(each)["throw"]["label"] for each in (begins, "empty", "second", "third", "asking")]
    assert labels == ["Jetzt würfeln", "Jetzt würfeln", *(f"Wurf {number} von 3" for number in (2, 3, 2))]
    looked = [shown(state)["throw"]["is_served"] for state in ("served", "second", "empty", read(3, first_throw()))]
    assert looked == [True, False, False, False]
    assert not shown(replace(scene("served"), phase=Phase.READING))["throw"]["is_served"]
    state = at_table(2, phase=Phase.BURNING, throws=(first_throw(),), key=NoticeKey.BURNING)
    burned = rules.apply(state.game, events.ThrowBurned((True, False, False, False, False)))
    throw = shown(replace(state, game=burned))["throw"]
    assert (throw["label"], throw["status"]) == ("Wurf 2 von 3", "es brennt!")


def test_a_die_tells_its_doubts_in_words_and_what_it_shows_most_likely():
    doubtful = shown("asking")["dice"][1]
    assert (doubtful["doubt_text"], doubtful["face"]) == ("unsicher", "jack")
    assert doubtful["picture"].endswith("/1.jpg")
    assert [die["face"] for die in shown("by-hand")["dice"]] == [None] * 5
    assert shown(LESSONS["first"]())["teaching"]["faces"][0] == {"label": 0, "text": "9", "face": "nine"}


CASES = cases(__file__)
MAY, KINDS = CASES["may"], CASES["kinds"]


def test_what_may_be_touched_and_what_a_press_does():
    for name, touches in MAY.items():
        assert {touch for touch, may in shown(name)["can"].items() if may} == set(touches.split()), name
    assert {name: shown(name, simulated=True)["button"]["kind"] for name in KINDS} == KINDS


def test_the_simulated_board_throws_only_where_a_throw_is_due():
    throwing = {name for name in SCENES if shown(name, simulated=True)["button"]["throws"]}
    assert throwing == {"empty", "served", "second", "suggested", "hinted", "burning", "entered", "companion-entered"}
    assert not shown("companion-holds", simulated=True)["button"]["is_shown"]
    assert shown("companion-holds")["button"]["is_shown"]
    states = at_table(3), at_table(4), replace(at_table(3), reading_number=99)
    assert len({shown(state)["moment"] for state in states}) == 3  # every event and reading begins a new one
    still = shown(at_table(3, phase=Phase.STILL, key=NoticeKey.PRESS_OFFERED), simulated=True)["button"]
    assert (still["kind"], still["throws"]) == ("press", False)
    blind = shown(replace(scene("asking"), has_camera=False))  # a question that outlives the camera
    assert (blind["button"]["kind"], blind["can"]["accept"]) == ("type", True)
    assert shown("suggested")["button"]["long_label"] == "lang drücken: Poker, Spalte 10"
