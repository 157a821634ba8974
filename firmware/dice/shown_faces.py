"""Faces that a player shows: dice in photographs, or pictures of faces already cut out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.adapters.folder import SUFFIXES
from vision.errors import TeachError
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.learn.impressions import CropReader
from vision.preprocess import FACE_SIZE_PX
from vision.reading import DiceFinder

MOST_OBLONG = 1.2
"""Longer side over shorter: a face that was cut out is square."""
FLAT_DEG = 10.0
"""A die that leans more shows no face from above."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownFace:
    """One face."""

    crop: NDArray[np.uint8]  # uint8 (64, 64, 3), rectified
    place: str  # where it was seen, for a question about it: "die 2 of 5 from the left"
    name: str | None = None  # what it shows where that is known already, as people wrote it


def faces_in(paths: Iterable[Path], finder: DiceFinder, reader: CropReader) -> tuple[ShownFace, ...]:
    """Return the faces in pictures.

    Args:
        paths: Photographs; folders of photographs; folders with one folder a face, named after it, of square pictures
            of that face alone, cut out with a margin of an eighth of it.
        finder: Finds the dice in photographs.
        reader: Cuts out their faces.

    Raises:
        PictureError: If a file is no picture.
        TeachError: If a folder holds none, or a picture in the folder of a face is not square.
    """
    faces: list[ShownFace] = []
    for path in paths:
        faces += _in_folder(path, finder, reader) if path.is_dir() else _in_photograph(path, finder, reader)
    return tuple(faces)


def dice_in(frame: Frame, finder: DiceFinder, reader: CropReader, *, where: str = "") -> tuple[ShownFace, ...]:
    """Return the faces of the dice that lie flat in a frame, from left to right."""
    dice = sorted((die for die in finder.detect(frame) if die.tilt_deg < FLAT_DEG), key=lambda die: die.centre_xy)
    crops = reader.crops(frame, [die.quad for die in dice])
    place = f"of {len(dice)} from the left{where}"
    return tuple(ShownFace(crop, f"die {number} {place}") for number, crop in enumerate(crops, start=1))


def named_folders(paths: Iterable[Path]) -> tuple[str, ...]:
    """Return the names of the folders of cut-out faces in some folders, in order; none where there are none."""
    named = [of_face for path in paths if path.is_dir() for of_face in _sorted(path) if of_face.is_dir()]
    return tuple(dict.fromkeys(folder.name for folder in named if _pictures(folder)))


def crops_of(faces: Sequence[ShownFace]) -> NDArray[np.uint8]:
    """Return the crops of faces, uint8 (N, 64, 64, 3)."""
    crops = [face.crop for face in faces]
    return np.stack(crops) if crops else np.empty((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)


def _in_folder(folder: Path, finder: DiceFinder, reader: CropReader) -> list[ShownFace]:
    named = [(of_face.name, path) for of_face in _sorted(folder) if of_face.is_dir() for path in _pictures(of_face)]
    photographs = _pictures(folder)
    if not named and not photographs:
        wanted = "give photographs of dice, or a folder for each face, named after it"
        raise TeachError(f"{folder} holds no pictures; {wanted}.")
    faces = [ShownFace(_cut_out(path), str(path), name) for name, path in named]
    for path in photographs:
        faces += _in_photograph(path, finder, reader)
    return faces


def _in_photograph(path: Path, finder: DiceFinder, reader: CropReader) -> list[ShownFace]:
    return list(dice_in(load_picture(path), finder, reader, where=f" in {path.name}"))


def _cut_out(path: Path) -> NDArray[np.uint8]:
    pixels = load_picture(path).pixels
    height, width = pixels.shape[:2]
    if max(height, width) > MOST_OBLONG * min(height, width):
        raise TeachError(f"{path} is {width} × {height} pixels; the picture of a face that was cut out is square.")
    how = cv2.INTER_AREA if min(height, width) > FACE_SIZE_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (FACE_SIZE_PX, FACE_SIZE_PX), interpolation=how), np.uint8)


def _pictures(folder: Path) -> list[Path]:
    return [path for path in _sorted(folder) if path.suffix.lower() in SUFFIXES and path.is_file()]


def _sorted(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise TeachError(f"{folder} cannot be looked into: {error.strerror}.") from error
