"""Play chips: stacks, what each player has in the pot, and the bank. None is ever made or lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.errors import CannotPayError, StakesError

MOST_CHIPS = 100_000


def require_stack(stack: int) -> None:
    """Refuse a stack that cannot be played with.

    Raises:
        StakesError: If there are no chips in it, or too many to count.
    """
    if not 1 <= stack <= MOST_CHIPS:
        raise StakesError(f"got a stack of {stack} chips; 1 to {MOST_CHIPS:,} can be played with")


@dataclass(frozen=True, slots=True)
class Chips:
    """The chips on a table at one moment.

    Raises:
        CannotPayError: If a stack would be less than nothing.
    """

    stacks: tuple[int, ...]  # What lies before each player
    staked: tuple[int, ...]  # What each player has put into the pot since it was last won

    def __post_init__(self) -> None:
        """Refuse debts: chips that are not there cannot be put down."""
        for player, stack in enumerate(self.stacks):
            if stack < 0:
                raise CannotPayError(
                    f"player {player} is {-stack} chips short; only what lies in the stack can be put down"
                )

    @classmethod
    def dealt(cls, stacks: Sequence[int]) -> Chips:
        """Return a table at which everybody begins with his stack."""
        return cls(tuple(stacks), (0,) * len(stacks))

    @property
    def pot(self) -> int:
        """Return what lies in the pot."""
        return sum(self.staked)

    @property
    def total(self) -> int:
        """Return all chips on the table."""
        return sum(self.stacks) + self.pot

    def paid(self, player: int, chips: int) -> Chips:
        """Return the table after a player put chips into the pot.

        Raises:
            CannotPayError: If the stack does not hold so many.
        """
        return Chips(_changed(self.stacks, player, -chips), _changed(self.staked, player, chips))

    def won(self, player: int) -> Chips:
        """Return the table after a player took the pot."""
        return Chips(_changed(self.stacks, player, self.pot), (0,) * len(self.staked))

    def taken_back(self) -> Chips:
        """Return the table after everybody took back what he had put into the pot."""
        stacks = tuple(stack + staked for stack, staked in zip(self.stacks, self.staked, strict=True))
        return Chips(stacks, (0,) * len(stacks))

    def passed_on(self, giver: int, taker: int, chips: int) -> Chips:
        """Return the table after one player gave another chips.

        Raises:
            CannotPayError: If the giver's stack does not hold so many.
        """
        return replace(self, stacks=_changed(_changed(self.stacks, giver, -chips), taker, chips))


def _changed(amounts: Sequence[int], player: int, change: int) -> tuple[int, ...]:
    return tuple(amount + change * (number == player) for number, amount in enumerate(amounts))
