"""The taught sets on the disk, beside the games: one file a set, written whole or not at all."""

import logging
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from firmware import errors
from firmware.dice import kept_dice
from firmware.dice.dice_file import decoded, encoded
from firmware.log.whole_file import make_folder, sync_folder, write_whole
from firmware.settings.config import MOST_KEPT
from vision.find.crop import face_picture
from vision.learn.impressions import CropReader
from vision.read.classify import FACE_LABELS

log = logging.getLogger(__name__)

SUFFIX = ".npz"
MOST_LETTERS = 40
MOST_SETS = 24
"""With their pictures some tens of megabytes."""
_NAME = re.compile(r"\w[\w .+-]*", re.UNICODE)

Stamp: TypeAlias = tuple[int, int, int]
"""What changes with a file: when it was written, its size, and which file it is."""


class DiceShelf:
    """The sets in a folder, which is made when the first is saved.

    Embeddings of another model than the reader's are made anew from the crops when a set is loaded. With no crops to be
    kept none are added, and what was kept before is still read.
    """

    def __init__(
        self, folder: Path, reader: CropReader, *,
        most_crops: int = MOST_KEPT, call: Callable[[int], str] = "Dice {}".format,
    ) -> None:  # fmt: skip
        """Take the folder, and what the first, second … set is called that nobody gave a name; nothing is read yet."""
        self._folder, self._call = folder, call
        self.reader = reader
        self._most_crops = most_crops

    @property
    def is_off(self) -> bool:
        """Return whether nothing more is kept."""
        return self._most_crops == 0

    def names(self) -> tuple[str, ...]:
        """Return the names of all sets, whole or damaged, in order; it raises what `stamps` does."""
        return tuple(self.stamps())

    def stamps(self) -> Mapping[str, Stamp]:
        """Return the names of all sets in order, each with a stamp that is another once its file was changed.

        Raises:
            DiceSetError: If the folder cannot be looked into.
        """
        try:
            files = {path.stem: path for path in self._folder.iterdir() if path.suffix == SUFFIX}
            stamped = {name: _stamp(files[name]) for name in sorted(files)}
        except FileNotFoundError:
            return {}
        except OSError as error:
            said = f"The taught dice in {self._folder} cannot be listed: {error.strerror}."
            raise errors.DiceSetError(said) from error
        return {name: stamp for name, stamp in stamped.items() if stamp is not None}

    def load(self, name: str) -> kept_dice.KeptSet:
        """Return a set, its embeddings made by the reader's model.

        Raises:
            DiceSetNameError: If no set can be called so.
            DiceSetError: If there is no such set, its file cannot be read, or a newer Serviert wrote it.
        """
        path = self._path(name)
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            raise self._missing(name) from error
        except OSError as error:
            raise errors.DiceSetError(f"The dice in {path} cannot be read: {error.strerror}.") from error
        # The file's own name counts: a copied file is a set of its own.
        return kept_dice.of_model(replace(decoded(content, str(path)), name=path.stem), self.reader)

    def load_all(self) -> tuple[kept_dice.KeptSet, ...]:
        """Return all sets that can be read; the others are logged and left out."""
        try:
            return tuple(kept for kept in map(self.load_whole, self.names()) if kept is not None)
        except errors.DiceSetError as error:
            log.warning("%s", error)
            return ()

    def load_whole(self, name: str) -> kept_dice.KeptSet | None:
        """Return a set, None where it cannot be read; that is logged."""
        try:
            return self.load(name)
        except errors.DiceSetError as error:
            log.warning("%s They are left out.", error)
            return None

    def picture(self, name: str, crop: int) -> bytes | None:
        """Return a crop of a set as JPEG, None where there is none."""
        kept = self.load_whole(name)
        return None if kept is None or not 0 <= crop < len(kept.crops) else face_picture(kept.crops[crop])

    def teach(
        self, name: str, labels: Sequence[str], crops: NDArray[np.uint8], shown: Sequence[int], *,
        is_named: bool = True,
    ) -> kept_dice.KeptSet:  # fmt: skip
        """Keep crops, uint8 (N, 80, 80, 3), rectified top faces, of each of which the label is shown.

        They become a new set, or are added to the set of that name.

        Raises:
            DiceSetNameError: If no set can be called so, or one with other faces is.
            DiceSetError: If none are to be kept, the set of that name cannot be read, or the new one cannot be saved.
            TeachError: If the crops do not make a set.
        """
        self._require_on()
        learning = self._next_learning()
        if self._path(name).exists():
            before = self.load(name)
            if before.labels != tuple(labels):
                raise errors.DiceSetNameError(
                    f'The dice called "{name}" have the faces {", ".join(before.labels)}; got {", ".join(labels)}. '
                    "Choose another name, or forget those first."
                )
            kept = kept_dice.with_more(before, crops, shown, reader=self.reader, learning=learning)
        else:
            if len(self.names()) >= MOST_SETS:
                full = f"There are {MOST_SETS} taught sets already; forget one of them first."
                raise errors.DiceSetNotSavedError(full)
            new = kept_dice.begun(self._normal(name), labels, crops, shown, reader=self.reader, learning=learning)
            kept = replace(new, is_named=is_named)
        self._save(kept)
        return kept

    def meet(self, crops: NDArray[np.uint8], shown: Sequence[int]) -> kept_dice.KeptSet:
        """Keep poker dice that were met in play, as `teach` does, until players say what their faces are called.

        One such set is kept: what was met before and never named is forgotten.

        Raises:
            DiceSetError: As `teach`.
            TeachError: If the crops do not make a set.
        """
        for before in self.load_all():
            if not before.is_named:
                self.forget(before.name)
        taken = self.names()
        name = next(name for number in count(1) if (name := self._call(number)) not in taken)
        return self.teach(name, FACE_LABELS, crops, shown, is_named=False)

    def name_faces(self, name: str, names: Sequence[int], called: str) -> kept_dice.KeptSet:
        """Call the faces of a set what its players say, and the set as they like: what was label i is ``names[i]``.

        Called like another set it becomes one with that: they are the same dice.

        Raises:
            DiceSetNameError: If no set can be called so, or the other one has other faces.
            DiceSetError: If none are to be kept, there is no such set, or it cannot be read or saved.
        """
        self._require_on()
        kept = replace(kept_dice.renamed(self.load(name), names), name=self._normal(called))
        if kept.name == name or kept.name not in self.names():
            self._save(kept)
        else:
            kept = self.teach(kept.name, kept.labels, kept.crops[kept.in_use], kept.shown[kept.in_use].tolist())
        if kept.name != name:
            self.forget(name)
        return kept

    def learn_correction(self, name: str, crop: NDArray[np.uint8], label: int) -> kept_dice.Learnt:
        """Keep a crop, uint8 (80, 80, 3), that was read wrong, and read by it if all that was right stays right.

        Raises:
            DiceSetError: If none are to be kept, there is no such set, or it cannot be read or saved.
        """
        self._require_on()
        kept, learnt = kept_dice.corrected(
            self.load(name), crop, label, reader=self.reader, learning=self._next_learning()
        )
        self._save(kept)
        return learnt

    def undo(self) -> str | None:
        """Take the last learning back, a teaching or a correction; return whose it was, None where there is none.

        Raises:
            DiceSetNotSavedError: If the file cannot be written.
        """
        newest = newest_of(self.load_all())
        if newest is None:
            return None
        before = kept_dice.without_learning(newest, newest.last_learning)
        if before is None:
            self.forget(newest.name)
        else:
            self._save(before)
        return newest.name

    def forget(self, name: str) -> None:
        """Delete a set and all its crops.

        Raises:
            DiceSetNameError: If no set can be called so.
            DiceSetError: If there is no such set.
            DiceSetNotSavedError: If its file cannot be deleted.
        """
        path = self._path(name)
        try:
            path.unlink()
            sync_folder(self._folder)
        except FileNotFoundError as error:
            raise self._missing(name) from error
        except OSError as error:
            raise errors.DiceSetNotSavedError(f"{path} cannot be deleted: {error.strerror}.") from error

    def require_name(self, name: str) -> None:
        """Refuse what no set can be called, before anything is shown in vain, by the errors of `teach`."""
        self._require_on()
        self._path(name)

    def _require_on(self) -> None:
        if self.is_off:
            raise errors.DiceSetError(
                "The settings say that no pictures of dice are kept (store.crops = 0), so none can be taught."
            )

    def _missing(self, name: str) -> errors.DiceSetError:
        known = ", ".join(self.names()) or "none"
        return errors.DiceSetError(f'There are no dice called "{name}"; taught are: {known}.')

    def _next_learning(self) -> int:
        return 1 + max((kept.last_learning for kept in self.load_all()), default=0)

    def _path(self, name: str) -> Path:
        return self._folder / f"{self._normal(name)}{SUFFIX}"

    @staticmethod
    def _normal(name: str) -> str:
        normal = unicodedata.normalize("NFC", name).strip()
        if not _NAME.fullmatch(normal) or len(normal) > MOST_LETTERS:
            raise errors.DiceSetNameError(
                f"Dice are called by up to {MOST_LETTERS} letters, digits, spaces and . + - _, beginning with a letter "
                f'or digit; got "{name}".'
            )
        return normal

    def _save(self, kept: kept_dice.KeptSet) -> None:
        """Write a set beside its file and put it in its place: whatever happens, one whole file is there."""
        path = self._path(kept.name)
        try:
            make_folder(self._folder)
            write_whole(path, encoded(kept_dice.trimmed(kept, self._most_crops or MOST_KEPT)))
        except OSError as error:
            raise errors.DiceSetNotSavedError(
                f"The dice cannot be saved in {self._folder}: {error.strerror or error}. Make room or choose another "
                "place (store.path in the settings); what was taught before is still there."
            ) from error


def newest_of(sets: Sequence[kept_dice.KeptSet]) -> kept_dice.KeptSet | None:
    """Return the set that learnt last, None where there is none: `DiceShelf.undo` takes that back."""
    return max(sets, key=lambda kept: kept.last_learning, default=None)


def _stamp(path: Path) -> Stamp | None:
    try:
        state = path.stat()
    except FileNotFoundError:  # deleted meanwhile
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino
