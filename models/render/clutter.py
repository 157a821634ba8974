"""Coins, cards, pencils and rings of glasses: what lies about and is no die."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.render.ground import Window
from models.render.letters import LetterStyle, Stroke, draw_text
from models.render.noise import smooth_noise, to_linear, whole_rgb
from models.render.pen import DRAW_PX, Pen, blank_mask, circle, rectangle
from models.render.suits import Suit, draw_rows, draw_suit, row_places
from models.render.world import Bytes, Floats, Rgb8, Thing, ThingKind

SHADOW_MM = 0.8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sprite:
    """A thing as seen from above."""

    rgb: Floats  # float32 (DRAW_PX, DRAW_PX, 3), sRGB 0–255
    cover: Floats  # float32 (DRAW_PX, DRAW_PX), 0–1
    casts_shadow: bool = True  # Whether it is thick enough to


def lay_things(ground: Floats, things: tuple[Thing, ...], window: Window) -> Floats:
    """Return the ground, linear float32 (H, W, 3), row 0 the smallest y, with things on it, the lowest first."""
    laid = ground.copy() if things else ground
    for thing in things:
        matrix = _placement(thing, window)
        part = _part(matrix, window)
        if part is None:
            continue
        matrix[:, 2] -= [part[1].start, part[0].start]
        sprite = _SPRITES[thing.kind](thing, np.random.default_rng(thing.seed))
        laid[part] = _lay(laid[part], sprite, matrix, shadow_px=SHADOW_MM * window.px_per_mm)
    return laid


def _placement(thing: Thing, window: Window) -> Floats:
    """Return the matrix from sprite to map pixels; the map's y runs the other way."""
    scale = thing.size_mm / DRAW_PX * window.px_per_mm
    angle = np.radians(thing.turn_deg)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    x = (thing.centre_mm[0] - window.left_mm) * window.px_per_mm
    y = (thing.centre_mm[1] - window.bottom_mm) * window.px_per_mm
    turn = np.array([[cos, sin], [sin, -cos]])
    offset = np.array([x, y]) - turn @ [DRAW_PX / 2, DRAW_PX / 2]
    return np.column_stack([turn, offset]).astype(np.float32)


def _part(matrix: Floats, window: Window) -> tuple[slice, slice] | None:
    """Return the rows and columns of the map a sprite and its shadow may touch; None where it lies outside."""
    corners = np.array([[0, 0, 1], [DRAW_PX, 0, 1], [0, DRAW_PX, 1], [DRAW_PX, DRAW_PX, 1]]) @ matrix.T
    margin = 3 * SHADOW_MM * window.px_per_mm + 2
    left, top = np.maximum(corners.min(axis=0) - margin, 0).astype(int)
    right, bottom = np.minimum(corners.max(axis=0) + margin, window.shape[::-1]).astype(int)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def _lay(ground: Floats, sprite: Sprite, matrix: Floats, *, shadow_px: float) -> Floats:
    """Return a part of the ground with a sprite and its contact shadow on it."""
    smaller = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    layer = np.dstack([sprite.rgb, sprite.cover])
    if smaller < 0.5:  # warping alone would alias
        layer = np.asarray(cv2.blur(layer, (int(1 / smaller), int(1 / smaller))), np.float32)
    warped = cv2.warpAffine(layer, matrix, ground.shape[1::-1], flags=cv2.INTER_LINEAR)
    cover = warped[..., 3:]
    laid = ground
    if sprite.casts_shadow:
        soft = cv2.GaussianBlur(cover, (0, 0), max(0.5, shadow_px))[..., None]
        laid = laid * (1 - np.float32(0.45) * soft)
    return np.asarray(laid + (to_linear(np.asarray(warped[..., :3], np.float32)) - laid) * cover, np.float32)


def _flat(rgb: Rgb8) -> Floats:
    return np.broadcast_to(np.array(rgb, np.float32), (DRAW_PX, DRAW_PX, 3)).copy()


def _cover(mask: Bytes) -> Floats:
    """Return a mask as a share."""
    return np.asarray(mask, np.float32) / np.float32(255)


def _print(rgb: Floats, mask: Bytes, ink: Rgb8) -> None:
    """Print a mask onto a colour, in place."""
    rgb += _cover(mask)[..., None] * (np.array(ink, np.float32) - rgb)


def _outline(points: Floats | list[tuple[float, float]]) -> Bytes:
    mask = blank_mask()
    Pen(mask=mask).fill(points)
    return mask


def _coin(_thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a coin: gold, silver or copper, a raised edge and a number."""
    metal = ((206, 170, 92), (196, 196, 192), (176, 108, 72))[rng.integers(3)]
    sheen = np.linspace(0.75, 1.25, DRAW_PX, dtype=np.float32)[:, None, None]
    rgb = _flat(metal) * sheen
    pen = Pen()
    pen.line(circle(0, 0, 0.88), 0.05, closed=True)
    draw_text(pen.at(-0.1, 0, 0.42), str(rng.choice(["1", "2", "5", "10", "20", "50"])), LetterStyle(name="triplex"))
    _print(rgb, pen.mask, _darker(metal, 0.6))
    if rng.random() < 0.3:
        _print(rgb, _outline(circle(0, 0, 0.62)), ((206, 170, 92), (196, 196, 192))[rng.integers(2)])
    return Sprite(rgb=rgb, cover=_cover(_outline(circle(0, 0, 0.98))))


def _beer_mat(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a beer mat: round or square, a coloured ring and a word."""
    is_round = rng.random() < 0.5
    outline = circle(0, 0, 0.97) if is_round else np.array(rectangle(0, 0, 1.9, 1.9), np.float32)
    rgb = _flat((232, 226, 210))
    band = Pen()
    band.line(outline * 0.84, 0.16, closed=True)
    _print(rgb, band.mask, thing.rgb)
    word = Pen()
    draw_text(
        word.at(0, -0.1, 0.22), str(rng.choice(["BRAU", "Pils", "CAFE", "1893", "Export"])), LetterStyle(name="triplex")
    )
    draw_suit(word.at(0, 0.4, 0.16), Suit.STAR)
    _print(rgb, word.mask, (40, 30, 26))
    return Sprite(rgb=rgb, cover=_cover(_outline(outline)))


def _card(_thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a playing card, face or back."""
    outline = np.array(rectangle(0, 0, 1.28, 1.96), np.float32)
    rgb = _flat((244, 242, 236))
    pen = Pen()
    suit = list(Suit)[int(rng.integers(4))]
    if rng.random() < 0.3:
        for number in np.linspace(-0.9, 0.9, 13):
            pen.line([(-0.56, number), (0.56, -number)], 0.02)
            pen.line([(-0.56, -number * 0.5), (0.56, number * 0.8)], 0.02)
    else:
        for turn, side in ((0.0, -1), (180.0, 1)):
            text = str(rng.choice(["9", "10", "J", "Q", "K", "A", "B", "D"]))
            draw_text(pen.at(side * 0.5, side * 0.8, 0.11, turn_deg=turn), text, LetterStyle(name=Stroke.TRIPLEX.value))
        if rng.random() < 0.5:
            draw_rows(pen.at(0, 0, 0.95), suit, row_places(int(rng.choice([9, 10])), (0.3, 0.7)), size=0.14)
        else:
            draw_suit(pen.at(0, 0, rng.uniform(0.15, 0.4)), suit)
    red = (176, 26, 34) if suit in (Suit.HEART, Suit.DIAMOND) else (26, 26, 30)
    _print(rgb, pen.mask, red)
    return Sprite(rgb=rgb, cover=_cover(_outline(outline)))


def _pencil(thing: Thing, rng: np.random.Generator) -> Sprite:
    wide = rng.uniform(0.04, 0.065)
    rgb = _flat(thing.rgb)
    rgb *= (1.15 - 0.5 * np.abs(np.linspace(-1, 1, DRAW_PX)[:, None, None]) / wide).clip(0.4, 1.2).astype(np.float32)
    _print(rgb, _outline([(0.74, -wide), (0.92, -wide), (0.92, wide), (0.74, wide)]), (214, 176, 126))
    _print(rgb, _outline([(0.89, -wide), (0.97, -wide), (0.97, wide), (0.89, wide)]), (40, 40, 44))
    body = [(-0.95, -wide), (0.76, -wide), (0.97, 0.0), (0.76, wide), (-0.95, wide)]
    return Sprite(rgb=rgb, cover=_cover(_outline(body)))


def _ring(thing: Thing, rng: np.random.Generator) -> Sprite:
    pen = Pen()
    pen.line(circle(0, 0, 0.86), rng.uniform(0.03, 0.1), closed=True)
    uneven = 0.35 + 0.2 * smooth_noise(rng, (DRAW_PX, DRAW_PX), (60, 60))
    soft = np.asarray(cv2.GaussianBlur(pen.mask, (0, 0), 3), np.uint8)
    cover = np.clip(_cover(soft) * uneven, 0, 0.6)
    return Sprite(rgb=_flat(_darker(thing.rgb, 0.35)), cover=np.asarray(cover, np.float32), casts_shadow=False)


def _crumbs(thing: Thing, rng: np.random.Generator) -> Sprite:
    mask = blank_mask()
    pen = Pen(mask=mask)
    for _ in range(int(rng.integers(6, 40))):
        x, y = rng.normal(0, 0.35, 2)
        around = circle(0, 0, 1)[::8] * rng.uniform(0.015, 0.06) * rng.uniform(0.5, 1.2, (6, 2))
        pen.at(float(x), float(y), 1.0).fill(around)
    return Sprite(rgb=_flat(thing.rgb), cover=_cover(mask))


def _paper(_thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a slip of paper with writing, such as a score sheet."""
    outline = np.array(rectangle(0, 0, 1.35, 1.9), np.float32)
    rgb = _flat((240, 238, 230))
    pen = Pen()
    if rng.random() < 0.5:
        for number in np.linspace(-0.85, 0.85, 11):
            pen.line([(-0.6, number), (0.6, number)], 0.008)
            pen.line([(number * 0.7, -0.85), (number * 0.7, 0.85)], 0.008)
    for _ in range(int(rng.integers(4, 30))):
        x, y = rng.uniform(-0.55, 0.5), rng.uniform(-0.85, 0.85)
        text = rng.integers(1, 60) if rng.random() < 0.6 else rng.choice(["A", "K", "D", "B", "Full", "Poker"])
        draw_text(pen.at(x, y, 0.05), str(text), LetterStyle(name=Stroke.ITALIC.value, weight=0.6))
    _print(rgb, pen.mask, ((30, 40, 110), (40, 40, 44))[rng.integers(2)])
    return Sprite(rgb=rgb, cover=_cover(_outline(outline)))


def _stain(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a spot, wet or old."""
    blob = smooth_noise(rng, (DRAW_PX, DRAW_PX), (90, 90))
    far = np.hypot(*np.meshgrid(np.linspace(-1, 1, DRAW_PX), np.linspace(-1, 1, DRAW_PX)))
    cover = np.clip((0.75 + 0.3 * blob - far) * 6, 0, 1) * rng.uniform(0.15, 0.55)
    return Sprite(rgb=_flat(_darker(thing.rgb, 0.4)), cover=np.asarray(cover, np.float32), casts_shadow=False)


def _tile(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a flat token of a die's size: a chip, a counter, a letter tile, a sugar wrapper."""
    is_round = rng.random() < 0.5
    outline = circle(0, 0, 0.95) if is_round else np.array(rectangle(0, 0, 1.8, 1.8), np.float32)
    rgb = _flat(thing.rgb)
    pen = Pen()
    if is_round:  # a poker chip: stripes at the edge
        for angle in np.arange(0, 360, 60):
            pen.at(0, 0, 1, turn_deg=float(angle)).fill(rectangle(0.8, 0, 0.4, 0.3))
        pen.line(circle(0, 0, 0.6), 0.05, closed=True)
    elif rng.random() < 0.5:
        draw_text(pen.at(0, 0, 0.5), str(rng.choice(list("ABDEKRSQ1379"))), LetterStyle(name="duplex"))
    light = sum(thing.rgb) < 380
    _print(rgb, pen.mask, (240, 238, 230) if light else (30, 30, 34))
    return Sprite(rgb=rgb, cover=_cover(_outline(outline)))


def _cable(thing: Thing, rng: np.random.Generator) -> Sprite:
    along = np.linspace(-1, 1, 40)
    bend = np.polynomial.Polynomial(rng.normal(0, 0.5, 4))(along)
    pen = Pen()
    pen.line(np.stack([along, np.clip(bend - bend.mean(), -0.95, 0.95)], axis=1), rng.uniform(0.03, 0.06))
    return Sprite(rgb=_flat(_darker(thing.rgb, 0.25)), cover=_cover(pen.mask))


def _cup(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a dice cup or a glass from above: rim, and the dark inside or the bottom."""
    rgb = _flat(thing.rgb) * np.float32(0.5)
    rgb *= 1 + 0.12 * smooth_noise(rng, (DRAW_PX, DRAW_PX), (8, 8))[..., None]
    inside = circle(rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06), rng.uniform(0.72, 0.86))
    shade = np.linspace(0.15, 0.6, DRAW_PX, dtype=np.float32)[None, :, None]
    rgb += _cover(_outline(inside))[..., None] * (rgb * shade - rgb)
    edge = Pen()
    edge.line(inside, 0.03, closed=True)
    _print(rgb, edge.mask, _darker(thing.rgb, 0.8))
    return Sprite(rgb=rgb, cover=_cover(_outline(circle(0, 0, 0.97))))


def _cap(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a bottle cap: toothed, with a coloured print."""
    angle = np.linspace(0, 2 * np.pi, 168, endpoint=False)
    radius = 0.92 + 0.05 * np.sin(21 * angle)
    outline = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)
    rgb = _flat((190, 190, 186)) * np.linspace(0.7, 1.2, DRAW_PX, dtype=np.float32)[:, None, None]
    _print(rgb, _outline(circle(0, 0, 0.74)), thing.rgb)
    pen = Pen()
    draw_suit(pen.at(0, 0, 0.4), list(Suit)[int(rng.integers(5))])
    _print(rgb, pen.mask, (235, 232, 224))
    return Sprite(rgb=rgb, cover=_cover(_outline(outline)))


def _phone(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a telephone or the corner of a keyboard: dark, with rows of keys or pictures."""
    rgb = _flat((28, 28, 32))
    screen = Pen()
    rows, columns = int(rng.integers(4, 8)), int(rng.integers(3, 5))
    for row in np.linspace(-0.75, 0.75, rows):
        for column in np.linspace(-0.34, 0.34, columns):
            screen.fill(rectangle(float(column), float(row), 0.5 / columns, 1.1 / rows))
    _print(rgb, screen.mask, thing.rgb)
    return Sprite(rgb=rgb, cover=_cover(_outline(np.array(rectangle(0, 0, 1.0, 1.95), np.float32))))


def _napkin(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a napkin or a place mat with a pattern: checks, rhombs, stripes or dots, some of them a die's size."""
    y, x = np.mgrid[-1 : 1 : DRAW_PX * 1j, -1 : 1 : DRAW_PX * 1j].astype(np.float32)
    if rng.random() < 0.4:
        x, y = (x + y) * np.float32(0.71), (x - y) * np.float32(0.71)
    cells = rng.uniform(4, 26)
    across, down = np.sin(x * np.float32(cells)), np.sin(y * np.float32(cells * rng.choice([1.0, rng.uniform(0.5, 2)])))
    patterns = (across * down > 0, (across > 0.3) | (down > 0.3), across > 0.2, across + down > rng.uniform(0.2, 1.4))
    mask = np.asarray(patterns[rng.integers(len(patterns))] * 255, np.uint8)
    rgb = _flat(_any_rgb(rng) if rng.random() < 0.5 else (238, 236, 230))
    _print(rgb, np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.uint8), thing.rgb)
    return Sprite(rgb=rgb, cover=_cover(_outline(np.array(rectangle(0, 0, 1.9, 1.9), np.float32))))


def _page(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a printed page: lines of text, capitals as high as a die, pictures, boxes with a sign."""
    rgb = _flat((240, 238, 230) if rng.random() < 0.7 else _any_rgb(rng))
    pictures, pen = Pen(), Pen()
    for _ in range(int(rng.integers(0, 6))):
        x, y = rng.uniform(-0.55, 0.55), rng.uniform(-0.85, 0.85)
        pictures.fill(rectangle(x, y, rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6)))
    for row in np.arange(-0.85, 0.85, rng.uniform(0.04, 0.12)):
        if rng.random() < 0.6:
            start, end = np.sort(rng.uniform(-0.6, 0.6, 2))
            pen.line([(start, row), (end, row)], rng.uniform(0.008, 0.02))
    for _ in range(int(rng.integers(2, 16))):
        x, y, size = rng.uniform(-0.6, 0.6), rng.uniform(-0.85, 0.85), rng.uniform(0.03, 0.14)
        spot = pen.at(x, y, size, turn_deg=float(rng.choice([0, 90])))
        if rng.random() < 0.5:
            draw_text(spot, str(rng.choice(list("ABDEFGJKMQRSV123790"))), LetterStyle(name=_stroke(rng)))
        else:
            draw_suit(spot, list(Suit)[int(rng.integers(5))])
        if rng.random() < 0.4:
            pen.at(x, y, size * 1.5).line(rectangle(0, 0, 2, 2), 0.1, closed=True)
    _print(rgb, pictures.mask, thing.rgb)
    _print(rgb, pen.mask, (30, 30, 34) if rng.random() < 0.7 else _any_rgb(rng))
    return Sprite(rgb=rgb, cover=_cover(_outline(np.array(rectangle(0, 0, 1.4, 1.96), np.float32))), casts_shadow=False)


def _packet(thing: Thing, rng: np.random.Generator) -> Sprite:
    """Draw a matchbox, a packet of sugar or a lighter: a coloured oblong with a band, a frame and a word."""
    wide, high = rng.uniform(0.5, 1.9), rng.uniform(0.9, 1.9)
    rgb = _flat(thing.rgb) * np.linspace(0.85, 1.1, DRAW_PX, dtype=np.float32)[:, None, None]
    band, pen = Pen(), Pen()
    band.fill(rectangle(0, rng.uniform(-0.5, 0.5) * high, wide, high * rng.uniform(0.1, 0.5)))
    word = "".join(rng.choice(list("ABDEKORSTZ19"), int(rng.integers(1, 6))))
    draw_text(
        pen.at(0, rng.uniform(-0.3, 0.3), 0.3 * min(wide, high) / len(word)), word, LetterStyle(name=_stroke(rng))
    )
    if rng.random() < 0.5:
        pen.line(rectangle(0, 0, wide * 0.85, high * 0.85), 0.04, closed=True)
    _print(rgb, band.mask, _any_rgb(rng))
    _print(rgb, pen.mask, (240, 238, 230) if sum(thing.rgb) < 380 else (30, 30, 34))
    return Sprite(rgb=rgb, cover=_cover(_outline(np.array(rectangle(0, 0, wide, high), np.float32))))


def _any_rgb(rng: np.random.Generator) -> Rgb8:
    return whole_rgb(rng.integers(10, 248, 3))


def _darker(rgb: Rgb8, share: float) -> Rgb8:
    return whole_rgb(part * share for part in rgb)


def _stroke(rng: np.random.Generator) -> str:
    return str(rng.choice([stroke.value for stroke in Stroke]))


_SPRITES: dict[ThingKind, Callable[[Thing, np.random.Generator], Sprite]] = {
    ThingKind.COIN: _coin,
    ThingKind.BEER_MAT: _beer_mat,
    ThingKind.CARD: _card,
    ThingKind.PENCIL: _pencil,
    ThingKind.RING: _ring,
    ThingKind.CRUMBS: _crumbs,
    ThingKind.PAPER: _paper,
    ThingKind.STAIN: _stain,
    ThingKind.TILE: _tile,
    ThingKind.CABLE: _cable,
    ThingKind.CUP: _cup,
    ThingKind.CAP: _cap,
    ThingKind.PHONE: _phone,
    ThingKind.NAPKIN: _napkin,
    ThingKind.PAGE: _page,
    ThingKind.PACKET: _packet,
}
