"""The assembly guide in both languages: the words of ``words``, filled with numbers, tables and steps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

from hardware.guide.facts import facts
from hardware.guide.stand import FILE, stand_of
from hardware.numbers import Numbers
from hardware.words import PageLanguage

WORDS = Path(__file__).with_name("words")
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return the guide in each language, from what the rooms before this one made.

    Raises:
        NumbersError: If something cannot be built.
    """
    stand = stand_of(made["mount"][FILE])
    return {name: guide(language, facts(numbers, stand, language)).encode() for language, name in NAMES.items()}


def guide(language: PageLanguage, filled: dict[str, str]) -> str:
    """Return the guide's Markdown.

    Raises:
        KeyError: If its words ask for what is not there.
    """
    words = (WORDS / f"guide.{language.value}.md").read_text(encoding="utf-8")
    return Template(words).substitute(filled)
