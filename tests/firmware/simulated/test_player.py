import pytest

from firmware.session.events import NewGame
from firmware.session.state import Phase
from firmware.simulated.ledger import differences
from firmware.simulated.player import Player
from scoring.ruleset import Ruleset
from tests.firmware.simulated.perfect_eye import Desk

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

ONE_COLUMN = Ruleset(columns=1)


def play(desk: Desk, *, is_watchful: bool = False, beginner: int | None = 0) -> Player:
    """Play a game of one column, 20 turns, to its end."""
    player = Player(desk.board, desk.tell, is_watchful=is_watchful)
    desk.tell(NewGame(("Manfred", "Ewald"), ONE_COLUMN, beginner))
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


def test_a_trusting_player_lets_misread_dice_into_the_sheet():
    desk = Desk(seed=1)
    desk.misread_at = set(range(1, 60, 3))
    player = play(desk)
    found = differences(player.ledger, desk.state.game.entries)
    assert found
    assert all("faces" in str(each) for each in found)


def test_a_watchful_player_puts_misread_dice_right():
    desk = Desk(seed=1)
    desk.misread_at = set(range(1, 60, 3))
    player = play(desk, is_watchful=True)
    assert player.corrections > 5
    assert differences(player.ledger, desk.state.game.entries) == ()
