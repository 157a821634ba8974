from dataclasses import replace

import pytest

from models.evaluate.holds import BUMPED, ReadMoment, hold_figures, hold_marks, hold_records, holds_table, moved_by
from models.evaluate.play import SeenBetween
from tests.models.evaluate.synthetic import counts
from tests.models.evaluate.turns_read import sight_of, true_at, turn_holding
from tests.vision.table import DIE_PX
from vision.reading import Verdict
from vision.watch.track import HoldFinding


def told(turn, *sights):
    """Return the record of a turn's only throw, its moments read without a fault but where sights are given."""
    read = list(sights) + [sight_of(one) for one in turn.moments[len(sights) :]]
    (record,) = hold_records(turn, read)
    return record


def without(sight, number, verdict=Verdict.WRONG_COUNT):
    """Return a sight in which a die was not found."""
    kept = [(die, n) for die, n in zip(sight.reading.dice, sight.numbers, strict=True) if n != number]
    reading = replace(sight.reading, dice=tuple(die for die, _ in kept), verdict=verdict)
    return ReadMoment(reading, tuple(n for _, n in kept))


@pytest.mark.parametrize("seen", [SeenBetween.REMAINING, SeenBetween.NOTHING])
@pytest.mark.parametrize("held", [(), (0,), (0, 1, 2, 4)])
def test_held_dice_that_stay_are_told_and_nobody_is_asked(held, seen):
    record = told(turn_holding(held, seen=seen))
    assert (record.is_right, record.is_asked, record.bumps, record.turns) == (True, False, False, False)
    assert record.seen is seen


def test_a_wrong_hold_is_wrong_and_silent_where_nothing_is_asked():
    turn = turn_holding((0, 1))
    others = frozenset({0})  # the truth is another than what lies there tells
    record = told(replace(turn, throws=(replace(turn.throws[0], held=others),)))
    assert (record.is_right, record.is_asked) == (False, False)
    figures = hold_figures([record])
    assert counts(figures.silent) == counts(figures.silent_by_seen[SeenBetween.REMAINING.value]) == (1, 1)
    assert figures.silent_by_seen[SeenBetween.NOTHING.value].n == 0
    assert [mark.is_reached for mark in hold_marks("x", figures)] == [False, False]


def test_a_held_die_of_another_face_is_asked_about_even_if_it_was_tipped_before_what_remained_was_seen():
    turn = turn_holding((0, 1), labels={0: 5})
    seen = told(turn)
    assert (seen.turns, seen.is_asked, seen.is_right) == (True, True, True)
    assert counts(hold_figures([seen]).turned) == (1, 1)
    tipped = replace(turn.moments[1], dice={**turn.moments[1].dice, 0: turn.moments[2].dice[0]})
    record = told(replace(turn, moments=(turn.moments[0], tipped, turn.moments[2])))
    assert (record.is_asked, record.is_right) == (True, True)


def test_a_bump_is_one_from_an_eighth_of_an_edge_on():
    for shift, bumps in ((BUMPED - 0.01, False), (BUMPED + 0.01, True)):
        record = told(turn_holding((0,), shift=shift))
        assert (record.bumps, record.is_right) == (bumps, True)
    assert moved_by(true_at((0, 0), 1), true_at((DIE_PX, 0), 1)) == pytest.approx(1)


@pytest.mark.parametrize("verdict", [Verdict.HAND_IN_VIEW, Verdict.FOREIGN])
@pytest.mark.parametrize("which", [0, 2])
def test_where_a_throw_is_refused_no_hold_is_told(verdict, which):
    turn = turn_holding((0,))
    sights = [sight_of(one) for one in turn.moments]
    sights[which] = sight_of(turn.moments[which], verdict=verdict)
    record = told(turn, *sights)
    assert (record.finding, record.is_right) == (None, False)
    figures = hold_figures([record])
    assert (counts(figures.told), counts(figures.right)) == ((0, 1), (0, 0))


def test_where_a_die_is_missed_or_is_none_or_a_picture_missing_no_hold_is_right():
    turn = turn_holding((0,))
    first, between, after = map(sight_of, turn.moments)
    assert told(turn, first, between, without(after, 4)).finding is None
    assert told(turn, None, between, after).finding is None
    assert told(turn, first, None, after).finding is HoldFinding.CLEAR
    numbers = tuple(None if number == 4 else number for number in after.numbers)
    assert not told(turn, first, between, ReadMoment(after.reading, numbers)).is_right


@pytest.mark.parametrize(("verdict", "is_used"), [(Verdict.WRONG_COUNT, True), (Verdict.HAND_IN_VIEW, False)])
def test_what_is_seen_under_a_hand_is_not_taken_for_what_remains(verdict, is_used):
    """Of two held dice one is hidden by a hand that rests: believed, the other is told to have been thrown."""
    turn = turn_holding((0, 1), seen=SeenBetween.HIDDEN)
    hidden = without(sight_of(turn.moments[1]), 1, verdict)
    assert told(turn, sight_of(turn.moments[0]), hidden).is_right is not is_used


def test_after_a_question_the_players_put_the_faces_right():
    """The first throw is misread: unsure it is put right, and the held die then shows what it showed."""
    turn = turn_holding((0, 1), seen=SeenBetween.NOTHING)
    assert not told(turn, sight_of(turn.moments[0], wrong=(0,), verdict=Verdict.NOT_SURE)).is_asked
    assert told(turn, sight_of(turn.moments[0], wrong=(0,))).is_asked


def test_figures_and_table_state_number_and_interval_by_what_was_seen():
    seen = (SeenBetween.REMAINING, SeenBetween.REMAINING, SeenBetween.NOTHING)
    figures = hold_figures([told(turn_holding((0,), seen=one)) for one in seen])
    by_seen = {name: counts(share) for name, share in figures.by_seen.items() if share.n}
    assert by_seen == {SeenBetween.REMAINING.value: (2, 2), SeenBetween.NOTHING.value: (1, 1)}
    text = holds_table("holds", figures)
    assert "1.000  [0.439, 1.000]  (3 of 3)" in next(line for line in text.splitlines() if "held set right" in line)
    assert all(mark.share.n == 3 for mark in hold_marks("x", figures))
