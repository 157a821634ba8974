from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import errors, ruleset
from scoring.dice import NOTHING_HELD, Face
from scoring.turns.turn import Burn, Throw, Turn
from tests.cases import cases
from tests.scoring.table import five, flags

FIRST, ANY = ruleset.ServedRule.FIRST_THROW, ruleset.ServedRule.ANY_FULL_THROW
THROW_AGAIN, DIE_AGAIN = ruleset.RerollRule.THROW, ruleset.RerollRule.DIE
ONE, ALL = (True, False, False, False, False), (True,) * 5
FACES = st.tuples(*[st.sampled_from(Face)] * 5)
NOT_ALL = st.tuples(*[st.booleans()] * 4, st.just(False)).flatmap(st.permutations).map(tuple)


def throw(faces, held="....."):
    return Throw(five(faces), flags(held))


def turn(*throws):
    """Return a turn of throws in the way they are played: "KKK9A KKK..": the three kings lay there."""
    made = Turn()
    for each in throws:
        made = made.thrown(throw(*each.split()))
    return made


KINGS, COMMON = turn("KK9TA"), turn("9TBDA")
KINGS_BURN = KINGS.burned(Burn(flags(".K..."), five("KK")))
THRICE = turn(*["9TBDK"] * 3)


@pytest.mark.parametrize(
    ("what", "arguments", "error"),
    [
        *((throw, each, errors.WrongDiceCountError) for each in (("KKKK",), ("KKKKKK",), ("KKKKK", "...."), ("", ""))),
        (throw, ("KKKKK", "KKKKK"), errors.NothingThrownError),
        (Burn, (ALL[:4],), errors.WrongDiceCountError),
        (Burn, (NOTHING_HELD,), errors.NothingBurningError),
        (Turn.thrown, (Turn(), throw("KK9TA", "KK...")), errors.FirstThrowHeldError),
        (Turn.thrown, (THRICE, throw("9TBDK")), errors.ThrowsUsedUpError),
        (Turn.burned, (THRICE, Burn(ALL)), errors.ThrowsUsedUpError),
        # a burned throw holds by the same law as any
        (Turn.burned, (Turn(), Burn(ONE, five("K"))), errors.FirstThrowHeldError),
        (Turn.burned, (COMMON, Burn(ONE, five("K"))), errors.HeldDieChangedError),
        (Turn.burned, (COMMON, Burn(ONE, five("9TBDA"))), errors.NothingThrownError),
        # Source: scoring/RULES.md, "held dice stay".
        (Turn.thrown, (KINGS_BURN, throw("KKKKK", "K....")), errors.HoldChangedError),
        (Turn.thrown, (KINGS_BURN, throw("99999")), errors.HoldChangedError),
        (Turn.thrown, (KINGS_BURN, throw("KKA99", "KKA..")), errors.HoldChangedError),
        (Turn.burned, (KINGS_BURN, Burn(ALL, five("K"))), errors.HoldChangedError),
        # what a second burning does not tell is known from the first
        (Turn.thrown, (KINGS_BURN.burned(Burn(ALL)), throw("99999")), errors.HoldChangedError),
        (Turn.corrected, (KINGS, throw("KK9TA", "K....")), errors.FirstThrowHeldError),
        (Turn.corrected, (Turn(), throw("KK9TA")), errors.NoThrowError),
        (Turn.withdrawn, (Turn(),), errors.NoThrowError),
        (Turn.faces.fget, (Turn(),), errors.NoThrowError),
    ],
)
def test_what_cannot_be_is_refused(what, arguments, error):
    with pytest.raises(error):
        what(*arguments)


@pytest.mark.parametrize(("throws", "first", "whenever"), cases(__file__)["served"])
def test_served_means_the_first_throw_or_any_of_all_five(throws, first, whenever):
    made, again = turn(*throws), Turn().burned(Burn(ONE)).thrown(throw("KKKAA"))
    assert (made.is_served(FIRST), made.is_served(ANY)) == (first, whenever)
    assert (again.is_served(FIRST), again.is_served(ANY)) == (True, True)  # RULES.md: a repeated first throw can be


@pytest.mark.parametrize(("before", "after", "changed"), cases(__file__)["changed"])
def test_a_held_die_that_changed_its_face_is_named(before, after, changed):
    with pytest.raises(errors.HeldDieChangedError) as caught:
        turn(before, after)
    assert (list(caught.value.changed), caught.value.before) == (changed, tuple(sorted(five(before))))
    assert all(face.name in str(caught.value) for face in five(before))


@given(before=FACES, after=FACES, held=NOT_ALL)
def test_holds_are_legal_exactly_when_each_held_face_pairs_off_with_one_before(before, after, held):
    made, again = Turn().thrown(Throw(before, NOTHING_HELD)), Throw(after, held)
    if Counter(again.held_faces) <= Counter(before):
        assert made.thrown(again).faces == after
    else:
        with pytest.raises(errors.HeldDieChangedError):
            made.thrown(again)


def test_a_burning_throw_uses_up_none_of_the_three_and_is_repeated_before_anything_is_entered():
    burned = turn("KKKAA").burned(Burn(ALL))
    assert (burned.throws_made, burned.may_enter) == (1, False)
    again = burned.thrown(throw("KKKAA"))
    assert (again.throws_made, again.may_enter) == (2, True)
    assert KINGS_BURN.thrown(throw("BKBKB", ".K.K.")).throws_made == 2
    untold = KINGS.burned(Burn(ALL))
    for faces, held in (("KKBBB", "KK..."), ("9TBBB", "9T...")):  # held dice were not told: any may be held
        assert untold.thrown(throw(faces, held)).throws_made == 2


ALL_AGAIN = [(KINGS.burned(Burn(ONE)), (1, 2, 3, 4, 5)), (KINGS.burned(Burn(ONE, five("KK"))), (3,))]
ALL_AGAIN += [(Turn().burned(Burn(ALL)), (5,)), (Turn(), (5,)), (KINGS, (1, 2, 3, 4, 5)), (THRICE, ())]
ONE_AGAIN = [(Burn(ONE), (1,)), (Burn(flags("KK..."), five("KK")), (2,)), (Burn(ALL, five("KK")), (3,))]
CUPS = [(made, THROW_AGAIN, expected) for made, expected in ALL_AGAIN]
CUPS += [(KINGS.burned(burn), DIE_AGAIN, expected) for burn, expected in ONE_AGAIN]


@pytest.mark.parametrize(("made", "rule", "expected"), CUPS)
def test_what_goes_into_the_cup_follows_the_house_rule(made, rule, expected):
    assert made.dice_to_throw(rule) == expected


@pytest.mark.parametrize(("played", "right", "then"), cases(__file__)["put_right"])
def test_a_held_die_put_right_was_misread_before_as_well(played, right, then):
    made, corrected = turn(*played), turn(*played).corrected(throw(*right.split()))
    assert [Counter(each.faces) for each in corrected.throws] == [Counter(five(faces)) for faces in then]
    assert [each.held for each in corrected.throws] == [each.held for each in made.throws]


def test_a_correction_keeps_waiting_for_the_repetition_and_forgets_a_hold_that_cannot_be():
    assert (KINGS_BURN.corrected(throw("KK9TB")).burn, KINGS.corrected(throw("KK9TB")).burn) == (KINGS_BURN.burn, None)
    assert KINGS_BURN.corrected(throw("KD9TA")).burn == Burn(KINGS_BURN.burn.burning)


def test_a_withdrawn_throw_was_not_made():
    assert turn("KK9TA", "KKBBB KK...").withdrawn() == KINGS
    assert KINGS.withdrawn() == KINGS_BURN.withdrawn() == Turn()


@st.composite
def played_turns(draw):
    made = Turn().thrown(Throw(draw(FACES), NOTHING_HELD))
    for _ in range(draw(st.integers(0, 2))):
        held, new = draw(NOT_ALL), draw(FACES)
        faces = tuple(o if stays else n for o, n, stays in zip(made.faces, new, held, strict=True))
        order = draw(st.permutations(range(5)))
        made = made.thrown(Throw(tuple(faces[i] for i in order), tuple(held[i] for i in order)))
    return made


@given(played=played_turns(), faces=FACES, held=NOT_ALL)
def test_whatever_is_put_right_could_have_been_played_and_what_was_right_stays(played, faces, held):
    again = Throw(faces, held if played.throws_made > 1 else NOTHING_HELD)
    right, replayed = played.corrected(again), Turn()
    for each in right.throws:
        replayed = replayed.thrown(each)
    assert (replayed, right.throws[-1], right.throws_made) == (right, again, played.throws_made)
    assert played.corrected(played.throws[-1]) == played
