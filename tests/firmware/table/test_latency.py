"""The stopwatch, on a clock and a processor moved by hand; how fast anything is does not matter here."""

from __future__ import annotations

import json

import pytest

from firmware.table.latency import PressPart as Part
from firmware.table.latency import PressTimes, Spent, Stopwatch, TimedModels
from tests.doubles.clock import ManualClock
from vision.frame import Frame

MS = 1_000_000
READING = (
    Part.WAIT,
    Part.LOOK,
    Part.CAPTURE,
    Part.LOOK,
    Part.DETECT,
    Part.CLASSIFY,
    Part.LOOK,
)
THERE = (Part.SESSION, Part.TELL, Part.STORE)


class Desk:
    """A stopwatch and the time of its clock; the processor works a quarter of it."""

    def __init__(self) -> None:
        self.clock = ManualClock(0)
        self.watch = Stopwatch(self.clock.now_ns, lambda: self.clock.now_ns() // 4)

    def laps(self, *stages: Part, each_ms: int = 8) -> Desk:
        for stage in stages:
            self.clock.sleep(each_ms * 1e-3)
            self.watch.lap(stage)
        return self

    def answered(self, number: int = 1) -> PressTimes:
        self.watch.begin(self.clock.now_ns())
        self.laps(*READING, *THERE)
        self.watch.end(number)
        return self.watch.answers[-1]


def test_the_stages_add_up_to_the_whole_answer():
    desk = Desk()
    desk.clock.sleep(0.1)
    desk.watch.begin(pressed_ns=0)
    desk.laps(*READING, *THERE)
    desk.watch.end(number=3)
    (answer,) = desk.watch.answers
    assert desk.clock.now_ns() == sum(each.wall_ns for each in answer.spent.values())
    assert answer.spent[Part.PRESS] == Spent(100 * MS)
    assert answer.spent[Part.LOOK] == Spent(24 * MS, 6 * MS), "what comes again is one stage"
    assert (answer.number, answer.pressed_ns, answer.stored_ns) == (3, 0, desk.clock.now_ns())


def test_the_way_to_the_store_begins_with_the_newest_frame():
    desk = Desk()
    desk.watch.begin(0)
    desk.laps(Part.WAIT, Part.CAPTURE, Part.DETECT, Part.CAPTURE, Part.DETECT, Part.LOOK, *THERE)
    desk.watch.end(1)
    assert desk.watch.answers[0].after_frame == Spent(40 * MS, 10 * MS)


def test_a_page_that_has_painted_says_how_long_it_took_and_the_rest_was_the_way_to_it():
    desk = Desk()
    desk.answered()
    desk.clock.sleep(0.040)
    painted = desk.watch.painted(1, paint_ns=32 * MS)
    assert painted == desk.watch.answers[-1]
    assert painted.spent[Part.PUSH] == Spent(8 * MS, 10 * MS)
    assert painted.spent[Part.PAINT] == Spent(32 * MS)
    assert sum(each.wall_ns for each in painted.spent.values()) == desk.clock.now_ns()
    assert list(painted.spent)[-2:] == [Part.PUSH, Part.PAINT]


@pytest.mark.parametrize("number", [0, 2])
def test_a_page_that_painted_another_answer_is_not_believed(number: int):
    desk = Desk()
    before = desk.answered(1)
    assert desk.watch.painted(number, 0) is None
    assert desk.watch.answers == (before,)


def test_the_first_page_to_paint_counts():
    desk = Desk()
    desk.answered()
    first = desk.watch.painted(1, 0)
    desk.clock.sleep(1)
    assert desk.watch.painted(1, 0) is None
    assert desk.watch.answers == (first,)


def test_nobody_paints_before_there_was_an_answer():
    assert Desk().watch.painted(1, 0) is None


def test_a_page_cannot_have_painted_for_longer_than_it_was_shown():
    desk = Desk()
    desk.answered()
    desk.clock.sleep(0.005)
    painted = desk.watch.painted(1, paint_ns=60 * MS)
    assert (painted.spent[Part.PUSH].wall_ns, painted.spent[Part.PAINT].wall_ns) == (0, 5 * MS)


def test_readings_that_nobody_pressed_for_take_no_time_of_an_answer():
    desk = Desk().laps(Part.LOOK, Part.CAPTURE, Part.DETECT)
    desk.watch.begin(desk.clock.now_ns())
    desk.laps(Part.CAPTURE, Part.DETECT, Part.LOOK)  # a board that had just come to rest
    desk.laps(*READING, Part.SESSION)
    desk.laps(Part.CAPTURE, Part.DETECT, Part.LOOK)  # and one that does while the throw is stored
    desk.laps(Part.TELL, Part.STORE)
    desk.watch.end(1)
    answer = desk.watch.answers[0]
    assert answer.spent[Part.WAIT].wall_ns == 32 * MS, "what the board was read for meanwhile was waited for"
    assert answer.spent[Part.DETECT].wall_ns == 8 * MS
    assert answer.spent[Part.TELL].wall_ns == 32 * MS


def test_a_press_that_was_not_answered_is_forgotten():
    desk = Desk()
    desk.watch.begin(0)
    desk.laps(Part.WAIT, Part.CAPTURE)
    desk.watch.end(1)
    assert desk.watch.answers == ()
    assert desk.answered().spent[Part.CAPTURE].wall_ns == 8 * MS


def test_an_answer_that_was_not_stored_says_so():
    desk = Desk()
    desk.watch.begin(0)
    desk.laps(*READING, Part.SESSION, Part.TELL)
    desk.watch.end(1)
    assert (desk.watch.answers[0].stored_ns, Part.STORE in desk.watch.answers[0].spent) == (None, False)


def test_a_press_told_before_it_happened_took_no_time():
    desk = Desk()
    desk.watch.begin(pressed_ns=5)
    desk.laps(*READING, *THERE)
    desk.watch.end(1)
    assert desk.watch.answers[0].spent[Part.PRESS] == Spent()


def test_only_so_many_answers_are_kept():
    desk = Desk()
    for number in range(230):
        desk.answered(number)
    assert [answer.number for answer in desk.watch.answers] == list(range(30, 230))


def test_an_answer_is_said_in_words_and_as_data():
    desk = Desk()
    answer = desk.answered()
    assert str(answer).startswith("a press was answered in 80 ms (press 0, wait-for-still 8, look 24, capture 8")
    data = json.loads(json.dumps(answer.as_data()))
    assert data["spent"]["store"] == [8 * MS, 2 * MS]
    assert data["after_frame"] == [56 * MS, 14 * MS]
    assert (data["number"], data["stored_ns"]) == (1, answer.stored_ns)


def test_finding_and_reading_are_laps_of_their_own():
    desk = Desk()
    frame = Frame.__new__(Frame)

    class Eyes:
        def detect(self, seen, /):
            desk.clock.sleep(0.003)
            return (seen,)

        def classify(self, seen, quads, /):
            desk.clock.sleep(0.005)
            return [seen, *quads]

    desk.watch.begin(0)
    desk.laps(Part.WAIT, Part.CAPTURE)
    desk.clock.sleep(0.001)
    models = TimedModels(Eyes(), Eyes(), desk.watch)
    assert models.detect(frame) == (frame,)
    assert models.classify(frame, ["a"]) == [frame, "a"]
    desk.laps(Part.LOOK, *THERE)
    desk.watch.end(1)
    spent = desk.watch.answers[0].spent
    took = [spent[stage].wall_ns // MS for stage in (Part.LOOK, Part.DETECT, Part.CLASSIFY)]
    assert took == [9, 3, 5]
