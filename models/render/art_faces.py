"""Faces with art from outside: whatever stands in the middle, the letter beside it names the face."""

from dataclasses import dataclass, replace
from enum import StrEnum

from models.render.art import colours_of, ink_of
from models.render.designs import Print, Style, draw_corners
from models.render.letters import draw_text
from models.render.pen import Pen, blank_mask, hollowed
from models.render.suits import draw_suit, row_places
from models.render.world import Bytes, DesignFace, Rgb8

PALE: tuple[Rgb8, ...] = ((240, 190, 60), (240, 150, 140), (150, 190, 240), (160, 214, 150), (200, 200, 204))
SIGNS = (DesignFace.NINE, DesignFace.TEN, DesignFace.ACE)


class Printing(StrEnum):
    """How a picture gets onto a face."""

    INK = "ink"
    LINES = "lines"
    TINTED = "tinted"  # one ink over a pale one
    COLOURS = "colours"


class Lettering(StrEnum):
    """Where the letters stand."""

    CORNERS = "corners"
    BESIDE = "beside"
    ABOVE = "above"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArtSet:
    """The pictures of a set and how they are printed."""

    pictures: tuple[Bytes | None, ...]  # Of each face, uint8 (ART_PX, ART_PX, 4); None where suits are counted
    suits: tuple[Bytes, ...] = ()  # Of nine, ten and ace, masks; empty for our own
    printing: Printing = Printing.INK
    tint: Rgb8 = PALE[0]  # Of what lies under the ink
    lettering: Lettering = Lettering.CORNERS


def draw_art_face(face: DesignFace, style: Style, pen: Pen, *, art: ArtSet) -> list[Print]:
    """Draw a face with its picture, or its suits, and its letters; return what is printed under the pen's ink."""
    picture = art.pictures[face]
    if picture is None:
        _draw_suits(SIGNS.index(face), style, pen, art)
        if style.indexed:
            draw_corners(face, style, pen)
        return []
    x, y, size, letter = {
        Lettering.CORNERS: (0.0, 0.0, style.figure_scale, None),
        Lettering.BESIDE: (0.24, 0.22, min(style.figure_scale, 0.55), (-0.5, -0.46)),
        Lettering.ABOVE: (0.0, 0.32, min(style.figure_scale, 0.5), (0.0, -0.52)),
    }[art.lettering if style.corner_size else Lettering.CORNERS]
    prints = _printed(picture, art, pen.at(x, y, size))
    if letter:
        draw_text(pen.at(*letter, style.corner_size + 0.12), style.letters[face], style.corner_typeface)
    else:
        draw_corners(face, style, pen)
    return prints


def _draw_suits(which: int, style: Style, pen: Pen, art: ArtSet) -> None:
    places = [(0.0, 0.0)] if which == 2 else row_places((9, 10)[which], style.suit_reach, style.rows)
    for x, y in places:
        small = pen.at(x, y, style.ace_size if which == 2 else style.suit_size, turn_deg=180.0 if y > 0 else 0.0)
        if art.suits:
            small.stamp(art.suits[which], wide=style.plump)
        else:
            draw_suit(small, style.suits[which], plump=style.plump)


def _printed(picture: Bytes, art: ArtSet, pen: Pen) -> list[Print]:
    """Print a picture's ink with the pen; return what lies in other colours under it."""
    under: list[Print] = colours_of(picture) if art.printing is Printing.COLOURS else []
    if art.printing is Printing.TINTED:
        under = [(picture[..., 3].copy(), art.tint)]
    layers = [replace(pen, mask=blank_mask()) for _ in under]
    for layer, (mask, _) in zip(layers, under, strict=True):
        layer.stamp(mask)
    if art.printing is not Printing.COLOURS:
        ink = ink_of(picture)
        pen.stamp(hollowed(ink, 0.025) if art.printing is Printing.LINES else ink)
    return [(layer.mask, rgb) for layer, (_, rgb) in zip(layers, under, strict=True)]
