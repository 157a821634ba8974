"""``serviert analyse`` and ``serviert study``: one game afterwards, or all that were kept, as tables and as files."""

import csv
import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from enum import Enum
from typing import Any

from firmware.analysis.analysed import Analysed, analysed, replayed
from firmware.analysis.finding import TEN_BY_TEN, kept_game, none_kept
from firmware.analysis.kept_games import games_of_log
from firmware.analysis.known import Known, evaluator_mark, summaries_of
from firmware.analysis.rollouts import costs
from firmware.analysis.study import PlayerStudy, Study, study
from firmware.commands.options import AnalysisFiles
from firmware.display import analysis
from firmware.display import study as shown
from firmware.display.messages import catalogue
from firmware.errors import PlotError
from firmware.settings.config import Config
from models.strategies import foresight
from scoring.sheets.category import Category
from scoring.strategy.account import EnteredIn, Held, Step

OF_A_STEP = (
    "turn_number", "player", "throw_number", "faces", "chance",
    "luck", "of_dice", "re_estimated", "loss", "blind", "done", "best",
)  # fmt: skip
"""What is written of a throw and of a decision, by the fields of `scoring.strategy.account`."""


def analyse(wanted: str, config: Config, *, files: AnalysisFiles, say: Callable[[str], None]) -> None:
    """Say what was luck and what was decided in a game.

    Raises:
        AnalysisError: If there is no such game, or it cannot be analysed.
        StoreError: If a log cannot be read.
    """
    found = kept_game(wanted, config.store.file, suits=lambda log: bool(replayed(log)[0].entries), what=TEN_BY_TEN)
    game = analysed(found.records, foresight(), number=found.number)
    words = catalogue(config.display.language)
    _progress(words.text("analysis.weighing"))
    known = costs(game, foresight()) or ()
    _progress("\033[K")
    for line in analysis.lines(game, words, known):
        say(line)
    weighed = [
        {"turn_number": each.turn_number, "throw_number": each.throw_number, **asdict(cost)} for each, cost in known
    ]
    _write_all(files, [step_data(step) for step in game.account.steps], {**game_data(game), "costliest": weighed})


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
    _write_all(files, [player_data(player) for player in all_games.players], study_data(all_games))


def game_data(game: Analysed) -> dict[str, object]:
    """Return all that is known of a game that was analysed, as plain data."""
    account = game.account
    summed = ("luck", "luck_of_dice", "loss", "without_luck")
    return {
        "game": game.number,
        "players": game.state.players,
        "columns": game.state.ruleset.columns,
        **{name: getattr(account, name) for name in ("start", "result")},
        "remainder": account.remainder(),
        "by_player": [{name: getattr(account, name)(player) for name in summed} for player in (0, 1)],
        "curve": list(account.curve()),
        "steps": [step_data(step) for step in account.steps],
    }


def step_data(step: Step) -> dict[str, object]:
    """Return a throw or a decision as plain data, the same keys for both; chances and luck are its player's."""
    return {name: _plain(getattr(step, name, None)) for name in OF_A_STEP}


def _plain(value: Any) -> object:
    """Return a part of an account in words that do not depend on the language; numbers stay.

    >>> _plain(Held(()))
    'hold nothing'
    """
    match value:
        case Held():
            return f"hold {_plain(value.faces) or 'nothing'}"
        case EnteredIn():
            return f"enter {value.cell.category.name.lower()} {value.cell.column} for {value.points}"
        case tuple():
            return " ".join(str(_plain(each)) for each in value)
        case Enum():
            return value.name.lower()
        case _:
            return value


def study_data(study: Study) -> dict[str, object]:
    """Return all that is known, as plain data."""
    dice = {name: getattr(study.fairness, name) for name in ("thrown", "counts", "log_ratio", "chance", "is_loaded")}
    players = [player_data(player) for player in study.players]
    return {"games": study.games, "unreadable": study.unreadable, "players": players, "dice": dice}


def player_data(player: PlayerStudy) -> dict[str, object]:
    """Return what is known of a player, as plain data."""
    plain = asdict(player)
    rating, accuracy, rows = (plain.pop(name) for name in ("rating", "accuracy", "rows"))
    plain |= {f"rating_{name}": value for name, value in rating.items()}
    for row, totals in zip(Category, rows, strict=True):
        plain |= {f"{row.name.lower()}_{name}": value for name, value in totals.items()}
    return {**plain, **accuracy, "accuracy": player.accuracy.share}


def _write_all(files: AnalysisFiles, rows: Sequence[dict[str, object]], data: object) -> None:
    """Write rows of the same keys as CSV and all data as JSON: what can be written, even where the other cannot."""
    table = io.StringIO()
    writer = csv.DictWriter(table, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    failed = list[PlotError]()
    for path, text in ((files.csv, table.getvalue()), (files.json, json.dumps(data, ensure_ascii=False, indent=1))):
        try:
            if path is not None:
                path.write_text(text, encoding="utf-8")
        except OSError as error:
            failed.append(PlotError(f"{path} cannot be written: {error.strerror}. Choose another place."))
    if failed:
        raise failed[0]


def _progress(said: str) -> bool:
    if sys.stderr.isatty():
        print(f"\r{said}", end="", file=sys.stderr, flush=True)  # noqa: T201 - the command line's own voice
    return True
