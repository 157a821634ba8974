from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.display.games.advice import MOST_OPTIONS, chance_text
from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.view import view
from firmware.session.advising import question
from firmware.session.events import Advised
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.vocabulary import Phase
from models.advisor import foresight
from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.strategy.advice import Why
from scoring.strategy.baselines import MostPoints, OverPar
from tests.doubles.prompt_advisor import PromptAdvisor
from tests.firmware.display.scenes import scene

STRATEGIES = {Level.BEGINNER: MostPoints(), Level.REGULAR: OverPar(), Level.JUNKIE: foresight()}


def advised(state: SessionState, level: Level = Level.JUNKIE) -> SessionState:
    """Return a moment with the advice taken."""
    asked = question(state)
    return step(state, PromptAdvisor(STRATEGIES[level]).answer(asked, print))[0]


def hinted(name: str) -> SessionState:
    return advised(replace(scene(name), is_hinting=True))


def played_by(level: Level, name: str) -> SessionState:
    """Return a moment at which the companion of a level is to move, its advice taken."""
    state = scene(name)
    game = state.game
    levels = tuple(level if player == game.to_move else None for player in (0, 1))
    return advised(replace(state, game=replace(game, agreed=replace(game.agreed, levels=levels))), level)


def shown(state: SessionState, language: str = "de") -> dict:
    return view(replace(state, language=language), simulated=False)


def test_without_hints_nothing_is_shown():
    found = shown(scene("second"))
    assert found["hint"] is None
    assert found["advised"] is None


def test_a_hint_says_the_chance_the_best_and_what_all_else_does():
    state = hinted("second")
    found = shown(state)
    hint = found["hint"]
    assert hint["best"] == "liegen lassen: vier Damen"
    assert found["advised"] == [True, True, True, False, True]
    assert hint["chance"].startswith("Siegchance 5")
    throwing, entering = hint["groups"]
    assert throwing["options"][0]["faces"] == ["queen"] * 4
    assert throwing["options"][0]["chance"] == chance_text(state.advice.worth, catalogue("de"))
    assert entering["options"][0]["text"] == f"Poker in Spalte {state.advice.entries[0].cell.column}"
    assert state.advice.entries[0].cell.category is Category.POKER
    assert len(entering["options"]) == MOST_OPTIONS
    assert "alle fünf werfen" in [option["text"] for option in throwing["options"]]


def test_after_the_last_throw_only_cells_are_left():
    found = shown(hinted("third"))
    assert found["advised"] is None
    assert [group["title"] for group in found["hint"]["groups"]] == ["Eintragen"]


def test_nobody_is_shown_what_the_companion_thinks_of_its_own_cells():
    state = played_by(Level.JUNKIE, "second")
    found = shown(state)
    assert found["hint"] is None
    assert found["advised"] == [True, True, True, False, True]
    assert found["notice"]["text"] == ("Elfriede lässt liegen: vier Damen. Den anderen Würfel werfen, dann drücken.")


@pytest.mark.parametrize("level", STRATEGIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_companion_entered_is_said_with_its_reason(level, language):
    state = played_by(level, "third")
    assert state.phase is Phase.WAITING
    reason = dict(state.notice.values)["why"]
    sentence = shown(state, language)["notice"]["text"]
    start = catalogue(language).text("notice.entered", player="Kurt", category="", column=0, points=0, count=2)
    assert sentence.startswith(start.split(":")[0])
    expected = {Level.BEGINNER: {Why.MOST_POINTS}, Level.REGULAR: {Why.ABOVE_USUAL}, Level.JUNKIE: {Why.CHANCE}}
    assert reason in expected[level]
    assert "{" not in sentence


def test_the_players_are_told_to_throw_for_the_companion():
    state = scene("empty")
    agreed = replace(state.game.agreed, levels=(Level.REGULAR, None))
    text = shown(replace(state, game=replace(state.game, agreed=agreed)))["notice"]["text"]
    assert "Elfriede" in text
    resting = replace(state, game=replace(state.game, agreed=agreed), notice=scene("second").notice)
    assert shown(resting)["notice"]["text"] == "Bitte für Elfriede würfeln, dann drücken."


@pytest.mark.parametrize(
    ("chance", "german", "english"),
    [
        (0.0, "0\xa0%", "0%"),
        (0.0002, "unter 0,1\xa0%", "under 0.1%"),
        (0.0006, "0,1\xa0%", "0.1%"),
        (0.52, "52,0\xa0%", "52.0%"),
        (0.9994, "99,9\xa0%", "99.9%"),
        (0.9998, "über 99,9\xa0%", "over 99.9%"),
        (1.0, "100\xa0%", "100%"),
    ],
)
def test_a_chance_is_never_all_or_nothing_before_it_is_so(chance, german, english):
    assert chance_text(chance, catalogue("de")) == german
    assert chance_text(chance, catalogue("en")) == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_words(language):
    words = catalogue(language)
    assert {f"why.{why}" for why in Why} <= words.message_ids


def test_late_advice_changes_nothing_on_the_page():
    state = hinted("second")
    other = Advised(scene("third").game, state.advice)
    assert step(state, other)[0] == state
