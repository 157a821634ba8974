from dataclasses import replace

import pytest

from models.evaluate.board_set import set_figures
from models.evaluate.frames import FUSED, frame_name
from models.evaluate.held_out import HeldOutSet, drawn
from models.evaluate.marks import board_marks
from models.evaluate.stills import read_still_boards
from models.evaluate.truth import true_boards
from models.evaluate.workers import Models
from models.train.pictures.scene import SceneConfig
from tests.models.evaluate.synthetic import five
from vision.reading import Verdict

SCENES = SceneConfig(size_wh=(560, 560), die_px=(36.0, 40.0), quality=0.0, clutter_share=0.0, hand_share=0.0)
SMALL = HeldOutSet(name="small", seed=3, count=2, first_design=30_000, config=SCENES, frames=FUSED, shard=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("PIL", reason="designs never trained on are drawn with pillow (extra train)")
    return drawn(SMALL, tmp_path_factory.mktemp("sets"), jobs=1)


def test_boards_drawn_in_frames_are_read_by_the_models_in_the_repository(folder):
    records, missing = read_still_boards(folder, Models(), jobs=1)
    assert [one.image for one in records] == ["000000.jpg", "000001.jpg"]
    assert not missing
    dice = [die for one in records for die in one.dice]
    assert sum(die.read is not None for die in dice) > len(dice) / 2
    assert all(Verdict.EMPTY is not one.verdict for one in records)


def test_a_board_of_which_a_frame_is_gone_is_said_to_be_missing(folder):
    (folder / frame_name("000001.jpg", 1)).unlink()
    records, (sentence,) = read_still_boards(folder, Models(), jobs=1)
    assert len(records) == 1 == len(true_boards(folder)[0]) - 1
    assert "000001.jpg" in sentence


def test_figures_hold_every_mark_that_boards_decide_with_their_number_and_interval():
    figures = set_figures("x, 2 frames", [five(), replace(five(wrong=1), verdict=Verdict.HAND_IN_VIEW)], sure=0.85)
    marks = board_marks(figures.name, figures.figures, figures.throws, figures.counts)
    assert {mark.on for mark in marks} == {"x, 2 frames"}
    assert figures.as_data()["throws"]["asked"] == {
        "value": 0.5, "low": pytest.approx(0.0945, abs=1e-3), "high": pytest.approx(0.9055, abs=1e-3), "hits": 1, "n": 2
    }  # fmt: skip
    assert "throws of x, 2 frames" in figures.as_text()
    assert "counts of x, 2 frames" in figures.as_text()
    assert figures.coverage[0].asked.hits == 1
