"""What a running companion is put together of: eye and watcher, who sits at the simulated board, where the page is."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from firmware.adapters.open import Source
from firmware.board.calibration import Calibration, kept_board
from firmware.dice.dice_file import NAME
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.lesson_runner import LessonRunner
from firmware.dice.own_dice import OwnDice
from firmware.display.view import dice_wanted
from firmware.errors import StoreInUseError
from firmware.log.record import Record
from firmware.session.deciding import cup_of, is_lifting
from firmware.session.effects import LessonEffect
from firmware.session.events import DiceKnown, SessionEvent
from firmware.session.state import SessionState
from firmware.session.vocabulary import NoticeKey, Phase
from firmware.session.wizard import WizardStep
from firmware.settings.config import Config
from firmware.simulated.board import SimulatedBoard
from firmware.table.eye import Eye
from firmware.table.eye_parts import BoardReader, EyeHooks, EyePolicy
from firmware.table.latency import Stopwatch
from vision.errors import ModelError, ModelMissingError
from vision.read.classify import FaceReader
from vision.read.load import load_board_finder
from vision.read.reader import ReaderPolicy

log = logging.getLogger(__name__)

FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 5.0
"""A lost camera is opened again after the first, then ever later, never later than the second."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sighted:
    """An eye and what belongs to it."""

    eye: Eye  # looks at the board
    # reads the board; None where the models are broken: nothing is to be watched then, throws are typed
    reader: BoardReader | None = None
    own_dice: OwnDice | None = None  # the taught sets, None where another reader reads
    lessons: Callable[[LessonEffect], None] | None = None  # does what is wanted of them
    recalibrated: Callable[[Calibration], None] = lambda _: None  # takes a calibration just made, beside the eye

    def close(self) -> None:
        """Finish what is being learnt; closing twice does nothing."""
        if self.own_dice is not None:
            self.own_dice.close()


def sighted(
    config: Config,
    source: Source,
    post: Callable[[SessionEvent], None],
    *,
    stopwatch: Stopwatch,
    load: Callable[[ReaderPolicy], BoardReader] | None = None,
) -> Sighted:
    """Return the eye, its reader and the lesson; without models there is only the eye, and throws are typed."""
    reading, open_camera = config.reader, source.open_camera
    policy = EyePolicy(frames=reading.frames, patience_ns=round(reading.patience_s * 1e9))
    try:
        if load is not None:
            reader = load(reading.policy)
            return Sighted(eye=Eye(open_camera, reader, post, policy=policy), reader=reader)
        standing, view = kept_board(config, source.name)
        finder = load_board_finder(view)
        folder, crops = config.store.dice_folder, config.store.crops
        own_dice = OwnDice(
            DiceShelf(folder, FaceReader.from_file(), most_crops=crops),
            finder,
            reading.policy,
            memory=folder / NAME if crops else None,  # where no pictures are kept, dice known from play are not either
            on_known=lambda: post(DiceKnown()),
            stopwatch=stopwatch,
        )
    except ModelError as error:
        log.error("%s", error)  # noqa: TRY400 - the sentence says it all
        return Sighted(eye=Eye(open_camera, _BlindReader(), post, policy=policy))
    eye = Eye(
        open_camera,
        own_dice.reader,
        post,
        policy=policy,
        standing=standing,
        hooks=EyeHooks(put_right=own_dice.put_right, moved=finder.forget_view, stopwatch=stopwatch),
    )
    return Sighted(
        eye=eye,
        reader=own_dice.reader,
        own_dice=own_dice,
        lessons=LessonRunner(own_dice, eye.picture_of, post).carry_out,
        recalibrated=lambda found: finder.take_view(found.view),
    )


class _BlindReader(BoardReader):
    """Stands in for a reader whose models are broken: it is never asked, since nothing watches."""

    def read(self, *_: object, **__: object) -> NoReturn:
        raise ModelMissingError("The models are broken; the throws are typed.")


class Watcher:
    """The thread in which the eye looks, until it is told to stop."""

    def __init__(self, eye: Eye, beat: Callable[[], None] = lambda: None) -> None:
        """Take the eye, which `start` opens, and what to call once a round."""
        self._eye = eye
        self._beat = beat
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="eye", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching and give the camera back."""
        self._stop.set()
        self._thread.join(timeout=LONGEST_WAIT_S)
        self._eye.close()

    def _watch(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._stop.is_set():
            self._beat()
            try:
                is_seen = self._eye.look()
            except Exception:
                log.exception("A frame could not be handled.")
                self._eye.refuse(NoticeKey.MODEL_BROKEN)  # else the press would wait for ever
                is_seen = False
            if is_seen:
                wait_s = FIRST_WAIT_S
                self._eye.rest()
            else:
                self._stop.wait(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)


WITH_DICE = frozenset({WizardStep.LIGHT, WizardStep.FOCUS, WizardStep.BUTTON})
"""Steps of setting up in which dice lie on the simulated board without a throw: nobody can lay them there by hand."""

BETWEEN_TURNS = frozenset({Phase.WAITING, Phase.BEGINNING, Phase.DECIDING, Phase.GAME_OVER})


class SimulatedPlayer:
    """Does at a simulated board what players do by hand at a real one."""

    def __init__(self, board: SimulatedBoard) -> None:
        """Begin before the first turn."""
        self._board = board
        self._turn_begun: Record | None = None
        self._cup: tuple[int, bool, int | None] | None = None

    def show(self, state: SessionState) -> None:
        """Do what the session now wants."""
        board = self._board
        board.lend(is_lent=state.teaching is not None or state.wizard is not None)
        if state.wizard is not None and state.wizard.step in WITH_DICE:
            board.lay_dice()
        board.use(dice_wanted(state))
        board.expect_lift(is_due=is_lifting(state))
        # Once a turn, not with every view: the cup may stand over the dice of the new one by then.
        is_covered = state.game is not None and state.game.is_hidden
        newest = state.records[-1] if state.records else None
        if state.phase in BETWEEN_TURNS and not is_covered and newest is not self._turn_begun:
            self._turn_begun = newest
            board.new_turn()
        cup = cup_of(state)
        if cup is not None and cup != self._cup:
            self._cup = cup
            board.new_turn()  # the next one throws: what the one before hid is nobody's to look at


# -- where the companion that plays shows its page, for whoever starts a second one ----------------------------------


def _file(games: Path) -> Path:
    return games.with_name(f"{games.stem}.address")


def forget_address(games: Path) -> None:
    """Delete what an earlier companion kept: it ended, or it would still hold the games."""
    with suppress(OSError):  # a folder that takes no file has none
        _file(games).unlink(missing_ok=True)


def keep_address(games: Path, url: str) -> None:
    """Keep where the page of the companion that has these games open is shown."""
    with suppress(OSError):  # a second one then says less
        _file(games).write_text(f"{url}\n", encoding="utf-8")


@contextmanager
def saying_where(games: Path) -> Iterator[None]:
    """Say where the other companion shows its page when it has the games open.

    Raises:
        StoreInUseError: With that address, where it is known.
    """
    try:
        yield
    except StoreInUseError as error:
        url = ""
        with suppress(OSError, ValueError):
            url = _file(games).read_text(encoding="utf-8").strip()
        if not url:
            raise
        raise StoreInUseError(f"Serviert runs already: open {url} ({error})") from error
