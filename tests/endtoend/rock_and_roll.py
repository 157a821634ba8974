"""Players of Rock and Roll at the page: bets, presses and answers are taps; what is read wrong is put right."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.touches import AcceptReading, CorrectDie, NewGame, RepeatThrow, TakeBack, ThrowByHand, Touch
from firmware.session.vocabulary import Phase
from models.render.world import DieState
from scoring.dice import Face
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, RockAndRollBegan, RockAndRollState
from tests.endtoend.finger import Finger
from tests.endtoend.playing import Playing

PATIENCE_S = 60.0
AT_REST = frozenset({Phase.WAITING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER})
SIZES = (1, 5, 10)
SHOWS = """([bank, stacks, throws]) => {
  const texts = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.textContent);
  return texts(".bank .chip-stack")[0] === bank && texts(".bettor .chip-stack").join() === stacks
    && texts(".throws li").length === throws;
}"""  # noqa: E501 - a script


class RockAndRollSeats:
    """All players at once.

    Attributes:
        misread: Throws that were taken otherwise than the die lay; they were put right.
        wrong: What the page showed otherwise than the session.
        counts: What happened, how often.
    """

    def __init__(self, at: Playing, *, throws: int, guests: int, seed: int) -> None:
        """Sit down; the bank gives notice after so many throws."""
        self.misread: list[str] = []
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self._at, self._board, self._finger = at, at.board, Finger(at)
        self._throws, self._guests, self._chance = throws, guests, random.Random(seed)

    @property
    def _state(self) -> SessionState:
        return self._at.state

    @property
    def _game(self) -> RockAndRollState:
        assert isinstance(self._state.game, RockAndRollState)
        return self._state.game

    def begin(self) -> None:
        """Begin with names no other evening has."""
        players = ("Elfriede", *(f"Gast {seat}" for seat in range(1, self._guests + 1)))
        self._at.table.companion.post(NewGame(RockAndRollBegan(players=players, stack=100, bank_stack=1000)))
        self._at.page.wait_for_selector(".rock")

    def act(self, state: SessionState) -> None:
        """Play a round: bet, throw until a throw is taken, and hold the page against the session."""
        if state.phase is Phase.GAME_OVER:
            return
        game = self._game
        if len(game.throws) >= self._throws and game.throws_to_end is None:
            self._finger.on(".bank-ends")
            self._finger.agree()
            self._until(lambda: self._game.throws_to_end is not None)
        self._bet()
        while len(self._game.throws) == len(game.throws):
            self._throw()
        self._compare_page()

    # -- bets --------------------------------------------------------------------------------------------------------

    def _bet(self) -> None:
        """Put chips on some fields, now and then more than there is; now and then take them back."""
        for _ in range(self._chance.randint(0, 4)):
            self._place()
        if self._chance.random() < 0.1 and self._game.bets:
            seat = self._game.bets[0].player
            self._finger.on(".bettor", seat)
            self._finger.on(".chips-back")
            self._until(lambda: self._state.records[-1].event == BetsTakenBack(seat))

    def _place(self) -> None:
        seat = self._chance.randrange(1, len(self._game.players))
        size, where = self._chance.choice(SIZES), self._chance.choice(tuple(Field))
        self._finger.on(".bettor", seat)
        self._finger.on(f".sizes .segment >> text='{size}'")
        is_allowed, before = size <= self._game.most_on(seat, where), self._state
        self._finger.on(f".field[data-field='{where.value}']")
        self._until(lambda: self._state != before)
        wanted = BetPlaced(seat, where, size) if is_allowed else before.records[-1].event
        assert self._state.records[-1].event == wanted, f"{self._state.records[-1].event} for {wanted}"
        self.counts["bets"] += is_allowed

    # -- the die -----------------------------------------------------------------------------------------------------

    def _throw(self) -> None:
        """Throw and press, and make sure that what was taken is what lies there."""
        made, before = len(self._game.throws), self._state
        self._finger.press()
        self._until(lambda: self._state.phase in AT_REST and self._has_moved_on(before))
        true = self._true_face()
        self._answer(true)
        if len(self._game.throws) == made:
            self.counts[self._state.notice.key.value] += 1
            return
        self.counts["throws"] += 1
        taken = self._game.throws[-1]
        if taken is not true:
            self.misread.append(f"throw {made + 1}: {taken} for {true or 'a die that burns'}")
            self._touch(TakeBack())
            for touch in () if true is None else (ThrowByHand(), CorrectDie(0, true), AcceptReading()):
                self._touch(touch)

    def _answer(self, true: Face | None) -> None:
        """Answer a question, and overrule a companion that sees a die burn which lies."""
        is_one = true is not None and len(self._state.dice) == 1
        if self._state.phase in {Phase.ASKING, Phase.BURNING}:
            self.counts[self._state.phase.value] += 1
        if self._state.phase is Phase.ASKING:
            self._touch(CorrectDie(0, true) if is_one and true is not None else RepeatThrow())
        elif self._state.phase is Phase.BURNING and is_one:
            self._touch(AcceptReading())

    def _true_face(self) -> Face | None:
        """Return what the die shows, None where it burns or is gone."""
        truth = self._board.table.truth()
        lies = len(truth) == 1 and truth[0].state is DieState.OK
        return FACES[truth[0].face] if lies else None

    def _has_moved_on(self, before: SessionState) -> bool:
        is_idle = self._board.button.is_idle and not self._board.table.is_busy
        now = self._state
        return is_idle and (now.reading_number, now.notice) != (before.reading_number, before.notice)

    # -- the page ----------------------------------------------------------------------------------------------------

    def _compare_page(self) -> None:
        """Hold the numbers on the page against the session's, once it had time to show them."""
        try:
            self._at.page.wait_for_function(SHOWS, arg=shown_of(self._game), timeout=5000)
        except Exception as error:  # noqa: BLE001 - whatever the browser says, it is a difference
            self.wrong.append(f"throw {len(self._game.throws)}: {error!s:.200}")

    def _touch(self, touch: Touch) -> None:
        before = self._state
        self._finger.touch(touch)
        self._until(lambda: self._state != before)

    def _until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self._state.phase}, {self._state.notice}")
            self._at.look_again()

    def compare(self, game: Any) -> list[str]:
        """Return what was taken wrong, though it was put right; the page was compared after each throw."""
        self.counts.update(taps=self._finger.taps)
        return list(self.misread)


def shown_of(game: RockAndRollState) -> list[object]:
    """Return what the page shows of a game: the bank's chips, the others' or what they won, how many throws."""
    bank, chips = game.agreed.bank, game.chips
    others = [seat for seat in game.seats if seat != bank]
    won = {seat: chips.stacks[seat] - game.agreed.stack for seat in others}
    signed = {seat: f"+{gain}" if gain > 0 else str(gain).replace("-", "−") for seat, gain in won.items()}
    stacks = ",".join(signed[seat] if game.is_over else str(chips.stacks[seat]) for seat in others)
    return [str(chips.stacks[bank]), stacks, min(len(game.throws), 12)]
