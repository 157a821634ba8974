"""The view: plain data, complete, in the players' language, and never wrong about what may be done."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.display.messages import LANGUAGES
from firmware.display.names import format_points
from firmware.display.view import view
from firmware.session.state import Doubt, SessionState
from firmware.session.vocabulary import Notice, NoticeKey, Phase
from scoring import rules
from scoring.dice import NOTHING_HELD, Face
from scoring.events import BeginnerThrown, GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import RerollRule, Ruleset
from tests.firmware.display.scenes import SCENES, at_table, first_throw, played, scene, second_throw, seen, third_throw

VALUES: dict[NoticeKey, tuple[tuple[str, str | int], ...]] = {
    NoticeKey.THROW_TO_BEGIN: (("player", "Kurt"),),
    NoticeKey.TIE_THROW_AGAIN: (("player", "Kurt"),),
    NoticeKey.BEGINS: (("player", "Kurt"),),
    NoticeKey.WRONG_COUNT: (("count", 4),),
    NoticeKey.STORE_LOST: (("count", 12),),
    NoticeKey.ENTERED: (("player", "Kurt"), ("category", "QUEENS"), ("column", 9), ("points", 12)),
    NoticeKey.COMPANION_DECIDES: (("player", "Kurt"),),
    NoticeKey.COMPANION_HOLDS: (("player", "Kurt"), ("disregarded", 1), ("held", "king,king")),
    NoticeKey.ILLEGAL: (("reason", "CellTakenError"),),
    NoticeKey.DICE_KEPT: (("name", "Omas Würfel"),),
    NoticeKey.DICE_KEPT_DOUBTFUL: (("name", "Omas Würfel"),),
    NoticeKey.DICE_FORGOTTEN: (("name", "Omas Würfel"),),
    NoticeKey.LEARNING_UNDONE: (("name", "Omas Würfel"),),
}
"""What the session fills in; a sentence that asks for more would leave the display dark."""


def notice_text(state: SessionState) -> str:
    return view(state, simulated=False)["notice"]["text"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_plain_data(name: str, language: str) -> None:
    whole = view(replace(scene(name), language=language), simulated=True)
    assert json.loads(json.dumps(whole)) == whole


@pytest.mark.parametrize("key", NoticeKey)
def test_every_notice_is_a_sentence_in_every_phase(key: NoticeKey) -> None:
    playing = at_table(3, throws=(first_throw(),)).game
    for phase, language in product(Phase, LANGUAGES):
        game = None if phase is Phase.SETUP else playing
        state = SessionState(phase=phase, game=game, notice=Notice(key, VALUES.get(key, ())), language=language)
        text = notice_text(state)
        assert text.endswith((".", "!", "?", "…"))
        assert "{" not in text


def test_a_notice_that_only_tells_what_happened_is_followed_by_what_to_do() -> None:
    state = at_table(3, key=NoticeKey.ENTERED, values=VALUES[NoticeKey.ENTERED])
    assert notice_text(state) == "Kurt: Damen in Spalte 9, 12 Punkte. Kurt würfelt, dann drücken."


def test_no_points_are_a_strike() -> None:
    values = (("player", "Kurt"), ("category", "GRANDE"), ("column", 1), ("points", 0))
    assert notice_text(at_table(3, key=NoticeKey.ENTERED, values=values)).startswith(
        "Kurt streicht Grande in Spalte 1."
    )


def test_one_point_is_singular() -> None:
    values = (("player", "Kurt"), ("category", "NINES"), ("column", 1), ("points", 1))
    assert "ein Punkt." in notice_text(at_table(3, key=NoticeKey.ENTERED, values=values))


def test_a_refusal_with_a_sentence_of_its_own_is_explained() -> None:
    explained = at_table(3, key=NoticeKey.ILLEGAL, values=(("reason", "CellTakenError"),))
    unexplained = at_table(3, key=NoticeKey.ILLEGAL, values=(("reason", "SwapError"),))
    assert notice_text(explained).startswith("Da steht schon etwas.")
    assert notice_text(unexplained).startswith("Das erlauben die Regeln nicht.")


def test_burning_says_what_the_house_rule_repeats() -> None:
    whole = at_table(3, phase=Phase.BURNING, key=NoticeKey.BURNING)
    single = at_table(3, phase=Phase.BURNING, key=NoticeKey.BURNING, ruleset=Ruleset(reroll=RerollRule.DIE))
    assert "Den Wurf wiederholen" in notice_text(whole)
    assert "Nur den schiefen Würfel" in notice_text(single)


def test_a_read_throw_asks_for_another_or_a_cell_and_the_third_only_for_a_cell() -> None:
    assert notice_text(scene("second")) == "Noch einmal würfeln, oder ein Feld antippen."
    assert notice_text(scene("third")) == "Jetzt ein Feld antippen."


def test_each_free_row_shows_what_it_would_score() -> None:
    rows = view(scene("second"), simulated=False)["rows"]
    assert {row["category"]: row["preview"] for row in rows} == {
        "nines": 1,
        "tens": 0,
        "jacks": 0,
        "queens": 16,
        "kings": 0,
        "aces": 0,
        "straight": 0,
        "full": 0,
        "poker": 44,
        "grande": 0,
    }


def test_a_full_row_shows_no_preview() -> None:
    state = at_table(190, phase=Phase.READ, throws=(first_throw(),), key=NoticeKey.THROWN)
    player = state.game.to_move
    open_rows = {cell.category.name.lower() for cell in state.game.sheet(player).free_cells}
    rows = view(state, simulated=False)["rows"]
    assert {row["category"] for row in rows if row["preview"] is not None} == open_rows
    assert len(open_rows) < len(rows)


def test_nothing_is_previewed_while_nothing_may_be_entered() -> None:
    rows = view(scene("asking"), simulated=False)["rows"]
    assert {row["preview"] for row in rows} == {None}


def test_both_sheets_stand_in_one_grid() -> None:
    state = scene("entered")
    cells = view(state, simulated=False)["cells"]
    drawn = {
        (player, row, column): entry["points"]
        for row, line in enumerate(cells)
        for column, pair in enumerate(line)
        for player, entry in enumerate(pair)
        if entry
    }
    assert drawn == {
        (entry.player, entry.cell.category.value, entry.cell.column - 1): entry.points for entry in state.game.entries
    }


def test_the_newest_entry_is_marked_and_no_other() -> None:
    cells = view(scene("entered"), simulated=False)["cells"]
    newest = [entry["turn"] for line in cells for pair in line for entry in pair if entry and entry["is_newest"]]
    assert newest == [165]


def test_columns_tell_who_has_won_them_and_who_cannot_lose_them() -> None:
    columns = view(scene("second"), simulated=False)["columns"]
    assert [(c["state"], c["player"]) for c in columns[:3]] == [("won", 1), ("secured", 0), ("open", None)]
    assert columns[1]["said"] == "Elfriede kann Spalte 2 nicht mehr verlieren."


def test_a_column_nobody_wrote_in_has_no_sums() -> None:
    columns = view(scene("empty"), simulated=False)["columns"]
    assert {tuple(column["sums"]) for column in columns} == {("", "")}


def test_who_has_thrown_more_and_is_behind_is_told() -> None:
    remarks = view(scene("served"), simulated=False)["remarks"]
    assert remarks == ["Elfriede hat mehr gewürfelt und liegt trotzdem hinten."]


def test_the_end_tells_who_won_and_who_threw_more() -> None:
    result = view(scene("over"), simulated=False)["result"]
    assert result["headline"] == "Kurt gewinnt!"
    assert [player["points"] for player in view(scene("over"), simulated=False)["players"]] == ["25", "30"]  # type: ignore[attr-defined]
    assert result["lines"] == ["Elfriede hat mehr gewürfelt, 2344 zu 2339, und trotzdem verloren."]
    assert result["details"] == ["Spalten 2, 3, 5, 7, 8", "Spalten 1, 4, 6, 9, 10"]
    assert result["round"] == "Die Runde zahlt Elfriede."


def test_who_throws_for_the_beginning_takes_turns() -> None:
    game = rules.replay([GameBegan(players=("Elfriede", "Kurt"))])
    state = SessionState(phase=Phase.BEGINNING, game=game)
    assert view(state, simulated=False)["to_move"] == 0
    after = rules.apply(game, BeginnerThrown(0, (Face.ACE,) * 5))
    shown = view(replace(state, game=after), simulated=False)
    assert shown["to_move"] == 1
    assert shown["remarks"] == ["Elfriede hat 30 geworfen."]


def test_the_throw_number_counts_the_throw_being_asked_about() -> None:
    names = ("empty", "second", "third", "asking")
    assert [view(scene(name), simulated=False)["throw"]["number"] for name in names] == [1, 2, 3, 2]


@pytest.mark.parametrize(("name", "is_served"), [("served", True), ("second", False), ("empty", False)])
def test_served_is_told(name: str, is_served: bool) -> None:
    throw = view(scene(name), simulated=False)["throw"]
    assert throw["is_served"] is is_served


def test_the_stamp_goes_when_the_next_throw_is_read() -> None:
    throw = view(replace(scene("served"), phase=Phase.READING), simulated=False)["throw"]
    assert not throw["is_served"]


def test_a_first_throw_without_a_combination_gets_no_stamp() -> None:
    state = at_table(3, phase=Phase.READ, throws=(first_throw(),), key=NoticeKey.THROWN)
    throw = view(state, simulated=False)["throw"]
    assert not throw["is_served"]


def test_a_die_tells_its_doubts_in_words_and_the_likelier_faces_first() -> None:
    dice = view(scene("asking"), simulated=False)["dice"]
    assert dice[1]["doubt_text"] == "unsicher"
    assert dice[1]["ranking"][0] == "jack"
    assert dice[1]["picture"].endswith("/1.jpg")


def test_a_die_nobody_named_yet_has_no_face() -> None:
    dice = view(scene("by-hand"), simulated=False)["dice"]
    assert [die["face"] for die in dice] == [None] * 5


def can(state: SessionState) -> dict[str, bool]:
    return view(state, simulated=False)["can"]


def test_a_first_throw_cannot_have_held_dice() -> None:
    assert not can(scene("served"))["correct_held"]
    assert can(scene("second"))["correct_held"]
    assert can(scene("asking"))["correct_held"]


def test_the_newest_entry_can_be_taken_back_until_the_next_throw() -> None:
    assert can(scene("entered"))["take_back"]
    assert not can(scene("second"))["take_back"]
    assert can(scene("over"))["take_back"]


def test_a_burning_throw_can_be_overruled_and_nothing_be_entered() -> None:
    allowed = can(scene("burning"))
    assert allowed["accept"]
    assert not allowed["enter"]
    assert not allowed["correct_die"]


def test_dice_that_nobody_named_cannot_be_accepted() -> None:
    assert not can(scene("by-hand"))["accept"]


def test_setup_allows_no_touch_on_a_game() -> None:
    assert not any(can(SessionState()).values())


def button(state: SessionState, *, simulated: bool) -> dict[str, object]:
    return view(state, simulated=simulated)["button"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("empty", "throw"),
        ("second", "throw"),
        ("third", "used-up"),
        ("asking", "again"),
        ("by-hand", "accept"),
        ("lost", "type"),
    ],
)
def test_the_button_says_what_a_press_does(name: str, kind: str) -> None:
    assert button(scene(name), simulated=True)["kind"] == kind


def test_a_question_that_outlives_the_camera_is_not_answered_by_a_press() -> None:
    blind = replace(scene("asking"), has_camera=False)
    assert button(blind, simulated=False)["kind"] == "type"
    assert can(blind)["accept"]


def test_dice_that_lie_unmarked_on_the_simulated_board_want_a_press() -> None:
    still = button(at_table(3, phase=Phase.STILL, key=NoticeKey.PRESS_OFFERED), simulated=True)
    assert (still["kind"], still["throws"]) == ("press", False)


def test_the_simulated_board_throws_only_where_a_throw_is_due() -> None:
    throwing = {name for name in SCENES if button(scene(name), simulated=True)["throws"]}
    theirs = {"empty", "served", "second", "suggested", "hinted", "burning", "entered", "companion-entered"}
    assert throwing == theirs
    assert not button(scene("companion-holds"), simulated=True)["is_shown"]
    assert button(scene("companion-holds"), simulated=False)["is_shown"]


def test_with_a_camera_the_button_never_throws() -> None:
    assert not any(button(scene(name), simulated=False)["throws"] for name in SCENES)


def test_a_suggestion_tells_what_the_long_press_enters() -> None:
    assert button(scene("suggested"), simulated=False)["long_label"] == "lang drücken: Poker, Spalte 10"


def test_what_stays_wrong_stays_told() -> None:
    assert view(scene("lost"), simulated=False)["warnings"] == ["keine Kamera", "nicht gespeichert"]


def test_every_event_and_reading_begins_a_new_moment() -> None:
    moments = [
        view(at_table(3), simulated=False)["moment"],
        view(at_table(4), simulated=False)["moment"],
        view(replace(at_table(3), reading_number=99), simulated=False)["moment"],
    ]
    assert len(set(moments)) == 3


@pytest.mark.parametrize("count", [0, 1, 4, 6, 9])
def test_any_number_of_dice_can_be_shown(count: int) -> None:
    dice = tuple(seen(Face.KING, doubts=frozenset({Doubt.FOREIGN})) for _ in range(count))
    shown = view(replace(scene("asking"), dice=dice), simulated=False)["dice"]
    assert len(shown) == count


def test_a_burned_throw_leaves_the_throws_before_it_readable() -> None:
    state = at_table(2, phase=Phase.BURNING, throws=(first_throw(),), key=NoticeKey.BURNING)
    game = rules.apply(state.game, ThrowBurned((True, False, False, False, False)))
    throw = view(replace(state, game=game), simulated=False)["throw"]
    assert throw["label"] == "Wurf 2 von 3"
    assert throw["status"] == "es brennt!"


@given(
    turns=st.integers(0, 200), seed=st.integers(0, 5), language=st.sampled_from(LANGUAGES), columns=st.integers(1, 10)
)
@settings(max_examples=25, deadline=None)
def test_any_game_can_be_shown(turns: int, seed: int, language: str, columns: int) -> None:
    records = played(min(turns, 20 * columns), seed=seed, ruleset=Ruleset(columns=columns))
    game = rules.replay(record.event for record in records)
    phase = Phase.GAME_OVER if game.to_move is None else Phase.WAITING
    whole = view(SessionState(phase=phase, game=game, records=records, language=language), simulated=False)
    assert json.dumps(whole)


def test_halves_are_written_as_on_paper() -> None:
    assert [format_points(points) for points in (0, 0.5, 12.0, 27.5)] == ["0", "½", "12", "27½"]


def test_the_scenes_are_legal_turns() -> None:
    throws = (first_throw(), second_throw(), third_throw())
    assert all(isinstance(throw, ThrowMade) for throw in throws)
    assert throws[0].held == NOTHING_HELD
