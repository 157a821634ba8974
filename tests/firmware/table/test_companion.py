"""The companion carrying out what the session wants, with a store, a lamp and a sound that remember."""

from __future__ import annotations

import pytest

from firmware.ports import Edge, Signal
from firmware.session.effects import ReadBoard
from firmware.session.events import BoardMoving, Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.touches import ChooseLanguage, ChooseMode, TouchCell
from firmware.session.vocabulary import EntryMode, NoticeKey, Phase
from scoring.events import GameBegan
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.store import DiskFault
from tests.firmware.session.table_talk import reading
from tests.firmware.table.companion_desk import NEW_GAME, Desk
from vision.reading import EyeDoubt

MS = 1_000_000


def test_a_press_reaches_the_eye_and_a_reading_the_store_the_lamp_and_the_display():
    desk = Desk().run(NEW_GAME, Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    assert desk.eye.asked == [ReadBoard(7, None)]
    assert desk.store.current_game() == desk.state.records
    assert desk.sound.played == [Signal.READY, Signal.READING, Signal.DONE]
    assert desk.lamp.shown == [Signal.READY, *desk.sound.played]
    assert desk.shown[-1] == desk.state
    assert desk.eye.accepted[-1] is desk.state.reading
    assert desk.beats == [1, 2, 3, 4], "once before each event; what is shown tells how far it was"


@pytest.mark.parametrize(
    ("state", "signal"),
    [
        (SessionState(), Signal.READY),
        (SessionState(phase=Phase.READ), Signal.DONE),
        (SessionState(phase=Phase.GAME_OVER), Signal.GAME_OVER),
        (SessionState(phase=Phase.ENTERING, is_saved=False), Signal.PROBLEM),
        (SessionState(has_camera=False), Signal.PROBLEM),
    ],
)
def test_the_session_as_it_was_resumed_is_shown_and_shines_before_anybody_presses(state, signal: Signal):
    desk = Desk(state).run()
    assert (desk.lamp.shown, desk.sound.played, desk.shown) == ([signal], [], [state])


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        (DiskFault.FULL, NoticeKey.STORE_FULL),
        (DiskFault.READ_ONLY, NoticeKey.STORE_READ_ONLY),
        (DiskFault.BROKEN, NoticeKey.STORE_FAILED),
    ],
)
def test_what_cannot_be_saved_is_said_kept_and_saved_in_order_later(fault: DiskFault, key: NoticeKey):
    desk = Desk().take(NEW_GAME)
    desk.store.fault = fault
    desk.take(Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    assert (desk.state.notice.key, desk.state.is_saved) == (key, False)
    assert desk.lamp.shown[-1] is Signal.PROBLEM
    desk.take(TouchCell(Cell(Category.NINES, 1)))
    assert len(desk.state.game.entries) == 1  # the game goes on
    assert len(desk.store.current_game()) == 1
    desk.store.fault = None
    desk.companion.tick()  # also while nothing happens
    assert desk.store.current_game() == desk.state.records
    assert (desk.state.notice.key, desk.state.is_saved) == (NoticeKey.STORE_RECOVERED, True)


def test_a_store_found_unwritable_is_not_called_mended_before_something_was_saved():
    desk = Desk(SessionState(is_saved=False))
    assert not desk.take(ChooseLanguage("en")).state.is_saved
    assert desk.take(NEW_GAME).state.is_saved


def test_edges_become_presses():
    desk = Desk().take(NEW_GAME)
    desk.companion.edge("screen", Edge(is_down=True, at_ns=1000 * MS))
    desk.companion.edge("screen", Edge(is_down=False, at_ns=1100 * MS))
    desk.run().at(1200 * MS)
    assert desk.eye.asked == [ReadBoard(1000 * MS, None)]


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
def test_a_hold_takes_nothing_that_was_offered_only_after_it_began_nor_overrules_a_warning(seen, offered, then):
    desk = Desk().take(NEW_GAME, ChooseMode(EntryMode.SUGGEST), Pressed(at_ns=1))
    hold(desk, 500, up_ms=2_000, meanwhile=(ReadingTaken(seen),))
    assert desk.state.phase is offered
    hold(desk, 4_000, up_ms=5_500)
    assert desk.state.phase is then


def test_a_hand_that_moves_meanwhile_does_not_spoil_a_hold():
    desk = Desk().take(NEW_GAME, ChooseMode(EntryMode.SUGGEST), Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    hold(desk, 500, up_ms=2_000, meanwhile=(BoardMoving(),))
    assert desk.state.phase is Phase.WAITING


def test_a_button_held_for_a_minute_is_said():
    desk = Desk().take(NEW_GAME).edges((True, 0)).at(60_000 * MS)
    assert desk.state.notice.key is NoticeKey.BUTTON_STUCK


def test_a_mistake_in_one_event_does_not_stop_the_table(caplog: pytest.LogCaptureFixture):
    desk = Desk().run(None.__class__, NEW_GAME)  # type: ignore[arg-type] - no event at all
    assert desk.state.phase is Phase.WAITING
    assert "could not be handled" in caplog.text


def test_what_cannot_be_said_is_saved_and_shown_all_the_same_and_stops_nothing(caplog: pytest.LogCaptureFixture):
    def lose_the_voice(*_: object) -> None:
        desk.companion.stop()
        raise RuntimeError("no such sentence")

    desk = Desk(speak=lose_the_voice)
    desk.run(NEW_GAME)
    assert desk.newest.players == ("Manfred", "Ewald")
    assert desk.shown[-1].phase is Phase.WAITING
    assert "no such sentence" in caplog.text
    desk = Desk(speak=lose_the_voice)
    desk.companion.edge("gpio", Edge(is_down=True, at_ns=0))
    desk.companion.edge("gpio", Edge(is_down=False, at_ns=100 * MS))
    desk.now_ns = 1000 * MS
    desk.companion.run()  # the press is told by the tick that its debouncing waits for
    assert desk.state.dial is not None
