"""Words of table, budget and drawings, in English and German."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from pathlib import Path

from babel.numbers import format_decimal


class Language(StrEnum):
    """A language of what is made here."""

    ENGLISH = "en"
    GERMAN = "de"


FILE = Path(__file__).with_name("words.toml")
WORDS: dict[str, tuple[str, str]] = {
    name: (english, german) for name, (english, german) in tomllib.loads(FILE.read_text(encoding="utf-8")).items()
}
"""Each word in English, in German."""


def word(name: str, language: Language) -> str:
    """Return a word in a language.

    >>> word("button", Language.GERMAN)
    'Taster'
    """
    english, german = WORDS[name]
    return english if language is Language.ENGLISH else german


def decimal(number: float, language: Language) -> str:
    """Return a number with up to two decimals.

    >>> decimal(5.1, Language.GERMAN)
    '5,1'
    """
    return str(format_decimal(number, "0.##", locale=language.value))
