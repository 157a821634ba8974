"""Who plays whole games at the simulated board, with an eye that never errs but where it is told to."""

import pytest

from firmware.faces import FACES
from firmware.session.advising import companion_throws
from firmware.session.touches import NewGame, OpenDice, TakeBack
from firmware.session.vocabulary import Phase
from firmware.simulated.player import PAUSE_NS, Opponent
from models.render.world import DesignFace
from scoring.events import GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Level, Ruleset
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


@pytest.mark.parametrize(("flaw", "is_watchful", "least"), [(Flaw.GHOST, True, 4), (Flaw.UNSURE, False, 0)])
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


@pytest.mark.parametrize(
    ("flaw", "every", "words"), [(Flaw.MISREAD, 3, {"faces"}), (Flaw.BLIND, 1, {"faces", "burning"})]
)
def test_a_trusting_player_lets_into_the_sheet_what_a_watchful_one_repeats(flaw, every, words):
    player, desk = play(flaw, every=every)
    found = differences(player.ledger, desk.state.game.entries)
    assert found
    assert all(any(word in str(each) for word in words) for each in found)
    player, desk = play(flaw, every=every, is_watchful=True)
    assert player.corrections > 0
    assert differences(player.ledger, desk.state.game.entries) == ()


MOMENTS = 4000


def sit_down(seed: int, *, beginner: int | None = 1) -> tuple[Desk, Opponent]:
    """Return a desk at which the companion plays the second seat, and who throws for it."""
    desk = Desk(seed=seed)
    agreed = GameBegan(
        players=("Elfriede", "Junkie"), ruleset=Ruleset(columns=1), beginner=beginner, levels=(None, Level.REGULAR)
    )
    desk.tell(NewGame(agreed))
    return desk, Opponent(desk.board, desk.tell)


def watch(desk: Desk, opponent: Opponent, until) -> None:
    for _ in range(MOMENTS):
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


@pytest.mark.parametrize("seed", [1, 2])
def test_it_plays_a_turn_to_its_entry_and_leaves_the_next_to_the_person(seed):
    desk, opponent = sit_down(seed)
    watch(desk, opponent, lambda state: bool(state.game.entries))
    entry = desk.state.game.entries[0]
    assert entry.player == 1
    assert sorted(entry.faces) == sorted(FACES[die.face] for die in desk.board.table.truth())
    for throw, following in zip(entry.throws, entry.throws[1:], strict=False):
        held = sorted(following.held_faces)
        assert all(held.count(face) <= throw.faces.count(face) for face in held)
    assert not companion_throws(desk.state)
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
    desk.tell(TakeBack())
    assert desk.state.phase is Phase.CORRECTED
    assert is_patient(desk, opponent)
    desk, opponent = sit_down(7)
    desk.tell(OpenDice())
    assert is_patient(desk, opponent)
