"""``serviert analyse`` and ``serviert study``: one game afterwards, or all that were kept, as tables and as files."""

import sys
from collections.abc import Callable

from firmware.analysis.analysed import analysed
from firmware.analysis.export import csv_text, game_data, json_text, step_data, write_all
from firmware.analysis.finding import found_game, none_kept
from firmware.analysis.kept_games import games_of_log
from firmware.analysis.known import Known, evaluator_mark, summaries_of
from firmware.analysis.study import PlayerStudy, Study, study
from firmware.commands.options import AnalysisFiles
from firmware.display import analysis
from firmware.display import study as shown
from firmware.display.messages import catalogue
from firmware.settings.config import Config
from models.advisor import foresight
from scoring.dice import Face
from scoring.sheets.category import Category


def analyse(wanted: str, config: Config, *, files: AnalysisFiles, say: Callable[[str], None]) -> None:
    """Say what was luck and what was decided in a game.

    Raises:
        AnalysisError: If there is no such game, or it cannot be analysed.
        StoreError: If a log cannot be read.
    """
    found = found_game(wanted, config.store.file)
    game = analysed(found.records, foresight(), number=found.number)
    words = catalogue(config.display.language)
    for line in analysis.lines(game, words):
        say(line)
    write_all(
        (files.csv, lambda: csv_text([step_data(step) for step in game.account.steps])),
        (files.json, lambda: json_text(game_data(game))),
        (files.svg, lambda: analysis.curve_picture(game, words)),
    )


def run_study(config: Config, *, files: AnalysisFiles, say: Callable[[str], None]) -> None:
    """Say what all games that were kept say together.

    Raises:
        GameMissingError: If no game of Würfelpoker 10×10 was kept.
        PlotError: If a file cannot be written.
        StoreError: If a log cannot be read.
    """
    log = config.store.file
    known = Known(summaries_of(log), evaluator_mark(foresight()))
    found, unreadable = known.summaries(games_of_log(log), foresight, lambda looked_at: _progress(f"{looked_at} …"))
    _progress("\033[K")
    if not found:
        raise none_kept(log, unreadable)
    all_games, words = study(found, unreadable=unreadable), catalogue(config.display.language)
    for line in shown.lines(all_games, words):
        say(line)
    write_all(
        (files.csv, lambda: csv_text([player_data(player) for player in all_games.players])),
        (files.json, lambda: json_text(study_data(all_games))),
        (files.svg, lambda: shown.study_picture(all_games, words)),
    )


def study_data(study: Study) -> dict[str, object]:
    """Return all that is known, as plain data."""
    dice = study.fairness
    return {
        "games": study.games,
        "unreadable": study.unreadable,
        "players": [player_data(player) for player in study.players],
        "dice": {
            "thrown": dice.thrown,
            "counts": {face.name.lower(): dice.counts[face - 1] for face in Face},
            "log_ratio": dice.log_ratio,
            "chance_if_fair": dice.chance,
            "is_loaded": dice.is_loaded,
        },
    }


def player_data(player: PlayerStudy) -> dict[str, object]:
    """Return what is known of a player, as plain data."""
    low, high = player.rating.interval
    rows = {
        f"{row.name.lower()}_{what}": getattr(player.rows[row], what)
        for row in Category
        for what in ("entries", "points", "strikes", "served")
    }
    return {
        **{key: getattr(player, key) for key in ("name", "games", "won", "drawn", "lost")},
        "rating": player.rating.mean,
        "rating_low": low,
        "rating_high": high,
        "luck": player.luck,
        "luck_usual": player.luck_deviation,
        **{key: getattr(player.accuracy, key) for key in ("loss", "decisions")},
        "accuracy": player.accuracy.share,
        **rows,
    }


def _progress(said: str) -> bool:
    if sys.stderr.isatty():
        print(f"\r{said}", end="", file=sys.stderr, flush=True)  # noqa: T201 - the command line's own voice
    return True
