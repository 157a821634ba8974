"""Teaching own dice on the display: a dialog over the game, which stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session import effects, events, log, touches
from firmware.session.effects import ListDice, Tell
from firmware.session.lesson import DiceKind, LessonProgress, LessonStage, Teaching, TriedDie
from firmware.session.log import Step, notice, refused, told, with_dialog
from firmware.session.state import SessionState
from firmware.session.throwing import unusable
from firmware.session.vocabulary import NoticeKey, Waiting
from firmware.session.wizard import READ
from vision.reading import DICE_EXPECTED, Reading

LABELS_OF = {DiceKind.POKER: LABELS, DiceKind.PIPS: ("1", "2", "3", "4", "5", "6")}
"""How the faces of a kind of dice are kept."""

_SETS, _JUDGE = frozenset({LessonStage.SETS}), frozenset({LessonStage.JUDGE})
_LOOKING = frozenset({LessonStage.SHOW, LessonStage.CHECK})

STAGES: Mapping[type, frozenset[LessonStage]] = {
    **dict.fromkeys((touches.TeachDice, touches.ForgetDice, touches.TakeLearningBack), _SETS),
    touches.CallEnough: frozenset({LessonStage.SHOW}),
    touches.UseFewer: _LOOKING,
    touches.NameFace: frozenset({LessonStage.ASK}),
    touches.TakeBackFace: _LOOKING | {LessonStage.ASK},
    **dict.fromkeys((touches.CorrectTried, touches.CheckAgain, touches.KeepDice), _JUDGE),
}
"""Where in the dialog each touch means something."""


def _asked(state: SessionState, teaching: Teaching, effect: effects.LessonEffect) -> Step:
    return with_dialog(state, replace(teaching, waiting=Waiting.LESSON, notice=None), effect)


def usable(reading: Reading) -> tuple[int, ...]:
    """Return which dice of a look show a face from above: those that lie flat on the board."""
    return tuple(index for index, die in enumerate(reading.dice) if not die.is_burning)


def opened(state: SessionState) -> Step:
    """Show which sets are kept."""
    if state.seconds_left is not None:  # the button belongs to whoever doubts
        return told(state, NoticeKey.NOT_NOW)
    is_measuring = state.wizard is not None and state.wizard.step not in READ
    if is_measuring or state.teaching is not None:
        return state, ()
    state = log.unheard(state)
    return _asked(state, Teaching(), ListDice())


def closed(state: SessionState, teaching: Teaching, _: touches.CloseDice) -> Step:
    """Go back to the game, or to setting up: there the dice are to be read once more."""
    state = replace(state, teaching=None)
    state = log.with_dice_back(state, has_lent=teaching.has_lent)
    if state.wizard is not None:
        state = replace(state, wizard=replace(state.wizard, reading=None, notice=None, has_lent=True))
    return state, (effects.DropLesson(),)


def touched(state: SessionState, teaching: Teaching, event: touches.Touch) -> Step:
    """Do what a touch wants, at its `STAGES` and once nobody is waited for; else it was aimed at what is gone."""
    if teaching.stage not in STAGES[type(event)] or teaching.waiting is not None:
        return state, ()
    match event:
        case touches.TeachDice(kind):
            labels, number = LABELS_OF[kind], state.lessons + 1
            started = replace(teaching, stage=LessonStage.SHOW, number=number, labels=labels)
            return _asked(replace(state, lessons=number), started, effects.BeginLesson(number, labels))
        case touches.UseFewer() if teaching.refused is not None and may_use_fewer(teaching):
            return _studied(state, teaching, teaching.refused)
        case touches.CorrectTried(index, label) if label < len(teaching.labels):
            said = TriedDie(index=index, label=label, is_sure=True)
            tried = tuple(said if die.index == index else die for die in teaching.tried)
            return with_dialog(state, replace(teaching, tried=tried, notice=None))
    wanted = _wanted(teaching, event)
    return (state, ()) if wanted is None else _asked(state, teaching, wanted)


def _wanted(teaching: Teaching, event: touches.Touch) -> effects.LessonEffect | None:
    """Return what a touch wants of the lesson, None where that cannot be now."""
    standing, number = teaching.standing or LessonProgress(counts=()), teaching.number
    labels = tuple(die.label for die in teaching.tried)
    match event:
        case touches.ForgetDice(name):
            return effects.DeleteDice(name)
        case touches.TakeLearningBack():
            return effects.UndoLearning()
        case touches.CallEnough() if standing.may_end:
            return effects.EndShowing(number)
        case touches.NameFace(die, label) if die == standing.question and (label or 0) < len(teaching.labels):
            return effects.LearnFace(number, label)
        case touches.TakeBackFace() if standing.may_take_back:
            return effects.UnlearnFace(number)
        case touches.CheckAgain():
            return effects.LearnTried(number, labels)
        case touches.KeepDice(name):
            return effects.SaveDice(number, labels, name)
        case _:
            return None


def dropped(state: SessionState, teaching: Teaching, _: touches.DropDice) -> Step:
    """Drop the lesson, whoever is waited for, and show the sets again."""
    if teaching.stage is LessonStage.SETS:
        return state, ()
    sets = Teaching(sets=teaching.sets, newest=teaching.newest, has_lent=teaching.has_lent)
    return log.following((effects.DropLesson(),), _asked(state, sets, ListDice()))


def may_use_fewer(teaching: Teaching) -> bool:
    """Return whether the newest look shows some dice, though not five."""
    return teaching.refused is not None and 0 < len(usable(teaching.refused)) < DICE_EXPECTED


def pressed(state: SessionState, teaching: Teaching, event: events.Pressed) -> Step:
    """Look at the dice that were laid down."""
    if teaching.waiting is not None:
        return state, ()
    if teaching.stage is LessonStage.ASK:
        return with_dialog(state, replace(teaching, notice=notice(NoticeKey.TEACH_ANSWER_FIRST)))
    if teaching.stage not in _LOOKING:
        return state, ()
    return log.looked_for(state, teaching, event, refused=None)


def reading_taken(state: SessionState, teaching: Teaching, event: events.ReadingTaken) -> Step:
    """Show the dice to the lesson, or say why they cannot be used."""
    if teaching.waiting is not Waiting.EYE:
        return state, ()
    reading = event.reading
    if (said := unusable(reading)) is not None and said.key is not NoticeKey.WRONG_COUNT:
        return refused(state, teaching, said)
    if said is None and usable(reading):
        return _studied(state, teaching, reading)
    return refused(state, replace(teaching, refused=reading), said or notice(NoticeKey.TEACH_NONE_FLAT))


def camera_lost(state: SessionState, teaching: Teaching, _: events.CameraLost) -> Step:
    """Say that the camera is gone; what was learnt so far stays."""
    state, done = log.camera_lost(state)
    if teaching.stage not in _LOOKING:
        return state, done
    waiting = None if teaching.waiting is Waiting.EYE else teaching.waiting
    return with_dialog(state, replace(teaching, waiting=waiting, notice=notice(teaching.no_camera)), *done)


def _studied(state: SessionState, teaching: Teaching, reading: Reading) -> Step:
    looked = replace(teaching, look=reading, refused=None)
    what = effects.StudyDice if teaching.stage is LessonStage.SHOW else effects.TryDice
    return _asked(state, looked, what(teaching.number, reading.exposed_ns, usable(reading)))


def listed(state: SessionState, teaching: Teaching, event: events.DiceListed) -> Step:
    """Show the sets that are kept; where the list was left meanwhile, nothing is done."""
    is_kept = teaching.stage is LessonStage.JUDGE and teaching.waiting is Waiting.LESSON
    if teaching.stage is not LessonStage.SETS and not is_kept:
        return state, ()
    sets = Teaching(sets=event.sets, newest=event.newest, notice=event.notice, has_lent=teaching.has_lent)
    return with_dialog(state, sets, *(() if event.notice is None else (Tell(Signal.DONE),)))


def continued(state: SessionState, teaching: Teaching, event: events.LessonContinued) -> Step:
    """Ask about a die, or for more dice, or for the check throw."""
    if not _is_awaited(teaching, event):
        return state, ()
    standing = event.standing
    went_on = replace(teaching, waiting=None, standing=standing, tried=(), refused=None, notice=None)
    if standing.question is not None:
        return with_dialog(state, replace(went_on, stage=LessonStage.ASK), Tell(Signal.ASKING))
    if standing.has_misnamed:
        went_on = replace(went_on, notice=notice(NoticeKey.TEACH_MISNAMED))
    stage = LessonStage.CHECK if standing.is_ready else LessonStage.SHOW
    return with_dialog(state, replace(went_on, stage=stage), Tell(Signal.READY))


def tried(state: SessionState, teaching: Teaching, event: events.DiceTried) -> Step:
    """Show what was read in the check throw."""
    if not _is_awaited(teaching, event):
        return state, ()
    judged = replace(teaching, stage=LessonStage.JUDGE, waiting=None, tried=event.dice)
    return with_dialog(state, judged, Tell(Signal.DONE))


def failed(state: SessionState, teaching: Teaching, event: events.LessonFailed) -> Step:
    """Say what could not be done."""
    if teaching.waiting is not Waiting.LESSON:
        return state, ()
    if event.reason is NoticeKey.TEACH_FACE_MISSING:  # more dice help, more check throws do not
        teaching = replace(teaching, stage=LessonStage.SHOW, tried=())
    return refused(state, teaching, notice(event.reason))


def _is_awaited(teaching: Teaching, event: events.LessonContinued | events.DiceTried) -> bool:
    return teaching.waiting is Waiting.LESSON and event.lesson == teaching.number
