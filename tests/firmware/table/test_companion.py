"""The companion carrying out what the session wants, with a store, a lamp and a sound that remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from firmware.ports import Edge, Signal
from firmware.session.advising import Question
from firmware.session.dial import DialKind
from firmware.session.effects import ListDice, ReadBoard
from firmware.session.events import (
    BoardMoving,
    BoardStill,
    ChooseLanguage,
    ChooseMode,
    Decide,
    DiceListed,
    EndGame,
    LessonWent,
    NewGame,
    OpenDice,
    Pressed,
    ReadingTaken,
    ShowHints,
    TeachDice,
    TouchCell,
)
from firmware.session.lesson import DiceKind, Standing
from firmware.session.state import EntryMode, NoticeKey, Phase, SessionState
from firmware.session.step import resume
from firmware.session.wizard_events import KeepProgress, OpenWizard, Survey
from firmware.signals.press import Buttons
from firmware.table.companion import Companion
from firmware.table.latency import Stage, Stopwatch
from scoring.dice import Face
from scoring.events import Entered, GameBegan
from scoring.games.hidden_poker import Announced, Believed, Doubted, HiddenPokerBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from scoring.levels import Level
from scoring.pot import RoundBegan
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.recorded import RecordedLamp, RecordedSound
from tests.doubles.store import DiskFault, MemoryStore
from tests.firmware.session.table_talk import COUNSEL, reading
from vision.frame import Frame
from vision.reading import Doubt as EyeDoubt
from vision.reading import Verdict

NEW_GAME = NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(), beginner=0))


class PatientEye:
    """An eye that remembers what it is asked, and keeps the pictures the test gives it."""

    def __init__(self) -> None:
        self.asked: list[ReadBoard] = []
        self.dice = 0
        self.away = [False]
        self.accepted: list[object] = []
        self.kept: dict[int, tuple[Frame, object]] = {}

    def read(self, asked: ReadBoard) -> None:
        self.asked.append(asked)

    def accept(self, reading) -> None:
        self.accepted.append(reading)

    def expect(self, dice: int) -> None:
        self.dice = dice

    def look_away(self, is_away: bool) -> None:
        if is_away != self.away[-1]:
            self.away.append(is_away)

    def picture_of(self, exposed_ns: int):
        return self.kept.get(exposed_ns)


class Desk:
    def __init__(
        self,
        state: SessionState | None = None,
        *,
        tutor: WillingTutor | None = None,
        surveyor: WillingSurveyor | None = None,
        speak=None,
        counsel=COUNSEL,
    ) -> None:
        self.tutor = tutor
        self.eye, self.store = PatientEye(), MemoryStore()
        self.lamp, self.sound = RecordedLamp(), RecordedSound()
        self.stopwatch = Stopwatch(lambda: self.now_ns)
        self.shown: list[SessionState] = []
        self.answers_shown: list[int] = []
        self.beats: list[int] = []
        self.games_ended = 0
        self.now_ns = 0
        self.companion = Companion(
            state or SessionState(),
            eye=self.eye,
            store=self.store,
            lamp=self.lamp,
            sound=self.sound,
            counsel=counsel,
            show=self._show,
            clock_ns=lambda: self.now_ns,
            buttons=Buttons(),
            tutor=tutor,
            surveyor=surveyor,
            speak=speak or (lambda *_: None),
            beat=lambda: self.beats.append(len(self.shown)),
            game_ended=self._count_game,
            stopwatch=self.stopwatch,
        )

    def _show(self, state: SessionState) -> None:
        self.shown.append(state)
        self.answers_shown.append(len(self.stopwatch.answers))

    def _count_game(self) -> None:
        self.games_ended += 1

    @property
    def state(self) -> SessionState:
        return self.companion.state

    def take(self, *events) -> Desk:
        for event in events:
            self.companion.take(event)
        return self

    def pressed(self) -> Desk:
        """Begin a game and press, and let the eye do what it does before it answers."""
        self.take(NEW_GAME, Pressed(at_ns=7))
        for stage in (Stage.WAIT, Stage.CAPTURE, Stage.LOOK):
            self.stopwatch.lap(stage)
        return self

    def run(self, *events) -> Desk:
        """Run the loop over what is posted, until it stops."""
        for event in events:
            self.companion.post(event)
        self.companion.stop()
        self.companion.run()
        return self


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


def test_a_game_put_away_or_over_is_told_once_all_of_it_is_saved():
    desk = Desk().take(NEW_GAME, Pressed(at_ns=7), ReadingTaken(reading("99XKA")))
    assert desk.games_ended == 0
    desk.take(NEW_GAME)  # which puts the first away
    assert desk.games_ended == 1
    desk.store.fault = DiskFault.FULL
    desk.take(EndGame())
    assert desk.games_ended == 1
    desk.store.fault = None
    desk.companion.tick()
    assert desk.games_ended == 2


def test_a_game_that_is_over_is_told():
    desk = Desk().take(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(columns=1), beginner=0)))
    for category in Category:
        for player in range(2):
            assert (desk.games_ended, desk.state.game.to_move) == (0, player)
            desk.take(Pressed(at_ns=7), ReadingTaken(reading("99XKA")), TouchCell(Cell(category, 1)))
    assert desk.state.phase is Phase.GAME_OVER
    assert desk.games_ended == 1


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


def test_a_die_has_its_own_picture_while_its_reading_is_recent():
    desk = Desk().take(NEW_GAME)
    for number in range(1, 7):
        seen = reading("99XK", exposed_ns=number)
        desk.eye.kept[number] = Frame(np.full((900, 1200, 3), 40 * number, np.uint8)), seen
        desk.take(Pressed(at_ns=number), ReadingTaken(seen))
    latest = desk.state.reading_number
    assert desk.companion.die_jpeg(latest, 0).startswith(b"\xff\xd8")
    assert desk.companion.die_jpeg(latest, 4) is None
    assert desk.companion.die_jpeg(latest, -1) is None
    assert desk.companion.die_jpeg(1, 0) is None
    assert desk.companion.die_jpeg(99, 0) is None


def test_a_look_at_the_board_has_a_picture_of_all_dice_and_of_each():
    desk = Desk()
    seen = reading("99XKA", at=tuple((100.0 + 90 * i, 200.0) for i in range(5)), exposed_ns=3)
    desk.eye.kept[3] = Frame(np.full((900, 1200, 3), 90, np.uint8)), seen
    desk.eye.kept[4] = Frame(np.full((900, 1200, 3), 90, np.uint8)), reading("", exposed_ns=4)
    assert desk.companion.look_jpeg(3).startswith(b"\xff\xd8")
    assert desk.companion.look_jpeg(3, 4).startswith(b"\xff\xd8")
    for exposed_ns, index in ((3, 5), (3, -1), (4, None), (5, None)):
        assert desk.companion.look_jpeg(exposed_ns, index) is None


def test_pictures_of_the_game_stay_while_dice_are_taught():
    desk = Desk().take(NEW_GAME)
    seen = reading("99XKA", at=tuple((100.0 + 90 * i, 200.0) for i in range(5)), exposed_ns=3)
    desk.eye.kept[3] = Frame(np.full((900, 1200, 3), 90, np.uint8)), seen
    desk.take(Pressed(at_ns=3), ReadingTaken(seen))
    picture = desk.companion.die_jpeg(desk.state.reading_number, 0)
    taught = replace(seen, exposed_ns=4)
    desk.eye.kept[4] = Frame(np.full((900, 1200, 3), 200, np.uint8)), taught
    desk.take(OpenDice(), DiceListed(()), TeachDice(DiceKind.POKER), LessonWent(1, Standing(counts=(0,) * 6)))
    desk.take(Pressed(at_ns=4), ReadingTaken(taught))
    assert desk.companion.die_jpeg(desk.state.reading_number, 0) == picture


class WillingTutor:
    def __init__(self) -> None:
        self.asked: list[object] = []

    def carry_out(self, effect) -> None:
        self.asked.append(effect)


def test_what_is_wanted_of_the_taught_dice_reaches_the_tutor():
    desk = Desk(tutor=WillingTutor()).take(OpenDice())
    assert desk.tutor.asked == [ListDice()]


def test_without_models_the_players_are_told_that_no_dice_can_be_taught():
    desk = Desk().run(OpenDice())
    desk.run()
    assert desk.state.teaching.notice.key is NoticeKey.MODEL_BROKEN
    assert desk.state.teaching.waiting is None


class WillingSurveyor:
    def __init__(self) -> None:
        self.asked: list[object] = []
        self.heard: list[tuple[str, Edge]] = []

    def carry_out(self, effect) -> None:
        self.asked.append(effect)

    def hear(self, source: str, edge: Edge) -> None:
        self.heard.append((source, edge))

    def jpeg(self, exposed_ns: int) -> bytes | None:
        return b"picture" if exposed_ns == 7 else None


def test_what_is_wanted_of_setting_up_reaches_the_surveyor_and_so_do_the_edges_of_buttons():
    surveyor = WillingSurveyor()
    desk = Desk(surveyor=surveyor).take(OpenWizard())
    assert [type(effect) for effect in surveyor.asked] == [Survey, KeepProgress]
    edges = [Edge(is_down=True, at_ns=0), Edge(is_down=False, at_ns=100_000_000)]
    for edge in edges:
        desk.companion.take_edge("gpio", edge)
    desk.now_ns = 1_000_000_000
    desk.companion.tick()
    assert surveyor.heard == [("gpio", edge) for edge in edges]
    assert desk.state.dial.kind is DialKind.WIZARD


def test_pictures_of_what_is_set_up_are_the_surveyors():
    assert Desk(surveyor=WillingSurveyor()).companion.survey_jpeg(7) == b"picture"
    assert Desk(surveyor=WillingSurveyor()).companion.survey_jpeg(8) is None
    assert Desk().companion.survey_jpeg(7) is None


def test_without_a_surveyor_the_dialog_opens_all_the_same():
    assert Desk().take(OpenWizard()).state.wizard is not None


def test_a_store_found_unwritable_is_not_called_mended_before_something_was_saved():
    desk = Desk(SessionState(is_saved=False))
    desk.take(ChooseLanguage("en"))
    assert not desk.state.is_saved
    desk.take(NEW_GAME)
    assert desk.state.is_saved


def test_the_answer_to_a_press_is_timed_up_to_the_store():
    desk = Desk().pressed()
    desk.now_ns += 5
    desk.take(BoardMoving())  # no part of the answer: the answer's step comes later
    desk.now_ns += 3
    desk.take(ReadingTaken(reading("99XKA")), BoardMoving())
    (answer,) = desk.stopwatch.answers
    assert answer.spent[Stage.SESSION].wall_ns == 8
    assert list(answer.spent)[-4:] == [Stage.LOOK, Stage.SESSION, Stage.TELL, Stage.STORE]
    assert (answer.pressed_ns, answer.number) == (7, desk.state.reading_number)


def test_what_could_not_be_saved_took_no_time_to_store():
    desk = Desk().pressed()
    desk.store.fault = DiskFault.FULL
    desk.take(ReadingTaken(reading("99XKA")))
    assert list(desk.stopwatch.answers[0].spent)[-1] is Stage.TELL


def test_an_answer_is_timed_before_the_page_can_say_that_it_has_painted():
    desk = Desk().pressed()
    assert desk.answers_shown[-1] == 0
    desk.take(ReadingTaken(reading("99XKA")))
    assert desk.answers_shown[-1] == 1


HIDDEN = (NewGame(HiddenPokerBegan(players=("A", "B"), beginner=0)), Decide(RoundBegan()))
ANNOUNCED = Decide(Announced(Claim(Hand.PAIR, (Face.KING,))))


def test_ten_seconds_after_an_announcement_it_stands_and_each_is_heard():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    told = len(desk.sound.played)
    for second in range(1, 10):
        desk.now_ns = second * 1_000_000_000
        desk.companion.tick()
        assert desk.shown[-1].seconds_left == 10 - second
    assert desk.sound.played[told:] == [Signal.TICK] * 6 + [Signal.HURRY] * 3
    desk.now_ns += 999_999_999
    desk.companion.tick()
    assert not isinstance(desk.store.current_game()[-1].event, Believed)
    desk.now_ns += 1
    desk.companion.tick()
    assert isinstance(desk.store.current_game()[-1].event, Believed)
    assert desk.shown[-1].seconds_left is None


def test_a_doubt_in_time_ends_the_seconds():
    desk = Desk().take(*HIDDEN, ANNOUNCED, Decide(Doubted(1)))
    desk.now_ns = 60_000_000_000
    desk.companion.tick()
    assert desk.store.current_game()[-1].event == Doubted(1)


def test_however_much_happens_the_seconds_pass():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    desk.now_ns = 3_500_000_000
    desk.run(ChooseLanguage("en"))
    assert desk.state.seconds_left == 7


def test_seconds_cut_off_by_a_power_cut_begin_anew():
    desk = Desk().take(*HIDDEN, ANNOUNCED)
    resumed = Desk(resume(SessionState(), desk.store.current_game()))
    resumed.now_ns = 5_000_000_000
    resumed.run(ChooseLanguage("en"))
    assert (resumed.state.seconds_left, resumed.state.phase) == (10, Phase.DECIDING)
    resumed.now_ns += 10_000_000_000
    resumed.companion.tick()
    assert isinstance(resumed.state.records[-1].event, Believed)


def test_under_the_cup_the_eye_looks_away_until_somebody_presses():
    desk = Desk().take(*HIDDEN)
    assert desk.eye.away == [False, True]
    desk.take(ANNOUNCED, Decide(Doubted(1)))
    assert desk.eye.away == [False, True]  # the cup is to be lifted, and nobody knows that it is
    desk.take(Pressed(at_ns=7))
    assert desk.eye.away == [False, True, False]
    desk.take(ReadingTaken(reading("KK9XA")))
    assert desk.eye.away == [False, True, False, True]  # the next player's cup


def test_a_cup_that_hid_too_few_dice_is_looked_under_again_only_after_a_press():
    desk = Desk().take(*HIDDEN, ANNOUNCED, Decide(Doubted(1)), Pressed(at_ns=7))
    desk.take(ReadingTaken(reading("KK9X", verdict=Verdict.WRONG_COUNT)))
    assert desk.eye.away[-1] is True
    desk.take(Pressed(at_ns=8))
    assert desk.eye.away[-1] is False


def test_a_start_in_the_middle_of_a_hidden_round_looks_at_nothing():
    desk = Desk().take(*HIDDEN)
    resumed = Desk(resume(SessionState(), desk.store.current_game())).run()
    assert resumed.eye.away == [False, True]


def test_the_eye_knows_how_many_dice_there_are():
    desk = Desk().take(NEW_GAME)
    assert desk.eye.dice == 5
    assert desk.take(NewGame(RockAndRollBegan(players=("A", "B")))).eye.dice == 1
    assert desk.take(EndGame()).eye.dice == 5


# -- counsel -----------------------------------------------------------------------------------------------------


class SlowCounsel:
    """A counsel that answers only when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.late: list[Callable[[object], None]] = []

    def answer(self, question, late):
        self.asked.append(question)
        self.late.append(late)

    def say(self, number: int = -1) -> None:
        self.late[number](COUNSEL.answer(self.asked[number], print))


HINTS = ShowHints(True)


def test_counsel_is_asked_once_for_the_dice_that_lie():
    slow = SlowCounsel()
    desk = Desk(counsel=slow).take(NEW_GAME, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    assert slow.asked == []
    desk.take(HINTS, BoardMoving(), BoardStill(reading("QQQKA"), is_new=False), ShowHints(False), HINTS)
    assert [question.game for question in slow.asked] == [desk.state.game]


def test_the_table_does_not_wait_for_counsel_and_takes_its_answer_later():
    slow = SlowCounsel()
    desk = Desk(counsel=slow).take(NEW_GAME, HINTS, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    assert desk.state.phase is Phase.READ
    assert desk.state.advice is None
    slow.say()
    desk.run()
    assert desk.state.advice is not None
    assert desk.shown[-1].advice == desk.state.advice


def test_an_answer_to_dice_that_are_gone_is_not_taken():
    slow = SlowCounsel()
    desk = Desk(counsel=slow).take(NEW_GAME, HINTS, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    desk.take(TouchCell(Cell(Category.QUEENS, 10)))
    slow.say()
    desk.run()
    assert desk.state.advice is None


def test_after_a_restart_advice_is_there_before_anything_happens():
    before = Desk().take(NEW_GAME, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    again = resume(SessionState(is_hinting=True), before.state.records)
    desk = Desk(again).run()
    assert desk.shown[0].advice is not None


def test_what_the_companion_entered_before_the_power_went_is_entered_and_saved_after_it():
    agreed = GameBegan(players=("Manfred", "Junkie"), beginner=1, levels=(None, Level.JUNKIE))
    before = Desk(counsel=SlowCounsel()).take(NewGame(agreed), Pressed(at_ns=1), ReadingTaken(reading("KKKKK")))
    assert not before.state.game.entries
    desk = Desk(resume(SessionState(), before.state.records)).run()
    assert [entry.player for entry in desk.state.game.entries] == [1]
    assert isinstance(desk.store.current_game()[-1].event, Entered)
