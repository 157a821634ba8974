"""How the faces of a set are written, and how people write them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.names import letter
from firmware.faces import FACES, LABELS
from vision.learn.taught import require_labels


@dataclass(frozen=True, slots=True)
class FaceNames:
    """The names of a set's faces."""

    labels: tuple[str, ...]  # as they are kept
    written: tuple[str, ...]  # as they are shown: poker faces by the letters on the dice in the display's language

    @classmethod
    def of(cls, labels: Iterable[str], language: str) -> "FaceNames":
        """Return the names of labels, as they are kept or as people write them.

        Six names that are those of poker faces, in whatever order and language, become the poker faces: only these
        can be played with. V is the jack in French and the queen in Dutch; the other five tell which.

        Raises:
            TeachError: If they cannot be those of a die.
        """
        given = tuple(labels)
        require_labels(given)
        if any({_poker_label(name, (each,)) for name in given} == set(LABELS) for each in LANGUAGES):
            return cls(LABELS, tuple(letter(face, catalogue(language)) for face in FACES))
        return cls(given, given)

    def parse(self, text: str) -> int | None:
        """Return the label that people mean, None if it is none; case does not matter."""
        meant = text.strip().casefold()
        for names in (self.labels, self.written):
            folded = [name.casefold() for name in names]
            if meant in folded:
                return folded.index(meant)
        label = _poker_label(text) if self.labels == LABELS else None
        return None if label is None else LABELS.index(label)

    def format(self, label: int) -> str:
        """Return a face as it is shown."""
        return self.written[label]


def split_names(text: str) -> tuple[str, ...]:
    """Return names that people listed, between commas or spaces."""
    return tuple(name for name in re.split(r"[,\s]+", text) if name)


def _poker_label(name: str, languages: tuple[str, ...] = LANGUAGES) -> str | None:
    """Return the label of a poker face by its letter or number, None if that means no face, or more than one.

    Letters of the languages given come first; where they have none such, those of all languages count.
    """
    folded = name.strip().casefold()
    found = _labels_meant(folded, languages) or _labels_meant(folded, LANGUAGES)
    return found[0] if len(found) == 1 else None


def _labels_meant(folded: str, languages: tuple[str, ...]) -> list[str]:
    return [
        label
        for label, face in zip(LABELS, FACES, strict=True)
        if folded in {label.casefold(), *(letter(face, catalogue(each)).casefold() for each in languages)}
    ]
