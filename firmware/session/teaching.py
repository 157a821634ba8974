"""Teaching own dice on the display: a dialog over the game, which stays as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session.effects import (
    BeginLesson,
    DeleteDice,
    DropLesson,
    Effect,
    EndShowing,
    LearnFace,
    LearnTried,
    ListDice,
    ReadBoard,
    SaveDice,
    StudyDice,
    Tell,
    TryDice,
    UndoLearning,
    UnlearnFace,
)
from firmware.session.events import (
    CallEnough,
    CheckAgain,
    CloseDice,
    CorrectTried,
    DiceListed,
    DiceTried,
    DropDice,
    ForgetDice,
    KeepDice,
    LessonTouch,
    LessonWent,
    NameFace,
    OpenDice,
    ShelfTouch,
    TakeBackFace,
    TakeLearningBack,
    TeachDice,
    TutorEvent,
    TutorFailed,
    UseFewer,
)
from firmware.session.lesson import DiceKind, Stage, Teaching, Waiting
from firmware.session.log import Step, at_rest, has_throw, notice, told
from firmware.session.state import NoticeKey, Phase, SessionState
from firmware.session.throwing import REFUSED
from vision.reading import DICE_EXPECTED, Reading, Verdict

if TYPE_CHECKING:
    from firmware.session.events import Pressed, ReadingTaken

LABELS_OF = {DiceKind.POKER: LABELS, DiceKind.PIPS: ("1", "2", "3", "4", "5", "6")}
"""How the faces of a kind of dice are kept."""

_LOOKING = frozenset({Stage.SHOW, Stage.CHECK})
_UNUSABLE = REFUSED.keys() - {Verdict.FOREIGN}
"""Verdicts of looks that show no dice; dice that look foreign are what is taught."""


def _with(state: SessionState, teaching: Teaching, *effects: Effect) -> Step:
    return replace(state, teaching=teaching), effects


def _asked_of_tutor(state: SessionState, teaching: Teaching, effect: Effect) -> Step:
    return _with(state, replace(teaching, waiting=Waiting.TUTOR, notice=None), effect)


def usable(reading: Reading) -> tuple[int, ...]:
    """Return which dice of a look show a face from above: those that lie flat on the board."""
    return tuple(index for index, die in enumerate(reading.dice) if not die.is_burning)


# -- touches ---------------------------------------------------------------------------------------------------


def shelf_touch(state: SessionState, event: ShelfTouch) -> Step:
    """Open and close the dialog, change what is kept, begin a lesson."""
    match event:
        case OpenDice():
            return _opened(state)
        case CloseDice():
            return _closed(state)
        case _ if state.teaching is None or state.teaching.stage is not Stage.SETS or state.teaching.waiting:
            return state, ()
        case TeachDice():
            return _begun(state, state.teaching, event.kind)
        case ForgetDice():
            return _asked_of_tutor(state, state.teaching, DeleteDice(event.name))
        case TakeLearningBack():
            return _asked_of_tutor(state, state.teaching, UndoLearning())
        case _:
            assert_never(event)


def _opened(state: SessionState) -> Step:
    if state.teaching is not None:
        return state, ()
    if state.phase in {Phase.READING, Phase.THROWING, Phase.STILL}:
        state = at_rest(state)  # what the eye still says of these is not heard
    return _asked_of_tutor(state, Teaching(), ListDice())


def _closed(state: SessionState) -> Step:
    if state.teaching is None:
        return state, ()
    has_lent, state = state.teaching.has_lent, replace(state, teaching=None)
    if has_lent and has_throw(state):
        state, _ = told(state, NoticeKey.DICE_BACK)
    return state, (DropLesson(),)


def _begun(state: SessionState, teaching: Teaching, kind: DiceKind) -> Step:
    labels, number = LABELS_OF[kind], state.lessons + 1
    state = replace(state, lessons=number)
    begun = replace(teaching, stage=Stage.SHOW, number=number, labels=labels)
    return _asked_of_tutor(state, begun, BeginLesson(number, labels))


def lesson_touch(state: SessionState, event: LessonTouch) -> Step:
    """Answer, put right, keep or drop; what does not fit the moment was aimed at what is gone, and does nothing."""
    teaching = state.teaching
    if teaching is None or teaching.stage is Stage.SETS:
        return state, ()
    if isinstance(event, DropDice):
        sets = Teaching(sets=teaching.sets, newest=teaching.newest, has_lent=teaching.has_lent)
        state, effects = _asked_of_tutor(state, sets, ListDice())
        return state, (DropLesson(), *effects)
    if teaching.waiting is not None:
        return state, ()
    match event:
        case UseFewer() | CallEnough():
            return _less(state, teaching, event)
        case NameFace() | TakeBackFace():
            return _face_named(state, teaching, event)
        case CorrectTried() | CheckAgain() | KeepDice():
            return _judged(state, teaching, event)
        case _:
            assert_never(event)


def may_use_fewer(teaching: Teaching) -> bool:
    """Return whether the newest look shows some dice, though not five."""
    return teaching.refused is not None and 0 < len(usable(teaching.refused)) < DICE_EXPECTED


def _less(state: SessionState, teaching: Teaching, event: UseFewer | CallEnough) -> Step:
    if isinstance(event, UseFewer):
        if teaching.refused is None or not may_use_fewer(teaching):
            return state, ()
        return _studied(state, teaching, teaching.refused)
    if teaching.stage is not Stage.SHOW or teaching.standing is None or not teaching.standing.may_end:
        return state, ()
    return _asked_of_tutor(state, teaching, EndShowing(teaching.number))


def _face_named(state: SessionState, teaching: Teaching, event: NameFace | TakeBackFace) -> Step:
    standing = teaching.standing
    if standing is None:
        return state, ()
    if isinstance(event, TakeBackFace):
        if not standing.may_take_back or teaching.stage is Stage.JUDGE:
            return state, ()
        return _asked_of_tutor(state, teaching, UnlearnFace(teaching.number))
    is_label = event.label is None or event.label < len(teaching.labels)
    if teaching.stage is not Stage.ASK or event.die != standing.question or not is_label:
        return state, ()
    return _asked_of_tutor(state, teaching, LearnFace(teaching.number, event.label))


def _judged(state: SessionState, teaching: Teaching, event: CorrectTried | CheckAgain | KeepDice) -> Step:
    if teaching.stage is not Stage.JUDGE:
        return state, ()
    labels = tuple(die.label for die in teaching.tried)
    match event:
        case CorrectTried():
            if event.label >= len(teaching.labels):
                return state, ()
            tried = tuple(
                replace(die, label=event.label, is_sure=True) if die.index == event.die else die
                for die in teaching.tried
            )
            return _with(state, replace(teaching, tried=tried, notice=None))
        case CheckAgain():
            return _asked_of_tutor(state, teaching, LearnTried(teaching.number, labels))
        case KeepDice():
            return _asked_of_tutor(state, teaching, SaveDice(teaching.number, labels, event.name))
        case _:
            assert_never(event)


# -- the button and the eye ------------------------------------------------------------------------------------


def pressed(state: SessionState, teaching: Teaching, event: Pressed) -> Step:
    """Look at the dice that were laid down."""
    if teaching.waiting is not None:
        return state, ()
    if teaching.stage is Stage.ASK:
        return _with(state, replace(teaching, notice=notice(NoticeKey.TEACH_ANSWER_FIRST)))
    if teaching.stage not in _LOOKING:
        return state, ()
    if not state.has_camera:
        return _refused(state, teaching, NoticeKey.TEACH_NO_CAMERA)
    looking = replace(teaching, waiting=Waiting.EYE, notice=None, refused=None, has_lent=True)
    return _with(state, looking, Tell(Signal.READING), ReadBoard(event.at_ns, None))


def reading_taken(state: SessionState, teaching: Teaching, event: ReadingTaken) -> Step:
    """Show the dice to the tutor, or say why they cannot be used."""
    if teaching.waiting is not Waiting.EYE:
        return state, ()
    reading = event.reading
    if reading.verdict in _UNUSABLE:
        return _refused(state, teaching, REFUSED[reading.verdict])
    if len(reading.dice) != DICE_EXPECTED:
        refused = replace(teaching, refused=reading)
        return _refused(state, refused, NoticeKey.WRONG_COUNT, count=len(reading.dice))
    if not usable(reading):
        return _refused(state, replace(teaching, refused=reading), NoticeKey.TEACH_NONE_FLAT)
    return _studied(state, teaching, reading)


def reading_failed(state: SessionState, teaching: Teaching, reason: NoticeKey) -> Step:
    """Say why the press could not be answered."""
    return (state, ()) if teaching.waiting is not Waiting.EYE else _refused(state, teaching, reason)


def camera_lost(state: SessionState, teaching: Teaching) -> Step:
    """Say that the camera is gone; what was learnt so far stays."""
    if teaching.stage not in _LOOKING:
        return state, ()
    is_left_waiting = teaching.waiting is Waiting.EYE
    said = replace(teaching, notice=notice(NoticeKey.TEACH_NO_CAMERA))
    return _with(state, replace(said, waiting=None) if is_left_waiting else said)


def camera_back(state: SessionState, teaching: Teaching) -> Step:
    """No longer say that the camera is gone."""
    is_said = teaching.notice is not None and teaching.notice.key is NoticeKey.TEACH_NO_CAMERA
    return _with(state, replace(teaching, notice=None)) if is_said else (state, ())


def _refused(state: SessionState, teaching: Teaching, key: NoticeKey, **values: str | int) -> Step:
    said = replace(teaching, waiting=None, notice=notice(key, **values))
    return _with(state, said, Tell(Signal.PROBLEM))


def _studied(state: SessionState, teaching: Teaching, reading: Reading) -> Step:
    looked = replace(teaching, look=reading, refused=None)
    what = StudyDice if teaching.stage is Stage.SHOW else TryDice
    return _asked_of_tutor(state, looked, what(teaching.number, reading.exposed_ns, usable(reading)))


# -- the tutor -------------------------------------------------------------------------------------------------


def tutor_answered(state: SessionState, event: TutorEvent) -> Step:
    """Go on with the dialog; an answer that nobody waits for any more does nothing."""
    teaching = state.teaching
    if teaching is None:
        return state, ()
    if isinstance(event, DiceListed):
        return _listed(state, teaching, event)
    if teaching.waiting is not Waiting.TUTOR:
        return state, ()
    match event:
        case TutorFailed():
            return _failed(state, teaching, event.reason)
        case LessonWent() | DiceTried() if event.lesson != teaching.number:
            return state, ()
        case LessonWent():
            return _went(state, teaching, event)
        case DiceTried():
            judged = replace(teaching, stage=Stage.JUDGE, waiting=None, tried=event.dice)
            return _with(state, judged, Tell(Signal.DONE))
        case _:
            assert_never(event)


def _failed(state: SessionState, teaching: Teaching, reason: NoticeKey) -> Step:
    if reason is NoticeKey.TEACH_FACE_MISSING:  # more dice help, more check throws do not
        teaching = replace(teaching, stage=Stage.SHOW, tried=())
    return _refused(state, teaching, reason)


def _listed(state: SessionState, teaching: Teaching, event: DiceListed) -> Step:
    is_kept = teaching.stage is Stage.JUDGE and teaching.waiting is Waiting.TUTOR
    if teaching.stage is not Stage.SETS and not is_kept:  # the list was left meanwhile
        return state, ()
    sets = Teaching(sets=event.sets, newest=event.newest, notice=event.notice, has_lent=teaching.has_lent)
    return _with(state, sets, *(() if event.notice is None else (Tell(Signal.DONE),)))


def _went(state: SessionState, teaching: Teaching, event: LessonWent) -> Step:
    standing = event.standing
    went = replace(teaching, waiting=None, standing=standing, tried=(), refused=None, notice=None)
    if standing.question is not None:
        return _with(state, replace(went, stage=Stage.ASK), Tell(Signal.ASKING))
    if standing.has_misnamed:
        went = replace(went, notice=notice(NoticeKey.TEACH_MISNAMED))
    return _with(state, replace(went, stage=Stage.CHECK if standing.is_ready else Stage.SHOW), Tell(Signal.READY))
