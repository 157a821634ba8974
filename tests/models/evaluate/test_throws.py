from dataclasses import replace

import pytest

from models.evaluate.throws import is_countable, throw_figures, trust_in
from tests.models.evaluate.synthetic import five, read, record, true_die
from vision.reading import EyeDoubt, Verdict

SURE = 0.85


def figures(*records):
    return throw_figures(records, sure=SURE)


def counts(share):
    return share.hits, share.n


def with_sixth(board, *, is_there, doubt=EyeDoubt.NONE):
    """Return a throw with one reading more, of a die that is there or of none."""
    sixth = read(5, 400, doubt=doubt)
    pairs = [(die.true, die.read) for die in board.dice]
    return record(*pairs, (true_die(5, 400), sixth)) if is_there else record(*pairs, extra=[sixth])


def test_five_dice_read_right_and_surely_are_accepted_without_fault():
    found = figures(five())
    assert counts(found.five_right) == (1, 1)
    assert counts(found.asked) == (0, 1)
    assert counts(found.wrong) == (0, 5)
    assert counts(found.alarms) == (0, 1)


def test_a_wrong_face_believed_is_wrong_and_one_asked_about_is_not():
    silent, asked = figures(five(wrong=2)), figures(five(wrong=2, confidence=0.5))
    assert counts(silent.five_right) == counts(asked.five_right) == (0, 1)
    assert (counts(silent.wrong), counts(silent.asked)) == ((2, 5), (0, 1))
    assert (counts(asked.wrong), counts(asked.asked)) == ((0, 0), (1, 1))


def test_a_false_alarm_is_asked_about():
    alarmed = five(is_burning=True)
    dice = [(die.true, read(die.read.label, 60 * i, is_burning=not i, doubt=EyeDoubt.NONE if i else EyeDoubt.LEANING))
            for i, die in enumerate(alarmed.dice)]  # fmt: skip
    found = figures(record(*dice))
    assert counts(found.alarms) == (1, 1)
    assert counts(found.asked) == (1, 1)


@pytest.mark.parametrize(("is_burning", "hits"), [(True, 1), (False, 0)])
def test_a_leaning_die_is_to_be_called_burning_and_a_silent_one_is_wrong(is_burning, hits):
    pairs = [(die.true, die.read) for die in five().dice[1:]]
    doubt = EyeDoubt.LEANING if is_burning else EyeDoubt.NONE
    leaning = (true_die(0, state="leaning", tilt_deg=20.0), read(0, is_burning=is_burning, doubt=doubt))
    found = figures(record(leaning, *pairs))
    assert counts(found.burning) == (hits, 1)
    assert counts(found.wrong) == ((0, 0) if is_burning else (1, 5))
    assert found.five_right.n == 0
    assert found.alarms.n == 0


def test_a_leaning_die_that_is_not_found_is_a_miss():
    assert counts(figures(record((true_die(0, state="leaning", tilt_deg=20.0), None))).burning) == (0, 1)


def test_a_die_that_leans_a_little_is_not_asked_to_burn_but_a_stacked_one_is():
    slight, stacked = true_die(0, state="leaning", tilt_deg=7.0), true_die(0, state="stacked")
    assert figures(record((slight, read(0)))).burning.n == 0
    pairs = [(die.true, die.read) for die in five().dice[1:]]
    assert counts(figures(record((slight, read(0)), *pairs)).wrong) == (0, 5)
    assert figures(record((stacked, read(0)))).burning.n == 1


@pytest.mark.parametrize("is_there", [True, False])
def test_of_six_dice_read_nothing_is_accepted(is_there):
    assert figures(with_sixth(five(), is_there=is_there)).wrong.n == 0


@pytest.mark.parametrize("verdict", [Verdict.HAND_IN_VIEW, Verdict.NO_BOARD])
def test_what_is_refused_as_a_whole_is_asked_about_and_never_wrong(verdict):
    found = figures(replace(five(wrong=1), verdict=verdict))
    assert counts(found.asked) == (1, 1)
    assert found.wrong.n == 0


def test_a_spare_die_beside_the_board_does_not_count():
    assert trust_in(with_sixth(five(), is_there=True, doubt=EyeDoubt.OFF_BOARD)) == pytest.approx(0.95)


def test_boards_with_half_hidden_dice_are_no_throws():
    half, gone = true_die(5, 400, visible=0.5), true_die(5, 400, visible=0.01)
    pairs = [(die.true, die.read) for die in five().dice]
    assert not is_countable(record(*pairs, (half, None)))
    assert counts(figures(record(*pairs, (gone, None))).five_right) == (1, 1)


def test_dice_of_unknown_label_are_never_called_wrong():
    pairs = [(true_die(None, 60 * i), read(0, 60 * i)) for i in range(5)]
    assert figures(record(*pairs)).wrong.n == 0


def test_five_found_of_which_one_is_no_die_are_wrong_by_one():
    pairs = [(die.true, die.read) for die in five().dice[:4]]
    found = figures(record(*pairs, extra=[read(5, 400)]))
    assert counts(found.wrong) == (1, 5)
