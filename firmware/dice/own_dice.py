"""The players' own dice at the table: read by the set that lies there, learnt from when a die is put right.

Dice that nobody taught are got to know while they are played with, see `vision.learn.familiar`.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from firmware.dice.dice_file import keep, recalled
from firmware.dice.dice_shelf import DiceShelf, Stamp
from firmware.dice.kept_dice import Learnt
from firmware.errors import DiceSetError
from firmware.table.latency import PressPart, Stopwatch
from vision.errors import TeachError
from vision.frame import Frame
from vision.learn.familiar import Acquaintance
from vision.learn.impressions import Impressions, impressions_of
from vision.learn.taught import DiceSet
from vision.learn.taught_reader import SetsReader, recognise
from vision.read.reader import Reader, ReaderPolicy
from vision.reading import Detection, DiceFinder, EyeDoubt, Quad, Reading

log = logging.getLogger(__name__)

CLOSE_WAIT_S = 5.0
FAMILIAR = "played with"
TELLING = frozenset({EyeDoubt.NONE, EyeDoubt.FACE_UNCLEAR})
"""What may be the matter with a die that still tells what its set looks like."""


class OwnDice:
    """The taught sets while a game is played.

    Before dice are read, sets that were changed on the disk are loaded anew, whoever changed them: this companion, or
    ``serviert teach`` beside it. Learning takes a while and happens in a thread of its own: a press never waits for it.
    """

    def __init__(
        self, shelf: DiceShelf, finder: DiceFinder, policy: ReaderPolicy, *,
        memory: Path | None = None, on_known: Callable[[], None] = lambda: None, stopwatch: Stopwatch | None = None,
    ) -> None:  # fmt: skip
        """Load all sets that can be read, and recall the dice that were known from play.

        Without a memory those are met anew at every start; `on_known` is called in the thread that learns.
        """
        self.shelf, self.faces, self.policy = shelf, shelf.reader, policy  # `faces` read in general
        self._memory, self._on_known = memory, on_known
        self._sets_reader = SetsReader(self.faces)
        fresh = Acquaintance(name=FAMILIAR, model_sha256=self.faces.sha256)
        self._acquaintance = fresh if memory is None else recalled(memory, fresh)
        self._sets_reader.familiar = self._acquaintance.dice_set
        self._stamps: Mapping[str, Stamp] = {}
        self._sets: dict[str, DiceSet] = {}
        self._finder, self._stopwatch = finder, stopwatch or Stopwatch()
        self.reader = Reader(self, self, policy=policy)  # by the taught set that lies there if it is sure which
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._renew()

    @property
    def recognised(self) -> str | None:
        """Return the name of the set that the dice read last are of, None where none was sure."""
        return self._sets_reader.recognised

    def classify(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.float64]:
        """Return how probable each poker face is for each die, float64 (N, 7), by the sets as they are on the disk now.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        self._stopwatch.lap(PressPart.LOOK)
        self._renew()
        faces = self._sets_reader.classify(frame, quads)
        self._stopwatch.lap(PressPart.CLASSIFY)
        return faces

    def detect(self, frame: Frame, /) -> tuple[Detection, ...]:
        """Return the dice in a frame."""
        self._stopwatch.lap(PressPart.LOOK)
        found = self._finder.detect(frame)
        self._stopwatch.lap(PressPart.DETECT)
        return found

    def later(self, job: Callable[[], object]) -> None:
        """Do something with the sets after what was given before, in the thread that learns; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="own-dice", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def put_right(self, frame: Frame, read: Reading, right: Reading) -> None:
        """Learn later from a throw that is over; returns at once."""
        if len(read.dice) == len(right.dice):
            self.later(partial(self.learn, frame, read, right))

    def learn(self, frame: Frame, read: Reading, right: Reading) -> tuple[Learnt, ...]:
        """Learn from a throw: what players put right, if the dice are of a taught set, else what the dice look like.

        What was `read` in the frame is the same dice as `right`, which has the labels the players left or gave.

        Returns:
            What became of each correction; nothing where no set is recognised, whose dice these would be.

        Raises:
            DiceSetError: If the set cannot be loaded or saved.
        """
        pairs = enumerate(zip(read.dice, right.dice, strict=True))
        corrections = {index: new.label for index, (old, new) in pairs if old.label != new.label}
        crops = self.faces.crops(frame, [die.detection.quad for die in read.dice])
        seen = impressions_of(self.faces, crops)
        dice_set = recognise(seen, self._sets_reader.sets)
        if dice_set is None:
            self._meet(seen, read, corrections)
        if dice_set is None or not dice_set.is_poker or self.shelf.is_off:
            return ()
        correct, name = self.shelf.learn_correction, dice_set.name
        learnt = tuple(correct(name, crops[index], label) for index, label in corrections.items())
        if learnt:
            counts = len(learnt), dice_set.name, learnt.count(Learnt.IN_USE)
            log.info("%d dice of the set %s were put right; %d are read by from now on", *counts)
        return learnt

    def _meet(self, seen: Impressions, read: Reading, corrections: Mapping[int, int]) -> None:
        """Get to know dice of no taught set; those that lie badly or are no poker dice tell nothing."""
        clear = [index for index, die in enumerate(read.dice) if die.doubt in TELLING]
        if not clear:
            return
        known = self._acquaintance.dice_set
        self._acquaintance = self._acquaintance.met(
            seen.of(clear),
            {clear.index(index): label for index, label in corrections.items() if index in clear},
            is_ours=known is not None and recognise(seen.of(clear), (known,)) is not None,
        )
        self._sets_reader.familiar = self._acquaintance.dice_set
        if known is None and self._acquaintance.dice_set is not None:
            log.info("the dice on the board are known from being played with")
            self._remember()
            self._on_known()

    def close(self) -> None:
        """Finish what is being learnt; closing twice does nothing."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(timeout=CLOSE_WAIT_S)
            self._thread = None
            self._remember()

    def _remember(self) -> None:
        # Others that are just being met do not drive the known ones out.
        if self._memory is not None and self._acquaintance.dice_set is not None:
            keep(self._memory, self._acquaintance)

    def _renew(self) -> None:
        """Load the sets whose files were changed since, and forget those whose files are gone."""
        try:
            stamps = self.shelf.stamps()
        except DiceSetError as error:
            log.warning("%s", error)
            return
        if stamps == self._stamps:
            return
        changed = [name for name, stamp in stamps.items() if self._stamps.get(name) != stamp]
        loaded = {kept.name: kept.dice_set() for name in changed if (kept := self.shelf.load_whole(name)) is not None}
        unchanged = {name: each for name, each in self._sets.items() if name in stamps and name not in changed}
        self._stamps, self._sets = stamps, unchanged | loaded
        self._sets_reader.sets = tuple(self._sets.values())
        log.info("taught dice: %s", ", ".join(sorted(self._sets)) or "none")

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except (DiceSetError, TeachError) as error:
                log.warning("%s", error)
            except Exception:
                log.exception("Something could not be learnt.")
