import numpy as np
import pytest

from vision.learn import calibration

LABELS = np.array([0, 0, 1, 1, 2, 2])
SAME = (LABELS[:, None] == LABELS[None, :]).astype(np.float32)
NOBODY = np.zeros((6, 3, 0))


def ways(*alike):
    return np.stack(alike, axis=2).astype(np.float32)


def noise(seed=0):
    rng = np.random.default_rng(seed)
    found = rng.uniform(0.3, 0.9, (6, 6))
    return (found + found.T) / 2


def test_weights_are_all_thirds_that_sum_to_one():
    tried = calibration.simplex(3)
    assert tried.shape == (10, 3)
    assert tried.sum(axis=1) == pytest.approx(1.0)
    assert len({tuple(each) for each in tried}) == 10


def test_the_way_of_looking_that_tells_faces_apart_is_weighted():
    found = calibration.calibrated(ways(0.4 + 0.5 * SAME, noise()), LABELS, NOBODY)
    assert found.weights[0] > 0.8
    assert found.right == (True,) * 6
    assert sum(found.weights) == pytest.approx(1.0)


def test_the_general_reader_is_weighted_where_it_is_right_and_not_where_it_is_wrong():
    right = np.eye(3)[LABELS][..., None] * 0.5
    alike = ways(0.5 + 0.05 * SAME + 0.1 * noise())
    assert calibration.calibrated(alike, LABELS, right).weights[1] > 0.5
    wrong = np.roll(right, 1, axis=1)
    assert calibration.calibrated(alike, LABELS, wrong).weights[1] < 0.15


@pytest.mark.parametrize(("gap", "is_sure"), [(0.5, True), (0.01, False)])
def test_readings_are_as_sure_as_faces_are_apart(gap, is_sure):
    alike = ways(0.95 - gap * (1 - SAME) + 0.03 * noise())
    found = calibration.calibrated(alike, LABELS, NOBODY)
    read = calibration.scores(
        alike - 9 * np.eye(6, dtype=np.float32)[..., None], LABELS, NOBODY, np.array(found.weights)
    )
    odds = np.exp((read - read.max(axis=1, keepdims=True)) / found.temperature)
    assert ((odds / odds.sum(axis=1, keepdims=True)).max(axis=1).min() > 0.85) == is_sure


def test_a_dozen_crops_far_apart_do_not_make_readings_certain():
    # Without a usual temperature the loss of well parted crops falls for ever.
    found = calibration.calibrated(ways(SAME), LABELS, NOBODY)
    assert found.temperature > 0.01


@pytest.mark.parametrize(
    ("labels", "true", "right"),
    [
        # a crop whose face no other shows is not judged
        ([0, 0, 1, 1, 2, 3], [0, 0, 1, 1, 2, 3], (True,) * 4 + (None,) * 2),
        # a mislabelled one is read wrong by the others
        ([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 1, 2, 2], (True,) * 5 + (False,) + (True,) * 2),
    ],
)
def test_crops_are_judged_by_the_others(labels, true, right):
    same = np.equal.outer(true, true)
    found = calibration.calibrated(ways(0.4 + 0.5 * same), np.array(labels), np.zeros((len(labels), 4, 0)))
    assert found.right == right


def test_with_every_face_shown_once_the_usual_values_are_taken():
    found = calibration.calibrated(ways(np.eye(3), np.eye(3)), np.arange(3), np.zeros((3, 3, 0)))
    usual = calibration.USUAL_TEMPERATURE, calibration.USUAL_LIKENESS, calibration.LEAST_SPREAD
    assert (found.temperature, found.likeness, found.spread) == usual
    assert found.weights == pytest.approx((0.5, 0.5))
    assert found.right == (None,) * 3


def test_likeness_and_spread_are_those_to_the_nearest_crop_of_the_same_face():
    alike = np.where(SAME, 0.8, 0.3)
    alike[0, 1] = alike[1, 0] = 0.6
    found = calibration.calibrated(ways(alike), LABELS, NOBODY)
    assert found.likeness == pytest.approx((0.6 * 2 + 0.8 * 4) / 6)
    assert found.spread == pytest.approx(np.std([0.6] * 2 + [0.8] * 4))


def test_a_label_that_nothing_shows_is_never_likeliest_and_the_general_reader_does_not_shrink_likeness():
    found = calibration.scores(ways(np.full((1, 2), -1.0)), np.array([0, 2]), np.zeros((1, 3, 0)), np.array([1.0]))
    assert found.tolist() == [[-1.0, calibration.NEVER, -1.0]]
    alike = ways(np.full((1, 1), 0.8), np.full((1, 1), 0.4))
    assert calibration.together(alike, np.array([0.3, 0.3, 0.4])) == pytest.approx(0.6)
