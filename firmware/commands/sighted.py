"""The eye put together for a table: with models, or blind without them; and the surveyor, who borrows its camera."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from firmware.adapters.open import Source
from firmware.board.calibration import Calibration, kept_board
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.familiar_file import NAME
from firmware.dice.lesson_runner import LessonRunner
from firmware.dice.own_dice import OwnDice
from firmware.doctor.progress_file import ProgressKeeper, load, progress_file
from firmware.doctor.surveyor import DeviceToSetUp, Surveyor
from firmware.ports import Button
from firmware.session.events import DiceKnown, SessionEvent, SurveyorEvent
from firmware.session.wizard import ButtonFacts
from firmware.settings.config import Config
from firmware.table.eye import Eye
from firmware.table.eye_parts import BoardReader, EyeHooks, EyePolicy
from firmware.table.latency import Stopwatch
from vision.errors import ModelError, ModelMissingError
from vision.read.classify import FaceReader
from vision.read.load import load_board_finder
from vision.read.reader import ReaderPolicy

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sighted:
    """An eye and what belongs to it."""

    eye: Eye  # looks at the board
    # reads the board; None where the models are broken: nothing is to be watched then, throws are typed
    reader: BoardReader | None = None
    own_dice: OwnDice | None = None  # the taught sets, None where another reader reads
    lessons: LessonRunner | None = None  # teaches them
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
        return Sighted(eye=Eye(open_camera, BlindReader(), post, policy=policy))
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
        lessons=LessonRunner(own_dice, eye.picture_of, post),
        recalibrated=lambda found: finder.take_view(found.view),
    )


def surveyor_for(
    config: Config,
    source: Source,
    sight: Sighted,
    post: Callable[[SurveyorEvent], None],
    *,
    parts: ButtonFacts,
    button: Button | None,
) -> Surveyor:
    """Return the surveyor of a table, who goes on where somebody came."""
    kept = load(progress_file(config))
    keeper = ProgressKeeper(progress_file(config), elapsed_s=0 if kept is None else kept[1], clock_ns=time.monotonic_ns)
    site = DeviceToSetUp(
        config=config,
        camera=source.name,
        reader=sight.reader,
        parts=parts,
        is_down=lambda: button is not None and button.level() is True,
        recalibrated=sight.recalibrated,
    )
    return Surveyor(site, owner=sight.eye, keeper=keeper, emit=post)


class BlindReader(BoardReader):
    """Stands in for a reader whose models are broken: it is never asked, since nothing watches."""

    def read(self, *_: object, **__: object) -> NoReturn:
        """Refuse: there is nothing to read with.

        Raises:
            ModelMissingError: Always.
        """
        raise ModelMissingError("The models are broken; the throws are typed.")
