"""Holds told from simulated tables, where the truth is known."""

from dataclasses import replace
from itertools import product

import pytest

from tests.vision.table import DIE_PX, ELSEWHERE, PLACES, die_at, probabilities, reading_of
from vision.watch.track import HoldFinding, HoldReason, held

BEFORE = reading_of([die_at(place, face, 7.0 * face) for face, place in enumerate(PLACES)])


def after_holding(flags):
    """Return a throw in which the flagged dice of BEFORE lie where they lay and the others elsewhere."""
    thrown = [die_at(place, (face + 2) % 6, 33.0) for face, place in enumerate(ELSEWHERE)]
    return reading_of([BEFORE.dice[i] if flag else thrown[i] for i, flag in enumerate(flags)])


def moved(die, by):
    x, y = die.detection.centre_xy
    return die_at((x + by * DIE_PX, y), die.label, die.detection.turn_deg)


def turned(die):
    return replace(die, label=4, probabilities=probabilities(4))


@pytest.mark.parametrize("flags", list(product((True, False), repeat=5)))
def test_each_of_the_thirty_two_holds_is_told_from_the_place_alone_and_from_what_remained(flags):
    remaining = reading_of([die for die, flag in zip(BEFORE.dice, flags, strict=True) if flag])
    alone = held(BEFORE, after_holding(flags))
    assert [die.before for die in alone.dice] == [i if flag else None for i, flag in enumerate(flags)]
    for hold in (alone, held(BEFORE, after_holding(flags), remaining)):
        assert (hold.flags, hold.finding) == (flags, HoldFinding.NOTHING_THROWN if all(flags) else HoldFinding.CLEAR)


FIRST, SECOND = BEFORE.dice[:2]
THROWN = after_holding((False,) * 5).dice


PUSHED, BOTH_HELD = [moved(FIRST, 1.4), moved(SECOND, 1.4)], [HoldReason.HELD] * 2


@pytest.mark.parametrize(
    ("remaining", "lie", "reasons", "finding"),
    [
        (None, [moved(FIRST, 0.25)], [HoldReason.HELD], HoldFinding.CLEAR),
        (None, [die_at(PLACES[0], FIRST.label, 40.0)], [HoldReason.HELD], HoldFinding.CLEAR),  # twisted in its place
        (None, [turned(FIRST)], [HoldReason.TURNED], HoldFinding.TURNED),
        (None, [moved(FIRST, 0.72)], [HoldReason.AMBIGUOUS], HoldFinding.AMBIGUOUS),  # or thrown beside a like face
        ([FIRST], [moved(FIRST, 1.5)], [HoldReason.HELD], HoldFinding.CLEAR),  # knocked far by what was thrown
        (PUSHED, PUSHED, BOTH_HELD, HoldFinding.CLEAR),  # pushed aside, or turned over, while others were collected
        ([turned(FIRST), SECOND], [turned(FIRST), SECOND], [HoldReason.TURNED, HoldReason.HELD], HoldFinding.TURNED),
        ([turned(FIRST), SECOND], [FIRST, SECOND], BOTH_HELD, HoldFinding.CLEAR),  # misread in what remained
        ([SECOND], [FIRST, SECOND], BOTH_HELD, HoldFinding.CLEAR),  # missed in it
    ],
)
def test_a_die_that_moved_or_turned_is_held_and_pointed_out(remaining, lie, reasons, finding):
    hold = held(BEFORE, reading_of([*lie, *THROWN[len(lie) :]]), None if remaining is None else reading_of(remaining))
    assert ([die.reason for die in hold.dice[: len(lie)]], hold.finding) == (reasons, finding)
    if finding is not HoldFinding.AMBIGUOUS:
        assert hold.flags == (*[True] * len(lie), *[False] * (5 - len(lie)))


def test_which_of_two_like_dice_was_held_is_not_asked_but_whether_one_was():
    like = [moved(FIRST, 0.72), moved(FIRST, -0.72), *THROWN[2:]]
    one = held(BEFORE, reading_of(like), reading_of([FIRST]))
    assert (one.finding, sum(one.flags[:2]), one.flags[2:]) == (HoldFinding.CLEAR, 1, (False,) * 3)
    assert held(BEFORE, reading_of(like)).finding is HoldFinding.AMBIGUOUS


def test_whose_place_was_seen_bare_was_thrown_and_others_were_left_lying():
    after = reading_of([moved(FIRST, 0.72), moved(SECOND, 0.72), *THROWN[2:]])
    bare = (True, False, True, True, True)
    for seen in (None, reading_of([FIRST, SECOND])):  # the first was taken after the others
        hold = held(BEFORE, after, seen, bare=bare)
        assert (hold.finding, hold.flags) == (HoldFinding.CLEAR, (False, True, False, False, False))
    pushed = reading_of([moved(FIRST, 1.0), moved(SECOND, 0.72)])
    assert held(BEFORE, after, pushed, bare=bare).flags == (True, True, False, False, False)


@pytest.mark.parametrize(("near", "finding"), [(0.7, HoldFinding.CLEAR), (0.9, HoldFinding.AMBIGUOUS)])
def test_a_die_shows_another_face_only_where_it_may_have_tipped_over_an_edge(near, finding):
    other = die_at((PLACES[0][0] + near * DIE_PX, PLACES[0][1]), 4, 40.0)
    hold = held(BEFORE, reading_of([moved(FIRST, -1.6), other, *THROWN[2:]]), bare=(False, *[True] * 4))
    assert (hold.finding, hold.flags) == (finding, (True, *[False] * 4))


@pytest.mark.parametrize(("said", "is_known"), [(0.5, True), (0.9999, False)])
def test_a_held_die_shows_what_it_was_taken_for_unless_it_is_surely_another(said, is_known):
    doubtful = replace(FIRST, label=4, probabilities=(1 - said, 0.0, 0.0, 0.0, said, 0.0))
    first, *_ = held(BEFORE, reading_of([doubtful, *THROWN[1:]])).dice
    assert (first.is_known, first.is_unmoved, first.reason is HoldReason.TURNED) == (is_known, True, not is_known)
    put_right = reading_of([replace(FIRST, probabilities=probabilities(4)), *BEFORE.dice[1:]])
    assert held(put_right, reading_of([FIRST, *THROWN[1:]])).dice[0].is_known


def test_what_was_seen_after_the_throw_and_more_dice_than_lay_before_are_not_what_remained():
    after = after_holding((True, False, False, False, False))
    for seen in (reading_of(after.dice[:4]), reading_of([*after.dice, die_at((1200.0, 1200.0), 0)])):
        assert held(BEFORE, after, seen).flags == (True, False, False, False, False)
    alike = reading_of([FIRST, SECOND, *(moved(die, 3.0) for die in BEFORE.dice[2:])])  # as they lay, by chance
    taken = (False, False, True, True, True)
    for bare, flags in ((None, (*[True] * 4, False)), (taken, (True, True, False, False, False))):
        assert held(BEFORE, alike, reading_of(alike.dice[:4]), bare=bare).flags == flags


def test_of_an_empty_board_nothing_is_held():
    assert held(BEFORE, reading_of([])).dice == ()
    like = reading_of([moved(FIRST, 0.5), *THROWN[1:]])
    assert held(reading_of([]), like).flags == held(BEFORE, like, reading_of([])).flags == (False,) * 5
