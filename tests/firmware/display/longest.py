"""A language that nobody speaks: of every message the longest translation; what it fits in, all languages fit in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from firmware.display.messages import LANGUAGES, Catalogue, catalogue

LONGEST = "longest"


@cache
def words_of(language: str) -> Catalogue:
    """Return a language's sentences, those of `LONGEST` too."""
    return _longest([catalogue(each) for each in LANGUAGES]) if language == LONGEST else catalogue(language)


def _longest(languages: Iterable[Catalogue]) -> Catalogue:
    first, *others = (each._sentences for each in languages)
    sentences = {
        message: max((sentence, *(other[message] for other in others)), key=_length)
        for message, sentence in first.items()
    }
    return Catalogue("fr", sentences, form_of=catalogue("de")._form_of)  # numbers are longest in French


def _length(sentence: str | tuple[str, ...]) -> int:
    return max(map(len, (sentence,) if isinstance(sentence, str) else sentence))
