"""Turns put together by hand and what was read of them: holds told, figures of games taken up."""

import json
from dataclasses import replace

import pytest

from models.evaluate import holds as judging
from models.evaluate.games import ReadGame
from models.evaluate.play import Rethrow, SeenBetween
from models.evaluate.report import HELD
from models.evaluate.run import Run
from models.evaluate.workers import Models
from models.train.pictures.truth import LabelledDie
from scoring.statistics.share import Share
from tests.models.evaluate.synthetic import counts, five, read, record, true_die
from tests.vision.table import DIE_PX, ELSEWHERE, PLACES, detection_at, die_at, reading_of
from vision.reading import Verdict
from vision.watch.track import HoldFinding


def true_at(place, label, turn_deg=0.0):
    seen = detection_at(place, turn_deg)
    return LabelledDie(label=label, state="ok", tilt_deg=0.0, box_xyxy=seen.box_xyxy, quad=seen.quad)


def sight_of(of, *, verdict=None, wrong=()):
    """Return a sight of all dice of a moment, those named read as the next face."""
    dice = [(_read_at(die, (die.label + (n in wrong)) % 6), n) for n, die in of.dice.items()]
    dice.sort(key=lambda one: one[0].detection.centre_xy)
    said = verdict or (Verdict.CLEAR if len(dice) == 5 else Verdict.WRONG_COUNT)
    return judging.ReadMoment(reading_of([die for die, _ in dice], said), tuple(n for _, n in dice))


def _read_at(die, label):
    return die_at(judging.middle_of(die.quad), label, replace(detection_at((0.0, 0.0)), quad=die.quad).turn_deg)


def turn_holding(held, *, shift=0.0, labels=None, seen=SeenBetween.REMAINING):
    """Return a turn of two throws; held dice are shifted by so many edges, and show `labels` after."""
    before = {n: true_at(place, n, 7.0 * n) for n, place in enumerate(PLACES)}
    after = {n: true_at(place, (n + 2) % 6, 33.0) for n, place in enumerate(ELSEWHERE)}
    for n in held:
        after[n] = true_at((PLACES[n][0] + shift * DIE_PX, PLACES[n][1]), (labels or {}).get(n, n), 7.0 * n)
    between = judging.Moment({n: before[n] for n in held}, seen is SeenBetween.HIDDEN, is_settled=False)
    has_between = seen is not SeenBetween.NOTHING
    whole = [judging.Moment(dice, has_hand=False, is_settled=True) for dice in (before, after)]
    moments = (whole[0], *([between] if has_between else []), whole[1])
    remaining = 1 if has_between else None
    throw = Rethrow(before=0, remaining=remaining, after=len(moments) - 1, held=frozenset(held), seen=seen)
    return judging.PlayedTurn(moments, (throw,))


def told(turn, *sights):
    """Return the record of a turn's only throw, its moments read without a fault but where sights are given."""
    (found,) = judging.hold_records(turn, [*sights, *map(sight_of, turn.moments[len(sights) :])])
    return found


def without(sight, number, verdict=Verdict.WRONG_COUNT):
    kept = [(die, n) for die, n in zip(sight.reading.dice, sight.numbers, strict=True) if n != number]
    reading = replace(sight.reading, dice=tuple(die for die, _ in kept), verdict=verdict)
    return judging.ReadMoment(reading, tuple(n for _, n in kept))


@pytest.mark.parametrize("seen", [SeenBetween.REMAINING, SeenBetween.NOTHING])
@pytest.mark.parametrize("held", [(), (0, 1, 2, 4)])
def test_held_dice_that_stay_are_told_and_nobody_is_asked(held, seen):
    found = told(turn_holding(held, seen=seen))
    assert (found.is_right, found.is_asked, found.bumps, found.turns, found.seen) == (True, False, False, False, seen)


def test_a_wrong_hold_is_wrong_and_silent_where_nothing_is_asked():
    turn = turn_holding((0, 1))
    others = frozenset({0})  # the truth is another than what lies there tells
    found = told(replace(turn, throws=(replace(turn.throws[0], held=others),)))
    assert (found.is_right, found.is_asked) == (False, False)
    figures = judging.hold_figures([found])
    assert counts(figures.silent) == counts(figures.silent_by_seen[SeenBetween.REMAINING.value]) == (1, 1)
    assert figures.silent_by_seen[SeenBetween.NOTHING.value].n == 0
    assert [mark.is_reached for mark in judging.hold_marks("x", figures)] == [False, False]


def test_a_held_die_of_another_face_is_asked_about_even_if_it_was_tipped_before_what_remained_was_seen():
    turn = turn_holding((0, 1), labels={0: 5})
    seen = told(turn)
    assert (seen.turns, seen.is_asked, seen.is_right) == (True, True, True)
    assert counts(judging.hold_figures([seen]).turned) == (1, 1)
    tipped = replace(turn.moments[1], dice={**turn.moments[1].dice, 0: turn.moments[2].dice[0]})
    found = told(replace(turn, moments=(turn.moments[0], tipped, turn.moments[2])))
    assert (found.is_asked, found.is_right) == (True, True)


def test_a_bump_is_one_from_an_eighth_of_an_edge_on():
    for shift, bumps in ((judging.BUMPED - 0.01, False), (judging.BUMPED + 0.01, True)):
        found = told(turn_holding((0,), shift=shift))
        assert (found.bumps, found.is_right) == (bumps, True)


@pytest.mark.parametrize(("verdict", "which"), [(Verdict.HAND_IN_VIEW, 0), (Verdict.FOREIGN, 2)])
def test_where_a_throw_is_refused_no_hold_is_told(verdict, which):
    turn = turn_holding((0,))
    sights = [sight_of(one) for one in turn.moments]
    sights[which] = sight_of(turn.moments[which], verdict=verdict)
    found = told(turn, *sights)
    assert (found.finding, found.is_right) == (None, False)
    figures = judging.hold_figures([found])
    assert (counts(figures.told), counts(figures.right)) == ((0, 1), (0, 0))


def test_where_a_die_is_missed_or_is_none_or_a_picture_missing_no_hold_is_right():
    turn = turn_holding((0,))
    first, between, after = map(sight_of, turn.moments)
    assert told(turn, first, between, without(after, 4)).finding is None
    assert told(turn, None, between, after).finding is None
    assert told(turn, first, None, after).finding is HoldFinding.CLEAR
    assert told(turn, first, first, after).is_right  # five dice are not what remained
    numbers = tuple(None if number == 4 else number for number in after.numbers)
    assert not told(turn, first, between, judging.ReadMoment(after.reading, numbers)).is_right


@pytest.mark.parametrize(("verdict", "is_used"), [(Verdict.WRONG_COUNT, True), (Verdict.HAND_IN_VIEW, False)])
def test_what_is_seen_under_a_hand_is_not_taken_for_what_remains(verdict, is_used):
    """Of two held dice one is hidden by a hand that rests: believed, the other is told to have been thrown."""
    turn = turn_holding((0, 1), shift=0.45, seen=SeenBetween.HIDDEN)
    hidden = without(sight_of(turn.moments[1]), 1, verdict)
    assert told(turn, sight_of(turn.moments[0]), hidden).is_right is not is_used


def test_after_a_question_the_players_put_the_faces_right():
    """The first throw is misread: unsure it is put right, and the held die then shows what it showed."""
    turn = turn_holding((0, 1), seen=SeenBetween.NOTHING)
    assert not told(turn, sight_of(turn.moments[0], wrong=(0,), verdict=Verdict.NOT_SURE)).is_asked
    assert told(turn, sight_of(turn.moments[0], wrong=(0,))).is_asked


def test_figures_and_table_state_number_and_interval_and_what_is_asked_about_misses_only_the_first_mark():
    seen = (SeenBetween.REMAINING, SeenBetween.REMAINING, SeenBetween.NOTHING)
    figures = judging.hold_figures([told(turn_holding((0,), seen=one)) for one in seen])
    by_seen = {name: counts(share) for name, share in figures.by_seen.items() if share.n}
    assert by_seen == {SeenBetween.REMAINING.value: (2, 2), SeenBetween.NOTHING.value: (1, 1)}
    text = judging.holds_table("holds", figures)
    assert "1.000  [0.439, 1.000]  (3 of 3)" in next(line for line in text.splitlines() if "held set right" in line)
    for silent, reached in ((Share(0, 2000), [False, True]), (Share(20, 2000), [False, False])):
        marks = judging.hold_marks("x", replace(figures, right=Share(1980, 2000), silent=silent))
        assert ([mark.is_reached for mark in marks], marks[1].share) == (reached, Share(2000 - silent.hits, 2000))


def test_what_games_tell_stands_in_data_and_marks_with_number_and_interval():
    run = Run(models=Models(), jobs=1)  # one game: a throw of five, one of them misread, and a die seen by the way
    turns = [turn_holding(held) for held in ((0, 1, 2, 3), (4,), (0,))]
    read_turns = tuple((turn, tuple(map(sight_of, turn.moments))) for turn in turns)
    run.add_games([ReadGame(read_turns, (five(wrong=1),), (record((true_die(0), read(0))),))])
    data = json.loads(json.dumps(run.as_data()))
    assert data["games, 2 frames"]["throws"]["five_right"]["n"] == 1
    assert data["games, 2 frames"]["counts"]["noticed_by"]["1"]["hits"] == 1
    holds = data["holds games"]
    assert (holds["right"]["hits"], holds["right"]["n"]) == (3, 3)
    assert 0.4 < holds["right"]["low"] < holds["right"]["high"] == 1.0
    assert [(mark.on, counts(mark.share)) for mark in run.marks if HELD in mark.mark] == [("games", (3, 3))] * 2
