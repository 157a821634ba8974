"""What tests of lessons share."""

from __future__ import annotations

from firmware.faces import LABELS
from firmware.session.events import DiceListed, DiceTried, Pressed, ReadingTaken
from firmware.session.events import LessonContinued as LessonWent
from firmware.session.lesson import DiceKind, KnownSet, TriedDie
from firmware.session.lesson import LessonProgress as Standing
from firmware.session.touches import OpenDice, TeachDice
from tests.firmware.session.table_talk import Table, reading

MINE = KnownSet(name="Würfel 1", labels=LABELS, crops=12)
LISTED = DiceListed((MINE,), "Würfel 1")
NOTHING = Standing(counts=(0,) * 6)
ASKED = Standing(counts=(1, 0, 0, 0, 0, 0), exposed_ns=1, question=2)
SHOWN = Standing(counts=(2, 2, 2, 2, 1, 1), exposed_ns=1, may_end=True, may_take_back=True)
READY = Standing(counts=(2,) * 6, exposed_ns=1, is_ready=True, may_end=True, may_take_back=True)
TRIED = (TriedDie(index=0, label=3, is_sure=True), TriedDie(index=4, label=1, is_sure=False))
FIVE = tuple(range(5))


def opened(table: Table | None = None) -> Table:
    return (table or Table()).tell(OpenDice(), LISTED)


def begun(table: Table | None = None) -> Table:
    return opened(table).tell(TeachDice(DiceKind.POKER), LessonWent(1, NOTHING))


def looked(table: Table | None = None) -> Table:
    """Dice were laid down and seen; the lesson has not answered yet."""
    return begun(table).tell(Pressed(at_ns=5), ReadingTaken(reading("9XJQK")))


def asked(table: Table | None = None) -> Table:
    return looked(table).tell(LessonWent(1, ASKED))


def shown(table: Table | None = None) -> Table:
    return looked(table).tell(LessonWent(1, SHOWN))


def checked(table: Table | None = None) -> Table:
    return looked(table).tell(LessonWent(1, READY))


def judged(table: Table | None = None) -> Table:
    return checked(table).tell(Pressed(at_ns=6), ReadingTaken(reading("9XJQK", exposed_ns=2)), DiceTried(1, TRIED))
