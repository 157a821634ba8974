"""Pictures nobody should send, made from one good board of five dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.designs import core_design
from models.render.stage import render
from models.render.world import Board, DieInstance, Film, Scene, SceneCamera, SceneLight
from models.train.pictures.placing import flat_rotation

Pixels = NDArray[np.uint8]

FACES = (0, 1, 4, 5, 5)
"""What lies on the good board, by label: faces that are told apart from afar."""

CAMERA = SceneCamera(size_wh=(1200, 1200), f_px=1900.0)
SIZE_MM = 16.0
SPOTS_MM = ((-70.0, -40.0), (-20.0, 60.0), (10.0, -70.0), (50.0, 30.0), (80.0, -20.0))
MEGAPIXELS_50 = (7072, 7072)


def drawn(spots_mm: tuple[tuple[float, float], ...], faces: tuple[int, ...]) -> Pixels:
    design = core_design("letters")
    dice = tuple(
        DieInstance(
            design=design, size_mm=SIZE_MM, position_mm=(x, y, SIZE_MM / 2), rotation=flat_rotation(face, 37.0 * number)
        )
        for number, ((x, y), face) in enumerate(zip(spots_mm, faces, strict=True))
    )
    return render(Scene(dice=dice, board=Board(), light=SceneLight(), camera=CAMERA, film=Film())).pixels


@cache
def good() -> Pixels:
    return drawn(SPOTS_MM, FACES)


def thirty() -> Pixels:
    places = [(-75.0 + 30 * column, -62.5 + 25 * row) for row in range(6) for column in range(6)]
    spots = tuple(spot for spot in places if np.hypot(*spot) < 105)[:30]
    return drawn(spots, tuple(number % 6 for number in range(len(spots))))


def brightened(share: float, more: float = 0.0) -> Pixels:
    return np.clip(good() * share + more, 0, 255).astype(np.uint8)


def blurred(sigma_px: float) -> Pixels:
    return np.asarray(cv2.GaussianBlur(good(), (0, 0), sigma_px), np.uint8)


def of_a_screen() -> Pixels:
    """Return the good board as a camera sees it on a screen: its grid against the sensor's, in waves."""
    rows, columns = np.mgrid[0 : good().shape[0], 0 : good().shape[1]]
    waves = 0.75 + 0.25 * np.sin(2 * np.pi * (rows + 0.07 * columns) / 2.3) * np.sin(2 * np.pi * columns / 2.21)
    return np.clip(good() * waves[..., None], 0, 255).astype(np.uint8)


def not_a_board() -> Pixels:
    """Return a page of letters and numbers: much to read, and no die."""
    page = np.full((1200, 1200, 3), 235, np.uint8)
    for row in range(12):
        text = "9 10 J Q K A  poker"[row % 4 :]
        cv2.putText(page, text, (60, 110 + 90 * row), cv2.FONT_HERSHEY_COMPLEX, 2.0, (30, 30, 40), 3, cv2.LINE_AA)
    return page


def noise() -> Pixels:
    return np.random.default_rng(0).integers(0, 256, (1200, 1200, 3)).astype(np.uint8)


PICTURES: dict[str, Callable[[], Pixels]] = {
    "good": good,
    "dark": lambda: brightened(0.06),
    "black": lambda: brightened(0.0),
    "blown out": lambda: brightened(1.0, 235),
    "blurred a little": lambda: blurred(4.0),
    "blurred": lambda: blurred(14.0),
    "upside down": lambda: np.ascontiguousarray(good()[::-1, ::-1]),
    "mirrored": lambda: np.ascontiguousarray(good()[:, ::-1]),
    "one pixel": lambda: good()[:1, :1].copy(),
    "one row": lambda: good()[600:601].copy(),
    "50 megapixels": lambda: np.asarray(cv2.resize(good(), MEGAPIXELS_50), np.uint8),
    "not a board": not_a_board,
    "noise": noise,
    "a screen": of_a_screen,
    "no dice": lambda: drawn((), ()),
    "thirty dice": thirty,
}
