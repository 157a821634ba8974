"""Laws of any game, in states reached by any events, legal ones and others."""

from collections import Counter
from itertools import compress

import pytest
from hypothesis import settings, stateful
from hypothesis import strategies as st

from scoring import actions as act
from scoring import events as ev
from scoring.dice import Face
from scoring.errors import ScoringError
from scoring.game import Stage
from scoring.games.standings import standings
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell, ChosenBy

FIVE = st.lists(st.sampled_from(Face), min_size=5, max_size=5).map(tuple)
FLAGS = st.lists(st.booleans(), min_size=5, max_size=5).map(tuple)
CELLS = st.builds(Cell, st.sampled_from(Category), st.integers(1, 3))
TURNS = st.integers(0, 41)
RULESETS = st.builds(
    Ruleset,
    served=st.sampled_from(ServedRule),
    tied_column=st.sampled_from(TiedColumnRule),
    reroll=st.sampled_from(RerollRule),
    columns=st.integers(1, 2),
)
ANYTHING = st.one_of(
    st.builds(ev.BeginnerThrown, st.integers(0, 2), FIVE),
    st.builds(ev.ThrowMade, FIVE, FLAGS),
    st.builds(ev.ThrowBurned, FLAGS, st.none() | st.lists(st.sampled_from(Face), max_size=5).map(tuple)),
    st.builds(ev.ThrowCorrected, FIVE, FLAGS),
    st.just(ev.ThrowWithdrawn()),
    st.builds(ev.Entered, CELLS, st.sampled_from(ChosenBy)),
    st.just(ev.EntryTakenBack()),
    st.builds(ev.EntryCorrected, turn_number=TURNS, cell=CELLS, faces=FIVE, is_served=st.booleans()),
    st.builds(ev.EntriesSwapped, st.tuples(TURNS, TURNS)),
)


def is_covered(event, actions, state):
    """Tell whether one of the actions allows the event; written anew, from the words of scoring/RULES.md."""
    return any(allows(action, event, state) for action in actions)


def allows(action, event, state):  # noqa: C901 - one case an action
    match action, event:
        case act.BeginnerThrow(player), ev.BeginnerThrown(thrower, _):
            return thrower == player
        case act.BeginnerThrow(), ev.ThrowBurned(burning, held_faces):
            return any(burning) and not held_faces
        case act.ThrowDice(), ev.ThrowMade(faces, held):
            return Counter(compress(faces, held)) in allowed_holds(action, state)
        case act.ThrowDice(), ev.ThrowBurned(burning, held_faces):
            return any(burning) and (held_faces is None or Counter(held_faces) in allowed_holds(action, state))
        case act.CorrectThrow(may_hold), ev.ThrowCorrected(_, held):
            return not any(held) or (may_hold and not all(held))
        case act.WithdrawThrow(), ev.ThrowWithdrawn():
            return True
        case act.Enter(cell), ev.Entered(entered, _):
            return cell == entered
        case act.TakeBackEntry(), ev.EntryTakenBack():
            return True
        case act.ChangeEntry(turn_number, free), ev.EntryCorrected():
            own = state.entries[turn_number - 1].cell
            return event.turn_number == turn_number and event.cell in (own, *free)
        case act.SwapEntries(turn_numbers), ev.EntriesSwapped((one, other)):
            return one != other and {one, other} <= set(turn_numbers)
    return False


def allowed_holds(action, state):
    faces = state.turn.faces if state.turn.throws else (None,) * 5
    return [Counter(compress(faces, flags)) for flags in action.holds]


class AnyGame(stateful.RuleBasedStateMachine):
    """Tries events of all kinds; the rules say which are legal, and the log of those is the game."""

    @stateful.initialize(ruleset=RULESETS, beginner=st.sampled_from([None, 0, 1]))
    def begin(self, ruleset, beginner):
        self.log = [ev.GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset, beginner=beginner)]
        self.state = begin(("Manfred", "Ewald"), ruleset, beginner=beginner)

    def attempt(self, event):
        covered = is_covered(event, legal_actions(self.state), self.state)
        try:
            after = apply(self.state, event)
        except ScoringError:
            assert not covered, f"legal by legal_actions, refused: {event}"
            return
        assert covered, f"accepted, but not among legal_actions: {event}"
        self.state = after
        self.log.append(event)

    @stateful.rule(event=ANYTHING)
    def try_anything(self, event):
        self.attempt(event)

    @stateful.rule(faces=FIVE, held=FLAGS, order=st.permutations(range(5)))
    def throw_on(self, faces, held, order):
        """Throw in the way people do: what is held keeps its face, and the camera sees it in another order."""
        if self.state.turn.throws:
            faces = tuple(
                old if stays else new for old, stays, new in zip(self.state.turn.faces, held, faces, strict=True)
            )
        else:
            held = (False,) * 5
        self.attempt(ev.ThrowMade(tuple(faces[i] for i in order), tuple(held[i] for i in order)))

    @stateful.rule(burning=FLAGS, held=FLAGS)
    def burn_on(self, burning, held):
        faces = self.state.turn.faces if self.state.turn.throws else ()
        self.attempt(ev.ThrowBurned(burning, tuple(compress(faces, held))))

    @stateful.precondition(lambda self: self.state.turn.may_enter)
    @stateful.rule(data=st.data())
    def enter_legally(self, data):
        cells = self.state.sheet(self.state.to_move).free_cells
        self.attempt(ev.Entered(data.draw(st.sampled_from(cells))))

    @stateful.rule(faces=FIVE, turns=st.integers(1, 40))
    def play_on(self, faces, turns):
        """Play some turns of one throw each, so that full sheets are reached."""
        for _ in range(turns):
            if self.state.stage is not Stage.TURN or self.state.turn.throws:
                return
            self.attempt(ev.ThrowMade(faces))
            cells = self.state.sheet(self.state.to_move).free_cells
            self.attempt(ev.Entered(cells[turns % len(cells)]))

    @stateful.invariant()
    def the_log_says_it_all(self):
        assert replay(self.log) == self.state

    @stateful.invariant()
    def no_two_entries_share_a_cell_and_each_scores_its_dice(self):
        state = self.state
        places = Counter((entry.player, entry.cell) for entry in state.entries)
        assert set(places.values()) <= {1}
        for number, entry in enumerate(state.entries, 1):
            assert entry.turn_number == number
            assert entry.points == points(entry.cell.category, entry.faces, is_served=entry.is_served)
            assert sorted(entry.throws[-1].faces) == sorted(entry.faces)
            assert entry.player == (state.beginner + number - 1) % 2

    @stateful.invariant()
    def points_of_decided_columns_are_shared_out(self):
        now = standings(self.state)
        decided = [column for column in now.columns if column.is_decided]
        tied = sum(column.column for column in decided if column.is_tied)
        lost = 0 if self.state.ruleset.tied_column is TiedColumnRule.SPLIT else tied
        assert sum(now.points) + lost == sum(column.column for column in decided)
        assert (now.winner is not None or now.is_draw) == all(column.is_decided for column in now.columns)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)


@pytest.mark.proof
def test_many_games_follow_the_rules():
    many = settings(max_examples=400, stateful_step_count=40, deadline=None)
    stateful.run_state_machine_as_test(AnyGame, settings=many)
