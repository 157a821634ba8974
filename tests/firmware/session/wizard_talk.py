"""What tests of setting up share."""

from __future__ import annotations

from firmware.session.dial import OptionKey
from firmware.session.events import Pressed, PressedForMenu, PressedLong, Surveyed
from firmware.session.touches import GoOn, OpenWizard
from firmware.session.wizard import CalibrationFound, SheetLook, WizardStep
from tests.firmware.session.table_talk import Table

BIG = {"exposed_ns": 1, "size_wh": (1440, 1440)}
TILTED, COMPLETE = SheetLook(**BIG, views=3), SheetLook(**BIG, views=8, lies=True, is_complete=True)
FOUND = CalibrationFound(has_lens=True, views=8)
LONG, SHORT, MENU = PressedLong(at_ns=5), Pressed(at_ns=5), PressedForMenu(at_ns=5)


def opened(table: Table | None = None) -> Table:
    return (table or Table()).tell(OpenWizard())


def at(step: WizardStep, table: Table | None = None) -> Table:
    """Skip all steps before one."""
    table = opened(table)
    while table.state.wizard.step is not step:
        table.tell(GoOn())
    return table


def seen(table: Table, look: object) -> Table:
    return table.tell(Surveyed(table.state.wizard.number, look))


def options(table: Table) -> list[OptionKey]:
    return [option.key for option in table.state.dial.options]
