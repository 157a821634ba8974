"""What can be chosen before a game, as the page is told: made from the rules, and begun as it is sent back."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.setup import setup_view
from firmware.display.touches import parse_touch
from firmware.session.choosing import FORMS, Choice, opening
from firmware.session.touches import NewGame, RefuseGame
from scoring.events import GameBegan
from scoring.games.escalero import EscaleroBegan
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import Stakes
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.ranking import Ranking
from scoring.ruleset import RerollRule, Ruleset

PAIR = ("Adam", "Berta")
KINDS = [(choice, form) for choice in Choice for form in range(len(FORMS[choice]))]


USUAL = GameBegan(players=PAIR)


def setup(agreed: Any = USUAL, language: str = "de") -> dict[str, Any]:
    return setup_view(agreed, catalogue(language))


def game(choice: Choice, agreed: Any = USUAL) -> dict[str, Any]:
    return next(each for each in setup(agreed)["games"] if each["id"] == choice)


def sent(form: dict[str, Any], players: tuple[str, ...], **chosen: object) -> Any:
    """Return the touch that begins a game with what stands there, as the page puts it together."""
    agreed: dict[str, Any] = {form["first"]["field"]: form["first"]["default"]}
    values = {rule["path"]: rule["default"] for rule in form["rules"]} | {
        kept["path"]: kept["value"] for kept in form["agreed"]
    }
    for path, value in {**values, **chosen}.items():
        *names, last = path.split(".")
        target = agreed
        for name in names:
            target = target.setdefault(name, {})
        target[last] = value
    return parse_touch({"kind": "new-game", "game": form["game"], "players": list(players), "agreed": agreed})


@pytest.mark.parametrize(("choice", "form"), KINDS)
def test_what_the_page_is_told_begins_that_game_as_usual(choice: Choice, form: int) -> None:
    assert sent(game(choice)["forms"][form], PAIR) == NewGame(FORMS[choice][form](players=PAIR))


@pytest.mark.parametrize(
    "agreed",
    [
        GameBegan(players=PAIR, ruleset=Ruleset(reroll=RerollRule.DIE, columns=3)),
        OpenPokerBegan(players=("A", "B", "C"), stakes=Stakes(minimum=2, maximum=9, stack=40), sequences=True),
        HiddenPokerBegan(players=PAIR, stack=7, ranking=Ranking(sequences=True, jokers=True)),
        RockAndRollBegan(players=("A", "B", "C"), bank=2, bank_stack=99),
    ],
)
def test_what_was_played_last_stands_ready_down_to_the_stakes(agreed: Any) -> None:
    told = setup(agreed)
    ready = next(each for each in told["games"] if each["id"] == told["ready"])
    assert sent(ready["forms"][ready["form"]], tuple(told["players"])) == NewGame(agreed)


def test_who_begins_is_thrown_for_anew_whoever_began_last() -> None:
    assert game(Choice.ESCALERO, EscaleroBegan(players=PAIR, beginner=1))["forms"][0]["first"]["default"] is None


def test_every_number_of_columns_can_be_chosen_for_ten_by_ten() -> None:
    rule = game(Choice.TEN_BY_TEN)["forms"][0]["rules"][-1]
    assert (rule["label"], [option["value"] for option in rule["options"]]) == ("Spalten", list(range(1, 11)))


def test_ten_by_ten_is_for_two_and_the_others_for_two_to_twelve() -> None:
    seats = {each["id"]: (each["fewest"], each["most"]) for each in setup()["games"]}
    assert seats == {choice: (2, 2) if choice is Choice.TEN_BY_TEN else (2, 12) for choice in Choice}


def test_stakes_that_do_not_fit_each_other_are_refused_and_not_begun() -> None:
    form = game(Choice.OPEN_POKER)["forms"][0]
    assert sent(form, PAIR, **{"stakes.minimum": 7}) == RefuseGame("StakesError")


@pytest.mark.parametrize("choice", Choice)
def test_names_that_are_alike_are_refused_in_every_game(choice: Choice) -> None:
    assert sent(game(choice)["forms"][0], ("Adam", "ADAM")) == RefuseGame("PlayersError")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_name_a_line_and_labels_in_every_language(language: str) -> None:
    for each in setup(language=language)["games"]:
        labels = [rule["label"] for form in each["forms"] for rule in form["rules"]]
        options = [option["label"] for form in each["forms"] for rule in form["rules"] for option in rule["options"]]
        assert all([each["name"], each["line"], *labels, *options])


def test_a_number_has_limits_or_options() -> None:
    for each in setup()["games"]:
        for rule in (rule for form in each["forms"] for rule in form["rules"]):
            values = [option["value"] for option in rule["options"]] or range(rule["least"], rule["most"] + 1)
            assert rule["default"] in values


def test_another_game_takes_over_what_the_table_is_used_to() -> None:
    agreed = GameBegan(players=PAIR, ruleset=Ruleset(reroll=RerollRule.DIE))
    told = game(Choice.AL_CAPONE, agreed)["forms"][0]
    assert sent(told, PAIR) == NewGame(opening(Choice.AL_CAPONE, agreed))
    assert {rule["path"]: rule["default"] for rule in told["rules"]}["reroll"] is RerollRule.DIE
