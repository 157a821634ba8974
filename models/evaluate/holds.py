"""Which dice were held: what `vision.watch.track` says of played turns, held against the truth.

Readings are taken up as the device takes them: five dice that were read, put right by the players where anything was
asked; what remained, as last seen at rest without a hand.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from models.evaluate.boards import REFUSED
from models.evaluate.play import Rethrow, SeenBetween
from models.evaluate.report import HELD, Mark, rows_table, share_mark
from models.train.pictures.truth import LabelledDie, Quad
from scoring.statistics.share import Share, share_of
from vision.reading import DICE_EXPECTED, Reading, Verdict
from vision.watch.track import Hold, HoldFinding, HoldReason, held

REST = frozenset({Verdict.CLEAR, Verdict.NOT_SURE, Verdict.WRONG_COUNT, Verdict.EMPTY})
"""Verdicts of a board on which nothing but lying dice is seen: what remained is known from these."""

NO_THROW = REFUSED | {Verdict.FOREIGN}
ASKED = frozenset({HoldReason.TURNED, HoldReason.AMBIGUOUS})
BUMPED = 0.12
"""From this displacement on a held die counts as bumped, in die edges: two millimetres of a die of 17."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is true of a board at rest."""

    dice: Mapping[int, LabelledDie]  # By their numbers, as the picture shows them
    has_hand: bool  # Whether a hand rests over it
    is_settled: bool  # Whether a throw lies there, to be marked


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as it is seen; the throws count in `moments`."""

    moments: tuple[Moment, ...]
    throws: tuple[Rethrow, ...]


@dataclass(frozen=True, slots=True)
class ReadMoment:
    """What was read of a moment."""

    reading: Reading  # All of it
    numbers: tuple[int | None, ...]  # For each die read the number of the die that lies there, None where none does


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldRecord:
    """One throw that others lay before."""

    seen: SeenBetween  # What the eye saw between
    bumps: bool  # Whether a held die moved noticeably
    turns: bool  # Whether a held die shows another face than before
    # What was said; None where five dice were not read twice, so that there was nothing to compare
    finding: HoldFinding | None = None
    is_right: bool = False  # Whether exactly the held dice were called held
    is_asked: bool = False  # Whether the players were asked about them


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldFigures:
    """What was measured of holds."""

    # Throws of which the holds could be told: five dice were read before and after. The others are refused, and count
    # in no other figure.
    told: Share
    right: Share  # Throws of which exactly the held dice were called held
    silent: Share  # Throws with a wrong hold, and nobody was asked
    asked: Share  # Throws of which the players were asked about a hold, or that were refused as none
    bumped: Share  # Right, of those in which a held die moved by an eighth of its edge or more
    turned: Share  # Asked, of those in which a held die came to show another face
    by_seen: Mapping[str, Share]  # Right, by what the eye saw between
    silent_by_seen: Mapping[str, Share]  # Wrong and nobody asked, likewise


def hold_figures(records: Sequence[HoldRecord]) -> HoldFigures:
    """Return the figures of holds."""
    told = [record for record in records if record.finding is not None]
    by_seen = {seen.value: [record for record in told if record.seen is seen] for seen in SeenBetween}
    return HoldFigures(
        told=Share(len(told), len(records)),
        right=share_of(record.is_right for record in told),
        silent=share_of(map(_is_silent, told)),
        asked=share_of(record.is_asked for record in told),
        bumped=share_of(record.is_right for record in told if record.bumps),
        turned=share_of(record.is_asked for record in told if record.turns),
        by_seen={seen: share_of(record.is_right for record in of) for seen, of in by_seen.items()},
        silent_by_seen={seen: share_of(map(_is_silent, of)) for seen, of in by_seen.items()},
    )


def _is_silent(record: HoldRecord) -> bool:
    return not record.is_right and not record.is_asked


def holds_table(name: str, figures: HoldFigures) -> str:
    """Return the figures as a table in text."""
    rows = [
        ("holds told", figures.told),
        ("held set right", figures.right),
        ("wrong and silent", figures.silent),
        ("asked about", figures.asked),
        ("right, a held die bumped", figures.bumped),
        ("asked, a held die turned", figures.turned),
        *((f"right, seen: {seen}", share) for seen, share in figures.by_seen.items()),
        *((f"silent, seen: {seen}", share) for seen, share in figures.silent_by_seen.items()),
    ]
    return rows_table(name, rows)


def hold_marks(on: str, figures: HoldFigures) -> tuple[Mark, ...]:
    """Return the marks that played turns decide, over the throws of which the holds were told."""
    right_or_asked = Share(figures.silent.n - figures.silent.hits, figures.silent.n)
    return (
        share_mark(HELD, on, 0.999, figures.right),
        share_mark("held set right, or asked about", on, 0.999, right_or_asked),
    )


def hold_records(turn: PlayedTurn, sights: Sequence[ReadMoment | None]) -> tuple[HoldRecord, ...]:
    """Return what is said of the holds of a turn, by what was read of each moment; None where nothing was."""
    records = []
    accepted = _accepted(sights[0], turn.moments[0], is_asked=False) if turn.moments else None
    for throw in turn.throws:
        after, hold = sights[throw.after], None
        if accepted is not None and after is not None and _is_throw(after.reading):
            hold = held(accepted, after.reading, _remaining(throw, sights))
        is_asked = hold is not None and after is not None and _is_asked(hold, accepted, after.reading)
        records.append(_record(turn, throw, after, hold, is_asked=is_asked))
        accepted = _accepted(after, turn.moments[throw.after], is_asked=is_asked)
    return tuple(records)


def _record(
    turn: PlayedTurn, throw: Rethrow, after: ReadMoment | None, hold: Hold | None, *, is_asked: bool
) -> HoldRecord:
    pairs = [(turn.moments[throw.before].dice[n], turn.moments[throw.after].dice[n]) for n in sorted(throw.held)]
    moved = [math.dist(middle_of(one.quad), middle_of(other.quad)) / other.edge_px for one, other in pairs]
    is_right = (
        hold is not None
        and after is not None
        and hold.flags == tuple(number in throw.held for number in after.numbers)
        and None not in after.numbers
    )
    return HoldRecord(
        seen=throw.seen,
        bumps=max(moved, default=0.0) >= BUMPED,
        turns=any(one.label != other.label for one, other in pairs),
        finding=None if hold is None else hold.finding,
        is_right=is_right,
        is_asked=is_asked,
    )


def middle_of(quad: Quad) -> tuple[float, float]:
    """Return the middle of a face, pixels."""
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def _is_throw(reading: Reading) -> bool:
    return len(reading.dice) == DICE_EXPECTED and reading.verdict not in NO_THROW


def _accepted(sight: ReadMoment | None, moment: Moment, *, is_asked: bool) -> Reading | None:
    """Return a throw as it is taken up: where anything is asked, the players put its faces right; None for no throw."""
    if sight is None or not _is_throw(sight.reading):
        return None
    if sight.reading.verdict is Verdict.CLEAR and not is_asked:
        return sight.reading
    labels = [None if number is None else moment.dice[number].label for number in sight.numbers]
    dice = zip(sight.reading.dice, labels, strict=True)
    right = tuple(die if label is None else replace(die, label=label) for die, label in dice)
    return replace(sight.reading, dice=right)


def _remaining(throw: Rethrow, sights: Sequence[ReadMoment | None]) -> Reading | None:
    """Return what was seen to remain, if the eye took it for that."""
    sight = None if throw.remaining is None else sights[throw.remaining]
    if sight is None or sight.reading.verdict not in REST or len(sight.reading.dice) >= DICE_EXPECTED:
        return None
    return sight.reading


def _is_asked(hold: Hold, before: Reading | None, after: Reading) -> bool:
    """Return whether the players are asked about a hold, or the throw is refused as none.

    The rules ask, too: dice cannot be held that show what did not lie there.
    """
    if hold.finding is HoldFinding.NOTHING_THROWN or any(die.reason in ASKED for die in hold.dice):
        return True
    lay = Counter(die.label for die in before.dice) if before is not None else Counter[int]()
    kept = Counter(die.label for die, is_held in zip(after.dice, hold.flags, strict=True) if is_held)
    return bool(kept - lay)
