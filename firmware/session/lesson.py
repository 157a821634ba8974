"""The dialog in which players teach their own dice, as values: the lesson itself is elsewhere."""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from firmware.session.vocabulary import Dialog, NoticeKey
from vision.reading import Reading


class LessonStage(StrEnum):
    """Where the dialog stands."""

    SETS = "sets"  # the sets that are kept
    SHOW = "show"  # dice are to be laid down and the button pressed
    NAMES = "names"  # a picture of each face of a set, and what it is called, to be put right


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSet:
    """A set that is kept."""

    name: str  # what the players call it
    labels: tuple[str, ...] = ()  # names of its faces; none where its file cannot be read
    is_recognised: bool = False  # the dice read last are of this set
    pictures: tuple[int, ...] = ()  # a crop of each face, in the order of the labels
    is_named: bool = True  # players said, or agreed, what its faces are called


_JQK = {2, 3, 4}
SWAPS = sorted(combinations(range(6), 2), key=lambda pair: not set(pair) <= _JQK)
"""All pairs of names; court cards, which are mistaken for each other most often, come first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceCard:
    """What the faces of a set of poker dice are called, as far as anybody knows: its players are asked."""

    name: str  # of the set
    crops: tuple[int, ...]  # a crop of each face
    names: tuple[int, ...]  # the label proposed for each face
    is_named: bool = True  # the players said, or agreed, what they are called
    swap: int | None = None  # by the button two names were exchanged: this one of `SWAPS`
    doubted: int | None = None  # the face of which a die was called another: that name is proposed for it here

    def called(self, face: int, label: int) -> "FaceCard":
        """Return the card with a label for a face; the face that had it gets the other's: each name is there once."""
        names = list(self.names)
        other = names.index(label)
        names[other], names[face] = names[face], label
        return replace(self, names=tuple(names))

    def swapped(self) -> "FaceCard":
        """Return the card with the next two names exchanged instead of those before; after the last ones with none."""
        card, following = self, 0 if self.swap is None else self.swap + 1
        for at in (self.swap, following):
            if at is not None and at < len(SWAPS):
                card = card.called(card.names.index(SWAPS[at][0]), SWAPS[at][1])
        return replace(card, swap=following if following < len(SWAPS) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching(Dialog):
    """The dialog at one moment."""

    no_camera = NoticeKey.TEACH_NO_CAMERA

    stage: LessonStage = LessonStage.SETS  # where it stands
    sets: tuple[KnownSet, ...] | None = None  # what is kept; None until it was listed
    newest: str | None = None  # the set that learnt last, None where nothing was ever learnt
    told: int = 0  # so many faces are told by now, of the dice that are shown
    look: Reading | None = None  # the newest look at the board that the lesson knows
    refused: Reading | None = None  # a look after it that could not be used, to be shown
    card: FaceCard | None = None  # of the set whose names are shown; None elsewhere
