"""The eye put together for a table, with models or blind without them, and the thread in which it looks."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from firmware.adapters.open import Source
from firmware.board.calibration import Calibration, kept_board
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.lesson_runner import LessonRunner
from firmware.dice.own_dice import OwnDice
from firmware.display.teaching import set_name
from firmware.ports import Camera, identity_of
from firmware.rounds import Rounds
from firmware.session.effects import LessonEffect
from firmware.session.events import NamesAsked, SessionEvent
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import Config
from firmware.table.eye import Eye
from firmware.table.eye_parts import EyeHooks, EyePolicy
from firmware.table.latency import Stopwatch
from firmware.table.parts import nobody
from vision.errors import ModelError
from vision.read.classify import FaceReader
from vision.read.load import load_board_finder
from vision.read.reader import Reader, ReaderPolicy
from vision.watch.standing import StandingBoard

log = logging.getLogger(__name__)

FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 5.0
"""A lost camera is opened again after the first, then ever later, never later than the second."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sighted:
    """An eye and what belongs to it."""

    eye: Eye  # looks at the board
    # reads the board; None where the models are broken: nothing is to be watched then, throws are typed
    reader: Reader | None = None
    face_jpeg: Callable[[str, int], bytes | None] = lambda *_: None  # returns a crop of a set that is kept
    close: Callable[[], None] = nobody  # finishes what is being learnt; closing twice does nothing
    lessons: Callable[[LessonEffect], None] | None = None  # does what is wanted of them
    recalibrated: Callable[[Calibration], None] = lambda _: None  # takes a calibration just made, beside the eye


def sighted(
    config: Config,
    source: Source,
    post: Callable[[SessionEvent], None],
    *,
    stopwatch: Stopwatch,
    load: Callable[[ReaderPolicy], Reader] | None = None,
) -> Sighted:
    """Return the eye, its reader and the lesson; without models there is only the eye, and throws are typed."""
    reading, open_camera = config.reader, source.open_camera
    policy = EyePolicy(frames=reading.frames, patience_ns=round(reading.patience_s * 1e9))
    try:
        if load is not None:
            reader = load(reading.policy)
            return Sighted(eye=Eye(open_camera, reader, post, policy=policy), reader=reader)
        standing, finder = StandingBoard(), load_board_finder()
        call = partial(set_name, language=config.display.language)
        faces = FaceReader.from_file()
        shelf = DiceShelf(config.store.dice_folder, faces, most_crops=config.store.crops, call=call)
        own_dice = OwnDice(
            shelf, finder, reading.policy, on_met=lambda card: post(NamesAsked(card)), stopwatch=stopwatch
        )
    except ModelError as error:
        log.error("%s", error)  # noqa: TRY400 - the sentence says it all
        return Sighted(eye=Eye(open_camera, None, post, policy=policy))
    put_right, moved, known = own_dice.put_right, finder.forget_view, own_dice.stamps
    seen_by = ""

    def opened(camera: Camera) -> bool:
        nonlocal seen_by
        before, seen_by = seen_by, identity_of(camera)
        if seen_by == before:
            return False
        board, picture, view = kept_board(config, seen_by)
        standing.begin(board, picture)
        finder.take_view(view)
        return True

    hooks = EyeHooks(put_right=put_right, moved=moved, known=known, stopwatch=stopwatch, opened=opened)
    eye = Eye(open_camera, own_dice.reader, post, policy=policy, standing=standing, hooks=hooks)
    lessons = LessonRunner(own_dice, eye.picture_of, post).carry_out
    return Sighted(
        eye=eye, reader=own_dice.reader, face_jpeg=shelf.picture, close=own_dice.close, lessons=lessons,
        recalibrated=lambda found: finder.take_view(found.view),
    )  # fmt: skip


class Watcher(Rounds):
    """The thread in which the eye looks, until it is told to stop."""

    LAST_ROUND_S = LONGEST_WAIT_S

    def __init__(self, eye: Eye, beat: Callable[[], None] = lambda: None) -> None:
        """Take the eye, which `start` opens, and what to call once a round."""
        super().__init__("eye")
        self._eye = eye
        self._beat = beat
        self._wait_s = FIRST_WAIT_S

    def close(self) -> None:
        """Stop watching and give the camera back."""
        super().close()
        self._eye.close()

    def _round(self) -> float:
        self._beat()
        try:
            is_seen = self._eye.look()
        except Exception:
            log.exception("A frame could not be handled.")
            self._eye.refuse(NoticeKey.MODEL_BROKEN)  # else the press would wait for ever
            is_seen = False
        if is_seen:
            self._wait_s = FIRST_WAIT_S
            self._eye.rest()
            return 0.0
        wait_s, self._wait_s = self._wait_s, min(2 * self._wait_s, LONGEST_WAIT_S)
        return wait_s
