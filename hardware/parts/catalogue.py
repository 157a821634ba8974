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
    """What does as well.

    Attributes:
        name: As shops call it, or in English.
        price: EUR.
        de: In German, empty where shops call it the same.
    """

    name: str
    price: float
    de: str = ""

    def in_(self, language: PageLanguage) -> str:
        """Return what it is called in a language."""
        return self.de or self.name if language is PageLanguage.GERMAN else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtPart:
    """A part.

    Attributes:
        id: Its name in code.
        en: Its name in English, and `de` in German.
        why_en: Why it is needed, and `why_de`.
        price: EUR a piece.
        does: What for.
        alternatives: What does as well; every part has one.
        counts: How many each build takes, in the order of `Build`.
        mount: What the mount calls it, where that counts it.
        avoid_en: What not to take and why, and `avoid_de`.
        volts: Of a supply.
        amps: Of a supply.
        cable_awg: Of a supply.
        cable_mm: Of a supply.
        watts: Of a light.
    """

    id: str
    en: str
    de: str
    why_en: str
    why_de: str
    price: float
    does: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    counts: tuple[int, int, int] = (0, 0, 0)
    mount: str = ""
    avoid_en: str = ""
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
    """All parts.

    Attributes:
        priced: Month of the prices.
        part: Each of them.
    """

    priced: str
    part: tuple[BoughtPart, ...]


@cache
def catalogue() -> PartsList:
    """Return all parts.

    Raises:
        NumbersError: If the file is damaged.
    """
    return data.load(FILE, PartsList)
