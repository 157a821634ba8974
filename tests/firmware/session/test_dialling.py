"""The game with one button: games begun, dice named and the menu, by dials; nothing here touches the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.ports import Signal
from firmware.session import touches
from firmware.session.dial import OptionKey
from firmware.session.effects import ReadBoard, Tell
from firmware.session.events import ButtonFreed, ButtonStuck, CameraLost, Holding, Pressed, PressedLong
from firmware.session.state import Doubt, SessionState
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import BeginnerThrown, Entered, EntryTakenBack, GameAbandoned, GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.dial_talk import LONG, MENU, SHORT, answer, begun, take, turn_to
from tests.firmware.session.table_talk import Table, events_of, faces
from vision.reading import EyeDoubt, Verdict


def test_a_press_before_the_game_asks_who_begins_or_lets_it_be_thrown_for():
    table = Table(SessionState(agreed=GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=2)))).tell(SHORT)
    assert table.state.dial.kind is DialKind.NEW_GAME
    table.tell(SHORT, SHORT)
    assert table.state.dial.shown.value == "Kurt"
    table.tell(LONG)
    game = table.state.game
    assert (game.players, game.ruleset.columns, game.to_move) == (("Elfriede", "Kurt"), 2, 1)
    assert table.state.dial is None
    table = Table().tell(SHORT, LONG)
    assert table.state.phase is Phase.BEGINNING
    table.throw("99999").throw("AAAAA")
    assert sum(isinstance(event, BeginnerThrown) for event in events_of(table)) == 2
    assert table.state.game.to_move == 1


def test_after_a_game_a_hold_begins_the_next_and_the_last_row_shows_before_the_way_out():
    table = begun(EntryMode.AUTO, ruleset=Ruleset(columns=1))
    while table.state.phase is not Phase.GAME_OVER:
        table.throw("99XKA").throw("JJQKA").throw("9XJQK")
    assert table.tell(SHORT).key is NoticeKey.GAME_OVER
    table.tell(LONG, LONG)
    assert table.state.game.players == ("Manfred", "Ewald")
    assert (table.state.game.ruleset.columns, table.state.phase) == (1, Phase.BEGINNING)
    table = begun(EntryMode.AUTO, ruleset=Ruleset(columns=1))
    while len(table.state.game.entries) < 18:
        table.throw("99XKA").throw("JJQKA").throw("9XJQK")
    table.tell(touches.ChooseMode(EntryMode.SUGGEST)).throw("99XKA").throw("JJQKA").throw("9XJQK").tell(SHORT)
    assert [option.key for option in table.state.dial.options] == [OptionKey.CELL, OptionKey.NO]
    assert table.state.dial.shown.key is OptionKey.CELL


UNCLEAR_3 = {3: EyeDoubt.FACE_UNCLEAR}


def dials() -> dict[str, Table]:
    """Return a table for each dial that asks something."""
    thrown = begun().throw("99XKA")
    return {
        "who begins": Table().tell(SHORT),
        "who begins instead": turn_to(take(begun(), OptionKey.NEW_GAME), OptionKey.NEW_GAME).tell(LONG),
        "which row": begun(EntryMode.ASK).throw("99XKA").tell(LONG),
        "which row, in the end": begun().throw("99XKA").throw("JJQKA").throw("JJJJA").tell(SHORT),
        "which column": take(begun().throw("99XKA"), OptionKey.OTHER_COLUMN),
        "a misread die": take(thrown, OptionKey.PUT_RIGHT),
        "a doubtful die": begun().throw("99XKA", doubts=UNCLEAR_3).tell(LONG),
        "a die by hand": begun().tell(CameraLost(), SHORT, LONG),
        "a later die by hand": take(begun().throw("99XKA"), OptionKey.BY_HAND).tell(LONG),
    }


@pytest.mark.parametrize("name", dials())
def test_every_dial_can_be_left_as_if_nobody_had_asked(name: str):
    table = dials()[name]
    assert table.state.dial.shown.key is not OptionKey.NO
    before = len(table.state.records), table.state.phase, table.state.dice
    turn_to(table, OptionKey.NO).tell(LONG)
    assert (len(table.state.records), table.state.phase, table.state.dice) == before
    assert table.state.dial is None


def test_a_running_game_is_put_away_or_ended_only_after_a_question():
    table = take(begun(), OptionKey.NEW_GAME)
    assert (table.state.dial.kind, table.state.dial.shown.key) == (DialKind.RESTART, OptionKey.NO)
    table.tell(LONG)
    assert (table.state.dial, table.state.phase) == (None, Phase.WAITING)
    turn_to(take(table, OptionKey.NEW_GAME), OptionKey.NEW_GAME).tell(LONG, LONG)
    assert GameAbandoned() in events_of(table)
    assert table.state.phase is Phase.BEGINNING
    table = take(begun(), OptionKey.END_GAME)
    assert table.state.dial.kind is DialKind.END
    turn_to(table, OptionKey.END_GAME).tell(LONG)
    assert table.state.phase is Phase.SETUP
    assert table.state.agreed.players == ("Manfred", "Ewald")


def test_a_doubtful_die_is_answered_with_the_likeliest_face_or_any_and_the_next_doubt_follows():
    table = begun().throw("99XKA", doubts=UNCLEAR_3)
    assert table.state.phase is Phase.ASKING
    table.tell(LONG)
    assert (table.state.dial.kind, table.state.dial.die) == (DialKind.DIE, 3)
    assert table.state.dial.shown.face is Face.KING
    table.tell(LONG)
    assert events_of(table)[-1] == ThrowMade(faces("99XKA"))
    assert (table.state.phase, table.state.dial) == (Phase.READ, None)
    table = begun().throw("99XKA", doubts={0: EyeDoubt.FACE_UNCLEAR, 4: EyeDoubt.FACE_UNCLEAR}).tell(LONG)
    answer(table, face=Face.QUEEN)
    assert table.state.dial.die == 4
    table.tell(LONG)
    assert events_of(table)[-1] == ThrowMade(faces("Q9XKA"))


def test_a_short_press_on_a_question_looks_again():
    table = begun().throw("99XKA", doubts=UNCLEAR_3).tell(Pressed(at_ns=77))
    assert ReadBoard(77, table.state.reading) in table.effects


@pytest.mark.parametrize("answer", [{"doubts": UNCLEAR_3}, {"verdict": Verdict.NO_BOARD}])
def test_a_question_or_a_refusal_takes_the_menu_away_that_was_opened_meanwhile(answer):
    table = begun().tell(SHORT, MENU).answer("99XKA", **answer)
    assert table.state.dial is None
    assert table.tell(SHORT).state.phase is Phase.READING  # as is said: press to look again


def test_what_was_held_is_answered_too_and_a_die_that_the_log_knows_otherwise_is_the_one_asked_about():
    table = begun().throw("99XKA")
    table.throw("KQJXA", held_places={0: table.place(0), 4: table.place(4)})
    assert Doubt.CHANGED in table.state.dice[0].doubts
    table.tell(LONG)
    answer(table, face=Face.NINE, is_held=True)
    assert events_of(table)[-1] == ThrowMade(faces("9QJXA"), (True, False, False, False, True))
    table = begun().throw("99XKA")
    table.tell(
        touches.RepeatThrow(),
        touches.ThrowByHand(),
        *(touches.CorrectDie(i, Face.JACK) for i in range(5)),
        touches.AcceptReading(),
    )
    table.throw("QQQKA", held_places={3: table.place(3)})
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.HELD_CHANGED)
    assert [die.doubts for die in table.state.dice] == [frozenset()] * 3 + [{Doubt.CHANGED}, frozenset()]
    table.tell(LONG)
    assert table.state.dial.die == 3
    answer(table, is_held=False)
    assert events_of(table)[-1] == ThrowMade(faces("QQQKA"))


def test_a_burning_throw_is_overruled_by_a_hold_but_not_one_of_fewer_dice():
    table = begun().throw("99XKA", doubts={2: EyeDoubt.LEANING})
    assert (table.state.phase, events_of(table)[-1]) == (Phase.BURNING, ThrowBurned((False, False, True, False, False)))
    table.tell(LONG)
    assert events_of(table)[-1] == ThrowMade(faces("99XKA"))
    table = begun().throw("99XK", doubts={2: EyeDoubt.LEANING}).tell(LONG)
    assert (table.state.phase, table.key) == (Phase.BURNING, NoticeKey.WRONG_COUNT)
    assert dict(table.state.notice.values) == {"count": 4}
    table = begun().throw("99XKA").throw("99XKA", doubts=UNCLEAR_3)
    table.tell(*(touches.CorrectHeld(index, True) for index in range(5)), touches.AcceptReading())
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.NOTHING_THROWN)


def test_what_comes_too_late_for_its_dial_does_nothing_and_other_things_take_it_away():
    assert begun().tell(touches.OpenDial(DialKind.COLUMN)).key is NoticeKey.NOT_NOW
    assert begun().tell(touches.OpenDial(DialKind.DIE)).key is NoticeKey.NOT_NOW
    assert begun().tell(touches.AnswerDie(0, Face.ACE, False)).key is NoticeKey.NOT_NOW
    assert begun().throw("99XKA").tell(touches.AnswerDie(7, Face.ACE, False)).key is NoticeKey.NOT_NOW
    taught = begun().tell(touches.OpenDice(), touches.OpenDial(DialKind.MENU))
    assert taught.state.dial is None
    assert begun().tell(MENU, touches.OpenDice()).state.dial is None
    game = touches.NewGame(GameBegan(players=("A", "B"), ruleset=Ruleset(), beginner=0))
    assert begun().tell(MENU, game).state.dial is None


def test_a_misread_throw_is_put_right_die_by_die_and_what_was_right_leaves_nothing_in_the_log():
    table = take(begun().throw("99XKA"), OptionKey.PUT_RIGHT)
    table.tell(LONG)  # the first is right
    assert table.state.dial.die == 1
    answer(table, face=Face.ACE)
    assert table.state.dial is None or table.state.dial.die == 2
    assert table.state.game.turn.faces == faces("9AXKA")
    table = take(begun().throw("99XKA"), OptionKey.PUT_RIGHT)
    logged = len(table.state.records)
    table.tell(LONG, LONG, LONG, LONG, LONG)
    assert (table.state.dial, len(table.state.records)) == (None, logged)


def test_a_throw_is_named_by_the_button_with_what_was_held():
    table = begun().tell(CameraLost(), SHORT)
    assert table.key is NoticeKey.TYPE_THROW
    table.tell(LONG)
    for wanted in faces("9AXKQ"):
        answer(table, face=wanted)
    assert events_of(table)[-1] == ThrowMade(faces("9AXKQ"))
    table = begun().throw("99XKA")
    take(table, OptionKey.BY_HAND).tell(LONG)
    for wanted, is_held in zip(faces("99JQQ"), (True, True, False, False, False), strict=True):
        answer(table, face=wanted, is_held=is_held)
    assert events_of(table)[-1] == ThrowMade(faces("99JQQ"), (True, True, False, False, False))


def test_questions_that_outlive_the_camera_are_answered_by_the_button_and_no_guess_is_counted():
    table = begun().throw("99XKA", doubts={1: EyeDoubt.FACE_UNCLEAR, 3: EyeDoubt.FACE_UNCLEAR}).tell(CameraLost())
    logged = len(table.state.records)
    table.tell(SHORT)
    assert (table.state.dial.kind, table.state.dial.die, len(table.state.records)) == (DialKind.DIE, 1, logged)
    answer(table, face=Face.ACE)
    assert table.state.dial.die == 3
    table.tell(LONG)
    assert events_of(table)[-1] == ThrowMade(faces("9AXKA"))
    assert table.state.dial is None
    table = begun().throw("99XKA")
    lying = {index: table.place(index) for index in range(1, 5)}
    table.throw("99XKA", doubts={0: EyeDoubt.FACE_UNCLEAR}, held_places=lying).tell(CameraLost(), SHORT)
    assert answer(table, is_held=True).key is NoticeKey.NOTHING_THROWN
    table.tell(SHORT)
    asked = []
    while table.state.dial is not None:
        asked.append(table.state.dial.die)
        answer(table, is_held=asked[-1] != 2)
    assert asked == [0, 1, 2]
    assert events_of(table)[-1] == ThrowMade(faces("99XKA"), (True, True, False, True, True))


@pytest.mark.parametrize("answers", [0, 3])
def test_a_press_before_all_dice_are_named_says_how_and_counts_nothing(answers: int):
    table = begun().tell(CameraLost(), SHORT)
    table.tell(*[LONG] * (answers + 1), MENU, LONG)
    assert (table.state.phase, table.state.dial) == (Phase.ASKING, None)
    table.tell(SHORT)
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)


def test_the_menu_offers_only_what_can_be_done_and_leaving_it_changes_nothing():
    keys = "go-on sound-off volume mode hints-on language set-up new-game"
    assert [option.key for option in Table().tell(MENU).state.dial.options] == keys.split()
    offered = {option.key for option in begun().throw("99XKA").tell(MENU).state.dial.options}
    assert {OptionKey.OTHER_CELL, OptionKey.PUT_RIGHT, OptionKey.REPEAT_THROW} <= offered
    assert OptionKey.TAKE_BACK not in offered
    table = begun().throw("99XKA")
    before = table.state
    assert table.tell(MENU).state.dial.shown.key is OptionKey.GO_ON
    assert table.tell(LONG).state == before
    table = begun().throw("99XKA", doubts={2: EyeDoubt.LEANING})
    before = len(table.effects)
    table.tell(MENU, LONG)
    assert (table.state.phase, table.effects[before:]) == (Phase.BURNING, [Tell(Signal.STEP)] * 2)
    assert take(begun(), OptionKey.STANDINGS).key is NoticeKey.STANDINGS


def test_a_throw_can_be_withdrawn_an_entry_taken_back_and_what_the_table_outran_takes_nothing():
    table = take(begun().throw("99XKA"), OptionKey.REPEAT_THROW)
    assert (table.key, table.state.phase) == (NoticeKey.REPEAT_THROW, Phase.WAITING)
    table.throw("QQQKA").tell(LONG)
    take(table, OptionKey.TAKE_BACK)
    assert events_of(table)[-1] == EntryTakenBack()
    table.tell(LONG)
    assert isinstance(events_of(table)[-1], Entered)
    for table in (begun().throw("QQQKA"), begun().throw("QQQKA").tell(MENU)):
        before = table.state
        table.tell(PressedLong(at_ns=5, is_outrun=True))
        assert table.key is NoticeKey.NOT_NOW
        assert table.state == replace(before, notice=table.state.notice)


def test_settings_change_in_the_menu_and_it_stays_open_for_more():
    table = take(begun(), OptionKey.SOUND_OFF)
    assert table.state.is_muted
    assert table.state.dial.shown.key is OptionKey.SOUND_ON
    turn_to(table, OptionKey.VOLUME).tell(LONG)
    assert (table.state.volume, table.state.is_muted) == (100, False)
    table.tell(LONG)
    assert table.state.volume == 25
    turn_to(table, OptionKey.MODE).tell(LONG)
    assert table.state.mode is EntryMode.AUTO
    turn_to(table, OptionKey.HINTS_ON).tell(LONG)
    assert table.state.is_hinting
    turn_to(table, OptionKey.LANGUAGE).tell(LONG)
    assert table.state.language == "en"
    assert table.tell(touches.Mute(True)).state.is_muted


def test_turning_past_the_mode_that_enters_by_itself_enters_nothing_before_the_menu_is_left():
    table = take(begun().throw("99XKA").throw("JJQKA").throw("JJJJA"), OptionKey.MODE)
    assert (table.state.mode, table.state.phase) == (EntryMode.AUTO, Phase.ENTERING)
    table.tell(LONG)
    assert table.state.mode is EntryMode.ASK
    assert not any(isinstance(event, Entered) for event in events_of(table))
    table = take(begun().throw("99XKA").throw("JJQKA").throw("JJJJA"), OptionKey.MODE)
    turn_to(table, OptionKey.GO_ON).tell(LONG)
    assert isinstance(events_of(table)[-1], Entered)
    table = begun(EntryMode.AUTO).throw("99XKA").throw("JJQKA").tell(SHORT, MENU).answer("JJJJA")
    assert isinstance(events_of(table)[-1], Entered)
    assert table.state.dial is None


def test_a_stuck_button_is_said_takes_its_menu_away_and_the_game_goes_on_by_touch():
    table = begun().throw("QQQKA").tell(Holding(at_ns=5), MENU, ButtonStuck(0))
    assert (table.key, table.state.dial, table.state.is_button_stuck) == (NoticeKey.BUTTON_STUCK, None, True)
    table.tell(touches.TouchCell(Cell(Category.QUEENS, 3)))
    assert table.state.game.entries[-1].cell == Cell(Category.QUEENS, 3)
    assert table.tell(ButtonFreed(0)).key is NoticeKey.BUTTON_FREED
    assert not table.state.is_button_stuck


@pytest.mark.parametrize("gesture", [LONG, MENU, Holding(at_ns=5)])
def test_while_dice_are_taught_only_short_presses_mean_something(gesture):
    table = begun().tell(touches.OpenDice())
    before = table.state
    assert table.tell(gesture).state == before
