"""Figures as text and as JSON."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from models.evaluate.curves import BreakdownRow, CoveragePoint
from scoring.statistics.share import Share

MODELS_MOST_KB = 3000
AFTER_TEACHING = "photographs read after teaching"
OWN_DICE = "own dice after ≤ 12 crops, a die"
HELD = "held set right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark and what was measured."""

    mark: str  # What is asked for
    on: str  # What it was measured on
    asked: float  # The bound
    at_least: bool = True  # Whether more is better
    measured: float | None = None  # None where no command of this folder measures it, or there was no case
    share: Share | None = None  # Hits and cases the measured value comes from; None where it is no share
    remark: str = ""  # What else there is to say, such as who measures it

    @property
    def is_reached(self) -> bool | None:
        """Return whether the measured value keeps the bound; None where nothing was measured."""
        if self.measured is None:
            return None
        return self.measured >= self.asked if self.at_least else self.measured <= self.asked

    @property
    def is_certain(self) -> bool | None:
        """Return whether the whole interval lies on its side of the bound; None where there is none."""
        if self.share is None or self.measured is None:
            return None
        low, high = self.share.interval
        is_kept = low >= self.asked if self.at_least else high <= self.asked
        is_missed = high < self.asked if self.at_least else low > self.asked
        return is_kept or is_missed


def share_mark(mark: str, on: str, asked: float, share: Share, *, at_least: bool = True) -> Mark:
    """Return a mark that a share decides; without a case nothing was measured."""
    measured = share.value if share.n else None
    return Mark(mark=mark, on=on, asked=asked, at_least=at_least, measured=measured, share=share)


def size_mark(sizes_kb: Sequence[float]) -> Mark:
    """Return the mark for the size of the models, kB each."""
    total = round(sum(sizes_kb), 1)
    return Mark(mark="all models together, kB", on="the files", asked=MODELS_MOST_KB, at_least=False, measured=total)


def marks_elsewhere() -> tuple[Mark, ...]:
    """Return the marks that no folder of boards or photographs decides by itself."""
    commands = (
        (OWN_DICE, 0.999, "models.evaluate"),
        (HELD, 0.999, "models.evaluate"),
        (AFTER_TEACHING, 0.99, "models.evaluate --teach-photos DIR"),
        ("times faster than YOLO11n at 640 px", 15, "tests.bench.against_yolo"),
    )
    return tuple(Mark(mark=mark, on="–", asked=asked, remark=f"(python -m {name})") for mark, asked, name in commands)


def table(name: str, figures: Any) -> str:
    """Return figures as a table in text; tables within them are left to their own functions."""
    shown = ((field.name, getattr(figures, field.name)) for field in fields(figures))
    rows = ((what.replace("_", " "), cell(value)) for what, value in shown)
    return "\n".join([name, *(f"  {what:<16} {value}" for what, value in rows), ""])


def rows_table(name: str, rows: Sequence[tuple[str, object]]) -> str:
    """Return rows of what and how much as a table in text."""
    width = max(len(what) for what, _ in rows)
    return "\n".join([name, *(f"  {what:<{width}}  {value}" for what, value in rows), ""])


def cell(value: Any) -> str:
    """Return one value as a table shows it."""
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:.3f}"
    if isinstance(value, tuple):
        return "  ".join(
            f"{one[0][0]}→{one[0][1]} {one[1]}" if isinstance(one, tuple) and isinstance(one[0], tuple) else cell(one)
            for one in value
        )
    return str(value)


def marks_table(marks: Sequence[Mark]) -> str:
    """Return the marks, each beside what was measured."""
    widths = max(len(mark.mark) for mark in marks), max(len(mark.on) for mark in marks)
    head = f"  {'mark':<{widths[0]}}  {'on':<{widths[1]}}  {'asked':>9}  reached  measured"
    rows = [
        f"  {mark.mark:<{widths[0]}}  {mark.on:<{widths[1]}}  {bound(mark):>9}  {verdict(mark):<7}  {measured(mark)}"
        for mark in marks
    ]
    return "\n".join(["marks", head, *rows, ""])


def bound(mark: Mark) -> str:
    """Return what a mark asks for."""
    return f"{'≥' if mark.at_least else '≤'} {mark.asked:g}"


def verdict(mark: Mark) -> str:
    """Return whether a mark is reached, in a word; a question mark where its interval holds both."""
    if mark.is_reached is None:
        return "–"
    word = "yes" if mark.is_reached else "no"
    return f"{word} ?" if mark.is_certain is False else word


def measured(mark: Mark) -> str:
    """Return what was measured for a mark."""
    if mark.share is not None:
        return str(mark.share)
    value = "not measured here" if mark.measured is None else f"{mark.measured:g}"
    return f"{value}  {mark.remark}".rstrip()


def breakdown_table(name: str, rows: Sequence[BreakdownRow]) -> str:
    """Return figures by something as a table in text."""
    columns = ("found", "faces", "sure_right", "said_burning")
    width = max(len(name), *(len(row.kind) for row in rows)) if rows else len(name)
    head = f"  {name:<{width}}  " + "".join(f"{column.replace('_', ' '):<40}" for column in columns)
    lines = (f"  {row.kind:<{width}}  " + "".join(f"{getattr(row, c)!s:<40}" for c in columns) for row in rows)
    return "\n".join([head.rstrip(), *(line.rstrip() for line in lines)])


def coverage_table(curve: Sequence[CoveragePoint]) -> str:
    """Return a risk–coverage curve as a table in text."""
    row = "  {:<10} {!s:<38} {!s:<38} {!s:<38} {}"
    head = row.format("threshold", "throws asked", "wrong dice accepted", "faces asked", "wrong faces believed")
    rows = (row.format(f"{p.threshold:g}", p.asked, p.wrong, p.asked_dice, p.wrong_dice) for p in curve)
    return "\n".join([head, *rows])


def plain(value: Any) -> Any:
    """Return figures as data for JSON; a share becomes value, low, high, hits, n; what is not a number null.

    >>> plain((1.5, float("nan")))
    [1.5, None]
    """
    match value:
        case Share():
            low, high = value.interval
            shown = value.value if value.n else None
            return {"value": shown, "low": low, "high": high, "hits": value.hits, "n": value.n}
        case Mark():
            return {**_fields(value), "is_reached": value.is_reached}
        case dict():
            return {str(key): plain(one) for key, one in value.items()}
        case tuple() | list():
            return [plain(one) for one in value]
        case float() if math.isnan(value) or math.isinf(value):
            return None
    return _fields(value) if is_dataclass(value) else value


def _fields(value: Any) -> Mapping[str, Any]:
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
