"""Pictures show what stands before, are lean, and are the same bytes every time."""

from __future__ import annotations

import io

import numpy as np
import pytest

pytest.importorskip("PIL", reason="pictures are made at a desk; `make hardware` installs it")

from PIL import Image

from hardware.mount.picture import Item, Mesh, View, draw

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.float64) * 10
SIDES = np.array(
    [
        [0, 1, 3],
        [0, 3, 2],
        [4, 6, 7],
        [4, 7, 5],
        [0, 4, 5],
        [0, 5, 1],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ]
)
FRONT = View(azimuth_deg=0.0, elevation_deg=0.0, size_px=(80, 60))


def pixels(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB")).astype(int)


def cube(offset: tuple[float, float, float], colour: tuple[int, int, int]) -> Item:
    return Item(Mesh(CUBE + np.array(offset), SIDES), colour)


def test_what_stands_before_hides_what_stands_behind() -> None:
    seen = pixels(draw([cube((0, 20, 0), (0, 0, 255)), cube((0, 0, 0), (255, 0, 0))], FRONT))
    red, _, blue = seen[30, 40]
    assert red > 2 * blue
    seen = pixels(draw([cube((0, -20, 0), (0, 0, 255)), cube((0, 0, 0), (255, 0, 0))], FRONT))
    red, _, blue = seen[30, 40]
    assert blue > 2 * red


def test_a_body_is_drawn_whole_with_a_dark_outline_on_white() -> None:
    seen = pixels(draw([cube((0, 0, 0), (240, 150, 60))], FRONT))
    assert tuple(seen[1, 1]) == (255, 255, 255)
    row = seen[30].sum(axis=1)
    inside = np.flatnonzero(row < 700)
    assert inside[-1] - inside[0] == pytest.approx(54, abs=2)  # 60 px high less margins, as wide as high
    assert row[inside[0] : inside[0] + 3].min() < 450
    assert np.all(row[inside[0] + 4 : inside[-1] - 3] > 300)


def test_the_same_solids_make_the_same_bytes() -> None:
    items = [cube((0, 0, 0), (240, 150, 60)), cube((4, 3, 8), (90, 90, 90))]
    view = View(azimuth_deg=30.0, elevation_deg=30.0, size_px=(80, 60), has_ground=True)
    assert draw(items, view) == draw(items, view)
