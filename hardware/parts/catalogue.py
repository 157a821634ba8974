"""The parts as `parts.toml` has them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from hardware import data
from hardware.errors import HardwareError
from hardware.words import PageLanguage

FILE = Path(__file__).with_name("parts.toml")


class PartsError(HardwareError, ValueError):
    """The list of parts is not one."""


class Build(StrEnum):
    """A way to build one."""

    CHEAPEST = "cheapest"
    RECOMMENDED = "recommended"
    CAFE = "cafe"


@dataclass(frozen=True, slots=True)
class Alternative:
    """What does as well."""

    name: str  # as shops call it, or in English
    price: float  # EUR
    de: str = ""  # in German, empty where shops call it the same

    def in_(self, language: PageLanguage) -> str:
        """Return what it is called in a language."""
        return self.de or self.name if language is PageLanguage.GERMAN else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtPart:
    """A part."""

    id: str  # its name in code
    en: str  # its name in English, and `de` in German
    de: str
    why_en: str  # why it is needed, and `why_de`
    why_de: str
    price: float  # EUR a piece
    does: tuple[str, ...]  # what for
    alternatives: tuple[Alternative, ...]  # what does as well; every part has one
    counts: tuple[int, int, int] = (0, 0, 0)  # how many each build takes, in the order of `Build`
    mount: str = ""  # what the mount calls it, where that counts it
    avoid_en: str = ""  # what not to take and why, and `avoid_de`
    avoid_de: str = ""
    volts: float = 0.0
    amps: float = 0.0
    cable_awg: int = 0
    cable_mm: float = 0.0
    watts: float = 0.0

    def count_in(self, build: Build) -> int:
        """Return how many a build takes, of what `parts.toml` counts itself."""
        return self.counts[tuple(Build).index(build)]


@dataclass(frozen=True, slots=True)
class PartsList:
    """All parts."""

    priced: str  # month of the prices
    part: tuple[BoughtPart, ...]


@cache
def catalogue() -> PartsList:
    """Return all parts; `NumbersError` if the file is damaged."""
    return data.load(FILE, PartsList)
