"""Players of rounds for a pot at the simulated board: they throw, hold, raise, answer and pass by taps on the page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.faces import FACES
from firmware.session.state import Phase
from firmware.simulated.player import Player, _throws_in
from scoring.dice import DICE_COUNT
from scoring.events import ThrowCorrected, ThrowMade
from scoring.hands.hand import Hand
from scoring.hands.ranking import strength
from scoring.pot import Answer, PotState, legal_actions

if TYPE_CHECKING:
    import random

    from firmware.session.state import SessionState
    from scoring.dice import Faces
    from tests.endtoend.pot import PotFinger

_MINE = frozenset({Phase.BEGINNING, Phase.WAITING, Phase.READ, Phase.ENTERING, Phase.DECIDING})


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowSeen:
    """A throw as the companion took it, beside what truly lies.

    Attributes:
        number: Of its record in the log.
        read: What the log says, ascending.
        true: What the dice show, ascending.
        held_read: What of it was held, as the log says.
        held_true: What of it truly was.
    """

    number: int
    read: Faces
    true: Faces
    held_read: Faces
    held_true: Faces

    @property
    def differs(self) -> bool:
        """Return whether the companion took it otherwise than it lies."""
        return (self.read, self.held_read) != (self.true, self.held_true)


class PotPlayer(Player):
    """Everybody at the table.

    Attributes:
        throws: Every throw of a turn that the companion took.
        asked: How often it put a question.
    """

    def __init__(self, finger: PotFinger, chance: random.Random) -> None:
        """Sit down; decisions are made by chance."""
        super().__init__(finger, finger.touch)
        self.throws: list[ThrowSeen] = []
        self.asked = 0
        self._finger = finger
        self._chance = chance

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        if state.phase is Phase.ASKING:
            self.asked += 1
        if state.phase not in _MINE or not isinstance(state.game, PotState):
            return super()._play(state, is_patient=is_patient)
        if self._is_unmarked and _throws_in(state) == self._throws_before:
            self._mark_again(state)
            return True
        self._is_unmarked = False
        self._decide(state, state.game)
        return True

    def _decide(self, state: SessionState, game: PotState) -> None:
        if state.phase in {Phase.READ, Phase.ENTERING}:
            self._note(state, game)
            self._hold_or_keep(state, game)
        elif (answer := next((a for a in legal_actions(game) if isinstance(a, Answer)), None)) is not None:
            goes = answer.chips is not None and self._chance.random() < 0.75
            self._finger.decide("go-along" if goes else "pass")
        else:
            self._throw(state)  # where no round runs, this begins one

    def _hold_or_keep(self, state: SessionState, game: PotState) -> None:
        faces = game.turn.faces
        hand = strength(faces, game.agreed.ranking).claim.hand
        if (
            state.phase is Phase.ENTERING
            or hand >= Hand.FULL
            or (hand >= Hand.TWO_PAIRS and self._chance.random() < 0.3)
        ):
            self._keep(game, hand)
            return
        wanted = self._numbers(state, game, _worth_holding(faces))
        for die in self._board.table.truth():
            if die.is_held != (die.number in wanted):
                self._board.tap(*die.place_xy)
        self._throw(state)

    def _keep(self, game: PotState, hand: Hand) -> None:
        least = 0 if game.round is None else game.round.stake
        is_bold = game.most_stake > least and self._chance.random() < (0.8 if hand >= Hand.TWO_PAIRS else 0.3)
        self._finger.keep(self._chance.randint(least + 1, game.most_stake) if is_bold else None, least=least)

    def _note(self, state: SessionState, game: PotState) -> None:
        """Compare the newest throw with what truly lies."""
        number = max(i for i, r in enumerate(state.records) if isinstance(r.event, ThrowMade | ThrowCorrected))
        if self.throws and self.throws[-1].number == number:
            return
        truth, throw = self._board.table.truth(), game.turn.throws[-1]
        held = [FACES[die.face] for die in truth if die.number not in self._thrown]
        self.throws.append(
            ThrowSeen(
                number=number,
                read=tuple(sorted(throw.faces)),
                true=tuple(sorted(FACES[die.face] for die in truth)),
                held_read=tuple(sorted(throw.held_faces)),
                held_true=tuple(sorted(held)),
            )
        )


def _worth_holding(faces: Faces) -> tuple[bool, ...]:
    """Return what to leave lying: what lies most often, and one die at least, for so the rules want it."""
    counts = Counter(faces)
    best = max(faces, key=lambda face: (counts[face], face))
    flags = tuple(face is best for face in faces)
    return flags if sum(flags) < DICE_COUNT else (False, *flags[1:])
