import itertools

import cv2
import numpy as np
import pytest

from models.evaluate.costs import latencies, timed, turn_figures
from models.evaluate.workers import Models
from tests.models.evaluate.synthetic import counts, read, record, true_die


def test_median_and_centile_are_those_of_the_times_the_clock_tells_after_one_that_does_not_count():
    worked = []
    ends_s = itertools.accumulate(step for spent_s in (0.001, 0.010, 0.002) for step in (1.0, spent_s))
    spent = timed("x", lambda: worked.append(1), 3, clock=lambda: next(ends_s))
    assert (spent.n, len(worked)) == (3, 4)
    assert (spent.median_ms, spent.p95_ms) == pytest.approx((2.0, 9.2))


@pytest.mark.proof
def test_every_model_and_whole_readings_are_timed():
    assert [(one.what, one.n) for one in latencies(Models(), times=1)] == [
        ("detector, board", 1),
        ("pose, five dice", 1),
        ("faces, five dice", 1),
        ("whole reading of a board", 1),
        ("whole reading of a photograph", 1),
    ]


class PlannedModel:
    """Reads a crop by its brightest corner: label 0 if that is the top left one, 1 if not, once for each turn."""

    class contract:  # noqa: N801
        @staticmethod
        def number(name):
            return {"margin": 0.0}[name]

    def run(self, crops):
        logits = np.zeros((len(crops), 7), np.float32)
        is_top_left = crops[:, 8, 8].mean(axis=1) > 128
        logits[:, 0], logits[:, 1] = np.where(is_top_left, 9.0, 0.0), np.where(is_top_left, 0.0, 2.0)
        return {"logits": logits}


def test_one_turn_sees_what_four_turns_together_see_too(tmp_path):
    picture = np.zeros((80, 300, 3), np.uint8)
    picture[10:30, 30:50] = 255  # top right of the first die: the first turn takes it for label 1
    cv2.imwrite(str(tmp_path / "one.jpg"), picture)
    board = record((true_die(0), read(0)), (true_die(1, 60), read(1, 60)), (true_die(0, 120), None))
    figures = turn_figures(tmp_path, [board], PlannedModel())
    assert (counts(figures.one_turn), counts(figures.four_turns)) == ((1, 2), (2, 2))
