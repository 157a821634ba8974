"""Faces, figures and backgrounds from the shared textures, for training where they are present; never copied."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.render.bodies import FACE_PX, age_face, cast_face, worn_ink
from models.render.designs import Style, design_of, draw_design
from models.render.errors import DrawingToolError, SharedDataError
from models.render.letters import draw_text
from models.render.pen import DRAW_PX, Pen, thickened, warped
from models.render.world import LABELS, Bytes, Design, DesignFace, Family, Floats, Material, Surface

COURT_LETTER = {DesignFace.JACK: "J", DesignFace.QUEEN: "Q", DesignFace.KING: "K"}
CARD_SUITS = "CDHS"


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
    faces = []
    wider, bent, lettered = int(rng.integers(-2, 4)), rng.uniform(0, 0.04), rng.random() < 0.7
    for face in DesignFace:
        drawn, rgb = _ink_of(folder / f"{LABELS[face]}.png")
        lettered_ink = _relettered(drawn, style, face) if lettered and face in COURT_LETTER else drawn
        (ink,) = warped([thickened(lettered_ink, wider)], rng, bent)
        is_pale = sum(style.body.rgb) > 420  # on a dark body the drawn dark ink would not be seen
        own = rgb if is_pale and rng.random() < 0.5 else np.array(style.inks[face], np.float32)
        printed = cast_face(style.body, rng)
        part = worn_ink(ink, style.wear, rng)
        faces.append(age_face(printed + part[..., None] * (own - printed), style.wear, rng))
    return design_of(name, style, np.stack(faces), Family.SHARED)


def _relettered(ink: Bytes, style: Style, face: DesignFace) -> Bytes:
    """Return a drawn figure with other letters in the two corners that held letters."""
    rows, columns = (np.nonzero(ink.max(axis=axis) > 128)[0] for axis in (1, 0))
    top, bottom, left, right = rows[0], rows[-1], columns[0], columns[-1]
    high, wide = int((bottom - top) * 0.27), int((right - left) * 0.21)
    cleared = ink.copy()
    cleared[top : top + high, left : left + wide] = 0
    cleared[bottom - high :, right - wide :] = 0
    pen, half = Pen(mask=cleared), DRAW_PX / 2
    size = max(style.corner_size, 0.09)
    first = ((left + wide / 2) / half - 1, (top + high / 2) / half - 1)
    last = ((right - wide / 2) / half - 1, (bottom - high / 2) / half - 1)
    draw_text(pen.at(*first, size), style.letters[face], style.corner_typeface)
    draw_text(pen.at(*last, size), style.lower_letters[face], style.corner_typeface)
    return cleared


@functools.lru_cache(maxsize=16)
def _ink_of(path: Path) -> tuple[Bytes, Floats]:
    """Return where a drawn face has ink, as a mask (DRAW_PX square), and the ink's mean colour."""
    drawn = np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.float32)
    if drawn.shape[2] == 4:
        drawn = np.asarray(drawn[..., :3] + (255 - drawn[..., :3]) * (1 - drawn[..., 3:] / 255), np.float32)
    drawn = drawn[..., ::-1]
    side = drawn.shape[0]
    middle = drawn[side // 10 : -side // 10, side // 10 : -side // 10]
    paper = np.median(middle.reshape(-1, 3), axis=0)
    away = np.linalg.norm(middle - paper, axis=2)
    mask = np.clip((away - 40) * 2.5, 0, 255).astype(np.uint8)
    mask = np.pad(mask, side // 10)
    inked = middle[away > 130]
    colour = np.median(inked, axis=0) if len(inked) else np.zeros(3)
    return np.asarray(cv2.resize(mask, (DRAW_PX, DRAW_PX), interpolation=cv2.INTER_CUBIC), np.uint8), np.asarray(
        colour, np.float32
    )


def _with_court(name: str, style: Style, folder: Path, rng: np.random.Generator) -> Design:
    drawn = draw_design(name, replace(style, family=Family.SUITS), rng)
    faces = drawn.faces.copy()
    suit = CARD_SUITS[int(rng.integers(4))]
    has_colours, is_half = rng.random() < 0.6, rng.random() < 0.5
    for face in COURT_LETTER:
        letter = COURT_LETTER[style.figures[face - DesignFace.JACK]]
        figure = _figure(folder / f"{letter}{suit}.svg", is_half=is_half)
        printed = cast_face(style.body, rng)
        printed = _print_figure(printed, figure, style, face=face, has_colours=has_colours)
        faces[face] = age_face(printed, style.wear, rng)
    return design_of(name, style, faces, Family.SHARED)


def _print_figure(body: Floats, figure: Floats, style: Style, *, face: DesignFace, has_colours: bool) -> Floats:
    """Return a body with a card's figure in its middle and letters in its corners."""
    side = int(FACE_PX * min(style.figure_scale + 0.05, 0.9))
    small = np.asarray(cv2.resize(figure, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    first = (FACE_PX - side) // 2
    part = body[first : first + side, first : first + side]
    ink = np.array(style.inks[face], np.float32)
    if has_colours:
        part *= small / 255
    else:
        dark = np.clip(1.15 - small.min(axis=2, keepdims=True) / 200, 0, 1)
        part += dark * (ink - part)
    if style.corner_size:
        pen = Pen()
        across, down = style.corner_reach
        for sign, turn in ((-1, 0.0), (1, 180.0))[: style.corner_count]:
            corner = pen.at(sign * across, sign * down, style.corner_size, turn_deg=turn)
            draw_text(corner, style.letters[face], style.corner_typeface)
        letters = np.asarray(cv2.resize(pen.mask, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.float32) / 255
        body += letters[..., None] * (ink - body)
    return body


@functools.lru_cache(maxsize=32)
def _figure(path: Path, *, is_half: bool) -> Floats:
    """Return a card's figure on white, float32 (384, 384, 3) sRGB: all of it, or its upper half."""
    try:
        import cairosvg
    except ImportError as error:
        raise DrawingToolError("a court figure", "cairosvg") from error
    data = cairosvg.svg2png(url=str(path), output_width=500, background_color="white")
    card = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.float32)[..., ::-1]
    high, wide = card.shape[:2]
    rows = slice(int(high * 0.1), int(high * 0.5)) if is_half else slice(int(high * 0.08), int(high * 0.92))
    part = card[rows, int(wide * 0.19) : int(wide * 0.81)]
    side = max(part.shape[:2])
    padding = [((side - length) // 2, (side - length + 1) // 2) for length in part.shape[:2]]
    square = np.pad(part, [*padding, (0, 0)], constant_values=255)
    return np.asarray(cv2.resize(square, (384, 384), interpolation=cv2.INTER_AREA), np.float32)


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
    red, green, blue = (int(value) for value in rng.integers(170, 256, 3))
    return Surface(
        material=Material.PHOTO,
        rgb=(red, green, blue),
        turn_deg=float(rng.uniform(0, 360)),
        photo=tiles[int(rng.integers(len(tiles)))],
        photo_mm=float(rng.uniform(120, 500)),
    )
