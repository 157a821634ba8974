"""Art nobody here drew, as ``sh models/render/fetch-art.sh`` fetches it.

Icons and emoji stand as figures and suits on dice, courts of card decks under their own names. None of it is stored
here; whole sources are held out, so that figures are of another hand. Their licences: `models/MODEL_CARD.md`.
"""

import functools
import json
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render.designs import Print
from models.render.errors import DrawingToolError
from models.render.noise import whole_rgb
from models.render.world import Bytes

ART = Path("build/art")
ART_PX = 192
DECKS = ("court", "deck-of-cards")
TRAINED = (
    *("game-icons", "mdi", "ph", "twemoji", "fxemoji", "court"),
    *("emojione", "streamline-emojis", "tabler", "fa6-solid", "ri", "lucide"),
    *("icon-park", "carbon", "healthicons", "solar"),
)
MEASURED = ("fluent-emoji-flat", "bi", "deck-of-cards")
CALIBRATED = ("noto",)
"""Sources: those trained on, and never trained on those that are measured, and those that tell how sure to be."""
UNFIT = re.compile(
    r"alpha|numeric|letter|card|number|roman|\d|input-|format|tone|keycap|button|flag|text|dice|clock|font|type|sort"
    r"|currency|sign|brand|logo|-(dark|light|medium)|file|calendar|^[a-wyz]$|^a-|latin[ci]|squared"
)
"""Names of icons that hold letters or numbers, or vary another."""
SUITS = ("spade", "diamond", "club", "heart")
SUIT_NAMES = ("{}-suit", "suit-{}-fill", "cards-{}", "{}s", "{}", "black{}suit", "poker-{}s-fill")
COURTS = ("{0}_{1}.svg", "{2}{3}.svg")
"""Names of court cards in a deck and in the shared textures, by suit and rank as they write them."""
COLOURS = 5


@functools.lru_cache(maxsize=16)
def _icons(folder: Path) -> dict[str, Any]:
    stored = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    size = {"width": stored.get("width", 16), "height": stored.get("height", 16), "left": 0, "top": 0}
    return {name: size | icon for name, icon in stored["icons"].items()}


@functools.lru_cache(maxsize=16)
def figures_of(folder: Path) -> tuple[str, ...]:
    """Return the names of a source's icons that may stand as figures."""
    return tuple(name for name in sorted(_icons(folder)) if not UNFIT.search(name))


def suits_of(folder: Path) -> tuple[str, ...]:
    """Return the names of a source's SUITS; nothing where it lacks one."""
    known = [[name for form in SUIT_NAMES if (name := form.format(suit)) in _icons(folder)] for suit in SUITS]
    return tuple(names[0] for names in known) if all(known) else ()


@functools.lru_cache(maxsize=2048)
def icon(folder: Path, name: str) -> Bytes:
    """Return an icon, uint8 (ART_PX, ART_PX, 4) RGBA, cut to its ink."""
    one = _icons(folder)[name]
    box = f"{one['left']} {one['top']} {one['width']} {one['height']}"
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    drawn = _picture(f'{head} viewBox="{box}">{one["body"]}</svg>'.encode(), ART_PX)
    rows, columns = (np.nonzero(drawn[..., 3].max(axis=axis) > 40)[0] for axis in (1, 0))
    return _square(drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]) if rows.size else drawn


@functools.lru_cache(maxsize=64)
def court(folder: Path, which: int, suit: int, *, is_half: bool) -> Bytes:
    """Return the middle of a court card, Jack 0 to King 2, or its upper half, likewise; its paper is clear."""
    words = suit, which + 11, "JQK"[which], SUITS[suit][0].upper()
    name = next(path for form in COURTS if (path := next(folder.rglob(form.format(*words)), None)))
    card = without_paper(name)
    high, wide = card.shape[:2]
    rows, columns = slice(int(high * 0.09), int(high * (0.5 if is_half else 0.91))), slice(int(wide * 0.2), -wide // 5)
    return _square(card[rows, columns])


@functools.lru_cache(maxsize=64)
def without_paper(path: Path) -> Bytes:
    """Return a picture on light paper, RGBA, clear where the paper is seen."""
    drawn = _picture(path.read_bytes(), 400)
    cover = drawn[..., 3:] / np.float32(255)
    paper = drawn[..., :3] * cover + 255 * (1 - cover)
    return np.concatenate([paper, np.clip((255 - paper.min(axis=2, keepdims=True)) * 1.6, 0, 255)], 2).astype(np.uint8)


def _picture(stored: bytes, wide: int) -> Bytes:
    """Return a PNG, or an SVG drawn so wide, as RGBA, covered wherever it knows no clearness."""
    if not stored.startswith(b"\x89PNG"):
        try:
            import cairosvg
        except ImportError as error:
            raise DrawingToolError("art from outside", "cairosvg") from error
        stored = cairosvg.svg2png(bytestring=stored, output_width=wide)
    drawn = np.asarray(cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)
    whole = drawn if drawn.shape[2] == 4 else cv2.cvtColor(drawn, cv2.COLOR_BGR2BGRA)
    return np.asarray(whole[..., [2, 1, 0, 3]], np.uint8)


def _square(art: Bytes) -> Bytes:
    side = max(art.shape[:2])
    padding = [((side - length) // 2, (side - length + 1) // 2) for length in art.shape[:2]]
    square = np.pad(art, [*padding, (0, 0)])
    return np.asarray(cv2.resize(square, (ART_PX, ART_PX), interpolation=cv2.INTER_AREA), np.uint8)


def doubled(art: Bytes) -> Bytes:
    """Return the upper part of a figure over itself turned by 180°, as on cards."""
    half = ART_PX // 2
    upper = cv2.resize(art[: round(ART_PX * 0.62)], (round(half / 0.62), half), interpolation=cv2.INTER_AREA)
    left = (ART_PX - upper.shape[1]) // 2
    wide = np.pad(upper, [(0, 0), (left, ART_PX - left - upper.shape[1]), (0, 0)])
    return np.asarray(np.concatenate([wide, wide[::-1, ::-1]]), np.uint8)


def ink_of(art: Bytes) -> Bytes:
    """Return where one ink would print a picture: what is dark, and its edges; uint8 (ART_PX, ART_PX)."""
    cover = art[..., 3] / np.float32(255)
    grey = cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_RGB2GRAY) * cover + 255 * (1 - cover)
    edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(np.clip(np.maximum((150 - grey) * 2.5, (edges - 45) * 2), 0, 255), np.uint8)


def colours_of(art: Bytes) -> list[Print]:
    """Return a picture as prints of one colour each."""
    seen = art[..., 3] > 100
    pixels = np.asarray(art[seen][:, :3], np.float32)
    if len(pixels) <= COLOURS:
        return []
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 1.0)
    cv2.setRNGSeed(1)
    _, which, means = cv2.kmeans(pixels, COLOURS, np.empty(0), ends, 1, cv2.KMEANS_PP_CENTERS)
    labels = np.full(seen.shape, -1)
    labels[seen] = which[:, 0]
    layers = [cv2.GaussianBlur((labels == one) * np.float32(255), (3, 3), 0) for one in range(COLOURS)]
    return [(layer.astype(np.uint8), whole_rgb(mean)) for layer, mean in zip(layers, means, strict=True)]
