"""The one step: ``step(state, event) -> (state, effects)``; nothing else changes a session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from firmware.ports import Signal
from firmware.session import (
    advising,
    beginning,
    checking,
    deciding,
    dialling,
    doubting,
    entering,
    seeing,
    setting_up,
    teaching,
    throwing,
)
from firmware.session.dial import AnswerDie, ChooseGame, DialKind, OpenDial, SayStandings, TakeOption
from firmware.session.effects import Tell
from firmware.session.events import (
    AcceptReading,
    Advised,
    BoardMoving,
    BoardStill,
    ButtonEvent,
    ButtonFreed,
    ButtonStuck,
    CallEnough,
    CameraBack,
    CameraLost,
    CheckAgain,
    ChooseLanguage,
    ChooseMode,
    ChooseVolume,
    CloseDice,
    CorrectDie,
    CorrectEntry,
    CorrectHeld,
    CorrectTried,
    Decide,
    DialTouch,
    DiceKnown,
    DiceListed,
    DiceTried,
    DropDice,
    EndGame,
    EntryTouch,
    ForgetDice,
    GameTouch,
    Holding,
    KeepDice,
    LessonWent,
    Mute,
    NameFace,
    NewGame,
    OpenDice,
    Pressed,
    PressedForMenu,
    PressedLong,
    ReadingFailed,
    ReadingTaken,
    RefuseGame,
    RepeatThrow,
    SecondPassed,
    SessionEvent,
    ShowHints,
    StoreEvent,
    StoreFailed,
    StoreRecovered,
    TableTouch,
    TakeBack,
    TakeBackFace,
    TakeLearningBack,
    TeachDice,
    TeachTouch,
    ThrowByHand,
    ThrowTouch,
    TouchCell,
    TutorFailed,
    UseFewer,
)
from firmware.session.log import Step, at_rest, resting_phase, told
from firmware.session.state import Notice, NoticeKey, Phase, SessionState
from firmware.session.table import dice_from_throw
from firmware.session.wizard_events import (
    ButtonProbed,
    CloseWizard,
    GoBack,
    GoOn,
    OpenWizard,
    ProgressKept,
    SheetReckoned,
    SheetRefused,
    ShowSignals,
    Surveyed,
    SurveyorEvent,
    TellSignal,
    TryStepAgain,
    UseSheet,
    WizardTouch,
)
from scoring import rules
from scoring.errors import GameNotBegunError, NothingEnteredError, ScoringError, TakeBackTooLateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.log.record import Record
    from firmware.session.dial import Dial
    from firmware.session.wizard import Wizard


def step(state: SessionState, event: SessionEvent) -> Step:
    """Return the state after one event, and what is to be done about it.

    An event that the rules refuse changes nothing and is answered with a sentence.

    Args:
        state: Before.
        event: What happened.
    """
    try:
        after, effects = _dispatch(state, event)
    except ScoringError as refusal:
        after, effects = _refused(replace(state, dial=None), refusal)
    after = deciding.with_watch(state, advising.with_suggestion(dialling.without_stale(after)))
    after, overdue = doubting.overdue(after)
    after, more = advising.played_on(after)
    return dialling.without_stale(after), (*effects, *overdue, *more)


def _refused(state: SessionState, refusal: ScoringError) -> Step:
    if state.phase is Phase.READING:  # no reading is on its way any more
        state = at_rest(state)
    match refusal:
        case TakeBackTooLateError():
            return told(state, NoticeKey.TAKE_BACK_TOO_LATE)
        case NothingEnteredError():
            return told(state, NoticeKey.NOTHING_TO_TAKE_BACK)
        case GameNotBegunError():
            return told(state, NoticeKey.NOT_NOW)
        case _:
            return told(state, NoticeKey.ILLEGAL, reason=type(refusal).__name__)


def _dispatch(state: SessionState, event: SessionEvent) -> Step:
    match event:
        case Pressed() | Holding() | PressedLong() | PressedForMenu() | ButtonStuck() | ButtonFreed():
            return _button(state, event)
        case (
            BoardMoving() | BoardStill() | ReadingTaken() | ReadingFailed() | DiceKnown() | CameraLost() | CameraBack()
        ):
            return seeing.seen(state, event)
        case StoreFailed() | StoreRecovered():
            return _store(state, event)
        case SecondPassed():
            return deciding.second_passed(state, event)
        case Advised():
            return advising.advised(state, event)
        case OpenDial() | TakeOption() | AnswerDie() | ChooseGame() | SayStandings():
            return _dial_touch(state, event)
        case DiceListed() | LessonWent() | DiceTried() | TutorFailed():
            return teaching.tutor_answered(state, event)
        case _:
            return _touch(state, event)


def _touch(
    state: SessionState,
    event: ThrowTouch | EntryTouch | GameTouch | TableTouch | TeachTouch | WizardTouch | SurveyorEvent,
) -> Step:
    match event:
        case Surveyed() | ButtonProbed() | SheetReckoned() | SheetRefused() | ProgressKept():
            return setting_up.surveyed(state, event)
        case (
            OpenWizard()
            | CloseWizard()
            | GoOn()
            | GoBack()
            | TryStepAgain()
            | UseSheet()
            | ShowSignals()
            | TellSignal()
        ):
            return setting_up.touched(state, event)
        case CorrectDie() | CorrectHeld() | AcceptReading() | RepeatThrow() | ThrowByHand():
            return _throw_touch(state, event)
        case TouchCell() | TakeBack() | CorrectEntry():
            return _entry_touch(state, event)
        case NewGame() | RefuseGame() | Decide() | EndGame():
            return _game_touch(state, event)
        case ChooseMode() | ShowHints() | ChooseLanguage() | Mute() | ChooseVolume():
            return _table_touch(state, event)
        case _:
            return _teach_touch(state, event)


def _teach_touch(state: SessionState, event: TeachTouch) -> Step:
    match event:
        case OpenDice() if state.seconds_left is not None:  # the button belongs to whoever doubts
            return told(state, NoticeKey.NOT_NOW)
        case OpenDice() if setting_up.is_measuring(state):
            return state, ()
        case CloseDice() if state.teaching is not None:
            state, effects = teaching.shelf_touch(state, event)
            return setting_up.taught(state, effects)
        case OpenDice() | CloseDice() | TeachDice() | ForgetDice() | TakeLearningBack():
            return teaching.shelf_touch(state, event)
        case (
            DropDice()
            | UseFewer()
            | NameFace()
            | TakeBackFace()
            | CallEnough()
            | CorrectTried()
            | CheckAgain()
            | KeepDice()
        ):
            return teaching.lesson_touch(state, event)
        case _:
            assert_never(event)


def _button(state: SessionState, event: ButtonEvent) -> Step:
    match event:
        case ButtonStuck() | ButtonFreed():
            return _stuck(state, event)
        case _ if state.teaching is not None:
            return teaching.pressed(state, state.teaching, event) if isinstance(event, Pressed) else (state, ())
        case Holding():
            return state, (Tell(Signal.HOLDING),)
        case _ if state.wizard is not None:
            return _pressed_in_wizard(state, state.wizard, event)
        case _:
            return _pressed(state, event)


def _pressed(state: SessionState, event: Pressed | PressedLong | PressedForMenu) -> Step:
    match event:
        case Pressed(is_late=True) if doubting.was_believed(state):
            return doubting.pressed_late(state)
        case Pressed():
            return dialling.pressed(state, event)
        case PressedForMenu():
            return dialling.opened(state, DialKind.MENU)
        case PressedLong():
            return _pressed_long(state, event)
        case _:
            assert_never(event)


def _pressed_in_wizard(state: SessionState, wizard: Wizard, event: Pressed | PressedLong | PressedForMenu) -> Step:
    """Turn or take what the dial shows; without one do what the step wants a press for, or show the dial."""
    if isinstance(event, PressedForMenu):
        return dialling.opened(state, DialKind.WIZARD)
    if state.dial is not None:
        return _pressed(state, event)
    done = checking.pressed(state, wizard, event)
    return dialling.opened(state, DialKind.WIZARD) if done is None else done


def _pressed_long(state: SessionState, event: PressedLong) -> Step:
    if event.is_outrun:
        return told(state, NoticeKey.NOT_NOW)
    if state.dial is not None:
        return _option_taken(state, state.dial)
    return dialling.pressed_long(state)


def _stuck(state: SessionState, event: ButtonStuck | ButtonFreed) -> Step:
    if isinstance(event, ButtonFreed):
        return told(replace(state, is_button_stuck=False), NoticeKey.BUTTON_FREED, Signal.READY)
    # A dial that it opened on the way was opened by no finger.
    return told(replace(state, is_button_stuck=True, dial=None), NoticeKey.BUTTON_STUCK, Signal.PROBLEM)


def _dial_touch(state: SessionState, event: DialTouch) -> Step:
    match event:
        case OpenDial():
            return dialling.opened(state, event.kind)
        case TakeOption():
            dial = state.dial
            if dial is None or dial.kind is not event.kind or not 0 <= event.index < len(dial.options):
                return state, ()
            return _option_taken(state, replace(dial, index=event.index))
        case AnswerDie():
            return dialling.answered(state, event)
        case ChooseGame():
            return dialling.game_chosen(state, event)
        case SayStandings():
            return told(state, NoticeKey.NOT_NOW if state.game is None else NoticeKey.STANDINGS)
        case _:
            assert_never(event)


def _option_taken(state: SessionState, dial: Dial) -> Step:
    """Do what the option that shows says; a setting leaves its dial open, to be changed again."""
    option, closed = dial.shown, replace(state, dial=None)
    if option.does is None:
        return closed, (Tell(Signal.STEP),)
    after, effects = _dispatch(replace(state, dial=dial) if isinstance(option.does, OpenDial) else closed, option.does)
    if not option.stays:
        return after, effects
    after, more = dialling.opened(after, dial.kind, index=dial.index)
    return after, (*effects, *more)


def _store(state: SessionState, event: StoreEvent) -> Step:
    match event:
        case StoreFailed():
            return told(replace(state, is_saved=False), event.reason, Signal.PROBLEM)
        case StoreRecovered():
            return told(replace(state, is_saved=True), NoticeKey.STORE_RECOVERED)
        case _:
            assert_never(event)


def _throw_touch(state: SessionState, event: ThrowTouch) -> Step:
    match event:
        case CorrectDie():
            return throwing.correct_die(state, event)
        case CorrectHeld():
            return throwing.correct_held(state, event)
        case AcceptReading():
            return throwing.accept_reading(state)
        case RepeatThrow():
            return throwing.repeat_throw(state)
        case ThrowByHand():
            return throwing.throw_by_hand(state)
        case _:
            assert_never(event)


def _entry_touch(state: SessionState, event: EntryTouch) -> Step:
    match event:
        case TouchCell():
            return entering.touch_cell(state, event)
        case TakeBack():
            return entering.take_back(state)
        case CorrectEntry():
            return entering.correct_entry(state, event)
        case _:
            assert_never(event)


def _game_touch(state: SessionState, event: GameTouch) -> Step:
    match event:
        case NewGame():
            return beginning.new_game(state, event)
        case RefuseGame():
            return told(state, NoticeKey.ILLEGAL, Signal.PROBLEM, reason=event.reason)
        case Decide():
            return deciding.decide(state, event)
        case EndGame():
            return beginning.end_game(state)
        case _:
            assert_never(event)


def _table_touch(state: SessionState, event: TableTouch) -> Step:
    match event:
        case ChooseMode():
            return replace(state, mode=event.mode), ()
        case ShowHints():
            return replace(state, is_hinting=event.is_on), ()
        case ChooseLanguage():
            return replace(state, language=event.language), ()
        case Mute():
            return replace(state, is_muted=event.is_muted), ()
        case ChooseVolume():
            return replace(state, volume=event.volume, is_muted=False), (Tell(Signal.STEP),)
        case _:
            assert_never(event)


def resume(state: SessionState, records: Sequence[Record]) -> SessionState:
    """Return the session going on with a game from the log, at the same throw.

    Args:
        state: A fresh session: its settings stay.
        records: The log of the game, oldest first; empty begins at SETUP.

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
    throws, limit = game.turn.throws, game.time_limit
    resumed = replace(resumed, seconds_left=None if limit is None else limit.seconds)
    return replace(resumed, dice=dice_from_throw(throws[-1]) if throws else ())
