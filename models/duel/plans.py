"""How turns are decided that a strategy from outside is asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from models.duel.failure import FailureKind, Fault
from models.duel.messages import FREE_BYTE, Decide
from models.duel.referee import TAMPERED, OutsideError
from scoring.dice import DICE_COUNT
from scoring.strategy.matches import FREE
from scoring.strategy.multisets import MULTISETS, NUMBER_OF
from scoring.strategy.turns import ENTERS, GIVES_UP, Decisions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.duel.sides import OutsideSide
    from scoring.strategy.matches import Tables
    from scoring.strategy.turns import Lying, Plan


@dataclass(frozen=True, slots=True, eq=False)
class WhereTold:
    """Decides where a strategy told what entries are worth, and gives up elsewhere.

    Attributes:
        plan: Decides.
        are_told: Where, bool (N,).
    """

    plan: Plan
    are_told: NDArray[np.bool_]

    def decide(self, lying: Lying, /) -> Decisions:
        """Return what is done with the dice."""
        decided = self.plan.decide(lying)
        return replace(decided, holds=np.where(self.are_told[lying.tables], decided.holds, GIVES_UP))


@dataclass(slots=True, eq=False)
class Asked:
    """Decides a turn by asking about every table, one after the other.

    Attributes:
        side: That is asked.
        tables: Where the turn began.
    """

    side: OutsideSide
    tables: Tables

    def decide(self, lying: Lying, /) -> Decisions:
        """Return what is done with the dice.

        Raises:
            StrategyError: If it does what none may, and that ends the duel.
        """
        count = len(lying.tables)
        decisions = Decisions(
            holds=np.full(count, GIVES_UP), rows=np.zeros(count, np.intp), columns=np.zeros(count, np.intp)
        )
        asked = list(range(count))
        while asked:
            try:
                answers = self.side.outside.ask(self._question(lying, asked), self.side.settings.limits.seconds_a_move)
            except OutsideError as error:
                # Its process is of no more use: what it answered elsewhere is lost, so that is asked again.
                failed = asked.pop(min(error.number, len(asked) - 1))
                self.side.fails(error, self.tables, [int(lying.tables[failed])])
                continue
            for at, number in enumerate(asked):
                self._take(answers, at, lying, number, decisions)
            break
        return decisions

    def _question(self, lying: Lying, asked: Sequence[int]) -> Decide:
        cells = self.tables.cells[lying.tables]
        as_bytes = np.where(cells == FREE, FREE_BYTE, cells).astype(np.uint8)
        return Decide(
            turn=self.tables.turn + 1,
            throws_left=lying.throws_left,
            tables=tuple(
                (
                    self.side.games[int(self.tables.matches[lying.tables[number]])],
                    as_bytes[number].tobytes(),
                    tuple(face + 1 for face in MULTISETS[lying.hands[number]]),
                    bool(lying.served[number]),
                )
                for number in asked
            ),
        )

    def _take(self, answers: Any, at: int, lying: Lying, number: int, decisions: Decisions) -> None:
        try:
            said = self._said(answers[at], lying, number)
        except (LookupError, TypeError, ValueError):
            said = TAMPERED
        if isinstance(said, Fault):
            self.side.fails(OutsideError(said, is_over=False), self.tables, [int(lying.tables[number])])
        else:
            decisions.holds[number], decisions.rows[number], decisions.columns[number] = said

    def _said(self, answer: Any, lying: Lying, number: int) -> tuple[int, int, int] | Fault:
        """Return a decision; raises one of Python's own errors where it is none that the process would have let out."""
        if isinstance(answer, dict):
            return Fault(FailureKind(answer["kind"]), str(answer["what"]))
        if len(answer) == DICE_COUNT:
            held = [face for face, stays in zip(MULTISETS[lying.hands[number]], answer, strict=True) if stays]
            if len(held) == DICE_COUNT or not lying.throws_left:
                raise ValueError(held)
            return NUMBER_OF[tuple(held)], 0, 0
        row, column = answer
        if min(row, column) < 0 or self.tables.cells[lying.tables[number], 0, row, column] != FREE:
            raise ValueError(answer)
        return ENTERS, row, column
