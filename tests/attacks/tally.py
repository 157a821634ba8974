"""What was tried of each kind, and what became of it."""

import logging
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

WRONG = ("5xx", "tracebacks", "lost", "too few")
COLUMNS = ("tried", "cut", "stale", "refused", "taken", *WRONG[:3])
BECAME = ((500, "5xx"), (410, "refused"), (409, "stale"), (400, "refused"), (200, "taken"), (0, "cut"))
"""By the least status."""
HOW = {"deadline": None, "database": None, "phases": [Phase.generate], "suppress_health_check": list(HealthCheck)}


@dataclass(eq=False)
class Attacks(logging.Handler):
    """Counts by kind; what breaks is kept with an example. All are drawn by Hypothesis."""

    share: float  # of all that is to be tried
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    kind: str = ""

    def __post_init__(self) -> None:
        """Count every traceback that is logged, or that ends a thread, from now on."""
        super().__init__(logging.WARNING)
        logging.basicConfig(handlers=[self])
        threading.excepthook = lambda what: self.note("tracebacks", what)

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or "Traceback" in record.getMessage():
            self.note("tracebacks", f"{record.getMessage()} {record.exc_info}")

    def note(self, became: str, example: object = "") -> None:
        self.counts[self.kind][became] += 1
        if became in WRONG:
            self.examples.append(f"{self.kind}, {became}: {example!s:.600}")

    def answered(self, status: int, what: object) -> None:
        """Count the status of an answer; 0 is a connection that was cut."""
        self.note(next(became for least, became in BECAME if status >= least), what)

    def read(self, do: Callable[[], object], refusals: tuple[type[Exception], ...], what: object) -> None:
        """Count what becomes of something read: it is taken, refused in words of ours, or a traceback."""
        try:
            self.note("refused" if do() is False else "taken")
        except refusals as error:
            self.note("refused" if str(error) else "tracebacks", f"no word of {what!r}")
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.note("tracebacks", f"{error!r} of {what!r}")

    def by_lot(self, kind: str, floor: int, strategy: SearchStrategy[Any], attack: Callable[[Any], object]) -> None:
        """Try so many, and not fewer."""
        self.kind, most = kind, max(1, int(floor * self.share))
        count = self.counts.setdefault(kind, Counter())

        def each(drawn: Any) -> None:
            count["tried"] += 1
            attack(drawn)

        settings(max_examples=most, **HOW)(seed(22)(given(strategy)(each)))()
        if count["tried"] < most:
            self.note("too few", count["tried"])

    def table(self) -> str:
        """Return all counts, and their sum."""
        rows = [*self.counts.items(), ("together", sum(self.counts.values(), Counter()))]
        lines = [f"{kind:<26}" + "".join(f"{count[each]:>11,}" for each in COLUMNS) for kind, count in rows]
        return "\n".join([" " * 26 + "".join(f"{each:>11}" for each in COLUMNS), *lines, *self.examples[:20]])
