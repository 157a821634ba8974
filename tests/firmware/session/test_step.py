"""The session told of entries, settings and faults, one after the other, and resumed from its log."""

from dataclasses import replace
from typing import get_args

import pytest

from firmware.display.view import view
from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session import events, touches
from firmware.session.effects import Append, FetchGame, Tell
from firmware.session.log import unchanged
from firmware.session.state import SessionState
from firmware.session.step import DIAL, LESSON, TABLE, WIZARD, resume
from firmware.session.touches import USES, AcceptReading, ChooseMode, CorrectEntry, EndGame, TakeBack, TouchCell, Use
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import EntriesSwapped, GameAbandoned, GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Level, RerollRule, Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from tests.firmware.session.table_talk import LONG, QUEENS_3, Table, effects_of, events_of, faces, play_out, reading
from vision.reading import EyeDoubt

LEANING_2 = {2: EyeDoubt.LEANING}
FIX = CorrectEntry(turn_number=9, cell=QUEENS_3, faces=faces("QQQKA"), is_served=False)


def entries(table: Table) -> list[tuple[Cell, int, ChosenBy]]:
    return [(entry.cell, entry.points, entry.chosen_by) for entry in table.state.game.entries]


def test_equal_sums_throw_again_and_the_higher_sum_begins():
    table = Table().begin(beginner=None)
    assert (table.state.phase, table.key) == (Phase.BEGINNING, NoticeKey.THROW_TO_BEGIN)
    table.throw("99999")
    assert dict(table.state.notice.values) == {"player": "Ewald"}
    table.throw("99999")
    assert (table.state.phase, table.key) == (Phase.BEGINNING, NoticeKey.TIE_THROW_AGAIN)
    table.throw("99999").throw("AAAAA")
    assert (table.state.phase, table.key, table.state.game.to_move) == (Phase.WAITING, NoticeKey.BEGINS, 1)
    assert table.effects[-1] == Tell(Signal.DONE)


def test_who_sits_down_is_remembered_the_newest_first_as_typed_last_and_the_companion_is_nobody():
    table = Table(SessionState(people=("Anna", "EWALD ", "Gitti")))
    table.tell(touches.NewGame(GameBegan(players=("Ewald", "Stammgast"), levels=(None, Level.REGULAR))))
    assert table.state.people == ("Ewald", "Anna", "Gitti")


def test_a_game_that_was_put_away_goes_on_at_the_same_throw_and_the_running_one_is_put_away_first():
    was = Table().begin().throw("QQQKA").tell(EndGame(), touches.NewGame(GameBegan(players=("Toni", "Max"))))
    records = tuple(record for effect in was.effects if isinstance(effect, Append) for record in effect.records)[:-1]
    assert effects_of(was, touches.PlayOn(4)) == [FetchGame(4)]
    effects = effects_of(was, events.GameFetched(4, records))
    assert was.state.records == (replace(records[0], continues=4), records[1])
    assert effects == [Append((Record(GameAbandoned()),)), Append(was.state.records), Tell(Signal.READY)]
    assert (was.where, len(was.state.dice)) == ((Phase.READ, NoticeKey.RESUMED), 5)
    assert (was.state.agreed, was.state.people) == (records[0].event, ("Manfred", "Ewald", "Toni", "Max"))
    before = was.state
    assert effects_of(was, touches.PlayOn(4), events.GameFetched(4, records)) == []  # touched twice
    assert was.state == before
    for lost in ((), records[1:]):  # it is not there, or against the rules
        assert effects_of(was, events.GameFetched(9, lost)) == [Tell(Signal.PROBLEM)] * (not lost)
        assert (was.key, was.state.records) == (NoticeKey.NOT_NOW if lost else NoticeKey.GAME_GONE, before.records)


def test_a_touched_cell_is_filled_and_the_dice_pass_on():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3))
    assert entries(table) == [(QUEENS_3, 12, ChosenBy.PLAYER)]
    assert (table.state.phase, table.state.dice, table.key) == (Phase.WAITING, (), NoticeKey.ENTERED)
    assert dict(table.state.notice.values) == {"player": "Manfred", "category": "QUEENS", "column": 3, "points": 12}
    assert table.effects[-1] == Tell(Signal.READY)
    table.throw("99XKA").tell(TouchCell(QUEENS_3)).throw("AAAKK").tell(TouchCell(QUEENS_3))
    assert (table.key, len(entries(table)), table.effects[-1]) == (NoticeKey.CELL_TAKEN, 2, Tell(Signal.PROBLEM))


@pytest.mark.parametrize(
    ("table", "touch", "said"),
    [
        (Table().begin(), TouchCell(QUEENS_3), NoticeKey.ENTER_FIRST),
        (Table(), TouchCell(QUEENS_3), NoticeKey.NOT_NOW),
        (Table().begin(ruleset=Ruleset(columns=2)).throw("99XKA"), TouchCell(QUEENS_3), NoticeKey.ILLEGAL),
        (Table().begin(), TakeBack(), NoticeKey.NOTHING_TO_TAKE_BACK),
        (Table(), TakeBack(), NoticeKey.NOT_NOW),
        (Table().begin(), FIX, NoticeKey.ILLEGAL),
        (Table(), FIX, NoticeKey.NOT_NOW),
        (Table().begin().throw("99XKA", doubts=LEANING_2).tell(EndGame()), AcceptReading(), NoticeKey.NOT_NOW),
    ],
)
def test_what_cannot_be_is_answered_in_words_and_changes_nothing(table, touch, said):
    game, phase = table.state.game, table.state.phase
    assert (effects_of(table, touch), table.key, table.state.game, table.state.phase) == ([], said, game, phase)


def test_suggest_marks_a_cell_that_a_long_press_enters_and_ask_marks_none():
    table = Table().begin().throw("QQQKA")
    assert table.state.suggestion is None
    table.tell(LONG)
    assert (table.state.dial.kind, table.state.dial.shown.cell) == (DialKind.ROW, Cell(Category.QUEENS, 10))
    suggested = table.tell(ChooseMode(EntryMode.SUGGEST)).state.suggestion
    table.tell(events.PressedForMenu(at_ns=1), LONG, LONG)
    assert [(cell, by) for cell, _, by in entries(table)] == [(suggested, ChosenBy.SUGGEST)]
    assert table.state.suggestion is None


def test_auto_fills_after_the_third_throw_and_before_it_on_a_long_press():
    table = Table().begin().tell(ChooseMode(EntryMode.AUTO)).throw("QQQKA").throw("JJJKA")
    assert entries(table) == []
    table.throw("99999")
    assert [by for *_, by in entries(table)] == [ChosenBy.AUTO]
    table.tell(TakeBack(), events.BoardMoving(), events.BoardStill(reading("99999"), is_new=False))
    assert entries(table) == []  # taken back, it is not filled again by itself
    table.tell(TouchCell(QUEENS_3)).throw("QQQKA").tell(LONG)
    assert [by for *_, by in entries(table)] == [ChosenBy.PLAYER, ChosenBy.AUTO]


def test_an_entry_is_taken_back_only_until_the_next_throw_and_its_dice_lie_again():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3), TakeBack())
    assert (table.state.phase, table.key) == (Phase.CORRECTED, NoticeKey.TAKEN_BACK)
    lying = [(die.face, die.place_xy) for die in Table().begin().throw("QQQKA").state.dice]  # where they can be held
    assert [(die.face, die.place_xy) for die in table.state.dice] == lying
    assert entries(table.tell(TouchCell(Cell(Category.QUEENS, 4))))[0][0].column == 4
    table.throw("99XKA").tell(TakeBack())
    assert (table.key, len(entries(table))) == (NoticeKey.TAKE_BACK_TOO_LATE, 1)


def test_what_was_put_right_last_is_taken_back_first_by_name_and_by_taking_back_again_what_came_before():
    table, kings = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3)), Cell(Category.KINGS, 2)
    table.throw("9999K").tell(TouchCell(Cell(Category.POKER, 1))).throw("KKQJ9").tell(TouchCell(kings))
    for cell in (QUEENS_3, Cell(Category.KINGS, 7), kings):  # other dice, moved, places changed
        before = table.state.game.entries
        table.tell(CorrectEntry(turn_number=1, cell=cell, faces=faces("QQQQA"), is_served=False))
        assert table.state.game.entries != before
        assert (table.tell(TakeBack()).state.game.entries, table.key) == (before, NoticeKey.CORRECTION_TAKEN_BACK)
    fix = CorrectEntry(turn_number=1, cell=kings, faces=faces("QQQKA"), is_served=False)
    assert table.throw("JJJXA").tell(fix, TakeBack()).state.game.entries == before
    assert (table.key, table.state.game.turn.faces) == (NoticeKey.CORRECTION_TAKEN_BACK, faces("JJJXA"))
    assert (table.tell(TakeBack()).key, table.state.game.entries) == (NoticeKey.TAKE_BACK_TOO_LATE, before)
    half = (*table.state.records, Record(EntriesSwapped((1, 3))))  # then the plug was pulled
    assert Table(resume(SessionState(), half)).tell(TakeBack()).state.game.entries == before


def test_dice_put_right_and_throws_withdrawn_are_taken_back_by_name_one_after_the_other():
    table = Table().begin().throw("QQQKA")
    table.throw("QQQ9X", held_places=table.lying(0, 1, 2))
    named, turns = [], [table.state.game.turn]
    for touch in (touches.CorrectDie(2, Face.JACK), touches.CorrectHeld(4, True), touches.RepeatThrow()):
        turns.append(table.tell(touch).state.game.turn)
        named.append(view(table.state, simulated=False)["can"]["take_back"])
    assert named == ["Würfel 3 wieder Dame", "Würfel 5 wieder gewürfelt", "Wurf gilt doch"]
    for turn, name in zip(turns[-2::-1], (*named[1::-1], None), strict=True):
        assert (table.tell(TakeBack()).state.game.turn, table.key) == (turn, NoticeKey.TAKEN_BACK)
        lying = [(die.face, die.is_held) for die in table.state.dice]
        assert lying == [*zip(turn.faces, turn.throws[-1].held, strict=True)]
        assert view(table.state, simulated=False)["can"]["take_back"] == name
    assert all(die.place_xy for die in table.state.dice)
    table.tell(touches.CorrectDie(0, Face.NINE), TouchCell(QUEENS_3))
    assert view(table.state, simulated=False)["can"]["take_back"] == "Eintrag zurücknehmen"
    again = table.throw("KKQJ9").tell(touches.RepeatThrow()).throw("99XKA")  # another throw than the void one
    assert view(again.state, simulated=False)["can"]["take_back"] is None


def test_the_last_entry_ends_the_game_which_can_still_be_put_right_and_is_put_away_unabandoned():
    table = play_out(Table().begin(ruleset=Ruleset(columns=1)))
    assert (table.state.phase, table.key) == (Phase.GAME_OVER, NoticeKey.GAME_OVER)
    assert table.effects[-1] == Tell(Signal.GAME_OVER)
    table.tell(CorrectEntry(turn_number=1, cell=entries(table)[0][0], faces=faces("99999"), is_served=False))
    assert (table.state.phase, entries(table)[0][1], effects_of(table, EndGame())) == (Phase.GAME_OVER, 5, [])
    assert (table.state.phase, table.key) == (Phase.SETUP, NoticeKey.WELCOME)


def test_a_new_game_puts_the_running_one_away():
    table = Table().begin().throw("99XKA").begin(beginner=1)
    assert events_of(table)[2:] == [GameAbandoned(), GameBegan(players=("Manfred", "Ewald"), beginner=1)]
    assert (table.state.phase, table.state.dice, table.state.reading) == (Phase.WAITING, (), None)
    assert table.effects[-1] == Tell(Signal.READY)


def test_lost_cameras_and_failing_stores_are_said_and_so_is_their_recovery():
    table = Table().begin().tell(events.Pressed(at_ns=1), events.CameraLost())
    assert (table.state.phase, table.key, table.state.has_camera) == (Phase.WAITING, NoticeKey.CAMERA_LOST, False)
    table.tell(events.CameraBack())
    assert (table.key, table.state.has_camera) == (NoticeKey.CAMERA_BACK, True)
    table.throw("99XKA", doubts={3: EyeDoubt.FACE_UNCLEAR}).tell(events.CameraLost())
    assert table.state.phase is Phase.ASKING
    table = Table().begin()
    assert effects_of(table, events.StoreFailed(NoticeKey.STORE_FULL)) == [Tell(Signal.PROBLEM)]
    assert (table.key, table.state.is_saved) == (NoticeKey.STORE_FULL, False)
    table.tell(events.StoreRecovered())
    assert (table.key, table.state.is_saved) == (NoticeKey.STORE_RECOVERED, True)


def test_a_stuck_button_is_said_takes_its_menu_away_and_the_game_goes_on_by_touch():
    table = Table().begin().throw("QQQKA")
    table.tell(events.Holding(at_ns=5), events.PressedForMenu(at_ns=5), events.ButtonStuck(5))
    assert (table.key, table.state.dial, table.state.is_button_stuck) == (NoticeKey.BUTTON_STUCK, None, True)
    assert table.tell(TouchCell(QUEENS_3)).state.game.entries[-1].cell == QUEENS_3
    assert (table.tell(events.ButtonFreed(9)).key, table.state.is_button_stuck) == (NoticeKey.BUTTON_FREED, False)


def test_the_log_alone_brings_the_session_back_to_the_same_throw():
    table = Table().begin().throw("QQQKA").tell(TouchCell(QUEENS_3)).throw("99XKA").throw("99JQA")
    resumed = resume(SessionState(), table.state.records)
    assert (resumed.game, resumed.reading) == (table.state.game, table.state.reading)
    assert (resumed.phase, resumed.notice.key) == (Phase.READ, NoticeKey.RESUMED)
    assert [die.face for die in resumed.dice] == list(faces("99JQA"))


def test_every_prefix_of_a_log_can_be_resumed_and_an_abandoned_game_is_not():
    table = Table().begin(beginner=None, ruleset=Ruleset(columns=1, reroll=RerollRule.DIE))
    table.throw("AAAAA").throw("99999").throw("99XKA", doubts=LEANING_2).throw("99JKA")
    records = play_out(table).state.records
    found = [resume(SessionState(), records[:n]) for n in range(len(records) + 1)]
    assert [found[at].phase for at in (0, 1, -1)] == [Phase.SETUP, Phase.BEGINNING, Phase.GAME_OVER]
    assert found[-1].notice.key is NoticeKey.GAME_OVER
    abandoned = resume(SessionState(), [*records[:3], Record(GameAbandoned())])
    assert (abandoned.phase, abandoned.agreed) == (Phase.SETUP, records[0].event)


def test_a_throw_that_the_rules_refuse_leaves_the_table_ready_for_the_next():
    before = reading("99XKA", at=tuple((500.0 + 137 * i, 90.0) for i in range(5)))
    records = [
        Record(GameBegan(players=("A", "B"), beginner=0)),
        Record(ThrowMade(faces("99XKA")), before),
        Record(ThrowBurned((True, False, False, False, False), held_faces=faces("99"))),
    ]
    table = Table(resume(SessionState(), records))
    table.throw("JQQKA", held_places=table.lying(3, 4))
    assert (table.key, table.state.phase) == (NoticeKey.ILLEGAL, Phase.READ)


BUTTON = set(events.ButtonEvent.__subclasses__())
EVENTS = set(get_args(events.SessionEvent)) - {touches.Touch, events.ButtonEvent} | set(USES) | BUTTON
OWN_TOUCHES = {Use.LESSON: LESSON, Use.WIZARD: WIZARD}


def test_every_event_has_a_handler_and_nothing_else_has_one():
    assert TABLE.keys() == EVENTS
    assert LESSON.keys() | WIZARD.keys() | DIAL.keys() <= EVENTS


@pytest.mark.parametrize("use", OWN_TOUCHES)
def test_the_touches_of_a_dialog_are_handled_by_that_dialog_alone(use):
    own = {touch for touch, each in USES.items() if each is use}
    assert own <= OWN_TOUCHES[use].keys()
    assert {TABLE[touch] for touch in own} == {unchanged}
    assert {USES[kind] for kind in OWN_TOUCHES[use].keys() & USES.keys()} == {use}
