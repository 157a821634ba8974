"""The file of a set of dice: an npz with arrays and, as bytes, a JSON about them.

The names of the arrays and of the JSON's fields are the file format: they never change, `FORMAT` counts what is added.
"""

import io
import json
import lzma
import zipfile
import zlib
from typing import Any

import cattrs
import numpy as np
from numpy.typing import NDArray

from firmware.dice.kept_dice import CROP_ARRAYS, KeptSet
from firmware.errors import DiceSetError
from vision.learn.calibration import FaceCalibration
from vision.preprocess import FACE_SIZE_PX, resized

FORMAT = 1
ABOUT = "about"
NUMBERS = ("shown", "learnt", "retired")
MOST_BYTES = 64_000_000
EARLIER_PX = 64  # edge of the crops that were kept when the face reader took smaller ones
"""Unpacked; a set of 200 crops takes 3 MB."""
_FOREIGN = (zipfile.BadZipFile, cattrs.BaseValidationError, zlib.error, lzma.LZMAError)
BROKEN = (*_FOREIGN, ValueError, KeyError, TypeError, EOFError, OSError, RuntimeError)
"""What reading a damaged npz ends in."""
GENERAL_LABELS = 7


def encoded(kept: KeptSet) -> bytes:
    """Return a set as the bytes of its file."""
    about = {
        "format": FORMAT,
        "name": kept.name,
        "labels": list(kept.labels),
        "model_sha256": kept.model_sha256,
        "calibration": cattrs.unstructure(kept.calibration),
        "named": kept.is_named,
    }
    arrays = {name: getattr(kept, name) for name in CROP_ARRAYS}
    return packed(about, arrays | {name: arrays[name].astype(np.int32) for name in NUMBERS})


def packed(about: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> bytes:
    """Return the npz of arrays and of what is said about them."""
    file = io.BytesIO()
    named: dict[str, Any] = {**arrays, ABOUT: np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)}
    np.savez_compressed(file, **named)
    return file.getvalue()


def decoded(content: bytes, where: str) -> KeptSet:
    """Return the set of a file's bytes.

    Raises:
        DiceSetError: If it is damaged or no such file, or a newer Serviert wrote it.
    """
    try:
        arrays = arrays_of(content)
        about = json.loads(arrays.pop(ABOUT).tobytes())
        if about["format"] <= FORMAT:
            return _whole(_kept(arrays, about))
    except BROKEN as error:
        raise DiceSetError(
            f"The dice in {where} cannot be read: the file is damaged ({type(error).__name__}: {error}). Delete it and "
            "teach them again, or put a copy in its place."
        ) from error
    raise DiceSetError(
        f"The dice in {where} were taught by a newer Serviert (format {about['format']}, this one reads up to "
        f"{FORMAT}); install that version, or teach them again under another name."
    )


def arrays_of(content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an npz by name; of a damaged or foreign one an error of `BROKEN` is raised."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        unpacked = sum(entry.file_size for entry in packed.infolist())
    if unpacked > MOST_BYTES:
        raise ValueError(f"it holds {unpacked} bytes, more than any set")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def _kept(arrays: dict[str, NDArray[Any]], about: dict[str, Any]) -> KeptSet:
    kinds = dict.fromkeys(NUMBERS, np.intp) | {"embeddings": np.float32, "general": np.float32}
    rows: dict[str, Any] = {name: arrays[name].astype(kinds.get(name, arrays[name].dtype)) for name in CROP_ARRAYS}
    if rows["crops"].shape[1:] == (EARLIER_PX, EARLIER_PX, 3):
        rows["crops"] = np.stack([resized(crop, (FACE_SIZE_PX, FACE_SIZE_PX)) for crop in rows["crops"]])
    return KeptSet(
        name=str(about["name"]),
        labels=tuple(str(label) for label in about["labels"]),
        model_sha256=str(about["model_sha256"]),
        is_named=bool(about.get("named", True)),  # before, every set was named while it was taught
        calibration=None if about["calibration"] is None else cattrs.structure(about["calibration"], FaceCalibration),
        **rows,
    )


def _whole(kept: KeptSet) -> KeptSet:
    count, labels = len(kept.crops), len(kept.labels)
    legal = {"crops": (FACE_SIZE_PX, FACE_SIZE_PX, 3), "general": (GENERAL_LABELS,)}
    legal["embeddings"] = kept.embeddings.shape[1:]
    got = {name: getattr(kept, name).shape for name in CROP_ARRAYS}
    wrong = [f"{name} {shape}" for name, shape in got.items() if shape != (count, *legal.get(name, ()))]
    if wrong or kept.embeddings.ndim != 2 or kept.crops.dtype != np.uint8:
        raise ValueError(f"its arrays do not fit each other: {', '.join(wrong) or 'crops or embeddings'}")
    in_use = kept.shown[kept.in_use]
    if set(in_use.tolist()) != set(range(labels)) or labels < 2 or not set(kept.shown.tolist()) <= set(range(labels)):
        raise ValueError("its crops do not show its faces")
    if kept.calibration is not None and len(kept.calibration.right) != len(in_use):
        raise ValueError("it is calibrated for other crops")
    return kept
