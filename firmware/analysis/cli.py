"""The commands ``serviert analyse`` and ``serviert study``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firmware.commands.logs import set_up_logging
from firmware.settings import config as settings

if TYPE_CHECKING:
    from firmware.settings.config import Config

StoreOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Where the games are kept.")]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings; default is the user's own file, if any.")
]
CsvOption = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a table there.")]
JsonOption = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all that is known there.")]
SvgOption = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the plot there.")]
PngOption = Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Write the plot there as pixels.")]


def add_analysis(app: typer.Typer) -> None:
    """Give the command line its commands."""
    app.command("analyse")(analyse)
    app.command("study")(study)


def analyse(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A number, 'last', or a file of events.")],
    *,
    csv: CsvOption = None,
    json: JsonOption = None,
    svg: SvgOption = None,
    png: PngOption = None,
    events: Annotated[
        Path | None, typer.Option("--events", metavar="FILE", help="Write the game itself there, an event a line.")
    ] = None,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Say of a game of Würfelpoker 10×10 what was luck, and what decisions cost."""
    from firmware.commands.analyse import Files
    from firmware.commands.analyse import analyse as run

    files = Files(csv=csv, json=json, svg=svg, png=png, events=events)
    run(game, _settings(config, store), files=files, say=typer.echo)


def study(
    *,
    csv: CsvOption = None,
    json: JsonOption = None,
    svg: SvgOption = None,
    png: PngOption = None,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Say what all games together say: ratings, luck, what the rows bring, and whether the dice are fair."""
    from firmware.commands.analyse import Files
    from firmware.commands.study_command import run_study

    run_study(_settings(config, store), files=Files(csv=csv, json=json, svg=svg, png=png), say=typer.echo)


def _settings(config: Path | None, store: Path | None) -> Config:
    set_up_logging()
    loaded = settings.load(config)
    return loaded if store is None else replace(loaded, store=replace(loaded.store, path=str(store)))
