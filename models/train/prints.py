"""Training samples of the face reader from sheets of designs: for each design, two views of each of its faces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.render.world import FOREIGN
from models.train.augment import RANGE_CROPS, RANGE_SEED, degraded, recoloured
from models.train.crops import CropConfig, jittered, wrong_quad
from models.train.errors import NoPicturesError
from models.train.pictures.prints import CloseUp, close_up
from models.train.pictures.shelf import NO_FACE
from vision.preprocess import FACE_MARGIN, FACE_SIZE_PX, rectify

FACES = 6
VIEWS = 2
UNNAMED = -100
"""Label of faces that belong to no known kind: they teach the embedding, not the classes."""

SYMBOLS = "symbols"
LETTERS = "letters"
ORDINARY = ("pips", "numerals")
LOPSIDED = (0, 1, 3, 4)
"""Labels whose letters differ from their mirror images in every alphabet: 9, 10, Q or D, K or R."""


class ViewFault(Enum):
    """What is wrong with a view, so that no face is to be read in it."""

    NONE = "none"
    BESIDE = "beside"
    MIRRORED = "mirrored"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintConfig:
    """How close-ups are drawn and made worse."""

    designs: int = 12  # In a batch; each gives six faces, two views of each
    edge_px: tuple[float, float] = (22.0, 85.0)  # Least and greatest edge of a top face as the camera sees it
    strength: float = 0.7  # Of the augmentation
    wrong_share: float = 0.04  # Share of crops from places where no face is
    # Share of views of ordinary dice and signs shown as a negative: the pips of one set of dice are white on red and
    # black on yellow alike
    inverted_share: float = 0.12
    # Share of views of big letters that no alphabet has the other way round, shown in a mirror: a picture that somebody
    # mirrored is to be refused
    mirrored_share: float = 0.05
    kept: int = 0  # Designs whose close-ups are kept to be shown again in other light; 0 draws each anew
    fresh: int = 10  # Of the designs of a batch so many are drawn anew once so many are kept


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DesignSheet:
    """Designs."""

    faces: NDArray[np.uint8]  # uint8 (N, 6, S, S, 3)
    labels: NDArray[np.int64]  # int (N, 6), FOREIGN where a face is no poker face
    families: NDArray[np.str_]  # str (N,)
    roundings: NDArray[np.float64]  # float (N,)
    glosses: NDArray[np.float64]  # float (N,)

    def __len__(self) -> int:
        """Return how many designs there are."""
        return len(self.labels)


def sheets_in(folders: Iterable[Path]) -> DesignSheet:
    """Return all designs of folders that `models.train.pictures.sheets` wrote.

    Raises:
        NoPicturesError: If there are none.
    """
    files = sorted(file for folder in folders for file in folder.glob("designs-*.npz") if ".part" not in file.name)
    if not files:
        raise NoPicturesError("no designs to train on; draw some with `python -m models.train.pictures.sheets`.")
    stored = []
    for file in files:
        with np.load(file) as opened:
            stored.append({name: opened[name] for name in ("faces", "labels", "families", "roundings", "glosses")})
    joined = {name: np.concatenate([one[name] for one in stored]) for name in stored[0]}
    return DesignSheet(**{**joined, "labels": joined["labels"].astype(np.int64)})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Views:
    """Two views of each face of some designs."""

    crops: NDArray[np.uint8]  # uint8 (D, 6, 2, 80, 80, 3)
    labels: NDArray[np.int64]  # int64 (D, 6, 2), NO_FACE for ordinary dice and crops beside a face, UNNAMED for signs
    # int64 (D, 6, 2), which face of ordinary dice they show, 0–5 pips, 6–11 numerals; UNNAMED elsewhere
    ordinary: NDArray[np.int64]
    is_whole: NDArray[np.bool_]  # bool (D, 6, 2), which crops show the face they stand for


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FaceView:
    """A close-up of a face, before camera and lamp have changed it."""

    seen: CloseUp  # The close-up
    fault: ViewFault  # What is wrong with it
    label: int  # Of the face, whatever is wrong with it
    ordinary: int  # Which face of ordinary dice it is, see `Views`


class PrintPool:
    """Close-ups of some designs, most of them shown several times: drawing one costs thrice what changing it does.

    What comes out depends on what was drawn before: a training that goes on sees other pictures than one that was
    never stopped.
    """

    def __init__(self, sheet: DesignSheet, config: PrintConfig) -> None:
        """Begin with nothing drawn."""
        self._sheet = sheet
        self._config = config
        self._kept: list[list[FaceView]] = []

    def sample(self, rng: Generator) -> Views:
        """Return two views of each face of some designs."""
        return views_of([self._design(rng, is_fresh=at < self._config.fresh) for at in range(self._config.designs)],
                        rng, self._config)  # fmt: skip

    def _design(self, rng: Generator, *, is_fresh: bool) -> list[FaceView]:
        if len(self._kept) < self._config.kept:
            self._kept.append(_sights(self._sheet, rng, self._config))
            return self._kept[-1]
        if not self._kept:
            return _sights(self._sheet, rng, self._config)
        which = int(rng.integers(len(self._kept)))
        if is_fresh:
            self._kept[which] = _sights(self._sheet, rng, self._config)
        return self._kept[which]


def sample_prints(sheet: DesignSheet, rng: Generator, config: PrintConfig) -> Views:
    """Return two views of each face of some designs."""
    return views_of([_sights(sheet, rng, config) for _ in range(config.designs)], rng, config)


def views_of(designs: Sequence[Sequence[FaceView]], rng: Generator, config: PrintConfig) -> Views:
    """Return designs as a camera shows them, from two close-ups of each of their faces, in order."""
    shape = (len(designs), FACES, VIEWS)
    crops = [crop_of(sight, rng, config) for sights in designs for sight in sights]
    sights = [sight for sights in designs for sight in sights]
    is_whole = np.array([sight.fault is ViewFault.NONE for sight in sights])
    return Views(
        crops=np.stack(crops).reshape(*shape, FACE_SIZE_PX, FACE_SIZE_PX, 3),
        labels=np.where(is_whole, [sight.label for sight in sights], NO_FACE).reshape(shape).astype(np.int64),
        ordinary=np.where(is_whole, [sight.ordinary for sight in sights], UNNAMED).reshape(shape).astype(np.int64),
        is_whole=is_whole.reshape(shape),
    )


def _sights(sheet: DesignSheet, rng: Generator, config: PrintConfig) -> list[FaceView]:
    """Return close-ups of a design by lot: two of each face, in order."""
    which = int(rng.integers(len(sheet)))
    faces = [face for face in range(FACES) for _ in range(VIEWS)]
    return [sight_of(sheet, which, face, rng, config, fault=_fault(sheet, which, face, rng, config)) for face in faces]


def _fault(sheet: DesignSheet, which: int, face: int, rng: Generator, config: PrintConfig) -> ViewFault:
    if rng.random() < config.wrong_share:
        return ViewFault.BESIDE
    is_lopsided = sheet.families[which] == LETTERS and int(sheet.labels[which, face]) in LOPSIDED
    return ViewFault.MIRRORED if is_lopsided and rng.random() < config.mirrored_share else ViewFault.NONE


def label_of(sheet: DesignSheet, which: int, face: int) -> int:
    """Return the label of a design's face: NO_FACE for ordinary dice, UNNAMED for signs."""
    if sheet.families[which] == SYMBOLS:
        return UNNAMED
    label = int(sheet.labels[which, face])
    return NO_FACE if label == FOREIGN else label


def sight_of(
    sheet: DesignSheet, which: int, face: int, rng: Generator, config: PrintConfig, *, fault: ViewFault = ViewFault.NONE
) -> FaceView:
    """Return a close-up of a design's face."""
    rounding, gloss, family = float(sheet.roundings[which]), float(sheet.glosses[which]), sheet.families[which]
    faces = sheet.faces[which]
    faces = np.ascontiguousarray(faces[:, :, ::-1]) if fault is ViewFault.MIRRORED else faces
    edge_px = float(np.exp(rng.uniform(*np.log(config.edge_px))))
    return FaceView(
        seen=close_up(faces, face, rounding=rounding, gloss=gloss, edge_px=edge_px, rng=rng),
        fault=fault,
        label=label_of(sheet, which, face),
        ordinary=ORDINARY.index(family) * FACES + face if family in ORDINARY else UNNAMED,
    )


def crop_of(sight: FaceView, rng: Generator, config: PrintConfig) -> NDArray[np.uint8]:
    """Return a close-up's face as a camera shows it, cut out by a quad as wrong as ours, uint8 (80, 80, 3)."""
    pixels, quad = sight.seen.pixels, sight.seen.quad
    if sight.label in (NO_FACE, UNNAMED) and rng.random() < config.inverted_share:  # no poker dice
        pixels = np.asarray(255 - pixels, np.uint8)
    # In the size the camera saw it: noise, blur and blocks of compression belong to its pixels, not to the crop's.
    pixels = degraded(recoloured(pixels, rng, strength=config.strength), rng, strength=config.strength)
    quad = wrong_quad(quad, rng) if sight.fault is ViewFault.BESIDE else jittered(quad, rng, CropConfig())
    return rectify(pixels, np.roll(quad, int(rng.integers(4)), axis=0), margin=FACE_MARGIN)


def face_samples(sheet: DesignSheet, config: PrintConfig) -> list[NDArray[np.uint8]]:
    """Return top faces as the face reader sees them, uint8 (N, 80, 80, 3) each."""
    rng = np.random.default_rng(RANGE_SEED)
    mild = replace(config, strength=config.strength * 0.5)
    drawn = np.concatenate([sample_prints(sheet, rng, mild).crops for _ in range(4)])
    crops = drawn.reshape(-1, FACE_SIZE_PX, FACE_SIZE_PX, 3)
    return [crops[first : first + RANGE_CROPS] for first in range(0, len(crops) - RANGE_CROPS + 1, RANGE_CROPS)]
