"""The one step: ``step(state, event) -> (state, effects)``; nothing else changes a session.

Each kind of event has one handler, in `TABLE` at the end. What lies over the game takes events over as long as it is
open: the dialog in which dice are taught (`LESSON`), a dial (`DIAL`), the dialog that sets a device up (`WIZARD`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session import (
    advising,
    deciding,
    dialling,
    events,
    log,
    rereading,
    setting_up,
    teaching,
    throwing,
    touches,
)
from firmware.session.choosing import remembered
from firmware.session.dial import Dial
from firmware.session.effects import Append, FetchGame, Tell
from firmware.session.events import SessionEvent
from firmware.session.lesson import Teaching
from firmware.session.log import Step, at_rest, resting_phase, told, unchanged, with_latest_dice
from firmware.session.state import SessionState
from firmware.session.touches import USES, Use
from firmware.session.vocabulary import DialKind, Notice, NoticeKey, Phase
from scoring import rules
from scoring.errors import GameNotBegunError, NothingEnteredError, ScoringError, TakeBackTooLateError
from scoring.events import GameAbandoned

_REFUSALS = {
    TakeBackTooLateError: NoticeKey.TAKE_BACK_TOO_LATE,
    NothingEnteredError: NoticeKey.NOTHING_TO_TAKE_BACK,
    GameNotBegunError: NoticeKey.NOT_NOW,
}
"""What the rules refuse with a sentence of its own."""

DARK_LUX, LIGHT_LUX = 60.0, 120.0
"""By less on the board the room is dark, by more it is light: a café in the evening has some 30, an office 400."""
_E = TypeVar("_E")
_D = TypeVar("_D")
Handler: TypeAlias = Callable[[SessionState, Any], Step]
Taker: TypeAlias = Callable[[SessionState, Any, Any], Step]


def step(state: SessionState, event: SessionEvent) -> Step:
    """Return the state after one event, and what is to be done about it.

    An event that the rules refuse changes nothing and is answered with a sentence.
    """
    try:
        after, effects = _handled(state, event)
    except ScoringError as refusal:
        after, effects = _refused(replace(state, dial=None), refusal)
    after = deciding.with_watch(state, advising.with_suggestion(dialling.without_stale(after)))
    after, overdue = deciding.overdue(after)
    after, more = advising.played_on(after)
    after, asked = teaching.with_card(dialling.without_stale(after))
    after, again = dialling.with_reread(after)
    return after, (*effects, *overdue, *more, *asked, *again)


def _refused(state: SessionState, refusal: ScoringError) -> Step:
    state = at_rest(state) if state.phase is Phase.READING else state  # no reading is on its way any more
    key = next((key for kind, key in _REFUSALS.items() if isinstance(refusal, kind)), None)
    return told(state, NoticeKey.ILLEGAL, reason=type(refusal).__name__) if key is None else told(state, key)


def _handled(state: SessionState, event: SessionEvent) -> Step:
    """Give an event to whoever takes it now; a touch for a dialog that is not open does nothing."""
    kind, use = type(event), USES.get(type(event))
    if state.teaching is not None and kind in LESSON:
        return LESSON[kind](state, state.teaching, event)
    if state.dial is not None and kind in DIAL:
        return DIAL[kind](state, state.dial, event)
    if state.wizard is not None and kind in WIZARD and (state.teaching is None or use is not Use.WIZARD):
        return WIZARD[kind](state, state.wizard, event)
    is_covered = state.teaching is not None or state.wizard is not None
    if is_covered and use is Use.PLAY and kind is not touches.ChooseLanguage:
        return state, ()  # no page shows the game now
    return TABLE[kind](state, event)


def resume(state: SessionState, records: Sequence[Record]) -> SessionState:
    """Return the session going on with a game from the log, at the same throw.

    The records come oldest first; where there are none it begins at SETUP. Its settings stay.

    Raises:
        ScoringError: If the log is no game.
    """
    if not records:
        return state
    game = rules.replay(record.event for record in records)
    state = replace(state, agreed=game.agreed)
    if game.is_abandoned:
        return state
    readings = [record.reading for record in records if record.reading is not None]
    resumed = replace(state, game=game, records=tuple(records), reading=readings[-1] if readings else None)
    resumed = replace(resumed, phase=resting_phase(resumed), notice=Notice(NoticeKey.RESUMED))
    if resumed.phase is Phase.GAME_OVER:
        return replace(resumed, notice=Notice(NoticeKey.GAME_OVER))
    limit = game.time_limit
    return with_latest_dice(replace(resumed, seconds_left=None if limit is None else limit.seconds))


def _fetched(state: SessionState, event: events.GameFetched) -> Step:
    """Go on with a game of before: its log is written anew, and says whose it is. One that runs is put away first."""
    if _goes_on(state, event.number):
        return state, ()  # touched twice
    records = tuple(record for record in event.records if not isinstance(record.event, GameAbandoned))
    if not records:
        return told(state, NoticeKey.GAME_GONE, Signal.PROBLEM)
    before, put_away = log.end_game(state)
    after = resume(before, (replace(records[0], continues=event.number), *records[1:]))
    after = replace(after, people=remembered(state.people, after.agreed))
    return after, (*put_away, Append(after.records), Tell(Signal.READY))


def _goes_on(state: SessionState, number: int) -> bool:
    return bool(state.records) and state.records[0].continues == number


def _on(kind: type[_E], handler: Callable[[SessionState, _E], Step]) -> tuple[type, Handler]:
    """Return an entry of `TABLE`: mypy holds that the handler takes such an event."""
    return kind, handler


def _simply(kind: type, handler: Callable[[SessionState], Step]) -> tuple[type, Handler]:
    return kind, lambda state, _: handler(state)


def _over(kind: type[_E], taker: Callable[[SessionState, _D, _E], Step]) -> tuple[type, Taker]:
    return kind, taker


def _said(kind: type, key: NoticeKey, *signal: Signal, **changes: Any) -> tuple[type, Handler]:
    """Return an entry for an event that changes what is known of the device, and is said."""
    return kind, lambda state, _: told(replace(state, **changes), key, *signal)


def _long_on_dial(state: SessionState, dial: Dial, event: events.PressedLong) -> Step:
    return told(state, NoticeKey.NOT_NOW) if event.is_outrun else _option_taken(state, dial)


def _option_touched(state: SessionState, dial: Dial, event: touches.TakeOption) -> Step:
    if dial.kind is not event.dial or not 0 <= event.index < len(dial.options):
        return state, ()
    return _option_taken(state, replace(dial, index=event.index))


def _pressed_in_lesson(state: SessionState, dialog: Teaching, event: events.Pressed) -> Step:
    """Look at dice for a lesson; whoever throws while a card lies over the game plays on: it waits for another time."""
    if dialog.card is not None and dialog.card.swap is not None:
        return teaching.swapped(state, dialog)
    if dialog.card is None:
        return teaching.pressed(state, dialog, event)
    return (state, ()) if dialog.sets is not None else _handled(teaching.closed(state, dialog)[0], event)


def _option_taken(state: SessionState, dial: Dial) -> Step:
    """Do what the option that shows says; a setting leaves its dial open, to be changed again."""
    option, closed = dial.shown, replace(state, dial=None)
    if option.does is None:
        return closed, (Tell(Signal.STEP),)
    is_next = isinstance(option.does, touches.OpenDial)
    after, effects = _handled(replace(state, dial=dial) if is_next else closed, option.does)
    if not option.stays:
        return after, effects
    return log.following(effects, dialling.opened(after, dial.kind, index=dial.index))


DIAL: Mapping[type, Taker] = dict(
    (
        _over(events.Pressed, dialling.turned),
        _over(events.PressedLong, _long_on_dial),
        _over(touches.TakeOption, _option_touched),
    )
)
"""Who handles what a dial takes."""

LESSON: Mapping[type, Taker] = dict(
    (
        _over(events.Pressed, _pressed_in_lesson),
        _over(events.PressedLong, teaching.agreed),
        _over(events.PressedForMenu, teaching.swapped),
        *((kind, unchanged) for kind in (events.Holding, events.BoardMoving, events.BoardStill)),
        _over(events.NamesAsked, teaching.names_shown),
        _over(events.ReadingTaken, teaching.reading_taken),
        _over(events.ReadingFailed, log.look_failed),
        _over(events.CameraLost, teaching.camera_lost),
        _over(events.CameraBack, log.dialog_sees_again),
        _over(events.DiceListed, teaching.listed),
        _over(events.LessonContinued, teaching.continued),
        _over(events.LessonFailed, teaching.failed),
        _over(touches.CloseDice, teaching.closed),
        _over(touches.DropDice, teaching.dropped),
        *((kind, teaching.touched) for kind in teaching.STAGES),
    )
)
"""Who handles what happens while own dice are taught."""

WIZARD: Mapping[type, Taker] = dict(
    (
        _over(events.Pressed, dialling.pressed_in_wizard),
        _over(events.PressedLong, dialling.pressed_in_wizard),
        _over(events.PressedForMenu, lambda state, _, __: dialling.opened(state, DialKind.WIZARD)),
        *((kind, unchanged) for kind in (events.BoardMoving, events.BoardStill)),
        _over(events.ReadingTaken, setting_up.reading_taken),
        _over(events.ReadingFailed, log.look_failed),
        _over(events.CameraLost, setting_up.camera_lost),
        _over(events.CameraBack, log.dialog_sees_again),
        _over(events.Surveyed, setting_up.surveyor_said),
        *((kind, setting_up.touched) for kind, use in USES.items() if use is Use.WIZARD),
        _over(touches.UseCamera, setting_up.camera_chosen),
    )
)
"""Who handles what happens while the device is set up."""


def _lit(state: SessionState, event: events.LightMeasured) -> Step:
    """Show the page dark where it is, until somebody says how he wants it; between the two bounds it stays."""
    is_dark = event.lux < (LIGHT_LUX if state.is_night else DARK_LUX)
    return (state if state.is_night_chosen else replace(state, is_night=is_dark)), ()


TABLE: Mapping[type, Handler] = dict(
    (
        *((kind, unchanged) for kind in (*DIAL, *LESSON, *WIZARD)),  # where nothing lies over the game
        _on(events.Pressed, dialling.pressed),
        _on(events.PressedLong, dialling.pressed_long),
        _simply(events.PressedForMenu, lambda state: dialling.opened(state, DialKind.MENU)),
        _simply(events.Holding, lambda state: (state, (Tell(Signal.HOLDING),))),
        # A dial that a stuck button opened on the way was opened by no finger.
        _said(events.ButtonStuck, NoticeKey.BUTTON_STUCK, Signal.PROBLEM, is_button_stuck=True, dial=None),
        _said(events.ButtonFreed, NoticeKey.BUTTON_FREED, Signal.READY, is_button_stuck=False),
        _simply(events.BoardMoving, throwing.board_moving),
        _on(events.BoardStill, throwing.board_still),
        _on(events.ReadingTaken, throwing.reading_taken),
        _on(events.ReadingFailed, throwing.reading_failed),
        _on(events.NamesAsked, teaching.names_asked),
        _on(events.ThrowsReadAgain, rereading.read_again),
        (events.CameraLost, log.camera_lost),
        _simply(events.CameraBack, log.camera_back),
        _on(events.LightMeasured, _lit),
        _on(
            events.StoreFailed, lambda state, event: told(replace(state, is_saved=False), event.reason, Signal.PROBLEM)
        ),
        _said(events.StoreRecovered, NoticeKey.STORE_RECOVERED, is_saved=True),
        _on(events.GameFetched, _fetched),
        _on(events.SecondPassed, deciding.second_passed),
        _on(events.Advised, advising.advised),
        _on(touches.NewGame, log.new_game),
        _on(touches.PlayOn, lambda state, on: (state, () if _goes_on(state, on.number) else (FetchGame(on.number),))),
        _on(
            touches.RefuseGame, lambda state, event: told(state, NoticeKey.ILLEGAL, Signal.PROBLEM, reason=event.reason)
        ),
        _on(touches.Decide, deciding.decide),
        _simply(touches.EndGame, log.end_game),
        _on(touches.CorrectDie, throwing.correct_die),
        _on(touches.CorrectHeld, throwing.correct_held),
        _simply(touches.AcceptReading, throwing.accept_reading),
        _simply(touches.RepeatThrow, throwing.repeat_throw),
        _simply(touches.ThrowByHand, throwing.throw_by_hand),
        _on(touches.TouchCell, deciding.touch_cell),
        _simply(touches.TakeBack, deciding.take_back),
        _on(touches.CorrectEntry, deciding.correct_entry),
        _on(touches.LeaveEntry, lambda state, event: (rereading.settled(state, event.turn_number), ())),
        _on(touches.ChooseMode, lambda state, event: (replace(state, mode=event.mode), ())),
        _on(touches.ShowHints, lambda state, event: (replace(state, is_hinting=event.is_on), ())),
        _on(touches.ChooseLanguage, lambda state, event: (replace(state, language=event.language), ())),
        _on(
            touches.ShowNight, lambda state, event: (replace(state, is_night=event.is_night, is_night_chosen=True), ())
        ),
        _on(touches.Mute, lambda state, event: (replace(state, is_muted=event.is_muted), ())),
        _on(
            touches.ChooseVolume,
            lambda state, event: (replace(state, volume=event.volume, is_muted=False), (Tell(Signal.STEP),)),
        ),
        _on(touches.OpenDial, lambda state, event: dialling.opened(state, event.kind)),
        _on(touches.AnswerDie, dialling.answered),
        _on(touches.ChooseGame, dialling.game_chosen),
        _simply(
            touches.SayStandings,
            lambda state: told(state, NoticeKey.NOT_NOW if state.game is None else NoticeKey.STANDINGS),
        ),
        _simply(touches.OpenDice, teaching.opened),
        _simply(touches.OpenWizard, setting_up.opened),
    )
)
"""Who handles what happens at the table: every event, those that only a dialog takes do nothing."""
