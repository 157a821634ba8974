"""What can be chosen before a game, as the page is told: made from the rules, and begun as it is sent back."""

from typing import Any

import pytest

from firmware.display.messages import catalogue
from firmware.display.setup import setup_view
from firmware.display.touches import parse_touch
from firmware.session.choosing import FORMS, Choice, opening
from firmware.session.touches import NewGame, RefuseGame
from scoring.events import GameBegan
from scoring.games.escalero import EscaleroBegan
from scoring.ruleset import Level, RerollRule, Ruleset

PAIR = ("Adam", "Berta")
USUAL = GameBegan(players=PAIR)


def game(choice: Choice, agreed: Any = USUAL) -> Any:
    return next(each for each in setup_view(agreed, catalogue("de"))["games"] if each["id"] == choice)


def sent(form: dict[str, Any], players: tuple[str, ...] = PAIR, **chosen: object) -> Any:
    """Return the touch that begins a game with what stands there, as the page puts it together."""
    agreed: dict[str, Any] = {form["first"]["field"]: form["first"]["default"]}
    values = {rule["path"]: rule["default"] for rule in form["rules"]}
    values |= {kept["path"]: kept["value"] for kept in form["agreed"]}
    for path, value in {**values, **chosen}.items():
        *names, last = path.split(".")
        target = agreed
        for name in names:
            target = target.setdefault(name, {})
        target[last] = value
    return parse_touch({"kind": "new-game", "game": form["game"], "players": list(players), "agreed": agreed})


@pytest.mark.parametrize("choice", Choice)
def test_what_the_page_is_told_begins_that_game_as_usual(choice):
    for told, form in zip(game(choice)["forms"], FORMS[choice], strict=True):
        assert (sent(told), sent(told, ("Adam", "ADAM"))) == (NewGame(form(players=PAIR)), RefuseGame("PlayersError"))
        for rule in told["rules"]:  # a number has limits or options
            values = [option["value"] for option in rule["options"]] or range(rule["least"], rule["most"] + 1)
            assert rule["default"] in values
    assert (game(choice)["fewest"], game(choice)["most"]) == (2, 2 if choice is Choice.TEN_BY_TEN else 12)


def test_who_played_here_is_offered_but_no_stranger_nor_the_companion_nor_a_name_too_long_to_type():
    strangers = ("spieler 12", "gast", "Guest 2", "Player 3", "Stammgast", "Connoisseur", "K" * 25)
    offered = setup_view(USUAL, catalogue("de"), ("Toni", *strangers, *map(str, range(40))))["people"]
    assert offered == ["Toni", *map(str, range(23))]


def test_another_game_takes_over_what_the_table_is_used_to_but_not_who_began():
    agreed = GameBegan(players=PAIR, ruleset=Ruleset(reroll=RerollRule.DIE), levels=(None, Level.BEGINNER))
    levels = {choice: game(choice, agreed)["level"] for choice in Choice}  # the companion plays no other game
    assert levels == {**dict.fromkeys(Choice), Choice.TEN_BY_TEN: Level.BEGINNER}
    told = game(Choice.AL_CAPONE, agreed)["forms"][0]
    assert sent(told) == NewGame(opening(Choice.AL_CAPONE, agreed))
    assert {rule["path"]: rule["default"] for rule in told["rules"]}["reroll"] is RerollRule.DIE
    assert game(Choice.ESCALERO, EscaleroBegan(players=PAIR, beginner=1))["forms"][0]["first"]["default"] is None
    rule = game(Choice.TEN_BY_TEN)["forms"][0]["rules"][-1]
    assert (rule["label"], [option["value"] for option in rule["options"]]) == ("Spalten", list(range(1, 11)))
    form = game(Choice.OPEN_POKER)["forms"][0]
    assert sent(form, **{"stakes.minimum": 7}) == RefuseGame("StakesError")  # stakes that do not fit each other
