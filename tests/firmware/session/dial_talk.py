"""What tests of dials share: one is opened, turned and taken."""

from __future__ import annotations

from firmware.session.dial import OptionKey
from firmware.session.events import Pressed, PressedForMenu, PressedLong
from firmware.session.touches import ChooseMode
from firmware.session.vocabulary import EntryMode
from tests.firmware.session.table_talk import Table

SHORT, LONG, MENU = Pressed(at_ns=5), PressedLong(at_ns=5), PressedForMenu(at_ns=5)


def turn_to(table: Table, key: OptionKey) -> Table:
    """Turn the dial until an option shows; it must be there."""
    assert table.state.dial is not None
    for _ in table.state.dial.options:
        if table.state.dial.shown.key is key:
            return table
        table.tell(SHORT)
    raise AssertionError(f"{key} is not on {[option.key for option in table.state.dial.options]}")


def take(table: Table, key: OptionKey) -> Table:
    """Open the menu and take an option."""
    return turn_to(table.tell(MENU), key).tell(LONG)


def begun(mode: EntryMode = EntryMode.SUGGEST, **kw) -> Table:
    return Table().begin(**kw).tell(ChooseMode(mode))
