"""Holds told from simulated tables, where the truth is known."""

import random
from dataclasses import replace
from itertools import product

import pytest

from tests.vision.table import DIE_PX, Table, TableHabits, die_at, probabilities, reading_of
from vision.errors import TooManyDiceError
from vision.watch.track import HoldFinding, HoldReason, held

PLACES = ((300.0, 300.0), (500.0, 420.0), (700.0, 300.0), (420.0, 700.0), (800.0, 760.0))
ELSEWHERE = ((250.0, 900.0), (950.0, 500.0), (620.0, 950.0), (1000.0, 900.0), (200.0, 520.0))
BEFORE = reading_of([die_at(place, face, 7.0 * face) for face, place in enumerate(PLACES)])
ALL_HOLDS = tuple(product((True, False), repeat=5))
QUESTIONS = (HoldFinding.AMBIGUOUS, HoldFinding.TURNED)


def after_holding(flags):
    """Return a throw in which the flagged dice of BEFORE lie where they lay and the others elsewhere."""
    thrown = [die_at(place, (face + 2) % 6, 33.0) for face, place in enumerate(ELSEWHERE)]
    dice = [BEFORE.dice[i] if flag else thrown[i] for i, flag in enumerate(flags)]
    return reading_of(dice)


def moved(die, by):
    x, y = die.detection.centre_xy
    return die_at((x + by * DIE_PX, y), die.label, die.detection.turn_deg)


def turned(die):
    return replace(die, label=4, probabilities=probabilities(4))


@pytest.mark.parametrize("flags", ALL_HOLDS)
def test_each_of_the_thirty_two_holds_is_told_from_the_place_alone_and_from_what_remained(flags):
    remaining = reading_of([die for die, flag in zip(BEFORE.dice, flags, strict=True) if flag])
    for hold in (held(BEFORE, after_holding(flags)), held(BEFORE, after_holding(flags), remaining)):
        assert hold.flags == flags
        assert hold.finding is (HoldFinding.NOTHING_THROWN if all(flags) else HoldFinding.CLEAR)


FIRST, SECOND = BEFORE.dice[:2]
THROWN = after_holding((False,) * 5).dice


@pytest.mark.parametrize(
    ("remaining", "lie", "reasons", "finding"),
    [
        (None, [moved(FIRST, 0.25)], [HoldReason.SLID], HoldFinding.CLEAR),
        (None, [die_at(PLACES[0], FIRST.label, 40.0)], [HoldReason.SLID], HoldFinding.CLEAR),  # twisted in its place
        (None, [turned(FIRST)], [HoldReason.TURNED], HoldFinding.TURNED),
        # a throw landing half a die from a like face
        (None, [moved(FIRST, 0.62)], [HoldReason.AMBIGUOUS], HoldFinding.AMBIGUOUS),
        # knocked far by what was thrown
        ([FIRST], [moved(FIRST, 1.5)], [HoldReason.SLID_FAR], HoldFinding.SLID_FAR),
        # pushed aside, or turned over, while others were collected
        (
            [moved(FIRST, 1.4), moved(SECOND, 1.4)],
            [moved(FIRST, 1.4), moved(SECOND, 1.4)],
            [HoldReason.UNMOVED] * 2,
            HoldFinding.CLEAR,
        ),
        (
            [turned(FIRST), SECOND],
            [turned(FIRST), SECOND],
            [HoldReason.TURNED, HoldReason.UNMOVED],
            HoldFinding.TURNED,
        ),
    ],
)
def test_a_die_that_moved_or_turned_is_held_and_pointed_out(remaining, lie, reasons, finding):
    seen = None if remaining is None else reading_of(remaining)
    hold = held(BEFORE, reading_of([*lie, *THROWN[len(lie) :]]), seen)
    assert [die.reason for die in hold.dice[: len(lie)]] == reasons
    assert hold.finding is finding
    if finding is not HoldFinding.AMBIGUOUS:
        assert hold.flags == (*[True] * len(lie), *[False] * (5 - len(lie)))
    assert hold.compared_with is (seen or BEFORE)


def test_a_held_die_says_which_one_it_was_how_far_it_slid_and_how_sure_that_is():
    after = reading_of([die_at(ELSEWHERE[0], 3), BEFORE.dice[4], die_at(ELSEWHERE[1], 3), SECOND])
    assert [die.before for die in held(BEFORE, after).dice] == [None, 4, None, 1]
    slid = held(BEFORE, reading_of([moved(FIRST, 0.25), *THROWN[1:]])).dice[0]
    assert slid.slid_px == pytest.approx(0.25 * DIE_PX)
    twisted = held(BEFORE, reading_of([die_at(PLACES[0], FIRST.label, 40.0), *THROWN[1:]])).dice[0]
    assert twisted.confidence < 0.95
    none = held(BEFORE, after_holding((False,) * 5), reading_of([]))
    assert none.flags == (False,) * 5
    assert all(die.confidence > 0.99 for die in none.dice)


def test_what_was_seen_after_the_throw_and_more_dice_than_lay_before_are_not_what_remained():
    after = after_holding((True, False, False, False, False))
    six = reading_of([*after.dice, die_at((1200.0, 1200.0), 0)])
    for seen in (reading_of(after.dice[:4]), six):
        hold = held(BEFORE, after, seen)
        assert hold.compared_with is BEFORE
        assert hold.flags == (True, False, False, False, False)


def test_an_empty_board_holds_nothing_and_thirteen_dice_are_refused_in_words():
    assert held(BEFORE, reading_of([])).dice == ()
    many = reading_of([die_at((60.0 * i, 300.0), 0) for i in range(13)])
    with pytest.raises(TooManyDiceError, match="at most 12 dice; got 13"):
        held(BEFORE, many)


def shares(throws, *, is_seen, habits):
    """Return the shares of simulated throws told wrongly, wrongly without asking, and asked about."""
    table, told = Table(random.Random(20_260_101), habits), []
    for _ in range(throws):
        lay = table.throw((), 5)
        kept = [die for die in lay if table.rng.random() < 0.5][:4]
        remaining = tuple(kept)
        if is_seen:
            remaining = table.nudge(kept, habits.pushed, sd=0.25, far=0.1)
        lying = table.nudge(remaining, habits.bumped, sd=0.18, far=habits.shoved, tipped=habits.tipped)
        after, order = table.read((*lying, *table.throw(lying, 5 - len(lying))))
        before, seen = table.read(lay)[0], table.read(remaining)[0]
        hold = held(before, after, seen if is_seen else None)
        is_wrong, is_asked = hold.flags != tuple(i < len(lying) for i in order), hold.finding in QUESTIONS
        told.append((is_wrong, is_wrong and not is_asked, is_asked))
    return [sum(each) / throws for each in zip(*told, strict=True)]


@pytest.mark.parametrize(("is_seen", "most"), [(True, (0.015, 0.006, 0.1)), (False, (0.16, 0.08, 0.17))])
def test_holds_of_remains_seen_or_not_are_told_on_simulated_tables(is_seen, most):
    found = shares(1500, is_seen=is_seen, habits=TableHabits())
    assert all(share <= limit for share, limit in zip(found, most, strict=True)), found
