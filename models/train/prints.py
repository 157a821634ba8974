"""Training samples of the face reader from sheets of designs: for each design, two views of each of its faces."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from models.render.prints import Cast, close_up
from models.render.world import FOREIGN
from models.train.augment import degraded, recoloured
from models.train.crops import CropConfig, jittered, wrong_quad
from models.train.errors import NoPicturesError
from models.train.pictures import NO_FACE
from vision.preprocess import FACE_MARGIN, FACE_SIZE_PX, rectify

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.random import Generator
    from numpy.typing import NDArray

FACES = 6
VIEWS = 2
UNNAMED = -100
"""Label of faces that belong to no known kind: they teach the embedding, not the classes."""

SYMBOLS = "symbols"
LETTERS = "letters"
ORDINARY = ("pips", "numerals")
LOPSIDED = (0, 1, 3, 4)
"""Labels whose letters differ from their mirror images in every alphabet: 9, 10, Q or D, K or R."""


class Fault(Enum):
    """What is wrong with a view, so that no face is to be read in it."""

    NONE = "none"
    BESIDE = "beside"
    MIRRORED = "mirrored"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintConfig:
    """How close-ups are drawn and made worse.

    Attributes:
        designs: In a batch; each gives six faces, two views of each.
        edge_px: Least and greatest edge of a top face as the camera sees it.
        strength: Of the augmentation.
        wrong_share: Share of crops from places where no face is.
        inverted_share: Share of views of ordinary dice and signs shown as a negative: the pips of one set of dice are
            white on red and black on yellow alike.
        mirrored_share: Share of views of big letters that no alphabet has the other way round, shown in a mirror: a
            picture that somebody mirrored is to be refused.
    """

    designs: int = 12
    edge_px: tuple[float, float] = (22.0, 85.0)
    strength: float = 0.7
    wrong_share: float = 0.04
    inverted_share: float = 0.12
    mirrored_share: float = 0.05


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """Designs.

    Attributes:
        faces: uint8 (N, 6, S, S, 3).
        labels: int (N, 6), FOREIGN where a face is no poker face.
        families: str (N,).
        roundings: float (N,).
        glosses: float (N,).
    """

    faces: NDArray[np.uint8]
    labels: NDArray[np.int64]
    families: NDArray[np.str_]
    roundings: NDArray[np.float64]
    glosses: NDArray[np.float64]

    def __len__(self) -> int:
        """Return how many designs there are."""
        return len(self.labels)


def sheets_in(folders: Iterable[Path]) -> Sheet:
    """Return all designs of folders that `models.render.sheets` wrote.

    Raises:
        NoPicturesError: If there are none.
    """
    files = sorted(file for folder in folders for file in folder.glob("designs-*.npz") if ".part" not in file.name)
    if not files:
        raise NoPicturesError("no designs to train on; draw some with `python -m models.render.sheets`.")
    stored = []
    for file in files:
        with np.load(file) as opened:
            stored.append({name: opened[name] for name in ("faces", "labels", "families", "roundings", "glosses")})
    joined = {name: np.concatenate([one[name] for one in stored]) for name in stored[0]}
    return Sheet(**{**joined, "labels": joined["labels"].astype(np.int64)})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Views:
    """Two views of each face of some designs.

    Attributes:
        crops: uint8 (D, 6, 2, 64, 64, 3).
        labels: int64 (D, 6, 2), NO_FACE for ordinary dice and crops beside a face, UNNAMED for signs.
        ordinary: int64 (D, 6, 2), which face of ordinary dice they show, 0–5 pips, 6–11 numerals; UNNAMED elsewhere.
        is_whole: bool (D, 6, 2), which crops show the face they stand for.
    """

    crops: NDArray[np.uint8]
    labels: NDArray[np.int64]
    ordinary: NDArray[np.int64]
    is_whole: NDArray[np.bool_]


def sample_prints(sheet: Sheet, rng: Generator, config: PrintConfig) -> Views:
    """Return two views of each face of some designs."""
    shape = (config.designs, FACES, VIEWS)
    crops = np.empty((*shape, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)
    labels, is_whole = np.empty(shape, np.int64), np.ones(shape, bool)
    ordinary = np.full(shape, UNNAMED, np.int64)
    for place, which in enumerate(rng.integers(len(sheet), size=config.designs)):
        for face in range(FACES):
            label = label_of(sheet, int(which), face)
            for view in range(VIEWS):
                fault = _fault(sheet, int(which), face, rng, config)
                crops[place, face, view] = sample_print(sheet, int(which), face, rng, config, fault=fault)
                labels[place, face, view] = label if fault is Fault.NONE else NO_FACE
                is_whole[place, face, view] = fault is Fault.NONE
                if fault is Fault.NONE and sheet.families[which] in ORDINARY:
                    ordinary[place, face, view] = ORDINARY.index(sheet.families[which]) * FACES + face
    return Views(crops=crops, labels=labels, ordinary=ordinary, is_whole=is_whole)


def _fault(sheet: Sheet, which: int, face: int, rng: Generator, config: PrintConfig) -> Fault:
    """Return what is to be wrong with a view."""
    if rng.random() < config.wrong_share:
        return Fault.BESIDE
    is_lopsided = sheet.families[which] == LETTERS and int(sheet.labels[which, face]) in LOPSIDED
    return Fault.MIRRORED if is_lopsided and rng.random() < config.mirrored_share else Fault.NONE


def label_of(sheet: Sheet, which: int, face: int) -> int:
    """Return the label of a design's face: NO_FACE for ordinary dice, UNNAMED for signs."""
    if sheet.families[which] == SYMBOLS:
        return UNNAMED
    label = int(sheet.labels[which, face])
    return NO_FACE if label == FOREIGN else label


def sample_print(
    sheet: Sheet, which: int, face: int, rng: Generator, config: PrintConfig, *, fault: Fault = Fault.NONE
) -> NDArray[np.uint8]:
    """Return a crop of a design's face, uint8 (64, 64, 3)."""
    low, high = np.log(config.edge_px)
    cast = Cast(rounding=float(sheet.roundings[which]), gloss=float(sheet.glosses[which]))
    faces = sheet.faces[which]
    faces = np.ascontiguousarray(faces[:, :, ::-1]) if fault is Fault.MIRRORED else faces
    seen = close_up(faces, face, cast, edge_px=float(np.exp(rng.uniform(low, high))), rng=rng)
    pixels = seen.pixels
    is_poker = sheet.labels[which, face] != FOREIGN and sheet.families[which] != SYMBOLS
    if not is_poker and rng.random() < config.inverted_share:
        pixels = np.asarray(255 - pixels, np.uint8)
    # In the size the camera saw it: noise, blur and blocks of compression belong to its pixels, not to the crop's.
    pixels = degraded(recoloured(pixels, rng, strength=config.strength), rng, strength=config.strength)
    quad = wrong_quad(seen.quad, rng) if fault is Fault.BESIDE else jittered(seen.quad, rng, CropConfig())
    turned = np.roll(quad, int(rng.integers(4)), axis=0)
    return rectify(pixels, turned, margin=FACE_MARGIN)
