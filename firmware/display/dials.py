"""Dials in words, for the page and to be said."""

from firmware.display.messages import Catalogue
from firmware.display.names import counted, decision_text, form_name, listed, row_name
from firmware.display.touches import name_of
from firmware.session.choosing import Choice, choice_of
from firmware.session.decisions import claim_of
from firmware.session.dial import Dial, Option, OptionKey
from firmware.session.log import ten_by_ten_of
from firmware.session.rereading import asked
from firmware.session.state import SessionState
from firmware.session.touches import ChooseGame
from firmware.session.vocabulary import DialKind


def dial_view(state: SessionState, words: Catalogue) -> dict[str, object] | None:
    """Return the dial as the page shows it, None where there is none."""
    dial = state.dial
    if dial is None:
        return None
    return {
        "kind": dial.kind.value,
        "title": title(state, dial, words),
        "options": [option_text(option, words) for option in dial.options],
        "index": dial.index,
        "back": next((at for at, option in enumerate(dial.options) if option.does is None), None),
        "die": dial.die,
        "hint": words.text("dial.hint"),
    }


def title(state: SessionState, dial: Dial, words: Catalogue) -> str:
    """Return what a dial asks: before a game who begins, or holds the bank, in which and among whom."""
    if dial.kind is DialKind.REREAD and (found := asked(state)) is not None:
        entry, faces = found
        return words.text(
            "dial.reread",
            player=ten_by_ten_of(state).players[entry.player],
            category=row_name(entry.cell.category, words),
            column=entry.cell.column,
            dice=counted(faces, words),
            before=entry.points,
            points=dial.options[0].points,
        )
    if dial.kind is not DialKind.NEW_GAME:
        return words.text(f"dial.{dial.kind.value}", number=1 if dial.die is None else dial.die + 1)
    choice, players = choice_of(state.agreed), state.agreed.players
    name = words.text(f"game.{choice.value}")
    message = "dial.who-holds-bank" if choice is Choice.ROCK_AND_ROLL else "dial.who-begins"
    if len(players) > 2:
        return words.text(f"{message}-of", game=name, count=len(players))
    first, second = players
    return words.text(message, game=name, first=first, second=second)


_STRUCK = {OptionKey.CELL: "option.strike", OptionKey.ENTRY: "option.entry-struck"}
"""The words where nothing is scored."""


def option_text(option: Option, words: Catalogue) -> str:
    """Return an option's words."""
    match option.key:
        case OptionKey.CELL | OptionKey.ENTRY | OptionKey.ROW | OptionKey.SWAP if option.cell is not None:
            message = f"option.{name_of(option.key)}"
            return words.text(
                message if option.points else _STRUCK.get(option.key, message),
                player=option.value,
                category=row_name(option.cell.category, words),
                column=option.cell.column,
                points=option.points,
                count=option.points,
            )
        case OptionKey.DIE if option.face is not None:
            how = "" if option.is_held is None else "-held" if option.is_held else "-thrown"
            return words.text(f"option.die{how}", face=words.text(f"face.{name_of(option.face)}"))
        case OptionKey.DECISION if option.decision is not None:
            return decision_text(option.decision, words)
        case OptionKey.HAND | OptionKey.OF | OptionKey.EITHER:
            return _leading_text(option, words)
        case OptionKey.GAME if isinstance(option.does, ChooseGame):
            return form_name(option.does.choice, option.does.form, words)
        case OptionKey.MODE | OptionKey.LANGUAGE | OptionKey.TAKE_DIE_BACK:
            return words.text(f"option.{name_of(option.key)}", number=option.value, value=_named(option, words))
        case _:
            return words.text(f"option.{name_of(option.key)}", value=option.value)


def _leading_text(option: Option, words: Catalogue) -> str:
    """Return what all that an option leads to has in common, or for one of several what each has."""
    claims = [claim for each in option.among if (claim := claim_of(each))]
    hands = dict.fromkeys(words.text(f"hidden.hand.{name_of(claim.hand)}") for claim in claims)
    if option.key is OptionKey.HAND or len(hands) > 1:
        return listed([*hands], words, "option.either")
    at = 0 if option.key is OptionKey.OF or len({claim.values[0] for claim in claims}) > 1 else 1
    values = [*dict.fromkeys(words.text(f"many.{name_of(claim.values[at])}") for claim in claims)]
    return listed(values, words, "option.either") if values[1:] else words.text("option.of", face=values[0])


def _named(option: Option, words: Catalogue) -> str:
    if option.key is not OptionKey.TAKE_DIE_BACK:
        return words.text(f"{name_of(option.key)}.{option.value}")
    held = "ui.held" if option.is_held else "ui.thrown"
    return words.text(held if option.face is None else f"face.{name_of(option.face)}")


NEEDS_HINT = frozenset(
    {DialKind.MENU, DialKind.NEW_GAME, DialKind.GAMES, DialKind.DIE, DialKind.RESTART, DialKind.END, DialKind.REREAD}
)
"""Dials that say how they are used when they open; where to enter was said with the throw."""
