from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import errors
from scoring.dice import NOTHING_HELD, Face
from scoring.ruleset import RerollRule, ServedRule
from scoring.turns.turn import Burn, Throw, Turn

FIRST = ServedRule.FIRST_THROW
ANY = ServedRule.ANY_FULL_THROW
THROW_AGAIN = RerollRule.THROW
DIE_AGAIN = RerollRule.DIE


@pytest.fixture
def throw(dice, held):
    """Return what makes a throw of two texts: "KKK9A", "KKK..": the three kings lay there."""
    return lambda faces, flags=".....": Throw(dice(faces), held(flags))


@pytest.fixture
def turn_of(throw):
    """Return what makes a turn of throws in the way they are played."""

    def make(*throws):
        turn = Turn()
        for each in throws:
            turn = turn.thrown(throw(*each))
        return turn

    return make


# ---- throws


@pytest.mark.parametrize(("faces", "flags"), [("KKKK", "....."), ("KKKKKK", "....."), ("KKKKK", "...."), ("", "")])
def test_a_throw_has_five_dice_and_five_flags(throw, faces, flags):
    with pytest.raises(errors.WrongDiceCountError):
        throw(faces, flags)


def test_a_throw_in_which_all_five_are_held_is_none(throw):
    with pytest.raises(errors.NothingThrownError, match="at least one"):
        throw("KKKKK", "KKKKK")


def test_held_faces_are_those_flagged(throw):
    assert throw("KA9KT", "K..K.").held_faces == (Face.KING, Face.KING)


# ---- counting and serving


def test_three_throws_and_no_fourth(turn_of, throw):
    turn = Turn()
    for made in range(3):
        assert (turn.throws_made, turn.throws_left) == (made, 3 - made)
        turn = turn.thrown(throw("9TBDK"))
    assert (turn.throws_made, turn.throws_left) == (3, 0)
    with pytest.raises(errors.ThrowsUsedUpError):
        turn.thrown(throw("9TBDK"))
    with pytest.raises(errors.ThrowsUsedUpError):
        turn.burned(Burn((True,) * 5))


def test_the_faces_are_those_of_the_latest_throw(turn_of, dice):
    assert turn_of(("9TBDK",), ("TB9AA", "TB9..")).faces == dice("TB9AA")


def test_a_turn_without_a_throw_has_no_faces():
    with pytest.raises(errors.NoThrowError):
        _ = Turn().faces
    assert not Turn().may_enter


def test_served_means_the_first_throw(turn_of):
    assert turn_of(("KKKAA",)).is_served(FIRST)
    assert not turn_of(("9TBDA",), ("KKKAA",)).is_served(FIRST)
    assert not Turn().is_served(FIRST)


def test_served_may_mean_any_throw_of_all_five(turn_of):
    assert turn_of(("KKKAA",)).is_served(ANY)
    assert turn_of(("9TBDA",), ("KKKAA",)).is_served(ANY)
    assert turn_of(("9TBDA",), ("9TBDA", "9...."), ("KKKAA",)).is_served(ANY)
    assert not turn_of(("9TBDA",), ("KKKAA",), ("KKKAA", "KKK..")).is_served(ANY)
    assert not Turn().is_served(ANY)


def test_throwing_on_gives_up_served_even_if_the_combination_stays(turn_of):
    # Source: scoring/RULES.md, "Served is what is entered". Four kings lay served; the fifth die was thrown again.
    turn = turn_of(("KKKK9",), ("KKKKT", "KKKK."))
    assert not turn.is_served(FIRST)
    assert not turn.is_served(ANY)


# ---- holding


def test_the_camera_may_see_held_dice_in_another_order(turn_of):
    assert turn_of(("9KKAT",), ("BK9DK", ".K..K")).throws_made == 2


def test_a_held_die_may_be_picked_up_later(turn_of):
    # Source: scoring/RULES.md: "a die left lying once may be picked up later".
    assert turn_of(("KK9TA",), ("KKBBB", "KK..."), ("BBB9T", "BBB..")).throws_made == 3


def test_before_the_first_throw_nothing_can_be_held(throw):
    with pytest.raises(errors.FirstThrowHeldError, match="2 dice"):
        Turn().thrown(throw("KK9TA", "KK..."))


@pytest.mark.parametrize(
    ("before", "faces", "flags", "changed"),
    [
        ("KK9TA", "KKKTB", "KKK..", (5,)),  # a third king lay nowhere
        ("KK9TA", "KKDTB", "KKD..", (4,)),
        ("99999", "AADDT", "AADD.", (4, 4, 6, 6)),
    ],
)
def test_a_held_die_that_changed_its_face_is_named(turn_of, throw, before, faces, flags, changed):
    turn = turn_of((before,))
    with pytest.raises(errors.HeldDieChangedError) as caught:
        turn.thrown(throw(faces, flags))
    assert caught.value.changed == changed
    assert caught.value.before == tuple(sorted(turn.faces))
    assert all(face.name in str(caught.value) for face in turn.faces)
    assert isinstance(caught.value, errors.IllegalEventError)
    assert isinstance(caught.value, ValueError)


@given(
    before=st.tuples(*[st.sampled_from(Face)] * 5),
    after=st.tuples(*[st.sampled_from(Face)] * 5),
    flags=st.tuples(*[st.booleans()] * 5).filter(lambda flags: not all(flags)),
)
def test_holds_are_legal_exactly_when_each_held_face_pairs_off_with_one_before(before, after, flags):
    left = list(before)
    pairs_off = True
    for face in [face for face, is_held in zip(after, flags, strict=True) if is_held]:
        if face in left:
            left.remove(face)
        else:
            pairs_off = False
    turn = Turn().thrown(Throw(before, NOTHING_HELD))
    if pairs_off:
        assert turn.thrown(Throw(after, flags)).faces == after
    else:
        with pytest.raises(errors.HeldDieChangedError):
            turn.thrown(Throw(after, flags))


# ---- burning


def test_a_burning_throw_uses_up_none_of_the_three(turn_of, throw):
    turn = turn_of(("9TBDA",)).burned(Burn((True, False, False, False, False)))
    assert turn.throws_made == 1
    assert turn.thrown(throw("KKKAA")).throws_made == 2


def test_a_repeated_first_throw_can_still_be_served(throw):
    # Source: scoring/RULES.md, "a repeated first throw can still be served".
    burned = Turn().burned(Burn((False, True, False, False, False)))
    for rule in (FIRST, ANY):
        assert burned.thrown(throw("KKKAA")).is_served(rule)


def test_while_a_throw_burns_nothing_can_be_entered(turn_of, throw):
    turn = turn_of(("KKKAA",))
    assert turn.may_enter
    burned = turn.burned(Burn((True,) * 5))
    assert not burned.may_enter
    assert burned.thrown(throw("KKKAA")).may_enter


def test_a_burning_throw_has_five_flags_and_a_burning_die():
    with pytest.raises(errors.WrongDiceCountError):
        Burn((True,) * 4)
    with pytest.raises(errors.NothingBurningError):
        Burn(NOTHING_HELD)


def test_a_burned_throw_holds_by_the_same_law_as_any(turn_of, dice):
    burning = (True, False, False, False, False)
    with pytest.raises(errors.FirstThrowHeldError):
        Turn().burned(Burn(burning, dice("K")))
    with pytest.raises(errors.HeldDieChangedError):
        turn_of(("9TBDA",)).burned(Burn(burning, dice("K")))
    with pytest.raises(errors.NothingThrownError):
        turn_of(("9TBDA",)).burned(Burn(burning, dice("9TBDA")))


def test_the_repetition_holds_what_the_burned_throw_held(turn_of, throw, dice):
    # Source: scoring/RULES.md, "held dice stay".
    burned = turn_of(("KK9TA",)).burned(Burn((False, True, False, False, False), dice("KK")))
    assert burned.thrown(throw("BKBKB", ".K.K.")).throws_made == 2
    for faces, flags in (("KKKKK", "K...."), ("99999", "....."), ("KKA99", "KKA..")):
        with pytest.raises(errors.HoldChangedError, match="held dice stay"):
            burned.thrown(throw(faces, flags))
    with pytest.raises(errors.HoldChangedError):
        burned.burned(Burn((True,) * 5, dice("K")))


def test_what_a_second_burning_does_not_tell_is_known_from_the_first(turn_of, throw, dice):
    twice = turn_of(("KK9TA",)).burned(Burn((True,) * 5, dice("KK"))).burned(Burn((True,) * 5))
    with pytest.raises(errors.HoldChangedError):
        twice.thrown(throw("99999"))


def test_where_the_held_dice_were_not_told_any_may_be_held(turn_of, throw):
    burned = turn_of(("KK9TA",)).burned(Burn((True,) * 5))
    assert burned.thrown(throw("KKBBB", "KK...")).throws_made == 2
    assert burned.thrown(throw("9TBBB", "9T...")).throws_made == 2


@pytest.mark.parametrize(
    ("ruleset", "burn", "expected"),
    [
        (THROW_AGAIN, Burn((True, False, False, False, False)), (1, 2, 3, 4, 5)),
        (THROW_AGAIN, Burn((True, False, False, False, False), (Face.KING, Face.KING)), (3,)),
        (DIE_AGAIN, Burn((True, False, False, False, False)), (1,)),
        (DIE_AGAIN, Burn((True, True, False, False, False), (Face.KING, Face.KING)), (2,)),
        (DIE_AGAIN, Burn((True, True, True, True, True), (Face.KING, Face.KING)), (3,)),
    ],
)
def test_what_goes_into_the_cup_after_burning_follows_the_house_rule(turn_of, ruleset, burn, expected):
    assert turn_of(("KK9TA",)).burned(burn).dice_to_throw(ruleset) == expected


def test_what_goes_into_the_cup_otherwise(turn_of):
    assert Turn().dice_to_throw(FIRST) == (5,)
    assert Turn().burned(Burn((True,) * 5)).dice_to_throw(THROW_AGAIN) == (5,)
    assert turn_of(("KK9TA",)).dice_to_throw(FIRST) == (1, 2, 3, 4, 5)
    assert turn_of(("KK9TA",), ("KK9TA",), ("KK9TA",)).dice_to_throw(FIRST) == ()


# ---- putting right


def test_the_latest_throw_can_be_put_right(turn_of, throw, dice):
    turn = turn_of(("KK9TA",), ("KKBBB", "KK...")).corrected(throw("KKBBD", "KK..."))
    assert turn.faces == dice("KKBBD")
    assert turn.throws[0] == throw("KK9TA")


def test_a_held_die_put_right_was_misread_before_as_well(turn_of, throw):
    # The same die lay as a king three times; it is a queen.
    turn = turn_of(("9KKAT",), ("KKBB9", "KK..."), ("KKB99", "KKB.."))
    right = turn.corrected(throw("KDB99", "KDB.."))
    assert [Counter(each.faces) for each in right.throws] == [
        Counter(throw(faces).faces) for faces in ("9KDAT", "KDBB9", "KDB99")
    ]
    assert [each.held for each in right.throws] == [each.held for each in turn.throws]


def test_of_equal_dice_no_more_are_put_right_than_are_not_held(turn_of, throw):
    # One king stays held, three aces were misread: of the two kings that lay there first one must remain.
    turn = turn_of(("KK9TB",), ("KK9TA", "KK9T."))
    right = turn.corrected(throw("KAAAA", "KAAA."))
    assert sorted(right.throws[0].faces) == sorted(throw("KAAAB").faces)


def test_a_die_said_to_be_held_did_lie_there_before(turn_of, throw):
    right = turn_of(("9TBDK",), ("AAAAA",)).corrected(throw("AAAAA", "A...."))
    assert Face.ACE in right.throws[0].faces
    assert right.throws[0].faces.count(Face.ACE) == 1


def test_in_the_first_throw_no_die_can_be_said_to_be_held(turn_of, throw):
    with pytest.raises(errors.FirstThrowHeldError):
        turn_of(("KK9TA",)).corrected(throw("KK9TA", "K...."))


def test_without_a_throw_there_is_nothing_to_put_right_or_withdraw(throw):
    with pytest.raises(errors.NoThrowError):
        Turn().corrected(throw("KK9TA"))
    with pytest.raises(errors.NoThrowError):
        Turn().withdrawn()


def test_a_correction_keeps_waiting_for_the_repetition(turn_of, throw, dice):
    burned = turn_of(("KK9TA",)).burned(Burn((True,) * 5, dice("KK")))
    assert burned.corrected(throw("KK9TB")).burn == burned.burn
    assert Turn(burned.throws).corrected(throw("KK9TB")).burn is None


def test_a_correction_under_which_the_burned_hold_cannot_be_forgets_it(turn_of, throw, dice):
    burned = turn_of(("KK9TA",)).burned(Burn((True,) * 5, dice("KK")))
    assert burned.corrected(throw("KD9TA")).burn == Burn((True,) * 5)


def test_a_withdrawn_throw_was_not_made(turn_of, throw, dice):
    turn = turn_of(("KK9TA",))
    assert turn.thrown(throw("KKBBB", "KK...")).withdrawn() == turn
    assert turn.withdrawn() == Turn()
    assert turn.burned(Burn((True,) * 5)).withdrawn() == Turn()


@st.composite
def played_turns(draw):
    throws = [Throw(draw(st.tuples(*[st.sampled_from(Face)] * 5)), NOTHING_HELD)]
    for _ in range(draw(st.integers(0, 2))):
        flags = (*draw(st.tuples(*[st.booleans()] * 4)), False)
        new = draw(st.tuples(*[st.sampled_from(Face)] * 5))
        old = throws[-1].faces
        faces = tuple(old[i] if flags[i] else new[i] for i in range(5))
        order = draw(st.permutations(range(5)))
        throws.append(Throw(tuple(faces[i] for i in order), tuple(flags[i] for i in order)))
    turn = Turn()
    for each in throws:
        turn = turn.thrown(each)
    return turn


@given(
    turn=played_turns(),
    faces=st.tuples(*[st.sampled_from(Face)] * 5),
    flags=st.tuples(*[st.booleans()] * 4, st.just(False)),
)
def test_whatever_is_put_right_could_have_been_played(turn, faces, flags):
    throw = Throw(faces, flags if turn.throws_made > 1 else NOTHING_HELD)
    right = turn.corrected(throw)
    replayed = Turn()
    for each in right.throws:
        replayed = replayed.thrown(each)
    assert replayed == right
    assert right.throws[-1] == throw
    assert right.throws_made == turn.throws_made


@given(turn=played_turns())
def test_putting_a_throw_right_that_was_right_changes_nothing(turn):
    assert turn.corrected(turn.throws[-1]) == turn
