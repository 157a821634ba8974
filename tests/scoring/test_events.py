import enum
from dataclasses import is_dataclass
from typing import get_args, get_type_hints

import pytest

from scoring.events import GameEvent
from scoring.ruleset import Ruleset
from scoring.sheets.sheet import Cell


def parts(hint):
    """Return the types a hint is made of, containers opened."""
    inner = get_args(hint)
    return {part for each in inner for part in parts(each)} if inner else {hint}


@pytest.mark.parametrize("event", get_args(GameEvent))
def test_events_are_frozen_plain_data_that_any_store_can_write(event):
    assert is_dataclass(event)
    assert event.__dataclass_params__.frozen
    assert hasattr(event, "__slots__")
    for field, hint in get_type_hints(event).items():
        for part in parts(hint) - {Cell, Ruleset, ..., bool, int, str, type(None)}:
            assert issubclass(part, enum.Enum), f"{event.__name__}.{field}: {part}"
