from dataclasses import replace

import numpy as np
import pytest

from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, PlainReader, seen, shown
from vision.errors import TeachError
from vision.learn.lesson import Lesson

THROWS = ((0, 1, 2, 2, 3), (4, 5, 0, 1, 3), (4, 5, 5, 2, 0), (1, 4, 3, 2, 5))
NAMED = {"name": "mine", "model_sha256": PlainReader.sha256}
NO_CROPS = np.empty((0, 64, 64, 3), np.uint8)


def begun(faces=EACH_TWICE, labels=PIPS, *, seed=0):
    crops = shown("pips", faces, seed=seed)
    return Lesson.begin(labels, crops, seen(crops))


def taught_to_the_end(lesson, faces, *, is_complete=True):
    questions = []
    while (crop := lesson.question(is_complete=is_complete)) is not None:
        questions.append(crop)
        lesson = lesson.answered(crop, faces[crop])
    return lesson, questions


def test_throw_after_throw_only_dice_that_lie_there_are_asked_about():
    faces, asked = [], 0
    lesson = Lesson.begin(PIPS, NO_CROPS, seen(NO_CROPS))
    for number, throw in enumerate(THROWS):
        crops = shown("pips", throw, seed=number)
        lesson = lesson.shown(crops, seen(crops))
        faces += throw
        lesson, questions = taught_to_the_end(lesson, faces, is_complete=False)
        assert all(len(faces) - 5 <= crop < len(faces) for crop in questions)
        asked += len(questions)
    assert lesson.missing() == ()
    assert asked <= 9
    assert all(name in (face, None) for name, face in zip(lesson.grouping().names, faces, strict=True))


def test_a_face_shown_once_is_missing_and_one_never_shown_too():
    lesson, _ = taught_to_the_end(begun((0, 0, 1, 1, 2)), (0, 0, 1, 1, 2), is_complete=False)
    assert lesson.counts() == (2, 2, 1, 0, 0, 0)
    assert lesson.missing() == ("three", "four", "five", "six")
    assert lesson.missing(enough=1) == ("four", "five", "six")
    with pytest.raises(TeachError, match="No die shows four, five, six"):
        lesson.taught(**NAMED)
    nothing = Lesson.begin(POKER, NO_CROPS, seen(NO_CROPS))
    assert nothing.question(is_complete=True) is None
    assert nothing.missing(enough=1) == POKER


def test_a_crop_nobody_can_name_is_left_out_and_not_asked_about_again():
    lesson = begun()
    crop = lesson.question(is_complete=True)
    lesson, questions = taught_to_the_end(lesson.without([crop]), EACH_TWICE)
    assert crop not in questions
    assert lesson.label_of(crop) is None
    assert crop not in lesson.taught(**NAMED)[1]
    answered = begun((0, 1)).answered(0, 3)
    assert (answered.label_of(0), answered.without([0]).label_of(0)) == (3, None)  # an answer taken back


def test_a_die_that_was_misnamed_clashes():
    lesson = right = begun()
    for crop, face in enumerate(EACH_TWICE):
        lesson, right = lesson.answered(crop, 1 if crop == 0 else face), right.answered(crop, face)
    # crop 6 shows the one too, and nothing else is called so
    assert lesson.clashing(**NAMED)[0] in ((0, 6), (6, 0))
    assert right.clashing(**NAMED) == ()


def test_a_crop_that_was_not_asked_about_and_that_the_others_read_differently_is_not_learnt():
    # Grouping was misled: crop 7, a three, was taken for a one though it looks like the threes.
    faces = (0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5)
    lesson = begun(faces)
    misled = lesson.alike.copy()
    misled[7, :] = misled[:, 7] = 0.5
    misled[0, 7] = misled[7, 0] = 0.99
    lesson = replace(lesson, alike=misled)
    for crop in (0, 3, 5, 8, 10, 12):
        lesson = lesson.answered(crop, faces[crop])
    assert lesson.label_of(7) == 0
    _, used = lesson.taught(**NAMED)
    assert 7 not in used
    assert {0, 3, 5, 8, 10, 12} <= set(used)


@pytest.mark.parametrize("labels", [(), ("9",), ("9", "9"), ("9", "")])
def test_names_that_cannot_be_those_of_faces_are_refused_before_anything_is_asked(labels):
    with pytest.raises(TeachError, match="two or more faces"):
        begun(labels=labels)
