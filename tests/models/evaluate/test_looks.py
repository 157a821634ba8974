from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from models.evaluate.games import ReadTurn
from models.evaluate.holds import ReadMoment, hold_figures, hold_records
from models.evaluate.looks import LookErrors, TooFewLooksError, holds_of_table, imagined, look_errors, look_figures
from models.evaluate.play import SeenBetween
from tests.models.evaluate.turns_read import sight_of, turn_holding
from tests.vision.table import DIE_PX, die_at
from vision.read.reader import verdict_of
from vision.reading import EyeDoubt, Verdict

needs_mujoco = pytest.mark.skipif(not find_spec("mujoco"), reason="MuJoCo is not installed (extra simulated)")
STEADY = LookErrors(np.zeros((1, 3)), {label: ((die_at((0, 0), label),),) for label in range(6)})


def shifted(sight, number, *, by, turned_deg=0.0):
    """Return a sight in which a die is read so many edges to the right, and turned."""
    dice = list(sight.reading.dice)
    which = sight.numbers.index(number)
    x, y = dice[which].detection.centre_xy
    turn = dice[which].detection.turn_deg + turned_deg
    dice[which] = replace(dice[which], detection=die_at((x + by * DIE_PX, y), 0, turn).detection)
    return ReadMoment(replace(sight.reading, dice=tuple(dice)), sight.numbers)


def all_faces(change=lambda sight: sight, **how):
    """Return read turns in which a die of every face was held; the last sight of each is changed."""
    turns = [turn_holding(held, **how) for held in ((0, 1, 2, 3), (4,), (0,))]
    five = replace(turns[2].moments[0].dice[0], label=5)
    moments = tuple(replace(one, dice={**one.dice, 0: five}) for one in turns[2].moments)
    turns[2] = replace(turns[2], moments=moments)
    read = []
    for turn in turns:
        sights = [sight_of(one) for one in turn.moments]
        read.append(ReadTurn(turn, (*sights[:-1], change(sights[-1]))))
    return read


def test_a_look_is_off_by_what_two_differ_by_less_what_the_die_moved():
    steady = look_errors(all_faces())
    assert np.abs(steady.shifts).max() == pytest.approx(0, abs=1e-9)
    assert {label: len(of[0]) for label, of in steady.faces.items()} == dict.fromkeys(range(6), 3)
    errors = look_errors(all_faces(lambda sight: shifted(sight, 0, by=0.1, turned_deg=4.0), seen=SeenBetween.NOTHING))
    assert look_figures(errors).looks == 6
    assert np.abs(errors.shifts).max(axis=0) == pytest.approx([0.1 / np.sqrt(2), 0, 4.0 / np.sqrt(2)], abs=1e-6)
    moved = look_errors(all_faces(shift=0.3, seen=SeenBetween.NOTHING))
    assert np.abs(moved.shifts[:5]).max() == pytest.approx(0, abs=1e-6)


def test_a_face_read_otherwise_is_unsteady_and_wrong():
    read = all_faces(seen=SeenBetween.NOTHING)
    first = read[0]
    read[0] = ReadTurn(first.turn, (first.sights[0], sight_of(first.turn.moments[-1], wrong=(2,))))
    figures = look_figures(look_errors(read))
    assert (figures.unsteady.hits, figures.unsteady.n) == (1, 6)
    assert (figures.faces.hits, figures.faces.n) == (11, 12)


def test_without_looks_at_some_face_it_is_said_which():
    with pytest.raises(TooFewLooksError, match="showing A was read twice; play more games"):
        look_errors(all_faces()[:2])


def sights_of(turn, errors=STEADY, seed=0):
    return imagined(errors, np.random.default_rng(seed), turn)


def test_an_onlooker_without_errors_sees_what_is_true_and_nothing_under_a_hand():
    turn = turn_holding((1, 3))
    sights = sights_of(turn)
    for sight, of in zip(sights, turn.moments, strict=True):
        assert set(sight.numbers) == set(of.dice)
        assert all(sight.of(number).label == die.label for number, die in of.dice.items())
        xs = [die.detection.centre_xy for die in sight.reading.dice]
        assert xs == sorted(xs)
    (record,) = hold_records(turn, sights)
    assert (record.is_right, record.is_asked) == (True, False)
    assert sights_of(turn_holding((1, 3), seen=SeenBetween.HIDDEN))[1] is None


def test_dice_are_seen_as_far_off_as_was_measured():
    sights = sights_of(turn_holding((1, 3)), LookErrors(np.array([[0.2, 0.0, 5.0]]), STEADY.faces))
    one, other = sights[0].of(2).detection, sights_of(turn_holding((1, 3)))[0].of(2).detection
    assert one.centre_xy[0] - other.centre_xy[0] == pytest.approx(0.2 * DIE_PX)
    assert one.turn_deg - other.turn_deg == pytest.approx(5.0)


def test_a_die_is_read_alike_as_long_as_it_lies():
    """Every face is read as the next one by half of the looks: the held dice are always read as before."""
    faces = {label: ((die_at((0, 0), label),), (die_at((0, 0), (label + 1) % 6),)) for label in range(6)}
    turn = turn_holding((0, 1, 2, 3))
    for seed in range(8):
        first, between, after = sights_of(turn, LookErrors(np.zeros((1, 3)), faces), seed)
        for number in turn.throws[0].held:
            assert first.of(number).label == between.of(number).label == after.of(number).label


def test_the_verdict_is_that_of_the_gravest_doubt():
    foreign, leaning = (replace(die_at((0, 0), 0), doubt=one) for one in (EyeDoubt.FOREIGN_FACE, EyeDoubt.LEANING))
    assert verdict_of([foreign] * 4 + [leaning]) is Verdict.BURNING


@needs_mujoco
@pytest.mark.proof
def test_a_table_of_turns_is_the_same_again_and_nearly_all_its_holds_are_told():
    first, again, other = (holds_of_table(STEADY, number, turns=8) for number in (1, 1, 2))
    assert first == again != other
    assert 10 <= len(first) <= 16
    figures = hold_figures(first)
    assert figures.told.value == 1
    assert figures.right.value > 0.8
