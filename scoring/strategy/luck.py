"""The account of a game: how much of its result was luck, how much was decided, exactly.

Inside a turn all worths are of one piece (`scoring.strategy.entry_worths`): what a hold is worth is the mean over the
throws that may come, so the dice are fair to the reckoning. From an entry to the next turn they are not: the worth of
an entry is one estimate, the other player's chance before he throws another. The chance in between is taken half-way,
and either half of the difference counts to the luck of the throw beside it, where it is told apart
(`ThrowLuck.re_estimated`): each estimate flatters who made it, so that halves of both players cancel on average.

Only what stands in the end counts: throws as they were put right, entries as they read now, none that were taken back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.dice import Face, Faces
from scoring.errors import NoThrowError
from scoring.games.standings import standings
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, Entry
from scoring.strategy.account import Account, Act, EnteredIn, Held, JudgedDecision, Step, ThrowLuck
from scoring.strategy.ending import exact_worths
from scoring.strategy.entry_worths import Choices, Strategy, Worths, choices_among, looking_again, where_free
from scoring.strategy.matches import HAIR, PARTS
from scoring.strategy.outcomes import MULTISETS, OUTCOME_OF, OUTCOME_POINTS, hand_number
from scoring.strategy.position import Positions
from scoring.turns.turn import THROWS_A_TURN, Throw, Turn

NO_CHOICE = 1e-9
"""Where even a blind choice loses less on average, there was nothing to choose."""


def account(state: GameState, evaluator: Strategy) -> Account:
    """Return what became of a game, move by move, as far as it came.

    What the evaluator says of entries, as chance to win the match, is cut off at 0 and 1.

    Raises:
        NoThrowError: If nothing was thrown in a turn yet.
    """
    turns = _turns(state)
    if not turns:
        raise NoThrowError("no turn was begun yet; there is nothing to account for")
    positions = _positions(state, turns)
    worths = np.clip(evaluator.entry_worths(positions), 0, 1)
    last = positions.free.sum(axis=(1, 2, 3)) == 1
    worths[last] = exact_worths(positions.some(last))
    choices = choices_among(where_free(worths, positions), served_whenever=state.ruleset.is_served_whenever)
    cells = _cells(state, looking_again(evaluator, positions, choices))
    led_to = _led_to(state, choices, cells)
    steps: list[Step] = []
    before = start = float(choices.turn.start[0])
    for number, turn in enumerate(turns):
        entering = cells[number] if number < len(cells) else None
        walk = _Walk(turn, number, choices, entering, positions.free[number, 0], state.ruleset)
        steps += walk.steps(before, led_to[number] if number < len(led_to) else None)
        before = 1 - steps[-1].chance
    return Account(
        start=start if turns[0].player == 0 else 1 - start,
        steps=tuple(steps),
        result=steps[-1].of_first if state.has_ended else None,
    )


@dataclass(frozen=True, slots=True)
class _Played:
    """A turn: its throws, and its entry unless it still runs."""

    player: int
    throws: tuple[Throw, ...]
    entry: Entry | None


def _turns(state: GameState) -> list[_Played]:
    turns = [_Played(entry.player, entry.throws, entry) for entry in state.entries]
    if state.beginner is not None and state.turn.throws:
        turns.append(_Played((state.beginner + len(turns)) % 2, state.turn.throws, None))
    return turns


def _positions(state: GameState, turns: Sequence[_Played]) -> Positions:
    """Return the positions before each turn, and after the last one unless the game is over, as who moves sees them."""
    count = len(state.entries) + (not state.has_ended)
    states = [replace(state, entries=state.entries[:turn]) for turn in range(count)]
    return Positions.from_games(states, [(turns[0].player + turn) % 2 for turn in range(count)])


def _cells(state: GameState, choices: Choices) -> Worths:
    """Return what each entry's dice are worth in each cell, (entries, 10, C)."""
    lay = [(number, hand_number(entry.faces), int(entry.is_served)) for number, entry in enumerate(state.entries)]
    return np.clip(choices.of_lying(*np.array(lay, np.intp).reshape(-1, 3).T), 0, 1)


def _led_to(state: GameState, choices: Choices, cells: Worths) -> list[float]:
    """Return the chance after each entry, of who made it: half-way between both estimates; in the end the result."""
    next_turns = 1 - choices.turn.start[1 : len(state.entries) + 1]
    worths = [_worth_of(each, entry) for each, entry in zip(cells, state.entries, strict=True)]
    chances: list[float] = ((next_turns + worths[: len(next_turns)]) / 2).tolist()
    if state.has_ended:
        stands = standings(state)
        chances.append(0.5 if stands.is_draw else float(stands.winner == state.entries[-1].player))
    return chances


def _worth_of(cells: Worths, entry: Entry) -> float:
    return float(cells[entry.cell.category, entry.cell.column - 1])


@dataclass(frozen=True, slots=True)
class _Options:
    """What could be done with dice that lie."""

    entering: float  # Worth of the best entry
    entry: EnteredIn
    holding: float  # Worth of the best hold, less than any where no throw is left
    hold: Held
    blind: float  # What a choice without looking loses on average

    @property
    def is_thrown_on(self) -> bool:
        """Tell whether throwing on is better than any entry, by more than rounding."""
        return self.holding > self.entering + HAIR

    @property
    def best(self) -> float:
        """Return the worth of the best."""
        return self.holding if self.is_thrown_on else self.entering


@dataclass(frozen=True, slots=True)
class _Walk:
    """One turn on the way through a game."""

    turn: _Played
    number: int
    choices: Choices
    entering: Worths | None  # Worth of entering the last throw in each cell, (10, C); None while it runs
    is_free: NDArray[np.bool_]  # The cells that nothing stands in, (10, C)
    ruleset: Ruleset

    def steps(self, before: float, led_to: float | None) -> Iterator[Step]:
        """Yield throws and decisions between the chances that two entries left; the last is None while a turn runs."""
        throws, fair = self.turn.throws, float(self.choices.turn.start[self.number])
        chance = before
        for made, throw in enumerate(throws, start=1):
            options = self._options(throw.faces, made, is_last=made == len(throws))
            decision = self._decision(made, options, led_to)
            value = options.best if decision is None else decision.chance + decision.loss
            luck = value - chance
            yield ThrowLuck(
                turn_number=self.number + 1,
                player=self.turn.player,
                throw_number=made,
                faces=throw.faces,
                held=throw.held,
                chance=value,
                luck=luck,
                re_estimated=luck - (options.best - fair),
            )
            if decision is None:
                return
            yield decision
            chance = fair = decision.chance

    def _decision(self, made: int, options: _Options, led_to: float | None) -> JudgedDecision | None:
        done: Act
        if made < len(self.turn.throws):
            held = self.turn.throws[made].held_faces
            done = Held(tuple(sorted(held)))
            worth = chance = float(self.choices.turn.holds[THROWS_A_TURN - made - 1][self.number, hand_number(held)])
        elif (entry := self.turn.entry) is None or self.entering is None or led_to is None:
            return None
        else:
            done, worth = EnteredIn(entry.cell, entry.points), _worth_of(self.entering, entry)
            # What would have been best cannot have been worth more than certain.
            chance = min(led_to, 1 - max(0.0, options.best - worth))
        loss = max(0.0, options.best - worth)
        best = options.hold if options.is_thrown_on else options.entry
        return JudgedDecision(
            turn_number=self.number + 1,
            player=self.turn.player,
            throw_number=made,
            faces=self.turn.throws[made - 1].faces,
            done=done,
            best=done if loss <= HAIR else best,
            chance=chance,
            loss=loss,
            blind=options.blind,
        )

    def _options(self, faces: Faces, made: int, *, is_last: bool) -> _Options:
        entry = self.turn.entry if is_last else None
        # An entry that was put right may say otherwise than the throws: what stands in the cell counts.
        is_served = Turn(self.turn.throws[:made]).is_served(self.ruleset.served) if entry is None else entry.is_served
        hand = hand_number(faces)
        worths = self.entering
        if entry is None or worths is None:
            worths = self.choices.of_lying(*np.array([[self.number], [hand], [is_served]], np.intp))[0]
        row, column = np.unravel_index(np.where(self.is_free, worths, -np.inf).argmax(), worths.shape)
        entering = float(worths[row, column])
        points = int(OUTCOME_POINTS[OUTCOME_OF[int(is_served), row, hand]])
        entry_now = EnteredIn(Cell(Category(int(row)), int(column) + 1), points)
        hold, holding, mean = Held(()), -np.inf, float(worths[self.is_free].mean())
        if made < THROWS_A_TURN:
            parts = np.unique(PARTS[hand])
            of_holds = self.choices.turn.holds[THROWS_A_TURN - made - 1][self.number, parts]
            best = int(of_holds.argmax())
            hold, holding = Held(tuple(Face(face + 1) for face in MULTISETS[parts[best]])), float(of_holds[best])
            mean = float((of_holds.sum() + entering) / (len(parts) + 1))
        blind = max(entering, holding) - mean
        return _Options(entering, entry_now, holding, hold, blind if blind > NO_CHOICE else 0.0)
