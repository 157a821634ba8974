"""What one look at a lying die differs by from the next, as measured on games; and sights made with just that error.

Place and turn of a die differ from look to look by what was measured between looks at held dice, beyond what they
really moved. Its face is read as one of those dice with that face was, look after look. Dice are neither missed nor
invented.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.evaluate.games import ReadTurn
from models.evaluate.holds import HoldRecord, Moment, PlayedTurn, ReadMoment, edge_of, hold_records, middle_of
from models.evaluate.play import Habits, Rethrow, play_turn, sample_table, true_dice
from models.evaluate.workers import worked
from models.render.throws import Bodies, Physics
from models.train.pictures.truth import LabelledDie
from scoring.statistics.share import Share, share_of
from vision.read.classify import FACE_LABELS
from vision.read.reader import verdict_of
from vision.reading import Detection, DieReading, Reading


class TooFewLooksError(ValueError):
    """Held dice of some face were never read twice."""


Looks: TypeAlias = tuple[DieReading, ...]
LEAST_LOOKS = 2
CENTILE = 95


@dataclass(frozen=True, slots=True, eq=False)
class LookErrors:
    """What looks differ by."""

    shifts: NDArray[np.float64]  # float64 (N, 3): x and y in die edges and turn in degrees, of a single look
    faces: Mapping[int, tuple[Looks, ...]]  # By true label: what was read of held dice, look after look


@dataclass(frozen=True, slots=True, kw_only=True)
class LookFigures:
    """What looks differ by, in numbers."""

    looks: int  # Pairs of looks at held dice
    # By what a single look is off in each direction: median and 95th percentile, die edges
    shift_edges: tuple[float, float]
    turn_deg: tuple[float, float]  # Likewise its turn
    faces: Share  # Faces of those dice read right
    unsteady: Share  # Pairs in which two faces were read


def look_errors(turns: Iterable[ReadTurn]) -> LookErrors:
    """Return what looks at held dice differ by.

    Raises:
        TooFewLooksError: If held dice of some face were not read twice.
    """
    shifts: list[NDArray[np.float64]] = []
    faces: defaultdict[int, list[Looks]] = defaultdict(list)
    for read in turns:
        for throw in read.turn.throws:
            for true, looks in _held_looks(read, throw):
                if true[0].label is not None:
                    faces[true[0].label].append(looks)
                pairs = zip(itertools.pairwise(true), itertools.pairwise(looks), strict=True)
                shifts += [_shift(*lay, *seen) for lay, seen in pairs]
    if missing := [name for label, name in enumerate(FACE_LABELS) if not faces[label]]:
        raise TooFewLooksError(f"no held die showing {', '.join(missing)} was read twice; play more games")
    return LookErrors(np.array(shifts) / math.sqrt(2), {label: tuple(of) for label, of in faces.items()})


def _held_looks(read: ReadTurn, throw: Rethrow) -> Iterator[tuple[tuple[LabelledDie, ...], Looks]]:
    """Yield for every held die that kept its face where it lay and what was read of it, in each sight of a throw."""
    which = [view for view in (throw.before, throw.remaining, throw.after) if view is not None]
    moments = [read.turn.moments[view] for view in which if not read.turn.moments[view].has_hand]
    sights = [read.sights[view] for view in which if not read.turn.moments[view].has_hand]
    for number in sorted(throw.held):
        found = [
            (moment.dice[number], sight.of(number))
            for moment, sight in zip(moments, sights, strict=True)
            if sight is not None and number in moment.dice
        ]
        known = [(true, die) for true, die in found if die is not None]
        if len(known) >= LEAST_LOOKS and len({true.label for true, _ in known}) == 1:
            yield tuple(true for true, _ in known), tuple(die for _, die in known)


def _shift(lay: LabelledDie, lies: LabelledDie, first: DieReading, second: DieReading) -> NDArray[np.float64]:
    """Return by what the later of two looks is off beyond the first, float64 (3,)."""
    moved = np.subtract(middle_of(lies.quad), middle_of(lay.quad))
    seen = np.subtract(second.detection.centre_xy, first.detection.centre_xy)
    turned_deg = _turn_deg(lies.quad) - _turn_deg(lay.quad)
    seen_deg = second.detection.turn_deg - first.detection.turn_deg
    return np.array([*((seen - moved) / edge_of(lies.quad)), (seen_deg - turned_deg + 45) % 90 - 45])


def _turn_deg(quad: Sequence[tuple[float, float]]) -> float:
    first, second, third, fourth = quad
    return Detection(box_xyxy=(0, 0, 0, 0), quad=(first, second, third, fourth), tilt_deg=0, confidence=1).turn_deg


def look_figures(errors: LookErrors) -> LookFigures:
    """Return the errors in numbers."""
    far, turns = np.abs(errors.shifts[:, :2]).ravel(), np.abs(errors.shifts[:, 2])
    dice = [(label, looks) for label, of in errors.faces.items() for looks in of]
    pairs = [pair for _, looks in dice for pair in itertools.pairwise(looks)]
    return LookFigures(
        looks=len(errors.shifts),
        shift_edges=(float(np.median(far)), float(np.percentile(far, CENTILE))),
        turn_deg=(float(np.median(turns)), float(np.percentile(turns, CENTILE))),
        faces=share_of(look.label == label for label, looks in dice for look in looks),
        unsteady=share_of(first.label != second.label for first, second in pairs),
    )


def imagined(errors: LookErrors, rng: np.random.Generator, turn: PlayedTurn) -> tuple[ReadMoment | None, ...]:
    """Return what is read of each moment of a turn, with errors as they were measured.

    None where a hand rests over the board: it is noticed.
    """
    held = {view: throw.held for throw in turn.throws for view in range(throw.before + 1, throw.after + 1)}
    looks: dict[int, tuple[int | None, Looks]] = {}
    sights: list[ReadMoment | None] = []
    for view, moment in enumerate(turn.moments):
        for number, die in moment.dice.items():
            is_new = number not in held.get(view, frozenset()) and moment.is_settled
            if is_new or number not in looks or looks[number][0] != die.label:
                of_face = errors.faces[die.label or 0]
                looks[number] = die.label, of_face[rng.integers(len(of_face))]
        if moment.has_hand:
            sights.append(None)
            continue
        dice = [(_imagined_die(errors, rng, die, looks[number][1]), number) for number, die in moment.dice.items()]
        dice.sort(key=lambda one: one[0].detection.centre_xy)
        read = tuple(die for die, _ in dice)
        reading = Reading(dice=read, verdict=verdict_of(read))
        sights.append(ReadMoment(reading, tuple(number for _, number in dice)))
    return tuple(sights)


def _imagined_die(errors: LookErrors, rng: np.random.Generator, die: LabelledDie, looks: Looks) -> DieReading:
    look = looks[rng.integers(len(looks))]
    dx, dy, turn_deg = errors.shifts[rng.integers(len(errors.shifts))]
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))
    middle, edge = complex(*middle_of(die.quad)), edge_of(die.quad)
    corners = [(complex(*corner) - middle) * turn + middle + complex(dx, dy) * edge for corner in die.quad]
    first, second, third, fourth = ((corner.real, corner.imag) for corner in corners)
    where = replace(look.detection, box_xyxy=die.box_xyxy, quad=(first, second, third, fourth))
    return replace(look, detection=where)


TABLES = 60
"""Of about three minutes on one core; ten times as many tell a tenth of a percent for certain."""

TURNS_A_TABLE = 40
SEED = 58
HABITS = Habits()


def play_many(errors: LookErrors, *, jobs: int, tables: int = TABLES) -> tuple[HoldRecord, ...]:
    """Return what is said of the holds of so many tables, `TURNS_A_TABLE` turns each.

    Raises:
        PhysicsMissingError: If MuJoCo is absent.
    """
    work = partial(holds_of_table, errors, turns=TURNS_A_TABLE)
    played = worked(work, range(tables), jobs=jobs, what=f"playing turns, {TURNS_A_TABLE} a table")
    return tuple(record for of_table in played for record in of_table)


def holds_of_table(errors: LookErrors, number: int, *, turns: int) -> tuple[HoldRecord, ...]:
    """Return what is said of the holds of a table's turns."""
    rng = np.random.default_rng((SEED, number))
    table = sample_table(rng)
    physics = Physics(table.board, Bodies(size_mm=table.size_mm))
    records: list[HoldRecord] = []
    for _ in range(turns):
        turn = play_turn(physics, rng, HABITS)
        moments = tuple(Moment(true_dice(table, view), view.has_hand, view.is_settled) for view in turn.views)
        seen = PlayedTurn(moments, turn.throws)
        records += hold_records(seen, imagined(errors, rng, seen))
    return tuple(records)
