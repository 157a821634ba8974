"""Teaching in words: shows faces to a lesson, puts its questions to the player, and keeps what was learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.dice.learner import Pupil
from firmware.dice.shown_faces import crops_of
from vision.errors import TeachError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.dice.dice_shelf import DiceShelf
    from firmware.dice.shown_faces import ShownFace
    from firmware.display.face_names import FaceNames
    from vision.learn.impressions import CropReader
    from vision.learn.lesson import Lesson


@dataclass(frozen=True, slots=True, kw_only=True)
class Teacher:
    """Whoever teaches a set, and what is needed for it.

    Attributes:
        name: What the dice are to be called.
        names: Of their faces.
        shelf: Where sets are kept.
        reader: Cuts faces out and makes of them what it makes.
        ask: Asks the player a question and returns the answer.
        say: Tells the player something.
    """

    name: str
    names: FaceNames
    shelf: DiceShelf
    reader: CropReader
    ask: Callable[[str], str]
    say: Callable[[str], None]

    @property
    def pupil(self) -> Pupil:
        """Return what learns the set."""
        return Pupil(labels=self.names.labels, shelf=self.shelf, reader=self.reader)

    def lesson(self, faces: Sequence[ShownFace] = ()) -> Lesson:
        """Return a lesson that begins with some faces."""
        return self.pupil.begun(crops_of(faces))

    def show(self, lesson: Lesson, faces: Sequence[ShownFace]) -> Lesson:
        """Return the lesson with the faces of another throw."""
        return self.pupil.shown(lesson, crops_of(faces))

    def label(self, name: str) -> int:
        """Return the label that somebody wrote.

        Raises:
            TeachError: If it is none of this set's.
        """
        label = self.names.parse(name)
        if label is None:
            raise TeachError(self.unknown(name))
        return label

    def ask_about(self, lesson: Lesson, places: Sequence[str], *, is_complete: bool) -> Lesson:
        """Return the lesson after all questions that are worth one; an empty answer leaves a die out.

        Args:
            lesson: What is known.
            places: Where each crop was seen.
            is_complete: No more dice will be shown.
        """
        choice = " ".join(self.names.written)
        while (crop := lesson.question(is_complete=is_complete)) is not None:
            answer = self.ask(f"What does {places[crop]} show? [{choice}; Enter if you cannot tell] ")
            if not answer.strip():
                lesson = lesson.without([crop])
            elif (label := self.names.parse(answer)) is not None:
                lesson = lesson.answered(crop, label)
            else:
                self.say(self.unknown(answer))
        return lesson

    def ask_again(self, lesson: Lesson, places: Sequence[str]) -> Lesson:
        """Return the lesson after asking once more about each die that looks like another face than it was named.

        Args:
            lesson: What is known, of every face something.
            places: Where each crop was seen.

        Raises:
            TeachError: If a face is missing.
        """
        insisted = set[int]()
        while (
            doubt := next((pair for pair in self.pupil.misnamed(lesson) if pair[0] not in insisted), None)
        ) is not None:
            crop, other = doubt
            named, like = (self._written(lesson, each) for each in doubt)
            answer = self.ask(
                f"{places[crop]} was named {named}, but looks like {places[other]} ({like}). What does it show? "
                f"[Enter if it is {named}] "
            )
            label = self.names.parse(answer)
            if not answer.strip() or label == lesson.label_of(crop):
                insisted.add(crop)
            elif label is not None:
                lesson = lesson.answered(crop, label)
            else:
                self.say(self.unknown(answer))
        return lesson

    def unknown(self, answer: str) -> str:
        """Return a sentence about an answer that names no face."""
        return f'"{answer.strip()}" is no face of these dice; their faces are {" ".join(self.names.written)}.'

    def _written(self, lesson: Lesson, crop: int) -> str:
        label = lesson.label_of(crop)
        return "?" if label is None else self.names.written[label]

    def keep(self, lesson: Lesson) -> None:
        """Keep what was learnt, and say what it is.

        Raises:
            TeachError: If a face is missing.
            DiceSetError: If the set cannot be saved.
        """
        learnt = self.pupil.keep(lesson, self.name)
        self.say(f'The dice "{learnt.kept.name}" are kept: {self.counted(learnt.counts)}.')
        if learnt.doubtful:
            written = ", ".join(self.names.written[label] for label in learnt.doubtful)
            self.say(f"Not every one of these can be told from the others: {written}. They will be asked about.")

    def counted(self, counts: Sequence[int]) -> str:
        """Return how often each face was shown, in words: "9 ×2, 10 ×1"."""
        return ", ".join(f"{name} ×{count}" for name, count in zip(self.names.written, counts, strict=True))
