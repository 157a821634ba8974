"""The view: everything the page shows, as plain JSON data, made from the session's state alone."""

from firmware.display import games, sentences
from firmware.display.cards import card
from firmware.display.dials import dial_view, option_text
from firmware.display.games import game_view
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.names import letter, row_name
from firmware.display.setup import setup_view
from firmware.display.teaching import teaching_view
from firmware.display.touches import name_of
from firmware.display.wizard import wizard_view
from firmware.session.advising import companion_throws
from firmware.session.deciding import begins_with_throw, may_enter, may_repeat
from firmware.session.lesson import LessonStage
from firmware.session.log import has_throw, resting_phase, sheet_of
from firmware.session.offers import VOLUMES, back, by_long_press, may_put_right
from firmware.session.state import SeenDie, SessionState
from firmware.session.throwing import may_hold
from firmware.session.vocabulary import BUSY, EntryMode, NoticeKey, Phase
from firmware.session.wizard import READ, WizardStep
from scoring.dice import DICE_COUNT, Face
from scoring.game import Game, Stage
from scoring.games.escalero import EscaleroState
from scoring.games.sheet_game import SheetGame
from scoring.games.ten_by_ten import GameState
from scoring.sheets.category import Category, points


def beginning_view(state: SessionState, words: Catalogue) -> list[dict[str, object]] | None:
    """Return a line for everybody who throws for who begins: the sums, a tie's after the one before; else None.

    The list stays until the first throw of the game, so that the throw that settled it is seen as well.
    """
    game = state.game
    is_fresh = state.notice.key is NoticeKey.BEGINS and game is not None and game.stage is Stage.TURN
    if game is None or not (game.stage is Stage.BEGINNING or (is_fresh and game.beginning.throws)):
        return None
    beginning = game.beginning
    newest = {throw.player: [name_of(face) for face in throw.faces] for throw in beginning.throws}
    seats = ((seat, name) for seat, name in enumerate(game.players) if seat in beginning.seats)
    return [
        {
            "seat": seat,
            "name": name,
            "dice": newest.get(seat, []),
            "sums": [sum(throw.faces) for throw in beginning.throws if throw.player == seat],
            **_standing(game, seat, words),
        }
        for seat, name in seats
    ]


def _standing(game: Game, seat: int, words: Catalogue) -> dict[str, object]:
    beginning = game.beginning
    if seat == beginning.beginner:
        state = "begins"
    else:
        state = "next" if seat in beginning.to_throw[:1] else "waiting" if seat in beginning.to_throw else "done"
    return {"state": state, "said": "" if state == "done" else words.text(f"beginning.{state}")}


_WITHOUT_BUTTON = frozenset({Phase.SETUP, Phase.GAME_OVER})
_THROWN_FROM = frozenset({Phase.BEGINNING, Phase.WAITING, Phase.THROWING, Phase.READ, Phase.BURNING, Phase.CORRECTED})


def view(state: SessionState, *, simulated: bool, words: Catalogue | None = None) -> dict[str, object]:
    """Return what the page shows, a picture of the board where it is simulated; without words in its own language.

    Raises:
        DisplayError: If the catalogue of the language lacks a sentence.
    """
    words = words or catalogue(state.language)
    words = words.at_desk() if simulated else words
    wrong = {"camera": not state.has_camera, "unsaved": not state.is_saved, "button": state.is_button_stuck}
    wrong["advice"] = state.is_advice_plain
    has_modes = state.game is None or sheet_of(state) is not None  # the companion advises on no other game
    return {
        "language": words.language,
        "languages": [{"value": each, "name": catalogue(each).text(f"language.{each}")} for each in LANGUAGES],
        "moment": f"{len(state.records)}.{state.reading_number}",
        "phase": state.phase.value,
        "is_simulated": simulated,
        "texts": words.under("ui"),
        "notice": sentences.notice(state, words),
        "warnings": [words.text(f"warning.{what}") for what, is_so in wrong.items() if is_so],
        "mode": state.mode.value,
        "modes": [{"value": m.value, "label": words.text(f"mode.{m.value}")} for m in EntryMode if has_modes],
        "is_hinting": state.is_hinting,
        "is_night": state.is_night,
        "faces": [
            {
                "face": name_of(face),
                "letter": letter(face, words),
                "name": words.text(f"face.{name_of(face)}"),
                "colour": face.colour.value,
            }
            for face in Face
        ],
        "dice_wanted": dice_wanted(state),
        "seconds_left": state.seconds_left,
        "dice": [_die(state, index, words) for index in range(len(state.dice))],
        "throw": _throw(state, words),
        "dial": dial_view(state, words),
        "sound": {"is_muted": state.is_muted, "volume": state.volume, "volumes": list(VOLUMES)},
        "button": {**_button(state, words, simulated=simulated), **games.button(state, words)},
        "can": _can(state, words),
        "setup": setup_view(state.agreed, words, state.people) if state.phase is Phase.SETUP else None,
        "card": None if state.game is None else card(state.game.agreed, words),
        "beginning": beginning_view(state, words),
        "teaching": teaching_view(state, words, simulated=simulated),
        "wizard": wizard_view(state, words, simulated=simulated),
        "offers_wizard": state.offers_wizard and not state.records,
        **game_view(state, words),
    }


def dice_wanted(state: SessionState) -> int:
    """Return how many dice lie on the table when all is well."""
    return DICE_COUNT if state.game is None else state.game.dice


def _die(state: SessionState, index: int, words: Catalogue) -> dict[str, object]:
    die: SeenDie = state.dice[index]
    doubts = sorted(die.doubts)
    return {
        "index": index,
        "face": None if die.face is None else name_of(die.face),
        "confidence": round(die.confidence, 3),
        "is_held": die.is_held,
        "doubts": [doubt.value for doubt in doubts],
        "doubt_text": ", ".join(words.text(f"doubt.{doubt.value}") for doubt in doubts),
        "picture": None if die.picture is None else f"/dice/{state.reading_number}/{die.picture}.jpg",
        "place": None if die.place_xy is None else list(die.place_xy),
    }


def _throw(state: SessionState, words: Catalogue) -> dict[str, object]:
    game = state.game
    if game is None or game.to_move is None or game.stage is not Stage.TURN:
        label = words.text("throw.due") if state.phase is Phase.BEGINNING else ""
        return {"number": 0, "label": label, "status": "", "is_served": False}
    made, of = game.turn.throws_made, game.throws_a_turn
    is_open = state.phase in {Phase.ASKING, Phase.BURNING, Phase.READING, Phase.STILL, Phase.THROWING}
    number = min(made + is_open, of)
    status_id = f"throw.{state.phase.value}"
    return {
        "number": number,
        "label": words.text("throw.number" if number else "throw.due", number=number, of=of),
        "status": words.text(status_id) if status_id in words.message_ids else "",
        # Any first throw lies served, but only a combination of the lower rows is worth a stamp.
        "is_served": not is_open
        and isinstance(game, GameState | EscaleroState)
        and game.turn.may_enter
        and game.is_served
        and any(points(row, game.turn.faces, is_served=True) for row in Category if not row.is_upper),
    }


def _button(state: SessionState, words: Catalogue, *, simulated: bool) -> dict[str, object]:
    if state.teaching is not None:
        kind, throws = "throw" if simulated else "press", simulated and state.has_camera
        return _pressed(words, kind, throws=throws, is_shown=state.teaching.stage is LessonStage.SHOW)
    if state.wizard is not None and state.dial is None:
        throws = simulated and state.wizard.step in READ and state.has_camera
        is_thrown = throws or state.wizard.step is WizardStep.THROW
        label = None if is_thrown else "wizard.press"
        return _pressed(words, "throw" if throws else "press", throws=throws, label=label)
    if state.dial is not None:
        return _pressed(words, "turn", long_label=words.text("button.take"))
    is_due = state.phase in _THROWN_FROM or state.phase is Phase.DECIDING
    is_throwable = is_due and not _turns_a_dial(state) and state.has_camera
    by_itself = _THROWN_FROM - {Phase.CORRECTED} | {Phase.READING}  # the simulated opponent throws without a press
    is_left_alone = simulated and companion_throws(state) and state.phase in by_itself
    long_label = ""
    if state.suggestion is not None:
        row = row_name(state.suggestion.category, words)
        long_label = words.text("button.long", category=row, column=state.suggestion.column)
    elif (first := by_long_press(state)) is not None:
        long_label = words.text("button.long-first", option=option_text(first, words))
    return _pressed(
        words,
        _button_kind(state, simulated=simulated),
        long_label=long_label,
        # On the simulated board a press throws first, but only where a throw is due.
        throws=simulated and is_throwable and not is_left_alone,
        is_shown=state.phase not in _WITHOUT_BUTTON and not is_left_alone,
    )


def _pressed(
    words: Catalogue,
    kind: str,
    *,
    throws: bool = False,
    label: str | None = None,
    long_label: str = "",
    is_shown: bool = True,
) -> dict[str, object]:
    label = words.text(label or f"button.{kind}")
    return {"is_shown": is_shown, "kind": kind, "label": label, "long_label": long_label, "throws": throws}


def _button_kind(state: SessionState, *, simulated: bool) -> str:
    if state.phase is Phase.ASKING and state.pending is None:
        return "accept"
    if _turns_a_dial(state) and state.phase not in BUSY:
        return "decide" if sheet_of(state) is None else "used-up"
    if not state.has_camera:
        return "type"
    if state.phase is Phase.ASKING:
        return "again"
    # New dice that lie unmarked want a press, not another throw.
    return "throw" if simulated and state.phase is not Phase.STILL else "press"


def _turns_a_dial(state: SessionState) -> bool:
    """Tell whether no throw can be marked: a press shows what there is to choose."""
    resting = resting_phase(state)
    return resting is Phase.ENTERING or (resting is Phase.DECIDING and not begins_with_throw(state.game))


def _can(state: SessionState, words: Catalogue) -> dict[str, bool | str | None]:
    game = state.game
    is_corrigible = isinstance(game, SheetGame) and bool(game.entries) and not game.is_abandoned
    return {
        "enter": may_enter(state),
        "correct_die": may_put_right(state),
        "correct_held": may_put_right(state) and may_hold(state),
        "accept": state.phase in {Phase.ASKING, Phase.BURNING} and state.faces is not None,
        "repeat": state.phase in BUSY or has_throw(state) or may_repeat(state),
        "by_hand": resting_phase(state) in {Phase.BEGINNING, Phase.WAITING, Phase.READ}
        and state.phase is not Phase.ASKING,
        "take_back": None if (taken := back(state)) is None else option_text(taken, words),
        "correct_entry": is_corrigible and state.phase is not Phase.READING,
        "end": game is not None,
    }
