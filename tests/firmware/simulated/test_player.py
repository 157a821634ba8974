"""Who plays whole games at the simulated board, with an eye that never errs but where it is told to."""

import pytest

from firmware.faces import FACES
from firmware.session import advising, touches, vocabulary
from firmware.simulated.player import PAUSE_NS, Opponent
from scoring.events import GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Level, Ruleset
from tests.doubles.perfect_eye import Desk, Flaw
from tests.doubles.player import WholePlayer, differences

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


def play(flaw: Flaw | None = None, *, is_watchful: bool = False) -> tuple[WholePlayer, Desk]:
    """Play two turns; every third reading has a flaw, or four in a row that are refused."""
    desk = Desk(seed=1)
    flaws = range(3, 7) if flaw is Flaw.REFUSED else range(3, 99, 3)
    desk.flaws = {} if flaw is None else dict.fromkeys(flaws, flaw)
    player = WholePlayer(desk.board, desk.tell, is_watchful=is_watchful)
    beginner = None if flaw is None else 0
    desk.tell(touches.NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(columns=1), beginner=beginner)))
    for _ in range(2_000):
        desk.pass_time()
        player.act(desk.state)
        if len(desk.state.game.entries) == 2:
            return player, desk
    raise AssertionError(f"the game hangs in {desk.state.phase} with {desk.state.notice}")


def test_a_game_read_without_errors_is_entered_as_the_dice_say():
    player, desk = play()
    entries = desk.state.game.entries
    assert differences(player.ledger, entries) == ()
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in entries)


@pytest.mark.parametrize(
    ("flaw", "is_watchful"), [(Flaw.GHOST, True), (Flaw.GHOST, False), (Flaw.UNSURE, False), (Flaw.REFUSED, False)]
)
def test_what_the_eye_gets_wrong_is_overruled_thrown_again_answered_or_typed(flaw, is_watchful):
    player, desk = play(flaw, is_watchful=is_watchful)
    records = desk.state.records
    assert (differences(player.ledger, desk.state.game.entries), player.corrections > 0) == ((), is_watchful)
    assert any(isinstance(each.event, ThrowBurned) for each in records) is (flaw is Flaw.GHOST)
    is_typed = any(isinstance(each.event, ThrowMade) and each.reading is None for each in records)
    assert is_typed is (flaw is Flaw.REFUSED)  # after three presses in vain


@pytest.mark.parametrize("is_watchful", [False, True])
def test_a_trusting_player_lets_into_the_sheet_what_a_watchful_one_puts_right(is_watchful):
    player, desk = play(Flaw.MISREAD, is_watchful=is_watchful)
    is_right = differences(player.ledger, desk.state.game.entries) == ()
    assert (player.corrections > 0, is_right) == (is_watchful, is_watchful)


def sit_down(seed: int, *, beginner: int | None = 1) -> tuple[Desk, Opponent]:
    """Return a desk at which the companion plays the second seat, and who throws for it."""
    desk = Desk(seed=seed)
    players, levels = ("Elfriede", "Junkie"), (None, Level.REGULAR)
    desk.tell(touches.NewGame(GameBegan(players=players, ruleset=Ruleset(columns=1), beginner=beginner, levels=levels)))
    return desk, Opponent(desk.board, desk.tell)


def watch(desk: Desk, opponent: Opponent, until) -> None:
    for _ in range(4_000):
        if until(desk.state):
            return
        opponent.show(desk.state)
        opponent.look()
        desk.pass_time()
    raise AssertionError(f"nothing more happens in {desk.state.phase}: {desk.state.notice}")


def is_patient(desk: Desk, opponent: Opponent, seconds: float = 2 * PAUSE_NS / 1e9) -> bool:
    """Return whether nothing is done for so long."""
    opponent.show(desk.state)
    desk.pass_time(seconds)
    return not opponent.look()


def test_it_plays_a_turn_to_its_entry_and_leaves_the_next_to_the_person():
    desk, opponent = sit_down(1)
    watch(desk, opponent, lambda state: bool(state.game.entries))
    entry = desk.state.game.entries[0]
    assert (entry.player, sorted(entry.faces)) == (1, sorted(FACES[die.face] for die in desk.board.table.truth()))
    for throw, following in zip(entry.throws, entry.throws[1:], strict=False):
        held = sorted(following.held_faces)
        assert all(held.count(face) <= throw.faces.count(face) for face in held)
    assert not advising.companion_throws(desk.state)
    records = desk.state.records
    assert all(is_patient(desk, opponent) for _ in range(10))
    assert desk.state.records == records


def test_it_waits_until_everybody_has_seen_the_last_and_for_the_person_who_throws_first():
    desk, opponent = sit_down(6)
    assert is_patient(desk, opponent, 0.5 * PAUSE_NS / 1e9)
    assert not is_patient(desk, opponent, 0.6 * PAUSE_NS / 1e9)
    desk, opponent = sit_down(5, beginner=None)
    assert not opponent.look()
    assert is_patient(desk, opponent)


def test_it_leaves_alone_what_was_taken_back_and_what_is_being_taught():
    desk, opponent = sit_down(7)
    watch(desk, opponent, lambda state: bool(state.game.entries))
    desk.tell(touches.TakeBack())
    assert desk.state.phase is vocabulary.Phase.CORRECTED
    assert is_patient(desk, opponent)
    desk, opponent = sit_down(7)
    desk.tell(touches.OpenDice())
    assert is_patient(desk, opponent)
