"""The assembly guide in both languages: the words of ``words``, filled with numbers, tables and steps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from string import Template

from hardware.guide.facts import facts
from hardware.mount.steps import STEPS, Step
from hardware.numbers import Numbers
from hardware.words import PageLanguage, word

WORDS = Path(__file__).with_name("words")
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}
STAND = "mount.json"  # what the mount says of itself: nothing has to be drawn again to know it


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return the guide in each language, from what the rooms before this one made.

    Raises:
        NumbersError: If something cannot be built.
        KeyError: If its words ask for what is not there.
    """
    stand = json.loads(made["mount"][STAND])
    return {name: _guide(language, facts(numbers, stand, language)).encode() for language, name in NAMES.items()}


def _guide(language: PageLanguage, filled: Mapping[str, str]) -> str:
    words = (WORDS / f"guide.{language.value}.md").read_text(encoding="utf-8")
    steps = Template("\n\n".join(_step(step, language) for step in STEPS)).substitute(filled)
    return Template(words).substitute(filled, steps=steps)


def _step(step: Step, language: PageLanguage) -> str:
    """Return a step of the assembly: title, picture, what to do, what to see, and what it means when not."""
    title, told, see, if_not = language.of((step.english, step.german))
    head = f"### {word('step', language)} {step.number} · {title}"
    saw, missed = word("step-see", language), word("step-if-not", language)
    table = f"| | |\n|---|---|\n| **{saw}** | {see} |\n| **{missed}** | {if_not} |"
    return f"{head}\n\n![{title}](../mount/steps/{step.picture})\n\n{told}\n\n{table}"
