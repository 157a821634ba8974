"""``serviert teach --picture``: players show their own dice in pictures; under the camera the page teaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from firmware.commands.options import TeachOptions
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.kept_dice import IN_USE
from firmware.dice.lesson_runner import Learner
from firmware.dice.shown_faces import crops_of, faces_in, named_folders
from firmware.display.face_names import FaceNames, split_names
from firmware.errors import DiceSetError
from firmware.faces import LABELS
from firmware.settings.config import Config
from vision.errors import TeachError
from vision.learn.lesson import Lesson
from vision.read.classify import FaceReader
from vision.read.load import load_finder


def teach(
    name: str, config: Config, options: TeachOptions, *, ask: Callable[[str], str], say: Callable[[str], None]
) -> None:
    """Teach a set from photographs or cut-out faces, and keep it.

    Raises:
        TeachError: If there are no pictures or no dice, a face is missing, or a name is unknown.
        VisionError: If a model is broken or a picture is none.
        DiceSetError: If the set cannot be saved, or its name is taken.
    """
    pictures = options.picture
    if not pictures:
        raise TeachError(
            "Dice are taught on the page: start `serviert play` and choose your own dice in its menu. To teach them "
            "from photographs, give --picture."
        )
    names = FaceNames.of(
        split_names(options.labels or "") or named_folders(pictures) or LABELS, config.display.language
    )
    reader = FaceReader.from_file()
    shelf = DiceShelf(config.store.dice_folder, reader, most_crops=config.store.crops)
    shelf.require_name(name)
    faces = faces_in(pictures, load_finder(), reader)
    if not faces:
        raise TeachError("No die lies flat in these pictures; take them from above, in good light.")
    learner = Learner(labels=names.labels, shelf=shelf, reader=reader)
    known = split_names(options.shown or "") or [face.name for face in faces]
    lesson = _named(learner.begun(crops_of(faces)), known, names)
    questions = _Questions(names=names, places=[face.place for face in faces], ask=ask, say=say)
    lesson = questions.doubtful(questions.missing(lesson), learner)
    learnt = learner.keep(lesson, name)
    counted = ", ".join(f"{face} ×{count}" for face, count in zip(names.written, learnt.counts, strict=True))
    say(f'The dice "{learnt.kept.name}" are kept: {counted}.')
    if learnt.doubtful:
        written = ", ".join(names.format(label) for label in learnt.doubtful)
        say(f"Not every one of these can be told from the others: {written}. They will be asked about.")


def _named(lesson: Lesson, known: Sequence[str | None], names: FaceNames) -> Lesson:
    """Return a lesson with what was said beforehand, None where nothing was.

    Raises:
        TeachError: If not every die was named, or by no face of the set.
    """
    if len(known) != len(lesson.crops):
        raise TeachError(
            f"{len(lesson.crops)} dice lie flat in these pictures, but {len(known)} were named; name each, picture "
            "after picture, from left to right."
        )
    for crop, name in enumerate(known):
        if name is None:
            continue
        if (label := names.parse(name)) is None:
            raise TeachError(_unknown(name, names))
        lesson = lesson.answered(crop, label)
    return lesson


def _unknown(answer: str, names: FaceNames) -> str:
    return f'"{answer.strip()}" is no face of these dice; their faces are {" ".join(names.written)}.'


@dataclass(frozen=True, slots=True, kw_only=True)
class _Questions:
    """What is asked about the dice in pictures."""

    names: FaceNames  # of their faces
    places: Sequence[str]  # where each die lies
    ask: Callable[[str], str]
    say: Callable[[str], None]

    def missing(self, lesson: Lesson) -> Lesson:
        """Return the lesson after all questions worth asking; an empty answer leaves a die out."""
        choice = f"{' '.join(self.names.written)}; Enter if you cannot tell"
        while (crop := lesson.question(is_complete=True)) is not None:
            label = self._answer(f"What does {self.places[crop]} show? [{choice}] ")
            lesson = lesson.without([crop]) if label is None else lesson.answered(crop, label)
        return lesson

    def doubtful(self, lesson: Lesson, learner: Learner) -> Lesson:
        """Return the lesson after asking once more about each die that looks like another face than it was named.

        Raises:
            TeachError: If a face is missing.
        """
        insisted = set[int]()
        while doubts := [pair for pair in learner.misnamed(lesson) if pair[0] not in insisted]:
            crop, other = doubts[0]
            named, like = (
                "?" if (label := lesson.label_of(die)) is None else self.names.format(label) for die in doubts[0]
            )
            label = self._answer(
                f"{self.places[crop]} was named {named}, but looks like {self.places[other]} ({like}). What does it "
                f"show? [Enter if it is {named}] "
            )
            if label is None or label == lesson.label_of(crop):
                insisted.add(crop)
            else:
                lesson = lesson.answered(crop, label)
        return lesson

    def _answer(self, question: str) -> int | None:
        """Return the label that was answered, None for an empty answer; ask again after any other."""
        while answer := self.ask(question).strip():
            if (label := self.names.parse(answer)) is not None:
                return label
            self.say(_unknown(answer, self.names))
        return None


def tidy(config: Config, options: TeachOptions, *, say: Callable[[str], None]) -> None:
    """Forget a set, take the last learning back, or say which sets are kept.

    Raises:
        DiceSetError: If there is no such set, or its file cannot be written or deleted.
    """
    shelf = DiceShelf(config.store.dice_folder, FaceReader.from_file())
    if options.forget is not None:
        shelf.forget(options.forget)
        say(f'The dice "{options.forget}" are forgotten.')
    elif options.undo:
        undone = shelf.undo()
        say("There is nothing to take back." if undone is None else f'The last learning of "{undone}" is taken back.')
    else:
        for line in [_line(shelf, name) for name in shelf.names()] or ["No dice were taught yet."]:
            say(line)


def _line(shelf: DiceShelf, name: str) -> str:
    try:
        kept = shelf.load(name)
    except DiceSetError as error:
        return f"{name}: {error}"
    counts = zip(kept.labels, kept.dice_set().counts, strict=True)
    unused = int(np.count_nonzero(kept.retired != IN_USE))
    others = f"; {unused} more kept, not read by" if unused else ""
    return f"{name}: {', '.join(f'{label} ×{count}' for label, count in counts)}{others}"
