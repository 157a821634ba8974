"""Who stands where: columns won, points of 55, and what can no longer change."""

from dataclasses import dataclass

from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset, TiedColumnRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnStanding:
    """One column, both players."""

    column: int  # 1–10; what it is worth.
    sums: tuple[int, int]
    best_sums: tuple[int, int]  # The most each can still reach: every free cell filled as high as the rules allow
    is_decided: bool
    winner: int | None  # 0 or 1 in a decided column, None in a tied or an open one
    points: tuple[float, float]  # What each got for it; both 0 while it is open.

    @property
    def is_tied(self) -> bool:
        """Tell whether the column is decided with equal sums."""
        return self.is_decided and self.winner is None

    def cannot_lose(self, player: int) -> bool:
        """Tell whether the player keeps at least a tie even if he strikes all his free cells here."""
        return self.sums[player] >= self.best_sums[1 - player]

    def is_won_by(self, player: int) -> bool:
        """Tell whether the player wins the column whatever comes, filled or not."""
        return self.sums[player] > self.best_sums[1 - player]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """How the match stands."""

    columns: tuple[ColumnStanding, ...]  # All columns, column 1 first
    points: tuple[float, float]
    points_to_win: int  # More than half of what is at stake: 28 of 55
    totals: tuple[int, int]
    thrown_more_but_behind: int | None  # The player who has thrown more and yet has fewer points, None where nobody
    winner: int | None  # 0 or 1 once all columns are decided, None before and in a draw
    is_draw: bool  # Whether all columns are decided and the points are equal
    secured_by: int | None  # The player who wins the match whatever comes, None while it is open


def standings(state: GameState) -> Standings:
    """Return how the match stands.

    Source:
        scoring/RULES.md, "Würfelpoker 10×10", columns and winning.
    """
    sheets, ruleset = state.sheets, state.ruleset
    columns = tuple(_column(sheets, column, ruleset) for column in range(1, ruleset.columns + 1))
    points = sum(c.points[0] for c in columns), sum(c.points[1] for c in columns)
    totals = sheets[0].total, sheets[1].total
    ahead = _higher(totals)
    is_over = all(column.is_decided for column in columns)
    return Standings(
        columns=columns,
        points=points,
        points_to_win=ruleset.points_at_stake // 2 + 1,
        totals=totals,
        thrown_more_but_behind=ahead if ahead is not None and points[ahead] < points[1 - ahead] else None,
        winner=_higher(points) if is_over else None,
        is_draw=is_over and points[0] == points[1],
        secured_by=next((player for player in (0, 1) if _worst_lead(columns, player) > 0), None),
    )


def _column(sheets: tuple[Sheet, Sheet], column: int, ruleset: Ruleset) -> ColumnStanding:
    sums = sheets[0].column_sum(column), sheets[1].column_sum(column)
    best_sums = sums[0] + _most_to_come(sheets[0], column), sums[1] + _most_to_come(sheets[1], column)
    is_decided = sums == best_sums  # no cell is free: each could hold a point at least
    winner = _higher(sums) if is_decided else None
    return ColumnStanding(
        column=column,
        sums=sums,
        best_sums=best_sums,
        is_decided=is_decided,
        winner=winner,
        points=_column_points(column, winner, ruleset) if is_decided else (0, 0),
    )


def _column_points(column: int, winner: int | None, ruleset: Ruleset) -> tuple[float, float]:
    if winner is None:
        share = column / 2 if ruleset.tied_column is TiedColumnRule.SPLIT else 0
        return share, share
    return (column, 0) if winner == 0 else (0, column)


def _most_to_come(sheet: Sheet, column: int) -> int:
    taken = {entry.cell.category for entry in sheet.entries if entry.cell.column == column}
    return sum(category.most_points for category in Category if category not in taken)


def _higher(pair: tuple[float, float]) -> int | None:
    return None if pair[0] == pair[1] else int(pair[1] > pair[0])


def _worst_lead(columns: tuple[ColumnStanding, ...], player: int) -> int:
    # Either tie rule leaves the lead as it is, so the worst a column can do is +, 0 or − its worth.
    won = sum(c.column for c in columns if c.is_won_by(player))
    lost = sum(c.column for c in columns if not c.cannot_lose(player))
    return won - lost
