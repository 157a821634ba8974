"""A strategy from outside: found, made, and what it raises told in plain words. Runs in the strategy's own process."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import sysconfig
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.duel.failure import FailureKind, Fault
from models.duel.messages import Manner

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.duel.messages import Load

MOST_LETTERS = 300
"""So much is kept of what a strategy says when it raises."""
_FOREIGN = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib"))
_OURS = (Path(__file__).parents[1], Path(__file__).parents[2] / "scoring")


class FaultError(Exception):
    """The strategy did what none may."""

    def __init__(self, kind: FailureKind, what: str) -> None:
        """Keep what it did."""
        super().__init__(what)
        self.fault = Fault(kind, what)


@dataclass(slots=True)
class Maker:
    """Makes objects of a strategy.

    Attributes:
        make: Its class.
        load: What was asked for.
        wants_chance: Whether its constructor has a parameter ``rng``.
    """

    make: Callable[..., Any]
    load: Load
    wants_chance: bool

    @classmethod
    def of(cls, load: Load) -> Maker:
        """Import a strategy.

        Raises:
            FaultError: If it is not there, or its module raises.
        """
        if load.folder:
            sys.path.insert(0, load.folder)
        module = _imported(load.module)
        try:
            make = functools.reduce(getattr, load.attribute.split("."), module)
        except AttributeError:
            there = [name for name, value in vars(module).items() if _is_of(value, module)]
            raise FaultError(
                FailureKind.MISSING,
                f"is not there: {load.module} has no {load.attribute}; its classes are {', '.join(there) or 'none'}",
            ) from None
        if not callable(make):
            raise FaultError(
                FailureKind.NO_STRATEGY,
                f"is a {type(make).__name__}; a class is wanted, or a function that makes a strategy",
            )
        return cls(make, load, _has_rng(make))

    def made(self, game: int) -> Any:
        """Return an object to play a match, or several.

        Args:
            game: Its number, or that of the first; 0 where none is played.

        Raises:
            FaultError: If its constructor raises.
        """
        chance: dict[str, Any] = {}
        if self.wants_chance:
            from models.duel.chance import chance_of  # NumPy takes longer to load than many a strategy

            chance["rng"] = chance_of(self.load.seed, self.load.side, game)
        try:
            return self.make(**chance)
        except BaseException as error:
            raise told(error, FailureKind.NOT_BUILT, "cannot be made: its constructor ") from error


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and error.name in (name, name.partition(".")[0]):
            raise FaultError(FailureKind.NOT_IMPORTED, f"cannot be imported: {_absence(error.name, name)}") from None
        raise told(error, FailureKind.NOT_IMPORTED, "cannot be imported: its module ") from error


def _absence(missing: str, name: str) -> str:
    there = f"there is no module {missing} in the current folder or among what is installed"
    is_file = name.endswith(".py")
    return f"{there}; name it as Python imports it, {name.removesuffix('.py')}, without .py" if is_file else there


def _is_of(value: object, module: object) -> bool:
    return inspect.isclass(value) and value.__module__ == getattr(module, "__name__", None)


def _has_rng(make: Callable[..., Any]) -> bool:
    try:
        return "rng" in inspect.signature(make).parameters
    except (TypeError, ValueError):  # a class written in C does not say what it takes
        return False


def manner_of(strategy: object) -> Manner:
    """Return how a strategy plays; by arrays if it can do both.

    Raises:
        FaultError: If it has neither method.
    """
    for manner in Manner:
        if callable(getattr(strategy, manner.value, None)):
            return manner
    raise FaultError(
        FailureKind.NO_STRATEGY,
        f"is no strategy: a {type(strategy).__name__} has neither decide(position) nor entry_worths(positions)",
    )


def told(error: BaseException, kind: FailureKind, who: str = "") -> FaultError:
    """Return in plain words what a strategy raised.

    Args:
        error: Anything.
        kind: Of most errors; some have a kind of their own.
        who: Raised it, if not the strategy itself: goes before the verb.
    """
    if isinstance(error, MemoryError):
        what = f"wants more memory than it may have{_where(error)}; --memory-gb gives it more"
        return FaultError(FailureKind.MEMORY, what)
    if isinstance(error, SystemExit):
        return FaultError(FailureKind.EXITED, f"ends itself: {who}calls for an exit{_where(error)}")
    said = _line(error)
    return FaultError(kind, f"{who}raised {type(error).__name__}{': ' if said else ''}{said}{_where(error)}")


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
