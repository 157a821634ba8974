"""What tests of dials share: one is opened, turned and taken."""

from __future__ import annotations

from firmware.session.dial import OptionKey
from firmware.session.events import Pressed, PressedForMenu, PressedLong
from firmware.session.touches import ChooseMode
from firmware.session.vocabulary import EntryMode
from tests.firmware.session.table_talk import Table

SHORT, LONG, MENU = Pressed(at_ns=5), PressedLong(at_ns=5), PressedForMenu(at_ns=5)


def turn_until(table: Table, wanted) -> Table:
    """Turn the dial until an option shows that is wanted; it must be there."""
    for _ in table.state.dial.options:
        if wanted(table.state.dial.shown):
            return table
        table.tell(SHORT)
    raise AssertionError(f"not on {table.state.dial.options}")


def turn_to(table: Table, key: OptionKey) -> Table:
    return turn_until(table, lambda shown: shown.key is key)


def answer(table: Table, **wanted) -> Table:
    """Turn the dial until an option shows that says all this, and take it."""
    return turn_until(table, lambda shown: {name: getattr(shown, name) for name in wanted} == wanted).tell(LONG)


def take(table: Table, key: OptionKey) -> Table:
    """Open the menu and take an option."""
    return turn_to(table.tell(MENU), key).tell(LONG)


def begun(mode: EntryMode = EntryMode.SUGGEST, **kw) -> Table:
    return Table().begin(**kw).tell(ChooseMode(mode))
