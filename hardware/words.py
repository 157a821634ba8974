"""Words of table, budget and drawings, in English and German."""

from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from babel.numbers import format_decimal

from hardware import data

T = TypeVar("T")


class PageLanguage(StrEnum):
    """A language of what is made here."""

    ENGLISH = "en"
    GERMAN = "de"

    def of(self, both: tuple[T, T]) -> T:
        """Return what is said in it, of what is said in English and in German."""
        return both[self is PageLanguage.GERMAN]


WORDS = data.load(Path(__file__).with_name("words.toml"), dict[str, tuple[str, str]])  # each word in English, in German


def word(name: str, language: PageLanguage) -> str:
    """Return a word in a language.

    >>> word("button", PageLanguage.GERMAN)
    'Taster'
    """
    return language.of(WORDS[name])


def decimal(number: float, language: PageLanguage) -> str:
    """Return a number with up to two decimals.

    >>> decimal(5.1, PageLanguage.GERMAN)
    '5,1'
    """
    return str(format_decimal(number, "0.##", locale=language.value))
