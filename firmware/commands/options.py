"""Options of the command line: each is said once, in a dataclass that becomes part of its commands' signatures."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from firmware.commands.logs import set_up_logging
from firmware.settings import config as settings
from firmware.settings.config import Config
from scoring.ruleset import MOST_COLUMNS, ServedRule, TiedColumnRule

ConfigOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings; default is the user's own file, if any.")
]
CameraOption = Annotated[
    str | None, typer.Option(metavar="SOURCE", help="auto, attached, simulated, picamera, usb:0, folder:DIR, http://…")
]
StoreOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Where the games are kept.")]

_SETTINGS = {
    "camera": ("camera", "source"),
    "port": ("display", "port"),
    "browser": ("display", "open_browser"),
    "share": ("share", "on"),
    "store": ("store", "path"),
    "seed": ("simulated", "seed"),
}
"""Which setting an option stands for."""


def chosen_settings(file: Path | None, **options: Path | str | int | None) -> Config:
    """Return the settings with what the command line says otherwise, and set up logging.

    Raises:
        ConfigError: If they cannot be used.
    """
    set_up_logging()
    chosen = settings.load(file)
    for name, value in options.items():
        if value is not None:
            section, key = _SETTINGS[name]
            plain = str(value) if isinstance(value, Path) else value
            chosen = replace(chosen, **{section: replace(getattr(chosen, section), **{key: plain})})
    return chosen


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take dataclasses of options: typer sees each of their fields as an option of its own."""
    hints = get_type_hints(command, include_extras=True)
    parameters = inspect.signature(command).parameters.values()
    groups = {each.name: hints[each.name] for each in parameters if is_dataclass(hints[each.name])}

    @wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **made)

    spread: list[inspect.Parameter] = []  # as typer is to see them, with the fields of each dataclass in its place
    keyword = inspect.Parameter.KEYWORD_ONLY
    for each in parameters:
        if (group := groups.get(each.name)) is None:
            spread.append(each.replace(kind=keyword, annotation=hints[each.name]))
        else:
            said = get_type_hints(group, include_extras=True)
            spread += [
                inspect.Parameter(field.name, keyword, default=field.default, annotation=said[field.name])
                for field in fields(group)
            ]
    run.__signature__ = inspect.Signature(spread)  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """What `serviert play` and `serviert setup` may be told; what is None the settings say."""

    config: ConfigOption = None
    camera: CameraOption = None
    port: Annotated[int | None, typer.Option(help="Port of the display.")] = None
    store: StoreOption = None
    seed: Annotated[int | None, typer.Option(help="Of the simulated board; 0 throws others each time.")] = None
    browser: Annotated[bool | None, typer.Option(help="Open the display where there is a desktop.")] = None
    durable: Annotated[
        bool, typer.Option("--durable", help="Refuse to start where games would not survive a power cut.")
    ] = False
    share: Annotated[bool | None, typer.Option(help="Let phones in the same network follow the sheet.")] = None

    def settings(self) -> Config:
        """Return the settings with these options."""
        return chosen_settings(self.config, **{name: getattr(self, name) for name in _SETTINGS})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How `serviert read` reads photographs."""

    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a picture.")] = False
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write annotated pictures there.")] = None
    dice: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="Read by these taught dice, and print their names.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeachOptions:
    """What `serviert teach` may be told."""

    picture: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="A photograph, or a folder of them. Without pictures dice are taught on the page.",
        ),
    ] = None
    labels: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Names of the faces, such as one,two,three; 9,10,J,Q,K,A if not given."),
    ] = None
    shown: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="What the dice in the photographs show, one after the other, each photograph from left to right.",
        ),
    ] = None
    config: ConfigOption = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisFiles:
    """Where to write what of an analysis, None for nowhere."""

    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a table there.")] = None
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all that is known there.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelOptions:
    """How a duel is played."""

    games: Annotated[int, typer.Option(help="How many; each begins every other one.")] = 1000
    seed: Annotated[int, typer.Option(help="Of the dice; the same seed plays the same games.")] = 1
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")] = None
    columns: Annotated[int, typer.Option(min=1, max=MOST_COLUMNS, help="Columns played.")] = MOST_COLUMNS
    served: Annotated[ServedRule, typer.Option(help="When dice count as served.")] = ServedRule.FIRST_THROW
    tied_column: Annotated[TiedColumnRule, typer.Option(help="Who gets a tied column.")] = TiedColumnRule.NONE
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="A strategy of your own that fails loses that game, and the duel goes on.")
    ] = False
    seconds_a_move: Annotated[float, typer.Option(help="So long one of your own may think.")] = 10.0
    seconds_to_load: Annotated[float, typer.Option(help="So long it may take to load.")] = 60.0
    memory_gb: Annotated[float, typer.Option(help="So much memory it may use.")] = 4.0
    json_path: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all results there.")] = None
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, tcp://host:8786, plays instead; or local.")
    ] = None
