"""What the companion advises, as the page shows it, and why it enters where it plays itself."""

from collections.abc import Mapping

from firmware.display.messages import Catalogue
from firmware.display.names import counted, row_name, share
from firmware.display.touches import name_of
from firmware.session.advising import PER_MILLE, PLAYS_ON, question
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.dice import Face
from scoring.games.ten_by_ten import GameState
from scoring.sheets.category import Category
from scoring.strategy.advice import Advice, EntryAdvice, HoldAdvice

_WAITS = frozenset({Phase.WAITING, Phase.CORRECTED})

MOST_OPTIONS = 8
"""So many of each are shown: nobody reads a hundred."""


def advice_view(state: SessionState, words: Catalogue) -> dict[str, object]:
    """Return which dice are best left lying, and what is shown to players who want hints; None for what is not."""
    asked, advice = question(state), state.advice
    if asked is None or advice is None or (asked.level_to_move is None and not state.is_hinting):
        return {"advised": None, "hint": None}
    is_wanted = asked.level_to_move is None or state.phase in PLAYS_ON
    marked = list(advice.flags) if is_wanted and not advice.is_to_be_entered else None
    return {"advised": marked, "hint": _hint(advice, words) if asked.level_to_move is None else None}


def _hint(advice: Advice, words: Catalogue) -> dict[str, object]:
    best: HoldAdvice | EntryAdvice = advice.entries[0] if advice.is_to_be_entered else advice.holds[0]
    return {
        "chance": words.text("advice.chance", chance=chance_text(best.worth, words)),
        "best": _option_text(best, words),
        "title": words.text("advice.title"),
        "groups": [
            {"title": words.text(f"advice.{name}"), "options": [_option(each, words) for each in found[:MOST_OPTIONS]]}
            for name, found in (("throw-on", advice.holds), ("enter-now", advice.entries))
            if found
        ],
    }


def _option(option: HoldAdvice | EntryAdvice, words: Catalogue) -> dict[str, object]:
    faces = getattr(option, "faces", ())
    return {
        "text": _option_text(option, words),
        "faces": [name_of(face) for face in sorted(faces)],
        "chance": chance_text(option.worth, words),
    }


def _option_text(option: HoldAdvice | EntryAdvice, words: Catalogue) -> str:
    if (cell := getattr(option, "cell", None)) is not None:
        message = "advice.enter" if option.points else "advice.strike"  # type: ignore[union-attr]
        return words.text(message, category=row_name(cell.category, words), column=cell.column)
    faces = tuple(option.faces)  # type: ignore[union-attr]
    return words.text("advice.hold", dice=counted(faces, words)) if faces else words.text("advice.hold-none")


def chance_text(chance: float, words: Catalogue) -> str:
    """Return a chance in per cent; never all or nothing before it is so."""
    least = 1 / PER_MILLE
    if chance in {0, 1}:
        return share(chance, words.language, digits=0)
    if chance < least / 2:
        return words.text("advice.below", chance=share(least, words.language))
    if chance > 1 - least / 2:
        return words.text("advice.above", chance=share(1 - least, words.language))
    return share(chance, words.language)


def why(values: Mapping[str, str | int], words: Catalogue) -> str:
    """Return why the companion entered there, from the values of its notice; empty where a person did."""
    if "why" not in values:
        return ""
    return " ".join(filter(None, (_reason(values, words), disregarded(values, words))))


def disregarded(values: Mapping[str, str | int], words: Catalogue) -> str:
    """Return that other dice were left lying than the companion wanted; empty where not."""
    return words.text("notice.held-otherwise", player=values["player"]) if "disregarded" in values else ""


def _reason(values: Mapping[str, str | int], words: Catalogue) -> str:
    worth, told = int(values["worth"]), dict[str, str | int]()
    if "row" in values:
        told = {
            "category": row_name(Category[str(values["row"])], words),
            "column": values["at"],
            "other": chance_text(int(values["instead"]) / PER_MILLE, words),
        }
    return words.text(f"why.{values['why']}", count=worth, chance=chance_text(worth / PER_MILLE, words), **told)


def holds(values: Mapping[str, str | int], words: Catalogue) -> str:
    """Return what the companion leaves lying, from the values of its notice."""
    faces = tuple(Face[name.upper()] for name in str(values["held"]).split(",") if name)
    message = "notice.companion-holds" if faces else "notice.companion-holds-none"
    said = words.text(message, player=values["player"], dice=counted(faces, words) if faces else "")
    return " ".join(filter(None, (disregarded(values, words), said)))


def to_do(state: SessionState, game: GameState, words: Catalogue) -> str | None:
    """Return what the players do for the companion when it is its turn, None when it is not."""
    if game.to_move is None or game.level_to_move is None or state.phase not in {*PLAYS_ON, *_WAITS}:
        return None
    if question(state) is None or state.advice is None:
        return words.text("hint.throw-for", player=game.players[game.to_move])
    if state.phase not in PLAYS_ON:
        return words.text("hint.for-companion")
    count = len(state.advice.flags) - sum(state.advice.flags)
    return words.text("hint.throw-rest", count=count) if count else None
