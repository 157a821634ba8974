import json
import math
from importlib.util import find_spec

import pytest

from models.evaluate.board_set import board_marks, set_figures
from models.evaluate.holds import HoldFigures, hold_marks
from models.evaluate.report import HELD, cell, marks_elsewhere, marks_table, share_mark, size_mark
from scoring.statistics.share import Share
from tests.models.evaluate.synthetic import five


def test_everything_of_a_set_becomes_json_without_anything_that_is_no_number_and_tables(tmp_path):
    figures = set_figures("x", [five(wrong=1)], tmp_path)
    data = json.loads(json.dumps(figures.as_data(), allow_nan=False))
    assert (data["faces"]["value"], data["faces"]["hits"], data["faces"]["n"]) == (0.8, 4, 5)
    assert data["burning"]["value"] is None
    assert data["confusions"] == [[["9", "10"], 1]]
    assert data["coverage"][0]["threshold"] == 0.0
    assert [row["kind"] for row in data["by"]["face"]] == ["9", "10", "J", "Q", "K"]
    for part in ("boards x", "throws of x", "9→10 1", "size in px", "threshold", "expected calibration error"):
        assert part in figures.as_text()
    assert (cell(math.nan), cell((1.0, math.nan))) == ("–", "1.000  –")


def marks_of(*records):
    return {mark.mark: mark for mark in board_marks(set_figures("x", records))}


def test_a_mark_is_reached_or_missed_by_what_was_measured_and_without_a_case_neither():
    right, wrong = marks_of(five()), marks_of(five(wrong=1))
    for name in ("a die's face, raw", "five dice all right, raw", "wrong dice among accepted readings"):
        assert (right[name].is_reached, wrong[name].is_reached) == (True, False)
    mark = right["burning at ≥ 10° or stacked, recall"]
    assert (mark.is_reached, mark.is_certain, mark.measured) == (None, None, None)
    assert (size_mark((400.0, 500.0)).is_reached, size_mark((600.0, 500.0)).is_reached) == (True, False)


@pytest.mark.parametrize(("hits", "n", "certain"), [(5, 5, False), (10_000, 10_000, True), (50, 100, True)])
def test_a_mark_is_certain_when_its_whole_interval_lies_on_one_side(hits, n, certain):
    assert share_mark("x", "x", 0.999, Share(hits, n)).is_certain is certain


def test_the_table_shows_bound_verdict_and_interval_or_the_command_that_measures():
    text = marks_table([*marks_of(five(wrong=1)).values(), *marks_elsewhere()])
    line = next(line for line in text.splitlines() if "a die's face" in line)
    assert "≥ 0.999  no " in line
    assert "0.800  [0.376, 0.964]  (4 of 5)" in line
    assert "not measured here  (python -m tests.bench.against_yolo)" in text
    commands = {mark.mark: mark.remark for mark in marks_elsewhere()}
    assert commands[HELD] == "(python -m models.evaluate)"
    assert all(find_spec(command.strip("()").split()[2]) for command in commands.values())


def test_a_hold_that_is_wrong_misses_its_mark_and_one_that_is_asked_about_only_the_first():
    some = {"bumped": Share(0, 0), "turned": Share(0, 0), "by_seen": {}, "silent_by_seen": {}}
    for silent, reached in ((Share(0, 2000), [False, True]), (Share(20, 2000), [False, False])):
        told, right, asked = (Share(hits, 2000) for hits in (2000, 1980, 100))
        marks = hold_marks("x", HoldFigures(told=told, right=right, silent=silent, asked=asked, **some))
        assert [mark.is_reached for mark in marks] == reached
        assert marks[1].share == Share(2000 - silent.hits, 2000)
