"""What dials offer: the options for a moment at the table, from the session's state alone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from firmware.session import touches
from firmware.session.choosing import FORMS, choice_of
from firmware.session.deciding import may_enter
from firmware.session.decisions import Decision, claim_of, decisions
from firmware.session.dial import Option, OptionKey
from firmware.session.log import has_throw, resting_phase, sheet_of, ten_by_ten_of
from firmware.session.state import SessionState
from firmware.session.throwing import may_hold
from firmware.session.undoing import undoing
from firmware.session.vocabulary import BUSY, DialKind, EntryMode, Language, Phase
from firmware.session.wizard import SheetLook, WizardStep
from scoring.actions import TakeBackDecision, TakeBackEntry
from scoring.dice import Face
from scoring.events import ThrowCorrected, ThrowMade
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.games.sheet_game import SheetGame
from scoring.games.ten_by_ten import GameState, preview
from scoring.hands.ranking import Claim
from scoring.rules import legal_actions
from scoring.seats import clockwise
from scoring.sheets.category import Category
from scoring.sheets.category import points as row_points
from scoring.sheets.sheet import Cell, Entry

_NOTHING = Option(OptionKey.NO)

_SELDOM = "leave"
"""A dial would only be longer by this decision; the page has it."""

VOLUMES = (25, 50, 75, 100)
"""Per cent; the menu goes through them."""

NEWEST = 10
"""So many entries are offered: nobody turns further by ear, and the page has them all."""


def may_put_right(state: SessionState) -> bool:
    """Return whether the dice shown may be put right now."""
    return bool(state.dice) and (
        state.phase is Phase.ASKING or (has_throw(state) and state.phase not in {Phase.BURNING, Phase.READING})
    )


def back(state: SessionState) -> Option | None:
    """Return the option that takes back what was done last, and says what that was; None where nothing may be."""
    if state.game is None or state.phase in BUSY:
        return None
    does = touches.TakeBack()
    match undoing(state.records):
        case (ThrowMade(),):
            return Option(OptionKey.TAKE_VOID_BACK, does)
        case (*_, (ThrowMade() | ThrowCorrected()) as event):
            throw = state.game.turn.throws[-1]
            dice = enumerate(zip(event.faces, event.held, throw.faces, throw.held, strict=True), start=1)
            at, (face, is_held, now, _) = next(die for die in dice if die[1][:2] != die[1][2:])
            return Option(OptionKey.TAKE_DIE_BACK, does, value=at, face=None if face is now else face, is_held=is_held)
        case (_, *_):
            return Option(OptionKey.TAKE_CORRECTION_BACK, does)
    is_open = any(isinstance(action, TakeBackEntry | TakeBackDecision) for action in legal_actions(state.game))
    key = OptionKey.TAKE_ENTRY_BACK if isinstance(state.game, SheetGame) else OptionKey.TAKE_BACK
    return Option(key, does) if is_open else None


def menu(state: SessionState) -> tuple[Option, ...]:
    """Return all that the menu offers now; the first goes on with the game."""
    begin = DialKind.NEW_GAME if state.phase in {Phase.SETUP, Phase.GAME_OVER} else DialKind.RESTART
    new = Option(OptionKey.NEW_GAME, touches.OpenDial(begin))
    end = Option(OptionKey.END_GAME, touches.OpenDial(DialKind.END))
    of_the_game = (new,) if state.game is None else (new, end)
    return (Option(OptionKey.GO_ON), *_of_the_turn(state), *_of_the_table(state), *of_the_game)


def _of_the_turn(state: SessionState) -> tuple[Option, ...]:
    sheet, is_busy, may = sheet_of(state), state.phase in BUSY, may_enter(state)
    taken = back(state)
    is_correctable = sheet is not None and bool(sheet.entries)
    is_thrown = resting_phase(state) in {Phase.BEGINNING, Phase.WAITING, Phase.READ}
    offered = (
        (may, OptionKey.OTHER_CELL, touches.OpenDial(DialKind.ROW)),
        (may, OptionKey.OTHER_COLUMN, touches.OpenDial(DialKind.COLUMN)),
        (may_put_right(state), OptionKey.PUT_RIGHT, touches.OpenDial(DialKind.DIE)),
        (is_busy or has_throw(state), OptionKey.REPEAT_THROW, touches.RepeatThrow()),
        (taken is not None, OptionKey.TAKE_BACK, touches.TakeBack()),
        (is_correctable and not is_busy, OptionKey.CORRECT_ENTRY, touches.OpenDial(DialKind.ENTRY)),
        (is_thrown and state.phase is not Phase.ASKING, OptionKey.BY_HAND, touches.ThrowByHand()),
    )
    options = (Option(key, does) for is_open, key, does in offered if is_open)
    return tuple(taken if taken and option.does == taken.does else option for option in options)


def _of_the_table(state: SessionState) -> tuple[Option, ...]:
    modes, languages = tuple(EntryMode), tuple(Language)
    mode = modes[(modes.index(state.mode) + 1) % len(modes)]
    language = languages[(languages.index(Language(state.language)) + 1) % len(languages)]
    volume = next((each for each in VOLUMES if each > state.volume), VOLUMES[0])
    sound = OptionKey.SOUND_ON if state.is_muted else OptionKey.SOUND_OFF
    may_advise = state.game is None or sheet_of(state) is not None
    hints = OptionKey.HINTS_OFF if state.is_hinting else OptionKey.HINTS_ON
    advising = (
        Option(OptionKey.MODE, touches.ChooseMode(mode), stays=True, value=mode.value),
        Option(hints, touches.ShowHints(not state.is_hinting), stays=True),
    )
    standings = () if state.game is None else (Option(OptionKey.STANDINGS, touches.SayStandings()),)
    return (
        *standings,
        Option(sound, touches.Mute(not state.is_muted), stays=True),
        Option(OptionKey.VOLUME, touches.ChooseVolume(volume), stays=True, value=volume),
        *(advising if may_advise else ()),
        Option(OptionKey.LANGUAGE, touches.ChooseLanguage(language), stays=True, value=language),
        Option(OptionKey.SET_UP, touches.OpenWizard()),
    )


def wizard(state: SessionState) -> tuple[Option, ...]:
    """Return how setting up may go on from its step; the likeliest first."""
    shown = state.wizard
    if shown is None:
        return ()
    if shown.step is WizardStep.DONE:
        return Option(OptionKey.WIZARD_END, touches.CloseWizard()), _NOTHING
    on = OptionKey.WIZARD_ON if shown.is_passed else OptionKey.WIZARD_SKIP
    options = [Option(on, touches.GoOn()), Option(OptionKey.WIZARD_AGAIN, touches.TryStepAgain())]
    if isinstance(shown.look, SheetLook) and shown.look.views:
        options.insert(0, Option(OptionKey.WIZARD_USE, touches.UseSheet()))
    if shown.offers_teaching:
        options.insert(0, Option(OptionKey.WIZARD_TEACH, touches.OpenDice()))
    if shown.step is not WizardStep.CAMERA:
        options.append(Option(OptionKey.WIZARD_BACK, touches.GoBack()))
    return *options, Option(OptionKey.WIZARD_LATER, touches.CloseWizard()), _NOTHING


def new_game(state: SessionState) -> tuple[Option, ...]:
    """Return who may begin: the same game, players and house rules as last; another game; and to begin none yet."""
    other = Option(OptionKey.OTHER_GAME, touches.OpenDial(DialKind.GAMES))
    return *_first_players(state.agreed), other, _NOTHING


def _first_players(agreed: Any) -> Iterator[Option]:
    """Return who may begin; where a bank does, who may hold it, whoever held it last at first."""
    begun, key, seats = "beginner", OptionKey.BEGINS, tuple(range(len(agreed.players)))
    if isinstance(agreed, RockAndRollBegan):
        begun, key, seats = "bank", OptionKey.HOLDS_BANK, clockwise(seats, agreed.bank)
    else:
        yield Option(OptionKey.THROW_FOR_IT, touches.NewGame(replace(agreed, beginner=None)))
    for seat in seats:
        yield Option(key, touches.NewGame(replace(agreed, **{begun: seat})), value=agreed.players[seat])


def games(state: SessionState) -> tuple[Option, ...]:
    """Return the games to choose from, those not played last at first, and to choose none."""
    played = choice_of(state.agreed)
    found = sorted(FORMS, key=lambda choice: choice is played)
    forms = ((choice, form) for choice in found for form in range(len(FORMS[choice])))
    return *(Option(OptionKey.GAME, touches.ChooseGame(choice, form)) for choice, form in forms), _NOTHING


def to_decide(state: SessionState) -> tuple[Option, ...]:
    """Return what may be decided now, and to decide nothing yet; none where nothing is to be decided."""
    found = sorted((each for each in decisions(state.game) if each.key != _SELDOM), key=_worth, reverse=True)
    bets: dict[object, list[Decision]] = {}  # nobody turns past all fields of all players
    for each in found:
        if each.key == "bet":
            bets.setdefault(dict(each.values)["player"], []).append(each)
    bet = touches.OpenDial(DialKind.BET)
    betting = (Option(OptionKey.BETS, bet, value=str(name), among=tuple(each)) for name, each in bets.items())
    others = (_deciding(each) for each in found if each.key != "bet" and not claim_of(each))
    return (*betting, *_announcing(found), *others, _NOTHING) if found else ()


def by_long_press(state: SessionState) -> Option | None:
    """Return what a long press takes before any dial shows: the first hand to announce, where it leads on to more."""
    options = _announcing(decisions(state.game)) if state.phase is Phase.DECIDING else ()
    return options[0] if options and options[0].among else None


def led_to(state: SessionState) -> tuple[Option, ...]:
    """Return the announcements, or where to put a chip, that the dial before led to, and to decide nothing yet."""
    found = () if state.dial is None else state.dial.shown.among
    return (*(_announcing(found) or map(_deciding, found)), _NOTHING) if found else ()


_TELLING: Sequence[Callable[[Claim], object]] = (lambda it: it.hand, lambda it: it.values[:1], lambda it: it)
"""What tells claims apart, a dial after the other."""


def _announcing(found: Iterable[Decision]) -> tuple[Option, ...]:
    """Return an option for each hand, or value, that of most claims first.

    Of more than five hands two share the third option, of more than four values the last ones the first: by the first
    hand at once, or a dial turned from the second on, each of 70 claims is taken in nine presses.
    """
    said = {each: claim for each in found if (claim := claim_of(each))}
    of = next((of for of in _TELLING if len({of(claim) for claim in said.values()}) > 1), _TELLING[-1])
    groups: dict[object, list[Decision]] = {}
    for each, claim in said.items():
        groups.setdefault(of(claim), []).append(each)
    are_hands = of is _TELLING[0]
    ordered = sorted([*groups.values()][:: 1 if are_hands else -1], key=len, reverse=True)
    key, more = OptionKey.HAND if are_hands else OptionKey.OF, touches.OpenDial(DialKind.CLAIM)
    options = [Option(key, more, among=tuple(each)) if each[1:] else _deciding(each[0]) for each in ordered]
    most, shared, at = (5, slice(4, 6), 2) if are_hands else (4, slice(3, None), 0)
    if len(options) > most:
        del options[shared]
        options.insert(at, Option(OptionKey.EITHER, more, among=tuple(chain(*ordered[shared]))))
    return tuple(options)


def _deciding(decision: Decision) -> Option:
    return Option(OptionKey.DECISION, touches.Decide(decision.event), decision=decision)


def _worth(decision: Decision) -> int:
    points = dict(decision.values).get("points", 0)
    return points if isinstance(points, int) else 0


RESTART = _NOTHING, Option(OptionKey.NEW_GAME, touches.OpenDial(DialKind.NEW_GAME))
"""Whether a game that runs is put away for another."""

END = _NOTHING, Option(OptionKey.END_GAME, touches.EndGame())
"""Whether the game is put away."""


def rows(state: SessionState) -> tuple[Option, ...]:
    """Return the free rows, each with one column, and to enter nothing yet.

    Where the companion advises, the best cell comes first and every row has its best column; where it does not, the
    rows come by their points, each with its dearest free column.
    """
    if not may_enter(state):
        return ()
    cells: dict[Category, Cell] = {}
    for cell in _ranked(state):
        cells.setdefault(cell.category, cell)
    return *(_entering(state, cell) for cell in cells.values()), _NOTHING


def columns(state: SessionState) -> tuple[Option, ...]:
    """Return the free columns of the row last in view, else of the best one, and to enter nothing yet."""
    if not may_enter(state):
        return ()
    seen = (None if state.dial is None else state.dial.cell_in_view) or _ranked(state)[0]
    return *(_entering(state, cell) for cell in _free(state) if cell.category is seen.category), _NOTHING


def _entering(state: SessionState, cell: Cell) -> Option:
    points = preview(ten_by_ten_of(state)).get(cell.category, 0)
    return Option(OptionKey.CELL, touches.TouchCell(cell), cell=cell, points=points)


def _ranked(state: SessionState) -> tuple[Cell, ...]:
    game = ten_by_ten_of(state)
    if state.advice is not None and (state.is_hinting or state.mode is not EntryMode.ASK):
        return tuple(entry.cell for entry in state.advice.entries)
    scores = preview(game)
    return tuple(sorted(_free(state), key=lambda cell: (-scores[cell.category], cell.category, -cell.column)))


def _free(state: SessionState) -> tuple[Cell, ...]:
    game = ten_by_ten_of(state)
    return tuple(sorted(game.sheet(game.to_move or 0).free_cells, key=lambda cell: cell.column))


def faces(state: SessionState, index: int | None = None) -> tuple[Option, ...]:
    """Return what a die may show: what it was read as first, then what is likely; and to answer nothing.

    Where no die is named, it is a doubtful one, else the first. Where dice may have been held, each face is offered as
    held and as thrown. A die that is typed on a later throw either lies as it lay or was thrown.
    """
    if not may_put_right(state):
        return ()
    if index is None:
        index = next((index for index, die in enumerate(state.dice) if die.doubts), 0)
    die = state.dice[index]
    if not may_hold(state):
        return *(_saying(index, face, None) for face in die.ranking), _NOTHING
    if state.pending is None and state.phase is Phase.ASKING:
        lying = () if die.face is None else (_saying(index, die.face, True),)
        return *lying, *(_saying(index, face, False) for face in die.ranking), _NOTHING
    held = (die.is_held, not die.is_held)
    return *(_saying(index, face, is_held) for face in die.ranking for is_held in held), _NOTHING


def _saying(index: int, face: Face, is_held: bool | None) -> Option:
    return Option(OptionKey.DIE, touches.AnswerDie(index, face, bool(is_held)), face=face, is_held=is_held)


# -- earlier entries put right: which entry, then which row, then which column; the dice stay -----------------------


def earlier_entries(state: SessionState) -> tuple[Option, ...]:
    """Return which of the newest entries may be wrong; empty where there is none."""
    game, does = sheet_of(state), touches.OpenDial(DialKind.ENTRY_ROW)
    if game is None or not game.entries:
        return ()
    options = []
    for each in reversed(game.entries[-NEWEST:]):
        named = Option(OptionKey.ENTRY, does, value=game.players[each.player], turn_number=each.turn_number)
        options.append(replace(named, cell=each.cell, points=each.points))
    return *options, _NOTHING


def earlier_rows(state: SessionState) -> tuple[Option, ...]:
    """Return the rows that have another cell than that of the entry last in view, by what its dice bring there."""
    if (found := _in_view(state)) is None:
        return ()
    game, entry, _ = found
    ranked = sorted(Category, key=lambda row: (-_points_of(entry, row), row))
    does, column = touches.OpenDial(DialKind.ENTRY_COLUMN), entry.cell.column
    open_rows = (row for row in ranked if _others(game, entry, row))
    return *(Option(OptionKey.ROW, does, cell=Cell(row, column)) for row in open_rows), _NOTHING


def earlier_columns(state: SessionState) -> tuple[Option, ...]:
    """Return the cells that the entry may be moved to, in the row last in view."""
    if (found := _in_view(state)) is None:
        return ()
    game, entry, cell = found
    options = []
    for other in _others(game, entry, cell.category):  # into a filled cell: its entry comes into the one that gets free
        key = OptionKey.CELL if game.sheet(entry.player).entry_at(other) is None else OptionKey.SWAP
        moved = touches.CorrectEntry(entry.turn_number, other, entry.faces, entry.is_served)
        options.append(Option(key, moved, cell=other, points=_points_of(entry, other.category)))
    return *options, _NOTHING


def _in_view(state: SessionState) -> tuple[GameState, Entry, Cell] | None:
    game, dial = sheet_of(state), state.dial
    if game is None or not game.entries or dial is None or dial.turn_in_view is None or dial.cell_in_view is None:
        return None
    return game, game.entries[dial.turn_in_view - 1], dial.cell_in_view


def _others(game: GameState, entry: Entry, row: Category) -> tuple[Cell, ...]:
    cells = (Cell(row, column) for column in range(1, game.ruleset.columns + 1))
    return tuple(cell for cell in cells if cell != entry.cell)


def _points_of(entry: Entry, row: Category) -> int:
    return row_points(row, entry.faces, is_served=entry.is_served)
