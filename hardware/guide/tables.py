"""Tables and steps of the guide, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Template
from typing import TYPE_CHECKING

from hardware.guide.stand import Stand
from hardware.mount.steps import STEPS
from hardware.optics.table import markdown
from hardware.words import WORDS, PageLanguage, decimal, word

if TYPE_CHECKING:
    from hardware.mount.steps import Step

PRINTED = ("printed-count", "printed-part", "printed-colour", "printed-grams", "printed-hours")
CUTS = ("cut-profile", "cut-strip", "cut-steel")
"""What is cut, by the words that its name begins with."""


def printed_table(stand: Stand, language: PageLanguage) -> str:
    """Return the printed parts, each linked to its file."""
    parts = [
        (
            f"{part.count} ×",
            f"[{part.name}](../mount/stl/{part.name}.stl)",
            word(f"printed-{part.colour}", language),
            decimal(round(part.grams), language),
            decimal(part.hours, language),
        )
        for part in stand.printed
    ]
    return _table(PRINTED, parts, language)


def cut_table(stand: Stand, language: PageLanguage) -> str:
    """Return what is cut to length."""
    cuts = [(f"{cut.count} ×", _cut(cut.name, language), f"{cut.length_mm:.0f} mm") for cut in stand.cuts]
    return _table(("printed-count", "cut-what", "cut-length"), cuts, language)


def _cut(name: str, language: PageLanguage) -> str:
    english, said = next(pair for cut in CUTS if name.startswith((pair := (WORDS[cut][0], word(cut, language)))[0]))
    return name.replace(english, said)


def steps(language: PageLanguage, filled: Mapping[str, str]) -> str:
    """Return every step of the assembly: title, picture, what to do, what to see, and what it means when not.

    Raises:
        KeyError: If a text asks for what is not there.
    """
    return Template("\n\n".join(_step(step, language) for step in STEPS)).substitute(filled)


def _step(step: Step, language: PageLanguage) -> str:
    title, told, see, if_not = step.english if language is PageLanguage.ENGLISH else step.german
    head = f"### {word('step', language)} {step.number} · {title}"
    saw, missed = word("step-see", language), word("step-if-not", language)
    table = f"| | |\n|---|---|\n| **{saw}** | {see} |\n| **{missed}** | {if_not} |"
    return f"{head}\n\n![{title}](../mount/steps/{step.picture})\n\n{told}\n\n{table}"


def _table(heads: tuple[str, ...], cells: Sequence[tuple[str, ...]], language: PageLanguage) -> str:
    return markdown(tuple(word(head, language) for head in heads), cells).rstrip()
