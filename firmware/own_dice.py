"""The players' own dice at the table: read by the set that lies there, and learnt from when a die is put right."""

from __future__ import annotations

import logging
import queue
import threading
from typing import TYPE_CHECKING

from firmware.dice_shelf import DiceShelf
from firmware.errors import DiceSetError
from firmware.kept_dice import Learnt
from vision.classify import FaceReader
from vision.errors import TeachError
from vision.load import load_board_finder
from vision.read import Reader
from vision.taught_reader import SetsReader

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frame import Frame
    from vision.impressions import CropReader
    from vision.read import DiceFinder, ReaderPolicy
    from vision.reading import Reading

log = logging.getLogger(__name__)

CLOSE_WAIT_S = 5.0


class OwnDice:
    """The taught sets while a game is played.

    Learning takes a while and happens in a thread of its own: a press never waits for it.

    Attributes:
        reader: Reads the board, by the taught set that lies there if it is sure which.
    """

    def __init__(self, shelf: DiceShelf, finder: DiceFinder, faces: CropReader, policy: ReaderPolicy) -> None:
        """Load all sets that can be read.

        Args:
            shelf: Where they are kept.
            finder: Finds the dice.
            faces: The general reader.
            policy: When a reading is believed.
        """
        self._shelf = shelf
        self._sets_reader = SetsReader(faces, [kept.dice_set() for kept in shelf.load_all()])
        self.reader = Reader(finder, self._sets_reader, policy=policy)
        self._lessons: queue.SimpleQueue[tuple[Frame, Reading, Reading] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        names = ", ".join(dice_set.name for dice_set in self._sets_reader.sets)
        log.info("taught dice: %s", names or "none")

    @classmethod
    def from_folder(cls, folder: Path, policy: ReaderPolicy) -> OwnDice:
        """Load the models and the sets of a folder.

        Raises:
            ModelError: If a model is missing, broken, or not the one its contract describes.
        """
        faces = FaceReader.from_file()
        return cls(DiceShelf(folder, faces), load_board_finder(), faces, policy)

    def put_right(self, frame: Frame, read: Reading, right: Reading) -> None:
        """Learn later what players put right; returns at once.

        Args:
            frame: The frame that was read.
            read: What was read in it.
            right: The same dice with the labels the players gave.
        """
        if not _corrections(read, right):
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="own-dice", daemon=True)
            self._thread.start()
        self._lessons.put((frame, read, right))

    def learn(self, frame: Frame, read: Reading, right: Reading) -> tuple[Learnt, ...]:
        """Learn what players put right, if the dice are of a taught set.

        Args:
            frame: The frame that was read.
            read: What was read in it.
            right: The same dice with the labels the players gave.

        Returns:
            What became of each correction; nothing where no set is recognised, whose dice these would be.

        Raises:
            DiceSetError: If the set cannot be loaded or saved.
        """
        corrections = _corrections(read, right)
        crops, dice_set = self._sets_reader.look(frame, [die.detection.quad for die in read.dice])
        if dice_set is None or not dice_set.is_poker:
            log.info("%d dice were put right; they are of no taught set, so nothing is learnt", len(corrections))
            return ()
        learnt = tuple(
            self._shelf.learn_correction(dice_set.name, crops[index], label) for index, label in corrections.items()
        )
        renewed = self._shelf.load(dice_set.name).dice_set()
        self._sets_reader.sets = [renewed if one.name == renewed.name else one for one in self._sets_reader.sets]
        log.info(
            "%d dice of the set %s were put right; %d are read by from now on",
            len(learnt),
            dice_set.name,
            learnt.count(Learnt.IN_USE),
        )
        return learnt

    def close(self) -> None:
        """Finish what is being learnt; closing twice does nothing."""
        if self._thread is not None:
            self._lessons.put(None)
            self._thread.join(timeout=CLOSE_WAIT_S)
            self._thread = None

    def _work(self) -> None:
        while (lesson := self._lessons.get()) is not None:
            try:
                self.learn(*lesson)
            except (DiceSetError, TeachError) as error:
                log.warning("%s", error)
            except Exception:
                log.exception("Dice that were put right could not be learnt.")


def _corrections(read: Reading, right: Reading) -> dict[int, int]:
    """Return which dice were put right: index → label."""
    if len(read.dice) != len(right.dice):
        return {}
    pairs = enumerate(zip(read.dice, right.dice, strict=True))
    return {index: new.label for index, (old, new) in pairs if old.label != new.label}
