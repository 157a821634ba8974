"""The companion: turns the pure session by hand of the ports, one event after the other."""

import logging
import queue
from collections import deque
from dataclasses import replace

from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log.record import Record
from firmware.ports import Edge, Signal
from firmware.session import events
from firmware.session.advising import question
from firmware.session.effects import Append, Effect, FetchGame, LessonEffect, ReadBoard, Tell
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.throwing import is_looked_away
from firmware.session.vocabulary import NoticeKey, Phase
from firmware.signals.press import APART_NS, TURNING_APART_NS, Buttons
from firmware.table.countdown import LATE_NS, Countdown, countdown_of
from firmware.table.latency import PressPart, Stopwatch
from firmware.table.parts import Listeners, Ports, Workers, nobody
from scoring.dice import DICE_COUNT
from scoring.events import ThrowCorrected
from scoring.games.ten_by_ten import GameState
from vision.find.crop import board_picture, dice_picture, die_picture

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""So often a failed save is tried again while nothing else happens."""

PICTURES_KEPT = 4


class Companion:
    """Owns the session and carries out what it wants.

    Events come from any thread through `post` and `edge`; everything else runs in the thread that calls `run`.
    """

    def __init__(
        self,
        state: SessionState,
        ports: Ports,
        workers: Workers,
        *,
        listeners: Listeners | None = None,
        stopwatch: Stopwatch | None = None,
    ) -> None:
        """Take the parts; nothing happens before `run`."""
        self.state = state
        self._eye, self._store, self._lamp, self._sound = ports.eye, ports.store, ports.lamp, ports.sound
        self._clock_ns = ports.clock_ns
        self._workers = workers
        self.face_jpeg, self.survey_jpeg = workers.face_jpeg, workers.survey_jpeg
        self._asked: GameState | None = None  # the last that advice was asked for
        self._listeners = listeners or Listeners()
        self._buttons, self._levels = ports.buttons, ports.levels
        self._stopwatch = stopwatch or Stopwatch()
        self._events: queue.SimpleQueue[events.SessionEvent | tuple[str, Edge] | None] = queue.SimpleQueue()
        self._countdown: Countdown | None = None
        self._behind: int | None = None  # events that had come when the time for a decision was over
        self._over_ns: int | None = None  # when it last was
        self._went_on_ns = -1
        self._unsaved: deque[tuple[Record, ...]] = deque()  # each is saved at once, or not at all
        self._pictures: tuple[tuple[int, int], ...] = ()  # reading number and exposure, swapped whole

    # -- from any thread ---------------------------------------------------------------------------------------

    def post(self, event: events.SessionEvent) -> None:
        """Take an event."""
        self._events.put(event)

    def edge(self, source: str, edge: Edge) -> None:
        """Take an edge of one of the buttons."""
        if edge.is_down:
            self._eye.heed()
        self._events.put((source, edge))

    def stop(self) -> None:
        """End `run` after what was posted before."""
        self._events.put(None)

    def die_jpeg(self, reading_number: int, index: int) -> bytes | None:
        """Return a die's own picture of a recent reading as JPEG, None when there is none."""
        exposed_ns = dict(self._pictures).get(reading_number)
        return None if exposed_ns is None else self.look_jpeg(exposed_ns, index)

    def board_jpeg(self, reading_number: int) -> bytes | None:
        """Return all that a recent reading saw as JPEG, None when it is not kept."""
        kept = self._eye.picture_of(dict(self._pictures).get(reading_number, 0))
        return None if kept is None else board_picture(kept[0])

    def film_jpeg(self, reading_number: int, number: int) -> bytes | None:
        """Return a picture of the newest throw as it fell, None when there is none."""
        return self._eye.film.jpeg(dict(self._pictures).get(reading_number, 0), number)

    def look_jpeg(self, exposed_ns: int, index: int | None = None) -> bytes | None:
        """Return a recent look at the board, or one die of it, as JPEG; None when it is not kept."""
        kept = self._eye.picture_of(exposed_ns)
        if kept is None or not kept[1].dice or not (index is None or 0 <= index < len(kept[1].dice)):
            return None
        frame, reading = kept
        if index is None:
            return dice_picture(frame, [die.detection for die in reading.dice])
        return die_picture(frame, reading.dice[index].detection)

    # -- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Take events until stopped; a mistake in one is logged and the table goes on."""
        self._eye.accept(self.state.reading)
        for effect in self._advise():
            self._carry_out(effect)
        self._save()
        self._aim()
        self._count_down()  # time to doubt that was cut off by a power cut begins anew
        self._lamp.show(_signal_of(self.state))  # a lamp that is dark until the first press looks broken
        self._listeners.show(self.state)
        while True:
            self._listeners.beat()
            try:
                if not self._round():
                    return
            except Exception:
                log.exception("What happened could not be handled.")

    def take(self, event: events.SessionEvent) -> None:
        """Make one step and carry out what it wants."""
        before = self.state
        lap = self._stopwatch.lap if isinstance(event, events.ReadingTaken) else nobody
        self.state, effects = step(before, event)
        effects += self._advise()
        lap(PressPart.SESSION)
        self._count_down()
        self._aim()
        if self.state.notice != before.notice:
            log.info("%s: %s %s", self.state.phase, self.state.notice.key, dict(self.state.notice.values))
        if isinstance(event, events.ReadingTaken) and self.state.reading_number != before.reading_number:
            picture = self.state.reading_number, event.reading.exposed_ns
            self._pictures = (*self._pictures, picture)[-PICTURES_KEPT:]
        after = self.state
        is_press = isinstance(event, events.Pressed | events.PressedLong | events.PressedForMenu)
        if not is_press and _offer_of(after) != _offer_of(before):
            self._went_on_ns = self._clock_ns()
        has_come = [self._carry_out(effect) for effect in effects]
        lap(PressPart.TELL)
        if self._save():
            lap(PressPart.STORE)
        if isinstance(event, events.ReadingTaken):
            self._stopwatch.end(self.state.reading_number)
        if not any(has_come):  # else the answer is shown next: nobody waits for a page that says it is being read
            self._listeners.show(self.state)
        self._eye.accept(self.state.reading)  # what is learnt of it can wait until it is shown
        if self.state.game is not before.game and (soon := question(self.state, is_ahead=True)) is not None:
            self._workers.advise(soon, self.post)
        # Last: what cannot be said is saved and shown all the same.
        self._listeners.speak(before, after, event, effects)

    def _advise(self) -> tuple[Effect, ...]:
        """Ask for advice where it is wanted, once for each moment, and take it; return what that wants done."""
        asked = question(self.state)
        if asked is None or asked is self._asked:
            return ()
        self._asked = asked
        if (advised := self._workers.advise(asked, self.post)) is None:
            return ()
        self.state, effects = step(self.state, advised)
        return effects

    def take_edge(self, source: str, edge: Edge) -> None:
        """Take an edge of a button, in the loop's own thread."""
        self._workers.hear(source, edge)
        self._gestures(*self._buttons.feed(edge, source=source))

    def _round(self) -> bool:
        """Take the next event, or let time pass where none comes; return False once stopped."""
        try:
            now_ns = self._clock_ns()
            countdown_ns = None if self._countdown is None or self._is_held(now_ns) else self._countdown.due_ns
            dues_ns = (due_ns for due_ns in (self._buttons.due_ns, countdown_ns) if due_ns is not None)
            waits_s = [RETRY_S, *((due_ns - now_ns) / 1e9 for due_ns in dues_ns)]
            event = self._events.get(timeout=max(0.0, min(waits_s)))
        except queue.Empty:
            self.tick()
            return True
        self._behind = self._behind and self._behind - 1
        if event is None:
            return False
        if isinstance(event, tuple):
            self.take_edge(*event)
        else:
            self.take(event)
        self._pass_seconds(self._clock_ns())  # however much happens, ten seconds are ten seconds
        return True

    def tick(self) -> None:
        """Let time pass: long presses fire, failed saves are tried again."""
        now_ns = self._clock_ns()
        if (due_ns := self._buttons.due_ns) is not None and due_ns <= now_ns:
            for source, level in self._levels.items():  # an edge may have got lost: what says the contact?
                if (is_down := level()) is not None:
                    self._gestures(*self._buttons.feed(Edge(is_down, due_ns - 1), source=source))
        self._gestures(*self._buttons.tick(now_ns))
        self._pass_seconds(now_ns)
        if self._unsaved:
            self._save()

    def _pass_seconds(self, now_ns: int) -> None:
        """Tell that a second of the time for a decision is over."""
        if self._countdown is None or self._is_held(now_ns):
            return
        end_ns = self._countdown.end_ns
        if now_ns >= end_ns:  # what came before, while the companion was busy, is still to be heard
            self._behind = self._events.qsize() if self._behind is None else self._behind
            if self._behind > 0:
                return
        self._countdown, passed = self._countdown.at(now_ns)
        if passed is not None:
            self._over_ns = self._over_ns if passed.left else end_ns
            self.take(passed)

    def _is_held(self, now_ns: int) -> bool:
        return self._countdown is not None and self._countdown.is_held(now_ns, self._buttons.pressed_ns)

    def _count_down(self) -> None:
        """Begin to count where the game gives so long for a decision, and stop where it no longer does."""
        before, self._countdown = self._countdown, countdown_of(self.state, self._countdown, self._clock_ns())
        if self._countdown is not before:
            self._behind = None

    def _aim(self) -> None:
        """Tell the eye how many dice there are to see, and to look away while they are nobody's business."""
        game = self.state.game
        self._eye.expect(DICE_COUNT if game is None else game.dice)
        self._eye.look_away(is_looked_away(self.state))

    def _gestures(self, buttons: Buttons, gestures: tuple[events.ButtonEvent, ...]) -> None:
        self._buttons = buttons
        for gesture in gestures:
            match gesture:
                case events.PressedLong(at_ns):
                    self._take_press(events.PressedLong(at_ns, is_outrun=at_ns < self._went_on_ns))
                case events.Pressed(at_ns):
                    is_late = self._over_ns is not None and at_ns < self._over_ns + LATE_NS
                    self._take_press(events.Pressed(at_ns, is_late=is_late))
                case events.PressedForMenu():
                    self._take_press(gesture)
                case _:
                    self.take(gesture)

    def _take_press(self, press: events.Pressed | events.PressedLong | events.PressedForMenu) -> None:
        had_dial = self.state.dial is not None
        self.take(press)
        # Turned, not opened: a nervous second press would turn past what nobody has heard yet.
        has_turned = isinstance(press, events.Pressed) and had_dial and self.state.dial is not None
        self._buttons = replace(self._buttons, apart_ns=TURNING_APART_NS if has_turned else APART_NS)

    def _carry_out(self, effect: Effect) -> bool:
        """Do what a step wants; return whether what it wanted to know has come already, as an event."""
        match effect:
            case ReadBoard():
                self._stopwatch.begin(effect.not_before_ns)
                return self._eye.read(effect)
            case Append():
                self._unsaved.append(effect.records)
            case FetchGame():
                self.post(events.GameFetched(effect.number, self._workers.games(effect.number)))
            case Tell():
                self._lamp.show(effect.signal)
                if not self.state.is_muted:
                    self._sound.play(effect.signal, volume=self.state.volume)
            case LessonEffect():
                teach = self._workers.lessons or (lambda _: self.post(events.LessonFailed(NoticeKey.MODEL_BROKEN)))
                teach(effect)
            case _:
                self._workers.survey(effect)
        return False

    def _save(self) -> bool:
        """Save what is not saved yet, in order; what fails is tried again. Return whether some was and all now is."""
        if not self._unsaved:
            return False  # nothing was proved: a store that could not be written at the start still may not be
        while self._unsaved:
            try:
                self._store.append(*self._unsaved[0])
            except StoreError as error:
                if self.state.is_saved:
                    log.error("%s", error)  # noqa: TRY400 - the sentence says it all
                    before, event = self.state, events.StoreFailed(reason_of(error))
                    self.state, effects = step(before, event)
                    self._listeners.speak(before, self.state, event, effects)
                    self._lamp.show(Signal.PROBLEM)
                    self._listeners.show(self.state)
                return False
            for record in self._unsaved.popleft():  # one that is put right shows what it showed
                seen = record.reading and self._eye.picture_of(record.reading.exposed_ns)
                if seen and not isinstance(record.event, ThrowCorrected):
                    self._workers.keep_picture(*seen)
        if not self.state.is_saved:
            self.state, _ = step(self.state, events.StoreRecovered())
            self._listeners.show(self.state)
        return True


def reason_of(error: StoreError) -> NoticeKey:
    """Return the sentence for a store that does not save."""
    if isinstance(error, StoreFullError):
        return NoticeKey.STORE_FULL
    return NoticeKey.STORE_READ_ONLY if isinstance(error, StoreReadOnlyError) else NoticeKey.STORE_FAILED


def _offer_of(state: SessionState) -> tuple[object, ...]:
    """Return what a long press would take, by what can change it."""
    return len(state.records), state.reading_number, state.dial


def _signal_of(state: SessionState) -> Signal:
    """Return what the lamp shows of a session that was just resumed."""
    if not (state.has_camera and state.is_saved):
        return Signal.PROBLEM
    if state.phase in {Phase.READ, Phase.ENTERING}:
        return Signal.DONE
    return Signal.GAME_OVER if state.phase is Phase.GAME_OVER else Signal.READY
