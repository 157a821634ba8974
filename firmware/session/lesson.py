"""The dialog in which players teach their own dice, as values: the lesson itself is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.session.vocabulary import Dialog, NoticeKey
from vision.reading import Reading

CROPS_A_FACE = 2
"""Each face is to be shown so often."""


class DiceKind(StrEnum):
    """Which faces dice have that are to be taught."""

    POKER = "poker"
    PIPS = "pips"


class LessonStage(StrEnum):
    """Where the dialog stands."""

    SETS = "sets"  # the sets that are kept
    SHOW = "show"  # dice are to be laid down and the button pressed
    ASK = "ask"  # the player is asked what a die shows
    CHECK = "check"  # all faces are known: one more throw is to show it
    JUDGE = "judge"  # what was read in that throw, to be put right; kept or dropped


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSet:
    """A set that is kept."""

    name: str  # what the players call it
    labels: tuple[str, ...] = ()  # names of its faces; none where its file cannot be read
    crops: int = 0  # so many crops are read by
    is_recognised: bool = False  # the dice read last are of this set


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonProgress:
    """Where a lesson stands."""

    counts: tuple[int, ...]  # how many crops of each label are known
    exposed_ns: int = 0  # of the look that it knows last
    question: int | None = None  # the die of that look whose face is asked for, None where nothing is
    # what the dice of that look show as far as it is known, by their index: label or None
    names: tuple[tuple[int, int | None], ...] = ()
    is_ready: bool = False  # everything is known; what is left is a check throw
    may_end: bool = False  # every face was seen, though not as often as it should: the player may call it enough
    may_take_back: bool = False  # an answer can be taken back
    has_misnamed: bool = False  # a die that looks like another face than it was named was left out


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedDie:
    """A die of the check throw."""

    index: int  # in the look
    label: int  # what was read, or what the player said
    is_sure: bool  # it would be believed without a question, or the player said it


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching(Dialog):
    """The dialog at one moment."""

    no_camera = NoticeKey.TEACH_NO_CAMERA

    stage: LessonStage = LessonStage.SETS  # where it stands
    sets: tuple[KnownSet, ...] | None = None  # what is kept; None until it was listed
    newest: str | None = None  # the set that learnt last, None where nothing was ever learnt
    labels: tuple[str, ...] = ()  # of the faces that are taught; none before a lesson
    standing: LessonProgress | None = None  # where the lesson stands; None before the first throw
    look: Reading | None = None  # the newest look at the board that the lesson knows
    refused: Reading | None = None  # a look after it that could not be used, to be shown
    tried: tuple[TriedDie, ...] = ()  # the dice of the check throw
