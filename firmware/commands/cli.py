"""The command line: ``serviert play``, ``setup``, ``read``, ``teach``, ``doctor``, ``print`` and more.

Each loads what it needs when it is asked for.
"""

import os
import sys
from contextlib import closing
from dataclasses import fields
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, NoReturn

import typer

from firmware.commands.options import (
    AnalysisFiles,
    ConfigOption,
    DuelOptions,
    PlayOptions,
    ReadOptions,
    StoreOption,
    TeachOptions,
    chosen_settings,
    takes_options,
)
from firmware.errors import FirmwareError
from firmware.session.vocabulary import Language
from firmware.settings import config as settings
from hardware.errors import HardwareError
from models.duel.errors import DuelError
from models.spread import WorkError
from scoring.ruleset import MOST_COLUMNS, Ruleset
from vision.errors import VisionError

app = typer.Typer(
    help="The companion for five real poker dice at a café table.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

STRATEGIES = "most-points, over-par, column-normal, foresight-1, foresight, or module:Class for one of your own."
CTRL_C = 130  # exit code of who was stopped by it, as shells have it


@app.command()
@takes_options
def play(options: PlayOptions) -> None:
    """Start the companion and say where the display is."""
    from firmware.commands.play import play as run

    run(options.settings(), say=typer.echo, durable=options.durable)


@app.command()
@takes_options
def setup(options: PlayOptions) -> None:
    """Start the companion with the first start on the display: camera, light, focus, button, dice, the first throw."""
    from firmware.commands.play import play as run

    run(options.settings(), say=typer.echo, durable=options.durable, sets_up=True)


@app.command()
@takes_options
def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE…", help="Photographs of dice, any size.")],
    *,
    options: ReadOptions,
    config: ConfigOption = None,
) -> None:
    """Read photographs of dice: any number of dice, no board needed."""
    from firmware.commands.read import read_pictures

    all_read = read_pictures(pictures, chosen_settings(config), options, say=typer.echo)
    raise typer.Exit(0 if all_read else 1)


@app.command()
@takes_options
def teach(name: Annotated[str, typer.Argument(help="What the dice are called.")], *, options: TeachOptions) -> None:
    """Teach your own dice from photographs: show each face twice, in any order, and say what they show.

    Poker dice that were taught are recognised when they lie on the board; menu, *Eigene Würfel*, forgets them.
    """
    from firmware.commands.teach import teach as run

    run(name, chosen_settings(options.config), options, say=typer.echo)


@app.command()
@takes_options
def duel(
    one: Annotated[str, typer.Argument(metavar="A", help=STRATEGIES)],
    other: Annotated[str, typer.Argument(metavar="B", help="The other, likewise.")],
    options: DuelOptions,
) -> None:
    """Let two strategies of the 10×10 game play each other, and say which is better.

    Games come in pairs with the same dice and seats changed; the interval at 95 % reckons with that. How to write a
    strategy of your own: CONTRIBUTING.md.
    """
    from firmware.commands.duel import LineAMinute, play_duel
    from models.duel.settings import DuelSettings, Limits

    settings = DuelSettings(
        entrants=(one, other),
        games=options.games,
        seed=options.seed,
        ruleset=Ruleset(columns=options.columns, served=options.served, tied_column=options.tied_column),
        forfeits=options.forfeit,
        limits=Limits(**{each.name: getattr(options, each.name) for each in fields(Limits)}),
        folder=str(Path.cwd()),
    )
    is_complete = play_duel(
        settings,
        jobs=options.jobs or len(os.sched_getaffinity(0)),
        cluster=options.cluster,
        json_path=options.json_path,
        bar=(
            partial(typer.progressbar, file=sys.stderr, show_pos=True)
            if sys.stderr.isatty()
            else partial(LineAMinute, monotonic, partial(typer.echo, err=True))
        ),
        say=typer.echo,
    )
    raise typer.Exit(0 if is_complete else CTRL_C)


@app.command("check-folder")
def check_folder(folder: Annotated[Path, typer.Argument(help="Where games are, or shall be, kept.")]) -> None:
    """Say whether games kept in a folder survive a power cut."""
    from firmware.log.durable import require_durable

    found = require_durable(folder)
    typer.echo(f"{folder} keeps what is written: {found.kind} on {found.point}.")


@app.command()
def doctor(
    config: ConfigOption = None,
    *,
    light: Annotated[
        bool, typer.Option("--light", help="Only measure light and focus on the board, for some seconds.")
    ] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Print it to be pasted into a question: no names, addresses or networks.")
    ] = False,
) -> None:
    """Say in words what works and what does not, and how to mend it."""
    from firmware.doctor.examination import diagnose, examine_light
    from firmware.doctor.finding import Health, Instruments, listed
    from firmware.doctor.report import pasted

    with_options = settings.load(config)
    typer.echo("Looking takes up to 20 seconds …", err=True)
    findings = (examine_light if light else diagnose)(with_options)
    typer.echo(pasted(with_options, findings, Instruments()) if report else listed(findings))
    raise typer.Exit(1 if any(finding.health is Health.FAILED for finding in findings) else 0)


@app.command()
@takes_options
def analyse(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A number, or 'last'.")],
    files: AnalysisFiles,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Say of a game of Würfelpoker 10×10 what was luck, and what decisions cost."""
    from firmware.commands.analyse import analyse as run

    run(game, chosen_settings(config, store=store), files=files, say=typer.echo)


@app.command()
@takes_options
def study(files: AnalysisFiles, store: StoreOption = None, config: ConfigOption = None) -> None:
    """Say what all games together say: ratings, luck, what the rows bring, and whether the dice are fair."""
    from firmware.commands.analyse import run_study

    run_study(chosen_settings(config, store=store), files=files, say=typer.echo)


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of games, as devices give them away.")],
    *,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Take games from files into those that are kept here; the game under way goes on."""
    from firmware.analysis.game_files import Importer
    from firmware.log.opening import open_store

    kept = chosen_settings(config, store=store).store
    with closing(open_store(kept.file, kept.copy_file)[0]) as opened:
        importer = Importer(opened, typer.echo)
        refused = [file for file in files if not importer.take(file)]
    raise typer.Exit(1 if refused else 0)


@app.command()
def pack(
    out: Annotated[Path, typer.Argument(metavar="FILE.zip", help="Where to write them.")],
    *,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Pack the pictures of throws that are kept, and what lay there, to be given away: no names, no times of day."""
    from firmware.commands.pack import pack as run

    run(chosen_settings(config, store=store), out, say=typer.echo)


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
            help="A game's number, or 'last': its sheet as it stands. 'escalero' for Escalero's empty "
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
    from firmware.printing.papers import print_sheet

    with_options = chosen_settings(config, store=store)
    words = language or with_options.display.language
    print_sheet(game, with_options.store.file, out, language=words.value, columns=columns)
    typer.echo(f"Print {out} on A4.")


def _print(name: str, out: Path, language: Language | None, config: Path | None, told: str = "", **more: Any) -> None:
    from firmware.printing.papers import print_page

    with_options = chosen_settings(config)
    words = language or with_options.display.language
    print_page(name, out, language=words.value, **more)
    typer.echo(f"Print {out} on A4{told}.")


@printing.command()
def calibration(
    *, out: OutOption, paper_scale: ScaleOption = None, language: LanguageOption = None, config: ConfigOption = None
) -> None:
    """Print the sheet that `serviert setup` asks for, with rulers that show whether it came out true."""
    stick = " at 100 %, and stick it onto cardboard if you can"
    _print("calibration", out, language, config, stick, paper_scale=paper_scale)


@printing.command()
def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="ten-by-ten, escalero, open-poker, …; all games if not given.")
    ] = None,
    *,
    out: OutOption,
    language: LanguageOption = None,
    config: ConfigOption = None,
) -> None:
    """Print the rules of a game, or of all, on cards of A5: two a page, to be cut in the middle."""
    _print("rules", out, language, config, ", and cut it in the middle", game=game)


@printing.command()
def quickstart(*, out: OutOption, language: LanguageOption = None, config: ConfigOption = None) -> None:
    """Print the card for the wall: how it goes in six pictures, and what the lamp says."""
    _print("quickstart", out, language, config)


@printing.command()
def labels(
    *, out: OutOption, paper_scale: ScaleOption = None, language: LanguageOption = None, config: ConfigOption = None
) -> None:
    """Print labels that lie around the button."""
    _print("labels", out, language, config, " at 100 %", paper_scale=paper_scale)


app.add_typer(printing, name="print")


def main() -> NoReturn:
    """Run the command line; every error of ours is a sentence, not a traceback."""
    try:
        app()
    except (FirmwareError, VisionError, DuelError, WorkError, HardwareError) as error:
        print(f"serviert: {error}", file=sys.stderr)  # noqa: T201 - the command line's own voice
        sys.exit(1)
    sys.exit(0)
