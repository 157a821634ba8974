"""A player at the simulated board: throws, holds and answers by taps, presses and touches, as those at the table would.

He sees the dice with his own eyes (`SimulatedTable.truth`) and the display (`SessionState`); he does nothing a
player could not do, and the companion learns nothing from him but through camera, button and page.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from itertools import compress

from firmware.faces import FACES
from firmware.rounds import Rounds
from firmware.session.advising import companion_throws
from firmware.session.log import sheet_of
from firmware.session.state import SeenDie, SessionState
from firmware.session.touches import AcceptReading, CorrectDie, CorrectHeld, RepeatThrow, ThrowByHand, Touch
from firmware.session.vocabulary import Phase
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.sight import TrueDie
from firmware.simulated.table import DICE
from models.render.world import DieState
from scoring.dice import Face
from scoring.events import BeginnerThrown, ThrowMade
from scoring.game import Stage
from scoring.games.ten_by_ten import GameState
from vision.reading import Reading

PATIENCE_NS = 15_000_000_000
PAUSE_NS = 1_300_000_000  # so long everything stands before he goes on: the players want to see what he does
LOOK_S = 0.05
MOST_PRESSES = 3
PLAYING = frozenset({Phase.BEGINNING, Phase.WAITING, Phase.READ, Phase.ENTERING, Phase.CORRECTED})
# Where he waits for the players, or the companion enters by itself.
LEFT_ALONE = frozenset({Phase.ENTERING, Phase.CORRECTED})


class Player(ABC):
    """Who throws, at one seat or at all; what is done with a throw is a subclass's."""

    def __init__(self, board: SimulatedBoard, touch: Callable[[Touch], None]) -> None:
        """Sit down."""
        self._board = board
        self._touch = touch
        self._thrown: frozenset[int] = frozenset()
        self._is_unmarked = False
        self._throws_before = 0
        self._presses = 0
        self._accepted = -1
        self._lay: dict[int, Face] = {}
        self._acted_on: tuple[object, ...] = ()
        self._acted_ns = 0

    def act(self, state: SessionState) -> bool:
        """Do the next thing, if it is his move; call it again and again with what the display shows.

        Returns:
            Whether he did something; False while he waits for dice or companion.
        """
        if self._board.table.is_busy or not self._board.button.is_idle:
            return False
        seen = (state.phase, state.reading_number, len(state.records), state.notice, state.dice)
        now_ns = self._board.clock.now_ns()
        is_patient = now_ns - self._acted_ns < PATIENCE_NS
        if (seen == self._acted_on and is_patient) or not self._play(state, is_patient=is_patient):
            return False
        self._acted_on, self._acted_ns = seen, now_ns
        return True

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        if state.phase is Phase.ASKING:
            self._put_right(state)
        elif state.phase is Phase.BURNING:
            self._see_burning(state)
        elif state.phase is Phase.STILL and not is_patient:
            self._board.button.press()
        elif state.phase in PLAYING and (game := sheet_of(state)) is not None:
            self._go_on(state, game)
        else:
            return False
        return True

    def _go_on(self, state: SessionState, game: GameState) -> None:
        # Whether the throw that he pressed for has not come into the log.
        self._is_unmarked = self._is_unmarked and _throws_in(state) == self._throws_before
        if self._is_unmarked:
            self._mark_again(state)
        elif state.phase in {Phase.BEGINNING, Phase.WAITING}:
            self._board.new_turn()
            self._throw(state)
        else:
            self._hold_or_enter(state, game)

    def _throw(self, state: SessionState) -> None:
        truth = self._board.table.truth()
        self._lay = {die.number: _face(die) for die in truth}
        held = {die.number for die in truth if die.is_held}
        self._board.press()
        self._thrown = frozenset(range(DICE)) - held
        self._is_unmarked, self._throws_before, self._presses = True, _throws_in(state), 1

    def _mark_again(self, state: SessionState) -> None:
        """Mark a throw again that the companion refused: throw anew where it burns, press, at last type it."""
        if self._burns():
            self._throw(state)
        elif self._presses < MOST_PRESSES:
            self._presses += 1
            self._board.button.press()
        else:
            self._touch(ThrowByHand())

    @abstractmethod
    def _hold_or_enter(self, state: SessionState, game: GameState) -> None:
        """Hold dice and throw the others, or enter."""

    def _hold_and_throw(self, state: SessionState, game: GameState, flags: tuple[bool, ...]) -> None:
        """Hold the dice meant by flags over the faces on the table, and throw the others."""
        wanted = self._numbers(state, game, flags)
        for die in self._board.table.truth():
            if die.is_held != (die.number in wanted):
                self._board.tap(*die.place_xy)
        self._throw(state)

    def _numbers(self, state: SessionState, game: GameState, flags: tuple[bool, ...]) -> set[int]:
        """Return the dice meant by flags over the faces on the table: by their places, or else by their faces."""
        places = self._by_place(state.reading, state.dice)
        if len(places) == len(flags):
            return {places[i].number for i, flag in enumerate(flags) if flag}
        left = list(self._board.table.truth())
        chosen: set[int] = set()
        for face in compress(game.turn.faces, flags):
            if (match := next((die for die in left if _face(die) is face), None)) is not None:
                left.remove(match)
                chosen.add(match.number)
        return chosen

    def _burns(self) -> bool:
        """Return whether the player sees the throw burn, or a die missing."""
        truth = self._board.table.truth()
        return len(truth) != DICE or any(die.state is not DieState.OK for die in truth)

    def _see_burning(self, state: SessionState) -> None:
        self._throw(state)

    def _put_right(self, state: SessionState) -> None:
        """Answer a question, one touch at a time; what burns is thrown again."""
        if self._burns():
            self._touch(RepeatThrow())
        elif self._accepted == state.reading_number and (touch := _give_up_hold(state)) is not None:
            self._touch(touch)
        elif (answer := self._answer(state)) is not None:
            self._touch(answer)
        else:
            self._accepted = state.reading_number
            self._touch(AcceptReading())

    def _answer(self, state: SessionState) -> Touch | None:
        """Return the first touch that puts something right, None when all dice are shown as they lie."""
        places = self._by_place(state.pending, state.dice) if state.pending is not None else self._by_hand(state)
        game = state.game  # only where a turn has a throw can dice be held
        can_hold = game is not None and game.stage is Stage.TURN and game.turn.throws_made > 0
        for index, die in places.items():
            shown = state.dice[index]
            if shown.face is not _face(die):
                return CorrectDie(index, _face(die))
            is_held = die.number not in self._thrown and self._lay.get(die.number) is _face(die)
            if shown.is_held != is_held and can_hold:
                return CorrectHeld(index, is_held)
        return None

    def _by_hand(self, state: SessionState) -> dict[int, TrueDie]:
        """Return which die to name where, when the throw is typed: held dice keep their places in the row."""
        left = sorted(self._board.table.truth(), key=lambda die: die.number in self._thrown)
        places: dict[int, TrueDie] = {}
        for index, shown in enumerate(state.dice):
            if (match := next((die for die in left if _face(die) is shown.face), None)) is not None:
                left.remove(match)
                places[index] = match
        free = (index for index in range(len(state.dice)) if index not in places)
        return places | dict(zip(free, left, strict=False))

    def _by_place(self, reading: Reading | None, dice: tuple[SeenDie, ...]) -> dict[int, TrueDie]:
        """Return for the dice of a reading which ones they are, nearest first; empty where there are no pictures."""
        if reading is None or any(die.picture is None or die.picture >= len(reading.dice) for die in dice):
            return {}
        width, height = reading.size_wh
        truth = {die.number: die for die in self._board.table.truth()}
        gaps = [
            ((x / width - die.place_xy[0]) ** 2 + (y / height - die.place_xy[1]) ** 2, index, number)
            for index, seen in enumerate(dice)
            for x, y in [reading.dice[seen.picture or 0].detection.centre_xy]
            for number, die in truth.items()
        ]
        found: dict[int, TrueDie] = {}
        for _, index, number in sorted(gaps):
            if index not in found and truth[number] not in found.values():
                found[index] = truth[number]
        return dict(sorted(found.items()))


def _face(die: TrueDie) -> Face:
    return FACES[die.face]


def _throws_in(state: SessionState) -> int:
    return sum(isinstance(record.event, ThrowMade | BeginnerThrown) for record in state.records)


def _give_up_hold(state: SessionState) -> CorrectHeld | None:
    """Return the touch that calls a held die thrown which, for all the log knows, cannot have lain there.

    It was misread before, so that the dice as they are will not be accepted.
    """
    assert state.game is not None
    held = [index for index, die in enumerate(state.dice) if die.is_held]
    lay: Counter[Face | None] = Counter(state.game.turn.faces if state.game.turn.throws else ())
    changed = Counter(state.dice[index].face for index in held) - lay
    return next((CorrectHeld(index, False) for index in held if changed[state.dice[index].face]), None)


class Opponent(Rounds, Player):
    """Throws, holds what the companion says, and says what the dice show where it asks; it enters nothing."""

    def __init__(self, board: SimulatedBoard, touch: Callable[[Touch], None]) -> None:
        """Sit down; `start` lets him play by himself."""
        Player.__init__(self, board, touch)
        Rounds.__init__(self, "simulated-opponent")
        self._clock = board.clock
        self._shown: SessionState | None = None
        self._shown_ns = 0

    def show(self, state: SessionState) -> None:
        """Take what the display shows now."""
        if state is not self._shown:
            self._shown, self._shown_ns = state, self._clock.now_ns()

    def look(self) -> bool:
        """Do the next thing, if it is his move and everybody has seen the last; return whether he did something."""
        state = self._shown
        if state is None or (state.dial, state.teaching, state.wizard) != (None, None, None):
            return False
        if state.phase in LEFT_ALONE or self._clock.now_ns() - self._shown_ns < PAUSE_NS:
            return False
        return companion_throws(state) and self.act(state)

    def _round(self) -> float:
        self.look()
        return LOOK_S

    def _hold_or_enter(self, state: SessionState, game: GameState) -> None:
        """Hold what the companion says and throw the others; it enters by itself."""
        if state.advice is not None and not state.advice.is_to_be_entered:
            self._hold_and_throw(state, game, state.advice.flags)
