"""What the models in the repository can do, held to floors somewhat below what was measured (models/MODEL_CARD.md)."""

import numpy as np
import pytest

from models.evaluate import board_set, boards, photographs, workers
from models.train.pictures.truth import labelled
from tests.models.outside import SHARED, needs
from vision.find.detect import Detector
from vision.frame import Frame
from vision.read.reader import ReaderPolicy


def test_pictures_of_any_size_are_looked_at():
    for size_wh in ((1, 1), (3, 700), (33, 17), (4100, 60), (2600, 1900)):
        pixels = np.random.default_rng(0).integers(90, 110, (*size_wh[::-1], 3)).astype(np.uint8)
        assert Detector.from_file(threads=1).detect(Frame(pixels)) == ()


@pytest.mark.shared
def test_strange_dice_in_photographs_are_found():
    folder = needs(SHARED / "real" / "nellbyler_d6")
    some = list(labelled(folder / "labels.csv")[0].items())[::8]
    looked = [photographs.faces_in(workers.Models(), folder, photograph) for photograph in some]
    figures = photographs.photograph_figures([one for one in looked if one is not None])
    assert figures.recall.value >= 0.92
    assert figures.precision.value >= 0.95


@pytest.mark.proof
@pytest.mark.shared
def test_boards_of_another_renderer_are_read():
    records, missing = board_set.read_boards(needs(SHARED / "rendered"), workers.Models(), board_set.as_picture, jobs=1)
    figures = boards.board_figures(records, sure=ReaderPolicy().sure_confidence)
    assert missing == ()
    assert figures.recall.value >= 0.97
    assert figures.precision.value >= 0.95
    assert figures.faces.value >= 0.9
