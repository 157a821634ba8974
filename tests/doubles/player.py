"""Players of whole games at the simulated board, who keep a ledger of what the dice truly showed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import zip_longest

from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.touches import AcceptReading, CorrectDie, RepeatThrow, Touch, TouchCell
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.player import Player
from firmware.simulated.table import DICE
from scoring.dice import Face, Faces
from scoring.games.ten_by_ten import GameState
from scoring.sheets.sheet import Cell, Entry
from tests.doubles.prompt_advisor import Advisor, plain_advice


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueEntry:
    turn_number: int  # counted from 1
    player: int
    cell: Cell
    faces: Faces  # what the dice showed, ascending
    is_served: bool
    was_burning: bool = False  # a die leaned, lay on another or was off the board, and the throw was taken all the same

    @classmethod
    def of(cls, entry: Entry, faces: Iterable[Face]) -> "TrueEntry":
        who = {"turn_number": entry.turn_number, "player": entry.player, "cell": entry.cell}
        return cls(**who, faces=tuple(sorted(faces)), is_served=entry.is_served)


def differences(true: Iterable[TrueEntry], entered: Iterable[Entry]) -> tuple[str, ...]:
    """Say of each turn in which the sheet is not what the dice say what differs, in the order of the game."""
    shown = (TrueEntry.of(each, each.faces) for each in entered)
    return tuple(f"{one} for {other}" for other, one in zip_longest(true, shown) if one != other)


class WholePlayer(Player):
    """Both players of a game of Würfelpoker 10×10."""

    def __init__(
        self,
        board: SimulatedBoard,
        touch: Callable[[Touch], None],
        *,
        advisor: Advisor = plain_advice,
        is_watchful: bool = False,
    ) -> None:
        super().__init__(board, touch)
        self.ledger: list[TrueEntry] = []  # what the dice truly showed, an entry a turn
        self.corrections = 0  # how often he put the companion right without being asked
        self._advisor = advisor
        self._is_watchful = is_watchful  # compares the display with the dice and puts it right; else he trusts it

    def _hold_or_enter(self, state: SessionState, game: GameState) -> None:
        """Go on with a throw, unless a misread die is to be put right first."""
        if not (self._is_watchful and self._has_corrected(state)):
            self._follow(state, game)

    def _follow(self, state: SessionState, game: GameState) -> None:
        """Follow the advice: hold dice and throw the others, or enter."""
        advice = self._advisor(game)
        if not advice.is_to_be_entered:
            self._hold_and_throw(state, game, advice.flags)
            return
        touch = TouchCell(advice.entries[0].cell)
        self.ledger.append(self._entry(game, touch))
        self._touch(touch)

    def _entry(self, game: GameState, touch: TouchCell) -> TrueEntry:
        truth = self._board.table.truth()
        is_first = game.turn.throws_made == 1
        is_served = len(self._thrown) == len(truth) if game.ruleset.is_served_whenever else is_first
        faces = tuple(sorted(FACES[die.face] for die in truth))
        who = {"turn_number": game.turn_number, "player": game.to_move or 0, "cell": touch.cell}
        return TrueEntry(**who, faces=faces, is_served=is_served, was_burning=self._burns())

    def _see_burning(self, state: SessionState) -> None:
        """Throw again; a watchful player overrules a companion that sees ghosts."""
        if self._is_watchful and not self._burns() and len(state.dice) == DICE:
            self.corrections += 1
            self._touch(AcceptReading())
        else:
            super()._see_burning(state)

    def _has_corrected(self, state: SessionState) -> bool:
        """Put the throw right where it was taken wrong, one touch at a time."""
        if self._burns():
            self.corrections += 1
            self._touch(RepeatThrow())
            return True
        for index, die in self._by_place(state.reading, state.dice).items():
            if state.dice[index].face is not FACES[die.face]:
                self.corrections += 1
                self._touch(CorrectDie(index, FACES[die.face]))
                return True
        return False
