"""The button on dials: what a press means where it marks no throw, and how one dial leads to the next."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.ports import Signal
from firmware.session import deciding, offers, rereading, setting_up
from firmware.session.choosing import opening
from firmware.session.dial import Dial, Option, OptionKey
from firmware.session.effects import Tell
from firmware.session.events import Pressed, PressedLong
from firmware.session.log import Step, following, resting_phase, sheet_of, told
from firmware.session.state import SessionState
from firmware.session.throwing import accept_reading, answer_die, press
from firmware.session.touches import AnswerDie, ChooseGame, Decide
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from firmware.session.wizard import Wizard


def turned(state: SessionState, dial: Dial, event: Pressed) -> Step:
    """Turn the dial."""
    late = deciding.pressed_late(state, event)
    return late or (replace(state, dial=dial.turned()), (Tell(Signal.STEP),))


def pressed_in_wizard(state: SessionState, wizard: Wizard, event: Pressed | PressedLong) -> Step:
    """Do what the step of setting up wants a press for, or show how it may go on."""
    done = setting_up.pressed(state, wizard, event)
    return opened(state, DialKind.WIZARD) if done is None else done


def pressed(state: SessionState, event: Pressed) -> Step:
    """Mark a throw, or show a dial where none can be marked."""
    if (late := deciding.pressed_late(state, event)) is not None:
        return late
    if state.phase is Phase.ASKING and state.pending is not None and not state.has_camera:
        return opened(state, DialKind.DIE)  # nobody can look again, and a guess is no throw
    if (decided := deciding.by_press(state)) is not None:
        return deciding.decide(state, Decide(decided))
    state, effects = press(state, event)
    if state.phase is Phase.SETUP:
        opening = opened(state, DialKind.NEW_GAME)
    elif state.phase is Phase.DECIDING or (resting_phase(state) is Phase.ENTERING and sheet_of(state) is None):
        opening = opened(state, DialKind.DECIDE, index=int(offers.by_long_press(state) is not None))
    elif resting_phase(state) is Phase.ENTERING and deciding.may_enter(state):
        # The suggestion was said already: the first press goes past it.
        opening = opened(state, DialKind.ROW, index=int(state.mode is not EntryMode.ASK))
    else:
        return state, effects
    return following(effects, opening)


def pressed_long(state: SessionState, event: PressedLong) -> Step:
    """Take what is offered without a dial: the suggestion, the dice as they lie; or show the dial that asks."""
    if event.is_outrun:
        return told(state, NoticeKey.NOT_NOW)
    match state.phase:
        case Phase.SETUP | Phase.GAME_OVER:
            return opened(state, DialKind.NEW_GAME)
        case Phase.ASKING:
            return opened(state, DialKind.DIE)
        case Phase.BURNING:
            return accept_reading(state)
        case _ if (decided := deciding.by_press(state)) is not None:
            return deciding.decide(state, Decide(decided))
        case _ if sheet_of(state) is None:
            first, opening = offers.by_long_press(state), opened(state, DialKind.DECIDE)
            return opening if first is None else opened(opening[0], DialKind.CLAIM)
        case _ if state.suggestion is None and deciding.may_enter(state):
            return opened(state, DialKind.ROW)
        case _:
            return deciding.enter_suggestion(state)


def opened(state: SessionState, kind: DialKind, *, index: int = 0) -> Step:
    """Show a dial, or say that there is nothing to choose now."""
    if state.teaching is not None or (state.wizard is not None) is not (kind is DialKind.WIZARD):
        return state, ()
    return _shown(state, kind, _OFFERS[kind](state), index=index)


def _shown(state: SessionState, kind: DialKind, options: tuple[Option, ...], *, index: int = 0) -> Step:
    if not options:
        return told(replace(state, dial=None), NoticeKey.NOT_NOW, Signal.PROBLEM)
    dial = Dial(
        kind=kind,
        options=options,
        index=index % max(1, len(options) - (options[-1].key is OptionKey.NO)),  # none begins with its way out
        moment=_moment(state),
        cell=None if state.dial is None else state.dial.cell_in_view,
        turn_number=None if state.dial is None else state.dial.turn_in_view,
    )
    return replace(state, dial=dial), (Tell(Signal.STEP),)


_OFFERS: Mapping[DialKind, Callable[[SessionState], tuple[Option, ...]]] = {
    DialKind.MENU: offers.menu,
    DialKind.NEW_GAME: offers.new_game,
    DialKind.GAMES: offers.games,
    DialKind.RESTART: lambda _: offers.RESTART,
    DialKind.END: lambda _: offers.END,
    DialKind.WIZARD: offers.wizard,
    DialKind.ROW: offers.rows,
    DialKind.COLUMN: offers.columns,
    DialKind.DIE: offers.faces,
    DialKind.DECIDE: offers.to_decide,
    DialKind.CLAIM: offers.led_to,
    DialKind.BET: offers.led_to,
    DialKind.ENTRY: offers.earlier_entries,
    DialKind.ENTRY_ROW: offers.earlier_rows,
    DialKind.ENTRY_COLUMN: offers.earlier_columns,
    DialKind.REREAD: rereading.options,
}
"""What each dial offers."""


def with_reread(state: SessionState) -> Step:
    """Ask about an earlier entry that was looked at again, once the table rests."""
    if state.dial is not None or state.wizard is not None or state.teaching is not None:
        return state, ()
    return (state, ()) if rereading.asked(state) is None else opened(state, DialKind.REREAD)


def game_chosen(state: SessionState, event: ChooseGame) -> Step:
    """Ask who begins another game; the one that runs goes on until somebody does."""
    agreed = opening(event.choice, state.agreed, form=event.form)
    return opened(replace(state, agreed=agreed), DialKind.NEW_GAME)


def answered(state: SessionState, event: AnswerDie) -> Step:
    """Put one die right, then ask about the next one: of a question with doubts the doubtful ones, else all."""
    if not offers.may_put_right(state) or event.index >= len(state.dice):
        return told(state, NoticeKey.NOT_NOW)
    is_asked = state.phase is Phase.ASKING
    is_question = is_asked and state.pending is not None
    is_doubted = is_question and any(die.doubts for die in state.dice)
    state, effects = answer_die(state, event)
    later = [index for index in range(event.index + 1, len(state.dice)) if not is_doubted or state.dice[index].doubts]
    if is_question and state.phase is not Phase.ASKING:  # the last doubt is gone: the throw was taken
        return state, effects
    if later:
        return following(effects, _shown(state, DialKind.DIE, offers.faces(state, later[0])))
    return following(effects, accept_reading(state) if is_asked else (state, (Tell(Signal.DONE),)))


def without_stale(state: SessionState) -> SessionState:
    """Return the state without a dial that the game has left behind: something was logged, or new dice lie."""
    dial = state.dial
    if dial is None:
        return state
    has_moved_on = _moment(state) != dial.moment or state.phase is Phase.STILL or state.teaching is not None
    has_other_dice = dial.die is not None and (dial.die >= len(state.dice) or not offers.may_put_right(state))
    return replace(state, dial=None) if has_moved_on or has_other_dice else state


def _moment(state: SessionState) -> tuple[int, int]:
    return len(state.records), state.reading_number
