"""What can be wrong with a call into the rules.

ScoringError
├── WrongDiceCountError (ValueError)        not five dice
├── UnknownColumnError (ValueError)         a column or a number of columns outside 1–10
├── PlayersError (ValueError)               too few or too many players, or names nobody could tell apart
├── StakesError (ValueError)                stakes that cannot be agreed on
├── AnswerError (ValueError)                a strategy from outside answers with no decision
└── IllegalEventError                       the event does not fit the state of the game
    ├── GameNotBegunError (LookupError)     a log that does not open with GameBegan
    ├── GameAlreadyBegunError (ValueError)  a second GameBegan
    ├── ForeignEventError (ValueError)      an event of another game
    ├── GameOverError (ValueError)          all cells filled, or abandoned
    ├── WrongPhaseError (ValueError)        a turn while it is thrown for who begins, or the reverse
    ├── UnknownPlayerError (ValueError)     a player who does not play
    ├── NotYourTurnError (ValueError)       somebody else is to move
    ├── CannotPayError (ValueError)         a stack, or the bank, does not hold so many chips
    ├── StakeRefusedError (ValueError)      a stake below the one that stands, or above the agreed one
    ├── NothingHeldError (ValueError)       all five dice thrown again where at least one must lie
    ├── BankCannotCoverError (ValueError)   a bet that the bank could not pay out
    ├── BankStaysError (ValueError)         the bank leaves before its announced end
    ├── ClaimRefusedError (ValueError)      an announcement that no dice could keep
    ├── AlreadyThrownError (ValueError)     a second throw of one player for who begins
    ├── NoThrowError (LookupError)          dice are needed and none were thrown
    ├── ThrowsUsedUpError (ValueError)      a fourth throw
    ├── FirstThrowHeldError (ValueError)    dice held before anything was thrown
    ├── NothingThrownError (ValueError)     all five dice held
    ├── HeldDieChangedError (ValueError)    a held die shows a face that did not lie there
    ├── HoldChangedError (ValueError)       a repeated throw that holds other dice than the burned one
    ├── NothingBurningError (ValueError)    a burning throw without a burning die
    ├── ThrowBurningError (ValueError)      an entry while the throw must still be repeated
    ├── CellTakenError (ValueError)         the cell is not free
    ├── UnknownCellError (ValueError)       no such column in this game
    ├── UnknownTurnError (LookupError)      no entry was made in that turn
    ├── NothingEnteredError (LookupError)   nothing to take back
    ├── TakeBackTooLateError (ValueError)   the next turn has begun
    └── SwapError (ValueError)              two entries that cannot change places
"""

from __future__ import annotations

from typing import Any


class ScoringError(Exception):
    """Root of everything the rules raise."""


class WrongDiceCountError(ScoringError, ValueError):
    """Not exactly five dice."""

    def __init__(self, got: int, wanted: int) -> None:
        """Say how many came and how many there are."""
        super().__init__(f"got {got} dice; a throw shows exactly {wanted}")


class UnknownColumnError(ScoringError, ValueError):
    """A column, or a number of columns, that the sheet does not have."""


class PlayersError(ScoringError, ValueError):
    """Too few or too many players, or names nobody could tell apart."""


class StakesError(ScoringError, ValueError):
    """Stakes that cannot be agreed on."""


class AnswerError(ScoringError, ValueError):
    """What a strategy from outside answers is no decision."""


class IllegalEventError(ScoringError):
    """The event does not fit the state of the game."""


class GameNotBegunError(IllegalEventError, LookupError):
    """The log does not open with GameBegan."""


class GameAlreadyBegunError(IllegalEventError, ValueError):
    """A second GameBegan in one log."""


class ForeignEventError(IllegalEventError, ValueError):
    """An event of another game."""


class GameOverError(IllegalEventError, ValueError):
    """Nothing more can be thrown or entered."""


class WrongPhaseError(IllegalEventError, ValueError):
    """The event belongs to another phase of the game."""


class UnknownPlayerError(IllegalEventError, ValueError):
    """A player who does not play."""


class NotYourTurnError(IllegalEventError, ValueError):
    """Somebody else is to move."""


class CannotPayError(IllegalEventError, ValueError):
    """A stack does not hold so many chips.

    Attributes:
        player: Whose.
        short_by: So many are missing.
    """

    def __init__(self, player: int, *, short_by: int) -> None:
        """Say who cannot pay, and how many chips are missing."""
        super().__init__(f"player {player} is {short_by} chips short; only what lies in the stack can be put down")
        self.player = player
        self.short_by = short_by


class StakeRefusedError(IllegalEventError, ValueError):
    """A stake below the one that stands, or above the agreed one."""


class NothingHeldError(IllegalEventError, ValueError):
    """All five dice were thrown again where at least one must be left lying."""


class BankCannotCoverError(IllegalEventError, ValueError):
    """A bet that the bank could not pay out."""


class BankStaysError(IllegalEventError, ValueError):
    """The bank leaves before its announced end."""


class ClaimRefusedError(IllegalEventError, ValueError):
    """An announcement that no dice could keep."""


class AlreadyThrownError(IllegalEventError, ValueError):
    """The player has thrown for who begins and waits for the other."""


class NoThrowError(IllegalEventError, LookupError):
    """Dice are asked for before any were thrown."""


class ThrowsUsedUpError(IllegalEventError, ValueError):
    """A fourth throw."""


class FirstThrowHeldError(IllegalEventError, ValueError):
    """Dice held before anything was thrown."""


class NothingThrownError(IllegalEventError, ValueError):
    """All five dice held: that is no throw."""


class HeldDieChangedError(IllegalEventError, ValueError):
    """A held die shows a face that did not lie there before.

    Attributes:
        changed: Held faces that the throw before does not have, ascending.
        before: tuple[Any, ...] that lay there before, ascending.
    """

    def __init__(self, changed: tuple[Any, ...], before: tuple[Any, ...]) -> None:
        """Say which faces are new and which ones could have been held."""
        super().__init__(
            f"held dice show {_names(changed)}, which did not lie there; before the throw lay {_names(before)}"
        )
        self.changed = changed
        self.before = before


class HoldChangedError(IllegalEventError, ValueError):
    """A repeated throw holds other dice than the burned one did."""

    def __init__(self, held: tuple[Any, ...], wanted: tuple[Any, ...]) -> None:
        """Say what is held and what was."""
        super().__init__(
            f"the repeated throw holds {_names(held) or 'nothing'}; "
            f"the burned one held {_names(wanted) or 'nothing'}, and held dice stay"
        )


class NothingBurningError(IllegalEventError, ValueError):
    """A burning throw without a burning die."""


class ThrowBurningError(IllegalEventError, ValueError):
    """The throw burned and must be repeated before anything is entered."""


class CellTakenError(IllegalEventError, ValueError):
    """The cell is not free."""


class UnknownCellError(IllegalEventError, ValueError):
    """The sheet of this game has no such column."""


class UnknownTurnError(IllegalEventError, LookupError):
    """No entry was made in that turn."""


class NothingEnteredError(IllegalEventError, LookupError):
    """There is no entry to take back."""


class TakeBackTooLateError(IllegalEventError, ValueError):
    """The next turn has begun; the entry can only be corrected now."""


class SwapError(IllegalEventError, ValueError):
    """Two entries that cannot change places."""


def _names(faces: tuple[Any, ...]) -> str:
    return ", ".join(face.name for face in faces)
