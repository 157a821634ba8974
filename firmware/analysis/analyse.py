"""``serviert analyse``: one game afterwards, as a table in the terminal, and as files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware import codec
from firmware.analysis.analysed import analysed
from firmware.analysis.export import csv_text, game_data, json_text, png, step_data, write
from firmware.analysis.finding import found_game
from firmware.display import analysis
from firmware.display.messages import catalogue
from models.advisor import foresight

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.config import Config


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Where to write what, None for nowhere.

    Attributes:
        csv: All throws and decisions, or all players.
        json: All that is known.
        svg: The plot.
        png: The same as pixels.
        events: The game itself, an event a line.
    """

    csv: Path | None = None
    json: Path | None = None
    svg: Path | None = None
    png: Path | None = None
    events: Path | None = None


def analyse(wanted: str, config: Config, *, files: Files, say: Callable[[str], None]) -> None:
    """Say what was luck and what was decided in a game.

    Args:
        wanted: A number, ``last``, or a file of events.
        config: Settings: where the games are kept, and the language.
        files: Where to write what.
        say: Takes each line.

    Raises:
        AnalysisError: If there is no such game, or it cannot be analysed.
        StoreError: If a log cannot be read.
    """
    number, records = found_game(wanted, config.store.file, file=Path(wanted).expanduser())
    game = analysed(records, foresight(), number=number)
    words = catalogue(config.display.language)
    for line in analysis.lines(game, words):
        say(line)
    if files.csv is not None:
        write(files.csv, csv_text([step_data(step) for step in game.account.steps]))
    if files.json is not None:
        write(files.json, json_text(game_data(game)))
    if files.svg is not None:
        write(files.svg, analysis.curve_picture(game, words))
    if files.png is not None:
        write(files.png, png(analysis.curve_picture(game, words)))
    if files.events is not None:
        write(files.events, "".join(f"{codec.encode(record)}\n" for record in records))
