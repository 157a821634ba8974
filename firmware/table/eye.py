"""The eye at work: watches the board through a camera and answers presses with readings.

One thread calls `Eye.look` again and again. Its only clock is the exposure time of the frames, so that it runs the
same at a desk, in a test and at the table.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from firmware.errors import CameraBarredError, CameraError, CameraSilentError
from firmware.ports import Camera, ExposingCamera, MeteringCamera
from firmware.session import events
from firmware.session.effects import ReadBoard
from firmware.session.vocabulary import NoticeKey
from firmware.table.eye_parts import Blindfold, EyeHooks, EyePolicy, Foreseen, ThrowFilm
from firmware.table.known_board import KnownBoard, LyingDice
from firmware.table.latency import PressPart
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.read.fuse import Sight
from vision.read.reader import Reader, as_before
from vision.reading import DICE_EXPECTED, EyeDoubt, Reading, Verdict
from vision.watch.settle import Motion, lies_as_read
from vision.watch.standing import StandingBoard

log = logging.getLogger(__name__)

LOST_AS = {CameraSilentError: NoticeKey.CAMERA_SILENT, CameraBarredError: NoticeKey.CAMERA_BARRED}
METERED_NS = 60 * 1_000_000_000
FORESEEN = frozenset({Verdict.CLEAR, Verdict.NOT_SURE, Verdict.BURNING})
"""Verdicts of readings that may answer a press to come; what else was seen is looked at again."""


class Eye:
    """Watches the board and answers presses.

    The camera is opened again after it was lost. What happened is emitted from the eye's thread.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        reader: Reader | None,
        emit: Callable[[events.SessionEvent], None],
        *,
        policy: EyePolicy | None = None,
        standing: StandingBoard | None = None,
        hooks: EyeHooks | None = None,
    ) -> None:
        """Begin with the camera closed and nothing seen; without a reader, the models broken, it is never to look."""
        hooks = hooks or EyeHooks()
        self._put_right, self._stopwatch, self._clock_ns = hooks.put_right, hooks.stopwatch, hooks.clock_ns
        self._known, self._is_another = hooks.known, hooks.opened
        self._open_camera = open_camera
        self._reader = reader
        self._emit = emit
        self._policy = policy or EyePolicy()
        self._camera: Camera | None = None
        self._was_lost = False
        standing = standing or StandingBoard()
        self._board = KnownBoard(standing, hooks.moved)
        self._lying_dice = LyingDice(standing)
        self._motion: Motion | None = None
        self._is_calm = False
        self._is_wanted = threading.Event()
        self._has_given = False  # since the last look: the page is being painted, and needs the processor
        self._dice = DICE_EXPECTED
        self._blindfold = Blindfold()
        self._watching_ns = self._blindfold.off_ns
        self._asked: ReadBoard | None = None
        self._foreseen: Foreseen | None = None
        self._borrower: Callable[[Camera, Frame], None] | None = None
        self._is_lent = False
        self._metered_ns = -METERED_NS
        # Held while something is said, too: once `look_away` has returned, nothing more is. Its sink may call back.
        self._lock = threading.RLock()
        self._frames: dict[int, tuple[Frame, Reading]] = {}
        self.film = ThrowFilm()

    # -- called by the companion, from its own thread ----------------------------------------------------------

    def read(self, asked: ReadBoard) -> bool:
        """Answer a press with `ReadingTaken` or `ReadingFailed` once the board lies still; return whether it was."""
        with self._lock:
            self._asked = asked
            self._answer_foreseen()
            if self._asked is not None:
                self._is_wanted.set()
            return self._asked is None

    def heed(self) -> None:
        """Look at once: a button went down, and what lies then is what its press means."""
        self._is_wanted.set()

    def expect(self, dice: int) -> None:
        """Expect so many dice where nobody asks, until told otherwise: `BoardStill.is_new` depends on it."""
        with self._lock:
            has_changed, self._dice = dice != self._dice, dice
        if has_changed:
            self._lying_dice.forget()

    def look_away(self, is_away: bool) -> None:
        """Look away, or look at the board again: no frame exposed in between is ever looked at, kept or spoken of.

        A press that waits is refused in words; one made while away is answered once the eye looks again, from frames
        not older than that. The camera stays open; a frame that is under way when the eye turns away is dropped.
        """
        with self._lock:
            before, self._blindfold = self._blindfold, self._blindfold.worn(is_away, self._clock_ns())
            if is_away and not before.is_on:
                self.film.forget()
                self.refuse(NoticeKey.LOOKED_AWAY)
        if not is_away:
            self._is_wanted.set()

    def lend(self, borrower: Callable[[Camera, Frame], None] | None) -> None:
        """Let somebody else look through the camera, or have it back; a press that waits is not answered any more.

        He gets the camera with each small frame, in the eye's thread, and may raise a `CameraError`.
        """
        with self._lock:
            self._borrower = borrower
            if borrower is not None:
                self._asked = None
        self._is_wanted.set()

    def stand(self, board: BoardOutline, seen: Frame) -> None:
        """Take the board as calibrated just now, seen without dice; called by a borrower, in the eye's thread."""
        self._board.stand(board, seen)

    def accept(self, reading: Reading | None) -> None:
        """Take the newest accepted reading: what remains of it on the board is watched from now on."""
        over = self._lying_dice.accept(reading)
        kept = None if over is None else self.picture_of(over.exposed_ns)
        # Not sooner: a die may be put right twice, and only what it was in the end is worth learning.
        if over is not None and kept is not None:
            self._put_right(*kept, over)

    def picture_of(self, exposed_ns: int) -> tuple[Frame, Reading] | None:
        """Return frame and reading of a recent exposure, None when it is no longer kept."""
        with self._lock:
            return self._frames.get(exposed_ns)

    # -- the watching thread -----------------------------------------------------------------------------------

    def look(self) -> bool:
        """Take one frame and say what it shows.

        Returns:
            Whether the camera delivered, or was left alone; after False the caller waits a little before the next look.
        """
        self._has_given = False
        if self._looks_again():
            try:
                camera = self._opened()
                frame = camera.preview()
                if self._finds_again(frame):
                    self._see(camera, frame)
            except CameraError as error:
                self._lose_camera(error)
                return False
        return True

    def _see(self, camera: Camera, frame: Frame) -> None:
        """Watch the board, or let the borrower do so; after him it is watched as if for the first time."""
        with self._lock:
            borrower = self._borrower
        if borrower is not None:
            self._is_lent, self._is_calm = True, False
            borrower(camera, frame)
            return
        if self._is_lent:
            self._is_lent, self._motion = False, None
            self._board.begin_anew()
        self._board.learn()
        self._watch(camera, frame)

    @property
    def pause_s(self) -> float:
        """Return how long the next look may wait: not at all unless nothing moves, or a press was just answered."""
        with self._lock:
            may_wait = self._blindfold.is_on or ((self._is_calm or self._has_given) and self._asked is None)
        return self._policy.calm_pause_s if may_wait else 0.0

    def rest(self) -> None:
        """Wait for as long as the next look may, or until somebody presses."""
        self._is_wanted.wait(self.pause_s)
        self._is_wanted.clear()

    def refuse(self, reason: NoticeKey) -> None:
        """Answer the press that waits, if one does, with why it cannot be read."""
        with self._lock:
            asked, self._asked = self._asked, None
            if asked is not None:
                self._emit(events.ReadingFailed(reason))

    def close(self) -> None:
        """Give the camera back."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _opened(self) -> Camera:
        if self._camera is None:
            self._camera = self._open_camera()
            if self._is_another(self._camera):
                self._lying_dice.forget()
                self._board.watch_anew()
            self._board.opened_anew()
            self._motion, self._is_calm = None, False
        return self._camera

    def _looks_again(self) -> bool:
        """Return whether the board may be looked at; the first time after looking away, as if for the first time."""
        blindfold = self._blindfold
        if not blindfold.is_on and blindfold.off_ns != self._watching_ns:
            self._watching_ns = blindfold.off_ns
            self._lying_dice.forget()
            self._board.begin_anew()
            self._motion, self._is_calm = None, False
        return not blindfold.is_on

    def _say(self, event: events.SessionEvent, frame: Frame) -> None:
        """Say what a frame showed, unless it may not be looked at any more."""
        with self._lock:
            if not self._blindfold.hides(frame.exposed_ns):
                self._emit(event)

    def _finds_again(self, frame: Frame) -> bool:
        """Say that a lost camera is back: not when it opens, only when it delivers what may be looked at."""
        with self._lock:
            if self._blindfold.hides(frame.exposed_ns):
                return False
            if self._was_lost:
                self._was_lost = False
                self._emit(events.CameraBack())
        return True

    def _lose_camera(self, error: CameraError) -> None:
        self.close()
        self._board.begin_anew()
        with self._lock:
            if self._blindfold.is_on:
                return  # it was on its way when the eye turned away: said if it cannot be opened afterwards
            self._asked = None
            if not self._was_lost:
                self._was_lost = True
                log.warning("%s", error)
                self._emit(events.CameraLost(LOST_AS.get(type(error), NoticeKey.CAMERA_LOST)))

    def _watch(self, camera: Camera, frame: Frame) -> None:
        settlement = self._board.observe(frame)
        motion, still_ns = settlement.motion, frame.exposed_ns - settlement.since_ns
        has_changed, self._motion = motion is not self._motion, motion
        self._is_calm = motion is Motion.STILL and still_ns >= self._policy.calm_after_ns
        self._look_back(motion, frame)
        if motion is Motion.MOVING:
            self._lying_dice.glance(frame, self._board)
            self.film.see(frame)
        with self._lock:
            asked = self._asked
        if asked is not None and frame.exposed_ns < self._from_ns(asked):
            asked = None  # pressed after this frame
        if asked is not None and motion is Motion.STILL:
            self._answer(camera, asked)
        elif asked is not None and frame.exposed_ns - self._from_ns(asked) > self._policy.patience_ns:
            self.refuse(NoticeKey.STILL_MOVING)
        elif has_changed and motion is Motion.MOVING:
            self._lying_dice.leave_lying()
            self._say(events.BoardMoving(), frame)
        elif has_changed and asked is None:
            self._rest(camera, frame)
        elif asked is None and motion is Motion.STILL and self._board.was_sought:
            self._board.keep_light(camera, frame)

    def _from_ns(self, asked: ReadBoard) -> int:
        return max(asked.not_before_ns, self._watching_ns)

    def _answer(self, camera: Camera, asked: ReadBoard) -> None:
        self._stopwatch.lap(PressPart.WAIT)
        read = self._read(camera, asked, is_press=True)
        if read is not None:
            self._give(asked, *read[:2])

    def _give(self, asked: ReadBoard, reading: Reading, frame: Frame) -> None:
        """Give a reading to whoever asked for it, unless he no longer does."""
        self._lying_dice.note(frame, reading)
        hold = self._lying_dice.hold(asked.before, reading, asked.dice)
        if hold is not None and asked.before is not None:
            reading = as_before(reading, hold, asked.before)
        with self._lock:
            if self._asked is not asked:
                return
            self._asked, self._has_given = None, True
            kept = [*self._frames.items(), (reading.exposed_ns, (frame, reading))]
            self._frames = dict(kept[-self._policy.frames_kept :])
            self.film.end(reading.exposed_ns)
            self._stopwatch.lap(PressPart.LOOK)
            self._emit(events.ReadingTaken(reading, hold))

    def _look_back(self, motion: Motion, frame: Frame) -> None:
        """Forget what was read before a press once a frame shows anything else; else answer the press that waits."""
        with self._lock:
            if (before := self._foreseen) is not None:
                lies = motion is Motion.STILL and lies_as_read(before.reading, before.still, frame)
                self._foreseen = replace(before, seen_ns=frame.exposed_ns) if lies else None
                self._answer_foreseen()

    def _answer_foreseen(self) -> None:
        """Answer the press that waits by what was read before it, if a frame from after it shows the same."""
        asked, foreseen = self._asked, self._foreseen
        if asked is None or foreseen is None or foreseen.seen_ns < self._from_ns(asked):
            return
        self._foreseen = None  # whoever presses again wants it to be looked at again
        if foreseen.terms == (asked.dice, self._known()) and not self._blindfold.hides(foreseen.still.exposed_ns):
            self._stopwatch.lap(PressPart.WAIT)
            self._give(asked, foreseen.reading, foreseen.frame)

    def _rest(self, camera: Camera, frame: Frame) -> None:
        """Read a board that came to rest though nobody pressed: which dice remained, and what a press would read."""
        with self._lock:
            dice = self._dice
        terms, from_ns = (dice, self._known()), frame.exposed_ns
        read = self._read(camera, ReadBoard(from_ns, None, dice), is_press=False)
        if read is None:
            return
        reading, newest, was_still = read
        is_new = self._lying_dice.is_new(reading, dice)
        if was_still:
            self._lying_dice.came_to_rest(reading, dice)
        self._say(events.BoardStill(reading, is_new), frame)
        if reading.verdict in FORESEEN:
            with self._lock:
                self._foreseen = Foreseen(reading=reading, frame=newest, still=frame, seen_ns=from_ns, terms=terms)
        self._meter(camera, frame)

    def _meter(self, camera: Camera, frame: Frame) -> None:
        """Say now and then how much light there is, where the camera knows."""
        if isinstance(camera, MeteringCamera) and frame.exposed_ns - self._metered_ns >= METERED_NS:
            self._metered_ns = frame.exposed_ns
            if (lux := camera.lux()) is not None:
                self._say(events.LightMeasured(lux), frame)

    def _read(
        self, camera: Camera, asked: ReadBoard, *, is_press: bool, is_again: bool = False
    ) -> tuple[Reading, Frame, bool] | None:
        """Take frames and read them; with the newest, and whether all lay still. None if the eye looked away meanwhile.

        A die that only half of them show is looked at once more, before anybody is asked whether it is one.
        """
        reader, frames, dice, from_ns = self._reader, self._policy.frames, asked.dice, self._from_ns(asked)
        assert reader is not None
        taken: list[Frame] = []
        seen: list[tuple[Sight, ...]] = []
        while len(taken) < frames:
            self._stopwatch.lap(PressPart.LOOK)
            if self._blindfold.hides(from_ns):
                return None
            frame = camera.capture(not_before_ns=from_ns)
            self._stopwatch.lap(PressPart.CAPTURE)
            if self._blindfold.hides(frame.exposed_ns):
                return None
            if not taken:
                self._board.check(frame, is_press=is_press)
            taken.append(frame)
            from_ns = frame.exposed_ns + 1
            is_ahead = len(taken) < frames and len(seen) == len(taken) - 1
            if is_ahead and (sights := reader.sights(frame, self._board.outline, dice)) is not None:
                seen.append(sights)
        newest, board = taken[-1], self._board
        retake = partial(self._exposed, camera)
        reading = reader.read(taken, board.outline, backdrop=board.backdrop, seen=seen, dice=dice, retake=retake)
        if reading.verdict is Verdict.NO_BOARD and board.find(newest):
            reading = reader.read(taken, board.outline, dice=dice, retake=retake)
        was_still = board.note(taken, reading)
        is_unsure = reading.verdict is Verdict.NOT_SURE and not is_again
        if is_unsure and EyeDoubt.PERHAPS_NO_DIE in {die.doubt for die in reading.dice}:
            later = replace(asked, not_before_ns=newest.exposed_ns + 1)
            return self._read(camera, later, is_press=is_press, is_again=True)
        return reading, newest, was_still

    def _exposed(self, camera: Camera, times: float) -> Frame | None:
        """Return a frame exposed so many times as long, None where the camera cannot or it may not be looked at."""
        frame = camera.expose(times) if isinstance(camera, ExposingCamera) else None
        return None if frame is None or self._blindfold.hides(frame.exposed_ns) else frame
