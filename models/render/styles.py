"""The variety of dice sets: styles drawn by lot, as the shops have them, and designs by seed: every seed is another."""

import functools
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from models.render.art import DECKS, court, doubled, figures_of, icon, suits_of
from models.render.art_faces import PALE, SIGNS, ArtSet, Lettering, Printing, draw_art_face
from models.render.bodies import Body, ColourSpread, Wear
from models.render.designs import ALPHABETS, BLACK, BLUE, DUTCH, ENGLISH, GREEN, RED, Style, draw_design
from models.render.figures import Court
from models.render.letters import LetterStyle, Stroke, system_fonts
from models.render.noise import whole_rgb
from models.render.suits import BLACK_SUITS, RED_SUITS, Rows, Suit
from models.render.textures import shared_design
from models.render.world import COURT, Bytes, Design, DesignFace, Family, Rgb8

HELD_OUT_COURT = 1  # the bust cut off below
HELD_OUT_FONTS = ("Serif", "triplex", "Caladea", "Cabin", "Vollkorn", "Courier", "Gothic")  # part of the name
USUAL_FIGURES = (DesignFace.JACK, DesignFace.QUEEN, DesignFace.KING)
SHUFFLED_SHARE = 0.35
ALPHABET_SHARES = (0.34, 0.34, 0.2, 0.12)
LIGHT_INKS: tuple[Rgb8, ...] = ((240, 238, 228), (222, 180, 70), (200, 204, 210), (250, 240, 170))
DARK_INKS: tuple[Rgb8, ...] = (BLACK, RED, BLUE, GREEN, (90, 40, 110), (120, 60, 24), (16, 110, 140))
LIGHT_BODIES: tuple[Rgb8, ...] = ((246, 244, 238), (236, 234, 226), (232, 222, 196), (222, 206, 166), (240, 236, 214))
DARK_BODIES: tuple[Rgb8, ...] = ((26, 26, 30), (140, 18, 26), (18, 44, 110), (14, 84, 50), (70, 20, 80), (88, 50, 28))
VIVID_BODIES: tuple[Rgb8, ...] = (
    (222, 208, 30), (20, 140, 80), (196, 26, 34), (24, 40, 150), (240, 130, 30), (120, 70, 160), (30, 150, 190),
    (236, 120, 160), (150, 96, 48), (130, 134, 140), (18, 18, 22), (246, 244, 238),
)  # fmt: skip


def poker_style(rng: np.random.Generator, *, held_out: bool, as_before: bool = False) -> Style:
    """Return the style of a set of poker dice; `as_before` inks it as the sets that figures are measured on."""
    family = Family(rng.choice([Family.SUITS, Family.LETTERS, Family.LETTER_SUITS], p=[0.66, 0.25, 0.09]))
    is_dark = rng.random() < 0.12
    letters = ALPHABETS[rng.choice(len(ALPHABETS), p=ALPHABET_SHARES)]
    letters = DUTCH if family is Family.SUITS and rng.random() < 0.05 else letters
    measures = _measures(rng)
    is_lettered = bool(measures["corner_size"])
    return Style(
        family=family,
        body=_body(rng, is_dark=is_dark),
        wear=_wear(rng),
        inks=_inks(rng, is_dark=is_dark, as_before=as_before),
        letters=letters,
        lower_letters=ENGLISH if letters is not DUTCH and rng.random() < 0.4 else letters,
        typeface=typeface(rng, held_out=held_out),
        corner_typeface=typeface(rng, held_out=held_out),
        suits=_suits(rng),
        **measures,  # type: ignore[arg-type]
        figures=USUAL_FIGURES if held_out else _figures(rng, is_lettered=is_lettered),
        court=_court(rng, held_out=held_out),
        **_make(rng),  # type: ignore[arg-type]
    )


def foreign_style(rng: np.random.Generator) -> Style:
    """Return the style of ordinary dice."""
    family = Family(rng.choice([Family.PIPS, Family.NUMERALS, Family.BLANK], p=[0.8, 0.16, 0.04]))
    body_rgb = VIVID_BODIES[rng.integers(len(VIVID_BODIES))] if rng.random() < 0.75 else LIGHT_BODIES[0]
    is_dark = sum(body_rgb) < 420
    ink = LIGHT_INKS[rng.integers(len(LIGHT_INKS))] if is_dark else DARK_INKS[rng.integers(len(DARK_INKS))]
    ink = whole_rgb(rng.integers(0, 255, 3)) if rng.random() < 0.25 else ink
    cast = ColourSpread(
        rng.choice([ColourSpread.EVEN, ColourSpread.MARBLED, ColourSpread.SPECKLED], p=[0.6, 0.28, 0.12])
    )
    second = VIVID_BODIES[rng.integers(len(VIVID_BODIES))]
    make = _make(rng)
    make["rounding"], make["ball"] = rng.uniform(0.05, 0.26), rng.choice([2.0, rng.uniform(1.22, 1.6)])
    make["translucency"] = rng.uniform(0.4, 1) if rng.random() < 0.25 else 0.0
    return Style(
        family=family,
        body=Body(rgb=body_rgb, cast=cast, second_rgb=second, strength=rng.uniform(0.2, 0.7)),
        wear=_wear(rng),
        inks=(ink,) * 6,
        typeface=typeface(rng, held_out=False),
        suits=_suits(rng),
        suit_size=rng.uniform(0.11, 0.22),
        suit_reach=(rng.uniform(0.42, 0.58),) * 2,
        letter_scale=rng.uniform(0.35, 0.6),
        court=Court(seed=int(rng.integers(1000))),
        **make,  # type: ignore[arg-type]
    )


def symbol_style(rng: np.random.Generator) -> Style:
    """Return the style of a set of six signs drawn by lot."""
    base = foreign_style(rng) if rng.random() < 0.4 else poker_style(rng, held_out=False)
    signs = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#&?!+%", *(suit.value for suit in Suit)]
    chosen = tuple(str(sign) for sign in rng.choice(signs, 6, replace=False))
    return replace(base, family=Family.SYMBOLS, letters=chosen, typeface=typeface(rng, held_out=False))


def _figures(rng: np.random.Generator, *, is_lettered: bool) -> tuple[DesignFace, DesignFace, DesignFace]:
    """Return which figure stands on Jack, Queen and King: beside letters, in a third of the sets, any.

    What a reader could learn of our figures it must not trust on others': beside a letter it shall read the letter.
    """
    if not is_lettered or rng.random() > SHUFFLED_SHARE:
        return USUAL_FIGURES
    first, second, third = (USUAL_FIGURES[int(lot)] for lot in rng.integers(3, size=3))
    return first, second, third


def typeface(rng: np.random.Generator, *, held_out: bool) -> LetterStyle:
    """Return a typeface by lot, from the trained or from the held-out fonts."""
    names = [stroke.value for stroke in Stroke] + list(system_fonts()) * 2
    chosen = [name for name in names if any(word in name for word in HELD_OUT_FONTS) == held_out]
    name = str(rng.choice(chosen)) if chosen else Stroke.TRIPLEX.value
    return LetterStyle(name=name, weight=float(rng.uniform(0.6, 1.8)), wide=float(rng.uniform(0.75, 1.2)))


def _body(rng: np.random.Generator, *, is_dark: bool) -> Body:
    palette = DARK_BODIES if is_dark else LIGHT_BODIES
    rgb = np.clip(np.array(palette[rng.integers(len(palette))]) + rng.normal(0, 5, 3), 8, 252)
    cast = ColourSpread(
        rng.choice(
            [ColourSpread.EVEN, ColourSpread.BONE, ColourSpread.MARBLED, ColourSpread.SPECKLED, ColourSpread.WOODEN],
            p=[0.72, 0.14, 0.06, 0.05, 0.03],
        )
    )
    toward = np.clip(rgb * (1.5 if is_dark else 0.72), 0, 255)
    return Body(rgb=whole_rgb(rgb), cast=cast, second_rgb=whole_rgb(toward), strength=float(rng.uniform(0.2, 0.8)))


def _inks(rng: np.random.Generator, *, is_dark: bool, as_before: bool) -> tuple[Rgb8, ...]:
    """Return the inks, mostly as makers do: Jack blue, Queen green, King and ten red; or one for all; or any."""
    if is_dark:
        ink = LIGHT_INKS[rng.integers(len(LIGHT_INKS))]
        return (ink,) * 6
    jacks = (BLUE, BLACK, GREEN) if as_before else (BLUE, BLUE, BLUE, BLACK, GREEN)
    jack = jacks[rng.integers(len(jacks))]
    if as_before:
        queen = jack if rng.random() < 0.6 else (BLUE, GREEN, RED, BLACK)[rng.integers(4)]
    else:
        queen = GREEN if rng.random() < 0.55 else (jack, BLUE, RED, BLACK)[rng.integers(4)]
    king = RED if rng.random() < 0.75 else DARK_INKS[rng.integers(len(DARK_INKS))]
    inks: tuple[Rgb8, ...] = (BLACK, RED, jack, queen, king, BLACK)
    kind = rng.random()
    if kind < 0.12:
        inks = (DARK_INKS[rng.integers(len(DARK_INKS))],) * 6
    elif kind < 0.2:
        inks = tuple(DARK_INKS[rng.integers(len(DARK_INKS))] for _ in range(6))
    return tuple(whole_rgb(np.clip(np.array(ink) + rng.normal(0, 12, 3), 4, 235)) for ink in inks)


def _suits(rng: np.random.Generator) -> tuple[Suit, Suit, Suit]:
    ace = BLACK_SUITS[rng.integers(2)] if rng.random() < 0.85 else (Suit.HEART, Suit.DIAMOND)[rng.integers(2)]
    if rng.random() < 0.06:
        return RED_SUITS[rng.integers(2)], BLACK_SUITS[rng.integers(2)], ace
    return BLACK_SUITS[rng.integers(2)], RED_SUITS[rng.integers(2)], ace


def _measures(rng: np.random.Generator) -> dict[str, object]:
    spread = rng.uniform(0.8, 1.1)
    return {
        "suit_size": rng.uniform(0.1, 0.17),
        "suit_reach": (rng.uniform(0.34, 0.56) * spread, rng.uniform(0.5, 0.66) * spread),
        "ace_size": rng.uniform(0.24, 0.72),
        "plump": rng.uniform(0.75, 1.2),
        "figure_scale": rng.uniform(0.55, 0.86),
        "corner_size": 0.0 if rng.random() < 0.06 else rng.uniform(0.09, 0.2),
        "corner_reach": (rng.uniform(0.62, 0.78), rng.uniform(0.62, 0.78)),
        "corner_count": 1 if rng.random() < 0.3 else 2,
        "cleared": rng.random() < 0.7,
        "indexed": rng.random() < 0.12,
        "plated": rng.random() < 0.05,
        "hollow": rng.random() < 0.06,
        "rows": Rows(rng.choice([Rows.COLUMNS, Rows.GRID, Rows.PAIRS], p=[0.86, 0.09, 0.05])),
        "letter_scale": rng.uniform(0.32, 0.66),
        "framed": rng.random() < 0.08,
        "underlined": rng.random() < 0.35,
        "off_centre": rng.choice([0.0, rng.uniform(0, 0.05)]),
        "print_turn_deg": rng.choice([0.0, rng.uniform(0, 4)]),
        "bent": rng.uniform(0.005, 0.035) if rng.random() < 0.6 else 0.0,
    }


def _make(rng: np.random.Generator) -> dict[str, object]:
    return {
        "engraved": rng.uniform(0.3, 1.0) if rng.random() < 0.35 else 0.0,
        "rounding": rng.uniform(0.04, 0.2),
        "ball": rng.uniform(1.35, 1.65) if rng.random() < 0.2 else 2.0,
        "gloss": rng.uniform(0.25, 1.0),
        "translucency": rng.uniform(0.3, 0.9) if rng.random() < 0.05 else 0.0,
    }


def _wear(rng: np.random.Generator) -> Wear:
    if rng.random() < 0.35:
        return Wear()
    return Wear(
        ink_lost=rng.uniform(0.05, 0.45) if rng.random() < 0.4 else 0.0,
        faded=rng.uniform(0, 0.45) if rng.random() < 0.5 else 0.0,
        scratches=int(rng.integers(0, 8)),
        dirt=rng.uniform(0, 0.3) if rng.random() < 0.35 else 0.0,
        bleed_px=rng.uniform(0, 1.4) if rng.random() < 0.3 else 0.0,
    )


def _court(rng: np.random.Generator, *, held_out: bool) -> Court:
    """Return how the figures are drawn; the held-out style is not among the trained ones."""
    styles = (HELD_OUT_COURT,) if held_out else (0, 0, 2, 3)
    return Court(
        style=int(rng.choice(styles)),
        line=rng.uniform(0.035, 0.085),
        head=rng.uniform(0.19, 0.28),
        stripes=int(rng.integers(2, 7)),
        stripe_deg=rng.uniform(-10, 55),
        filled=bool(rng.random() < 0.25),
        arm=int(rng.choice([-1, 1])),
        coloured=bool(rng.random() < 0.3),
        wobble=rng.choice([0.0, rng.uniform(0, 0.03)]),
        seed=int(rng.integers(1000)),
    )


HELD_OUT_FROM = 1_000_000  # seeds from here on are never trained on; only they use the held-out court style and fonts


@functools.lru_cache(maxsize=256)
def poker_design(seed: int, shared: Path | None = None) -> Design:
    """Return the poker dice of a seed; from HELD_OUT_FROM on for checking only, some others of shared textures."""
    rng = np.random.default_rng((seed, 11))
    is_held_out = seed >= HELD_OUT_FROM
    style = poker_style(rng, held_out=is_held_out, as_before=is_held_out)
    if shared is not None and not is_held_out and rng.random() < 0.22:
        return shared_design(f"shared-{seed}", style, shared, rng)
    return draw_design(f"{style.family}-{seed}", style, rng)


@functools.lru_cache(maxsize=256)
def foreign_design(seed: int) -> Design:
    """Return a design of ordinary dice of a seed: pips, numerals, or nothing at all."""
    rng = np.random.default_rng((seed, 13))
    style = foreign_style(rng)
    return draw_design(f"{style.family}-{seed}", style, rng)


@functools.lru_cache(maxsize=256)
def symbol_design(seed: int) -> Design:
    """Return a design of a seed whose six signs are letters, digits and suits by lot: what a set can be taught by."""
    rng = np.random.default_rng((seed, 17))
    style = symbol_style(rng)
    return draw_design(f"{style.family}-{seed}", style, rng)


def art_design(folder: Path, source: str, seed: int) -> Design:
    """Return the set of a seed with art of a source below a folder; from HELD_OUT_FROM on with held-out typefaces.

    Figures that nobody can tell, since no letter stands beside them, are labelled COURT, unless they are of a deck of
    cards.
    """
    rng = np.random.default_rng((seed, 19, *source.encode()))
    style = poker_style(rng, held_out=seed >= HELD_OUT_FROM)
    is_lettered = rng.random() < 0.85
    style = replace(
        style,
        family=Family.SHARED,
        corner_size=float(rng.uniform(0.11, 0.22)) if is_lettered else 0.0,
        indexed=bool(rng.random() < 0.4),
        corner_reach=(float(rng.uniform(0.58, 0.7)),) * 2,
        figure_scale=float(rng.uniform(0.42, 0.78)),
        wear=replace(style.wear, ink_lost=style.wear.ink_lost * 0.4),
    )
    art = _art_set(folder, source, style, rng)
    design = draw_design(f"{source}-{seed}", style, rng, partial(draw_art_face, art=art))
    if source in DECKS or (is_lettered and style.letters is not DUTCH):
        return design
    # The Dutch Queen's V is the French Jack's: without a figure nobody can tell
    return replace(design, labels=(0, 1, 2 if is_lettered else COURT, COURT, 4 if is_lettered else COURT, 5))


def _art_set(folder: Path, source: str, style: Style, rng: np.random.Generator) -> ArtSet:
    is_deck, place = source in DECKS, folder / source
    printing = Printing(rng.choice(list(Printing), p=[0.4, 0.15, 0.15, 0.3]))
    pictures: list[Bytes | None] = [None] * 6
    if is_deck:
        suits, is_half = rng.integers(4, size=3), bool(rng.random() < 0.5)
        found = [court(place, which, int(suit), is_half=is_half) for which, suit in enumerate(suits)]
    else:
        is_figured = style.corner_size > 0 and style.indexed and rng.random() < 0.5
        names = figures_of(place)
        found = [icon(place, names[int(lot)]) for lot in rng.integers(len(names), size=3)]
        for face in SIGNS if is_figured else ():
            pictures[face] = icon(place, names[int(rng.integers(len(names)))])
    is_doubled = not is_deck and rng.random() < 0.25
    pictures[2:5] = [doubled(one) if is_doubled else one for one in found]
    known = () if is_deck or rng.random() < 0.3 else suits_of(place)
    # Club or spade for the nine, diamond or heart for the ten, spade or club for the ace
    lots = [
        pair[int(rng.random() < chance)] for pair, chance in (((2, 0), 0.25), ((1, 3), 0.25), ((0, 2), 0.15)) if known
    ]
    return ArtSet(
        pictures=tuple(pictures),
        suits=tuple(icon(place, known[which])[..., 3].copy() for which in lots),
        printing=printing,
        tint=PALE[int(rng.integers(len(PALE)))],
        lettering=Lettering(rng.choice(list(Lettering), p=[0.76, 0.14, 0.1])),
    )
