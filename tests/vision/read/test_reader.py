"""Readings where the truth is known, so that each rule of judgement decides alone; sights fused, and where to look."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from models.render.world import RimShape
from tests.cases import cases
from tests.vision.board_pictures import board_picture, die_mm, five_dice, outline_of, tray, with_hand
from tests.vision.table import KnownDice, board_at, detection_at
from vision.errors import ClassifierShapeError, NoFramesError
from vision.find.board import BoardKind
from vision.frame import Frame
from vision.light.exposure import LONGER, SHORTER
from vision.read.fuse import sightings_of
from vision.read.reader import Reader, as_before
from vision.reading import EyeDoubt, Verdict
from vision.watch.hand import backdrop_of
from vision.watch.track import held

PLAIN = Frame(np.full((1000, 1000, 3), 120, np.uint8), 5)
ROW = tuple(detection_at((100.0 + 150 * i, 300.0)) for i in range(5))
NONE = EyeDoubt.NONE


class KnownFaces:
    """A classifier that reads what it is told, die by die."""

    def __init__(self, faces=(0, 1, 2, 3, 4), sure=0.97):
        self._faces, self.sure = faces, sure

    def classify(self, frame, quads, /):
        rows = np.full((len(quads), 7), (1 - self.sure) / 6)
        for row, face in zip(rows, (*self._faces, *[5] * len(quads)), strict=False):
            row[face] = self.sure
        return rows


def reader(dice=ROW, faces=None):
    return Reader(KnownDice(dice), faces or KnownFaces())


def read(lie=ROW, faces=None, **asked):
    return reader(lie, faces).read([PLAIN], **asked)


def in_a_row(count):
    return tuple(detection_at((60.0 + 90 * i, 300.0)) for i in range(count))


def with_first(**changes):
    return (replace(ROW[0], **changes), *ROW[1:])


def plain(level):
    return Frame(np.full((50, 50, 3), level, np.uint8))


def test_five_sure_dice_are_a_clear_reading_from_left_to_right():
    reading = read()
    assert (reading.verdict, [die.label for die in reading.dice]) == (Verdict.CLEAR, [0, 1, 2, 3, 4])
    assert (reading.exposed_ns, reading.size_wh) == (5, (1000, 1000))
    assert all(die.confidence == pytest.approx(0.97) for die in reading.dice)
    assert reading.dice[3].labels_by_likelihood == (3, 0, 1, 2, 4, 5)
    assert [die.label for die in read(tuple(reversed(ROW))).dice] == [4, 3, 2, 1, 0]
    weak, good = read((replace(ROW[0], confidence=0.3), replace(ROW[1], confidence=0.7))).dice
    assert (weak.confidence, good.confidence) == pytest.approx((0.97 * 0.5, 0.97))


@pytest.mark.parametrize(("count", "asked", "verdict"), cases(__file__)["counts"])
def test_another_number_of_dice_than_asked_for_is_said(count, asked, verdict):
    reading = Reader(finder := KnownDice(in_a_row(count)), faces := KnownFaces()).read([PLAIN], **asked)
    assert (reading.verdict, len(reading.dice), finder.asked[2:]) == (verdict, count, (asked.get("dice", 5), faces))


@pytest.mark.parametrize(("changes", "known", "doubt", "verdict"), cases(__file__)["doubts"])
def test_each_doubt_of_a_die_makes_the_verdict_on_five_or_one(changes, known, doubt, verdict):
    faces = KnownFaces(**known)
    five, one = read(with_first(**changes), faces), read(with_first(**changes)[:1], faces, dice=1)
    for reading in (five, one):
        assert (reading.dice[0].doubt, reading.verdict) == (doubt, verdict)
        assert reading.dice[0].is_burning == (verdict == Verdict.BURNING)
    others = {die.doubt for die in five.dice[1:]}
    assert others == {EyeDoubt.FACE_UNCLEAR if doubt == EyeDoubt.FACE_UNCLEAR and faces.sure < 0.925 else NONE}


def test_a_die_on_another_burns_with_it_and_dice_that_touch_do_not():
    reading = read((detection_at((ROW[1].centre_xy[0] + 20, 300.0), 45.0), *ROW[1:]))
    assert [die.doubt for die in reading.dice] == [EyeDoubt.STACKED, EyeDoubt.STACKED, NONE, NONE, NONE]
    assert reading.verdict is Verdict.BURNING
    assert read((detection_at((ROW[1].centre_xy[0] - 45.0, 300.0)), *ROW[1:])).verdict is Verdict.CLEAR


@pytest.mark.parametrize(("stacked", "away", "doubt"), cases(__file__)["stacked"])
def test_a_die_that_seems_to_lie_on_another_does_if_one_is_near_or_not_seen(stacked, away, doubt):
    beside = detection_at((ROW[1].centre_xy[0] - away, 300.0))
    assert read((replace(beside, stacked=stacked), *ROW[1:])).dice[0].doubt == doubt
    five, board = with_first(stacked=0.8), board_at(0, 0, 600, 1000, size_wh=(1000, 1000))
    for seen in (read(five[:4]), reader(five).read([PLAIN], board)):  # the fifth lies beside the board
        assert seen.dice[0].doubt is EyeDoubt.STACKED


def test_a_wrong_number_outweighs_burning_that_foreign_and_that_not_sure():
    faces = KnownFaces([6, 1, 2, 3, 4], sure=0.8)
    assert read(with_first(tilt_deg=30.0), faces).verdict is Verdict.BURNING
    assert read(ROW, faces).verdict is Verdict.FOREIGN
    assert read(with_first(tilt_deg=30.0)[:4]).verdict is Verdict.WRONG_COUNT


def test_frames_are_fused_and_the_newest_one_counts():
    seen = Reader(KnownDice(ROW, ROW, ROW[1:]), KnownFaces()).read([Frame(PLAIN.pixels, ns) for ns in (1, 2, 3)])
    assert (len(seen.dice), seen.exposed_ns, seen.dice[0].detection.confidence) == (5, 3, pytest.approx(0.66))


def test_no_frame_and_a_classifier_that_skips_dice_are_refused_in_words():
    with pytest.raises(NoFramesError, match="at least one frame"):
        reader().read([])
    with pytest.raises(ClassifierShapeError, match=r"for 5 dice; got shape \(4, 7\)"):
        read(faces=Mock(classify=Mock(return_value=np.zeros((4, 7)))))


@pytest.mark.parametrize(("level", "verdict"), [(0, Verdict.TOO_DARK), (255, Verdict.TOO_BRIGHT)])
def test_black_and_burnt_out_frames_are_said_to_be_so_and_not_looked_at_ahead(level, verdict):
    reading = reader().read([plain(level)])
    assert (reading.verdict, reading.dice, reader().sights(plain(level))) == (verdict, (), None)
    assert reader(()).read_picture(plain(level)).verdict is verdict


class FacesByLight(KnownFaces):
    def classify(self, frame, quads, /):
        rows, sure = super().classify(frame, quads), 60 < frame.pixels[300, 100, 0] < 250
        rows[0] = rows[0] if sure else 1 / 7
        return rows


def exposed(level, *rows, anew=PLAIN):
    pixels, asked = PLAIN.pixels.copy(), []
    pixels[250:350, 50:150] = level
    given = Reader(KnownDice(*rows or (ROW,)), FacesByLight())
    got = given.read([Frame(pixels, 7)], retake=lambda longer: asked.append(longer) or anew)
    assert got.exposed_ns == 7
    return got.verdict, asked


@pytest.mark.parametrize(("level", "asked"), [(255, [SHORTER]), (40, [LONGER]), (120, [])])
def test_a_face_burnt_out_or_drowned_is_exposed_anew_before_anybody_is_asked(level, asked):
    assert exposed(level) == (Verdict.CLEAR, asked)
    assert exposed(level, anew=None) == (Verdict.NOT_SURE if asked else Verdict.CLEAR, asked)


def test_dice_not_seen_are_looked_for_in_another_exposure_that_never_makes_a_die_burn_nor_a_sixth():
    assert exposed(120, ROW[:4], ROW) == (Verdict.CLEAR, [LONGER])
    assert exposed(120, ROW[:4], (*ROW[:4], replace(ROW[4], tilt_deg=30.0))) == (Verdict.WRONG_COUNT, [LONGER])
    assert exposed(255, ROW, (*ROW, detection_at((500.0, 600.0)))) == (Verdict.CLEAR, [SHORTER])
    for level, longer in ((0, LONGER), (255, SHORTER)):
        asked = []
        got = reader().read([plain(level)], retake=lambda times, asked=asked: asked.append(times) or PLAIN)
        assert (got.verdict, asked) == (Verdict.CLEAR, [longer])


def test_a_lost_board_and_a_hand_are_said_before_anything_about_dice():
    frame, dice = board_picture(five_dice())
    board = outline_of(five_dice())
    assert reader(dice).read([frame], board).verdict is Verdict.CLEAR
    table, lying = board_picture(five_dice(), tray(RimShape.NONE))
    assert reader(lying[:3]).read([table], board).verdict is Verdict.NO_BOARD
    assert reader(lying).read([table]).verdict is Verdict.CLEAR, "without calibration no board is missed"
    hidden = with_hand(frame, (240.0, 240.0), 20.0)
    assert reader(dice[:3]).read([hidden], board).verdict is Verdict.HAND_IN_VIEW
    assert reader(dice[:3]).read([hidden], backdrop=backdrop_of(frame, dice)).verdict is Verdict.HAND_IN_VIEW


@pytest.mark.parametrize(("on_board", "beside", "asked", "verdict", "counted"), cases(__file__)["spares"])
def test_spare_dice_beside_the_board_do_not_count(on_board, beside, asked, verdict, counted):
    spares = tuple(die_mm(165.0, y) for y in (0.0, -60.0, 20.0, 60.0))[:beside]
    frame, dice = board_picture((*five_dice()[:on_board], *spares))
    reading = reader(dice).read([frame], outline_of(five_dice()), **asked)
    assert (reading.verdict, len(reading.dice)) == (verdict, counted)
    assert [die.doubt for die in reading.dice].count(EyeDoubt.OFF_BOARD) == (verdict == Verdict.BURNING)


@pytest.mark.parametrize(("top_px", "sweep_px", "doubt"), cases(__file__)["places"])
def test_a_die_is_off_where_neither_its_bottom_face_nor_its_top_is_seen_within_the_floor(top_px, sweep_px, doubt):
    board = replace(board_at(0, 0, 1000, 1000, size_wh=(1000, 1000)), kind=BoardKind.SHEET)
    first = replace(detection_at((top_px, 500.0)), sweep_xy=(sweep_px, 0.0))
    seen = Reader(finder := KnownDice((first, *ROW[1:])), KnownFaces()).read([PLAIN], board)
    verdicts = {NONE: Verdict.CLEAR, EyeDoubt.PERHAPS_OFF: Verdict.NOT_SURE, EyeDoubt.OFF_BOARD: Verdict.BURNING}
    assert (seen.dice[0].doubt, seen.verdict, finder.asked[1]) == (doubt, verdicts[doubt], board)


def test_a_die_is_off_only_if_it_is_by_the_floor_as_it_is_seen_now_too():
    (frame, dice), kept = board_picture((*five_dice()[:4], die_mm(165.0, 0.0))), outline_of(five_dice())
    narrow = replace(kept, polygon=tuple((x * 0.5 + 120.0, y * 0.5 + 120.0) for x, y in kept.polygon))
    of = [[die.doubt for die in reader(dice).read([frame], board).dice] for board in (kept, narrow)]
    assert [(each.count(EyeDoubt.OFF_BOARD), each.count(EyeDoubt.PERHAPS_OFF)) for each in of] == [(1, 0), (1, 2)]


def test_of_six_dice_the_one_that_looks_least_like_a_die_is_said():
    least = replace(detection_at((500.0, 600.0)), confidence=0.7, tilt_deg=40.0)
    six = read((*ROW, least), KnownFaces((0, 1, 2, 5, 3, 4)))
    assert six.verdict is Verdict.WRONG_COUNT
    assert [(d.detection.centre_xy[1], d.is_burning) for d in six.dice if d.doubt is not NONE] == [(600.0, False)]


def test_a_photograph_may_show_any_number_of_dice():
    readings = [reader(in_a_row(count)).read_picture(PLAIN) for count in (1, 3, 7)]
    assert [(each.verdict, len(each.dice)) for each in readings] == [(Verdict.CLEAR, count) for count in (1, 3, 7)]
    assert reader(()).read_picture(PLAIN).verdict is Verdict.EMPTY
    frame, dice = board_picture((*five_dice()[:4], die_mm(165.0, 0.0)))
    assert reader(dice).read_picture(frame).verdict is Verdict.BURNING
    # a round thing beside most dice is not taken for their board
    outside = tuple(detection_at((40.0 + 60 * i, 20.0), size_px=28.0) for i in range(4))
    reading = reader((*outside, detection_at((240.0, 240.0), size_px=28.0))).read_picture(frame)
    assert EyeDoubt.OFF_BOARD not in {die.doubt for die in reading.dice}


def test_what_was_seen_ahead_is_read_as_if_it_was_seen_now_and_not_looked_at_again():
    moved = tuple(detection_at((103.0 + 150 * i, 300.0)) for i in range(5))
    frames = [PLAIN, Frame(PLAIN.pixels, 6)]
    ahead = Reader(KnownDice(ROW, moved), KnownFaces())
    anew = Reader(KnownDice(ROW, moved), KnownFaces())
    assert ahead.read(frames, seen=[ahead.sights(frames[0])]) == anew.read(frames)
    seen = Reader(finder := KnownDice(ROW), KnownFaces([5] * 5)).sights(PLAIN, dice=4)
    assert ([die.label for die in reader(()).read([PLAIN], seen=[seen]).dice], finder.asked[2]) == ([5] * 5, 4)


def sight(x, face=0, *, confidence=0.9, sure=0.8, **more):
    faces = np.full(7, (1 - sure) / 6)
    faces[face] = sure
    return replace(detection_at((x, 100.0)), confidence=confidence, **more), faces


def fused(*frames, same_die=0.5):
    return sightings_of(list(frames), same_die=same_die, seen_share=0.5)


def test_a_die_seen_in_all_frames_is_one_die_with_mean_probabilities():
    (die,) = fused([sight(100, sure=0.6, stacked=0.9)], [sight(104, sure=0.9, stacked=0.3)])
    assert (die.probabilities[0], die.agreement) == (pytest.approx(0.75), 1.0)
    assert die.detection.centre_xy[0] == pytest.approx(104), "the newest place is reported"
    assert die.detection.stacked == pytest.approx(0.6)


def test_two_dice_of_one_frame_stay_two_however_close_and_a_die_goes_to_the_nearest():
    assert len(fused([sight(100), sight(110)])) == 2
    first, second = fused([sight(120, 2), sight(100, 1)], [sight(100, 1), sight(120, 2)], same_die=0.9)
    assert (int(first.probabilities.argmax()), int(second.probabilities.argmax())) == (1, 2)


def test_a_die_seen_in_too_few_frames_is_none_and_a_frame_that_misses_one_lowers_its_confidence():
    assert len(fused([sight(100)], [sight(100), sight(400)], [sight(100)])) == 1
    (die,) = fused([sight(100)], [])
    assert die.detection.confidence == pytest.approx(0.45)


@pytest.mark.parametrize(("tilts", "expected"), [((1.0, 40.0, 2.0), 2.0), ((2.0, 12.0), 7.0)])
def test_one_wild_tilt_among_three_does_not_count_and_of_two_neither_counts_more(tilts, expected):
    (die,) = fused(*([sight(100, tilt_deg=tilt)] for tilt in tilts))
    assert die.detection.tilt_deg == pytest.approx(expected)


def test_frames_that_read_another_face_lower_the_agreement():
    (die,) = fused([sight(100, 0)], [sight(100, 0)], [sight(100, 3, sure=0.7)])
    assert (int(die.probabilities.argmax()), die.agreement) == (0, pytest.approx(2 / 3))


NO_DIE = EyeDoubt.PERHAPS_NO_DIE
OF_A_PLACE = (EyeDoubt.OFF_BOARD, EyeDoubt.PERHAPS_OFF, EyeDoubt.PERHAPS_LEANING, NO_DIE)


@pytest.mark.parametrize("shift_px", [0.0, 12.0])
@pytest.mark.parametrize("doubt", [EyeDoubt.FACE_UNCLEAR, *OF_A_PLACE, EyeDoubt.STACKED, EyeDoubt.LEANING])
def test_a_held_die_is_not_asked_about_what_it_was_taken_for_before(doubt, shift_px):
    is_settled = doubt is EyeDoubt.FACE_UNCLEAR or (doubt in OF_A_PLACE and not shift_px)
    before, again = read(), read((detection_at((100.0 + shift_px, 300.0)), *in_a_row(5)[1:]))
    first = replace(again.dice[0], label=4, probabilities=(0.4, 0.0, 0.0, 0.0, 0.5, 0.0), doubt=doubt, is_burning=True)
    after = replace(again, dice=(first, *again.dice[1:]), verdict=Verdict.BURNING)
    taken = as_before(after, held(before, after), before)
    assert (taken.verdict is Verdict.CLEAR, taken.dice[0].label) == (is_settled, 0)
    assert (taken.dice[0].doubt is NONE, taken.dice[0].is_burning) == (is_settled, not is_settled)
    for verdict in (Verdict.HAND_IN_VIEW, Verdict.WRONG_COUNT):  # which of six is none is said wherever it lies
        kept = as_before(replace(after, verdict=verdict), held(before, after), before)
        assert (kept.verdict, kept.dice[0].doubt is NONE) == (verdict, is_settled and doubt is not NO_DIE)
