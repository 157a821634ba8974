"""Teaching own dice on the display: a dialog over the game, which stays as it is."""

from collections.abc import Mapping
from dataclasses import replace

from firmware.ports import Signal
from firmware.session import effects, events, log, touches
from firmware.session.effects import ListDice, Tell
from firmware.session.lesson import LessonStage, Teaching
from firmware.session.log import Step, notice, refused, told, with_dialog
from firmware.session.state import SessionState
from firmware.session.throwing import unusable
from firmware.session.vocabulary import NoticeKey, Phase, Waiting
from firmware.session.wizard import READ
from vision.reading import DICE_EXPECTED, Reading

_QUIET = frozenset({Phase.SETUP, Phase.WAITING, Phase.GAME_OVER})
_OF_THE_LIST = (touches.TeachDice, touches.ForgetDice, touches.TakeLearningBack, touches.OpenNames)
STAGES: Mapping[type, LessonStage] = {
    **dict.fromkeys(_OF_THE_LIST, LessonStage.SETS),
    touches.UseFewer: LessonStage.SHOW,
    **dict.fromkeys((touches.NameFace, touches.KeepDice, touches.SeenTwice), LessonStage.NAMES),
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


def names_asked(state: SessionState, event: events.NamesAsked) -> Step:
    """Keep a card until the table rests."""
    return replace(state, card=event.card), ()


def with_card(state: SessionState) -> Step:
    """Show the card that waits where nobody throws, decides, or looks at something else."""
    is_free = state.teaching is None and state.wizard is None and state.dial is None and state.seconds_left is None
    if state.card is None or not is_free or state.phase not in _QUIET:
        return state, ()
    asking = Teaching(stage=LessonStage.NAMES, card=state.card)
    return with_dialog(replace(state, card=None), asking, Tell(Signal.ASKING))


def names_shown(state: SessionState, teaching: Teaching, event: events.NamesAsked) -> Step:
    """Show the card that is waited for, of a set that was chosen or just shown; another one waits."""
    if teaching.waiting is not Waiting.LESSON or teaching.stage is LessonStage.NAMES:
        return names_asked(state, event)
    return with_dialog(state, replace(teaching, stage=LessonStage.NAMES, waiting=None, card=event.card, notice=None))


def closed(state: SessionState, teaching: Teaching, _: object = None) -> Step:
    """Go back to the game, or to setting up: there the dice are to be read once more."""
    state = replace(state, teaching=None)
    state = log.with_dice_back(state, has_lent=teaching.has_lent)
    if state.wizard is not None:
        state = replace(state, wizard=replace(state.wizard, reading=None, notice=None, has_lent=True))
    return state, (effects.DropLesson(),)


def touched(state: SessionState, teaching: Teaching, event: touches.Touch) -> Step:
    """Do what a touch wants, at its `STAGES` and once nobody is waited for; else it was aimed at what is gone."""
    if teaching.stage is not STAGES[type(event)] or teaching.waiting is not None:
        return state, ()
    match event:
        case touches.TeachDice():
            number = state.lessons + 1
            started = replace(teaching, stage=LessonStage.SHOW, number=number)
            return _asked(replace(state, lessons=number), started, effects.BeginLesson(number))
        case touches.UseFewer():
            usable_now = teaching.refused if may_use_fewer(teaching) else None
            return (state, ()) if usable_now is None else _studied(state, teaching, usable_now)
        case touches.NameFace(face, label) if teaching.card is not None:
            return with_dialog(state, replace(teaching, card=teaching.card.called(face, label), notice=None))
        case _:
            return _asked(state, teaching, _wanted(teaching, event))


def _wanted(teaching: Teaching, event: touches.Touch) -> effects.LessonEffect:
    match event:
        case touches.ForgetDice(name):
            return effects.DeleteDice(name)
        case touches.OpenNames(name):
            return effects.ShowNames(name)
        case touches.SeenTwice() if teaching.card is not None:
            return effects.DeleteDice(teaching.card.name)
        case touches.KeepDice(called) if teaching.card is not None:
            return effects.NameDice(teaching.card.name, teaching.card.names, called)
        case _:
            return effects.UndoLearning()


def agreed(state: SessionState, teaching: Teaching, _: events.PressedLong) -> Step:
    """Call the faces of a card what it proposes: a long press says that this is right."""
    if teaching.card is None or teaching.waiting is not None:
        return state, ()
    return _asked(state, teaching, effects.NameDice(teaching.card.name, teaching.card.names, teaching.card.name))


def swapped(state: SessionState, teaching: Teaching, _: object = None) -> Step:
    """Exchange the next two names of a card by the button alone: the menu's press begins, short ones go on."""
    if teaching.card is None or teaching.waiting is not None:
        return state, ()
    return with_dialog(state, replace(teaching, card=teaching.card.swapped(), notice=None), Tell(Signal.STEP))


def dropped(state: SessionState, teaching: Teaching, _: touches.DropDice) -> Step:
    """Drop the lesson, whoever is waited for, and show the sets again."""
    if teaching.stage is LessonStage.SETS:
        return state, ()
    if teaching.sets is None and teaching.card is not None:  # it was shown over the game
        return closed(state, teaching)
    sets = Teaching(sets=teaching.sets, newest=teaching.newest, has_lent=teaching.has_lent)
    return log.following((effects.DropLesson(),), _asked(state, sets, ListDice()))


def may_use_fewer(teaching: Teaching) -> bool:
    """Return whether the newest look shows some dice, though not five."""
    return teaching.refused is not None and 0 < len(usable(teaching.refused)) < DICE_EXPECTED


def pressed(state: SessionState, teaching: Teaching, event: events.Pressed) -> Step:
    """Look at the dice that were laid down."""
    if teaching.waiting is not None or teaching.stage is not LessonStage.SHOW:
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


def camera_lost(state: SessionState, teaching: Teaching, event: events.CameraLost) -> Step:
    """Say that the camera is gone; what was learnt so far stays."""
    state, done = log.camera_lost(state, event)
    if teaching.stage is not LessonStage.SHOW:
        return state, done
    waiting = None if teaching.waiting is Waiting.EYE else teaching.waiting
    said = notice(state.camera_trouble or teaching.no_camera)
    return with_dialog(state, replace(teaching, waiting=waiting, notice=said), *done)


def _studied(state: SessionState, teaching: Teaching, reading: Reading) -> Step:
    looked = replace(teaching, look=reading, refused=None)
    return _asked(state, looked, effects.StudyDice(teaching.number, reading.exposed_ns, usable(reading)))


def listed(state: SessionState, teaching: Teaching, event: events.DiceListed) -> Step:
    """Show the sets that are kept; where the list was left meanwhile, nothing is done."""
    is_kept = teaching.stage is LessonStage.NAMES and teaching.waiting is Waiting.LESSON
    if teaching.stage is not LessonStage.SETS and not is_kept:
        return state, ()
    if is_kept and state.card is not None and teaching.card is not None and state.card.name == teaching.card.name:
        state = replace(state, card=None)  # asked before these names were given: it would give them to other faces
    if teaching.sets is None and teaching.card is not None:
        is_anew = event.notice is not None and event.notice.key is NoticeKey.DICE_FORGOTTEN
        said = told(closed(state, teaching)[0], NoticeKey.DICE_ANEW if is_anew else NoticeKey.DICE_KNOWN)
        return log.following((Tell(Signal.DONE),), said)
    sets = Teaching(sets=event.sets, newest=event.newest, notice=event.notice, has_lent=teaching.has_lent)
    return with_dialog(state, sets, *(() if event.notice is None else (Tell(Signal.DONE),)))


def continued(state: SessionState, teaching: Teaching, event: events.LessonContinued) -> Step:
    """Ask for dice, or for more dice."""
    if teaching.waiting is not Waiting.LESSON or event.lesson != teaching.number:
        return state, ()
    went_on = replace(teaching, waiting=None, told=event.told, refused=None, notice=None)
    return with_dialog(state, went_on, Tell(Signal.READY))


def failed(state: SessionState, teaching: Teaching, event: events.LessonFailed) -> Step:
    """Say what could not be done."""
    return (state, ()) if teaching.waiting is not Waiting.LESSON else refused(state, teaching, notice(event.reason))
