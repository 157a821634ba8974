"""Who plays whole games at the simulated board, with an eye that never errs but where it is told to."""

import pytest

from firmware.session.touches import NewGame
from firmware.session.vocabulary import Phase
from models.render.world import DesignFace
from scoring.events import GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Ruleset
from tests.doubles.ledger import differences
from tests.doubles.perfect_eye import Desk, Flaw
from tests.doubles.player import WholePlayer

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


def play(
    flaw: Flaw | None = None, *, every: int = 3, in_a_row: int = 1, is_watchful: bool = False
) -> tuple[WholePlayer, Desk]:
    """Play a game of one column, 20 turns, to its end; every so often the eye has a flaw, so many times in a row."""
    desk = Desk(seed=1)
    desk.flaws = {} if flaw is None else {at + i: flaw for at in range(3, 200, every) for i in range(in_a_row)}
    player = WholePlayer(desk.board, desk.tell, is_watchful=is_watchful)
    beginner = None if flaw is None else 0
    desk.tell(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(columns=1), beginner=beginner)))
    for _ in range(20_000):
        desk.pass_time()
        player.act(desk.state)
        if desk.state.phase is Phase.GAME_OVER:
            return player, desk
    raise AssertionError(f"the game hangs in {desk.state.phase} with {desk.state.notice}")


def test_a_game_read_without_errors_ends_as_the_dice_say():
    player, desk = play()
    entries = desk.state.game.entries
    assert len(player.ledger) == 20
    assert differences(player.ledger, entries) == ()
    assert [entry.points for entry in player.ledger] == [entry.points for entry in entries]
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in entries)


def test_the_first_throw_of_a_turn_takes_up_all_dice():
    desk = Desk(seed=1)
    player = WholePlayer(desk.board, desk.tell)
    desk.tell(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(columns=1), beginner=0)))
    desk.board.table.lay([DesignFace.ACE] * 5)
    for die in desk.board.table.truth()[:2]:
        desk.board.tap(*die.place_xy)
    assert player.act(desk.state)
    assert not any(die.is_held for die in desk.board.table.truth())


def test_a_trusting_player_lets_misread_dice_into_the_sheet():
    player, desk = play(Flaw.MISREAD)
    found = differences(player.ledger, desk.state.game.entries)
    assert found
    assert all("faces" in str(each) for each in found)


@pytest.mark.parametrize(
    ("flaw", "is_watchful", "least"),
    [(Flaw.MISREAD, True, 6), (Flaw.GHOST, True, 4), (Flaw.UNSURE, False, 0), (Flaw.REFUSED, False, 0)],
)
def test_what_the_eye_gets_wrong_is_put_right_answered_or_marked_again(flaw, is_watchful, least):
    player, desk = play(flaw, is_watchful=is_watchful)
    assert differences(player.ledger, desk.state.game.entries) == ()
    assert player.corrections >= least
    assert is_watchful or player.corrections == 0


def test_after_three_presses_in_vain_the_throw_is_typed():
    player, desk = play(Flaw.REFUSED, every=8, in_a_row=4)
    assert differences(player.ledger, desk.state.game.entries) == ()
    assert any(isinstance(record.event, ThrowMade) and record.reading is None for record in desk.state.records)


def test_a_throw_that_is_said_to_burn_is_thrown_again():
    player, desk = play(Flaw.GHOST)
    assert (player.corrections, differences(player.ledger, desk.state.game.entries)) == (0, ())
    assert any(isinstance(record.event, ThrowBurned) for record in desk.state.records)


def test_a_burning_throw_that_was_not_seen_is_a_difference_for_one_and_repeated_by_the_other():
    player, desk = play(Flaw.BLIND, every=1)
    found = differences(player.ledger, desk.state.game.entries)
    assert found
    assert all("burning" in str(each) or "faces" in str(each) for each in found)
    player, desk = play(Flaw.BLIND, every=1, is_watchful=True)
    assert player.corrections > 0
    assert differences(player.ledger, desk.state.game.entries) == ()
