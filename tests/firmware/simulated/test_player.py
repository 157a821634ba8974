import pytest

from firmware.session.events import NewGame
from firmware.session.state import Phase
from firmware.simulated.ledger import differences
from firmware.simulated.player import Player
from models.render.world import Face
from scoring.events import GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Ruleset
from tests.doubles.perfect_eye import Desk, Flaw

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

ONE_COLUMN = Ruleset(columns=1)


def play(desk: Desk, *, is_watchful: bool = False, beginner: int | None = 0) -> Player:
    """Play a game of one column, 20 turns, to its end."""
    player = Player(desk.board, desk.tell, is_watchful=is_watchful)
    desk.tell(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=ONE_COLUMN, beginner=beginner)))
    for _ in range(20_000):
        desk.pass_time()
        player.act(desk.state)
        if desk.state.phase is Phase.GAME_OVER:
            return player
    raise AssertionError(f"the game hangs in {desk.state.phase} with {desk.state.notice}")


def test_a_game_read_without_errors_ends_as_the_dice_say():
    desk = Desk(seed=1)
    player = play(desk, beginner=None)
    assert len(player.ledger) == 20
    assert differences(player.ledger, desk.state.game.entries) == ()
    assert [entry.points for entry in player.ledger] == [entry.points for entry in desk.state.game.entries]
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in desk.state.game.entries)


def test_the_same_seed_plays_the_same_game():
    first, second, other = (play(Desk(seed=seed)).ledger for seed in (3, 3, 4))
    assert first == second
    assert first != other


def test_the_first_throw_of_a_turn_takes_up_all_dice():
    desk = Desk(seed=1)
    player = Player(desk.board, desk.tell)
    desk.tell(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=ONE_COLUMN, beginner=0)))
    desk.board.table.lay([Face.ACE] * 5)
    for die in desk.board.table.truth()[:2]:
        desk.board.tap(*die.place_xy)
    assert player.act(desk.state)
    assert not any(die.is_held for die in desk.board.table.truth())


def with_flaw(flaw: Flaw, *, seed: int = 1, every: int = 3, in_a_row: int = 1) -> Desk:
    desk = Desk(seed=seed)
    desk.flaws = {first + i: flaw for first in range(3, 200, every) for i in range(in_a_row)}
    return desk


def test_a_trusting_player_lets_misread_dice_into_the_sheet():
    desk = with_flaw(Flaw.MISREAD)
    found = differences(play(desk).ledger, desk.state.game.entries)
    assert found
    assert all("faces" in str(each) for each in found)


def test_a_watchful_player_puts_misread_dice_right():
    desk = with_flaw(Flaw.MISREAD)
    player = play(desk, is_watchful=True)
    assert player.corrections > 5
    assert differences(player.ledger, desk.state.game.entries) == ()


def test_any_player_answers_what_he_is_asked():
    desk = with_flaw(Flaw.UNSURE)
    player = play(desk)
    assert player.corrections == 0
    assert differences(player.ledger, desk.state.game.entries) == ()


def test_a_press_that_was_refused_is_made_again():
    desk = with_flaw(Flaw.REFUSED)
    assert differences(play(desk).ledger, desk.state.game.entries) == ()


def test_after_three_presses_in_vain_the_throw_is_typed():
    desk = with_flaw(Flaw.REFUSED, every=8, in_a_row=4)
    player = play(desk)
    assert differences(player.ledger, desk.state.game.entries) == ()
    typed = [record for record in desk.state.records if isinstance(record.event, ThrowMade) and record.reading is None]
    assert typed


def test_a_throw_that_is_said_to_burn_is_thrown_again():
    desk = with_flaw(Flaw.GHOST)
    player = play(desk)
    assert player.corrections == 0
    assert differences(player.ledger, desk.state.game.entries) == ()
    assert any(isinstance(record.event, ThrowBurned) for record in desk.state.records)


def test_a_watchful_player_overrules_a_companion_that_sees_ghosts():
    desk = with_flaw(Flaw.GHOST)
    player = play(desk, is_watchful=True)
    assert player.corrections > 3
    assert differences(player.ledger, desk.state.game.entries) == ()


def test_a_burning_throw_that_was_not_seen_is_a_difference_for_one_and_repeated_by_the_other():
    for seed in range(20):
        desk = with_flaw(Flaw.BLIND, seed=seed, every=1)
        found = differences(play(desk).ledger, desk.state.game.entries)
        if found:
            break
    assert all("burning" in str(each) or "faces" in str(each) for each in found)
    desk = with_flaw(Flaw.BLIND, seed=seed, every=1)
    player = play(desk, is_watchful=True)
    assert player.corrections > 0
    assert differences(player.ledger, desk.state.game.entries) == ()
