"""What is said aloud of a step of the session: the throw, the entry, warnings, questions, dials."""

from typing import Any

from firmware.display import dials, games, sentences
from firmware.display.games import ten_by_ten
from firmware.display.messages import Catalogue, catalogue
from firmware.display.names import counted, row_name
from firmware.display.touches import name_of
from firmware.faces import FACES
from firmware.ports import Saying, Signal, Utterance
from firmware.session.dial import Dial
from firmware.session.effects import Effect, Tell
from firmware.session.events import BoardMoving, BoardStill, Holding, Pressed, PressedLong, SessionEvent
from firmware.session.lesson import SWAPS
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from firmware.session.touches import TakeOption
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Faces
from scoring.events import BeginnerThrown, Entered, ThrowCorrected, ThrowMade
from scoring.games.escalero import EscaleroState, RowEntered
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted
from scoring.games.rock_and_roll import BankThrew, BetPlaced, BetsTakenBack
from scoring.games.ten_by_ten import GameState, preview
from scoring.sheets.sheet import Cell

_UNSAID = frozenset({Signal.READING, Signal.STEP, Signal.HOLDING, Signal.TICK, Signal.HURRY})
"""Signals that are heard well enough without words."""


_LOGGED = (ThrowMade, ThrowCorrected, BeginnerThrown, Entered, RowEntered, BankThrew, BetPlaced, BetsTakenBack)
"""What of the log is said."""

_TO_THE_END = (Announced, Believed, Doubted, CupLifted)
"""What is said to its end, though seconds tick and others press meanwhile."""


def utterance(
    before: SessionState, after: SessionState, event: SessionEvent, effects: tuple[Effect, ...]
) -> Utterance | None:
    """Return what to say of a step, None where there is nothing to say.

    Raises:
        DisplayError: If the catalogue of the language lacks a sentence.
    """
    words = catalogue(after.language).aloud()
    if after.dial is not None and after.dial is not before.dial:
        return _utterance(after, Saying.DIAL, _dial(before, after, words))
    if (asked := _of_the_card(before, after, words)) is not None:
        return asked
    is_lent = after.teaching is not None or after.wizard is not None
    if is_lent or isinstance(event, BoardMoving | BoardStill | Holding):
        return None
    new = after.records[len(before.records) :] if after.records[: len(before.records)] == before.records else ()
    if logged := tuple(record.event for record in new if isinstance(record.event, _LOGGED)):
        return _of_the_log(after, logged, words)
    if before.dial is not None and after.dial is None and after.notice == before.notice and _only_closed(before, event):
        return _after_dial(before.dial, after, words)
    # The same sentence once more is said where somebody asked for it, by a press or on a dial.
    is_pressed = isinstance(event, Pressed | PressedLong)
    is_in_vain = is_pressed and after == before and after.phase is not Phase.READING  # not beside one being answered
    is_told = is_in_vain or (before.dial is not None and after.dial is None)
    is_told |= any(isinstance(effect, Tell) and effect.signal not in _UNSAID for effect in effects)
    if after.notice == before.notice and not is_told:
        return None
    return _utterance(after, _kind(after), _notice(after, words))


def _of_the_card(before: SessionState, after: SessionState, words: Catalogue) -> Utterance | None:
    """Return what is asked of the names of dice, or which two of them the button exchanged."""
    card = None if after.teaching is None else after.teaching.card
    had = None if before.teaching is None else before.teaching.card
    if card is None or card == had or (had is None and before.teaching is not None):
        return None
    if card.swap is None:
        return _utterance(after, Saying.QUESTION, words.text("aloud.names"))
    one, other = (words.text(f"face.{name_of(FACES[label])}") for label in SWAPS[card.swap])
    return _utterance(after, Saying.DIAL, words.text("aloud.swapped", one=one, other=other))


def _only_closed(before: SessionState, event: SessionEvent) -> bool:
    """Return whether a dial was left without doing what has a sentence of its own."""
    if before.dial is None or before.dial.kind is DialKind.DIE:
        return True
    at = event.index if isinstance(event, TakeOption) else before.dial.index
    return before.dial.options[at].does is None


def greeting(state: SessionState) -> Utterance:
    """Return what to say when the companion starts.

    Raises:
        DisplayError: If the catalogue of the language lacks a sentence.
    """
    words = catalogue(state.language).aloud()
    return Utterance(text=_notice(state, words), language=state.language, kind=Saying.WARNING)


def _utterance(state: SessionState, kind: Saying, text: str) -> Utterance | None:
    return Utterance(text=text, language=state.language, kind=kind) if text else None


def _notice(state: SessionState, words: Catalogue) -> str:
    return str(sentences.notice(state, words)["text"])


def _kind(state: SessionState) -> Saying:
    if state.notice.key in sentences.TROUBLE:
        return Saying.TROUBLE
    if state.phase is Phase.ASKING:
        return Saying.QUESTION
    if state.notice.key is NoticeKey.PLAYED and isinstance(state.records[-1].event, _TO_THE_END):
        return Saying.ENTRY
    return Saying.WARNING if state.notice.key in sentences.LOUD else Saying.HINT


# -- dials -------------------------------------------------------------------------------------------------------


def _dial(before: SessionState, after: SessionState, words: Catalogue) -> str:
    """Return what a dial says: when it opens what it asks and how it is used, when it is turned what shows."""
    dial, old = after.dial, before.dial
    assert dial is not None
    shown = dials.option_text(dial.shown, words)
    shown += "" if shown.endswith("?") else "."
    if old is not None and (old.kind, old.die) == (dial.kind, dial.die):
        has_set = old.shown.stays and old.index == dial.index
        return words.text("dial.done") if has_set else shown
    said = [dials.title(after, dial, words), shown]
    if dial.kind in dials.NEEDS_HINT and (old is None or old.kind is not dial.kind):
        said.append(words.text("dial.hint"))
    if old is None and after.notice.key is NoticeKey.THROWS_USED_UP:
        said = [shown]
    return " ".join(filter(None, said))


def _after_dial(dial: Dial, state: SessionState, words: Catalogue) -> Utterance | None:
    """Return what to say when a dial is gone: the throw as it is now where it was put right, else what to do."""
    throws = () if state.game is None else state.game.turn.throws
    if dial.kind is DialKind.DIE and throws and state.phase is not Phase.ASKING:
        said = [_throw(state, throws[-1].faces, words), *_outlook(state, words)]
        return _utterance(state, Saying.THROW, " ".join(said))
    return _utterance(state, Saying.HINT, sentences.hint(state, words))


# -- the log -----------------------------------------------------------------------------------------------------


def _of_the_log(state: SessionState, events: tuple[Any, ...], words: Catalogue) -> Utterance | None:
    said: list[str] = []
    kind = Saying.THROW
    for event in events:
        if not isinstance(event, ThrowMade | ThrowCorrected):
            more, kind = _of_event(state, event, words)
            said += more
        elif event is events[-1] or isinstance(events[-1], Entered):
            said.append(_throw(state, event.faces, words))
    if kind is Saying.THROW and not isinstance(events[-1], BeginnerThrown | ThrowCorrected):  # what follows was said
        said += _outlook(state, words)
    return _utterance(state, kind, " ".join(said))


def _of_event(state: SessionState, event: Any, words: Catalogue) -> tuple[list[str], Saying]:
    match event:
        case BeginnerThrown():
            player = "" if state.game is None else state.game.players[event.player]
            thrown = words.text("remark.beginner-throw", player=player, points=sum(event.faces))
            return [thrown, _notice(state, words)], Saying.THROW
        case Entered():
            # Of the last one, too, of which the notice tells only who won.
            game = sheet_of(state) if state.phase is Phase.GAME_OVER else None
            last = [] if game is None else [ten_by_ten.entry_text(game, game.entries[-1], words)]
            return [*last, _notice(state, words)], Saying.ENTRY
        case RowEntered():
            entry = [games.told(state, words)] if state.phase is Phase.GAME_OVER else []
            return [*entry, _notice(state, words)], Saying.ENTRY
        case BetPlaced() | BetsTakenBack():  # many follow each other: what to do next is said after the throw
            return [games.told(state, words)], Saying.HINT
        case _:
            return [_notice(state, words)], Saying.THROW


def _throw(state: SessionState, faces: Faces, words: Catalogue) -> str:
    """Return a throw in words: "Drei Könige, zwei Asse: Full House, serviert."."""
    dice, hand = dice_in_words(faces, words), games.hand(state, faces, words)
    if not hand:
        return f"{dice}."
    game = state.game if isinstance(state.game, GameState | EscaleroState) else None
    is_served = game is not None and bool(game.turn.throws) and game.is_served
    message = "aloud.served" if is_served else "aloud.hand"
    return words.text(message, dice=dice, hand=hand)


def dice_in_words(faces: Faces, words: Catalogue) -> str:
    """Return faces counted, the most frequent and then the highest first: "Drei Könige, zwei Asse"."""
    said = counted(faces, words)
    return said[:1].upper() + said[1:]


def _outlook(state: SessionState, words: Catalogue) -> list[str]:
    """Return what can be done with a throw: the suggestion, and after the third how it is entered."""
    said = []
    game = sheet_of(state)
    if state.notice.key is NoticeKey.COMPANION_HOLDS:
        return [_notice(state, words)]
    if state.suggestion is not None and game is not None:
        said.append(suggestion(state.suggestion, preview(game)[state.suggestion.category], words))
    if state.phase is Phase.ENTERING:
        # A press then leads on from the suggestion, or where there is none to the first row.
        is_led = state.suggestion is not None or games.hint(state, words) is not None
        said.append(sentences.hint(state, words) if is_led else words.text("aloud.choose"))
    return said


def suggestion(cell: Cell, points: int, words: Catalogue) -> str:
    """Return a suggestion: "Vorschlag: Damen, Spalte 3.", and that it is a strike where it brings nothing."""
    message = "aloud.suggestion" if points else "aloud.suggestion-strike"
    return words.text(message, category=row_name(cell.category, words), column=cell.column)
