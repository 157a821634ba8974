"""A finding: one part, how it is, and what to do; and the report of all of them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

TOGETHER = "\N{NO-BREAK SPACE}"
_UNIT = re.compile(r"(?<=\d) (?=%|×|°|(?:ms|s|px|Hz|MB|GB|lux)\b)")
LEAST_WORDS_COLUMNS = 30  # narrower than this lines are left to the terminal


class Health(StrEnum):
    """How a part is."""

    GOOD = "ok"
    SKIPPED = "skip"  # nothing of it can be looked at here, and why
    DOUBTFUL = "mind"  # works, but not as well as it could
    FAILED = "FAIL"  # the companion cannot do its work so


@dataclass(frozen=True, slots=True)
class Finding:
    """One part, how it is, and what to do."""

    health: Health
    part: str
    sentence: str

    @property
    def is_failure(self) -> bool:
        """Return whether the companion cannot do its work so."""
        return self.health is Health.FAILED


good = partial(Finding, Health.GOOD)
doubtful = partial(Finding, Health.DOUBTFUL)
failed = partial(Finding, Health.FAILED)
skipped = partial(Finding, Health.SKIPPED)


def report(findings: Sequence[Finding], *, columns: int | None = None) -> str:
    """Return findings as people read them.

    Sentences longer than the columns of the terminal go on below themselves; None for a line each, however long.
    """
    width = max(len(finding.part) for finding in findings)
    return "\n".join(_lines(finding, width, columns) for finding in findings)


def _lines(finding: Finding, width: int, columns: int | None) -> str:
    before = f"{finding.health.value:>4}  {finding.part:<{width}}  "
    if columns is None or columns - len(before) < LEAST_WORDS_COLUMNS:
        return before + finding.sentence
    filled = textwrap.fill(
        _UNIT.sub(TOGETHER, finding.sentence),
        columns,
        initial_indent=before,
        subsequent_indent=" " * len(before),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace(TOGETHER, " ")
