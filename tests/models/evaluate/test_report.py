import json
import math
from importlib.util import find_spec

import pytest

from models.evaluate.board_set import board_marks, set_figures
from models.evaluate.holds import HoldFigures, hold_marks
from models.evaluate.report import HELD, cell, marks_elsewhere, marks_table, size_mark
from scoring.statistics.share import Share
from tests.models.evaluate.synthetic import five


def test_everything_of_a_set_becomes_json_without_anything_that_is_no_number(tmp_path):
    data = set_figures("x", [five(wrong=1)], tmp_path).as_data()
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text)["faces"] == {"value": 0.8, "low": data["faces"]["low"], "high": data["faces"]["high"],
                                         "hits": 4, "n": 5}  # fmt: skip
    assert data["burning"]["value"] is None
    assert data["confusions"] == [[["9", "10"], 1]]
    assert data["coverage"][0]["threshold"] == 0.0
    assert [row["kind"] for row in data["by"]["face"]] == ["9", "10", "J", "Q", "K"]


def test_the_tables_of_a_set_show_every_part(tmp_path):
    text = set_figures("x", [five(wrong=1)], tmp_path).as_text()
    for part in ("boards x", "throws of x", "9→10 1", "size in px", "threshold", "expected calibration error"):
        assert part in text


def test_what_is_not_known_is_shown_as_a_dash():
    assert cell(math.nan) == "–"
    assert cell((1.0, math.nan)) == "1.000  –"


def marks_of(*records):
    return {mark.mark: mark for mark in board_marks(set_figures("x", records))}


def test_a_mark_is_reached_or_missed_by_what_was_measured():
    right, wrong = marks_of(five()), marks_of(five(wrong=1))
    assert right["a die's face, raw"].is_reached is True
    assert wrong["a die's face, raw"].is_reached is False
    assert wrong["five dice all right, raw"].is_reached is False
    assert right["wrong dice among accepted readings"].is_reached is True
    assert wrong["wrong dice among accepted readings"].is_reached is False


def test_a_mark_without_a_case_is_neither():
    mark = marks_of(five())["burning at ≥ 10° or stacked, recall"]
    assert (mark.is_reached, mark.is_certain, mark.measured) == (None, None, None)


@pytest.mark.parametrize(("hits", "n", "certain"), [(5, 5, False), (10_000, 10_000, True), (50, 100, True)])
def test_a_mark_is_certain_when_its_whole_interval_lies_on_one_side(hits, n, certain):
    mark = marks_of(five())["a die's face, raw"]
    changed = type(mark)(mark=mark.mark, on="x", asked=0.999, measured=hits / n, share=Share(hits, n))
    assert changed.is_certain is certain


def test_models_may_weigh_a_megabyte():
    assert size_mark((400.0, 500.0)).is_reached is True
    assert size_mark((600.0, 500.0)).is_reached is False


def test_the_table_shows_bound_verdict_and_interval():
    text = marks_table([*marks_of(five(wrong=1)).values(), *marks_elsewhere()])
    line = next(line for line in text.splitlines() if "a die's face" in line)
    assert "≥ 0.999  no " in line
    assert "0.800  [0.376, 0.964]  (4 of 5)" in line
    assert "not measured here  (python -m tests.bench.against_yolo)" in text


def test_every_mark_that_is_measured_elsewhere_names_the_command_that_does():
    commands = {mark.mark: mark.remark for mark in marks_elsewhere()}
    assert commands[HELD] == "(python -m models.evaluate)"
    assert commands["moved by ≥ 2 mm or 1°, noticed before the next reading"] == "(python -m tests.bench.moved)"
    for command in commands.values():
        assert find_spec(command.strip("()").split()[2])


def test_a_hold_that_is_wrong_misses_its_mark_and_one_that_is_asked_about_only_the_first():
    nothing = Share(0, 0)
    some = {"bumped": nothing, "turned": nothing, "by_seen": {}, "silent_by_seen": {}}
    for silent, reached in ((Share(0, 2000), [False, True]), (Share(20, 2000), [False, False])):
        figures = HoldFigures(
            told=Share(2000, 2000), right=Share(1980, 2000), silent=silent, asked=Share(100, 2000), **some
        )
        marks = hold_marks("x", figures)
        assert [mark.is_reached for mark in marks] == reached
        assert marks[1].share == Share(2000 - silent.hits, 2000)
