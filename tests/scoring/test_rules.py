"""One way into every game: what a log opens with says which rules it follows."""

import inspect
import re
from dataclasses import fields, replace

import pytest

from scoring import errors
from scoring import events as ev
from scoring.dice import NOTHING_HELD, Colour, Face, require_five
from scoring.errors import ScoringError, UnknownColumnError, WrongDiceCountError
from scoring.game import Stage, TimeLimit
from scoring.games import escalero
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.escalero import EscaleroBegan, Row, RowEntered
from scoring.games.hidden_poker import SECONDS_TO_DOUBT, Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, RoundBegan
from scoring.games.rock_and_roll import BankThrew, Field, RockAndRollBegan
from scoring.hands.hand import Hand, classify
from scoring.hands.ranking import Claim, Ranking, claims, strength
from scoring.rules import GAMES, OPENINGS, apply, legal_actions, replay, rules_of
from scoring.ruleset import Level, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category, points
from tests.scoring.selfplay import KINDS, play
from tests.scoring.table import begin, run

N, T, J, Q, K, A = Face
FIVE, ONE_HELD = (A, K, Q, J, T), (True, False, False, False, False)
KINGS = Announced(Claim(Hand.PAIR, (K,)))
TWO = ("Änne", "Bö")
BEGUN = {
    ev.GameBegan: ev.GameBegan(players=TWO, beginner=0),
    OpenPokerBegan: OpenPokerBegan(players=TWO, beginner=0),
    HiddenPokerBegan: HiddenPokerBegan(players=TWO, beginner=0),
    AlCaponeBegan: AlCaponeBegan(players=TWO, beginner=0),
    RockAndRollBegan: RockAndRollBegan(players=TWO),
    EscaleroBegan: EscaleroBegan(players=TWO, beginner=0),
}


def test_every_opening_has_its_rules_and_every_name_is_one_games():
    assert (set(BEGUN), len({rules.name for rules in GAMES})) == (set(OPENINGS), len(GAMES))
    assert BEGUN[OpenPokerBegan].ranking == BEGUN[AlCaponeBegan].ranking == Ranking()  # no sequences if not agreed


@pytest.mark.parametrize("opening", OPENINGS)
def test_every_game_answers_what_all_are_asked_and_stays_stopped(opening):
    game = begin(BEGUN[opening])
    assert (game.agreed, game.players, game.turn.throws) == (BEGUN[opening], TWO, ())
    assert game.stage in Stage
    assert game.beginning.beginner == 0
    assert game.dice in {1, 5}
    assert (game.is_hidden, game.is_abandoned, game.time_limit) == (False, False, None)
    assert legal_actions(game)
    stopped = apply(game, ev.GameAbandoned())
    assert (stopped.stage, stopped.is_abandoned, stopped.to_move) == (Stage.OVER, True, None)
    with pytest.raises(errors.GameOverError):
        apply(stopped, ev.GameAbandoned())
    with pytest.raises(errors.GameAlreadyBegunError):
        replay([BEGUN[EscaleroBegan], BEGUN[opening]])


@pytest.mark.parametrize("opening", [opening for opening in OPENINGS if opening is not RockAndRollBegan])
def test_five_dice_on_the_table_are_a_throw_for_who_begins_while_that_is_open(opening):
    game = begin(opening(players=TWO))
    assert (game.stage, game.shown(FIVE, NOTHING_HELD)) == (Stage.BEGINNING, ev.BeginnerThrown(0, FIVE))
    after = apply(game, ev.BeginnerThrown(0, FIVE))
    assert after.shown(FIVE, NOTHING_HELD) == ev.BeginnerThrown(1, FIVE)
    tied = apply(after, ev.BeginnerThrown(1, FIVE))
    again = apply(tied, ev.BeginnerThrown(0, (A,) * 5))
    assert [state.beginning.is_tied for state in (tied, again)] == [True, False]
    assert [[throw.player for throw in state.beginning.latest] for state in (tied, again)] == [[0, 1], [0]]


def test_of_those_who_tie_only_they_throw_again():
    thrown = [ev.BeginnerThrown(*each) for each in ((0, FIVE), (1, (N,) * 5), (2, FIVE), (0, (N,) * 5), (2, (T,) * 5))]
    game = run(begin(EscaleroBegan(players=("A", "B", "C"))), *thrown[:3])
    assert game.beginning.to_throw == (0, 2)
    game = run(game, *thrown[3:])
    assert (game.beginning.beginner, game.to_move) == (2, 2)


def test_in_a_turn_they_are_a_throw_and_the_bank_throws_one_die():
    game = begin(BEGUN[RockAndRollBegan])
    assert (game.stage, game.dice, game.to_move, game.shown((Q,), (False,))) == (Stage.SHOWING, 1, 0, BankThrew(Q))
    with pytest.raises(errors.WrongDiceCountError, match="got 5 dice"):
        game.shown(FIVE, NOTHING_HELD)
    assert begin(BEGUN[EscaleroBegan]).shown(FIVE, ONE_HELD) == ev.ThrowMade(FIVE, ONE_HELD)
    in_round = run(begin(BEGUN[AlCaponeBegan]), RoundBegan())
    assert (in_round.stage, in_round.throws_a_turn, in_round.throws_left) == (Stage.TURN, 1, 1)
    assert in_round.shown(FIVE, NOTHING_HELD) == ev.ThrowMade(FIVE)


def test_under_the_cup_they_are_nobodys_business_until_it_is_lifted():
    game = run(begin(BEGUN[HiddenPokerBegan]), RoundBegan())
    assert (game.stage, game.is_hidden) == (Stage.DECIDING, True)
    announced = apply(game, KINGS)
    assert announced.time_limit == TimeLimit(SECONDS_TO_DOUBT, Believed())
    doubted = apply(announced, Doubted(1))
    assert (doubted.stage, doubted.is_hidden, doubted.time_limit) == (Stage.SHOWING, True, None)
    assert doubted.shown(FIVE, NOTHING_HELD) == CupLifted(FIVE)
    assert apply(doubted, CupLifted(FIVE)).to_move == 1


def test_a_log_without_an_opening_is_no_game():
    for log in ([], [ev.GameAbandoned()], [None]):
        with pytest.raises(errors.GameNotBegunError):
            replay(log)
    with pytest.raises(errors.GameNotBegunError):
        rules_of(ev.GameAbandoned())


KEPT_OPEN = [BEGUN[OpenPokerBegan], RoundBegan()]
THROWN, BURNED = ev.ThrowMade(FIVE), ev.ThrowBurned((True,) * 5, (A,))
AT_ESCALERO = [EscaleroBegan(players=("A", "B", "C"), beginner=0), THROWN, RowEntered(Row.NINES)]


@pytest.mark.parametrize(
    ("log", "event", "error", "said"),
    [
        ([BEGUN[OpenPokerBegan]], HandKept(1), errors.WrongPhaseError, "no round runs"),
        (KEPT_OPEN, HandKept(1), errors.NoThrowError, "no hand to keep"),
        ([*KEPT_OPEN, THROWN, BURNED], HandKept(1), errors.ThrowBurningError, "before the hand is kept"),
        ([*KEPT_OPEN, THROWN, HandKept(2)], THROWN, errors.WrongPhaseError, "nobody throws now"),
        ([BEGUN[HiddenPokerBegan]], KINGS, errors.WrongPhaseError, "nothing can be announced now"),
        ([BEGUN[HiddenPokerBegan], RoundBegan()], ev.ThrowWithdrawn(), errors.WrongPhaseError, "no open throw"),
        ([*AT_ESCALERO, ev.PlayerLeft(0)], ev.EntryTakenBack(), errors.TakeBackTooLateError, "has left"),
        ([BEGUN[EscaleroBegan]], HandKept(1), errors.ForeignEventError, "escalero knows nothing of that"),
        ([BEGUN[ev.GameBegan]], RowEntered(Row.NINES), errors.ForeignEventError, "ten-by-ten"),
        ([BEGUN[OpenPokerBegan]], RowEntered(Row.NINES), errors.ForeignEventError, None),
    ],
)
def test_what_comes_too_early_or_too_late_is_refused(log, event, error, said):
    with pytest.raises(error, match=said):
        apply(replay(log), event)


OF_THREE = [began(players=TWO, reroll=RerollRule.DIE) for began in (EscaleroBegan, OpenPokerBegan)]
OF_THREE += [ev.GameBegan(players=TWO, ruleset=Ruleset(reroll=RerollRule.DIE))]
THROWN = [(opening, 3, RerollRule.DIE) for opening in OF_THREE]
THROWN += [(one(players=TWO), 1, RerollRule.THROW) for one in (AlCaponeBegan, HiddenPokerBegan, RockAndRollBegan)]


@pytest.mark.parametrize(("opening", "throws", "reroll"), THROWN)
def test_how_often_is_thrown_and_what_again_is_the_games(opening, throws, reroll):
    game = begin(opening)
    assert (game.throws_a_turn, game.throws_left, game.reroll) == (throws, 0, reroll)
    assert begin(BEGUN[ev.GameBegan]).throws_left == 3


def test_nothing_can_be_done_where_nothing_goes_on():
    over = run(begin(BEGUN[RockAndRollBegan]), ev.GameAbandoned())
    assert (over.most_on(1, Field.RED), over.is_beginning) == (0, False)
    assert begin(BEGUN[OpenPokerBegan]).most_stake == 0
    assert legal_actions(run(begin(BEGUN[EscaleroBegan]), ev.GameAbandoned())) == ()
    assert escalero.preview(begin(BEGUN[EscaleroBegan])) == {}
    with pytest.raises(errors.UnknownPlayerError, match="got player 2 for the bank"):
        RockAndRollBegan(players=TWO, bank=2)


def test_the_companions_level_is_that_of_who_is_to_move():
    agreed = ev.GameBegan(players=TWO, beginner=1, levels=(None, Level.JUNKIE))
    assert begin(agreed).level_to_move is Level.JUNKIE
    assert begin(replace(agreed, beginner=None)).level_to_move is None


def test_nothing_agreed_means_the_defaults_of_the_rules_and_each_has_its_options_and_a_source():
    # Source: scoring/RULES.md, the table of house rules.
    rules = {"served": ServedRule("first-throw"), "tied_column": TiedColumnRule("none"), "reroll": RerollRule("throw")}
    assert Ruleset() == Ruleset(**rules, columns=10)
    assert {field.name: field.default for field in fields(Ruleset)} == {**rules, "columns": 10}
    for name, default in rules.items():
        assert default is getattr(Ruleset(), name)
        assert len(type(default)) > 1
        assert re.search("Source:.*„", type(default).__doc__, re.DOTALL)


def test_one_to_ten_columns_can_be_played_and_others_are_refused_with_the_legal_ones_named():
    for columns in range(1, 11):
        assert Ruleset(columns=columns).points_at_stake == sum(range(columns + 1))
    for columns in (-1, 0, 11):
        with pytest.raises(UnknownColumnError, match=f"got {columns} columns; 1 to 10"):
            Ruleset(columns=columns)


def test_colours_are_as_in_rock_and_roll():
    # Source: S2, "Rock and Roll": Schwarz Neun As, Rot Zehn König, Blau Bube Dame.
    by_colour = {colour: {face for face in Face if face.colour is colour} for colour in Colour}
    red, blue = {Face.TEN, Face.KING}, {Face.JACK, Face.QUEEN}
    assert by_colour == {Colour.BLACK: {Face.NINE, Face.ACE}, Colour.RED: red, Colour.BLUE: blue}


@pytest.mark.parametrize("count", [0, 4, 6])
def test_anything_but_five_dice_is_refused_with_both_numbers(count):
    faces = (Face.ACE,) * count
    for asked in (require_five, classify):
        with pytest.raises(WrongDiceCountError, match=f"got {count} dice.*exactly 5"):
            asked(faces)
    for asked in (strength, claims):
        with pytest.raises(WrongDiceCountError):
            asked(faces, Ranking())
    for row in Category:
        with pytest.raises(WrongDiceCountError):
            points(row, faces, is_served=False)


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes_and_every_leaf_is_a_builtin_error():
    drawn = dict(re.findall(r"(\w+Error)(?: \((\w+)\))?", errors.__doc__ or ""))
    classes = {name: cls for name, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, ScoringError)}
    assert set(drawn) - {"ValueError", "LookupError"} == set(classes)
    for name, cls in classes.items():
        assert cls.__subclasses__() or issubclass(cls, ValueError | LookupError), name
        assert not drawn[name] or drawn[name] in {base.__name__ for base in cls.__mro__}, name


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 1000), marks=pytest.mark.proof)])
def test_random_games_keep_every_law(kind, seeds):
    for seed in seeds:
        state, log = play(kind, seed)
        assert len(log) > 1
        assert all(stack >= 0 for stack in state.chips.stacks)
