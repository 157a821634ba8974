from models.evaluate.matching import matched

SQUARE = (0.0, 0.0, 10.0, 10.0)


def test_a_true_die_is_matched_once_and_by_the_most_confident():
    assert matched([SQUARE, (1.0, 1.0, 11.0, 11.0)], [SQUARE]) == {0: 0}


def test_a_box_that_overlaps_too_little_is_matched_to_nothing():
    assert matched([(5.0, 5.0, 15.0, 15.0)], [SQUARE]) == {}


def test_each_takes_the_one_it_overlaps_most():
    true = [SQUARE, (2.0, 0.0, 12.0, 10.0)]
    assert matched([(2.0, 0.0, 12.0, 10.0), SQUARE], true) == {0: 1, 1: 0}


def test_without_true_dice_or_found_ones_there_are_no_pairs():
    assert matched([SQUARE], []) == {}
    assert matched([], [SQUARE]) == {}
