"""The game with one button: games begun, dice named, entries made and put right, the menu; nothing touches the page."""

from dataclasses import replace

import pytest

from firmware.ports import Signal
from firmware.session import effects, events, touches
from firmware.session.choosing import FORMS, Choice, choice_of, form_of, opening
from firmware.session.dial import OptionKey
from firmware.session.state import Doubt, SessionState
from firmware.session.touches import ChooseMode, OpenDial, TakeOption, TouchCell
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import Entered, EntryTakenBack, GameAbandoned, GameBegan, ThrowMade
from scoring.games.escalero import EscaleroBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.ruleset import RerollRule, Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.table_talk import LONG, MENU, SHORT, Table, begun, events_of, faces, play_out, reading
from vision.reading import EyeDoubt, Verdict

TRIO = ("Adam", "Berta", "Cäsar")
KINDS = [(choice, form) for choice in Choice for form in range(len(FORMS[choice]))]
UNCLEAR = EyeDoubt.FACE_UNCLEAR
UNCLEAR_3 = {3: UNCLEAR}
QUEENS_4, KINGS_2, POKER_1 = Cell(Category.QUEENS, 4), Cell(Category.KINGS, 2), Cell(Category.POKER, 1)


def thrown_out() -> Table:
    return begun().throw("99XKA").throw("JJQKA").throw("JJJJA")


def entered(columns: int = 10) -> Table:
    """Return a table with entries: Manfred's queens and kings, and between them one of Ewald's."""
    table = begun(ruleset=Ruleset(columns=columns))
    for letters, cell in (("QQQKA", QUEENS_4), ("9999K", POKER_1), ("KKQJ9", KINGS_2)):
        table.throw(letters).tell(TouchCell(cell))
    return table


def test_a_press_before_the_game_asks_who_begins_or_lets_it_be_thrown_for():
    table = Table(SessionState(agreed=GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=2)))).tell(SHORT)
    assert (table.state.dial.kind, table.key) == (DialKind.NEW_GAME, NoticeKey.WELCOME)
    table.tell(SHORT, SHORT, LONG)
    game = table.state.game
    assert (game.players, game.ruleset.columns, game.to_move, table.state.dial) == (("Elfriede", "Kurt"), 2, 1, None)
    table = Table().tell(SHORT, LONG).throw("99999").throw("AAAAA")
    assert table.state.game.to_move == 1
    assert table.tell(OpenDial(DialKind.DIE)).key is NoticeKey.NOT_NOW  # no throw of a turn lies there
    table = play_out(begun(ruleset=Ruleset(columns=1)))
    assert table.tell(SHORT).key is NoticeKey.GAME_OVER  # and after a game a hold asks for the next
    assert table.tell(LONG, LONG).state.game.players == ("Manfred", "Ewald")
    assert (table.state.game.ruleset.columns, table.state.phase) == (1, Phase.BEGINNING)
    table = Table(SessionState(agreed=RockAndRollBegan(players=TRIO, bank=1))).tell(SHORT)  # whoever held it at first
    assert [option.value for option in table.state.dial.options[:3]] == ["Berta", "Cäsar", "Adam"]
    assert table.tell(SHORT, LONG).state.game.agreed.bank == 2


@pytest.mark.parametrize(("choice", "form"), KINDS)
def test_every_game_can_be_chosen_and_begun_by_the_button_and_again_with_two_presses(choice, form):
    table = Table(SessionState(agreed=GameBegan(players=TRIO[:2]))).take(OptionKey.NEW_GAME)
    table.turn_to(OptionKey.OTHER_GAME).tell(LONG)
    assert table.state.dial.kind is DialKind.GAMES
    assert sorted((option.does.choice, option.does.form) for option in table.state.dial.options[:-1]) == sorted(KINDS)
    table.pick(does=touches.ChooseGame(choice, form))
    assert (table.state.dial.kind, table.state.phase) == (DialKind.NEW_GAME, Phase.SETUP)
    agreed = table.tell(LONG).state.game.agreed
    assert (choice_of(agreed), form_of(agreed), agreed.players) == (choice, form, ("Adam", "Berta"))
    assert Table(SessionState(agreed=agreed)).tell(SHORT, LONG).state.game.agreed == agreed


def test_another_game_takes_over_players_and_habits_but_not_who_begins():
    assert opening(Choice.TEN_BY_TEN, EscaleroBegan(players=TRIO)) == GameBegan(players=("Adam", "Berta"))
    ruleset = Ruleset(reroll=RerollRule.DIE, served=ServedRule.ANY_FULL_THROW, columns=3)
    other = opening(Choice.ESCALERO, GameBegan(players=("Adam", "Berta"), ruleset=ruleset))
    assert other == EscaleroBegan(players=("Adam", "Berta"), reroll=RerollRule.DIE, served=ServedRule.ANY_FULL_THROW)
    assert opening(Choice.TEN_BY_TEN, other).ruleset == replace(ruleset, columns=10)
    table = Table(SessionState(agreed=EscaleroBegan(players=TRIO, beginner=2))).tell(SHORT, LONG)
    assert table.state.phase is Phase.BEGINNING


def test_a_running_game_is_put_away_or_ended_only_after_a_question():
    table = begun().take(OptionKey.NEW_GAME)
    assert (table.state.dial.kind, table.state.dial.shown.key) == (DialKind.RESTART, OptionKey.NO)
    table.tell(LONG)
    assert (table.state.dial, table.state.phase) == (None, Phase.WAITING)
    table.take(OptionKey.NEW_GAME).turn_to(OptionKey.NEW_GAME).tell(LONG)
    table.turn_to(OptionKey.OTHER_GAME).tell(LONG, LONG)
    assert GameAbandoned() not in events_of(table)  # it goes on until another is begun
    table.tell(LONG)
    assert GameAbandoned() in events_of(table)
    table = begun().take(OptionKey.END_GAME)
    assert table.state.dial.kind is DialKind.END
    table.turn_to(OptionKey.END_GAME).tell(LONG)
    assert (table.state.phase, table.state.agreed.players) == (Phase.SETUP, ("Manfred", "Ewald"))


def test_every_dial_can_be_left_as_if_nobody_had_asked():
    dials = {
        "who begins": Table().tell(SHORT),
        "who begins instead": begun().take(OptionKey.NEW_GAME).turn_to(OptionKey.NEW_GAME).tell(LONG),
        "which row": begun(EntryMode.ASK).throw("99XKA").tell(LONG),
        "which row, in the end": thrown_out().tell(SHORT),
        "which column": begun().throw("99XKA").take(OptionKey.OTHER_COLUMN),
        "a misread die": begun().throw("99XKA").take(OptionKey.PUT_RIGHT),
        "a doubtful die": begun().throw("99XKA", doubts=UNCLEAR_3).tell(LONG),
        "a die by hand": begun().tell(events.CameraLost(), SHORT, LONG),
        "a later die by hand": begun().throw("99XKA").take(OptionKey.BY_HAND).tell(LONG),
        "which entry": entered().take(OptionKey.CORRECT_ENTRY),
        "which row of it": entered().take(OptionKey.CORRECT_ENTRY).tell(LONG),
        "which column of it": entered().take(OptionKey.CORRECT_ENTRY).tell(LONG, LONG),
    }
    for name, table in dials.items():
        assert table.state.dial.shown.key is not OptionKey.NO, name
        before = len(table.state.records), table.state.phase, table.state.dice
        table.turn_to(OptionKey.NO).tell(LONG)
        assert (len(table.state.records), table.state.phase, table.state.dice) == before, name
        assert table.state.dial is None, name


def test_a_doubtful_die_is_answered_with_the_likeliest_face_or_any_and_the_next_doubt_follows():
    table = begun().throw("99XKA", doubts=UNCLEAR_3).tell(LONG)
    assert (table.state.dial.kind, table.state.dial.die) == (DialKind.DIE, 3)
    table.tell(LONG)
    assert (events_of(table)[-1], table.state.phase, table.state.dial) == (ThrowMade(faces("99XKA")), Phase.READ, None)
    table = begun().throw("99XKA", doubts={0: UNCLEAR, 4: UNCLEAR}).tell(LONG)
    assert table.pick(face=Face.QUEEN).state.dial.die == 4
    table.tell(LONG)
    assert events_of(table)[-1] == ThrowMade(faces("Q9XKA"))
    table = begun().throw("99XKA", doubts=UNCLEAR_3).tell(events.Pressed(at_ns=77))  # a short press looks again
    assert effects.ReadBoard(77, table.state.reading) in table.effects


@pytest.mark.parametrize("answer", [{"doubts": UNCLEAR_3}, {"verdict": Verdict.NO_BOARD}])
def test_a_question_or_a_refusal_takes_the_menu_away_that_was_opened_meanwhile(answer):
    table = begun().tell(SHORT, MENU).answer("99XKA", **answer)
    assert table.state.dial is None
    assert table.tell(SHORT).state.phase is Phase.READING  # as is said: press to look again


def test_what_was_held_is_answered_too_and_a_die_that_the_log_knows_otherwise_is_the_one_asked_about():
    table = begun().throw("99XKA")
    table.throw("KQJXA", held_places=table.lying(0, 4))
    assert Doubt.CHANGED in table.state.dice[0].doubts
    table.tell(LONG).pick(face=Face.NINE, is_held=True)
    assert events_of(table)[-1] == ThrowMade(faces("9QJXA"), (True, False, False, False, True))
    table = begun().throw("99XKA").tell(touches.RepeatThrow(), touches.ThrowByHand())
    table.tell(*(touches.CorrectDie(i, Face.JACK) for i in range(5)), touches.AcceptReading())
    table.throw("QQQKA", held_places=table.lying(3))
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.HELD_CHANGED)
    assert [die.doubts for die in table.state.dice] == [frozenset()] * 3 + [{Doubt.CHANGED}, frozenset()]
    assert table.tell(LONG).state.dial.die == 3
    table.pick(is_held=False)
    assert events_of(table)[-1] == ThrowMade(faces("QQQKA"))


def test_a_burning_throw_is_overruled_by_a_hold_but_not_one_of_fewer_dice():
    table = begun().throw("99XKA", doubts={2: EyeDoubt.LEANING}).tell(LONG)
    assert events_of(table)[-1] == ThrowMade(faces("99XKA"))
    table = begun().throw("99XK", doubts={2: EyeDoubt.LEANING}).tell(LONG)
    assert (table.state.phase, table.key) == (Phase.BURNING, NoticeKey.WRONG_COUNT)
    assert dict(table.state.notice.values) == {"count": 4}
    table = begun().throw("99XKA").throw("99XKA", doubts=UNCLEAR_3)
    table.tell(*(touches.CorrectHeld(index, True) for index in range(5)), touches.AcceptReading())
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.NOTHING_THROWN)


def test_what_comes_too_late_for_its_dial_does_nothing_and_other_things_take_it_away():
    kinds = DialKind.ROW, DialKind.COLUMN, DialKind.DIE, DialKind.ENTRY, DialKind.ENTRY_ROW, DialKind.ENTRY_COLUMN
    for late in (*map(OpenDial, kinds), touches.AnswerDie(0, Face.ACE, False)):
        assert begun().tell(late).key is NoticeKey.NOT_NOW
    assert begun().throw("99XKA").tell(touches.AnswerDie(7, Face.ACE, False)).key is NoticeKey.NOT_NOW
    assert begun().tell(touches.OpenDice(), OpenDial(DialKind.MENU)).state.dial is None
    for other in (touches.OpenDice(), touches.NewGame(GameBegan(players=("A", "B"), beginner=0))):
        assert begun().tell(MENU, other).state.dial is None


def test_a_misread_throw_is_put_right_die_by_die_and_what_was_right_leaves_nothing_in_the_log():
    table = begun().throw("99XKA").take(OptionKey.PUT_RIGHT).tell(LONG)  # the first is right
    assert (table.state.dial.die, table.pick(face=Face.ACE).state.game.turn.faces) == (1, faces("9AXKA"))
    table = begun().throw("99XKA").take(OptionKey.PUT_RIGHT)
    logged = len(table.state.records)
    table.tell(LONG, LONG, LONG, LONG, LONG)
    assert (table.state.dial, len(table.state.records)) == (None, logged)


def test_a_throw_is_named_by_the_button_with_what_was_held_and_before_all_are_named_nothing_counts():
    table = begun().tell(events.CameraLost(), SHORT)
    assert table.key is NoticeKey.TYPE_THROW
    table.tell(*[LONG] * 4, MENU, LONG, SHORT)  # three are named, and the menu was opened
    assert (table.state.phase, table.key, table.state.dial) == (Phase.ASKING, NoticeKey.TYPE_THROW, None)
    table.tell(LONG)
    for wanted in faces("9AXKQ"):
        table.pick(face=wanted)
    assert events_of(table)[-1] == ThrowMade(faces("9AXKQ"))
    table = begun().throw("99XKA").take(OptionKey.BY_HAND).tell(LONG)
    for wanted, is_held in zip(faces("99JQQ"), (True, True, False, False, False), strict=True):
        table.pick(face=wanted, is_held=is_held)
    assert events_of(table)[-1] == ThrowMade(faces("99JQQ"), (True, True, False, False, False))


def test_questions_that_outlive_the_camera_are_answered_by_the_button_and_no_guess_is_counted():
    table = begun().throw("99XKA", doubts={1: UNCLEAR, 3: UNCLEAR}).tell(events.CameraLost())
    logged = len(table.state.records)
    table.tell(SHORT)
    assert (table.state.dial.kind, table.state.dial.die, len(table.state.records)) == (DialKind.DIE, 1, logged)
    table.pick(face=Face.ACE).tell(LONG)
    assert (events_of(table)[-1], table.state.dial) == (ThrowMade(faces("9AXKA")), None)
    table = begun().throw("99XKA")
    table.throw("99XKA", doubts={0: UNCLEAR}, held_places=table.lying(1, 2, 3, 4)).tell(events.CameraLost(), SHORT)
    assert table.pick(is_held=True).key is NoticeKey.NOTHING_THROWN
    table.tell(SHORT)
    for die in range(3):
        assert table.state.dial.die == die
        table.pick(is_held=die != 2)
    assert events_of(table)[-1] == ThrowMade(faces("99XKA"), (True, True, False, True, True))
    assert table.state.dial is None


def test_after_the_third_throw_presses_go_through_every_free_row_best_or_dearest_first():
    table = thrown_out()
    suggested, seen = table.state.suggestion, []
    assert table.tell(SHORT).key is NoticeKey.THROWS_USED_UP
    for _ in table.state.dial.options:
        seen += [table.state.dial.shown.cell] if table.state.dial.shown.cell is not None else []
        table.tell(SHORT)
    assert ({cell.category for cell in seen}, seen[-1]) == (set(Category), suggested)
    assert table.tell(LONG).state.game.entries[-1].cell == seen[0]
    table = begun(EntryMode.ASK).throw("KKKAA").throw("KKKAA").throw("KKKAA").tell(SHORT)
    points = [option.points for option in table.state.dial.options if option.cell is not None]
    assert (points, table.state.dial.shown.cell.category) == ([35, 15, 12, 0, 0, 0, 0, 0, 0, 0], Category.FULL)
    table = Table().begin(ruleset=Ruleset(columns=1))
    for category in list(Category)[:-1] * 2:  # the last row shows before the way out
        table.throw("99XKA").tell(TouchCell(Cell(category, 1)))
    table.tell(ChooseMode(EntryMode.SUGGEST)).throw("99XKA").throw("JJQKA").throw("9XJQK").tell(SHORT)
    assert [option.key for option in table.state.dial.options] == [OptionKey.CELL, OptionKey.NO]
    assert table.state.dial.shown.key is OptionKey.CELL


def test_every_free_column_of_a_row_can_be_reached():
    queens_4 = TouchCell(QUEENS_4)
    table = begun(EntryMode.ASK).throw("QQQKA").tell(queens_4).throw("99XKA").tell(queens_4).throw("JJJXA").tell(LONG)
    table.turn_until(lambda shown: shown.cell.category is Category.QUEENS).take(OptionKey.OTHER_COLUMN)
    cells = [option.cell for option in table.state.dial.options[:-1]]
    assert cells == [Cell(Category.QUEENS, column) for column in (1, 2, 3, 5, 6, 7, 8, 9, 10)]
    assert table.pick(cell=cells[7]).state.game.entries[-1].cell == cells[7]
    table = begun(EntryMode.ASK, ruleset=Ruleset(columns=1)).throw("JJJXA").tell(OpenDial(DialKind.COLUMN))
    assert table.state.dial.shown.cell == Cell(Category.JACKS, 1)  # of the best row, as none was in view


def test_new_dice_on_the_board_take_the_dial_away_and_a_hand_does_not():
    table = begun(EntryMode.ASK).throw("QQQKA").tell(LONG, events.BoardMoving())
    assert table.state.dial is not None
    assert table.tell(events.BoardStill(reading("99XKA"), is_new=False)).state.dial is not None
    table.tell(events.BoardMoving(), events.BoardStill(reading("99XKA")))
    assert (table.state.phase, table.state.dial) == (Phase.STILL, None)
    assert table.tell(OpenDial(DialKind.ROW)).key is NoticeKey.NOT_NOW


def test_nothing_is_entered_where_nothing_lies_nor_by_a_touch_aimed_at_another_dial():
    table = begun().tell(LONG)
    assert (table.key, table.state.dial) == (NoticeKey.NOT_NOW, None)
    table = begun(EntryMode.ASK).throw("QQQKA").tell(LONG, TakeOption(DialKind.MENU, 0), TakeOption(DialKind.ROW, 99))
    assert table.state.game.entries == ()
    wanted = table.tell(SHORT).state.dial.options[0].cell
    assert table.tell(TakeOption(DialKind.ROW, 0)).state.game.entries[-1].cell == wanted
    before = table.state
    assert table.tell(TakeOption(DialKind.ROW, 0)).state == before


def moved(table: Table, turn_number: int, cell: Cell) -> Table:
    table.take(OptionKey.CORRECT_ENTRY).pick(turn_number=turn_number)
    table.turn_until(lambda shown: shown.cell and shown.cell.category is cell.category)
    return table.tell(LONG).pick(cell=cell)


def standing(table: Table) -> list[tuple[Cell, int]]:
    return [(entry.cell, entry.points) for entry in table.state.game.entries]


def test_an_earlier_entry_is_moved_with_its_dice_or_changes_places_with_another_also_after_the_end():
    table = moved(entered(), 1, Cell(Category.KINGS, 7))
    assert standing(table) == [(Cell(Category.KINGS, 7), 5), (POKER_1, 46), (KINGS_2, 10)]
    assert table.state.game.entries[0].faces == faces("QQQKA")
    assert (table.key, table.state.dial, table.state.phase) == (NoticeKey.CORRECTED, None, Phase.WAITING)
    assert standing(moved(entered(), 3, QUEENS_4)) == [(KINGS_2, 5), (POKER_1, 46), (QUEENS_4, 4)]
    assert standing(moved(entered(), 3, POKER_1))[1:] == [(POKER_1, 46), (POKER_1, 0)]
    table = moved(entered().throw("JJJXA"), 1, Cell(Category.QUEENS, 9))
    assert (table.state.phase, table.state.game.turn.faces) == (Phase.READ, faces("JJJXA"))
    table = play_out(begun(ruleset=Ruleset(columns=1)))
    last, before = table.state.game.entries[-1], table.state.game.entries[-3]
    moved(table, last.turn_number, before.cell)
    assert (table.state.game.entries[-1].cell, table.state.game.entries[-3].cell) == (before.cell, last.cell)
    assert table.state.phase is Phase.GAME_OVER


def test_entries_are_offered_from_the_newest_and_rows_by_what_the_dice_bring_and_none_before_there_is_one():
    table = begun()
    for column in range(1, 7):
        table.throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, column)))
        table.throw("99999").tell(TouchCell(Cell(Category.POKER, column)))
    table.take(OptionKey.CORRECT_ENTRY)
    assert [option.turn_number for option in table.state.dial.options] == [*range(12, 2, -1), None]
    table = entered(columns=4).take(OptionKey.CORRECT_ENTRY).pick(turn_number=3)
    rows = [option.cell.category for option in table.state.dial.options[:-1]]
    assert (rows[:3], set(rows)) == ([Category.KINGS, Category.QUEENS, Category.JACKS], set(Category))
    cells = [option.cell for option in table.tell(LONG).state.dial.options[:-1]]
    assert cells == [Cell(Category.KINGS, column) for column in (1, 3, 4)]
    assert {option.key for option in table.state.dial.options[:-1]} == {OptionKey.CELL}
    table = begun(ruleset=Ruleset(columns=1)).throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, 1)))
    rows = {option.cell.category for option in table.take(OptionKey.CORRECT_ENTRY).tell(LONG).state.dial.options[:-1]}
    assert rows == set(Category) - {Category.QUEENS}
    assert entered().tell(OpenDial(DialKind.ENTRY_ROW)).key is NoticeKey.NOT_NOW


def test_the_menu_offers_only_what_can_be_done_and_leaving_it_changes_nothing():
    keys = "go_on sound_off volume mode hints_on language set_up new_game"
    assert [option.key for option in Table().tell(MENU).state.dial.options] == keys.split()
    table = begun().throw("99XKA")
    before = table.state
    offered = {option.key for option in table.tell(MENU).state.dial.options}
    assert {OptionKey.OTHER_CELL, OptionKey.PUT_RIGHT, OptionKey.REPEAT_THROW} <= offered
    assert not {OptionKey.TAKE_BACK, OptionKey.CORRECT_ENTRY} & offered
    assert table.tell(LONG).state == before
    table = begun().throw("99XKA", doubts={2: EyeDoubt.LEANING})
    before = len(table.effects)
    table.tell(MENU, LONG)
    assert (table.state.phase, table.effects[before:]) == (Phase.BURNING, [effects.Tell(Signal.STEP)] * 2)
    assert begun().take(OptionKey.STANDINGS).key is NoticeKey.STANDINGS


def test_a_throw_can_be_withdrawn_an_entry_taken_back_and_what_the_table_outran_takes_nothing():
    table = begun().throw("99XKA").take(OptionKey.REPEAT_THROW)
    assert (table.key, table.state.phase) == (NoticeKey.REPEAT_THROW, Phase.WAITING)
    table.throw("QQQKA").tell(LONG).take(OptionKey.TAKE_ENTRY_BACK)
    assert events_of(table)[-1] == EntryTakenBack()
    assert isinstance(events_of(table.tell(LONG))[-1], Entered)
    for table in (begun().throw("QQQKA"), begun().throw("QQQKA").tell(MENU)):
        before = table.state
        table.tell(events.PressedLong(at_ns=5, is_outrun=True))
        assert (table.key, table.state) == (NoticeKey.NOT_NOW, replace(before, notice=table.state.notice))


def test_settings_change_in_the_menu_and_it_stays_open_for_more():
    table = begun().take(OptionKey.SOUND_OFF)
    assert (table.state.is_muted, table.state.dial.shown.key) == (True, OptionKey.SOUND_ON)
    table.turn_to(OptionKey.VOLUME).tell(LONG)
    assert (table.state.volume, table.state.is_muted) == (100, False)
    assert [table.tell(LONG).state.volume for _ in range(2)] == [25, 50]
    for key in (OptionKey.MODE, OptionKey.HINTS_ON, OptionKey.LANGUAGE):
        table.turn_to(key).tell(LONG)
    assert (table.state.mode, table.state.is_hinting, table.state.language) == (EntryMode.AUTO, True, "en")
    assert table.tell(touches.Mute(True)).state.is_muted


def test_the_page_is_dark_where_the_room_is_until_somebody_says_how_he_wants_it():
    table = begun()
    for lux, is_dark in ((90.0, False), (20.0, True), (90.0, True), (150.0, False)):
        assert table.tell(events.LightMeasured(lux)).state.is_night == is_dark
    assert not table.tell(touches.ShowNight(False), events.LightMeasured(20.0)).state.is_night


def test_turning_past_the_mode_that_enters_by_itself_enters_nothing_before_the_menu_is_left():
    table = thrown_out().take(OptionKey.MODE)
    assert (table.state.mode, table.state.phase) == (EntryMode.AUTO, Phase.ENTERING)
    assert table.tell(LONG).state.mode is EntryMode.ASK
    assert not any(isinstance(event, Entered) for event in events_of(table))
    table = thrown_out().take(OptionKey.MODE).turn_to(OptionKey.GO_ON).tell(LONG)
    assert isinstance(events_of(table)[-1], Entered)
    table = begun(EntryMode.AUTO).throw("99XKA").throw("JJQKA").tell(SHORT, MENU).answer("JJJJA")
    assert (isinstance(events_of(table)[-1], Entered), table.state.dial) == (True, None)
