"""Entries read before the names of the dice were sure: they are offered to be put right, nothing changes by itself."""

import pytest

from firmware.display import dials, messages
from firmware.faces import label_of
from firmware.session.dial import OptionKey
from firmware.session.effects import Append
from firmware.session.events import ThrowsReadAgain
from firmware.session.touches import ChooseMode, CorrectDie, CorrectEntry, EndGame, OpenDice, TakeBack, TouchCell
from firmware.session.vocabulary import DialKind, EntryMode, Phase
from scoring.dice import Face
from scoring.events import EntryCorrected
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.table_talk import LONG, QUEENS_3, Table, effects_of, events_of, faces


def read_as(letters: str, *, exposed_ns: int) -> tuple[int, tuple[int, ...]]:
    return exposed_ns, tuple(map(label_of, faces(letters)))


def played() -> Table:
    """Two entries: three Kings and two Queens as Kings, and Nines after two throws."""
    table = Table().begin().throw("KKKQQ", exposed_ns=7).tell(TouchCell(Cell(Category.KINGS, 3)))
    return table.throw("99XKA", exposed_ns=8).throw("999QA", exposed_ns=9).tell(TouchCell(Cell(Category.NINES, 1)))


THREE_QUEENS = ThrowsReadAgain((read_as("QQQKK", exposed_ns=7),))


def test_an_entry_that_was_something_else_is_asked_about_and_changed_only_if_players_say_so():
    table = played().tell(THREE_QUEENS)
    dial = table.state.dial
    assert dial.kind is DialKind.REREAD
    assert [option.key for option in dial.options] == [OptionKey.CHANGE, OptionKey.LEAVE]
    assert dial.options[0].points < table.state.game.entries[0].points
    assert table.state.game.entries[0].faces == faces("KKKQQ")
    table.tell(LONG)
    said = {"cell": Cell(Category.KINGS, 3), "faces": faces("QQQKK"), "is_served": True}
    assert events_of(table)[-1] == EntryCorrected(turn_number=1, **said)
    assert (table.state.dial, table.state.reread) == (None, ())


def test_what_is_left_is_not_asked_again_and_each_entry_in_turn():
    table = played().tell(ThrowsReadAgain((*THREE_QUEENS.throws, read_as("999KA", exposed_ns=9))))
    assert table.state.dial.options[0].turn_number == 1
    table.pick(key=OptionKey.LEAVE)
    assert table.state.dial.options[0].turn_number == 2
    table.pick(key=OptionKey.LEAVE)
    assert (table.state.dial, table.state.reread) == (None, ())
    assert not [event for event in events_of(table) if isinstance(event, EntryCorrected)]


@pytest.mark.parametrize(
    "again",
    [
        read_as("KQKQK", exposed_ns=7),  # the same dice
        read_as("99XQA", exposed_ns=8),  # a throw that was not entered
        read_as("AAAAA", exposed_ns=5),  # of another game
    ],
)
def test_nothing_is_asked_where_no_entry_would_be_another(again):
    assert played().tell(ThrowsReadAgain((again,))).state.dial is None


def test_what_players_said_of_a_throw_or_an_entry_stands():
    table = Table().begin().throw("KKKQQ", exposed_ns=7).tell(CorrectDie(0, Face.ACE))
    assert table.tell(TouchCell(QUEENS_3), THREE_QUEENS).state.dial is None
    table = played().tell(CorrectEntry(1, Cell(Category.KINGS, 3), faces("KKAQQ"), is_served=True), THREE_QUEENS)
    assert table.state.dial is None


def test_it_waits_until_the_table_rests_and_comes_back_when_it_was_thrown_over():
    table = played().throw("JJQKA").tell(THREE_QUEENS)
    assert table.state.dial is None
    table.tell(TouchCell(Cell(Category.JACKS, 1)))
    assert table.state.dial.kind is DialKind.REREAD
    table.tell(OpenDice())  # another dialog lies over it
    assert (table.state.dial, len(table.state.reread)) == (None, 1)
    assert played().tell(THREE_QUEENS, EndGame()).state.reread == ()
    assert Table().tell(THREE_QUEENS).state.reread == ()


def test_an_entry_that_was_taken_back_and_made_anew_is_found_too():
    table = played().tell(TakeBack()).throw("999KK", exposed_ns=10).tell(TouchCell(Cell(Category.NINES, 2)))
    assert table.state.phase is not Phase.ASKING
    assert table.tell(ThrowsReadAgain((read_as("99QQQ", exposed_ns=10),))).state.dial.options[0].turn_number == 2
    assert effects_of(table, LONG)[0] == Append(table.state.records[-1:])


def test_where_the_companion_enters_by_itself_it_asks_too():
    table = Table().begin().tell(ChooseMode(EntryMode.AUTO)).throw("KKKKK", exposed_ns=7).tell(LONG)
    assert table.tell(ThrowsReadAgain((read_as("KKKKQ", exposed_ns=7),))).state.dial.kind is DialKind.REREAD


def test_the_question_says_what_lay_there_and_what_changes():
    shown = dials.dial_view(played().tell(THREE_QUEENS).state, messages.catalogue("de"))
    assert shown["title"] == "Manfred, Könige 3: das waren drei Damen, zwei Könige. Von 15 auf 10 ändern?"
    assert shown["options"] == ["Ändern", "So lassen"]
