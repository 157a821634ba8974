"""Rock and Roll to its end: every bet, press and answer is a tap on the page in a real Chromium.

    python -m tests.endtoend.rock_and_roll --throws 30 --seed 1

Simulated camera → ONNX models → session → store → page. The player sees the die; what the models read is held against
it after each throw, the page against the session, and at the end against the log in the store. With ``--kills`` the
plug is pulled at random moments of games instead: `tests.endtoend.rock_and_roll_killed`.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.faces import FACES
from firmware.session.events import AcceptReading, CorrectDie, NewGame, RepeatThrow, ThrowByHand
from firmware.session.state import Phase
from models.render.world import DieState
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, RockAndRollBegan, RockAndRollState
from tests.chromium import launched
from tests.endtoend.by_touch import Finger
from tests.endtoend.playing import playing
from tests.endtoend.rock_and_roll_killed import Tally, kill_often

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from firmware.session.state import SessionState
    from firmware.simulated.board import SimulatedBoard
    from firmware.table.eye import BoardReader
    from scoring.dice import Face
    from tests.endtoend.playing import Playing

PATIENCE_S = 60.0
AT_REST = frozenset({Phase.WAITING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER})
SIZES = {1: "1", 5: "5", 10: "10"}


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it.
        throws: Throws taken.
        misread: Throws that were read sure, and wrong; the player put them right.
        burnt: Throws that were taken though the die burned; they were taken back.
        bets: Bets put down by touch.
        page_differs: What the page showed otherwise than the session, or at the end the log.
        happened: How often the companion asked, saw a die burn, or refused a throw.
    """

    game: RockAndRollState | None = None
    throws: int = 0
    misread: int = 0
    burnt: int = 0
    bets: int = 0
    page_differs: list[str] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)


class Croupier:
    """All players at once: bets, throws and puts right, by taps on the page."""

    def __init__(self, at: Playing, *, throws: int, seed: int) -> None:
        """Take the running companion and its page; the bank gives notice after so many throws."""
        self.outcome = Outcome()
        self._companion, self._board, self._page = at.table.companion, at.board, at.page
        self._finger = Finger(at.page, at.board)
        self._throws = throws
        self._chance = random.Random(seed)

    @property
    def _state(self) -> SessionState:
        return self._companion.state

    @property
    def _game(self) -> RockAndRollState:
        assert isinstance(self._state.game, RockAndRollState)
        return self._state.game

    def play(self) -> None:
        """Play until the game is over."""
        while self._state.phase is not Phase.GAME_OVER:
            game = self._game
            if len(game.throws) >= self._throws and game.throws_to_end is None:
                self._announce_end()
            self._bet()
            while len(self._game.throws) == len(game.throws):
                self._throw()
            self._compare_page()

    # -- bets --------------------------------------------------------------------------------------------------------

    def _bet(self) -> None:
        """Put chips on some fields; now and then take them back, or more than there is."""
        for _ in range(self._chance.randint(0, 4)):
            seat = self._chance.randrange(1, len(self._game.players))
            size, where = self._chance.choice(tuple(SIZES)), self._chance.choice(tuple(Field))
            self._tap(f".bettor >> nth={seat}")
            self._tap(f".sizes .segment >> text='{SIZES[size]}'")
            is_allowed, before = size <= self._game.most_on(seat, where), self._state
            self._tap(f".field[data-field='{where.value}']")
            self._until(lambda: self._state != before)  # noqa: B023 - waited for within the round
            wanted = BetPlaced(seat, where, size) if is_allowed else before.records[-1].event
            assert self._state.records[-1].event == wanted, f"{self._state.records[-1].event} for {wanted}"
            self.outcome.bets += is_allowed
        if self._chance.random() < 0.1 and self._game.bets:
            seat = self._game.bets[0].player
            self._tap(f".bettor >> nth={seat}")
            self._tap(".chips-back")
            self._until(lambda: self._state.records[-1].event == BetsTakenBack(seat))

    def _announce_end(self) -> None:
        self._tap(".bank-ends")
        self._tap("dialog .pair-choice .choice >> nth=1")
        self._until(lambda: self._game.throws_to_end is not None)

    # -- the die -----------------------------------------------------------------------------------------------------

    def _throw(self) -> None:
        """Throw and press, and make sure that what was taken is what lies there."""
        made = len(self._game.throws)
        self._answered(self._finger.press)
        if self._state.phase is Phase.ASKING:
            self._answer()
        elif self._state.phase is Phase.BURNING:
            self._see_burning()
        if len(self._game.throws) == made:
            self.outcome.happened[self._state.notice.key.value] += 1
            return
        self.outcome.throws += 1
        true = self._true_face()
        if true is None:
            self.outcome.burnt += 1
            self._take_back()
        elif self._game.throws[-1] is not true:
            self.outcome.misread += 1
            self._take_back()
            self._type(true)

    def _answer(self) -> None:
        self.outcome.happened["asked"] += 1
        true = self._true_face()
        is_one = true is not None and len(self._state.dice) == 1
        self._touch(CorrectDie(0, true) if is_one and true is not None else RepeatThrow())

    def _see_burning(self) -> None:
        self.outcome.happened["burning"] += 1
        if self._true_face() is not None and len(self._state.dice) == 1:
            self.outcome.happened["burning, but lies"] += 1
            self._touch(AcceptReading())

    def _take_back(self) -> None:
        made = len(self._game.throws)
        self._tap(".action.take-back")
        self._until(lambda: len(self._game.throws) == made - 1)

    def _type(self, face: Face) -> None:
        self._touch(ThrowByHand())
        self._touch(CorrectDie(0, face))
        self._touch(AcceptReading())

    def _true_face(self) -> Face | None:
        """Return what the die shows, None where it burns or is gone."""
        truth = self._board.table.truth()
        lies = len(truth) == 1 and truth[0].state is DieState.OK
        return FACES[truth[0].face] if lies else None

    # -- the page ----------------------------------------------------------------------------------------------------

    def _compare_page(self) -> None:
        """Hold the numbers on the page against the session's, once it had time to show them."""
        try:
            self._page.wait_for_function(SHOWS, arg=shown_of(self._game), timeout=5000)
        except Exception as error:  # noqa: BLE001 - whatever the browser says, it is a difference
            self.outcome.page_differs.append(f"throw {len(self._game.throws)}: {error!s:.200}")

    def _touch(self, touch: CorrectDie | AcceptReading | RepeatThrow | ThrowByHand) -> None:
        before = self._state
        self._finger.touch(touch)
        self._until(lambda: self._state != before)

    def _answered(self, press: Callable[[], None]) -> None:
        """Press, and wait until the die lies and the companion has answered."""
        before = self._state
        press()
        self._until(lambda: self._state.phase in AT_REST and self._has_moved_on(before))

    def _has_moved_on(self, before: SessionState) -> bool:
        is_idle = self._board.button.is_idle and not self._board.table.is_busy
        now = self._state
        return is_idle and (now.reading_number, now.notice) != (before.reading_number, before.notice)

    def _tap(self, selector: str) -> None:
        self._page.locator(selector).click()

    def _until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self._state.phase}, {self._state.notice}")
            self._page.wait_for_timeout(20)


SHOWS = """([bank, stacks, throws]) => {
  const texts = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.textContent);
  return texts(".bank .chip-stack")[0] === bank && texts(".bettor .chip-stack").join() === stacks
    && texts(".throws li").length === throws;
}"""  # noqa: E501 - a script


def shown_of(game: RockAndRollState) -> list[object]:
    """Return what the page shows of a game: the bank's chips, the others' or what they won, how many throws."""
    bank, chips = game.agreed.bank, game.chips
    others = [seat for seat in game.seats if seat != bank]
    won = {seat: chips.stacks[seat] - game.agreed.stack for seat in others}
    signed = {seat: f"+{gain}" if gain > 0 else str(gain).replace("-", "−") for seat, gain in won.items()}
    stacks = ",".join(signed[seat] if game.is_over else str(chips.stacks[seat]) for seat in others)
    return [str(chips.stacks[bank]), stacks, min(len(game.throws), 12)]


def play(
    folder: Path,
    browser: Browser,
    *,
    throws: int,
    guests: int,
    seed: int,
    speed: float,
    reader: Callable[[SimulatedBoard], BoardReader] | None = None,
) -> Outcome:
    """Play a game and compare dice, session, page and store.

    Args:
        folder: For the store.
        browser: That shows the page.
        throws: After so many the bank gives notice.
        guests: How many bet.
        seed: Of dice and bets.
        speed: How fast the simulated board's time runs.
        reader: Makes what reads the board; None for the models.
    """
    with playing(folder, browser, seed=seed, speed=speed, reader=reader) as at:
        players = ("Elfriede", *(f"Gast {seat}" for seat in range(1, guests + 1)))
        at.table.companion.post(NewGame(RockAndRollBegan(players=players, stack=100, bank_stack=1000)))
        at.page.wait_for_selector(".rock")
        croupier = Croupier(at, throws=throws, seed=seed)
        croupier.play()
        played = at.state.game
    outcome = croupier.outcome
    outcome.game = at.replayed()
    if outcome.game != played:
        outcome.page_differs.append(f"the log replays to {outcome.game}, played was {played}")
    return outcome


def main() -> None:
    """Play games, or kill them, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=30)
    parser.add_argument("--guests", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=4.0)
    parser.add_argument("--kills", type=int, default=0, help="pull the plug so often instead")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.kills:
            raise SystemExit(_killed(arguments.kills, arguments.seed, Path(folder)))
        given = {"throws": arguments.throws, "guests": arguments.guests, "seed": arguments.seed}
        with launched() as browser:
            outcome = play(Path(folder), browser, speed=arguments.speed, **given)
    print(f"{outcome.throws} throws, {outcome.misread} misread, {outcome.burnt} taken though burning")
    print(f"{outcome.bets} bets by touch; {dict(outcome.happened)}")
    print(f"page and log: {len(outcome.page_differs)} differ {outcome.page_differs}")
    raise SystemExit(bool(outcome.misread or outcome.burnt or outcome.page_differs))


def _killed(times: int, seed: int, folder: Path) -> int:
    tally = kill_often(times, seed=seed, folder=folder, progress=_say)
    print(
        f"\n{tally.kills} kills, {tally.records} events seen, killed in {dict(tally.during)}; lost: {len(tally.lost)}"
    )
    for line in tally.lost:
        print(f"  {line}")
    return len(tally.lost)


def _say(tally: Tally) -> None:
    print(f"\rkill {tally.kills}, {tally.records} events seen, {len(tally.lost)} lost", end="", flush=True)


if __name__ == "__main__":
    main()
