"""The dice known from play on the disk: what the eye made of them, so that a cut of power forgets nothing.

Only one file, of the newest dice that were known; some hundred kilobytes, written when they become known and when the
companion ends. It holds top faces of dice and nothing else; whatever is the matter with it, the dice are met anew.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

import numpy as np

from firmware.dice.dice_file import ABOUT, BROKEN, arrays_of, packed
from firmware.log.whole_file import make_folder, write_whole
from vision.errors import TeachError
from vision.learn.familiar import Acquaintance
from vision.learn.impressions import Impressions
from vision.learn.ink import INK_CHANNELS, INK_PX
from vision.read.classify import FACE_LABELS

log = logging.getLogger(__name__)

NAME = "played-with.seen"
FORMAT = 1


def recalled(path: Path, fresh: Acquaintance) -> Acquaintance:
    """Return the acquaintance kept in a file, or the fresh one where there is none that fits.

    Args:
        path: Of the file.
        fresh: Knows nothing yet; its name, model and policy count. Embeddings of another model say nothing to it.
    """
    try:
        return _decoded(path.read_bytes(), fresh)
    except FileNotFoundError:
        return fresh
    except (*BROKEN, TeachError) as error:
        log.warning("The dice known from play cannot be recalled (%s: %s); they are met anew.", path, error)
        return fresh


def keep(path: Path, acquaintance: Acquaintance) -> None:
    """Write an acquaintance, whole or not at all; a disk that refuses is logged, the game does not need the file."""
    try:
        make_folder(path.parent)
        write_whole(path, _encoded(acquaintance))
    except OSError as error:
        log.warning("The dice known from play cannot be kept in %s: %s.", path, error.strerror)


def _encoded(known: Acquaintance) -> bytes:
    if known.seen is None:
        raise ValueError("nothing was seen yet; keep dice that are known.")
    about = {"format": FORMAT, "model_sha256": known.model_sha256, "answers": sorted(known.answers.items())}
    seen = known.seen
    return packed(about, {"embeddings": seen.embeddings, "general": seen.general, "ink": seen.ink.astype(np.float16)})


def _decoded(content: bytes, fresh: Acquaintance) -> Acquaintance:
    arrays = arrays_of(content)
    about = json.loads(arrays[ABOUT].tobytes())
    if about["format"] != FORMAT or about["model_sha256"] != fresh.model_sha256:
        log.info("the dice known from play were seen by another version; they are met anew")
        return fresh
    seen = Impressions(**{name: arrays[name].astype(np.float32) for name in ("embeddings", "general", "ink")})
    count = len(seen)
    shapes = (seen.embeddings.ndim, seen.general.shape, seen.ink.shape)
    if shapes != (2, (count, len(FACE_LABELS) + 1), (count, INK_PX, INK_PX, INK_CHANNELS)):
        raise ValueError("its arrays do not fit each other")
    answers = {int(crop): int(label) for crop, label in about["answers"]}
    if not all(0 <= crop < count and 0 <= label < len(FACE_LABELS) for crop, label in answers.items()):
        raise ValueError("its answers are about nothing it holds")
    return fresh.recalling(seen, answers)
