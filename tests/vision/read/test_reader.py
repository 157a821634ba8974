"""Readings from a detector and a classifier that know the truth, so that each rule of judgement decides alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import board_picture, die_mm, five_dice, outline_of, tray, with_hand
from tests.vision.table import detection_at
from vision.errors import ClassifierShapeError, NoFramesError
from vision.frame import Frame
from vision.read.reader import Reader, ReaderPolicy
from vision.reading import EyeDoubt, Verdict
from vision.watch.hand import backdrop_of

SKIN = (224, 172, 140)
PLAIN = Frame(np.full((1000, 1000, 3), 120, np.uint8), 5)
ROW = tuple(detection_at((100.0 + 150 * i, 300.0)) for i in range(5))


class KnownDice:
    """A detector that finds what it is told."""

    def __init__(self, *frames):
        self._frames = list(frames)

    def detect(self, frame, /):
        return tuple(self._frames.pop(0) if len(self._frames) > 1 else self._frames[0])


class KnownFaces:
    """A classifier that reads what it is told, die by die."""

    def __init__(self, faces=(0, 1, 2, 3, 4), sure=0.97):
        self._faces, self._sure = faces, sure

    def classify(self, frame, quads, /):
        rows = np.full((len(quads), 7), (1 - self._sure) / 6)
        for row, face in zip(rows, (*self._faces, *[5] * len(quads)), strict=False):
            row[face] = self._sure
        return rows


def reader(dice=ROW, faces=None, **policy):
    return Reader(KnownDice(dice), faces or KnownFaces(), policy=ReaderPolicy(**policy))


def with_first(**changes):
    return (replace(ROW[0], **changes), *ROW[1:])


def test_five_sure_dice_are_a_clear_reading():
    reading = reader().read([PLAIN])
    assert reading.verdict is Verdict.CLEAR
    assert [die.label for die in reading.dice] == [0, 1, 2, 3, 4]
    assert (reading.exposed_ns, reading.size_wh) == (5, (1000, 1000))
    assert all(die.confidence == pytest.approx(0.97) for die in reading.dice)


def test_dice_come_from_left_to_right():
    reading = reader(tuple(reversed(ROW))).read([PLAIN])
    assert [die.label for die in reading.dice] == [4, 3, 2, 1, 0]


def test_likelier_faces_come_first():
    die = reader().read([PLAIN]).dice[3]
    assert die.labels_by_likelihood == (3, 0, 1, 2, 4, 5)


@pytest.mark.parametrize(("count", "verdict"), [(0, Verdict.EMPTY), *((n, Verdict.WRONG_COUNT) for n in (1, 4, 6, 9))])
def test_another_number_of_dice_is_said(count, verdict):
    dice = tuple(detection_at((60.0 + 90 * i, 300.0)) for i in range(count))
    reading = reader(dice).read([PLAIN])
    assert reading.verdict is verdict
    assert len(reading.dice) == count


@pytest.mark.parametrize(("count", "verdict"), [(0, Verdict.EMPTY), (1, Verdict.CLEAR), (2, Verdict.WRONG_COUNT)])
def test_one_die_is_clear_where_one_is_asked_for(count, verdict):
    assert reader(ROW[:count]).read([PLAIN], dice=1).verdict is verdict


@pytest.mark.parametrize(
    ("changes", "sure", "verdict"),
    [({"tilt_deg": 40.0}, 0.97, Verdict.BURNING), ({}, 0.6, Verdict.NOT_SURE), ({}, 0.97, Verdict.CLEAR)],
)
def test_one_die_is_judged_as_each_of_five_is(changes, sure, verdict):
    die = replace(ROW[0], **changes)
    assert reader((die,), KnownFaces(sure=sure)).read([PLAIN], dice=1).verdict is verdict


def test_five_dice_are_too_many_where_one_is_asked_for_and_one_too_few_where_none_is_named():
    assert reader().read([PLAIN], dice=1).verdict is Verdict.WRONG_COUNT
    assert reader(ROW[:1]).read([PLAIN]).verdict is Verdict.WRONG_COUNT
    assert reader().read([PLAIN], dice=5) == reader().read([PLAIN])


@pytest.mark.parametrize(
    ("tilt_deg", "doubt", "verdict"),
    [
        (4.9, EyeDoubt.NONE, Verdict.CLEAR),
        (5.0, EyeDoubt.PERHAPS_LEANING, Verdict.NOT_SURE),
        (9.9, EyeDoubt.PERHAPS_LEANING, Verdict.NOT_SURE),
        (10.0, EyeDoubt.LEANING, Verdict.BURNING),
        (40.0, EyeDoubt.LEANING, Verdict.BURNING),
    ],
)
def test_a_leaning_die_burns_and_a_slightly_tilted_one_is_not_sure(tilt_deg, doubt, verdict):
    reading = reader(with_first(tilt_deg=tilt_deg)).read([PLAIN])
    assert (reading.dice[0].doubt, reading.verdict) == (doubt, verdict)
    assert reading.dice[0].is_burning == (verdict is Verdict.BURNING)


def test_a_die_on_another_burns_with_it():
    on_top = detection_at((ROW[1].centre_xy[0] + 20, 300.0), 45.0)
    reading = reader((on_top, *ROW[1:])).read([PLAIN])
    assert [die.doubt for die in reading.dice] == [EyeDoubt.STACKED, EyeDoubt.STACKED, *[EyeDoubt.NONE] * 3]
    assert reading.verdict is Verdict.BURNING


def test_a_die_seen_to_lie_on_a_hidden_one_burns():
    raised = replace(ROW[0], stacked=0.8)
    reading = reader((raised, *(replace(die, stacked=0.2) for die in ROW[1:]))).read([PLAIN])
    assert [die.doubt for die in reading.dice] == [EyeDoubt.STACKED, *[EyeDoubt.NONE] * 4]
    assert reading.verdict is Verdict.BURNING


def test_dice_that_touch_are_not_stacked():
    beside = detection_at((ROW[1].centre_xy[0] - 45.0, 300.0))
    assert reader((beside, *ROW[1:])).read([PLAIN]).verdict is Verdict.CLEAR


def test_a_die_with_pips_is_foreign():
    reading = reader(faces=KnownFaces([6, 1, 2, 3, 4])).read([PLAIN])
    assert reading.dice[0].doubt is EyeDoubt.FOREIGN_FACE
    assert reading.verdict is Verdict.FOREIGN


def test_an_unclear_face_is_not_sure():
    reading = reader(faces=KnownFaces(sure=0.8)).read([PLAIN])
    assert {die.doubt for die in reading.dice} == {EyeDoubt.FACE_UNCLEAR}
    assert reading.verdict is Verdict.NOT_SURE


def test_what_is_hardly_a_die_is_not_sure():
    reading = reader(with_first(confidence=0.4)).read([PLAIN])
    assert reading.dice[0].doubt is EyeDoubt.PERHAPS_NO_DIE
    assert reading.verdict is Verdict.NOT_SURE


def test_a_weak_detection_lowers_the_confidence_and_a_good_one_does_not():
    weak, good = reader((replace(ROW[0], confidence=0.3), replace(ROW[1], confidence=0.7))).read([PLAIN]).dice
    assert weak.confidence == pytest.approx(0.97 * 0.5)
    assert good.confidence == pytest.approx(0.97)


def test_burning_outweighs_foreign_and_foreign_outweighs_not_sure():
    faces = KnownFaces([6, 1, 2, 3, 4], sure=0.8)
    leaning = (*ROW[:4], replace(ROW[4], tilt_deg=30.0))
    assert reader(leaning, faces).read([PLAIN]).verdict is Verdict.BURNING
    assert reader(ROW, faces).read([PLAIN]).verdict is Verdict.FOREIGN


def test_a_wrong_number_outweighs_burning():
    assert reader(with_first(tilt_deg=30.0)[:4]).read([PLAIN]).verdict is Verdict.WRONG_COUNT


def test_frames_are_fused_and_the_newest_one_counts():
    seen = Reader(KnownDice(ROW, ROW, ROW[1:]), KnownFaces()).read(
        [Frame(PLAIN.pixels, 1), Frame(PLAIN.pixels, 2), Frame(PLAIN.pixels, 3)]
    )
    assert len(seen.dice) == 5
    assert seen.exposed_ns == 3
    assert seen.dice[0].detection.confidence == pytest.approx(0.66)


def test_frames_that_disagree_on_a_face_make_it_unclear():
    class Changing:
        def __init__(self):
            self.faces = [0, 0, 3]

        def classify(self, frame, quads, /):
            return KnownFaces([self.faces.pop(), 1, 2, 3, 4], sure=1.0).classify(frame, quads)

    reading = Reader(KnownDice(ROW), Changing()).read([PLAIN] * 3)
    assert reading.dice[0].confidence == pytest.approx(2 / 3 * 2 / 3)
    assert reading.verdict is Verdict.NOT_SURE


def test_no_frame_is_refused_in_words():
    with pytest.raises(NoFramesError, match="at least one frame"):
        reader().read([])


def test_a_classifier_that_skips_dice_is_refused_in_words():
    class Skipping:
        def classify(self, frame, quads, /):
            return np.zeros((len(quads) - 1, 7))

    with pytest.raises(ClassifierShapeError, match=r"for 5 dice; got shape \(4, 7\)"):
        Reader(KnownDice(ROW), Skipping()).read([PLAIN])


@pytest.mark.parametrize(("level", "verdict"), [(0, Verdict.TOO_DARK), (255, Verdict.TOO_BRIGHT)])
def test_black_and_burnt_out_frames_are_said_to_be_so(level, verdict):
    reading = reader().read([Frame(np.full((100, 100, 3), level, np.uint8))])
    assert (reading.verdict, reading.dice) == (verdict, ())


def test_a_board_with_five_dice_is_clear():
    frame, dice = board_picture(five_dice())
    assert reader(dice).read([frame], outline_of(five_dice())).verdict is Verdict.CLEAR


def test_a_lost_board_is_said_before_anything_about_dice():
    table, dice = board_picture(five_dice(), tray(RimShape.NONE))
    assert reader(dice[:3]).read([table], outline_of(five_dice())).verdict is Verdict.NO_BOARD
    assert reader(dice).read([table]).verdict is Verdict.CLEAR, "without calibration no board is missed"


def test_a_hand_is_said_before_anything_about_dice():
    frame, dice = board_picture(five_dice())
    hidden = with_hand(frame, (240.0, 240.0), 20.0, skin=SKIN)
    assert reader(dice[:3]).read([hidden], outline_of(five_dice())).verdict is Verdict.HAND_IN_VIEW
    backdrop = backdrop_of(frame, dice)
    assert reader(dice[:3]).read([hidden], backdrop=backdrop).verdict is Verdict.HAND_IN_VIEW


def test_the_fifth_die_beside_the_board_burns():
    thrown = (*five_dice()[:4], die_mm(165.0, 0.0))
    frame, dice = board_picture(thrown)
    reading = reader(dice).read([frame], outline_of(five_dice()))
    assert reading.verdict is Verdict.BURNING
    assert [die.doubt for die in reading.dice].count(EyeDoubt.OFF_BOARD) == 1


def test_a_spare_die_beside_the_board_does_not_count():
    frame, dice = board_picture((*five_dice(), die_mm(165.0, 0.0)))
    reading = reader(dice).read([frame], outline_of(five_dice()))
    assert (reading.verdict, len(reading.dice)) == (Verdict.CLEAR, 5)


@pytest.mark.parametrize(
    ("on_board", "beside", "verdict", "counted"),
    [
        (1, 4, Verdict.CLEAR, 1),
        (1, 1, Verdict.CLEAR, 1),
        (0, 4, Verdict.EMPTY, 0),
        (2, 3, Verdict.WRONG_COUNT, 2),
        (0, 1, Verdict.BURNING, 1),  # nothing else lies there: it fell off
    ],
)
def test_spare_dice_beside_the_board_do_not_count_where_one_is_played_with(on_board, beside, verdict, counted):
    spares = tuple(die_mm(165.0, y) for y in (-60.0, -20.0, 20.0, 60.0))[:beside]
    frame, dice = board_picture((*five_dice()[:on_board], *spares))
    reading = reader(dice).read([frame], outline_of(five_dice()), dice=1)
    assert (reading.verdict, len(reading.dice)) == (verdict, counted)


@pytest.mark.parametrize("count", [1, 3, 7])
def test_a_photograph_may_show_any_number_of_dice(count):
    dice = tuple(detection_at((60.0 + 90 * i, 300.0)) for i in range(count))
    reading = reader(dice).read_picture(PLAIN)
    assert (reading.verdict, len(reading.dice)) == (Verdict.CLEAR, count)


def test_a_photograph_without_dice_says_whether_it_was_the_light():
    assert reader(()).read_picture(PLAIN).verdict is Verdict.EMPTY
    assert reader(()).read_picture(Frame(np.zeros((50, 50, 3), np.uint8))).verdict is Verdict.TOO_DARK
    assert reader(()).read_picture(Frame(np.full((50, 50, 3), 255, np.uint8))).verdict is Verdict.TOO_BRIGHT


def test_a_die_beside_the_board_of_a_photograph_burns():
    frame, dice = board_picture((*five_dice()[:4], die_mm(165.0, 0.0)))
    assert reader(dice).read_picture(frame).verdict is Verdict.BURNING


def test_a_round_thing_beside_most_dice_is_not_taken_for_their_board():
    outside = tuple(detection_at((40.0 + 60 * i, 20.0), size_px=28.0) for i in range(4))
    frame, _ = board_picture(five_dice())
    reading = reader((*outside, detection_at((240.0, 240.0), size_px=28.0))).read_picture(frame)
    assert EyeDoubt.OFF_BOARD not in {die.doubt for die in reading.dice}


def test_what_was_seen_ahead_is_read_as_if_it_was_seen_now():
    moved = tuple(detection_at((103.0 + 150 * i, 300.0)) for i in range(5))
    frames = [PLAIN, Frame(PLAIN.pixels, 6)]
    at_once = Reader(KnownDice(ROW, moved), KnownFaces()).read(frames)
    ahead = Reader(KnownDice(ROW, moved), KnownFaces())
    sights = ahead.sights(frames[0])
    assert sights is not None
    assert ahead.read(frames, seen=[sights]) == at_once


def test_what_was_seen_ahead_is_not_looked_at_again():
    seen = Reader(KnownDice(ROW), KnownFaces(faces=(5, 5, 5, 5, 5))).sights(PLAIN)
    assert seen is not None
    reading = Reader(KnownDice(()), KnownFaces()).read([PLAIN], seen=[seen])
    assert [die.label for die in reading.dice] == [5] * 5


@pytest.mark.parametrize("level", [0, 255])
def test_nothing_is_looked_at_ahead_where_the_light_is_wrong(level):
    assert reader().sights(Frame(np.full((50, 50, 3), level, np.uint8))) is None
