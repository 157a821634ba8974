"""``serviert analyse``: one game afterwards, as a table in the terminal, and as files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from firmware.analysis.analysed import analysed
from firmware.analysis.export import csv_text, game_data, json_text, png, step_data, write_all
from firmware.analysis.finding import found_game
from firmware.commands.options import GameFiles
from firmware.display import analysis
from firmware.display.messages import catalogue
from firmware.log import codec
from firmware.settings.config import Config
from models.advisor import foresight


def analyse(wanted: str, config: Config, *, files: GameFiles, say: Callable[[str], None]) -> None:
    """Say what was luck and what was decided in a game.

    Raises:
        AnalysisError: If there is no such game, or it cannot be analysed.
        StoreError: If a log cannot be read.
    """
    file = Path(os.path.expanduser(wanted))  # noqa: PTH111 - Path's own raises where there is no such user
    number, records = found_game(wanted, config.store.file, file=file)
    game = analysed(records, foresight(), number=number)
    words = catalogue(config.display.language)
    for line in analysis.lines(game, words):
        say(line)
    write_all(
        (files.csv, lambda: csv_text([step_data(step) for step in game.account.steps])),
        (files.json, lambda: json_text(game_data(game))),
        (files.svg, lambda: analysis.curve_picture(game, words)),
        (files.png, lambda: png(analysis.curve_picture(game, words))),
        (files.events, lambda: "".join(f"{codec.encode(record)}\n" for record in records)),
    )
