"""What is chosen before a game, as plain data made from the rules: which games there are, their players, house rules.

The page draws what it is told here. A game that joins `firmware.session.choosing` appears by itself; its name, its line
and the labels of its house rules come from the catalogues.
"""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from firmware.display.cards import card
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.names import form_name
from firmware.display.touches import LONGEST_NAME
from firmware.session.choosing import FORMS, TWO_PLAYERS, Choice, choice_of, form_of, opening
from firmware.tables import table
from scoring.chips import MOST_CHIPS
from scoring.game import Opening
from scoring.rules import rules_of
from scoring.ruleset import MOST_COLUMNS, Level
from scoring.seats import FEWEST_PLAYERS, MOST_PLAYERS, folded

MOST_BUTTONS = 12
"""A number with more than so many values is counted up and down; with fewer each value is a button."""

MOST_PEOPLE = 24
"""So many of those who played here are offered, less who sits there already."""

MOTIFS = table(__file__)["motifs"]
_SET = frozenset({"bank", "beginner", "players", "levels", "jokers"})
"""Fields that are no house rules: who begins and plays, and what makes the game another one."""


@lru_cache(maxsize=16)
def setup_view(agreed: Any, words: Catalogue, people: tuple[str, ...] = ()) -> dict[str, object]:
    """Return all that can be chosen before a game; the opening agreed on last, or in the settings, stands ready."""
    known = [name for name in people if len(name) <= LONGEST_NAME and folded(name) not in nobodies()]
    ready = choice_of(agreed)
    return {
        "ready": ready.value,
        "players": list(agreed.players),
        "strangers": [words.text("setup.stranger", number=seat + 1) for seat in range(MOST_PLAYERS)],
        "people": known[:MOST_PEOPLE],
        "guests": guests(words),
        "longest_name": LONGEST_NAME,
        "games": [_game(choice, agreed, words) for choice in Choice],
    }


def guests(words: Catalogue) -> list[str]:
    """Return what those are called whom nobody shall remember."""
    guest = words.text("setup.guest")
    return [guest, *(f"{guest} {number}" for number in range(2, MOST_PLAYERS + 1))]


@cache
def is_guest(name: str) -> bool:
    """Return whether a name is a guest's, in any language."""
    return any(folded(name) in map(folded, guests(catalogue(each))) for each in LANGUAGES)


@cache
def nobodies() -> frozenset[str]:
    """Return what nobody is called: names of guests, of strangers and of the companion, in any language."""
    found = set[str]()
    for words in map(catalogue, LANGUAGES):
        found |= {words.text("setup.stranger", number=number + 1) for number in range(MOST_PLAYERS)}
        found.update(guests(words))
        found |= {words.text(f"level.{level}") for level in Level}
    return frozenset(map(folded, found))


def _game(choice: Choice, agreed: Opening, words: Catalogue) -> dict[str, object]:
    fewest, most = (2, 2) if choice in TWO_PLAYERS else (FEWEST_PLAYERS, MOST_PLAYERS)
    openings = [opening(choice, agreed, form=form) for form in range(len(FORMS[choice]))]
    form = 0
    if choice is choice_of(agreed):  # as it was played last, down to the stakes
        form = form_of(agreed)
        openings[form] = agreed
    return {
        "id": choice.value,
        "name": words.text(f"game.{choice.value}"),
        "line": words.text(f"game-line.{choice.value}"),
        "dice": [name or None for name in MOTIFS[choice.value]],
        "fewest": fewest,
        "most": most,
        "form": form,
        "has_modes": choice is Choice.TEN_BY_TEN,
        "opponents": _opponents(words) if choice is Choice.TEN_BY_TEN else [],
        "level": getattr(openings[form], "levels", (None, None))[1],
        "forms": [_form(choice, number, each, words) for number, each in enumerate(openings)],
    }


def _opponents(words: Catalogue) -> list[dict[str, object]]:
    """Return who may sit opposite: a person, or the companion at one of its levels, with the name it goes by."""
    names: dict[str | None, str] = {level.value: words.text(f"level.{level}") for level in Level}
    labels = {None: words.text("level.person"), **names}
    return [{"value": each, "label": label, "name": names.get(each, "")} for each, label in labels.items()]


def _form(choice: Choice, number: int, agreed: Any, words: Catalogue) -> dict[str, object]:
    first = "bank" if hasattr(agreed, "bank") else "beginner"
    has_bank = first == "bank"
    return {
        "label": words.text(f"form.{choice.value}.{number}") if len(FORMS[choice]) > 1 else "",
        "name": form_name(choice, number, words),
        "game": rules_of(agreed).name,
        "first": {
            "field": first,
            "label": words.text(f"first.{first}"),
            "said": words.text("first.bank-held", player=agreed.players[agreed.bank]) if has_bank else "",
            "default": agreed.bank if has_bank else None,  # thrown for anew, whoever began the last game
        },
        "agreed": _kept(agreed, ""),
        "rules": house_rules(agreed, words),
        "card": card(agreed, words),
    }


def _kept(agreed: Any, path: str) -> list[dict[str, object]]:
    """Return what makes the game what it is: sent back as it is, with what is chosen."""
    kept: list[dict[str, object]] = []
    for each in fields(agreed):
        value, here = getattr(agreed, each.name), f"{path}{each.name}"
        if each.name == "jokers":
            kept.append({"path": here, "value": value})
        elif is_dataclass(value):
            kept += _kept(value, f"{here}.")
    return kept


def house_rules(agreed: Any, words: Catalogue, path: str = "") -> list[dict[str, object]]:
    """Return what can be agreed on, from the fields of what a game begins with, each with what holds now.

    The path is that of a part of it, with a dot behind it.
    """
    found: list[dict[str, object]] = []
    for each in fields(agreed):
        value, name = getattr(agreed, each.name), each.name
        if is_dataclass(value):
            found += house_rules(value, words, f"{path}{name}.")
        elif name not in _SET:
            rule = {"path": f"{path}{name}", "label": words.text(f"rule.{name}"), "default": value}
            found.append({**rule, **_values(name, value, words)})
    return found


def _values(name: str, value: object, words: Catalogue) -> dict[str, object]:
    """Return which values a house rule may take: options to choose from, or a number between limits."""
    if isinstance(value, bool):
        said = {True: "yes", False: "no"}
        return {"options": [{"value": each, "label": words.text(f"rule.{name}.{said[each]}")} for each in said]}
    if isinstance(value, StrEnum):
        label = f"rule.{name}."
        return {"options": [{"value": each.value, "label": words.text(label + each.value)} for each in type(value)]}
    least, most = 1, MOST_COLUMNS if name == "columns" else MOST_CHIPS
    if most - least < MOST_BUTTONS:
        return {"options": [{"value": each, "label": str(each)} for each in range(least, most + 1)]}
    limits = words.text("setup.limits", least=least, most=most)
    return {"options": [], "least": least, "most": most, "limits": limits}
