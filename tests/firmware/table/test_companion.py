"""The companion carrying out what the session wants, with a store, a lamp and a sound that remember."""

from __future__ import annotations

import pytest

from firmware.ports import Edge, Signal
from firmware.session.effects import ReadBoard
from firmware.session.events import BoardMoving, Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.touches import ChooseMode, TouchCell
from firmware.session.vocabulary import EntryMode, NoticeKey, Phase
from scoring.events import GameBegan
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.store import DiskFault
from tests.firmware.session.table_talk import reading
from tests.firmware.table.companion_desk import NEW_GAME, Desk
from vision.reading import EyeDoubt


def test_a_press_reaches_the_eye_and_a_reading_the_store_the_lamp_and_the_display():
    desk = Desk().run(NEW_GAME, Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    assert desk.eye.asked == [ReadBoard(7, None)]
    assert desk.store.current_game() == desk.state.records
    assert desk.sound.played == [Signal.READY, Signal.READING, Signal.DONE]
    assert desk.lamp.shown == [Signal.READY, *desk.sound.played]
    assert desk.shown[-1] == desk.state
    assert desk.eye.accepted[-1] is desk.state.reading


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
def test_the_lamp_shines_before_anybody_presses(state: SessionState, signal: Signal):
    desk = Desk(state).run()
    assert desk.lamp.shown == [signal]
    assert desk.sound.played == []


def test_the_first_thing_shown_is_the_session_as_it_was_resumed():
    state = SessionState(language="en")
    assert Desk(state).run().shown == [state]


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
    desk.take(Pressed(at_ns=8))
    assert desk.store.current_game() == desk.state.records
    assert desk.state.is_saved


def test_a_failed_save_is_tried_again_while_nothing_happens():
    desk = Desk().take(NEW_GAME)
    desk.store.fault = DiskFault.FULL
    desk.take(Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    desk.store.fault = None
    desk.companion.tick()
    assert desk.state.notice.key is NoticeKey.STORE_RECOVERED
    assert desk.store.current_game() == desk.state.records


def test_every_round_of_the_loop_beats():
    desk = Desk()
    desk.companion.post(NEW_GAME)
    desk.companion.stop()
    desk.companion.run()
    assert desk.beats == [1, 2], "once before each event; what is shown tells how far it was"


def test_edges_become_presses():
    desk = Desk().take(NEW_GAME)
    desk.companion.edge("screen", Edge(is_down=True, at_ns=1_000_000_000))
    desk.companion.edge("screen", Edge(is_down=False, at_ns=1_100_000_000))
    desk.run()
    desk.now_ns = 1_200_000_000
    desk.companion.tick()
    assert desk.eye.asked == [ReadBoard(1_000_000_000, None)]


def hold(desk: Desk, down_ms: int, *, up_ms: int, meanwhile: tuple[object, ...] = ()) -> None:
    """Hold the button; what happens meanwhile does so in its middle."""
    desk.companion.take_edge("gpio", Edge(is_down=True, at_ns=down_ms * 1_000_000))
    desk.now_ns = (down_ms + up_ms) // 2 * 1_000_000
    desk.take(*meanwhile)
    desk.now_ns = up_ms * 1_000_000
    desk.companion.tick()
    desk.companion.take_edge("gpio", Edge(is_down=False, at_ns=desk.now_ns))
    desk.now_ns += 100_000_000
    desk.companion.tick()


def tap(desk: Desk, down_ms: int) -> None:
    """Press for a tenth of a second."""
    for is_down, at_ms in ((True, down_ms), (False, down_ms + 100)):
        desk.companion.take_edge("gpio", Edge(is_down, at_ms * 1_000_000))
        desk.now_ns = (at_ms + 21) * 1_000_000
        desk.companion.tick()


def test_quick_taps_turn_a_dial_each_and_the_hold_right_after_them_takes():
    desk = Desk(SessionState(agreed=GameBegan(players=("Elfriede", "Kurt"))))
    tap(desk, 1_000)
    assert desk.state.dial.index == 0
    tap(desk, 1_250)  # a nervous second press on what had just opened
    assert desk.state.dial.index == 0
    tap(desk, 2_000)
    tap(desk, 2_250)
    assert desk.state.dial.index == 2
    hold(desk, 2_500, up_ms=4_000)
    assert desk.state.game.to_move == 1


def test_a_hold_takes_nothing_that_was_offered_only_after_it_began():
    desk = Desk().take(NEW_GAME, ChooseMode(EntryMode.SUGGEST), Pressed(at_ns=1))
    hold(desk, 500, up_ms=2_000, meanwhile=(ReadingTaken(reading("QQQKA")),))
    assert desk.state.suggestion is not None
    assert (desk.state.phase, desk.state.notice.key) == (Phase.READ, NoticeKey.NOT_NOW)
    hold(desk, 4_000, up_ms=5_500)
    assert desk.state.phase is Phase.WAITING  # entered


def test_a_hold_through_a_warning_does_not_overrule_it():
    desk = Desk().take(NEW_GAME, Pressed(at_ns=1))
    hold(desk, 500, up_ms=2_000, meanwhile=(ReadingTaken(reading("99XKA", doubts={2: EyeDoubt.LEANING})),))
    assert desk.state.phase is Phase.BURNING
    hold(desk, 4_000, up_ms=5_500)
    assert desk.state.phase is Phase.READ


def test_a_hand_that_moves_meanwhile_does_not_spoil_a_hold():
    desk = Desk().take(NEW_GAME, ChooseMode(EntryMode.SUGGEST), Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    hold(desk, 500, up_ms=2_000, meanwhile=(BoardMoving(),))
    assert desk.state.phase is Phase.WAITING


def test_a_button_held_for_a_minute_is_said():
    desk = Desk().take(NEW_GAME)
    desk.companion.edge("gpio", Edge(is_down=True, at_ns=0))
    desk.run()
    desk.now_ns = 60_000_000_000
    desk.companion.tick()
    assert desk.state.notice.key is NoticeKey.BUTTON_STUCK


def test_a_mistake_in_one_event_does_not_stop_the_table(caplog: pytest.LogCaptureFixture):
    desk = Desk().run(None.__class__, NEW_GAME)  # type: ignore[arg-type] - no event at all
    assert desk.state.phase is Phase.WAITING
    assert "could not be handled" in caplog.text


def test_what_cannot_be_said_is_saved_and_shown_all_the_same(caplog: pytest.LogCaptureFixture):
    def lose_the_voice(*_: object) -> None:
        raise RuntimeError("no such sentence")

    desk = Desk(speak=lose_the_voice).run(NEW_GAME)
    assert [record.event.players for record in desk.store.current_game()] == [("Manfred", "Ewald")]
    assert desk.shown[-1].phase is Phase.WAITING
    assert "no such sentence" in caplog.text


def test_a_mistake_while_time_passes_does_not_stop_the_table(caplog: pytest.LogCaptureFixture):
    def stumble(*_: object) -> None:
        desk.companion.stop()
        raise RuntimeError("no such sentence")

    desk = Desk(speak=stumble)
    desk.companion.edge("gpio", Edge(is_down=True, at_ns=0))
    desk.companion.edge("gpio", Edge(is_down=False, at_ns=100_000_000))
    desk.now_ns = 1_000_000_000
    desk.companion.run()  # the press is told by the tick that its debouncing waits for
    assert desk.state.dial is not None
    assert "no such sentence" in caplog.text
