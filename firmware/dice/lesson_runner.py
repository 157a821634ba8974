"""Carries out what the dialog about own dice on the display wants, behind the game's back."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from firmware.dice.dice_shelf import newest_of
from firmware.dice.own_dice import OwnDice, card_of
from firmware.errors import DiceSetError, DiceSetNameError, DiceSetNotSavedError
from firmware.session import effects
from firmware.session.events import DiceListed, LessonContinued, LessonEvent, LessonFailed, NamesAsked, ThrowsReadAgain
from firmware.session.lesson import KnownSet
from firmware.session.log import notice
from firmware.session.vocabulary import Notice, NoticeKey
from vision.frame import Frame
from vision.learn.groups import Meeting
from vision.learn.impressions import impressions_of
from vision.reading import Reading

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class LessonRunner:
    """Answers every effect of a lesson with an event, from the thread in which the sets are learnt."""

    own_dice: OwnDice
    picture_of: Callable[[int], tuple[Frame, Reading] | None]
    emit: Callable[[LessonEvent], None]
    _lesson: int | None = field(default=None, init=False)  # the number of the one that runs
    _meeting: Meeting = field(default_factory=Meeting, init=False)  # what was shown in it

    def carry_out(self, effect: effects.LessonEffect) -> None:
        """Do what is wanted after what was wanted before; returns at once."""
        self.own_dice.later(partial(self._do, effect))

    def _do(self, effect: effects.LessonEffect) -> None:
        try:
            answer = self._answer(effect)
        except DiceSetNameError:
            answer = LessonFailed(NoticeKey.DICE_NAME_REFUSED)
        except DiceSetError as error:
            log.warning("%s", error)
            is_unsaved = isinstance(error, DiceSetNotSavedError)
            answer = LessonFailed(NoticeKey.DICE_NOT_SAVED if is_unsaved else NoticeKey.DICE_UNREADABLE)
        except Exception:
            log.exception("The lesson could not do %r.", type(effect).__name__)
            answer = LessonFailed(NoticeKey.TEACH_BROKEN)  # else the dialog would wait for ever
        if answer is not None:
            self.emit(answer)

    def _answer(self, effect: effects.LessonEffect) -> LessonEvent | None:
        match effect:
            case effects.DropLesson():
                self._lesson = None
                return None
            case effects.BeginLesson() | effects.StudyDice() if self.own_dice.shelf.is_off:
                return LessonFailed(NoticeKey.DICE_OFF)
            case effects.BeginLesson(number):
                self._lesson, self._meeting = number, Meeting()
                return LessonContinued(number)
            case effects.StudyDice(number, exposed_ns, dice):
                # Another where the lesson was dropped meanwhile, and nobody waits.
                return self._studied(number, exposed_ns, dice) if number == self._lesson else None
            case _:
                return self._of_the_shelf(effect)

    def _of_the_shelf(self, effect: effects.LessonEffect) -> LessonEvent:
        shelf = self.own_dice.shelf
        match effect:
            case effects.DeleteDice(name):
                shelf.forget(name)
                return self._listed(notice(NoticeKey.DICE_FORGOTTEN, name=name))
            case effects.ShowNames(name):
                return NamesAsked(card_of(shelf.load(name)))
            case effects.NameDice(name, names, called):
                kept = shelf.name_faces(name, names, called)
                if throws := self.own_dice.read_again(kept.name):
                    self.emit(ThrowsReadAgain(throws))
                return self._listed(notice(NoticeKey.DICE_KEPT, name=kept.name))
            case effects.UndoLearning():
                undone = shelf.undo()
                nothing = notice(NoticeKey.NOTHING_LEARNT)
                return self._listed(nothing if undone is None else notice(NoticeKey.LEARNING_UNDONE, name=undone))
            case _:
                return self._listed(None)

    def _listed(self, said: Notice | None) -> DiceListed:
        whole = {name: self.own_dice.shelf.load_whole(name) for name in self.own_dice.shelf.names()}
        kept = {name: each for name, each in whole.items() if each is not None}
        newest, recognised = newest_of(tuple(kept.values())), self.own_dice.recognised
        sets = tuple(
            KnownSet(name=name)
            if each is None
            else KnownSet(
                name=name,
                labels=each.labels,
                is_recognised=name == recognised,
                pictures=each.pictures(),
                is_named=each.is_named,
            )
            for name, each in whole.items()
        )
        return DiceListed(sets, None if newest is None else newest.name, said)

    def _studied(self, number: int, exposed_ns: int, dice: tuple[int, ...]) -> LessonEvent:
        """Look at dice; once their faces stand apart, the set is kept and its names are asked for."""
        own, kept = self.own_dice, self.picture_of(exposed_ns)
        if kept is None:
            return LessonFailed(NoticeKey.TEACH_LOOK_GONE)
        frame, reading = kept
        crops = own.faces.crops(frame, [reading.dice[index].detection.quad for index in dice])
        self._meeting = self._meeting.met(crops, impressions_of(own.faces, crops))
        if (met := self._meeting.met_set()) is None:
            return LessonContinued(number, self._meeting.told)
        self._lesson = None
        return NamesAsked(card_of(own.shelf.meet(met.crops, met.shown)))
