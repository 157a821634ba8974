"""A game step by step, as the page is told it: what was thrown, held and served, and where it went."""

from typing import Any

import pytest

from firmware.display import messages, replay, touches
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring import rules
from scoring.events import EntryCorrected, GameAbandoned
from tests.firmware.analysis.played import game
from tests.firmware.display.games import scenes as games
from tests.firmware.display.scenes import at_table


def shown(*events: object) -> Any:
    return replay.replay_view(events, messages.catalogue("de"))


def test_each_entry_of_a_sheet_has_its_throws_and_its_place_as_they_read_now():
    events = [record.event for record in game(1)[:101]]
    begun = rules.replay(events)
    free = begun.sheet(begun.entries[0].player).free_cells[0]
    events.append(EntryCorrected(turn_number=1, cell=free, faces=games.FULL_HAND, is_served=True))
    told = shown(*events)
    for step, entry in zip(told["steps"], rules.replay(events).entries, strict=True):
        assert (step["row"], step["column"] + 1) == (entry.cell.category, entry.cell.column)
        assert (step["player"], step["points"]) == (entry.player, entry.points)
        thrown = [([die["face"] for die in dice], [die["is_held"] for die in dice]) for dice in step["throws"]]
        assert thrown == [([touches.name_of(face) for face in each.faces], list(each.held)) for each in entry.throws]
    assert (told["sheet"]["columns"], told["sheet"]["rows"][7]) == (2, "Full")


BETS = games.throw(games.everybody_bets(games.at_cloth(), 5), "KQ").state
STATES = [games.played(3, 20), games.full(6).state, BETS, *(make() for make in games.HIDDEN.values()), at_table(30)]


@pytest.mark.parametrize("state", STATES)
def test_of_every_game_all_that_lay_is_shown_in_its_order_and_something_said_of_each_step(state: SessionState):
    events = [record.event for record in state.records]
    told = shown(*events)
    lay = [[touches.name_of(face) for face in event.faces] for event in events if getattr(event, "faces", ())]
    seen = [[die["face"] for die in dice] for step in told["steps"] for dice in step["throws"]]
    assert seen == lay[: len(seen)]  # of a sheet without the turn that runs
    assert all(step["said"] for step in told["steps"])
    if state.phase is not Phase.GAME_OVER:
        assert shown(*events, GameAbandoned()) == told
