import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

from firmware.faces import FACES
from firmware.session.advising import companion_throws
from firmware.session.touches import NewGame, OpenDice, TakeBack
from firmware.session.vocabulary import Phase
from firmware.simulated.opponent import PAUSE_NS, Opponent
from scoring.events import GameBegan
from scoring.ruleset import Level, Ruleset
from tests.doubles.perfect_eye import Desk

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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_plays_a_turn_to_its_entry_and_leaves_the_next_to_the_person(seed):
    desk, opponent = sit_down(seed)
    watch(desk, opponent, lambda state: bool(state.game.entries))
    entry = desk.state.game.entries[0]
    assert entry.player == 1
    for throw, following in zip(entry.throws, entry.throws[1:], strict=False):
        held = sorted(following.held_faces)
        assert all(held.count(face) <= throw.faces.count(face) for face in held)
    assert not companion_throws(desk.state)
    before = desk.state
    for _ in range(60):
        opponent.show(desk.state)
        assert not opponent.look()
        desk.pass_time()
    assert desk.state.records == before.records


def test_what_lies_at_the_end_is_what_was_entered():
    desk, opponent = sit_down(4)
    watch(desk, opponent, lambda state: bool(state.game.entries))
    lies = sorted(FACES[die.face] for die in desk.board.table.truth())
    assert sorted(desk.state.game.entries[0].faces) == lies


def test_it_throws_for_who_begins_once_it_is_asked():
    desk, opponent = sit_down(5, beginner=None)
    assert not opponent.look()
    opponent.show(desk.state)
    desk.pass_time(2 * PAUSE_NS / 1e9)
    assert not opponent.look()  # the person throws first


def test_it_waits_until_everybody_has_seen_the_last():
    desk, opponent = sit_down(6)
    opponent.show(desk.state)
    desk.pass_time(0.5 * PAUSE_NS / 1e9)
    assert not opponent.look()
    desk.pass_time(0.6 * PAUSE_NS / 1e9)
    assert opponent.look()


def test_it_leaves_alone_what_was_taken_back_and_what_is_being_taught():
    desk, opponent = sit_down(7)
    watch(desk, opponent, lambda state: bool(state.game.entries))
    desk.tell(TakeBack())
    assert desk.state.phase is Phase.CORRECTED
    opponent.show(desk.state)
    desk.pass_time(2 * PAUSE_NS / 1e9)
    assert not opponent.look()
    desk, opponent = sit_down(7)
    desk.tell(OpenDice())
    opponent.show(desk.state)
    desk.pass_time(2 * PAUSE_NS / 1e9)
    assert not opponent.look()
