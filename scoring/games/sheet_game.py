"""Games whose every turn ends with an entry in a sheet: what Würfelpoker 10×10 and Escalero share."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from scoring import events as ev
from scoring.actions import BeginnerThrow
from scoring.errors import (
    GameOverError,
    NothingEnteredError,
    TakeBackTooLateError,
    ThrowBurningError,
    UnknownTurnError,
    WrongPhaseError,
)
from scoring.game import Game, Stage, throw_action, turn_after
from scoring.ruleset import RerollRule
from scoring.turns.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame(Game):
    """A game with sheets at one moment."""

    entries: tuple[Any, ...] = ()  # All entries as they read now, by turn

    @property
    @abstractmethod
    def has_ended(self) -> bool:
        """Tell whether nothing more can be entered."""

    @property
    def ruleset(self) -> Any:
        """Return what was agreed about served combinations and burning dice."""
        return self.agreed

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        rule: RerollRule = self.ruleset.reroll
        return rule

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        if self.is_abandoned or self.has_ended:
            return Stage.OVER
        return Stage.BEGINNING if self.beginning.beginner is None else Stage.TURN

    @property
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: nobody has thrown since."""
        is_untouched = not self.entries and not self.turn.throws and self.turn.burn is None
        return is_untouched and self.beginning.agreed is None

    @property
    def is_next_begun(self) -> bool:
        """Tell whether the turn after the newest entry has begun, so that it is too late to take that back."""
        return bool(self.turn.throws)

    @property
    def is_served(self) -> bool:
        """Tell whether the dice on the table lie served under the agreed rule."""
        return self.turn.is_served(self.ruleset.served)

    def after(self, event: Any) -> Any:
        """Return the game after one more event."""
        if self.is_abandoned:
            raise GameOverError(f"the game was abandoned; {type(event).__name__} comes too late")
        return self.handlers[type(event)](self, event)

    def require_not_over(self) -> None:
        """Refuse what belongs to a running game.

        Raises:
            GameOverError: If it is over.
        """
        if self.is_over:
            raise GameOverError("the game is over; entries can only be corrected or taken back")

    def require_dice_to_enter(self) -> int:
        """Return who is to move, with dice that can be entered.

        Raises:
            GameOverError: If the game is over.
            WrongPhaseError: If who begins is not known.
            ThrowBurningError: If the throw burned.
            NoThrowError: If nothing was thrown.
        """
        self.require_not_over()
        if self.to_move is None:
            raise WrongPhaseError("who begins is not thrown for yet; nothing can be entered")
        if self.turn.burn is not None:
            raise ThrowBurningError("the throw burned; it must be repeated before the dice are entered")
        _ = self.turn.faces
        return self.to_move

    def entered(self, entry: type[Any], player: int, **where: Any) -> Self:
        """Return the game after the dice on the table were entered, and the turn ended."""
        made = entry(
            turn_number=len(self.entries) + 1,
            player=player,
            faces=self.turn.faces,
            is_served=self.is_served,
            throws=self.turn.throws,
            **where,
        )
        return replace(self, entries=(*self.entries, made), turn=Turn())

    def entry_of_turn(self, turn_number: int) -> Any:
        """Return the entry that was made in a turn.

        Raises:
            UnknownTurnError: If none was.
        """
        if not 1 <= turn_number <= len(self.entries):
            raise UnknownTurnError(f"turn {turn_number} has no entry; turns 1 to {len(self.entries)} have")
        return self.entries[turn_number - 1]

    def with_entries(self, *changed: Any) -> Self:
        """Return the game with some entries put right, each in its turn's place."""
        by_turn = {entry.turn_number: entry for entry in changed}
        return replace(self, entries=tuple(by_turn.get(entry.turn_number, entry) for entry in self.entries))

    @property
    def may_take_back(self) -> bool:
        """Tell whether the newest entry may be taken back."""
        return bool(self.entries) and not self.is_next_begun and self.entries[-1].player in self.seats

    def turn_actions(self, entries: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return how may be thrown, and which of so many entries of the player to move may be made."""
        first = tuple(map(BeginnerThrow, self.beginning.to_throw))
        if self.to_move is None:
            return first
        throws = (throw_action(self.turn, self.reroll),) if self.turn.throws_left else ()
        return (*first, *throws, *entries) if self.turn.may_enter else (*first, *throws)

    def _for_beginner(self, event: ev.BeginnerThrown) -> Self:
        self.require_not_over()
        return replace(self, beginning=self.beginning.thrown(event))

    def _thrown(self, event: ev.ThrowEvent) -> Self:
        self.require_not_over()
        is_open = self.beginning.beginner is None
        if isinstance(event, ev.ThrowMade):
            if is_open:
                raise WrongPhaseError("who begins is not thrown for yet; BeginnerThrown comes first")
        elif self.is_beginning and (is_open or not isinstance(event, ev.ThrowBurned)):
            return replace(self, beginning=self.beginning.mended(event))
        return replace(self, turn=turn_after(self.turn, event))

    def _taken_back(self, _: ev.EntryTakenBack) -> Self:
        if not self.entries:
            raise NothingEnteredError("nothing is entered yet; there is nothing to take back")
        number, latest = len(self.entries), self.entries[-1]
        if self.is_next_begun:
            raise TakeBackTooLateError(f"the next turn has begun; the entry of turn {number} can be corrected instead")
        if latest.player not in self.seats:
            raise TakeBackTooLateError("who made the entry has left; it can only be corrected now")
        return replace(self, entries=self.entries[:-1], turn=Turn(latest.throws))

    def abandoned(self, _: ev.GameAbandoned) -> Self:
        """Return the game after the players stopped."""
        self.require_not_over()
        return replace(self, is_abandoned=True)

    handlers: ClassVar = {
        ev.BeginnerThrown: _for_beginner,
        ev.ThrowMade: _thrown,
        ev.ThrowCorrected: _thrown,
        ev.ThrowWithdrawn: _thrown,
        ev.ThrowBurned: _thrown,
        ev.EntryTakenBack: _taken_back,
        ev.GameAbandoned: abandoned,
    }
