"""Who pays whom once every sheet is filled.

Source:
    scoring/RULES.md, "Escalero".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player pays another: at least one chip."""

    payer: int
    payee: int
    chips: int


def payments(sums: Mapping[int, int], *, stack: int) -> tuple[Payment, ...]:
    """Return what is paid: each other player pays the highest sum the difference of the sums.

    Equal highest sums share what they are paid, and a chip that cannot be shared stays where it is. Whoever has less
    than he owes pays what he has.

    Args:
        sums: Points of whoever has not left, by seat.
        stack: Chips before each of them.

    >>> payments({0: 130, 1: 6}, stack=500)
    (Payment(payer=1, payee=0, chips=124),)
    """
    highest = max(sums.values(), default=0)
    winners = [seat for seat, points in sums.items() if points == highest]
    shares = {seat: min(highest - points, stack) // len(winners) for seat, points in sums.items()}
    return tuple(Payment(payer, payee, chips) for payer, chips in shares.items() if chips for payee in winners)
