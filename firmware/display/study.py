"""What is said of all games together: players, what the rows bring them, and the dice."""

from dataclasses import replace
from datetime import date
from itertools import islice

from babel.dates import format_skeleton

from firmware.analysis.study import PlayerStudy, RowTotals, Study
from firmware.display.analysis import accuracy_text, table_text
from firmware.display.drawing import whiskers
from firmware.display.messages import Catalogue
from firmware.display.names import decimal, row_name, share, signed_share
from firmware.display.setup import nobodies
from scoring.dice import Face
from scoring.seats import folded
from scoring.sheets.category import Category
from scoring.statistics.fairness import FAIR
from scoring.statistics.share import Z_95

Table = list[list[str]]

ONE_IN_MOST = 1_000_000
MOST_MONTHS = 12


def study_view(study: Study, words: Catalogue) -> dict[str, object]:
    """Return what the page shows of a study."""
    study = _of_the_named(study)
    rated = [(each.name, each.rating.mean, *each.rating.interval) for each in study.players]
    return {
        "title": words.text("study.title"),
        "games": games_text(study, words),
        "players": players_table(study, words),
        "told": words.text("study.told"),
        "picture": whiskers(words.text("study.ratings"), rated),
        "picture_title": words.text("study.ratings"),
        "luck": luck_text(study, words),
        "months_title": words.text("study.months"),
        "months": months_table(study, words),
        "rows_title": words.text("study.rows"),
        "rows": rows_table(study, words),
        "dice_title": words.text("study.dice"),
        "dice": dice_table(study, words),
        "dice_told": fairness_text(study, words),
        "is_loaded": study.fairness.is_loaded,
    }


def lines(study: Study, words: Catalogue) -> list[str]:
    """Return what a terminal says, line by line."""
    study = _of_the_named(study)
    return [
        games_text(study, words),
        "",
        *table_text(players_table(study, words)),
        "",
        luck_text(study, words),
        words.text("study.told"),
        "",
        words.text("study.months"),
        *table_text(months_table(study, words)),
        "",
        words.text("study.rows"),
        *table_text(rows_table(study, words)),
        "",
        words.text("study.dice"),
        *table_text([list(pair) for pair in zip(*dice_table(study, words), strict=True)]),
        fairness_text(study, words),
    ]


def _of_the_named(study: Study) -> Study:
    return replace(study, players=tuple(each for each in study.players if folded(each.name) not in nobodies()))


def games_text(study: Study, words: Catalogue) -> str:
    """Return how many games were studied, and how many could not be."""
    told = words.text("study.games", count=study.games, number=decimal(study.games, words.language, digits=0))
    if not study.unreadable:
        return told
    return " ".join([told, words.text("study.unreadable", count=study.unreadable)])


def players_table(study: Study, words: Catalogue) -> Table:
    """Return the players, the best rated first, with a line of heads."""
    heads = ("player", "played", "won", "rating", "luck", "accuracy")
    return [[words.text(f"study.{head}") for head in heads], *(_player(each, words) for each in study.players)]


def _player(player: PlayerStudy, words: Catalogue) -> list[str]:
    low, high = (decimal(each, words.language) for each in player.rating.interval)
    rating = words.text("study.interval", value=decimal(player.rating.mean, words.language), low=low, high=high)
    return [
        player.name,
        decimal(player.games, words.language, digits=0),
        f"{player.won}–{player.drawn}–{player.lost}",
        rating,
        signed_share(player.luck / player.games, words.language),
        accuracy_text(player.accuracy, words),
    ]


def luck_text(study: Study, words: Catalogue) -> str:
    """Return who was luckiest over all games, and how far chance alone reaches."""
    if not study.players:
        return ""
    best, worst = study.by_luck[0], study.by_luck[-1]
    return words.text(
        "study.luckiest",
        best=best.name,
        most=signed_share(best.luck / best.games, words.language),
        worst=worst.name,
        least=signed_share(worst.luck / worst.games, words.language),
        usual=share(Z_95 * best.luck_deviation / best.games, words.language),
    )


def months_table(study: Study, words: Catalogue) -> Table:
    """Return how many games who won in each of the last months, the newest first, with a line of heads."""
    rows = [["", *(player.name for player in study.players)]]
    for month, won in islice(study.months.items(), MOST_MONTHS):
        said = format_skeleton("yMMM", date.fromisoformat(f"{month}-01"), locale=words.language)
        rows.append([str(said), *(str(won[folded(name)]) for name in rows[0][1:])])
    return rows


def rows_table(study: Study, words: Catalogue) -> Table:
    """Return each row's mean points by player, then strikes and served ones, with a line of heads."""

    def mean(row: RowTotals) -> str:
        return decimal(row.points / row.entries, words.language) if row.entries else "–"

    def struck(player: PlayerStudy) -> str:
        entries = sum(row.entries for row in player.rows)
        return share(sum(row.strikes for row in player.rows) / entries, words.language) if entries else "–"

    heads = ["", *(player.name for player in study.players)]
    rows = [[row_name(row, words), *(mean(player.rows[row]) for player in study.players)] for row in Category]
    strikes = [words.text("study.strikes"), *map(struck, study.players)]
    served = [words.text("study.served"), *(str(sum(row.served for row in player.rows)) for player in study.players)]
    return [heads, *rows, strikes, served]


def dice_table(study: Study, words: Catalogue) -> Table:
    """Return how often each face came up, with a line of heads."""
    shares = study.fairness.shares()
    return [
        [words.text(f"face.{face.name.lower()}") for face in Face],
        [share(shares[face - 1], words.language, digits=2) for face in Face],
    ]


def fairness_text(study: Study, words: Catalogue) -> str:
    """Return what is to be thought of the dice."""
    dice, language = study.fairness, words.language
    number = decimal(dice.thrown, language, digits=0)
    if not dice.is_loaded:
        return words.text("study.fair", number=number)
    face = max(Face, key=lambda each: abs(dice.counts[each - 1] / dice.thrown - FAIR))
    return words.text(
        "study.loaded",
        number=number,
        face=words.text(f"face.{face.name.lower()}"),
        share=share(dice.shares()[face - 1], language, digits=2),
        fair=share(FAIR, language, digits=2),
        times=decimal(min(ONE_IN_MOST, 1 / dice.chance), language, digits=0),
    )
