"""The command line: ``serviert play``, ``setup``, ``read``, ``teach``, ``calibrate``, ``doctor``, ``print`` and more.

Each loads what it needs when it is asked for.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from firmware.analysis.cli import add_analysis
from firmware.commands.logs import set_up_logging
from firmware.commands.printing_cli import add_printing
from firmware.errors import FirmwareError
from firmware.settings import config as settings
from hardware.errors import HardwareError
from models.duel.errors import DuelError
from models.work.errors import WorkError
from scoring.ruleset import MOST_COLUMNS, Ruleset, ServedRule, TiedColumnRule
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from firmware.commands.duel import Bar
    from firmware.doctor.finding import Finding

app = typer.Typer(
    help="The companion for five real poker dice at a café table.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

STRATEGIES = "most-points, over-par, column-normal, foresight, or module:Class for one of your own."
CTRL_C = 130
"""Exit code of who was stopped by it, as shells have it."""

ConfigOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings; default is the user's own file, if any.")
]


CameraOption = Annotated[
    str | None, typer.Option(metavar="SOURCE", help="auto, attached, simulated, picamera, usb:0 or folder:DIR.")
]
PortOption = Annotated[int | None, typer.Option(help="Port of the display.")]
StoreOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Where the games are kept.")]
SeedOption = Annotated[int | None, typer.Option(help="Of the simulated board; 0 throws others each time.")]
BrowserOption = Annotated[bool | None, typer.Option(help="Open the display where there is a desktop.")]
DurableOption = Annotated[
    bool, typer.Option("--durable", help="Refuse to start where games would not survive a power cut.")
]
ShareOption = Annotated[bool | None, typer.Option(help="Let phones in the same network follow the sheet.")]


@app.command()
def play(
    config: ConfigOption = None,
    camera: CameraOption = None,
    port: PortOption = None,
    store: StoreOption = None,
    seed: SeedOption = None,
    *,
    browser: BrowserOption = None,
    durable: DurableOption = False,
    share: ShareOption = None,
) -> None:
    """Start the companion and say where the display is."""
    from firmware.commands.play import play as run

    set_up_logging()
    with_options = _with_options(config, camera=camera, port=port, store=store, seed=seed, browser=browser, share=share)
    run(with_options, say=typer.echo, durable=durable)


@app.command()
def setup(
    config: ConfigOption = None,
    camera: CameraOption = None,
    port: PortOption = None,
    store: StoreOption = None,
    seed: SeedOption = None,
    *,
    browser: BrowserOption = None,
    durable: DurableOption = False,
    share: ShareOption = None,
) -> None:
    """Start the companion with the first start on the display: camera, light, focus, button, dice, the first throw."""
    from firmware.commands.play import play as run

    set_up_logging()
    with_options = _with_options(config, camera=camera, port=port, store=store, seed=seed, browser=browser, share=share)
    run(with_options, say=typer.echo, durable=durable, sets_up=True)


def _with_options(
    config: Path | None,
    *,
    camera: str | None,
    port: int | None,
    store: Path | None,
    seed: int | None,
    browser: bool | None,
    share: bool | None,
) -> settings.Config:
    """Return the settings with what the command line says otherwise."""
    chosen = settings.load(config)
    if camera is not None:
        chosen = replace(chosen, camera=replace(chosen.camera, source=camera))
    if port is not None:
        chosen = replace(chosen, display=replace(chosen.display, port=port))
    if browser is not None:
        chosen = replace(chosen, display=replace(chosen.display, open_browser=browser))
    if share is not None:
        chosen = replace(chosen, share=replace(chosen.share, on=share))
    if store is not None:
        chosen = replace(chosen, store=replace(chosen.store, path=str(store)))
    if seed is not None:
        chosen = replace(chosen, simulated=replace(chosen.simulated, seed=seed))
    return chosen


@app.command()
def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE…", help="Photographs of dice, any size.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a picture.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write annotated pictures there.")] = None,
    dice: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="Read by these taught dice, and print their names.")
    ] = None,
    config: ConfigOption = None,
) -> None:
    """Read photographs of dice: any number of dice, no board needed."""
    from firmware.commands.read import read_pictures

    set_up_logging()
    all_read = read_pictures(pictures, settings.load(config), as_json=as_json, out=out, say=typer.echo, dice=dice)
    raise typer.Exit(0 if all_read else 1)


@app.command()
def teach(
    name: Annotated[str | None, typer.Argument(help="What the dice are called.")] = None,
    *,
    picture: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="A photograph, a folder of them, or a folder with one folder of cut-out square pictures a face, named "
            "after it. Without pictures the dice are thrown under the camera.",
        ),
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Names of the faces, such as one,two,three; 9,10,J,Q,K,A if not given."),
    ] = None,
    shown: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="What the dice in the photographs show, one after the other, each photograph from left to right; "
            "without it I ask.",
        ),
    ] = None,
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="auto, attached, simulated, picamera, usb:0 or folder:DIR.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="Say which dice were taught.")] = False,
    forget: Annotated[
        str | None, typer.Option(metavar="NAME", help="Delete taught dice and all their pictures.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last learning back, at the table or here.")] = False,
    config: ConfigOption = None,
) -> None:
    """Teach your own dice: show each face twice, in any order, and say what I ask.

    Poker dice that were taught are recognised when they lie on the board. Corrections in a game are learnt, too, as
    long as all that was read right stays right; --undo takes them back one by one.
    """
    if sum((name is not None, list_, forget is not None, undo)) != 1:
        raise typer.BadParameter("give a NAME to teach, or one of --list, --forget NAME and --undo")
    from firmware.commands import teach as lessons

    set_up_logging()
    with_options = settings.load(config)
    if camera is not None:
        with_options = replace(with_options, camera=replace(with_options.camera, source=camera))
    if name is None:
        lessons.tidy(with_options, forget=forget, undo=undo, say=typer.echo)
        return
    lessons.teach(
        name,
        with_options,
        pictures=picture or (),
        labels=labels,
        shown=shown,
        ask=_ask,
        say=typer.echo,
    )


def _ask(question: str) -> str:
    """Return the answer to a question in the terminal; Ctrl-C and Ctrl-D end the command, and nothing is learnt."""
    return str(typer.prompt(question, default="", show_default=False, prompt_suffix=""))


@app.command()
def calibrate(
    *,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Only write the sheet to be printed, .pdf or .png.")
    ] = None,
    picture: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Photographs instead of the camera: of the sheet in several tilts, the last one lying on the board, "
            "and one of the board without it.",
        ),
    ] = None,
    ruler: Annotated[
        float, typer.Option(metavar="MM", help="How long the sheet's line of 100 mm really is, if you measured it.")
    ] = 100.0,
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="auto, attached, simulated, picamera, usb:0 or folder:DIR.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Delete what was found before.")] = False,
    config: ConfigOption = None,
) -> None:
    """Find lens and board from a printed sheet, or from the tray's outline; never necessary to play."""
    from firmware.board import calibration
    from firmware.doctor import calibrating

    set_up_logging()
    if sheet is not None:
        calibrating.draw(sheet, language=settings.load(config).display.language.value)
        typer.echo(f"Print {sheet} at 100 %, and stick it onto cardboard if you can.")
        return
    with_options = settings.load(config)
    if camera is not None:
        with_options = replace(with_options, camera=replace(with_options.camera, source=camera))
    if forget:
        was_there = calibration.forget(calibration.calibration_file(with_options))
        typer.echo("The calibration is deleted." if was_there else "There was no calibration.")
        return
    calibrating.calibrate(with_options, pictures=picture or (), ruler_mm=ruler, say=typer.echo)


@app.command()
def duel(
    one: Annotated[str, typer.Argument(metavar="A", help=STRATEGIES)],
    other: Annotated[str, typer.Argument(metavar="B", help="The other, likewise.")],
    *,
    games: Annotated[int, typer.Option(help="How many; each begins every other one.")] = 1000,
    seed: Annotated[int, typer.Option(help="Of the dice; the same seed plays the same games.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")] = None,
    columns: Annotated[int, typer.Option(min=1, max=MOST_COLUMNS, help="Columns played.")] = MOST_COLUMNS,
    served: Annotated[ServedRule, typer.Option(help="When dice count as served.")] = ServedRule.FIRST_THROW,
    tied_column: Annotated[TiedColumnRule, typer.Option(help="Who gets a tied column.")] = TiedColumnRule.NONE,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="A strategy of your own that fails loses that game, and the duel goes on.")
    ] = False,
    seconds_a_move: Annotated[float, typer.Option(help="So long one of your own may think.")] = 10.0,
    seconds_to_load: Annotated[float, typer.Option(help="So long it may take to load.")] = 60.0,
    memory_gb: Annotated[float, typer.Option(help="So much memory it may use.")] = 4.0,
    json_path: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all results there.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, tcp://host:8786, plays instead; or local.")
    ] = None,
) -> None:
    """Let two strategies of the 10×10 game play each other, and say which is better.

    Games come in pairs with the same dice and seats changed; the interval at 95 % reckons with that. How to write a
    strategy of your own: CONTRIBUTING.md.
    """
    from firmware.commands.duel import play_duel
    from models.duel.settings import DuelSettings, Limits

    settings = DuelSettings(
        entrants=(one, other),
        games=games,
        seed=seed,
        ruleset=Ruleset(columns=columns, served=served, tied_column=tied_column),
        forfeits=forfeit,
        limits=Limits(seconds_a_move=seconds_a_move, seconds_to_load=seconds_to_load, memory_gb=memory_gb),
        folder=str(Path.cwd()),
    )
    is_complete = play_duel(
        settings,
        jobs=jobs or len(os.sched_getaffinity(0)),
        cluster=cluster,
        json_path=json_path,
        bar=_bar,
        say=typer.echo,
    )
    raise typer.Exit(0 if is_complete else CTRL_C)


def _bar(games: int, label: str) -> AbstractContextManager[Bar]:
    """Return a bar where somebody sees it: not in a file, and not among the results."""
    from firmware.commands.duel import NoBar

    if not sys.stderr.isatty():
        return nullcontext(NoBar())
    return typer.progressbar(length=games, label=label, file=sys.stderr, show_pos=True)


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
    button: Annotated[
        bool, typer.Option("--button", help="Only measure how the button bounces, by real presses.")
    ] = False,
    light: Annotated[
        bool, typer.Option("--light", help="Only measure light and focus on the board, for some seconds.")
    ] = False,
) -> None:
    """Say in words what works and what does not, and how to mend it."""
    from firmware.doctor.button import examine
    from firmware.doctor.examination import diagnose, examine_light
    from firmware.doctor.finding import report

    if button and light:
        raise typer.BadParameter("give one of --button and --light, or neither to have everything looked at")
    with_options = settings.load(config)
    if button:
        findings: Sequence[Finding] = (examine(with_options.button, say=typer.echo),)
    else:
        typer.echo("Looking takes up to 20 seconds …", err=True)
        findings = (examine_light if light else diagnose)(with_options)
    # A line each where a program reads it.
    typer.echo(report(findings, columns=shutil.get_terminal_size().columns if sys.stdout.isatty() else None))
    raise typer.Exit(1 if any(finding.is_failure for finding in findings) else 0)


add_analysis(app)
add_printing(app)


def main() -> NoReturn:
    """Run the command line; every error of ours is a sentence, not a traceback."""
    try:
        app()
    except (FirmwareError, VisionError, DuelError, WorkError, HardwareError) as error:
        print(f"serviert: {error}", file=sys.stderr)  # noqa: T201 - the command line's own voice
        sys.exit(1)
    sys.exit(0)
