"""Escalero at the table: thrown, entered, put right, taken back, by touch and by the button alone."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session.dial import OptionKey
from firmware.session.effects import Tell
from firmware.session.events import BoardMoving, BoardStill, Pressed, PressedForMenu, PressedLong
from firmware.session.touches import ChooseMode, Decide, NewGame, TakeBack
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.events import EntryTakenBack
from scoring.games.escalero import EscaleroBegan, Row, RowCorrected, RowEntered
from tests.firmware.session.table_talk import Table, events_of, faces, reading

NAMES = ("Elfriede", "Kurt", "Franz")
SHORT, LONG, MENU = Pressed(at_ns=5), PressedLong(at_ns=5), PressedForMenu(at_ns=5)


def begun(players: int = 2, *, beginner: int | None = 0) -> Table:
    return Table().tell(NewGame(EscaleroBegan(players=NAMES[:players], beginner=beginner)))


def entered(table: Table, letters: str, row: Row) -> Table:
    return table.throw(letters).tell(Decide(RowEntered(row)))


def played(players: int = 2, *, rows: int = 11) -> Table:
    """Return a table after some rounds: the first player throws five aces each time, the others nothing."""
    table = begun(players)
    for row in list(Row)[:rows]:
        for seat in range(players):
            entered(table, "AAAAA" if seat == 0 else "9XQKA", row)
    return table


def test_a_throw_is_entered_with_one_touch_and_taken_back_with_another():
    table = entered(begun(), "AAAKQ", Row.ACES)
    assert events_of(table)[-1] == RowEntered(Row.ACES)
    assert (table.state.phase, table.key, table.state.dice) == (Phase.WAITING, NoticeKey.PLAYED, ())
    assert table.state.game.to_move == 1
    assert table.state.game.sum_of(0) == 18
    table = entered(begun(), "AAAKQ", Row.ACES).tell(TakeBack())
    assert events_of(table)[-1] == EntryTakenBack()
    assert (table.state.phase, table.key) == (Phase.READ, NoticeKey.TAKEN_BACK)
    assert [die.face for die in table.state.dice] == list(faces("AAAKQ"))


@pytest.mark.parametrize("is_thrown", [False, True])
def test_an_entry_is_put_right_and_what_lies_on_the_table_stays(is_thrown: bool):
    table = entered(begun(), "AAAKQ", Row.ACES)
    if is_thrown:
        table.throw("99XKA")
    before = table.state
    table.tell(Decide(RowCorrected(turn_number=1, row=Row.FULL_HAND, faces=faces("AAAKK"), is_served=True)))
    assert table.key is NoticeKey.CORRECTED
    assert (table.state.phase, table.state.dice) == (before.phase, before.dice)
    assert table.state.game.sum_of(0) == 35


def test_an_entry_is_put_right_over_unmarked_dice_but_not_while_they_are_read():
    table = entered(begun(), "AAAKQ", Row.ACES).throw("99XKA")
    table.tell(BoardMoving(), BoardStill(reading("JJXKA"), is_new=True))
    table.tell(Decide(RowCorrected(turn_number=1, row=Row.KINGS, faces=faces("AAAKQ"), is_served=True)))
    assert table.state.game.sum_of(0) == 5
    assert table.state.phase is Phase.STILL
    table = entered(begun(), "AAAKQ", Row.ACES).tell(Pressed(at_ns=7))
    table.tell(Decide(RowCorrected(turn_number=1, row=Row.KINGS, faces=faces("AAAKQ"), is_served=True)))
    assert table.key is NoticeKey.NOT_NOW
    assert table.state.phase is Phase.READING
    assert table.state.game.sum_of(0) == 18


def test_after_the_last_entry_one_can_be_put_right_and_the_last_taken_back():
    table = played()
    assert table.state.phase is Phase.GAME_OVER
    before = table.state.game.payments
    table.tell(Decide(RowCorrected(turn_number=1, row=Row.NINES, faces=faces("99999"), is_served=False)))
    assert table.state.phase is Phase.GAME_OVER
    assert table.state.game.payments[0].chips == before[0].chips + 5
    table = played()
    assert (table.key, table.effects[-1]) == (NoticeKey.GAME_OVER, Tell(Signal.GAME_OVER))
    table.tell(TakeBack())
    assert (table.state.phase, table.state.game.payments) == (Phase.READ, ())


def test_modes_that_advise_on_the_big_sheet_do_nothing_here():
    table = begun().tell(ChooseMode(EntryMode.AUTO)).throw("AAAKQ").throw("AAAKK").throw("AAAQQ")
    assert (table.state.phase, table.state.suggestion) == (Phase.ENTERING, None)
    table.tell(MENU)
    keys = [option.key for option in table.state.dial.options]
    assert OptionKey.MODE not in keys
    assert {OptionKey.TAKE_BACK, OptionKey.REPEAT_THROW, OptionKey.STANDINGS} & set(keys)


def offered(table: Table) -> list[tuple[Row, int]]:
    options = table.state.dial.options[:-1]
    return [(option.decision.event.row, dict(option.decision.values)["points"]) for option in options]


def test_the_button_offers_the_best_row_first_strikes_from_the_top_and_needs_nothing_else():
    table = begun().throw("AAAKK").tell(LONG)
    assert table.state.dial.kind is DialKind.DECIDE
    assert offered(table)[:3] == [(Row.FULL_HAND, 35), (Row.ACES, 18), (Row.KINGS, 10)]
    assert [row for row, points in offered(table)[3:]] == [
        Row.NINES,
        Row.TENS,
        Row.JACKS,
        Row.QUEENS,
        Row.QUINT,
        Row.POKER,
        Row.GRANDE,
        Row.GRANDE_SERVED,
    ]
    assert table.state.dial.options[-1].key is OptionKey.NO
    table = begun().throw("AAAKK").tell(LONG, SHORT, LONG)
    assert events_of(table)[-1] == RowEntered(Row.ACES)
    assert (table.state.dial, table.state.phase) == (None, Phase.WAITING)
    table = begun().throw("AAAKK").throw("AAAKQ").throw("AAAKJ").tell(SHORT)
    assert table.state.dial.kind is DialKind.DECIDE
    assert offered(table)[0] == (Row.ACES, 18)
