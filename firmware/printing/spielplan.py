"""The Spielplan of Würfelpoker 10×10, empty or with what was entered in a game."""

from dataclasses import replace

from firmware.display.cards import FULL, GRANDE, LARGE, POKER, SMALL
from firmware.display.games.ten_by_ten import remarks, result
from firmware.display.messages import Catalogue
from firmware.display.names import format_points, row_name
from firmware.printing.names import date_on_paper, number_on_paper, points_mark, row_heads
from hardware.paper.marks import Written
from hardware.paper.spielplan import PlanWords, Spielplan
from scoring.games.standings import Standings, standings
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset, TiedColumnRule
from scoring.sheets.category import Category, points

_EXAMPLES = {Category.FULL: FULL, Category.POKER: POKER, Category.GRANDE: GRANDE}


def empty_plan(ruleset: Ruleset, words: Catalogue) -> Spielplan:
    """Return an empty sheet for what was agreed."""
    return Spielplan(
        words=_words(ruleset, words),
        rows=row_heads(Category, words, name=row_name, hint=_hint),
        columns=ruleset.columns,
    )


def filled_plan(game: GameState, words: Catalogue, *, number: int | None, begun_utc: str | None) -> Spielplan:
    """Return a game's sheet as it stands."""
    standing = standings(game)
    begun = {(entry.cell.column, entry.player) for entry in game.entries}
    columns = [(column, player) for column in standing.columns for player in (0, 1)]
    won = {
        (column.column, player): Written(text=format_points(column.points[player]) if column.points[player] else "–")
        for column, player in columns
        if column.is_decided
    }
    return replace(
        empty_plan(game.ruleset, words),
        names=game.players,
        date=date_on_paper(begun_utc, words),
        number=number_on_paper(number, words),
        beginner=game.beginner,
        cells={(e.cell.category, e.cell.column, e.player): points_mark(e.points) for e in game.entries},
        sums={
            (column.column, player): Written(text=str(column.sums[player]), is_ringed=column.winner == player)
            for column, player in columns
            if (column.column, player) in begun
        },
        points=won,
        totals=(format_points(standing.points[0]), format_points(standing.points[1])) if won else ("", ""),
        ending=_ending(game, standing, words),
    )


def _words(ruleset: Ruleset, words: Catalogue) -> PlanWords:
    total, win = ruleset.points_at_stake, ruleset.points_at_stake // 2 + 1
    tied = words.text("card.tied-split" if ruleset.tied_column is TiedColumnRule.SPLIT else "card.tied-none")
    column = words.text("card.column", last=ruleset.columns, total=total)
    return PlanWords(
        title=words.text("game.ten-by-ten"),
        date=words.text("paper.date"),
        begins=words.text("first.beginner"),
        sum=words.text("ui.sum"),
        points=words.text("paper.points"),
        total=words.text("paper.total"),
        of=words.text("paper.of", total=total, win=win),
        told=(
            words.text("paper.rows"),
            f"{column} {tied}",
            f"{words.text('card.to-win', points=win)} {words.text('paper.black')}",
        ),
    )


def _hint(category: Category, words: Catalogue) -> str:
    """Return what a row scores, every number as the rules have it."""
    example = _EXAMPLES.get(category, SMALL)
    plain, served = (points(category, example, is_served=is_served) for is_served in (False, True))
    if category is Category.STRAIGHT:
        large = points(category, LARGE, is_served=False)
        return words.text("paper.straight", small=plain, large=large, more=served - plain)
    value = int(max(example, key=example.count))
    return words.text("paper.plus-value", points=plain - value, more=served - plain)


def _ending(game: GameState, standing: Standings, words: Catalogue) -> tuple[str, ...]:
    if len(game.entries) == game.turns:
        ended = result(game, standing, words)
        lines = ended["lines"]
        return str(ended["headline"]), *map(str, lines if isinstance(lines, list) else ()), str(ended["round"])
    done = words.text("paper.unfinished", done=len(game.entries), of=game.turns)
    stopped = [words.text("paper.stopped")] if game.is_abandoned else remarks(game, standing, words)
    return done, *stopped
