"""A strategy from outside in its own process: found, made, asked; what it raises is told in plain words.

The functions here are submitted to that process by `models.duel.outside`; NumPy is imported before anything of the
strategy's folder may be taken for it.
"""

import contextlib
import functools
import importlib
import inspect
import os
import sys
import sysconfig
import traceback
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.duel import errors
from models.duel.chance import chance_of
from models.duel.errors import FaultError, StrategyError
from models.duel.settings import DuelSettings
from scoring.errors import ScoringError
from scoring.sheets.sheet import Cell
from scoring.strategy.outcomes import OUTCOMES
from scoring.strategy.outside import Position, answered
from scoring.strategy.position import Positions

MOST_LETTERS = 300
"""So much is kept of what a strategy says when it raises."""
_FOREIGN = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib"))
_OURS = (Path(__file__).parents[1], Path(__file__).parents[2] / "scoring")


class Manner(StrEnum):
    """How a strategy plays: by which method."""

    WEIGHS = "entry_worths"
    DECIDES = "decide"


@dataclass(slots=True)
class Loaded:
    """The strategy of this process."""

    make: Callable[..., Any]  # Its class
    settings: DuelSettings  # Of the duel
    side: int  # Of it, 0 or 1
    objects: dict[int, Any] = field(default_factory=dict)  # That play now, by the number of the first of their games

    def made(self, game: int) -> Any:
        """Return the object that plays a match, or several, made where there is none yet; 0 where none is played.

        Raises:
            FaultError: If its constructor raises.
        """
        if game not in self.objects:
            with _telling(errors.StrategyNotBuiltError, "cannot be made: its constructor "):
                takes: Collection[str] = ()
                with contextlib.suppress(TypeError, ValueError):  # a class written in C does not say what it takes
                    takes = inspect.signature(self.make).parameters
                chance = {"rng": chance_of(self.settings.seed, self.side, game)} if "rng" in takes else {}
                self.objects[game] = self.make(**chance)
        return self.objects[game]


_HERE: list[Loaded] = []


def begin(memory_bytes: int) -> int:
    """Prepare this process, which may use so much memory, and return its number.

    It leads a group of its own: Ctrl-C is for the referee, and what the strategy starts can be ended with it.
    """
    os.setsid()
    os.dup2(2, 1)  # what the strategy prints goes to the standard error, and does not wait there
    sys.stdout = sys.stderr
    with contextlib.suppress(ImportError, ValueError, OSError):  # not where there is no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    return os.getpid()


def load(settings: DuelSettings, side: int) -> Manner:
    """Import a side's strategy, make one, and return how it plays; by arrays if it can do both.

    Raises:
        FaultError: If it is not there, its module or its constructor raises, or it has neither method.
    """
    if settings.folder:
        sys.path.insert(0, settings.folder)
    module_name, _, attribute = settings.entrants[side].partition(":")
    module = _imported(module_name)
    try:
        make = functools.reduce(getattr, attribute.split("."), module)
    except AttributeError:
        classes = {name: value for name, value in vars(module).items() if inspect.isclass(value)}
        there = [name for name, value in classes.items() if value.__module__ == module.__name__]
        what = f"is not there: {module_name} has no {attribute}; its classes are {', '.join(there) or 'none'}"
        raise FaultError(errors.StrategyMissingError, what) from None
    if not callable(make):
        what = f"is a {type(make).__name__}; a class is wanted, or a function that makes a strategy"
        raise FaultError(errors.NoStrategyError, what)
    _HERE[:] = [Loaded(make, settings, side)]
    strategy = _HERE[0].made(0)
    for manner in Manner:
        if callable(getattr(strategy, manner.value, None)):
            return manner
    what = f"is no strategy: a {type(strategy).__name__} has neither decide(position) nor entry_worths(positions)"
    raise FaultError(errors.NoStrategyError, what)


def decide(game: int, position: Position) -> tuple[int, ...]:
    """Return what the strategy decides in a game: row and column from 0, or five flags.

    Raises:
        FaultError: If it does anything else.
    """
    with _telling(errors.StrategyRaisedError):
        answer = _HERE[0].made(game).decide(replace(position))  # whatever it does to that, it is judged by the other
    with _telling(errors.StrategyNonsenseError, "answers what cannot be looked at: it "):  # that may be its own code
        try:
            decided = answered(position, answer)
        except ScoringError as error:
            raise FaultError(errors.StrategyNonsenseError, f"answers against the rules: {error}") from None
    return (int(decided.category), decided.column - 1) if isinstance(decided, Cell) else decided


def weigh(game: int, positions: Positions) -> NDArray[np.float64]:
    """Return what the strategy says entries are worth in the games from one on, float64 (N, C, 78).

    Raises:
        FaultError: If it does not say that.
    """
    wanted = (len(positions), positions.columns, len(OUTCOMES))  # before it can change them
    with _telling(errors.StrategyRaisedError):
        worths = _HERE[0].made(game).entry_worths(positions)
    with _telling(errors.StrategyNonsenseError, "answers with no array of numbers: it "):
        said = np.asarray(worths)
        if said.dtype.kind == "c":  # NumPy would quietly take a part of these
            raise TypeError(f"{said.dtype} is no real number")
        numbers = np.ascontiguousarray(said, np.float64)
    if numbers.shape != wanted:
        what = f"answers with an array of shape {numbers.shape}; {wanted} is wanted"
        raise FaultError(errors.StrategyNonsenseError, what)
    return numbers


def _imported(name: str) -> Any:
    with _telling(errors.StrategyNotImportedError, "cannot be imported: its module "):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in (name, name.partition(".")[0]):
                raise
            what = f"there is no module {error.name} in the current folder or among what is installed"
            if name.endswith(".py"):
                what += f"; name it as Python imports it, {name.removesuffix('.py')}, without .py"
            raise FaultError(errors.StrategyNotImportedError, f"cannot be imported: {what}") from None


@contextlib.contextmanager
def _telling(kind: type[StrategyError], who: str = "") -> Iterator[None]:
    """Tell in plain words what a strategy raises meanwhile; who raises it, if not itself, goes before the verb."""
    try:
        yield
    except FaultError:
        raise
    except MemoryError as error:
        what = f"wants more memory than it may have{_where(error)}; --memory-gb gives it more"
        raise FaultError(errors.StrategyMemoryError, what) from None
    except SystemExit as error:
        raise FaultError(errors.StrategyExitedError, f"ends itself: {who}calls for an exit{_where(error)}") from None
    except BaseException as error:  # noqa: BLE001 - whatever it raises is told
        said = _line(error)
        what = f"{who}raised {type(error).__name__}{': ' if said else ''}{said}{_where(error)}"
        raise FaultError(kind, what) from None


def _line(error: BaseException) -> str:
    try:
        line = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - what it says of itself is the strategy's own code
        return ""
    return line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…"


def _where(error: BaseException) -> str:
    """Return where in the strategy's own code, if it was there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_absolute() and not any(path.is_relative_to(folder) for folder in (*_OURS, *_FOREIGN)):
            return f" ({path.name}, line {frame.lineno})"
    return ""
