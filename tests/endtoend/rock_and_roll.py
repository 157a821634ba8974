"""Players of Rock and Roll at the page: bets, presses and answers are taps; what is read wrong is put right."""

from collections.abc import Callable
from typing import Any

from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.touches import AcceptReading, CorrectDie, NewGame, RepeatThrow, TakeBack, ThrowByHand, Touch
from firmware.session.vocabulary import Phase
from models.render.world import DieState
from scoring.dice import Face
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, RockAndRollBegan, RockAndRollState
from tests.endtoend.finger import SeatedPlayer
from tests.endtoend.playing import Playing

AT_REST = frozenset({Phase.WAITING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER})
SIZES = (1, 5, 10)


class RockAndRollSeats(SeatedPlayer):
    """All players at once."""

    SHOWN = """() => {
        const texts = (selector) => [...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility()).map((one) => one.textContent);
        return {
            bank: texts(".bank .chip-stack")[0],
            stacks: texts(".bettor .chip-stack"),
            throws: texts(".throws li").length,
        };
    }"""

    def __init__(self, at: Playing, *, throws: int, guests: int, seed: int) -> None:
        """Sit down; the bank gives notice after so many throws."""
        super().__init__(at, seed=seed)
        self._throws, self._guests = throws, guests

    @property
    def _state(self) -> SessionState:
        return self.at.state

    @property
    def _game(self) -> RockAndRollState:
        assert isinstance(self._state.game, RockAndRollState)
        return self._state.game

    def begin(self) -> None:
        """Begin with names no other evening has."""
        players = ("Elfriede", *(f"Gast {seat}" for seat in range(1, self._guests + 1)))
        self.at.table.companion.post(NewGame(RockAndRollBegan(players=players, stack=100, bank_stack=1000)))
        self.at.page.wait_for_selector(".rock")

    def act(self, state: SessionState) -> bool:
        """Play a round: bet, throw until a throw is taken, and hold the page against the session."""
        if state.phase is Phase.GAME_OVER:
            return False
        game = self._game
        if len(game.throws) >= self._throws and game.throws_to_end is None:
            self.finger.on(".bank-ends")
            self.finger.agree()
            self._until(lambda: self._game.throws_to_end is not None)
        self._bet()
        while len(self._game.throws) == len(game.throws):
            self._throw_once()
        self.wrong += super().compare(self._game)
        return True

    # -- bets --------------------------------------------------------------------------------------------------------

    def _bet(self) -> None:
        """Put chips on some fields, now and then more than there is; now and then take them back."""
        for _ in range(self._chance.randint(0, 4)):
            self._place()
        if self._chance.random() < 0.1 and self._game.bets:
            seat = self._game.bets[0].player
            self.finger.on(".bettor", seat)
            self.finger.on(".chips-back")
            self._until(lambda: self._state.records[-1].event == BetsTakenBack(seat))

    def _place(self) -> None:
        seat = self._chance.randrange(1, len(self._game.players))
        size, where = self._chance.choice(SIZES), self._chance.choice(tuple(Field))
        self.finger.on(".bettor", seat)
        self.finger.on(f".sizes .segment >> text='{size}'")
        is_allowed, before = size <= self._game.most_on(seat, where), self._state
        self.finger.on(f".field[data-field='{where.value}']")
        self._until(lambda: self._state != before)
        wanted = BetPlaced(seat, where, size) if is_allowed else before.records[-1].event
        assert self._state.records[-1].event == wanted, f"{self._state.records[-1].event} for {wanted}"
        self.counts["bets"] += is_allowed

    # -- the die -----------------------------------------------------------------------------------------------------

    def _throw_once(self) -> None:
        """Throw and press, and make sure that what was taken is what lies there."""
        made, before = len(self._game.throws), self._state
        self.finger.press()
        self._until(lambda: self._state.phase in AT_REST and self._has_moved_on(before))
        true = self._true_face()
        self._overrule(true)
        if len(self._game.throws) == made:
            self.counts[self._state.notice.key.value] += 1
            return
        self.counts["throws"] += 1
        taken = self._game.throws[-1]
        if taken is not true:
            self.misread.append(f"throw {made + 1}: {taken} for {true or 'a die that burns'}")
            self._touch_and_wait(TakeBack())
            for touch in () if true is None else (ThrowByHand(), CorrectDie(0, true), AcceptReading()):
                self._touch_and_wait(touch)

    def _overrule(self, true: Face | None) -> None:
        """Answer a question, and overrule a companion that sees a die burn which lies."""
        is_one = true is not None and len(self._state.dice) == 1
        if self._state.phase in {Phase.ASKING, Phase.BURNING}:
            self.counts[self._state.phase.value] += 1
        if self._state.phase is Phase.ASKING:
            self._touch_and_wait(CorrectDie(0, true) if is_one and true is not None else RepeatThrow())
        elif self._state.phase is Phase.BURNING and is_one:
            self._touch_and_wait(AcceptReading())

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

    def _touch_and_wait(self, touch: Touch) -> None:
        before = self._state
        self.finger.touch(touch)
        self._until(lambda: self._state != before)

    def _until(self, is_so: Callable[[], bool]) -> None:
        self.at.until(is_so, "the page's touch did nothing")

    def ought(self, game: RockAndRollState) -> dict[str, Any]:
        """Return the bank's chips, the others' or at last what they won, and how many throws are listed."""
        bank, stacks = game.agreed.bank, game.chips.stacks
        others = [stacks[seat] for seat in game.seats if seat != bank]
        won = [stack - game.agreed.stack for stack in others]
        signed = [f"+{gain}" if gain > 0 else str(gain).replace("-", "−") for gain in won]
        shown = signed if game.is_over else [str(stack) for stack in others]
        return {"bank": str(stacks[bank]), "stacks": shown, "throws": min(len(game.throws), 12)}

    def compare(self, game: Any) -> list[str]:
        return self.misread + super().compare(game)
