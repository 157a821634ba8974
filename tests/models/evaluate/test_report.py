"""What was measured, as words, tables, JSON, marks and a page."""

import json
import math
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate import board_set, workers
from models.evaluate.outputs import COLUMNS, CROP_PX, TEXT_PX, contact_sheet, section, worst_dice, write_page
from models.evaluate.report import HELD, cell, marks_elsewhere, marks_table, share_mark, size_mark
from models.render.errors import PhysicsMissingError, RenderError
from scoring.statistics.share import Share
from tests.models.evaluate.synthetic import LEANING, SLIGHT, five, read, record, true_die

HERE = Path("boards-1234")


def test_everything_of_a_set_becomes_json_without_anything_that_is_no_number_and_tables(tmp_path):
    figures = board_set.set_figures("x", [five(wrong=1)], tmp_path)
    data = json.loads(json.dumps(figures.as_data(), allow_nan=False))
    assert (data["faces"]["value"], data["faces"]["hits"], data["faces"]["n"]) == (0.8, 4, 5)
    assert (data["faces"]["low"], data["faces"]["high"]) == pytest.approx((0.376, 0.964), abs=1e-3)
    assert (data["burning"]["value"], data["confusions"]) == (None, [[["9", "10"], 1]])
    assert (data["coverage"][0]["threshold"], data["coverage"][0]["asked"]["hits"]) == (0.0, 0)
    assert [row["kind"] for row in data["by"]["face"]] == ["9", "10", "J", "Q", "K"]
    for part in ("boards x", "throws of x", "counts of x", "9→10 1", "size in px", "threshold", "calibration error"):
        assert part in figures.as_text()
    assert (cell(math.nan), cell((1.0, math.nan))) == ("–", "1.000  –")


def marks_of(*records):
    marks = board_set.board_marks(board_set.set_figures("x", records))
    assert {mark.on for mark in marks} == {"x"}
    return {mark.mark: mark for mark in marks}


def test_a_mark_is_reached_or_missed_by_what_was_measured_and_without_a_case_neither():
    right, wrong = marks_of(five()), marks_of(five(wrong=1))
    for name in ("a die's face, raw", "five dice all right, raw", "wrong dice among accepted readings"):
        assert (right[name].is_reached, wrong[name].is_reached) == (True, False)
    mark = right["burning at ≥ 10° or stacked, recall"]
    assert (mark.is_reached, mark.is_certain, mark.measured) == (None, None, None)
    assert (size_mark((2400.0, 500.0)).is_reached, size_mark((2600.0, 500.0)).is_reached) == (True, False)
    certain = [share_mark("x", "x", 0.999, Share(*of)).is_certain for of in ((5, 5), (10_000, 10_000), (50, 100))]
    assert certain == [False, True, True]  # where the whole interval lies on one side


def test_the_table_shows_bound_verdict_and_interval_or_the_command_that_measures():
    text = marks_table([*marks_of(five(wrong=1)).values(), *marks_elsewhere()])
    line = next(line for line in text.splitlines() if "a die's face" in line)
    assert "≥ 0.999  no " in line
    assert "0.800  [0.376, 0.964]  (4 of 5)" in line
    assert "≥ 0.999  yes ?" in marks_table(marks_of(five()).values())
    assert "not measured here  (python -m tests.bench.against_yolo)" in text
    commands = {mark.mark: mark.remark for mark in marks_elsewhere()}
    assert commands[HELD] == "(python -m models.evaluate)"
    assert all(find_spec(command.strip("()").split()[2]) for command in commands.values())


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        # What is wrong and silent comes first, then what was missed, invented and unsure.
        (
            [
                (true_die(0), read(0, confidence=0.6)),
                (true_die(1, 60), read(2, confidence=0.5)),
                (true_die(3, 120), read(4, confidence=0.99)),
                (true_die(5, 180), None),
                (true_die(4, 240), read(4, confidence=0.9)),
            ],
            {"Q>K": 2.99, "10>J": 2.5, "A>not found": 1.5, "no die>9": 1.3, "9>9": 0.4, "K>K": 0.1},
        ),
        (
            [(LEANING, read(0)), (true_die(1, 60), read(1, 60, is_burning=True))],
            {"9 leaning>9": 2.95, "10>10 burning": 2.0, "no die>9": 1.3},
        ),
        # A die that leans a little is bad only if its face is wrong, a strange one if it is taken for ours.
        ([(SLIGHT, read(0, is_burning=True))], {"no die>9": 1.3, "9 leaning>9 burning": 0.0}),
        ([(SLIGHT, read(1))], {"9 leaning>10": 2.95, "no die>9": 1.3}),
        ([(true_die(-1), read(0))], {"foreign>9": 2.95, "no die>9": 1.3}),
        # Dice nobody can judge are left out.
        ([(true_die(None), read(0)), (true_die(0, 60, visible=0.2), None)], {"no die>9": 1.3}),
    ],
)
def test_the_worst_come_first(pairs, told):
    boards = {HERE: [record(*pairs, extra=[read(0, 400, confidence=0.3)])]}
    assert [(die.told, round(die.badness, 2)) for die in worst_dice(boards, 9)] == list(told.items())
    assert len(worst_dice(boards, 1)) == 1


def test_the_sheet_shows_each_die_where_it_lies_and_grey_where_the_picture_is_gone(tmp_path):
    picture = np.full((80, 300, 3), 30, np.uint8)
    picture[8:52, 68:112] = (200, 40, 40)
    cv2.imwrite(str(tmp_path / "one.png"), picture[..., ::-1])
    sheet = contact_sheet(worst_dice({tmp_path: [record((true_die(0, 60), read(1, 60)))]}, 9))
    assert sheet.shape == (CROP_PX + TEXT_PX, CROP_PX * COLUMNS, 3)
    assert sheet[CROP_PX // 2, CROP_PX // 2].tolist() == [200, 40, 40]
    assert sheet[CROP_PX // 2, 4].tolist() == [30, 30, 30]
    assert (sheet[:, CROP_PX:] == 255).all()
    gone = contact_sheet(worst_dice({HERE: [record((true_die(0), None))]}, 9))
    assert (gone[:CROP_PX, : CROP_PX - 2] == 128).all()


def test_the_page_shows_the_pictures_beside_it_and_takes_names_as_text(tmp_path):
    write_page(tmp_path / "index.html", (), [section("<boards>", "a < b", tmp_path / "a.png")], ("<notice>",))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    for part in ("&lt;boards&gt;", "a &lt; b", "&lt;notice&gt;", 'src="a.png"'):
        assert part in page
    assert "<boards>" not in page


def without_physics(task):
    raise PhysicsMissingError


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks_and_what_cannot_be_drawn_is_said(jobs):
    assert workers.worked(abs, [-3, 2, -1], jobs=jobs, what="x") == [3, 2, 1]
    with pytest.raises(RenderError, match=r"install it with `pip install serviert\[simulated\]`"):
        workers.worked(without_physics, [1, 2], jobs=jobs, what="x")
