import numpy as np
import pytest

from vision.classify import FACE_LABELS, FaceReader, probabilities
from vision.frame import Frame

LABELS = len(FACE_LABELS) + 1


@pytest.fixture(scope="module")
def reader():
    return FaceReader.from_file(threads=1)


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(5)
    return Frame(np.kron(rng.integers(0, 255, (12, 16, 3)), np.ones((16, 16, 1))).astype(np.uint8))


def square(x, y, edge):
    return ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))


def test_every_die_has_a_probability_for_each_label_and_for_none(reader, frame):
    answer = reader.classify(frame, [square(30, 40, 50), square(120, 90, 40)])
    assert answer.shape == (2, LABELS)
    assert answer.sum(axis=1) == pytest.approx(1.0)
    assert (answer >= 0).all()


def test_no_dice_give_no_rows(reader, frame):
    assert reader.classify(frame, []).shape == (0, LABELS)
    assert [len(part) for part in reader.read(reader.crops(frame, []))] == [0, 0]


def test_which_corner_comes_first_makes_no_difference(reader, frame):
    quad = square(60, 70, 64)
    first, *others = (reader.classify(frame, [quad[turn:] + quad[:turn]])[0] for turn in range(4))
    for other in others:
        assert other == pytest.approx(first, abs=0.02)


def test_a_die_is_read_the_same_alone_and_in_company(reader, frame):
    quads = [square(30 + 20 * i, 40 + 10 * i, 45) for i in range(5)]
    together = reader.classify(frame, quads)
    alone = np.concatenate([reader.classify(frame, [quad]) for quad in quads])
    assert together == pytest.approx(alone, abs=1e-4)


def test_a_quad_outside_the_frame_is_answered_too(reader, frame):
    assert np.isfinite(reader.classify(frame, [square(-500, -500, 40), square(100, 100, 0)])).all()


def test_embeddings_have_unit_length(reader, frame):
    _, embeddings = reader.read(reader.crops(frame, [square(30, 40, 50), square(120, 90, 40)]))
    assert np.linalg.norm(embeddings, axis=1) == pytest.approx(1.0)


def test_the_turns_of_a_crop_vote_by_their_mean_logits():
    logits = np.array([[[2.0, 0.0, 0.0]], [[0.0, 0.0, 4.0]]], np.float32)
    odds = np.exp([1.0, 0.0, 2.0])
    assert probabilities(logits, 1.0)[0] == pytest.approx(odds / odds.sum())


def test_a_higher_temperature_is_less_sure():
    logits = np.array([[[3.0, 0.0, 0.0]]], np.float32)
    assert probabilities(logits, 2.0)[0, 0] < probabilities(logits, 1.0)[0, 0]


def test_huge_logits_stay_probabilities():
    assert probabilities(np.full((4, 2, 7), 1e6, np.float32), 0.1).sum(axis=1) == pytest.approx([1, 1])
    assert probabilities(np.full((4, 2, 7), -1e6, np.float32), 0.1).sum(axis=1) == pytest.approx([1, 1])
