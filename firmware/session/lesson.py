"""The dialog in which players teach their own dice, as values: the lesson itself is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.session.vocabulary import Notice
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


class Waiting(StrEnum):
    """For whom the dialog waits; touches and presses do nothing until then."""

    EYE = "eye"  # the board is looked at
    LESSON = "tutor"  # something is learnt, tried, kept or listed


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSet:
    """A set that is kept.

    Attributes:
        name: What the players call it.
        labels: Names of its faces; none where its file cannot be read.
        crops: So many crops are read by.
        is_recognised: The dice read last are of this set.
    """

    name: str
    labels: tuple[str, ...] = ()
    crops: int = 0
    is_recognised: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonProgress:
    """Where a lesson stands.

    Attributes:
        counts: How many crops of each label are known.
        exposed_ns: Of the look that it knows last.
        question: The die of that look whose face is asked for, None where nothing is.
        names: What the dice of that look show as far as it is known, by their index: label or None.
        is_ready: Everything is known; what is left is a check throw.
        may_end: Every face was seen, though not as often as it should: the player may call it enough.
        may_take_back: An answer can be taken back.
        has_misnamed: A die that looks like another face than it was named was left out.
    """

    counts: tuple[int, ...]
    exposed_ns: int = 0
    question: int | None = None
    names: tuple[tuple[int, int | None], ...] = ()
    is_ready: bool = False
    may_end: bool = False
    may_take_back: bool = False
    has_misnamed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedDie:
    """A die of the check throw.

    Attributes:
        index: In the look.
        label: What was read, or what the player said.
        is_sure: It would be believed without a question, or the player said it.
    """

    index: int
    label: int
    is_sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching:
    """The dialog at one moment.

    Attributes:
        stage: Where it stands.
        number: Of the lesson: what the lesson still says of an earlier one is not heard.
        waiting: For whom it waits, None for the players.
        sets: What is kept; None until it was listed.
        newest: The set that learnt last, None where nothing was ever learnt.
        notice: What is the matter, None where nothing is.
        labels: Of the faces that are taught; none before a lesson.
        standing: Where the lesson stands; None before the first throw.
        look: The newest look at the board that the lesson knows.
        refused: A look after it that could not be used, to be shown.
        tried: The dice of the check throw.
        has_lent: Dice were laid for this dialog: those of the game no longer lie as they lay.
    """

    stage: LessonStage = LessonStage.SETS
    number: int = 0
    waiting: Waiting | None = None
    sets: tuple[KnownSet, ...] | None = None
    newest: str | None = None
    notice: Notice | None = None
    labels: tuple[str, ...] = ()
    standing: LessonProgress | None = None
    look: Reading | None = None
    refused: Reading | None = None
    tried: tuple[TriedDie, ...] = ()
    has_lent: bool = False
