"""The companion carrying out what the session wants, and who works beside it; all it meets remembers."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.ports import Edge, Signal
from firmware.session import effects, step, touches
from firmware.session.events import BoardMoving, BoardStill, GameFetched, Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from firmware.table.latency import PressPart
from scoring import dice, ruleset
from scoring.events import Entered, GameBegan
from scoring.sheets import category, sheet
from tests.doubles.store import DiskFault
from tests.firmware.session.table_talk import ADVISOR, reading
from tests.firmware.table.companion_desk import MS, NEW_GAME, Desk, Willing
from vision.frame import Frame
from vision.reading import EyeDoubt, Reading

JPEG = b"\xff\xd8"
THROWN = (Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))


def test_a_press_reaches_the_eye_and_a_reading_the_store_the_lamp_and_the_display():
    desk = Desk().run(NEW_GAME, Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    assert (desk.eye.asked, desk.store.current_game()) == ([effects.ReadBoard(7, None)], desk.state.records)
    assert desk.saved_when_shown[-1] == len(desk.state.records), "what is shown no power cut takes away"
    assert desk.sound.played == [Signal.READY, Signal.READING, Signal.DONE]
    assert (desk.lamp.shown, desk.shown[-1]) == ([Signal.READY, *desk.sound.played], desk.state)
    assert desk.eye.accepted[-1] is desk.state.reading
    assert desk.beats == [1, 2, 3, 4], "once before each event; what is shown tells how far it was"
    desk.eye.has_read, shown = True, len(desk.shown)
    assert len(desk.take(Pressed(at_ns=8)).shown) == shown, "what was read before is shown next"
    assert desk.take(ReadingTaken(reading("99XKK"))).shown[shown:] == [desk.state]


RESUMED = [(SessionState(), Signal.READY), (SessionState(phase=Phase.READ), Signal.DONE)]
RESUMED += [(SessionState(phase=Phase.GAME_OVER), Signal.GAME_OVER), (SessionState(has_camera=False), Signal.PROBLEM)]
RESUMED += [(SessionState(phase=Phase.ENTERING, is_saved=False), Signal.PROBLEM)]


@pytest.mark.parametrize(("state", "signal"), RESUMED)
def test_the_session_as_it_was_resumed_is_shown_and_shines_before_anybody_presses(state, signal):
    desk = Desk(state).run()
    assert (desk.lamp.shown, desk.sound.played, desk.shown) == ([signal], [], [state])


@pytest.mark.parametrize(
    ("fault", "key"),
    list(zip(DiskFault, (NoticeKey.STORE_FULL, NoticeKey.STORE_READ_ONLY, NoticeKey.STORE_FAILED), strict=True)),
)
def test_what_cannot_be_saved_is_said_kept_and_saved_in_order_later(fault, key):
    desk = Desk().take(NEW_GAME)
    desk.store.fault = fault
    desk.take(Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    assert (desk.state.notice.key, desk.state.is_saved, desk.lamp.shown[-1]) == (key, False, Signal.PROBLEM)
    desk.take(touches.TouchCell(sheet.Cell(category.Category.NINES, 1)))
    assert len(desk.state.game.entries) == 1  # the game goes on
    assert len(desk.store.current_game()) == 1
    desk.take(touches.PlayOn(9)).run()  # nobody keeps games here
    assert desk.state.notice.key is NoticeKey.GAME_GONE
    was = desk.state.records
    desk.take(GameFetched(9, was))
    desk.store.fault = None
    desk.companion.tick()  # also while nothing happens
    assert desk.store.current_game() == desk.state.records == (replace(was[0], continues=9), *was[1:])
    assert (desk.state.notice.key, desk.state.is_saved) == (NoticeKey.STORE_RECOVERED, True)


def test_what_lay_at_a_throw_is_kept_once_it_is_saved_and_not_anew_when_it_is_put_right():
    desk = Desk().take(NEW_GAME)
    desk.eye.kept[1], desk.store.fault = (seen := (None, reading("QQQKA"))), DiskFault.FULL
    assert desk.take(*THROWN).pictures == []
    desk.store.fault = None
    desk.companion.tick()
    assert desk.take(touches.CorrectDie(4, dice.Face.KING)).pictures == [seen]


def test_a_store_found_unwritable_is_not_called_mended_before_something_was_saved():
    desk = Desk(SessionState(is_saved=False))
    assert not desk.take(touches.ChooseLanguage("en")).state.is_saved
    assert desk.take(NEW_GAME).state.is_saved


def test_edges_become_presses_one_that_got_lost_is_found_and_a_button_held_for_a_minute_is_said():
    desk = Desk().take(NEW_GAME)
    desk.companion.edge("screen", Edge(is_down=True, at_ns=1000 * MS))
    desk.companion.edge("screen", Edge(is_down=False, at_ns=1100 * MS))
    desk.run().at(1200 * MS)
    assert desk.eye.asked == [effects.ReadBoard(1000 * MS, None)]
    assert desk.eye.heeded == 1, "as soon as the button went down"
    desk = Desk().take(NEW_GAME).edges((True, 10 * MS)).at(120 * MS)  # nobody told that it came up
    desk.is_closed = False
    assert desk.at(1_010 * MS).at(1_030 * MS).eye.asked == [effects.ReadBoard(10 * MS, None)]
    desk = Desk().take(NEW_GAME).edges((True, 0))
    desk.is_closed = True
    assert desk.at(60_000 * MS).state.notice.key is NoticeKey.BUTTON_STUCK


def hold(desk: Desk, down_ms: int, *, up_ms: int, meanwhile: tuple[object, ...] = ()) -> None:
    """Hold the button; what happens meanwhile does so in its middle."""
    desk.edges((True, down_ms * MS))
    desk.now_ns = (down_ms + up_ms) // 2 * MS
    desk.take(*meanwhile).at(up_ms * MS).edges((False, up_ms * MS)).at((up_ms + 100) * MS)


def test_quick_taps_turn_a_dial_each_and_the_hold_right_after_them_takes():
    desk = Desk(SessionState(agreed=GameBegan(players=("Elfriede", "Kurt"))))
    for down_ms, index in ((1_000, 0), (1_250, 0), (2_000, 1), (2_250, 2)):  # the second on what had just opened
        desk.tap(down_ms * MS, (down_ms + 100) * MS)
        assert desk.state.dial.index == index
    hold(desk, 2_500, up_ms=4_000)
    assert desk.state.game.to_move == 1


@pytest.mark.parametrize(
    ("seen", "offered", "then"),
    [
        (reading("QQQKA"), Phase.READ, Phase.WAITING),
        (reading("99XKA", doubts={2: EyeDoubt.LEANING}), Phase.BURNING, Phase.READ),
    ],
)
def test_a_hold_takes_nothing_that_was_offered_only_after_it_began_and_no_moving_hand_spoils_it(seen, offered, then):
    desk = Desk().take(NEW_GAME, touches.ChooseMode(EntryMode.SUGGEST), Pressed(at_ns=1))
    hold(desk, 500, up_ms=2_000, meanwhile=(ReadingTaken(seen),))
    assert desk.state.phase is offered
    hold(desk, 4_000, up_ms=5_500, meanwhile=(BoardMoving(),))
    assert desk.state.phase is then


def test_a_mistake_in_one_event_and_what_cannot_be_said_do_not_stop_the_table(caplog):
    desk = Desk().run(None.__class__, NEW_GAME)  # type: ignore[arg-type] - no event at all
    assert desk.state.phase is Phase.WAITING
    assert "could not be handled" in caplog.text

    def lose_the_voice(*_: object) -> None:
        desk.companion.stop()
        raise RuntimeError("no such sentence")

    desk = Desk(speak=lose_the_voice)
    desk.run(NEW_GAME)
    assert (desk.newest.players, desk.shown[-1].phase) == (("Manfred", "Ewald"), Phase.WAITING)
    desk = Desk(speak=lose_the_voice)
    desk.companion.edge("gpio", Edge(is_down=True, at_ns=0))
    desk.companion.edge("gpio", Edge(is_down=False, at_ns=100 * MS))
    desk.now_ns = 1000 * MS
    desk.companion.run()  # the press is told by the tick that its debouncing waits for
    assert desk.state.dial is not None


def seen_at(desk: Desk, exposed_ns: int, letters: str = "99XKA", grey: int = 90) -> Reading:
    """Let the eye keep a look at some dice in a row."""
    seen = reading(letters, at=tuple((100.0 + 90 * i, 200.0) for i in range(len(letters))), exposed_ns=exposed_ns)
    desk.eye.kept[exposed_ns] = Frame(np.full((900, 1200, 3), grey, np.uint8)), seen
    return seen


def test_a_recent_reading_has_a_picture_of_each_die_also_while_dice_are_taught_and_a_look_one_of_all():
    desk = Desk().take(NEW_GAME)
    for number in range(1, 7):
        desk.take(Pressed(at_ns=number), ReadingTaken(seen_at(desk, number, "99XK", 40 * number)))
    latest = desk.state.reading_number
    picture = desk.companion.die_jpeg(latest, 0)
    assert picture.startswith(JPEG)
    for number, index in ((latest, 4), (latest, -1), (1, 0), (99, 0)):
        assert desk.companion.die_jpeg(number, index) is None
    desk.take(touches.OpenDice(), ReadingTaken(seen_at(desk, 7)))
    assert desk.companion.die_jpeg(desk.state.reading_number, 0) == picture
    assert desk.companion.board_jpeg(latest).startswith(JPEG)
    assert desk.companion.board_jpeg(99) is desk.companion.film_jpeg(99, 0) is None
    assert desk.companion.film_jpeg(latest, 0) == b"0 of 6"
    assert desk.companion.look_jpeg(7).startswith(JPEG)
    seen_at(desk, 8, "")
    for exposed_ns, index in ((7, 5), (8, None), (9, None)):
        assert desk.companion.look_jpeg(exposed_ns, index) is None


def test_what_is_wanted_of_workers_reaches_them_and_without_models_it_is_said():
    willing = Willing()
    Desk(lessons=willing.carry_out).take(touches.OpenDice())
    assert willing.asked == [effects.ListDice()]
    teaching = Desk().run(touches.OpenDice()).run().state.teaching
    assert (teaching.notice.key, teaching.waiting) == (NoticeKey.MODEL_BROKEN, None)
    surveyor = Willing()
    desk = Desk(survey=surveyor.carry_out, hear=surveyor.hear, survey_jpeg=surveyor.jpeg).take(touches.OpenWizard())
    assert [type(effect) for effect in surveyor.asked] == [effects.Survey, effects.KeepProgress]
    desk.edges((True, 0), (False, 100 * MS)).at(1_000 * MS)
    assert surveyor.heard == [("gpio", Edge(True, 0)), ("gpio", Edge(False, 100 * MS))]
    assert desk.state.dial.kind is DialKind.WIZARD
    assert [desk.companion.survey_jpeg(exposed_ns) for exposed_ns in (7, 8)] == [b"picture", None]
    assert Desk().companion.survey_jpeg(7) is None
    assert Desk().take(touches.OpenWizard()).state.wizard is not None  # without a surveyor it opens all the same


@pytest.mark.parametrize("fault", [None, DiskFault.FULL])
def test_the_answer_to_a_press_is_timed_up_to_the_store_before_the_page_can_say_that_it_has_painted(fault):
    desk = Desk().take(NEW_GAME, Pressed(at_ns=7))
    for stage in (PressPart.WAIT, PressPart.CAPTURE, PressPart.LOOK):
        desk.stopwatch.lap(stage)
    desk.now_ns += 5
    desk.take(BoardMoving())  # no part of the answer: the answer's step comes later
    desk.now_ns += 3
    desk.store.fault = fault
    assert desk.answers_shown[-1] == 0
    assert desk.take(ReadingTaken(reading("99XKA"))).answers_shown[-1] == 1
    (answer,) = desk.stopwatch.answers
    assert answer.spent[PressPart.SESSION] == 8
    told = [PressPart.LOOK, PressPart.SESSION, PressPart.TELL]
    assert list(answer.spent)[-4:] == ([PressPart.CAPTURE, *told] if fault else [*told, PressPart.STORE])
    assert (answer.pressed_ns, answer.number) == (7, desk.state.reading_number)


def test_advice_is_asked_for_once_for_the_dice_that_lie_and_taken_later_while_they_do():
    asked, hints = [], touches.ShowHints(True)

    def ask(*question) -> None:
        asked.append(question)

    def answer_late(question, tell) -> None:
        tell(ADVISOR.answer(question, print))

    desk = Desk(advise=ask).take(NEW_GAME, *THROWN)
    assert asked == []
    desk.take(hints, BoardMoving(), BoardStill(reading("QQQKA"), is_new=False), touches.ShowHints(False), hints)
    assert ([game for game, _ in asked], desk.state.phase, desk.state.advice) == ([desk.state.game], Phase.READ, None)
    answer_late(*asked[-1])
    assert desk.run().shown[-1].advice == desk.state.advice is not None
    desk = Desk(advise=ask).take(NEW_GAME, hints, *THROWN, touches.TouchCell(sheet.Cell(category.Category.QUEENS, 10)))
    late, (ahead, _) = asked[-2:]
    assert ahead is desk.state.game, "of the next throw all is asked that does not depend on its dice"
    answer_late(*late)
    assert desk.run().state.advice is None


def test_after_a_power_cut_advice_is_there_at_once_and_what_the_companion_would_enter_is_entered_and_saved():
    before = Desk().take(NEW_GAME, *THROWN)
    assert Desk(step.resume(SessionState(is_hinting=True), before.state.records)).run().shown[0].advice is not None
    agreed = GameBegan(players=("Manfred", "Junkie"), beginner=1, levels=(None, ruleset.Level.JUNKIE))
    taken = touches.NewGame(agreed), Pressed(at_ns=1), ReadingTaken(reading("KKKKK"))
    before = Desk(advise=lambda *_: None).take(*taken)
    assert not before.state.game.entries
    desk = Desk(step.resume(SessionState(), before.state.records)).run()
    assert [entry.player for entry in desk.state.game.entries] == [1]
    assert isinstance(desk.newest, Entered)
