"""Designs of dice, drawn by code from a seed: no two sets at two café tables look alike."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from models.render.bodies import Body, Wear, age_face, cast_face, worn_ink
from models.render.figures import Court, draw_figure
from models.render.letters import LetterStyle, draw_text
from models.render.pen import Pen, blank_mask, hollowed, rectangle, warped
from models.render.suits import PIPS, Rows, Suit, draw_rows, draw_suit, row_places
from models.render.world import FOREIGN, Bytes, Design, DesignFace, Family, Floats, Rgb8

BLACK: Rgb8 = (22, 22, 26)
RED: Rgb8 = (186, 24, 34)
BLUE: Rgb8 = (28, 52, 150)
GREEN: Rgb8 = (16, 100, 58)
IVORY: Rgb8 = (232, 222, 196)

GERMAN = ("9", "10", "B", "D", "K", "A")
ENGLISH = ("9", "10", "J", "Q", "K", "A")
FRENCH = ("9", "10", "V", "D", "R", "A")
ITALIAN = ("9", "10", "F", "D", "R", "A")
# Dutch V is the Queen, French V the Jack: a letter alone does not tell them apart, so Dutch goes with figures only.
DUTCH = ("9", "10", "B", "V", "H", "A")
ALPHABETS = (GERMAN, ENGLISH, FRENCH, ITALIAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Everything a design's drawing depends on."""

    family: Family = Family.SUITS  # Kind of faces
    body: Body = field(default_factory=lambda: Body(rgb=(240, 238, 230)))  # Material
    wear: Wear = field(default_factory=Wear)  # Its age
    inks: tuple[Rgb8, ...] = (BLACK, RED, BLUE, BLUE, RED, BLACK)  # Colour of each face's ink, in label order
    letters: tuple[str, ...] = GERMAN  # Letter of each face; the second set stands in the lower corner
    lower_letters: tuple[str, ...] = GERMAN  # See `letters`
    typeface: LetterStyle = field(default_factory=LetterStyle)  # Of big letters
    corner_typeface: LetterStyle = field(default_factory=LetterStyle)  # Of the small ones
    suits: tuple[Suit, Suit, Suit] = (Suit.SPADE, Suit.DIAMOND, Suit.CLUB)  # Of nine, ten and ace
    suit_size: float = 0.15  # Half height of a small symbol of nine and ten
    suit_reach: tuple[float, float] = (0.5, 0.62)  # Of their outer symbols, across and down
    ace_size: float = 0.5  # Half height of the ace
    plump: float = 1.0  # Width of the symbols over the usual one
    court: Court = field(default_factory=Court)  # The figures
    figure_scale: float = 0.76  # Size of the figures
    corner_size: float = 0.13  # Half height of the corner letters; 0 leaves them out
    corner_reach: tuple[float, float] = (0.72, 0.72)  # Of the corner letters from the middle, across and down
    corner_count: int = 2  # 1 or 2 corners carry a letter
    cleared: bool = False  # Whether the figure leaves room for the corner letters
    indexed: bool = False  # Whether nine, ten and ace carry corner letters too
    # Which figure stands on Jack, Queen and King: makers differ so much in what a Queen wears that, beside a corner
    # letter, any figure may stand for any of them
    figures: tuple[DesignFace, DesignFace, DesignFace] = (DesignFace.JACK, DesignFace.QUEEN, DesignFace.KING)
    letter_scale: float = 0.5  # Half height of big letters
    plated: bool = False  # Whether big letters are left out of a disc of ink
    hollow: bool = False  # Whether of big letters only the outline is printed
    rows: Rows = Rows.COLUMNS  # How nine and ten symbols stand
    framed: bool = False  # Whether a thin line frames each face
    underlined: bool = False  # Whether the nine is underlined
    engraved: float = 0.0  # Depth of the engraving, 0–1
    off_centre: float = 0.0  # How far prints are off the middle, face units
    print_turn_deg: float = 0.0  # How far prints are turned
    bent: float = 0.0  # How far prints are bent out of shape, face units
    rounding: float = 0.12  # See Design
    ball: float = 2.0  # See Design
    gloss: float = 0.7  # See Design
    translucency: float = 0.0  # See Design


ROBES = {DesignFace.JACK: (60, 96, 170), DesignFace.QUEEN: (48, 120, 170), DesignFace.KING: (208, 50, 44)}
"""Usual colours of coloured figures' robes."""
Print = tuple[Bytes, Rgb8]  # a mask and the ink it is printed in
Drawing = Callable[[DesignFace, Style, Pen], list[Print]]  # draws with the pen; returns what is printed under that


def draw_design(name: str, style: Style, rng: np.random.Generator, drawing: Drawing | None = None) -> Design:
    """Draw a design in a style, its faces as usual or by a drawing; `rng` places wear, marble and misprints."""
    draw = drawing or _DRAWINGS[style.family]
    drawn = [_finish(_prints(DesignFace(label), style, rng, draw), style, rng) for label in range(6)]
    is_poker = style.family in (Family.SUITS, Family.LETTERS, Family.LETTER_SUITS, Family.SHARED)
    relief = np.stack([ink for _, ink in drawn]) if style.engraved > 0 else None
    return Design(
        name=name,
        family=style.family,
        faces=np.stack([face for face, _ in drawn]),
        labels=tuple(map(int, DesignFace)) if is_poker else (FOREIGN,) * 6,
        relief=relief,
        **{part: getattr(style, part) for part in ("rounding", "ball", "gloss", "translucency")},
    )


def _finish(prints: list[Print], style: Style, rng: np.random.Generator) -> tuple[Bytes, Bytes]:
    """Return a face with its prints and its age, and its relief."""
    face: Floats = cast_face(style.body, rng)
    depth = np.zeros(face.shape[:2], np.float32)
    for mask, rgb in prints:
        ink = worn_ink(mask, style.wear, rng)
        face = face + ink[..., None] * (np.array(rgb, np.float32) - face)
        depth = np.maximum(depth, ink)
    relief = np.asarray(255 - depth * (255 * style.engraved), np.uint8)
    return age_face(face, style.wear, rng), relief


def _prints(face: DesignFace, style: Style, rng: np.random.Generator, draw: Drawing) -> list[Print]:
    shift = rng.normal(0, style.off_centre, 2) if style.off_centre else (0.0, 0.0)
    turn = style.print_turn_deg * float(rng.normal()) if style.print_turn_deg else 0.0
    pen = Pen(mask=blank_mask(), x=float(shift[0]), y=float(shift[1]), turn_deg=turn)
    drawing = draw(face, style, pen)
    if style.framed:
        pen.line([(-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)], 0.03, closed=True)
    prints = [*drawing, (pen.mask, style.inks[face])]
    if not style.bent:
        return prints
    masks = warped([mask for mask, _ in prints], rng, style.bent)
    return [(mask, rgb) for mask, (_, rgb) in zip(masks, prints, strict=True)]


def _draw_suit_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    """Draw small suits for nine and ten, one large for the ace, figures with corner letters."""
    match face:
        case DesignFace.NINE | DesignFace.TEN:
            count = 9 if face is DesignFace.NINE else 10
            places = row_places(count, style.suit_reach, style.rows)
            draw_rows(pen, style.suits[face], places, size=style.suit_size, plump=style.plump)
        case DesignFace.ACE:
            draw_suit(pen.at(0, 0, style.ace_size), style.suits[2], plump=style.plump)
        case _:
            return _draw_court_face(face, style, pen)
    if style.indexed:
        draw_corners(face, style, pen)
    return []


def _draw_court_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    """Draw a figure and its corner letters; robe and gold come first, under the lines."""
    figure = style.figures[face - DesignFace.JACK]
    lines, robe, gold = draw_figure(figure, style.court, scale=style.figure_scale)
    np.maximum(pen.mask, lines, out=pen.mask)
    draw_corners(face, style, pen)
    return [(robe, ROBES[face]), (gold, (214, 164, 52))] if style.court.coloured else []


def draw_corners(face: DesignFace, style: Style, pen: Pen) -> None:
    """Draw the letters in a face's corners, where the style has any."""
    if not style.corner_size:
        return
    across, down = style.corner_reach
    turned = 180.0 if style.court.style == 2 or style.court.seed % 3 == 0 else 0.0
    upper = pen.at(-across, -down, style.corner_size)
    lower = pen.at(across, down, style.corner_size, turn_deg=turned)
    corners = ((upper, style.letters[face]), (lower, style.lower_letters[face]))
    for corner, letter in corners[: style.corner_count]:
        if style.cleared:
            corner.fill(rectangle(0, 0, 1.3 + 0.9 * len(letter), 2.6), erase=True)
        draw_text(corner, letter, style.corner_typeface)


def _draw_letter_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    letter = replace(pen, mask=blank_mask())
    draw_text(letter.at(0, 0, style.letter_scale), style.letters[face], style.typeface)
    drawn = hollowed(letter.mask, 0.05) if style.hollow else letter.mask
    if style.plated:
        pen.disc(0, 0, style.letter_scale * 1.5)
        np.minimum(pen.mask, 255 - drawn, out=pen.mask)
    else:
        np.maximum(pen.mask, drawn, out=pen.mask)
    if face is DesignFace.NINE and style.underlined:
        pen.line(np.array([[-0.35, 1.0], [0.35, 1.0]]) * (style.letter_scale + 0.14), 0.07)
    return []


def _draw_letter_suit_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    """Draw a letter with a small suit beside, under or around it."""
    suit = style.suits[int(face) % 3]
    layout = style.court.seed % 3
    if layout == 0:
        draw_text(pen.at(0, -0.16, style.letter_scale * 0.8), style.letters[face], style.typeface)
        draw_suit(pen.at(0, 0.62, 0.2), suit, plump=style.plump)
    elif layout == 1:
        draw_text(pen.at(0, 0, style.letter_scale * 0.85), style.letters[face], style.typeface)
        for x, y in ((-0.66, -0.66), (0.66, 0.66)):
            draw_suit(pen.at(x, y, 0.16, turn_deg=180.0 if y > 0 else 0.0), suit, plump=style.plump)
    else:
        draw_suit(pen.at(0.1, 0.12, style.ace_size * 1.1), suit, plump=style.plump)
        for x, turn in ((-0.7, 0.0), (0.7, 180.0)):
            draw_text(pen.at(x, x, 0.2, turn_deg=turn), style.letters[face], style.typeface)
    return []


def _draw_pip_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    upright, reach = Pen(mask=pen.mask), style.suit_reach[0]  # these are never misprinted
    size = style.suit_size * 1.1 * (1.6 if face == 0 and style.court.seed % 5 == 0 else 1.0)
    for x, y in PIPS[face]:
        if style.court.seed % 11 == 0:
            draw_suit(upright.at(x * reach, y * reach, size * 1.2), style.suits[0])
        else:
            upright.disc(x * reach, y * reach, size)
    return []


def _draw_numeral_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    """Draw a numeral, a bar under the six."""
    upright, scale = Pen(mask=pen.mask), style.letter_scale
    draw_text(upright.at(0, 0, scale), str(face + 1), style.typeface)
    if face == 5:
        upright.line(np.array([[-0.6, 1.25], [0.6, 1.25]]) * scale, 0.14 * scale)
    return []


def _draw_symbol_face(face: DesignFace, style: Style, pen: Pen) -> list[Print]:
    """Draw one sign of six that mean nothing to anybody but the set's owner."""
    sign = style.letters[face]
    if sign in {suit.value for suit in Suit}:
        draw_suit(pen.at(0, 0, style.letter_scale), Suit(sign), plump=style.plump)
    else:
        draw_text(pen.at(0, 0, style.letter_scale), sign, style.typeface)
    return []


_DRAWINGS = {
    Family.SUITS: _draw_suit_face,
    Family.LETTERS: _draw_letter_face,
    Family.LETTER_SUITS: _draw_letter_suit_face,
    Family.PIPS: _draw_pip_face,
    Family.NUMERALS: _draw_numeral_face,
    Family.SYMBOLS: _draw_symbol_face,
    Family.BLANK: lambda *_: [],
}

CORE_STYLES: dict[str, Style] = {
    "suits": Style(),
    "suits-engraved": Style(
        body=Body(rgb=IVORY), engraved=0.8, inks=(BLACK, RED, GREEN, GREEN, RED, BLACK), court=Court(style=1, seed=1)
    ),
    "suits-cards": Style(court=Court(style=2, coloured=True, seed=5), suits=(Suit.CLUB, Suit.HEART, Suit.SPADE)),
    "suits-night": Style(body=Body(rgb=(30, 30, 34)), inks=((236, 232, 222),) * 6, court=Court(filled=True, seed=6)),
    "letters": Style(family=Family.LETTERS, typeface=LetterStyle(name="duplex", weight=1.2)),
    "letters-serif": Style(
        family=Family.LETTERS,
        body=Body(rgb=IVORY),
        typeface=LetterStyle(name="triplex"),
        underlined=True,
        letter_scale=0.55,
    ),
    "letter-suits": Style(family=Family.LETTER_SUITS, typeface=LetterStyle(name="serif")),
    "pips": Style(family=Family.PIPS, inks=(BLACK,) * 6, rounding=0.16, ball=1.45, court=Court(seed=1)),
}


@functools.lru_cache(maxsize=32)
def core_design(name: str = "suits", letters: tuple[str, ...] = GERMAN) -> Design:
    """Return one of the CORE_STYLES, drawn with OpenCV alone, with six letters in label order.

    Raises:
        KeyError: If there is no such design.
    """
    style = replace(CORE_STYLES[name], letters=letters, lower_letters=letters)
    return draw_design(f"core-{name}-{''.join(letters)}", style, np.random.default_rng(7))
