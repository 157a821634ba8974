from dataclasses import replace

import pytest

from models.evaluate.counts import count_figures, counts_table
from tests.models.evaluate.synthetic import read, record, true_die
from vision.reading import EyeDoubt, Verdict


def counts(share):
    return share.hits, share.n


def board(lying, said, *, beside=0, said_beside=0, extra=0):
    """Return a board of so many dice and how many of them were read; each beside it likewise."""
    on = [(true_die(0, 60 * i), read(0, 60 * i) if i < said else None) for i in range(lying)]
    off = [(true_die(0, 900, state="off"), read(0, 900, doubt=EyeDoubt.OFF_BOARD) if i < said_beside else None)
           for i in range(beside)]  # fmt: skip
    return record(*on, *off, extra=[read(0, 700 + 60 * i) for i in range(extra)])


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 6, 7, 8])
def test_every_other_number_than_five_is_noticed_where_all_are_read(number):
    found = count_figures([board(number, number)])
    assert counts(found.noticed) == counts(found.exact) == (1, 1)
    assert counts(found.noticed_by[str(number)]) == counts(found.exact_by[str(number)]) == (1, 1)
    assert found.mistaken.n == 0


@pytest.mark.parametrize(("lying", "said", "extra"), [(6, 5, 0), (4, 4, 1), (0, 0, 5)])
def test_five_read_where_another_number_lies_is_not_noticed(lying, said, extra):
    found = count_figures([board(lying, said, extra=extra)])
    assert counts(found.noticed) == (0, 1)
    assert counts(found.exact) == (0, 1)


def test_another_wrong_number_is_noticed_but_not_exact():
    found = count_figures([board(7, 6)])
    assert (counts(found.noticed), counts(found.exact)) == ((1, 1), (0, 1))


@pytest.mark.parametrize(("said", "extra", "hits"), [(5, 0, 0), (4, 0, 1), (5, 1, 1)])
def test_five_are_mistaken_where_another_number_is_read(said, extra, hits):
    found = count_figures([board(5, said, extra=extra)])
    assert counts(found.mistaken) == (hits, 1)
    assert found.noticed.n == 0


def test_a_spare_die_beside_the_board_does_not_count():
    assert counts(count_figures([board(5, 5, beside=1, said_beside=1)]).mistaken) == (0, 1)
    assert counts(count_figures([board(4, 4, beside=1, said_beside=1)]).noticed) == (1, 1)


def test_what_is_refused_as_a_whole_is_no_five_believed():
    assert counts(count_figures([replace(board(4, 4, extra=1), verdict=Verdict.HAND_IN_VIEW)]).noticed) == (1, 1)


def test_many_dice_are_counted_together_and_half_hidden_ones_are_left_out():
    half = record((true_die(0, visible=0.4), None))
    found = count_figures([board(9, 9), board(12, 11), half])
    assert counts(found.noticed_by["9 and more"]) == (2, 2)
    assert counts(found.exact_by["9 and more"]) == (1, 2)


def test_the_table_has_a_row_for_each_number_with_its_interval():
    text = counts_table("x", count_figures([board(4, 4, extra=1), board(3, 3)]))
    lines = {line[:20].strip(): line for line in text.splitlines()}
    assert "0.500  [0.095, 0.905]  (1 of 2)" in lines["other than five"]
    assert "0.000  [0.000, 0.793]  (0 of 1)" in lines["4"]
    assert "–  (0 of 0)" in lines["8"]
