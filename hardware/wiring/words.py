"""Words of table, budget and drawings, in English and German."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from pathlib import Path


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
    said = f"{number:.2f}".rstrip("0").rstrip(".")
    return said.replace(".", decimal_point(language))


def decimal_point(language: Language) -> str:
    """Return what stands before the decimals."""
    return "." if language is Language.ENGLISH else ","
