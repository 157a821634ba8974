"""The commands ``serviert print …``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firmware.commands.options import ConfigOption, StoreOption, chosen_settings
from firmware.settings.config import Config, Language
from scoring.ruleset import MOST_COLUMNS

OutOption = Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help="Write the page there.")]
LanguageOption = Annotated[
    Language | None, typer.Option("--language", help="Of the words; the display's own if not given.")
]
ScaleOption = Annotated[
    float | None,
    typer.Option(
        "--paper-scale",
        metavar="SCALE",
        help="What your printer makes of 100 mm, by 100: 1.02 where they come out as 102 mm. "
        "What must be true to scale is drawn so that it is.",
    ),
]

printing = typer.Typer(
    help="Make pages to print: sheets, rules, the card for the wall, labels. All in black ink.",
    no_args_is_help=True,
    add_completion=False,
)


@printing.command()
def sheet(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game's number, 'last' or a file of events: its sheet as it stands. 'escalero' for Escalero's empty "
            "sheet; without it the empty Spielplan.",
        ),
    ] = None,
    *,
    out: OutOption,
    columns: Annotated[
        int | None, typer.Option(min=1, max=MOST_COLUMNS, help="Columns of the empty Spielplan; 10 if not given.")
    ] = None,
    language: LanguageOption = None,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Print the Spielplan, empty or filled, or the sheet of any other game."""
    from firmware.printing.command import print_sheet

    with_options = chosen_settings(config, store=store)
    print_sheet(game, with_options.store.file, out, language=_language(language, with_options), columns=columns)
    typer.echo(f"Print {out} on A4.")


@printing.command()
def calibration(
    *, out: OutOption, paper_scale: ScaleOption = None, language: LanguageOption = None, config: ConfigOption = None
) -> None:
    """Print the sheet for `serviert calibrate`, with rulers that show whether it came out true."""
    from firmware.printing.command import print_page

    print_page("calibration", out, language=_language(language, chosen_settings(config)), paper_scale=paper_scale)
    typer.echo(f"Print {out} on A4 at 100 %, and stick it onto cardboard if you can.")


@printing.command()
def rules(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="ten-by-ten, escalero, open-poker, …; all games if not given."),
    ] = None,
    *,
    out: OutOption,
    language: LanguageOption = None,
    config: ConfigOption = None,
) -> None:
    """Print the rules of a game, or of all, on cards of A5: two a page, to be cut in the middle."""
    from firmware.printing.command import print_page

    print_page("rules", out, language=_language(language, chosen_settings(config)), game=game)
    typer.echo(f"Print {out} on A4, and cut it in the middle.")


@printing.command()
def quickstart(*, out: OutOption, language: LanguageOption = None, config: ConfigOption = None) -> None:
    """Print the card for the wall: how it goes in six pictures, and what the lamp says."""
    from firmware.printing.command import print_page

    print_page("quickstart", out, language=_language(language, chosen_settings(config)))
    typer.echo(f"Print {out} on A4.")


@printing.command()
def labels(
    *, out: OutOption, paper_scale: ScaleOption = None, language: LanguageOption = None, config: ConfigOption = None
) -> None:
    """Print labels that lie around the button."""
    from firmware.printing.command import print_page

    print_page("labels", out, language=_language(language, chosen_settings(config)), paper_scale=paper_scale)
    typer.echo(f"Print {out} on A4 at 100 %.")


def _language(asked: Language | None, config: Config) -> str:
    return str((asked or config.display.language).value)
