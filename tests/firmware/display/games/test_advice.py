from dataclasses import replace

import pytest

from firmware.display.games.advice import MOST_OPTIONS, chance_text
from firmware.display.messages import catalogue
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from models.strategies import foresight
from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.strategy.advice import Why
from scoring.strategy.baselines import MostPoints, OverPar
from tests.doubles.prompt_advisor import PromptAdvisor
from tests.firmware.display.scenes import scene, with_advice, with_companion
from tests.firmware.display.test_view import shown

OF_LEVEL = {
    Level.BEGINNER: (MostPoints(), Why.MOST_POINTS),
    Level.REGULAR: (OverPar(), Why.ABOVE_USUAL),
    Level.JUNKIE: (foresight(), Why.CHANCE),
}


def advised(state: SessionState, level: Level = Level.JUNKIE) -> SessionState:
    return with_advice(state, PromptAdvisor(OF_LEVEL[level][0]))


def test_a_hint_says_the_chance_the_best_and_what_all_else_does():
    assert (shown(scene("second"))["hint"], shown(scene("second"))["advised"]) == (None, None)  # unless it is wanted
    state = advised(replace(scene("second"), is_hinting=True))
    hint = shown(state)["hint"]
    assert (shown(state)["advised"], hint["best"]) == ([True, True, True, False, True], "liegen lassen: vier Damen")
    assert hint["chance"].startswith("Siegchance 5")
    throwing, entering = hint["groups"]
    assert throwing["options"][0]["faces"] == ["queen"] * 4
    assert throwing["options"][0]["chance"] == chance_text(state.advice.worth, catalogue("de"))
    best = state.advice.entries[:4]
    assert [each.cell.category for each in best] == [*[Category.QUEENS] * 3, Category.POKER]
    said = [f"{row} in Spalte {each.cell.column}" for row, each in zip((*["Damen"] * 3, "Poker"), best, strict=True)]
    assert [option["text"] for option in entering["options"][:4]] == said
    assert len(entering["options"]) == MOST_OPTIONS
    assert "alle fünf werfen" in [option["text"] for option in throwing["options"]]
    last = shown(advised(replace(scene("third"), is_hinting=True)))
    assert (last["advised"], [group["title"] for group in last["hint"]["groups"]]) == (None, ["Eintragen"])


def test_for_the_companion_it_is_thrown_and_nobody_is_shown_what_it_thinks_of_its_cells():
    found = shown(advised(with_companion("second", Level.JUNKIE)))
    assert (found["hint"], found["advised"]) == (None, [True, True, True, False, True])
    assert found["notice"]["text"] == "Elfriede lässt liegen: vier Damen. Den anderen Würfel werfen, dann drücken."
    resting = replace(with_companion("empty", Level.REGULAR), notice=scene("second").notice)
    assert shown(resting)["notice"]["text"] == "Bitte für Elfriede würfeln, dann drücken."


@pytest.mark.parametrize("level", OF_LEVEL)
def test_what_the_companion_entered_is_said_with_its_reason(level):
    state = advised(with_companion("third", level), level)
    assert (state.phase, dict(state.notice.values)["why"]) == (Phase.WAITING, OF_LEVEL[level][1])
    sentence = shown(state)["notice"]["text"]
    assert sentence.startswith("Kurt: ")
    assert len(sentence.split(". ")) > 2  # and a sentence why


def test_a_chance_is_never_all_or_nothing_before_it_is_so():
    told = {0.0: "0\xa0%", 0.0002: "unter 0,1\xa0%", 0.9994: "99,9\xa0%", 0.9998: "über 99,9\xa0%", 1.0: "100\xa0%"}
    assert {chance: chance_text(chance, catalogue("de")) for chance in told} == told
