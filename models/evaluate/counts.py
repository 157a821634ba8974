"""How many dice lie on the board, and how many are said to: five of them are believed, any other number is noticed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from models.evaluate.records import BoardRecord
from models.evaluate.throws import dice_read, dice_seen, is_countable, is_refused
from models.evaluate.truth import OFF
from scoring.statistics.share import Share, share_of
from vision.reading import DICE_EXPECTED, EyeDoubt

MANY = 9
"""From this number on boards are counted together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFigures:
    """What was measured of counting; dice beside the board do not count, boards with half-hidden dice are left out."""

    noticed: Share  # Boards of another number than five on which five were not believed
    mistaken: Share  # Boards of five on which five were not believed
    exact: Share  # Boards on which as many were read as lie there
    noticed_by: Mapping[str, Share]  # By how many lie there: boards on which five were not believed
    exact_by: Mapping[str, Share]  # Likewise: boards on which so many were read


def count_figures(records: Iterable[BoardRecord]) -> CountFigures:
    """Return the figures of counting the dice of boards."""
    boards = [record for record in records if is_countable(record)]
    numbers: dict[str, list[BoardRecord]] = {_name(number): [] for number in range(MANY + 1)}
    for board in boards:
        numbers[_name(on_board(board))].append(board)
    fives = [board for board in boards if on_board(board) == DICE_EXPECTED]
    others = [board for board in boards if on_board(board) != DICE_EXPECTED]
    return CountFigures(
        noticed=share_of(not is_five_believed(board) for board in others),
        mistaken=share_of(not is_five_believed(board) for board in fives),
        exact=share_of(map(_is_exact, boards)),
        noticed_by={name: share_of(not is_five_believed(board) for board in of) for name, of in numbers.items()},
        exact_by={name: share_of(map(_is_exact, of)) for name, of in numbers.items()},
    )


def on_board(record: BoardRecord) -> int:
    """Return how many dice lie on a board."""
    return sum(die.true.state != OFF for die in dice_seen(record))


def read_on_board(record: BoardRecord) -> int:
    """Return how many dice were read on a board."""
    return sum(die.doubt is not EyeDoubt.OFF_BOARD for die in dice_read(record))


def is_five_believed(record: BoardRecord) -> bool:
    """Return whether a throw would be read: five dice, whatever lies beside the board."""
    return read_on_board(record) == DICE_EXPECTED and not is_refused(record)


def counts_table(name: str, figures: CountFigures) -> str:
    """Return the figures as a table in text."""
    rows = [
        f"  {'dice on the board':<18} {'five not believed':<40} as many read",
        f"  {'other than five':<18} {figures.noticed!s:<40}",
        f"  {'any number':<18} {'':<40} {figures.exact}",
        *(f"  {number:<18} {share!s:<40} {figures.exact_by[number]}" for number, share in figures.noticed_by.items()),
    ]
    return "\n".join([name, *map(str.rstrip, rows), ""])


def _is_exact(record: BoardRecord) -> bool:
    return on_board(record) == read_on_board(record)


def _name(number: int) -> str:
    return str(number) if number < MANY else f"{MANY} and more"
