"""Tables and steps of the guide, as Markdown."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from hardware.mount.steps import STEPS
from hardware.words import Language, decimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardware.guide.stand import Stand
    from hardware.mount.steps import Step

PRINTED_HEADS = {
    Language.ENGLISH: ("how many", "part", "in", "g each", "hours each"),
    Language.GERMAN: ("wie oft", "Teil", "in", "g je Stück", "Stunden je Stück"),
}
CUT_HEADS = {
    Language.ENGLISH: ("how many", "what", "length"),
    Language.GERMAN: ("wie oft", "was", "Länge"),
}
COLOURS = {
    Language.ENGLISH: {"any": "black, matt", "white": "white", "opal": "natural or opal"},
    Language.GERMAN: {"any": "Schwarz, matt", "white": "Weiß", "opal": "Natur oder Opal"},
}
CUTS = {
    "aluminium profile 20 × 20, slot 6": "Aluminiumprofil 20 × 20, Nut 6",
    "COB LED strip, 8 or 10 mm wide": "COB-LED-Streifen, 8 oder 10 mm breit",
    "flat steel bar": "Flachstahl",
}
"""What is cut, in German, by how its English name begins."""
STEP, SEE, IF_NOT = ("Step", "Schritt"), ("See", "Zu sehen"), ("If not", "Wenn nicht")


def printed_table(stand: Stand, language: Language) -> str:
    """Return the printed parts, each linked to its file."""
    rows = [
        (
            f"{part.count} ×",
            f"[{part.name}](../mount/stl/{part.name}.stl)",
            COLOURS[language][part.colour],
            decimal(round(part.grams), language),
            decimal(part.hours, language),
        )
        for part in stand.printed
    ]
    return _table(PRINTED_HEADS[language], rows)


def cut_table(stand: Stand, language: Language) -> str:
    """Return what is cut to length."""
    rows = [(f"{cut.count} ×", _cut(cut.name, language), f"{cut.length_mm:.0f} mm") for cut in stand.cuts]
    return _table(CUT_HEADS[language], rows)


def _cut(name: str, language: Language) -> str:
    if language is Language.ENGLISH:
        return name
    english, german = next(pair for pair in CUTS.items() if name.startswith(pair[0]))
    return name.replace(english, german)


def steps(language: Language, filled: Mapping[str, str]) -> str:
    """Return every step of the assembly: title, picture, what to do, what to see, and what it means when not.

    Args:
        language: In which.
        filled: Numbers by the names that the steps' texts give them.

    Raises:
        KeyError: If a text asks for what is not there.
    """
    return Template("\n\n".join(_step(step, language) for step in STEPS)).substitute(filled)


def _step(step: Step, language: Language) -> str:
    which = list(Language).index(language)
    title, told, see, if_not = (step.english, step.german)[which]
    return (
        f"### {STEP[which]} {step.number} · {title}\n\n![{title}](../mount/steps/{step.picture})\n\n{told}\n\n"
        f"| | |\n|---|---|\n| **{SEE[which]}** | {see} |\n| **{IF_NOT[which]}** | {if_not} |"
    )


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
