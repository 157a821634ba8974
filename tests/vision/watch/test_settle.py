"""Stillness, from frames whose only clock is their exposure time; and hands that reach over the board."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import SPOTS_MM, board_picture, die_mm, five_dice, lit, outline_of, tray, with_hand
from tests.vision.table import die_at, reading_of
from vision.find.board import find_board, is_in_place
from vision.frame import Frame
from vision.preprocess import resized
from vision.watch.hand import backdrop_of, is_hand_in_view
from vision.watch.places import Places
from vision.watch.settle import Motion, SettlePolicy, Settler, lies_as_read

MS = 1_000_000
STEP_MS = 66


def rested():
    return board_picture(five_dice())[0]


@cache
def with_one_die_at(x, turn_deg=0.0):
    return board_picture((*five_dice()[:4], die_mm(x, -20.0, face=4, turn_deg=turn_deg)))[0]


def watched(frames, settler=None, start_ms=0):
    settler = settler or Settler()
    return [settler.observe(replace(frame, exposed_ns=(start_ms + STEP_MS * i) * MS)) for i, frame in enumerate(frames)]


def motions(frames, settler=None, start_ms=0):
    return [one.motion for one in watched(frames, settler, start_ms)]


@pytest.fixture
def settled():
    settler = Settler()
    assert motions([rested()] * 15, settler)[-1] is Motion.STILL
    return settler


def test_a_board_is_still_after_its_time_and_says_since_when():
    said = watched([rested()] * 12)
    assert said[0].motion is Motion.MOVING
    first_still = next(i for i, one in enumerate(said) if one.motion is Motion.STILL)
    since_ms = said[first_still].since_ns // MS
    assert since_ms <= 2 * STEP_MS
    assert first_still * STEP_MS - since_ms >= 300
    assert first_still * STEP_MS <= 600
    patient = motions([rested()] * 40, Settler(policy=SettlePolicy(still_ns=2_000 * MS)))
    assert (patient[28], patient[-1]) == (Motion.MOVING, Motion.STILL)
    assert motions([Frame(np.zeros((1, 1, 3), np.uint8))] * 12)[-1] is Motion.STILL  # one pixel


def test_a_die_lies_as_read_in_another_light_and_size_not_with_another_face_turned_pushed_or_out_of_the_picture():
    still, found = board_picture(five_dice())
    read = replace(reading_of(replace(die_at((0.0, 0.0), 0), detection=die) for die in found), size_wh=still.size_wh)
    assert lies_as_read(read, still, lit(still, 0.8, noise=2.0))
    large = Frame(resized(still.pixels, (1440, 1440)))
    assert lies_as_read(read, large, lit(large, 1.0, noise=12.0))  # of a large picture each pixel is noisy
    small = Frame(resized(still.pixels, (320, 320)))
    assert lies_as_read(read, small, small)
    assert not lies_as_read(read, small, still)
    *others, last = five_dice()
    x, y, _ = last.position_mm
    for other in (die_mm(x, y, 5, 68.0), die_mm(x, y, 4, 70.0), die_mm(x + 1.0, y, 4, 68.0)):
        assert not lies_as_read(read, still, board_picture((*others, other))[0])
    assert not lies_as_read(replace(read, size_wh=(100, 100)), still, still)
    assert lies_as_read(replace(read, dice=()), still, still)


def flicker(i):
    return 1 + 0.12 * float(np.sin(2.8 * i))


def bands(i):
    rows = np.arange(480) / 480
    return (1 + 0.12 * np.sin(2 * np.pi * (2.3 * rows + 0.2 * i)))[:, None, None]


def on_bright_felt(i):
    frame, _ = board_picture((die_mm(-60.0 + 8 * (i % 4), 0.0),), tray(RimShape.ROUND, (205, 190, 160)))
    return lit(frame, flicker(i), noise=2.0, seed=i)


@pytest.mark.parametrize(
    "frame_at",
    [
        lambda i: with_one_die_at(-60.0 + 8 * (i % 4)),  # on its way
        lambda i: with_one_die_at(60.0, turn_deg=12.0 * (i % 3)),  # rocking
        lambda i: lit(with_one_die_at(-60.0 + 8 * (i % 4)), flicker(i), noise=4.0, seed=i),
        on_bright_felt,
    ],
)
def test_a_die_on_its_way_keeps_the_board_moving_in_noise_and_flicker_too(frame_at):
    assert {(one.motion, one.since_ns) for one in watched(map(frame_at, range(10)))} == {(Motion.MOVING, 0)}


def test_a_creeping_die_is_noticed_though_no_two_frames_differ(settled):
    def crept(px):
        pixels = with_one_die_at(80.0).pixels.copy()
        shift = np.array([[1.0, 0.0, -px], [0.0, 1.0, 0.0]])
        pixels[210:320, 290:400] = cv2.warpAffine(pixels, shift, (480, 480))[210:320, 290:400]
        return Frame(pixels)

    assert Motion.MOVING in motions([crept(0.8 * i) for i in range(20)], settled, start_ms=1000)[5:]


def test_a_hand_passing_makes_the_board_move_and_come_to_rest_again(settled):
    tips = [(480.0 - 40 * i, 240.0) for i in range(6)]
    passing = [with_hand(rested(), tip, 0.0) for tip in (*tips, *reversed(tips))]
    moving = motions(passing, settled, start_ms=1000)
    after = watched([rested()] * 15, settled, start_ms=1000 + STEP_MS * len(passing))
    assert (moving[3], after[-1].motion) == (Motion.MOVING, Motion.STILL)
    assert after[-1].since_ns >= (1000 + STEP_MS * (len(passing) - 2)) * MS


@pytest.mark.parametrize(
    ("light", "noise"), [(flicker, 3.0), (bands, 3.0), (lambda i: np.exp(-0.015 * i), 3.0), (lambda _: 1.0, 8.0)]
)
def test_changing_light_and_a_cameras_noise_do_not_move_the_board(light, noise):
    assert set(motions([lit(rested(), light(i), noise=noise, seed=i) for i in range(35)])[12:]) == {Motion.STILL}


def test_what_moves_beside_the_board_does_not_count():
    hands = [with_hand(rested(), (455.0, 20.0 + 2 * i), -30.0) for i in range(15)]
    assert (motions(hands, Settler(outline_of(five_dice())))[-1], motions(hands)[-1]) == (Motion.STILL, Motion.MOVING)


def test_a_settler_told_of_a_board_forgets_what_it_saw_elsewhere(settled):
    settled.watch(outline_of(five_dice()))
    assert motions([rested()], settled, start_ms=1000) == [Motion.MOVING]
    settled.watch(outline_of(five_dice()))  # the same board again: nothing to forget
    assert motions([rested()] * 12, settled, start_ms=1066)[-1] is Motion.STILL


@pytest.mark.parametrize(("start_ms", "rows"), [(60_000, 480), (-5_000, 480), (1_000, 300)])
def test_after_a_gap_a_step_back_in_time_or_another_frame_size_nothing_is_known(settled, start_ms, rows):
    assert motions([Frame(np.ascontiguousarray(rested().pixels[:rows]))], settled, start_ms=start_ms) == [Motion.MOVING]


ELSEWHERE = tuple(die_mm(y, x, face=2) for x, y in SPOTS_MM)
SKINS = [(255, 219, 190), (224, 172, 140), (198, 134, 100), (141, 85, 36), (90, 56, 37)]
MIDDLE = (240.0, 240.0)


@pytest.fixture(scope="module")
def at_rest():
    """Return a frame of five dice on their board, the dice, the board and how it looks at rest."""
    frame, dice = board_picture(five_dice())
    return frame, dice, outline_of(five_dice()), backdrop_of(frame, dice)


@pytest.mark.parametrize(("skin", "from_deg"), list(zip(SKINS, (0.0, 135.0, 250.0, 30.0, 60.0), strict=True)))
def test_a_hand_is_seen_by_the_felts_colour_alone_and_against_the_board_at_rest(at_rest, skin, from_deg):
    frame, dice, board, backdrop = at_rest
    reached = with_hand(frame, MIDDLE, from_deg, skin=skin)
    assert is_hand_in_view(reached, dice, board=board)
    assert is_hand_in_view(reached, dice, backdrop=backdrop)
    assert not is_hand_in_view(reached, dice)  # with neither outline nor past


def test_dice_thrown_elsewhere_and_a_change_of_light_are_no_hand(at_rest):
    frame, dice, board, backdrop = at_rest
    assert not is_hand_in_view(frame, dice, board=board)
    after, lie = board_picture(ELSEWHERE)
    assert not is_hand_in_view(after, lie, board=board, backdrop=backdrop)
    for gain in (0.75, 1.2):
        assert not is_hand_in_view(lit(frame, gain, noise=3.0), dice, board=board, backdrop=backdrop)


@pytest.mark.parametrize("rgb", [(150, 20, 30), (20, 40, 130), (22, 96, 58)])
def test_felt_half_in_the_shade_is_no_hand_by_the_colour_of_either_half_nor_another_board_and_a_hand_is_seen(rgb):
    frame, dice = board_picture(five_dice(), tray(RimShape.SQUARE, rgb))
    hand, shade = with_hand(frame, MIDDLE, 60.0), np.where(np.arange(480) < 290, 0.5, 1.0)[None, :, None]
    for board in map(find_board, (frame, lit(frame, 0.5))):
        assert [is_hand_in_view(lit(seen, shade), dice, board=board) for seen in (frame, hand)] == [False, True]
        assert is_in_place(board, lit(frame, shade))


def test_a_missed_die_a_cluster_and_the_bare_felt_it_leaves_are_no_hand(at_rest):
    frame, dice, _, _ = at_rest
    empty, _ = board_picture()
    board, bare = outline_of(), backdrop_of(empty, ())
    assert not is_hand_in_view(frame, dice[:4], board=board, backdrop=bare)
    cluster, lie = board_picture(tuple(die_mm(17.0 * (i % 3) - 17, 17.0 * (i // 3), turn_deg=0.0) for i in range(5)))
    assert not is_hand_in_view(cluster, lie, board=board)
    assert not is_hand_in_view(cluster, lie, backdrop=bare)
    assert not is_hand_in_view(empty, (), board=board, backdrop=backdrop_of(cluster, lie))
    assert not is_hand_in_view(empty, (), board=board)
    assert is_hand_in_view(with_hand(empty, MIDDLE, 60.0), (), board=board)


def test_a_board_of_another_colour_than_expected_is_no_hand_and_a_hand_over_it_is_seen_once_it_was_at_rest(at_rest):
    frame, dice, board, backdrop = at_rest
    mistaken = replace(board, felt_lab=(17.0, 160.0, 160.0))
    assert not is_hand_in_view(frame, dice, board=mistaken)
    assert is_hand_in_view(with_hand(frame, MIDDLE, 60.0), dice, board=mistaken, backdrop=backdrop)


def test_a_rim_inside_the_outline_and_a_hand_beside_the_board_do_not_count(at_rest):
    frame, dice, board, _ = at_rest
    middle = np.mean(board.polygon, axis=0)
    wide = replace(board, polygon=tuple(tuple(middle + 1.12 * (np.array(each) - middle)) for each in board.polygon))
    aside = replace(board, polygon=tuple((x - 32, y) for x, y in board.polygon))
    assert [is_hand_in_view(frame, dice, board=each) for each in (wide, aside)] == [False, False]
    assert not is_hand_in_view(with_hand(frame, (452.0, 30.0), -45.0), dice, board=board)


def test_where_dice_lay_the_backdrop_learns_from_later_frames(at_rest):
    begun = at_rest[3]
    known = backdrop_of(*board_picture(ELSEWHERE), before=begun)
    assert not begun.known.all()
    assert known.known.sum() > begun.known.sum()


def test_one_frame_tells_which_dice_were_taken_unless_something_else_is_about_or_the_bare_board_is_not_known(at_rest):
    frame, dice, board, backdrop = at_rest
    places, bare = Places(frame, dice), backdrop_of(board_picture()[0], ())
    left = board_picture(five_dice()[1:])[0]
    for now in (left, lit(left, 0.8), Frame(cv2.resize(left.pixels, (300, 300)))):
        assert places.bare(now, bare, board) == (True, False, False, False, False)
    assert places.bare(frame, bare, board) == (False,) * 5
    elsewhere_mm = (30, 60), (-36, -20), (-56, -40)  # thrown, pushed, knocked a little
    others = (board_picture((die_mm(*at_mm), *five_dice()[1:]))[0] for at_mm in elsewhere_mm)
    for now in (*others, *(with_hand(left, MIDDLE, 30.0, skin=skin) for skin in SKINS)):
        assert places.bare(now, bare, board) is None
    assert places.bare(left, backdrop, board) is None
    assert places.bare(left, backdrop_of(left, ()), board) is None  # dice that look like the board


def test_a_die_that_lies_again_was_hidden_not_taken_and_glances_at_one_thrown_there_change_nothing(at_rest):
    frame, dice, board, _ = at_rest
    places, bare = Places(frame, dice), backdrop_of(board_picture()[0], ())
    left, taken = board_picture(five_dice()[1:])[0], (True, *[False] * 4)
    shown = [(frame, None), (left, taken), (frame, None), *[(left, taken)] * 9, *[(frame, taken)] * 4, (frame, None)]
    for now, said in shown:
        places.glance(now, bare, board)
        assert places.taken == said


def test_of_black_dice_on_a_bright_board_one_frame_tells_too_unless_one_lies_elsewhere(at_rest):
    _, dice, board, _ = at_rest
    empty = board_picture((), tray(RimShape.ROUND, (205, 190, 160)))[0]

    def with_black(*quads):
        pixels = empty.pixels.copy()
        for quad in quads:
            cv2.fillConvexPoly(pixels, np.round(quad).astype(np.int32), (60, 56, 47))
        return Frame(pixels)

    first, *others = (np.array(die.quad) for die in dice)
    places, bare = Places(with_black(first, *others), dice), backdrop_of(empty, ())
    assert places.bare(with_black(*others), bare, board) == (True, *[False] * 4)
    assert places.bare(with_black(first + 60, *others), bare, board) is None
