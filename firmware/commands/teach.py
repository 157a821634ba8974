"""``serviert teach``: the player shows his own dice, in pictures or throw after throw, and says what they show."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from firmware.adapters.cameras import camera_source
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.kept_dice import IN_USE
from firmware.dice.shown_faces import crops_of, dice_in, faces_in, named_folders
from firmware.display.face_names import FaceNames, split_names
from firmware.errors import CameraTimeoutError, DiceSetError
from firmware.faces import LABELS
from firmware.live_board import LiveBoard
from firmware.teacher import Teacher
from vision.errors import TeachError
from vision.learn.grouping import ENOUGH
from vision.read.classify import FaceReader
from vision.read.load import load_board_finder, load_finder
from vision.read.reader import ReaderPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from firmware.dice.shown_faces import ShownFace
    from firmware.settings.config import Config
    from vision.learn.lesson import Lesson
    from vision.read.reader import DiceFinder

MOST_THROWS = 12
MOST_CHECKS = 3
USUAL_THROWS = 4
"""After so many throws of five a missing face is laid rather than waited for."""
DONE = "done"
NO = frozenset({"n", "no", "nein"})


def teach(
    name: str,
    config: Config,
    *,
    pictures: Sequence[Path],
    labels: str | None,
    shown: str | None,
    ask: Callable[[str], str],
    say: Callable[[str], None],
) -> None:
    """Teach a set, from pictures where there are some, else under the camera of the settings.

    Args:
        name: What the dice are to be called.
        config: Settings: where sets are kept, camera, language, thresholds.
        pictures: Files and folders.
        labels: Names of the faces, as typed; None for those of the folders of pictures, or of poker dice.
        shown: What the dice show, as typed; None to be asked.
        ask: Asks the player a question and returns the answer.
        say: Tells the player something.

    Raises:
        TeachError: If no set can be taught from what was shown.
        VisionError: If a model is broken or a picture is none.
        FirmwareError: If the camera does not deliver, or the set cannot be kept.
    """
    known = split_names(labels) if labels else named_folders(pictures) or LABELS
    names = FaceNames.of(known, config.display.language)
    reader = FaceReader.from_file()
    shelf = DiceShelf(config.store.dice_folder, reader, most_crops=config.store.crops)
    shelf.require_name(name)
    teacher = Teacher(name=name, names=names, shelf=shelf, reader=reader, ask=ask, say=say)
    if pictures:
        teach_from_pictures(teacher, pictures, load_finder(), shown=split_names(shown or ""))
        return
    with closing(LiveBoard(camera_source(config))) as board:
        teach_live(teacher, board, load_board_finder(), config.reader.policy)


def tidy(config: Config, *, forget: str | None, undo: bool, say: Callable[[str], None]) -> None:
    """Forget a set, take the last learning back, or say which sets are kept.

    Args:
        config: Settings: where sets are kept.
        forget: The set to forget, None for none.
        undo: Whether to take the last learning back.
        say: Tells the player something.

    Raises:
        DiceSetError: If there is no such set, or its file cannot be written or deleted.
    """
    shelf = DiceShelf(config.store.dice_folder, FaceReader.from_file())
    if forget is not None:
        shelf.forget(forget)
        say(f'The dice "{forget}" are forgotten.')
    elif undo:
        undone = shelf.undo()
        say("There is nothing to take back." if undone is None else f'The last learning of "{undone}" is taken back.')
    else:
        for line in listed(shelf) or ["No dice were taught yet."]:
            say(line)


# -- from pictures ---------------------------------------------------------------------------------------------


def teach_from_pictures(
    teacher: Teacher, pictures: Iterable[Path], finder: DiceFinder, *, shown: Sequence[str] = ()
) -> None:
    """Teach a set from photographs or cut-out faces, and keep it.

    Args:
        teacher: Asks and keeps.
        pictures: Files and folders; see `firmware.dice.shown_faces.faces_in`.
        finder: Finds the dice in photographs.
        shown: What the dice show, picture after picture, each from left to right; empty to be asked.

    Raises:
        PictureError: If a file is no picture.
        TeachError: If there are no dice, a face is missing, or a name is unknown.
        DiceSetError: If the set cannot be saved, or its name is taken.
    """
    teacher.shelf.require_name(teacher.name)
    faces = faces_in(pictures, finder, teacher.reader)
    if not faces:
        raise TeachError("No die lies flat in these pictures; take them from above, in good light.")
    places = [face.place for face in faces]
    lesson = _told(teacher, faces, shown)
    lesson = teacher.ask_about(lesson, places, is_complete=True)
    teacher.keep(teacher.ask_again(lesson, places))


def _told(teacher: Teacher, faces: Sequence[ShownFace], shown: Sequence[str]) -> Lesson:
    """Return the lesson of faces, knowing what was said beforehand."""
    if shown and len(shown) != len(faces):
        raise TeachError(
            f"{len(faces)} dice lie flat in these pictures, but {len(shown)} were named; name each, picture after "
            "picture, from left to right."
        )
    lesson = teacher.lesson(faces)
    for crop, name in enumerate(shown or [face.name for face in faces]):
        if name is not None:
            lesson = lesson.answered(crop, teacher.label(name))
    return lesson


# -- live ------------------------------------------------------------------------------------------------------


def teach_live(teacher: Teacher, board: LiveBoard, finder: DiceFinder, policy: ReaderPolicy | None = None) -> None:
    """Teach a set throw after throw, check it with one more, and keep it.

    Args:
        teacher: Asks and keeps.
        board: Where the dice are thrown.
        finder: Finds them.
        policy: When a reading is believed, for the check.

    Raises:
        TeachError: If a face is still missing after many throws.
        CameraError: If the camera does not deliver.
        DiceSetError: If the set cannot be saved, or its name is taken.
    """
    teacher.shelf.require_name(teacher.name)
    teacher.say(f"The faces are {' '.join(teacher.names.written)}. I ask only about dice that I am not sure of.")
    lesson = _thrown(teacher, board, finder)
    for _ in range(MOST_CHECKS):
        faces = _throw(teacher, board, finder, "For a check, throw once more and press Enter. ")
        lesson, is_right = _checked(teacher, lesson, faces, policy or ReaderPolicy())
        if is_right:
            break
    else:
        teacher.say("Some were read wrong again and again; they will be asked about, and can be put right in a game.")
    teacher.keep(lesson)


def _thrown(teacher: Teacher, board: LiveBoard, finder: DiceFinder) -> Lesson:
    """Return the lesson in which every face was shown often enough."""
    lesson, places = teacher.lesson(), list[str]()
    for throw in range(MOST_THROWS):
        faces = _throw(
            teacher, board, finder, _invitation(teacher, lesson, throw), may_end=not lesson.missing(enough=1)
        )
        if faces:
            lesson = teacher.show(lesson, faces)
            places += [face.place for face in faces]
            lesson = teacher.ask_about(lesson, places, is_complete=False)
        review = teacher.pupil.review(lesson, enough=1 if not faces else ENOUGH)
        if review.is_ready:
            return lesson
        if review.has_misnamed:
            teacher.say("A die looks like another face than it was named; it is left out. Please show that face again.")
        lesson = review.lesson
        teacher.say(f"Known by now: {teacher.counted(lesson.counts())}.")
    if lesson.missing(enough=1):
        raise TeachError(
            f"After {MOST_THROWS} throws {', '.join(lesson.missing(enough=1))} is missing; nothing was learnt."
        )
    return lesson


def _invitation(teacher: Teacher, lesson: Lesson, throw: int) -> str:
    if throw < USUAL_THROWS:
        return "Throw the dice, let them lie, and press Enter. "
    missing = ", ".join(teacher.names.written[teacher.names.labels.index(label)] for label in lesson.missing())
    end = f' (or type "{DONE}" if it is enough)' if not lesson.missing(enough=1) else ""
    return f"Too seldom seen: {missing}. Lay dice that show them, or throw again, and press Enter{end}. "


def _throw(
    teacher: Teacher, board: LiveBoard, finder: DiceFinder, invitation: str, *, may_end: bool = False
) -> tuple[ShownFace, ...]:
    """Return the faces of a throw; none if the player has enough of it."""
    while True:
        if teacher.ask(invitation).strip().casefold() == DONE and may_end:
            return ()
        try:
            faces = dice_in(board.look(), finder, teacher.reader)
        except CameraTimeoutError as error:
            teacher.say(str(error))
            continue
        if faces:
            return faces
        teacher.say("I see no die that lies flat on the board.")


def _checked(teacher: Teacher, lesson: Lesson, faces: Sequence[ShownFace], policy: ReaderPolicy) -> tuple[Lesson, bool]:
    """Return whether a throw was read right, and the lesson, which learns from what was not sure or wrong."""
    tried = teacher.pupil.tried(lesson, crops_of(faces), sure_confidence=policy.sure_confidence)
    read = zip(tried.labels, tried.is_sure, strict=True)
    said = [teacher.names.written[label] + ("" if is_sure else " (?)") for label, is_sure in read]
    is_right = (
        teacher.ask(f"From left to right I read: {', '.join(said)}. Is that right? [Y/n] ").strip().casefold() not in NO
    )
    true = tried.labels if is_right else _named(teacher, faces, tried.labels)
    return teacher.pupil.learnt(lesson, tried, true), is_right


def _named(teacher: Teacher, faces: Sequence[ShownFace], read: Sequence[int]) -> list[int]:
    """Return what the dice of a throw show by the player's word."""
    return [_name(teacher, face, label) for face, label in zip(faces, read, strict=True)]


def _name(teacher: Teacher, face: ShownFace, read: int) -> int:
    while True:
        answer = teacher.ask(f"What does {face.place} show? [Enter if it is {teacher.names.written[read]}] ")
        if not answer.strip():
            return read
        if (label := teacher.names.parse(answer)) is not None:
            return label
        teacher.say(teacher.unknown(answer))


# -- what is kept ----------------------------------------------------------------------------------------------


def listed(shelf: DiceShelf) -> list[str]:
    """Return a line about each set that is kept.

    Raises:
        DiceSetError: If the folder cannot be looked into.
    """
    return [_line(shelf, name) for name in shelf.names()]


def _line(shelf: DiceShelf, name: str) -> str:
    try:
        kept = shelf.load(name)
    except DiceSetError as error:
        return f"{name}: {error}"
    counts = zip(kept.labels, kept.dice_set().counts, strict=True)
    unused = int(np.count_nonzero(kept.retired != IN_USE))
    others = f"; {unused} more kept, not read by" if unused else ""
    return f"{name}: {', '.join(f'{label} ×{count}' for label, count in counts)}{others}"
