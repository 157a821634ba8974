"""The stopwatch, on a clock moved by hand; how fast anything is does not matter here."""

import json

from firmware.table.latency import ANSWERS_KEPT, PressTimes, Stopwatch
from firmware.table.latency import PressPart as Part
from tests.doubles.clock import ManualClock

MS = 1_000_000
READING = (Part.WAIT, Part.LOOK, Part.CAPTURE, Part.LOOK, Part.DETECT, Part.CLASSIFY, Part.LOOK)
THERE = (Part.SESSION, Part.TELL, Part.STORE)


class Desk:
    def __init__(self) -> None:
        self.clock = ManualClock(0)
        self.watch = Stopwatch(self.clock.now_ns)

    def laps(self, *parts: Part) -> "Desk":
        """Let each part take 8 ms."""
        for part in parts:
            self.clock.sleep(0.008)
            self.watch.lap(part)
        return self

    def answered(self, *parts: Part, number: int = 1) -> PressTimes:
        self.watch.begin(self.clock.now_ns())
        self.laps(*(parts or (*READING, *THERE)))
        self.watch.end(number)
        return self.watch.answers[-1]


def test_the_parts_add_up_to_the_whole_answer_and_the_way_to_the_store_begins_with_the_newest_frame():
    desk = Desk()
    desk.clock.sleep(0.1)
    desk.watch.begin(pressed_ns=0)
    desk.laps(*READING, *THERE).watch.end(number=3)
    (answer,) = desk.watch.answers
    assert desk.clock.now_ns() == sum(answer.spent.values())
    assert answer.spent[Part.PRESS] == 100 * MS
    assert answer.spent[Part.LOOK] == 24 * MS, "what comes again is one part"
    assert (answer.number, answer.pressed_ns, answer.stored_ns) == (3, 0, desk.clock.now_ns())
    answer = Desk().answered(Part.WAIT, Part.CAPTURE, Part.DETECT, Part.CAPTURE, Part.DETECT, Part.LOOK, *THERE)
    assert answer.after_frame_ns == 40 * MS
    assert Desk().answered(Part.WAIT, Part.LOOK, *THERE).after_frame_ns == 32 * MS, "read before the press"


def test_the_first_page_that_has_painted_the_newest_answer_says_how_long_and_the_rest_was_the_way_to_it():
    desk = Desk()
    assert desk.watch.painted(1, 0) is None
    before = desk.answered()
    desk.clock.sleep(0.040)
    assert [desk.watch.painted(number, 0) for number in (0, 2)] == [None, None]
    assert desk.watch.answers == (before,)
    painted = desk.watch.painted(1, paint_ns=32 * MS)
    assert desk.watch.painted(1, 0) is None
    assert desk.watch.answers == (painted,)
    assert list(painted.spent.items())[-2:] == [(Part.PUSH, 8 * MS), (Part.PAINT, 32 * MS)]
    assert sum(painted.spent.values()) == desk.clock.now_ns()
    desk.answered()
    desk.clock.sleep(0.005)
    painted = desk.watch.painted(1, paint_ns=60 * MS)  # no page can have painted for longer than it was shown
    assert (painted.spent[Part.PUSH], painted.spent[Part.PAINT]) == (0, 5 * MS)


def test_readings_that_nobody_pressed_for_take_no_time_of_an_answer():
    desk = Desk().laps(Part.LOOK, Part.CAPTURE, Part.DETECT)
    desk.watch.begin(desk.clock.now_ns())
    desk.laps(Part.CAPTURE, Part.DETECT, Part.LOOK)  # a board that had just come to rest
    desk.laps(*READING, Part.SESSION)
    desk.laps(Part.CAPTURE, Part.DETECT, Part.LOOK)  # and one that does while the throw is stored
    desk.laps(Part.TELL, Part.STORE).watch.end(1)
    spent = desk.watch.answers[0].spent
    assert spent[Part.WAIT] == 32 * MS, "what the board was read for meanwhile was waited for"
    assert (spent[Part.DETECT], spent[Part.TELL]) == (8 * MS, 32 * MS)


def test_a_press_that_was_not_answered_is_forgotten_one_not_stored_says_so_and_one_from_later_took_no_time():
    desk = Desk()
    desk.watch.begin(0)
    desk.laps(Part.WAIT, Part.CAPTURE).watch.end(1)
    assert desk.watch.answers == ()
    desk.watch.begin(pressed_ns=desk.clock.now_ns() + 5)
    desk.laps(*READING, Part.SESSION, Part.TELL).watch.end(1)
    (answer,) = desk.watch.answers
    assert (answer.spent[Part.CAPTURE], answer.spent[Part.PRESS]) == (8 * MS, 0)
    assert (answer.stored_ns, Part.STORE in answer.spent) == (None, False)


def test_only_so_many_answers_are_kept_each_in_words_and_as_data():
    desk = Desk()
    for number in range(ANSWERS_KEPT + 3):
        answer = desk.answered(number=number)
    assert [answer.number for answer in desk.watch.answers] == list(range(3, ANSWERS_KEPT + 3))
    assert str(answer).startswith("a press was answered in 80 ms (press 0, wait-for-still 8, look 24, capture 8")
    data = json.loads(json.dumps(answer.as_data()))
    assert (data["spent"]["store"], data["after_frame"]) == (8 * MS, 56 * MS)
    assert (data["number"], data["stored_ns"]) == (ANSWERS_KEPT + 2, answer.stored_ns)
