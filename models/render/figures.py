"""Jack, Queen and King as line art: head, headgear, robe, and what the hand holds."""

from dataclasses import dataclass, replace

import numpy as np

from models.render.pen import Pen, arc, blank_mask, circle
from models.render.suits import Suit, draw_suit
from models.render.world import Bytes, DesignFace, Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """How a set's figures are drawn."""

    style: int = 0  # 0 a bust narrowing to a point, 1 a bust cut off below, 2 two heads as on cards, 3 a head alone
    line: float = 0.06  # Width of the pen
    head: float = 0.24  # Radius of the head
    stripes: int = 4  # Number of stripes in the robe
    stripe_deg: float = 35.0  # Their slope
    filled: bool = False  # Whether dark parts are filled
    arm: int = 1  # Side of the arm, -1 or 1
    coloured: bool = False  # Whether robe and gold are laid under the lines in colours of their own
    wobble: float = 0.0  # How unsteady the engraver's hand was
    seed: int = 0  # Of the details


def draw_figure(face: DesignFace, court: Court, *, scale: float = 0.8) -> tuple[Bytes, Bytes, Bytes]:
    """Draw Jack, Queen or King.

    Returns masks, uint8: of the line art; of what the robe's colour fills; of crown, hair and staff, which are gold.
    """
    masks = blank_mask(), blank_mask(), blank_mask()
    for turn_deg in (0.0, 180.0) if court.style == 2 else (0.0,):
        pens = [Pen(mask=mask, scale=scale, turn_deg=turn_deg) for mask in masks]
        if court.style == 2:
            pens = [pen.at(0, -0.02, 1.0) for pen in pens]
        _draw_half(face, court, *pens)
    return masks


def _draw_half(face: DesignFace, court: Court, lines: Pen, robe: Pen, gold: Pen) -> None:
    """Draw one figure, head up."""
    rng = np.random.default_rng((court.seed, int(face)))
    y_head = {0: -0.42, 1: -0.3, 2: -0.5, 3: 0.1}[court.style]
    head = court.head * (2.2 if court.style == 3 else 1.0)
    if court.style != 3:
        _draw_robe(court, lines, robe, rng)
        _draw_held(face, court, lines.at(court.arm * 0.68, -0.32, 0.42), gold.at(court.arm * 0.68, -0.32, 0.42))
    _draw_head(face, court, lines.at(0, y_head, head), gold.at(0, y_head, head), rng)


def _body(court: Court) -> Floats:
    if court.style == 2:
        x, y = [-0.72, -0.62, -0.25, 0.25, 0.62, 0.72, 0.4, -0.4], [-0.02, -0.22, -0.3, -0.3, -0.22, -0.02, 0.1, -0.1]
    elif court.style == 1:
        x, y = [-0.75, -0.7, -0.3, 0.3, 0.7, 0.75], [1.0, 0.2, -0.05, -0.05, 0.2, 1.0]
    else:
        x, y = [-0.2, -0.62, -0.76, -0.12, 0.12, 0.76, 0.62, 0.2], [-0.2, -0.12, 0.12, 0.98, 0.98, 0.12, -0.12, -0.2]
    return np.stack([x, y], axis=1).astype(np.float32)


def _draw_robe(court: Court, lines: Pen, robe: Pen, rng: np.random.Generator) -> None:
    """Draw the robe: outline, sash, stripes, collar, buttons."""
    body = _shaken(_body(court), court, rng)
    robe.fill(body)
    lines.line(body, court.line, closed=True)
    striped, within = replace(lines, mask=blank_mask()), replace(lines, mask=blank_mask())
    _stripes(court, striped)
    within.fill(body * 0.94)
    np.maximum(lines.mask, np.minimum(striped.mask, within.mask), out=lines.mask)
    collar = np.array([[-0.26, -0.22], [0, 0.08], [0.26, -0.22]], np.float32)
    collar[:, 1] -= 0.08 if court.style == 2 else 0
    lines.line(_shaken(collar, court, rng), court.line)


def _stripes(court: Court, pen: Pen) -> None:
    slope = np.tan(np.radians(court.stripe_deg))
    for number in range(1, court.stripes + 1):
        y = -0.1 + number * 0.9 / court.stripes
        for side in (-1, 1):
            pen.line([(0, y), (side * 0.8, y - 0.8 * slope)], court.line * 0.9)
    if court.filled:
        pen.fill([(-0.9, 0.15), (-0.9, -0.02), (0.9, 0.3), (0.9, 0.48)])
    else:
        pen.line([(-0.9, 0.0), (0.9, 0.34)], court.line)
        pen.line([(-0.9, 0.16), (0.9, 0.5)], court.line)


def _draw_head(face: DesignFace, court: Court, lines: Pen, gold: Pen, rng: np.random.Generator) -> None:
    """Draw face, hair and headgear about a head of radius 1."""
    width = court.line / max(court.head, 0.1) * (0.45 if court.style == 3 else 1.0)
    _draw_hair(face, court, lines, gold, width=width)
    oval = _shaken(circle(0, 0, 0.78, squash=1.15), court, rng)
    lines.fill(oval, erase=True)
    gold.fill(oval, erase=True)
    lines.line(oval, width, closed=True)
    for x in (-0.3, 0.3):
        lines.disc(x, -0.1, max(width * 0.55, 0.1))
        lines.line([(x - 0.17, -0.32), (x + 0.17, -0.34)], width * 0.6)
    lines.line([(0.0, -0.1), (0.08, 0.2), (-0.06, 0.22)], width * 0.6)
    lines.line([(-0.18, 0.46), (0.18, 0.46)], width * 0.8)
    if face is DesignFace.KING:
        _draw_beard(court, lines, width=width)
    # Many sets crown the Queen, too; only hair, chin and letter tell her then.
    queens = _draw_crown if court.seed % 5 > 1 else _draw_veil
    draw = {DesignFace.JACK: _draw_cap, DesignFace.QUEEN: queens, DesignFace.KING: _draw_crown}[face]
    draw(court, lines, gold, width=width)


def _draw_hair(face: DesignFace, court: Court, lines: Pen, gold: Pen, *, width: float) -> None:
    """Draw the hair: long and waved for the Queen, a page's bob for the Jack, short for the King."""
    length = {DesignFace.JACK: 0.75, DesignFace.QUEEN: 1.35, DesignFace.KING: 0.55}[face]
    flare = {DesignFace.JACK: 1.25, DesignFace.QUEEN: 1.1, DesignFace.KING: 1.2}[face]
    for side in (-1, 1):
        lock = np.array([[0.6, -0.6], [0.95, -0.2], [flare, length], [0.75, length + 0.1], [0.7, 0.1]]) * [side, 1]
        gold.fill(lock)
        if court.filled:
            lines.fill(lock)
        else:
            lines.line(lock, width, closed=True)
            lines.line(np.array([[0.85, -0.2], [flare - 0.2, length]]) * [side, 1], width * 0.7)


def _draw_beard(court: Court, lines: Pen, *, width: float) -> None:
    lines.line(arc(-0.22, 0.42, 0.24, span_deg=(200, 330)), width)
    lines.line(arc(0.22, 0.42, 0.24, span_deg=(210, 340)), width)
    beard = np.array([[-0.6, 0.45], [-0.35, 1.2], [0, 0.95], [0.35, 1.2], [0.6, 0.45]])
    if court.filled:
        lines.fill(beard)
    else:
        lines.line(beard, width)
        for x in (-0.25, 0.0, 0.25):
            lines.line([(x, 0.65), (x, 0.95)], width * 0.7)


def _draw_crown(court: Court, lines: Pen, gold: Pen, *, width: float) -> None:
    """Draw the King's crown: a band and spikes that flare."""
    spikes = 3 + court.seed % 3
    x = np.linspace(-1.15, 1.15, 2 * spikes + 1)
    y = np.where(np.arange(2 * spikes + 1) % 2, -1.15, -1.75)
    crown = np.concatenate([[[-0.8, -0.7]], np.stack([x, y], axis=1), [[0.8, -0.7]]])
    gold.fill(crown)
    lines.fill(crown, erase=True)
    lines.line(crown, width, closed=True)
    lines.line([(-0.88, -0.95), (0.88, -0.95)], width)
    for tip_x in x[::2]:
        lines.disc(float(tip_x), -1.8, max(0.12, width * 0.6))


def _draw_veil(court: Court, lines: Pen, gold: Pen, *, width: float) -> None:
    """Draw the Queen's coronet and the veil that falls from it."""
    band = np.array(
        [[-0.85, -0.65], [-0.95, -1.35], [-0.45, -1.1], [0, -1.5], [0.45, -1.1], [0.95, -1.35], [0.85, -0.65]]
    )
    if court.seed % 2:
        band = np.array([[-0.9, -0.6], [-0.9, -1.4], [0.9, -1.4], [0.9, -0.6]])
    gold.fill(band)
    lines.fill(band, erase=True)
    lines.line(band, width, closed=True)
    for side in (-1, 1):
        lines.line(np.array([[0.9, -1.2], [1.35, -0.2], [1.3, 1.5]]) * [side, 1], width)
    lines.line([(-0.85, -0.9), (0.85, -0.9)], width * 0.8)


def _draw_cap(court: Court, lines: Pen, gold: Pen, *, width: float) -> None:
    """Draw the Jack's flat cap with a feather."""
    lean = 0.25 * court.arm
    cap = np.array([[-0.95, -0.6], [-1.2, -1.15 - lean], [1.2, -1.15 + lean], [0.95, -0.6]])
    if court.seed % 2:
        cap = np.array([[-1.0, -0.62], [-1.3, -0.9], [-0.8, -1.5], [0.6, -1.45], [1.2, -1.0], [1.0, -0.62]])
    gold.fill(cap)
    if court.filled:
        lines.fill(cap)
    else:
        lines.fill(cap, erase=True)
        lines.line(cap, width, closed=True)
        lines.line([(-1.0, -0.85), (1.0, -0.85)], width)
    lines.line(arc(court.arm * 1.5, -1.1, 0.7, span_deg=(180, 280) if court.arm > 0 else (260, 360)), width)


def _draw_held(face: DesignFace, court: Court, lines: Pen, gold: Pen) -> None:
    """Draw the arm's staff: sword for the King, flower for the Queen, halberd for the Jack."""
    width = court.line / 0.42
    match face:
        case DesignFace.KING:
            sword = [(-0.14, 0.5), (-0.14, -0.9), (0, -1.25), (0.14, -0.9), (0.14, 0.5)]
            gold.fill(sword)
            lines.line(sword, width * 0.8, closed=True)
            lines.line([(-0.42, 0.5), (0.42, 0.5)], width)
            lines.line([(0, 0.5), (0, 0.95)], width)
        case DesignFace.QUEEN:
            lines.line([(0, 1.0), (0, -0.4)], width)
            draw_suit(lines.at(0, -0.75, 0.52), Suit.STAR if court.seed % 2 else Suit.CLUB)
            gold.disc(0, -0.75, 0.4)
            lines.line([(0, 0.3), (0.35, 0.0)], width)
        case _:
            lines.line([(0, 1.3), (0, -1.2)], width)
            axe = [(0, -1.0), (0.5, -1.15), (0.42, -0.6), (0.5, -0.1), (0, -0.35)]
            gold.fill(axe)
            lines.fill(axe) if court.filled else lines.line(axe, width, closed=True)
            lines.line([(0, -0.7), (-0.4, -0.7)], width)
    lines.line(circle(0, 0.75, 0.2), width * 0.8, closed=True)


def _shaken(points: Floats, court: Court, rng: np.random.Generator) -> Floats:
    """Return points as an unsteady hand would have set them."""
    return np.asarray(points + rng.normal(0, court.wobble, points.shape), np.float32)
