"""Turns and what was read of them, put together by hand."""

from dataclasses import replace

from models.evaluate.holds import Moment, PlayedTurn, ReadMoment
from models.evaluate.play import Rethrow, SeenBetween
from models.train.pictures.truth import LabelledDie
from tests.vision.table import DIE_PX, detection_at, die_at, reading_of
from vision.reading import Verdict

PLACES = ((300.0, 300.0), (500.0, 420.0), (700.0, 300.0), (420.0, 700.0), (800.0, 760.0))
ELSEWHERE = ((250.0, 900.0), (950.0, 500.0), (620.0, 950.0), (1000.0, 900.0), (200.0, 520.0))


def true_at(place, label, turn_deg=0.0):
    seen = detection_at(place, turn_deg)
    return LabelledDie(label=label, state="ok", tilt_deg=0.0, box_xyxy=seen.box_xyxy, quad=seen.quad)


def moment(dice, *, has_hand=False, is_settled=True):
    return Moment(dice, has_hand, is_settled)


def sight_of(of, *, verdict=None, wrong=()):
    """Return a sight of all dice of a moment, those named read as the next face."""
    dice = [(die_at(_middle(die), (die.label + (n in wrong)) % 6, _turn(die)), n) for n, die in of.dice.items()]
    dice.sort(key=lambda one: one[0].detection.centre_xy)
    said = verdict or (Verdict.CLEAR if len(dice) == 5 else Verdict.WRONG_COUNT)
    return ReadMoment(reading_of([die for die, _ in dice], said), tuple(n for _, n in dice))


def _middle(die):
    xs, ys = zip(*die.quad, strict=True)
    return sum(xs) / 4, sum(ys) / 4


def _turn(die):
    return replace(detection_at((0.0, 0.0)), quad=die.quad).turn_deg


def turn_holding(held, *, shift=0.0, labels=None, seen=SeenBetween.REMAINING):
    """Return a turn of two throws; held dice are shifted by so many edges, and show `labels` after."""
    before = {n: true_at(place, n, 7.0 * n) for n, place in enumerate(PLACES)}
    shown = labels or {}
    after = {
        n: true_at((PLACES[n][0] + shift * DIE_PX, PLACES[n][1]), shown.get(n, n), 7.0 * n)
        if n in held
        else true_at(ELSEWHERE[n], (n + 2) % 6, 33.0)
        for n in range(5)
    }
    between = {n: before[n] for n in held}
    has_between = seen is not SeenBetween.NOTHING
    moments = [moment(before), moment(between, has_hand=seen is SeenBetween.HIDDEN, is_settled=False), moment(after)]
    moments = moments if has_between else [moments[0], moments[2]]
    last = len(moments) - 1
    throw = Rethrow(before=0, remaining=1 if has_between else None, after=last, held=frozenset(held), seen=seen)
    return PlayedTurn(tuple(moments), (throw,))
