import numpy as np
import pytest

from vision.frame import Frame
from vision.read.classify import FACE_LABELS, FaceReader, probabilities

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


def test_every_die_has_a_probability_for_each_label_and_for_none_alone_or_in_company(reader, frame):
    quads = [square(30 + 20 * i, 40 + 10 * i, 45) for i in range(5)]
    together = reader.classify(frame, quads)
    assert together.shape == (5, LABELS)
    assert together.sum(axis=1) == pytest.approx(1.0)
    assert (together >= 0).all()
    alone = np.concatenate([reader.classify(frame, [quad]) for quad in quads])
    assert together == pytest.approx(alone, abs=1e-4)
    _, embeddings = reader.read(reader.crops(frame, quads))
    assert np.linalg.norm(embeddings, axis=1) == pytest.approx(1.0)


def test_no_dice_give_no_rows_and_a_quad_outside_the_frame_is_answered_too(reader, frame):
    assert reader.classify(frame, []).shape == (0, LABELS)
    assert [len(part) for part in reader.read(reader.crops(frame, []))] == [0, 0]
    assert np.isfinite(reader.classify(frame, [square(-500, -500, 40), square(100, 100, 0)])).all()


def test_which_corner_comes_first_makes_no_difference(reader, frame):
    quad = square(60, 70, 64)
    first, *others = (reader.classify(frame, [quad[turn:] + quad[:turn]])[0] for turn in range(4))
    for other in others:
        assert other == pytest.approx(first, abs=0.02)


def test_the_turns_of_a_crop_vote_by_their_mean_logits_and_temperature():
    logits = np.array([[[2.0, 0.0, 0.0]], [[0.0, 0.0, 4.0]]], np.float32)
    for temperature in (1.0, 2.0):
        odds = np.exp(np.array([1.0, 0.0, 2.0]) / temperature)
        assert probabilities(logits, temperature)[0] == pytest.approx(odds / odds.sum())
    for huge in (1e6, -1e6):
        assert probabilities(np.full((4, 2, 7), huge, np.float32), 0.1).sum(axis=1) == pytest.approx([1, 1])


class Looks:
    """A model that is sure of bright crops whichever way they lie, and of dark ones only when they are turned."""

    def __init__(self, contract):
        self.contract = contract
        self.seen = []

    def run(self, pixels):
        self.seen.append(len(pixels))
        logits = np.zeros((len(pixels), LABELS), np.float32)
        logits[:, 2] = 20.0 * (pixels.mean(axis=(1, 2, 3)) > 100)
        logits[:, 4] = 8.0 * (pixels[:, 0, 0, 0] < 50)
        return {"logits": logits, "embedding": np.ones((len(pixels), 4), np.float32)}


def test_a_sure_face_is_looked_at_once_and_a_doubtful_one_in_four_turns(reader):
    model = Looks(reader._model.contract)
    looking = FaceReader(model)
    bright, dark = (np.full((64, 64, 3), level, np.uint8) for level in (200, 60))
    dark[0, -1] = 0  # seen at the first corner after one turn
    read = looking.chances(np.stack([bright, dark, bright]))
    assert model.seen == [3, 3]  # all three once, the dark one in three turns more
    assert read.argmax(axis=1).tolist() == [2, 4, 2]
    assert read[1] == pytest.approx(looking.read(dark[None])[0][0])  # as in four turns at once
    model.seen.clear()
    looking.chances(np.stack([bright] * 5))
    assert model.seen == [5]
