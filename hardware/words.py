"""Words of table, budget and drawings, in English and German."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from babel.numbers import format_decimal

from hardware import data


class PageLanguage(StrEnum):
    """A language of what is made here."""

    ENGLISH = "en"
    GERMAN = "de"


WORDS = data.load(Path(__file__).with_name("words.toml"), dict[str, tuple[str, str]])
"""Each word in English, in German."""


def word(name: str, language: PageLanguage) -> str:
    """Return a word in a language.

    >>> word("button", PageLanguage.GERMAN)
    'Taster'
    """
    english, german = WORDS[name]
    return english if language is PageLanguage.ENGLISH else german


def decimal(number: float, language: PageLanguage) -> str:
    """Return a number with up to two decimals.

    >>> decimal(5.1, PageLanguage.GERMAN)
    '5,1'
    """
    return str(format_decimal(number, "0.##", locale=language.value))
