"""The eye watching a board through a camera whose every frame the test decides, and looking away from it."""

import threading
from dataclasses import replace

import pytest

from firmware.commands.sighted import Watcher
from firmware.errors import CameraLostError
from firmware.session import events, vocabulary
from firmware.table.eye_parts import FILM_FRAMES, Blindfold, EyePolicy
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import CALM_LOOKS, IN_A_ROW, STEP_NS, BoardCamera, Watch, press
from vision.reading import EyeDoubt, Reading, Verdict
from vision.watch.track import Hold, HoldFinding

BEFORE = reading("99XKA", at=IN_A_ROW)


def test_movement_is_said_once_and_so_is_rest_which_is_read_once_without_a_press():
    watch = Watch().look(20)
    assert (watch.kinds, watch.reader.frames_read) == ([events.BoardMoving, events.BoardStill], [EyePolicy().frames])
    watch.said.clear()
    watch.camera.place = None
    watch.look(5)
    assert watch.said == [events.BoardMoving()]
    watch.camera.place = 90
    assert watch.look(15).kinds == [events.BoardMoving, events.BoardStill]


def test_a_board_that_has_lain_still_for_long_is_looked_at_less_often_until_something_moves():
    watch = Watch().look(20)
    assert (watch.eye.pause_s, watch.look(CALM_LOOKS).eye.pause_s) == (0.0, EyePolicy().calm_pause_s)
    watch.camera.place = 90
    assert (watch.look().eye.pause_s, watch.said[-1]) == (0.0, events.BoardMoving())
    watch.look(CALM_LOOKS).camera.is_lost = True
    watch.look().camera.is_lost = False
    assert watch.look().eye.pause_s == 0.0  # a camera that was opened again
    assert watch.look(20).press(1).eye.pause_s == EyePolicy().calm_pause_s  # answered: the page paints, undisturbed
    assert watch.look().eye.pause_s == 0.0


def test_a_press_ends_the_pause_and_none_follows_before_it_is_answered():
    watch = Watch(calm_pause_s=3600.0).look(CALM_LOOKS)
    assert watch.is_woken_by(watch.eye.heed)
    assert watch.is_woken_by(lambda: watch.eye.read(press(watch.camera)))
    assert watch.eye.pause_s == 0.0
    watch.look(3)
    assert isinstance(watch.said[-1], events.ReadingTaken)
    assert watch.eye.pause_s == 3600.0


def test_a_press_in_motion_waits_for_stillness_and_a_board_that_never_rests_ends_it_in_words():
    watch = Watch().settle().stir().press(10)
    assert watch.said == []
    watch.camera.place = 60
    assert watch.look(15).kinds == [events.ReadingTaken]
    watch = Watch(patience_ns=10 * STEP_NS).settle().stir().press(15)
    assert watch.said == [events.ReadingFailed(vocabulary.NoticeKey.STILL_MOVING)]


def rolled(between: Reading, after: Reading, *, moves: bool = False) -> Watch:
    """Return a watch that knows `BEFORE` and saw a board at rest between two rolls, or dice roll while it was read."""
    watch = Watch(BEFORE, between, after).settle()
    watch.eye.accept(BEFORE)
    watch.camera.meanwhile["capture"] = lambda: moves and setattr(watch.camera, "place", 100)
    watch.roll().camera.meanwhile.clear()
    return watch


def hold_of(watch: Watch, place: int = 90) -> Hold:
    """Return what is found to be held of the dice that come to rest."""
    watch.camera.place = place
    return watch.press(15, before=BEFORE).said[-1].hold


def test_what_remained_while_the_others_were_in_the_cup_is_held_even_where_it_was_pushed_unless_nobody_looked():
    pushed = ((510.0, 468.0), (730.0, 468.0))  # at the edges of what the camera sees
    remaining = reading("KA", at=pushed, verdict=Verdict.WRONG_COUNT)
    after = reading("KAQQJ", at=(*pushed, (200.0, 300.0), (300.0, 420.0), (420.0, 310.0)))
    assert hold_of(rolled(remaining, after).stir()).flags == (True, True, False, False, False)
    for unseen in (rolled(remaining, after).glance_away(), rolled(remaining, after, moves=True).stir()):
        assert hold_of(unseen).flags == (False,) * 5


def test_a_hand_in_view_says_nothing_of_what_remained_nor_does_a_finished_throw_of_which_a_die_was_missed():
    hand = reading("9", verdict=Verdict.HAND_IN_VIEW)
    assert hold_of(rolled(hand, BEFORE).stir()).finding is HoldFinding.NOTHING_THROWN
    places = tuple((200.0 + 130 * i, 700.0) for i in range(5))
    missed = reading("JQQK", at=places[:4], verdict=Verdict.WRONG_COUNT)
    assert hold_of(rolled(missed, reading("JQQKA", at=places)), place=60).flags == (False,) * 5


def test_a_lost_camera_is_said_once_given_back_and_opened_again():
    watch = Watch().settle()
    watch.eye.read(press(watch.camera))
    watch.camera.is_lost = True
    assert ([watch.eye.look() for _ in range(2)], watch.said) == ([False, False], [events.CameraLost()])
    assert watch.camera.is_closed
    watch.camera.is_lost = False
    assert watch.eye.look()
    assert watch.said[:2] == [events.CameraLost(), events.CameraBack()]
    assert events.ReadingTaken not in watch.look(20).kinds  # the press died with the camera
    watch.camera.is_closed = False
    watch.eye.close()
    assert watch.camera.is_closed


def test_pictures_of_recent_readings_are_kept_and_old_ones_are_not():
    watch = Watch(frames_kept=2).settle()
    for _ in range(3):
        watch.press(2)
    first, *_, last = (each.reading for each in watch.said)
    assert (watch.eye.picture_of(last.exposed_ns)[1], watch.eye.picture_of(first.exposed_ns)) == (last, None)


def test_the_newest_throw_is_kept_as_it_fell_until_the_eye_looks_away():
    watch = Watch().settle()
    watch.roll().press()
    (first,) = watch.said_of(events.ReadingTaken)
    fell = [watch.eye.film.jpeg(first.reading.exposed_ns, number) for number in range(FILM_FRAMES)]
    assert fell[0].startswith(b"\xff\xd8")
    assert (fell[-1], watch.eye.film.jpeg(first.reading.exposed_ns - 1, 0)) == (None, None)
    watch.roll().press()
    second = watch.said_of(events.ReadingTaken)[-1]
    assert watch.eye.film.jpeg(second.reading.exposed_ns, 0)
    assert watch.eye.film.jpeg(first.reading.exposed_ns, 0) is None
    watch.eye.look_away(True)
    assert watch.eye.film.jpeg(second.reading.exposed_ns, 0) is None


def test_a_camera_that_measures_light_is_asked_once_a_minute_at_rest():
    watch = Watch(camera=type("Metering", (BoardCamera,), {"lux": lambda self: self.now_ns / 1e9})())
    watch.settle().roll()
    assert watch.said_of(events.LightMeasured) == []  # it was asked when the board first lay still
    watch.camera.now_ns += 60 * 10**9
    (measured,) = watch.roll().said_of(events.LightMeasured)
    assert measured.lux > 60


def labels_of(taken: Reading) -> str:
    return "".join(str(die.label) for die in taken.dice)


def labelled(taken: Reading, *labels: int) -> Reading:
    dice = (replace(die, label=label) for die, label in zip(taken.dice, labels, strict=True))
    return replace(taken, dice=tuple(dice))


def test_what_was_put_right_is_told_once_the_throw_is_over_and_only_as_it_was_in_the_end():
    told = []

    def put_right(frame, read: Reading, right: Reading) -> None:
        assert frame.exposed_ns == read.exposed_ns == right.exposed_ns
        told.append((labels_of(read), labels_of(right)))

    watch = Watch(hooks={"put_right": put_right})

    def taken() -> Reading:
        return watch.press(20).said_of(events.ReadingTaken)[-1].reading

    first = taken()
    for right in (first, labelled(first, 0, 0, 1, 2, 5), labelled(first, 0, 0, 1, 3, 5)):
        watch.eye.accept(right)
    assert told == []
    watch.eye.accept(labelled(taken(), 1, 0, 1, 4, 5))
    assert told == [("00145", "00135")]
    for _ in range(2):
        watch.eye.accept(None)  # the end of a game is the end of its throw
    assert told[1:] == [("00145", "10145")]
    watch.eye.accept(reading("99XKA", exposed_ns=77))  # its frame is no longer kept
    watch.eye.accept(None)
    assert len(told) == 2


HERE, THERE = ((300.0, 300.0),), ((700.0, 500.0),)
ONE = reading("Q", at=HERE)
NO_DICE = reading("", verdict=Verdict.EMPTY)


def said_of(watch: Watch) -> events.BoardStill:
    """Let something move and rest, and return what is said of the board."""
    return watch.roll().said_of(events.BoardStill)[0]


def test_a_press_asks_for_as_many_dice_as_it_says_and_one_that_lies_as_before_was_not_thrown():
    watch = Watch(ONE).settle()
    watch.press(before=ONE, dice=1).press(before=reading("Q", at=THERE), dice=1)
    assert watch.reader.dice_asked[-1] == 1
    assert [taken.hold.finding is HoldFinding.NOTHING_THROWN for taken in watch.said] == [True, False]
    five = reading("99XKA")
    assert Watch(five).settle().press(before=five, dice=1).said[-1].hold is None  # five are not compared with one


@pytest.mark.parametrize(
    ("dice", "seen", "is_new"),
    [
        (1, ONE, True),
        (1, NO_DICE, False),
        (1, reading("QK", at=(*HERE, *THERE), verdict=Verdict.WRONG_COUNT), False),
        (5, reading("Q", at=HERE, verdict=Verdict.WRONG_COUNT), False),
        (5, reading("99XKA"), True),
    ],
)
def test_as_many_dice_as_are_played_with_are_new(dice, seen, is_new):
    watch = Watch(seen).settle()
    watch.eye.expect(dice)
    assert said_of(watch).is_new is is_new


def test_a_die_that_half_the_frames_show_is_looked_at_once_more_in_newer_ones_before_anybody_is_asked():
    clear, six = reading("99XKA"), reading("99XKAA", verdict=Verdict.WRONG_COUNT)
    faint = tuple(replace(die, doubt=EyeDoubt.PERHAPS_NO_DIE) for die in clear.dice)
    unsure = replace(clear, dice=faint, verdict=Verdict.NOT_SURE)
    for plan, said, looks in (
        ((unsure, clear), Verdict.CLEAR, 2),
        ((unsure,), Verdict.NOT_SURE, 2),
        ((replace(clear, verdict=Verdict.NOT_SURE),), Verdict.NOT_SURE, 1),
        ((replace(six, dice=(*faint, six.dice[5])),), Verdict.WRONG_COUNT, 1),
    ):
        watch = Watch(*plan).look(20)
        (still,) = watch.said_of(events.BoardStill)
        assert (still.reading.verdict, watch.reader.frames_read) == (said, [EyePolicy().frames] * looks)
        assert watch.camera.captured_ns == sorted(set(watch.camera.captured_ns))


def test_one_die_that_lies_as_before_is_not_new_and_what_remained_of_five_dice_says_nothing_of_it():
    watch = Watch(ONE).settle()
    watch.eye.expect(1)
    watch.eye.accept(ONE)
    assert not said_of(watch).is_new
    watch.reader.plan[0] = reading("Q", at=THERE)
    assert said_of(watch).is_new
    watch = Watch(reading("99XKA")).settle()
    assert watch.reader.dice_asked == [5]
    watch.eye.accept(reading("9", at=HERE, exposed_ns=7))
    watch.reader.plan[0] = NO_DICE
    said_of(watch)  # all dice in the cup
    watch.stir().eye.expect(1)
    watch.reader.plan[0] = reading("9", at=HERE, verdict=Verdict.CLEAR)
    watch.camera.place = 60
    assert not watch.look(15).said[-1].is_new


REFUSED = [events.ReadingFailed(vocabulary.NoticeKey.LOOKED_AWAY)]


def test_a_blindfold_hides_all_while_it_is_on_and_what_is_older_once_it_is_off():
    on = Blindfold().worn(True, 5).worn(True, 7)
    assert (Blindfold().hides(0), on.hides(4), on.hides(6)) == (False, True, True)
    seeing = on.worn(False, 9).worn(False, 20)
    assert [seeing.hides(exposed_ns) for exposed_ns in (4, 8, 9)] == [True, True, False]
    assert seeing.worn(True, 30).worn(False, 40).hides(39)


def away(**policy: float) -> Watch:
    """Return a watch whose eye has just turned away from a board at rest."""
    watch = Watch(**policy).settle()
    watch.eye.look_away(True)
    watch.camera.previews = 0
    watch.camera.captured_ns.clear()
    return watch


def test_while_away_no_frame_is_taken_nothing_is_said_and_the_camera_stays_open():
    watch = away()
    assert watch.eye.pause_s == EyePolicy().calm_pause_s
    watch.camera.place = None
    watch.eye.read(press(watch.camera))
    assert watch.look(30).said == []
    assert (watch.camera.previews, watch.camera.captured_ns, watch.camera.is_closed) == (0, [], False)
    assert watch.eye.look()
    assert watch.eye.pause_s == EyePolicy().calm_pause_s  # it sleeps between rounds even if a press waits
    watch.eye.look_away(False)
    assert watch.eye.pause_s == 0.0


def test_a_press_is_answered_from_frames_not_older_than_the_return():
    watch = away(patience_ns=20 * STEP_NS)
    watch.eye.read(press(watch.camera))
    watch.eye.look_away(True)
    watch.camera.now_ns += 1000 * STEP_NS  # far longer than a press has patience
    watch.eye.look_away(False)
    returned_ns = watch.camera.now_ns
    (taken,) = watch.look(20).said_of(events.ReadingTaken, events.ReadingFailed)
    assert taken.reading.exposed_ns >= returned_ns
    assert min(watch.camera.captured_ns) >= returned_ns


def test_on_return_the_board_is_settled_anew_and_movement_is_said_again():
    watch = away()
    watch.camera.now_ns += 3 * STEP_NS  # no gap that would make the settler start anew by itself
    watch.eye.look_away(False)
    assert watch.look().said == [events.BoardMoving()]
    assert watch.look(15).kinds == [events.BoardMoving, events.BoardStill]
    watch.stir()
    watch.glance_away()
    assert watch.look(3).said == [events.BoardMoving()]


MOMENTS = pytest.mark.parametrize("at", ["preview", "capture", "read"])


@MOMENTS
@pytest.mark.parametrize("turns", [(True,), (True, False)], ids=["away", "away-and-back"])
def test_a_press_being_answered_when_the_eye_turns_away_is_refused_and_its_reading_not_kept(at, turns):
    watch = Watch().settle()

    def turn() -> None:
        watch.camera.meanwhile.clear()
        watch.camera.captured_ns.clear()
        watch.reader.frames_read.clear()
        for is_away in turns:
            watch.camera.now_ns += STEP_NS
            watch.eye.look_away(is_away)

    watch.camera.meanwhile[at] = turn
    watch.press(1)
    assert (watch.camera.captured_ns, watch.reader.frames_read) == ([], [])
    assert (watch.look(3).said_of(events.ReadingTaken, events.ReadingFailed), watch.eye._frames) == (REFUSED, {})


@MOMENTS
def test_a_board_coming_to_rest_when_the_eye_turns_away_is_not_spoken_of(at):
    watch = Watch().settle().stir()
    watch.camera.place, previews = 60, watch.camera.previews

    def turn() -> None:
        if at != "preview" or watch.camera.previews > previews + 3:
            watch.eye.look_away(True)

    watch.reader.frames_read.clear()
    watch.camera.meanwhile[at] = turn
    assert (watch.look(30).said, watch.reader.frames_read) == ([], [EyePolicy().frames] if at == "read" else [])


def test_a_camera_lost_or_back_while_a_frame_was_under_way_is_said_after_the_return():
    watch = Watch().settle()

    def lose() -> None:
        watch.eye.look_away(True)
        watch.camera.is_lost = True
        raise CameraLostError("unplugged")

    watch.camera.meanwhile["preview"] = lose
    assert watch.look(5).said == []
    watch.eye.look_away(False)
    assert not watch.eye.look()
    assert watch.said == [events.CameraLost()]
    watch.said.clear()
    watch.camera.is_lost = False
    watch.camera.meanwhile["preview"] = lambda: watch.eye.look_away(True)
    assert watch.look(3).said == []
    watch.camera.meanwhile.clear()
    watch.eye.look_away(False)
    assert watch.look().said[0] == events.CameraBack()


def test_the_return_wakes_the_thread_and_while_away_its_loop_beats_on():
    watch, beats = away(calm_pause_s=3600.0), threading.Semaphore(0)
    assert watch.is_woken_by(lambda: watch.eye.look_away(False))
    watch = away(calm_pause_s=0.0)
    watcher = Watcher(watch.eye, beats.release)
    watcher.start()
    has_beaten = all(beats.acquire(timeout=10.0) for _ in range(20))
    watcher.close()
    assert has_beaten
    assert watch.camera.previews == 0
