"""The session told of entries, settings and faults, one after the other, and resumed from its log."""

from __future__ import annotations

from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session import events
from firmware.session.effects import Tell
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import (
    AcceptReading,
    ChooseMode,
    CorrectDie,
    CorrectEntry,
    EndGame,
    TakeBack,
    ThrowByHand,
    TouchCell,
)
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameAbandoned, GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import RerollRule, Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from tests.firmware.session.table_talk import QUEENS_3, Table, events_of, faces, play_out, reading
from vision.reading import EyeDoubt


def test_the_higher_sum_begins():
    table = Table().begin(beginner=None)
    assert (table.state.phase, table.key) == (Phase.BEGINNING, NoticeKey.THROW_TO_BEGIN)
    table.throw("99999")
    assert dict(table.state.notice.values) == {"player": "Ewald"}
    table.throw("AAAAA")
    assert (table.state.phase, table.key) == (Phase.WAITING, NoticeKey.BEGINS)
    assert table.state.game.to_move == 1


def test_equal_sums_throw_again():
    table = Table().begin(beginner=None).throw("99999").throw("99999")
    assert table.key is NoticeKey.TIE_THROW_AGAIN
    assert table.state.phase is Phase.BEGINNING


def test_accepting_dice_after_the_game_was_put_away_does_nothing():
    table = Table().begin().throw("99XKA", doubts={2: EyeDoubt.LEANING}).tell(EndGame(), AcceptReading())
    assert (table.state.phase, table.key) == (Phase.SETUP, NoticeKey.NOT_NOW)


def test_a_touched_cell_is_filled_and_the_dice_pass_on():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3))
    entry = table.state.game.entries[0]
    assert (entry.points, entry.chosen_by) == (12, ChosenBy.PLAYER)
    assert (table.state.phase, table.state.dice, table.key) == (Phase.WAITING, (), NoticeKey.ENTERED)
    assert dict(table.state.notice.values) == {"player": "Manfred", "category": "QUEENS", "column": 3, "points": 12}


def test_a_taken_cell_is_refused_in_words():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3)).throw("99XKA").tell(TouchCell(QUEENS_3))
    table.throw("AAAKK").tell(TouchCell(QUEENS_3))
    assert table.key is NoticeKey.CELL_TAKEN
    assert len(table.state.game.entries) == 2


def test_a_cell_before_the_first_throw_asks_for_the_throw():
    assert Table().begin().tell(TouchCell(QUEENS_3)).key is NoticeKey.ENTER_FIRST
    assert Table().tell(TouchCell(QUEENS_3)).key is NoticeKey.NOT_NOW


def test_a_cell_beyond_the_agreed_columns_is_refused():
    table = Table().begin(ruleset=Ruleset(columns=2)).throw("99XKA").tell(TouchCell(QUEENS_3))
    assert table.key is NoticeKey.ILLEGAL
    assert table.state.game.entries == ()


def test_suggest_marks_a_cell_that_a_long_press_enters():
    table = Table().begin().tell(ChooseMode(EntryMode.SUGGEST)).throw("QQQKA")
    suggested = table.state.suggestion
    assert suggested is not None
    table.tell(events.PressedLong(at_ns=9))
    entry = table.state.game.entries[0]
    assert (entry.cell, entry.chosen_by) == (suggested, ChosenBy.SUGGEST)
    assert table.state.suggestion is None


def test_ask_suggests_nothing_and_a_long_press_asks_where_to_enter():
    table = Table().begin().throw("QQQKA")
    assert table.state.suggestion is None
    table.tell(events.PressedLong(at_ns=9))
    assert table.state.dial.kind is DialKind.ROW
    assert table.state.dial.shown.cell == Cell(Category.QUEENS, 10)


def test_auto_fills_after_the_third_throw_and_before_it_on_a_long_press():
    table = Table().begin().tell(ChooseMode(EntryMode.AUTO)).throw("QQQKA").throw("JJJKA")
    assert table.state.game.entries == ()
    table.throw("99999")
    assert table.state.game.entries[0].chosen_by is ChosenBy.AUTO
    table.throw("QQQKA").tell(events.PressedLong(at_ns=9))
    assert [entry.chosen_by for entry in table.state.game.entries] == [ChosenBy.AUTO] * 2


def test_an_automatic_entry_taken_back_is_not_filled_again_by_itself():
    table = Table().begin().tell(ChooseMode(EntryMode.AUTO)).throw("QQQKA").throw("JJJKA").throw("99999")
    table.tell(TakeBack(), events.BoardMoving(), events.BoardStill(reading("99999"), is_new=False))
    assert table.state.game.entries == ()
    table.tell(TouchCell(QUEENS_3))
    assert table.state.game.entries[0].cell == QUEENS_3


def test_an_entry_is_taken_back_and_its_dice_lie_again():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3), TakeBack())
    assert (table.state.phase, table.key) == (Phase.CORRECTED, NoticeKey.TAKEN_BACK)
    assert [die.face for die in table.state.dice] == list(faces("QQQKA"))
    table.tell(TouchCell(Cell(Category.QUEENS, 4)))
    assert table.state.game.entries[0].cell.column == 4


def test_nothing_to_take_back_is_said():
    assert Table().begin().tell(TakeBack()).key is NoticeKey.NOTHING_TO_TAKE_BACK
    assert Table().tell(TakeBack()).key is NoticeKey.NOT_NOW


def test_an_entry_is_taken_back_only_until_the_next_throw():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3)).throw("99XKA").tell(TakeBack())
    assert table.key is NoticeKey.TAKE_BACK_TOO_LATE
    assert len(table.state.game.entries) == 1


def test_putting_right_what_was_never_entered_is_refused():
    fix = CorrectEntry(turn_number=9, cell=QUEENS_3, faces=faces("QQQKA"), is_served=False)
    assert Table().begin().tell(fix).key is NoticeKey.ILLEGAL
    assert Table().tell(fix).key is NoticeKey.NOT_NOW


def test_the_last_entry_ends_the_game():
    table = Table().begin(ruleset=Ruleset(columns=1))
    play_out(table)
    assert (table.state.phase, table.key) == (Phase.GAME_OVER, NoticeKey.GAME_OVER)
    assert Tell(Signal.GAME_OVER) in table.effects


def test_a_wrong_entry_is_put_right_after_the_end():
    table = Table().begin(ruleset=Ruleset(columns=1))
    play_out(table)
    first = table.state.game.entries[0]
    table.tell(CorrectEntry(turn_number=1, cell=first.cell, faces=faces("99999"), is_served=False))
    assert table.state.phase is Phase.GAME_OVER
    assert table.state.game.entries[0].points == 5


def test_a_new_game_puts_the_running_one_away():
    table = Table().begin().throw("99XKA").begin(beginner=1)
    assert events_of(table)[2:] == [GameAbandoned(), GameBegan(players=("Manfred", "Ewald"), beginner=1)]
    assert (table.state.phase, table.state.dice, table.state.reading) == (Phase.WAITING, (), None)


def test_a_finished_game_is_put_away_without_being_abandoned():
    table = Table().begin(ruleset=Ruleset(columns=1))
    play_out(table)
    count = len(events_of(table))
    table.tell(EndGame())
    assert table.state.phase is Phase.SETUP
    assert len(events_of(table)) == count


def test_a_lost_camera_drops_the_press_and_says_so():
    table = Table().begin().tell(events.Pressed(at_ns=1), events.CameraLost())
    assert (table.state.phase, table.key, table.state.has_camera) == (Phase.WAITING, NoticeKey.CAMERA_LOST, False)
    table.tell(events.CameraBack())
    assert (table.key, table.state.has_camera) == (NoticeKey.CAMERA_BACK, True)


def test_a_lost_camera_leaves_a_question_open():
    table = Table().begin().throw("99XKA", doubts={3: EyeDoubt.FACE_UNCLEAR}).tell(events.CameraLost())
    assert table.state.phase is Phase.ASKING


def test_a_failing_store_is_said_and_so_is_its_recovery():
    table = Table().begin().tell(events.StoreFailed(NoticeKey.STORE_FULL))
    assert (table.key, table.state.is_saved) == (NoticeKey.STORE_FULL, False)
    table.tell(events.StoreRecovered())
    assert (table.key, table.state.is_saved) == (NoticeKey.STORE_RECOVERED, True)


def test_the_log_alone_brings_the_session_back_to_the_same_throw():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3)).throw("99XKA").throw("99JQA")
    resumed = resume(SessionState(), table.state.records)
    assert resumed.game == table.state.game
    assert (resumed.phase, resumed.notice.key) == (Phase.READ, NoticeKey.RESUMED)
    assert [die.face for die in resumed.dice] == list(faces("99JQA"))
    assert resumed.reading == table.state.reading


def test_every_prefix_of_a_log_can_be_resumed():
    table = Table().begin(beginner=None, ruleset=Ruleset(columns=1, reroll=RerollRule.DIE))
    table.throw("AAAAA").throw("99999").throw("99XKA", doubts={2: EyeDoubt.LEANING}).throw("99JKA")
    play_out(table)
    records = table.state.records
    phases = [resume(SessionState(), records[:n]).phase for n in range(len(records) + 1)]
    assert phases[0] is Phase.SETUP
    assert phases[1] is Phase.BEGINNING
    assert phases[-1] is Phase.GAME_OVER


def test_an_abandoned_game_is_not_resumed():
    records = [Record(GameBegan(players=("A", "B"), beginner=0)), Record(GameAbandoned())]
    assert resume(SessionState(), records).phase is Phase.SETUP


def test_a_throw_that_the_rules_refuse_leaves_the_table_ready_for_the_next():
    before = reading("99XKA", at=tuple((500.0 + 137 * i, 90.0) for i in range(5)))
    records = [
        Record(GameBegan(players=("A", "B"), beginner=0)),
        Record(ThrowMade(faces("99XKA")), before),
        Record(ThrowBurned((True, False, False, False, False), held_faces=faces("99"))),
    ]
    table = Table(resume(SessionState(), records))
    table.throw("JQQKA", held_places={3: table.place(3), 4: table.place(4)})
    assert (table.key, table.state.phase) == (NoticeKey.ILLEGAL, Phase.READ)


def test_a_correction_of_a_typed_throw_needs_no_reading():
    table = Table().begin()
    table.tell(ThrowByHand(), *(CorrectDie(i, Face.ACE) for i in range(5)), AcceptReading(), CorrectDie(0, Face.KING))
    assert table.state.game.turn.faces == faces("KAAAA")
    assert table.state.reading is None
