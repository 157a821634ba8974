"""``serviert teach --picture``: players show their own dice in photographs; under the camera the page teaches."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from firmware.adapters.folder import SUFFIXES
from firmware.commands.options import TeachOptions
from firmware.dice.dice_shelf import DiceShelf
from firmware.display.face_names import FaceNames, split_names
from firmware.faces import LABELS
from firmware.settings.config import Config
from vision.errors import TeachError
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.learn.impressions import CropReader
from vision.read.classify import FaceReader
from vision.read.load import load_finder
from vision.reading import DiceFinder

FLAT_DEG = 10.0
"""A die that leans more shows no face from above."""


def teach(name: str, config: Config, options: TeachOptions, *, say: Callable[[str], None]) -> None:
    """Teach a set from photographs, and keep it.

    Raises:
        TeachError: If there are no pictures or no dice, a face is missing, or a name is unknown.
        VisionError: If a model is broken or a picture is none.
        DiceSetError: If the set cannot be saved, or its name is taken.
    """
    if not options.picture:
        raise TeachError(
            "Dice are taught on the page: start `serviert play` and choose your own dice in its menu. To teach them "
            "from photographs, give --picture."
        )
    names = FaceNames.of(split_names(options.labels or "") or LABELS, config.display.language)
    reader, finder = FaceReader.from_file(), load_finder()
    shelf = DiceShelf(config.store.dice_folder, reader, most_crops=config.store.crops)
    shelf.require_name(name)
    crops = [crop for path in _photographs(options.picture) for crop in faces_in(load_picture(path), finder, reader)]
    if not crops:
        raise TeachError("No die lies flat in these pictures; take them from above, in good light.")
    labels = _named(split_names(options.shown or ""), names, count=len(crops))
    kept = shelf.teach(name, names.labels, np.stack(crops), labels)
    dice_set = kept.dice_set()
    counted = ", ".join(f"{face} ×{count}" for face, count in zip(names.written, dice_set.counts, strict=True))
    say(f'The dice "{kept.name}" are kept: {counted}.')
    right = zip(dice_set.shown.tolist(), dice_set.calibration.right, strict=True)
    if doubtful := sorted({label for label, is_right in right if is_right is False}):
        written = ", ".join(names.format(label) for label in doubtful)
        say(f"Not every one of these can be told from the others: {written}. They will be asked about.")


def faces_in(frame: Frame, finder: DiceFinder, reader: CropReader) -> list[NDArray[np.uint8]]:
    """Return the top faces, rectified, of the dice that lie flat in a frame, from left to right."""
    dice = sorted((die for die in finder.detect(frame) if die.tilt_deg < FLAT_DEG), key=lambda die: die.centre_xy)
    return list(reader.crops(frame, [die.quad for die in dice]))


def _photographs(paths: Iterable[Path]) -> list[Path]:
    """Return the photographs, those of folders among them."""
    found: list[Path] = []
    for path in paths:
        try:
            inside = sorted(path.iterdir()) if path.is_dir() else []
        except OSError as error:
            raise TeachError(f"{path} cannot be looked into: {error.strerror}.") from error
        photographs = [each for each in inside if each.suffix.lower() in SUFFIXES and each.is_file()]
        if path.is_dir() and not photographs:
            raise TeachError(f"{path} holds no pictures; give photographs of dice.")
        found += photographs or [path]
    return found


def _named(known: Sequence[str], names: FaceNames, *, count: int) -> list[int]:
    """Return the label of each die, by what people said of them; it raises `TeachError` where that does not fit."""
    if len(known) != count:
        raise TeachError(
            f"{count} dice lie flat in these pictures, but {len(known)} were named; name each with --shown, picture "
            "after picture, from left to right. Or teach nothing: dice are learnt in play."
        )
    labels = list[int]()
    for name in known:
        if (label := names.parse(name)) is None:
            said = " ".join(names.written)
            raise TeachError(f'"{name.strip()}" is no face of these dice; their faces are {said}.')
        labels.append(label)
    return labels
