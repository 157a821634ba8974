"""What can be wrong with a call into the rules.

ScoringError
├── WrongDiceCountError, UnknownColumnError, PlayersError, StakesError, AnswerError
└── IllegalEventError   the event does not fit the state of the game
    ├── the log: GameNotBegunError, GameAlreadyBegunError, ForeignEventError, GameOverError, WrongPhaseError
    ├── players: UnknownPlayerError, NotYourTurnError, AlreadyThrownError
    ├── chips: CannotPayError, StakeRefusedError, BankCannotCoverError, BankStaysError, ClaimRefusedError
    ├── throws: NoThrowError, ThrowsUsedUpError, NothingThrownError, NothingBurningError, ThrowBurningError
    ├── holds: NothingHeldError, FirstThrowHeldError, HeldDieChangedError, HoldChangedError
    └── entries: CellTakenError, UnknownCellError, UnknownTurnError, NothingEnteredError, TakeBackTooLateError,
                 SwapError

Every leaf is a ValueError or a LookupError as well.
"""

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
    """A stack does not hold so many chips."""


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
    """A held die shows a face that did not lie there before."""

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
