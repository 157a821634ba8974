"""Pictures with their truth: folders of rendered boards, and real photographs without dice."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.errors import NoPicturesError
from models.train.pictures.truth import LabelledDie, board_of, labelled
from vision.read.classify import FACE_LABELS

NO_FACE = len(FACE_LABELS)
ROOM_BYTES = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2  # Half of the memory


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShelfDie:
    """What is true of a die in a picture."""

    box_xyxy: NDArray[np.float64]  # float64 (4,), whole die, pixels
    # float64 (4, 2), corners of the top face, clockwise in the picture, its texture's top left first
    quad: NDArray[np.float64]
    tilt_deg: float  # Of the top face
    label: int  # Index into FACE_LABELS, NO_FACE where it is no poker die
    state: str = "ok"  # "ok" or how it burns
    visible: float = 1.0  # Share of the die that is in the picture and uncovered


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A picture on disk and the dice in it."""

    path: Path  # Of the picture
    dice: tuple[ShelfDie, ...] = ()  # All of them
    # float64 (N, 4), boxes in which nobody knows what is true
    ignored: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 4)))
    # float64 (N, 2), where a tray's floor is seen to end; empty where there is no tray, or nobody said
    floor: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2)))


class PictureShelf:
    """Pictures by number, decoded once and kept while there is room."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        """Take the pictures.

        Raises:
            NoPicturesError: If there are none.
        """
        if not pictures:
            how = "render some with `python -m models.train.pictures.generate boards`"
            raise NoPicturesError(f"no pictures to train on; {how}.")
        self.pictures = tuple(pictures)
        self._kept: dict[Path, NDArray[np.uint8]] = {}

    def __len__(self) -> int:
        """Return how many pictures there are."""
        return len(self.pictures)

    def with_pictures(self, pictures: Sequence[Picture]) -> PictureShelf:
        """Return a shelf of other pictures that shares what is decoded."""
        shelf = PictureShelf(pictures)
        shelf._kept = self._kept
        return shelf

    def pixels(self, number: int) -> NDArray[np.uint8]:
        """Return a picture, uint8 (H, W, 3) RGB.

        Raises:
            NoPicturesError: If it cannot be read.
        """
        path = self.pictures[number].path
        if path in self._kept:
            return self._kept[path]
        read = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if read is None:
            raise NoPicturesError(f"{path} is not a picture that can be read.")
        pixels = np.asarray(cv2.cvtColor(read, cv2.COLOR_BGR2RGB), np.uint8)
        if len(self._kept) * pixels.nbytes < ROOM_BYTES:
            self._kept[path] = pixels
        return pixels


def boards_in(folders: Iterable[Path]) -> tuple[Picture, ...]:
    """Return the boards of folders, each with `truth*.jsonl` in the format of shared/data/rendered."""
    files = sorted(file for folder in folders for file in folder.glob("truth*.jsonl"))
    lines = [(file.parent, line) for file in files for line in file.read_text().splitlines() if line]
    pictures = []
    for folder, stated in ((folder, json.loads(line)) for folder, line in lines):
        board, floor = board_of(stated), np.array(stated.get("floor", []), np.float64).reshape(-1, 2)
        pictures.append(Picture(path=folder / board.image, dice=tuple(map(_shelf_die, board.dice)), floor=floor))
    return tuple(pictures)


def _shelf_die(die: LabelledDie) -> ShelfDie:
    return ShelfDie(
        box_xyxy=np.array(die.box_xyxy, np.float64),
        quad=np.array(die.quad, np.float64),
        tilt_deg=die.tilt_deg,
        label=die.label if die.label is not None and die.is_poker else NO_FACE,
        state=die.state,
        visible=die.visible,
    )


CARDS = "edje_cards_9toA"
DESKS = "matteop65_d6"
PIPS_TO_DIE = 1.3  # by how much of its own size a box around pips is grown on each side to cover its die for certain


def photographs_in(shared_data: Path) -> tuple[Picture, ...]:
    """Return the photographs below `real/` that training may see; none where the folder is absent."""
    cards = sorted((shared_data / "real" / CARDS / "images").glob("*.jpg"))
    folder = shared_data / "real" / DESKS
    labels, _ = labelled(folder / "labels.csv") if (folder / "labels.csv").exists() else ({}, ())
    boxes = {folder / "images" / name: np.array([box for box, _ in found]) for name, found in sorted(labels.items())}
    grow = PIPS_TO_DIE * np.array([-1, -1, 1, 1])
    return tuple(Picture(path=path) for path in cards) + tuple(
        Picture(path=path, ignored=box + grow * (box[:, 2:] - box[:, :2]).max(axis=1, keepdims=True))
        for path, box in boxes.items()
    )
