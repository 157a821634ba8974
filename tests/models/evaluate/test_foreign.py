"""Foreign designs: what counts as told, sure and guessed."""

import numpy as np

from models.evaluate import foreign, workers
from tests.models.evaluate.synthetic import counts


def test_a_figure_that_says_nothing_is_wrong_where_the_reader_is_sure_and_counts_in_nothing_else():
    looks = np.array([[1, 1, 0.95], [1, 0, 0.94], [1, 1, 0.5], [0, 0, 0.93], [0, 0, 0.2]], np.float32)
    found = foreign.figures_of(looks)
    shares = found.right, found.sure_wrong, found.asked, found.guessed
    assert ([counts(share) for share in shares], found.least_sure) == ([(2, 3), (2, 3), (1, 3), (1, 2)], 0.95)
    assert np.isnan(foreign.figures_of(looks[1:2]).least_sure)


def test_without_art_nothing_is_measured(tmp_path):
    assert foreign.measured_foreign(workers.Models(), tmp_path, jobs=1) == {}
