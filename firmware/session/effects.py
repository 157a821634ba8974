"""What a session wants done: the companion carries it out through the ports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from firmware.ports import Signal
    from firmware.record import Record
    from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """Read the board from frames not older than ``not_before_ns``; find holds against ``before``."""

    not_before_ns: int
    before: Reading | None


@dataclass(frozen=True, slots=True)
class Append:
    """Save a record."""

    record: Record


@dataclass(frozen=True, slots=True)
class Tell:
    """Show a signal by lamp and sound."""

    signal: Signal


Effect: TypeAlias = ReadBoard | Append | Tell
