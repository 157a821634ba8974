"""Faces, figures and backgrounds from the shared textures, for training where they are present; never copied."""

import functools
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.render.art import ART_PX, court, without_paper
from models.render.art_faces import ArtSet, Printing, draw_art_face
from models.render.designs import Style, draw_design
from models.render.errors import SharedDataError
from models.render.noise import whole_rgb
from models.render.world import LABELS, Bytes, Design, DesignFace, Family, Material, Surface


def shared_design(name: str, style: Style, shared: Path, rng: np.random.Generator) -> Design:
    """Return a design printed with the shared textures: a drawn face set, or the court figures of playing cards.

    Raises:
        SharedDataError: If there are no textures.
    """
    folder = shared / "textures"
    if not folder.is_dir():
        raise SharedDataError(f"{shared} holds no folder 'textures'; name the folder of the shared data, or none")
    sets = sorted(path for path in (folder / "faces").iterdir() if path.is_dir())
    lot = int(rng.integers(len(sets) + 3))
    if lot < len(sets):
        return _from_faces(name, style, sets[lot], rng)
    return _with_court(name, style, folder / "court", rng)


def _from_faces(name: str, style: Style, folder: Path, rng: np.random.Generator) -> Design:
    """Return a drawn face set as it is, or with other letters in the corners of its figures."""
    pictures = [cv2.resize(without_paper(folder / f"{label}.png"), (ART_PX, ART_PX)) for label in LABELS]
    is_lettered, is_coloured = rng.random() < 0.7, rng.random() < 0.5
    for picture in pictures[2:5] if is_lettered else ():
        high, wide = round(ART_PX * 0.3), round(ART_PX * 0.24)
        picture[:high, :wide] = picture[-high:, -wide:] = 0
    printing = Printing.COLOURS if is_coloured else Printing.INK
    own = replace(style, family=Family.SHARED, corner_size=max(style.corner_size, 0.09) * is_lettered, figure_scale=1.0)
    art = ArtSet(pictures=tuple(np.asarray(one, np.uint8) for one in pictures), printing=printing)
    return draw_design(name, own, rng, partial(draw_art_face, art=art))


def _with_court(name: str, style: Style, folder: Path, rng: np.random.Generator) -> Design:
    suit, is_coloured, is_half = int(rng.integers(4)), rng.random() < 0.6, bool(rng.random() < 0.5)
    figures = [court(folder, figure - DesignFace.JACK, suit, is_half=is_half) for figure in style.figures]
    printing = Printing.COLOURS if is_coloured else Printing.INK
    art = ArtSet(pictures=(None, None, *figures, None), printing=printing)
    return draw_design(name, replace(style, family=Family.SHARED), rng, partial(draw_art_face, art=art))


@functools.lru_cache(maxsize=4)
def _backgrounds(shared: Path) -> tuple[Bytes, ...]:
    """Return the shared background tiles, uint8 (about 640, 640, 3) RGB."""
    tiles = []
    for path in sorted((shared / "textures" / "backgrounds").glob("*.png")):
        tile = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)[..., ::-1]
        tiles.append(np.ascontiguousarray(cv2.resize(tile, (640, 640), interpolation=cv2.INTER_AREA), np.uint8))
    return tuple(tiles)


def shared_surface(shared: Path, rng: np.random.Generator) -> Surface | None:
    """Return a surface of a photographed tile, tinted by lot; None where there is none."""
    tiles = _backgrounds(shared)
    if not tiles:
        return None
    return Surface(
        material=Material.PHOTO,
        rgb=whole_rgb(rng.integers(170, 256, 3)),
        turn_deg=float(rng.uniform(0, 360)),
        photo=tiles[int(rng.integers(len(tiles)))],
        photo_mm=float(rng.uniform(120, 500)),
    )
