"""Boards and tables by lot."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.render.textures import shared_surface
from models.render.world import Board, Material, RimShape, Surface, Thing, ThingKind

FELTS = (
    (22, 96, 58), (16, 70, 44), (12, 48, 34), (150, 22, 28), (110, 14, 24), (24, 60, 140), (16, 34, 84), (26, 26, 28),
    (96, 98, 102), (60, 62, 66), (70, 30, 80), (120, 84, 50),
)  # fmt: skip
LEATHERS = ((88, 52, 32), (40, 30, 26), (120, 70, 40), (110, 20, 26), (24, 54, 40))
WOODS = ((196, 158, 110), (176, 132, 84), (140, 96, 60), (92, 58, 38), (64, 42, 32), (214, 186, 146), (122, 60, 42))
PLAINS = (
    (236, 236, 234),
    (208, 206, 200),
    (150, 152, 156),
    (60, 62, 66),
    (32, 32, 36),
    (190, 200, 210),
    (120, 130, 110),
)
PAPERS = ((238, 236, 230), (230, 232, 236), (226, 216, 196))
CLOTHS = ((186, 40, 44), (230, 226, 218), (50, 84, 130), (90, 110, 80), (170, 150, 120))
STONES = ((190, 188, 184), (80, 82, 86), (220, 214, 204), (40, 42, 46))
PALETTES = {
    Material.FELT: FELTS,
    Material.LEATHER: LEATHERS,
    Material.WOOD: WOODS,
    Material.PLAIN: PLAINS,
    Material.PAPER: PAPERS,
    Material.WEAVE: CLOTHS,
    Material.STONE: STONES,
}


def sample_surface(rng: np.random.Generator, material: Material) -> Surface:
    """Return a surface of a material, of a colour usual for it."""
    palette = PALETTES[material]
    rgb = np.clip(
        np.array(palette[rng.integers(len(palette))]) * np.exp(rng.normal(0, 0.12)) + rng.normal(0, 5, 3), 6, 248
    )
    red, green, blue = (int(value) for value in rgb)
    return Surface(
        material=material,
        rgb=(red, green, blue),
        grain=float(rng.uniform(0.5, 1.7)),
        turn_deg=float(rng.uniform(0, 180)),
        seed=int(rng.integers(2**31)),
    )


def sample_board(rng: np.random.Generator, *, clutter_share: float, shared: Path | None = None) -> Board:
    """Return a board: a rimmed tray on a table, or a bare table."""
    shapes = [RimShape.ROUND, RimShape.OCTAGON, RimShape.HEXAGON, RimShape.SQUARE, RimShape.NONE]
    shape = RimShape(rng.choice(shapes, p=[0.26, 0.26, 0.08, 0.14, 0.26]))
    is_bare = shape is RimShape.NONE
    inside = [
        Material.FELT,
        Material.LEATHER,
        Material.WOOD,
        Material.PLAIN,
        Material.PAPER,
        Material.WEAVE,
        Material.STONE,
    ]
    shares = [0.7, 0.1, 0.06, 0.05, 0.03, 0.04, 0.02] if not is_bare else [0.2, 0.04, 0.28, 0.16, 0.14, 0.1, 0.08]
    rim_material = Material.WOOD if rng.random() < 0.8 else Material(rng.choice([Material.LEATHER, Material.PLAIN]))
    table = Material(
        rng.choice([Material.WOOD, Material.PLAIN, Material.WEAVE, Material.STONE], p=[0.55, 0.2, 0.15, 0.1])
    )
    height = float(rng.uniform(8, 38))
    width = float(rng.uniform(5, 22))
    radius = float(rng.uniform(90, 190))
    return Board(
        shape=shape,
        radius_mm=radius,
        turn_deg=float(rng.uniform(0, 360)),
        rim_height_mm=height,
        rim_width_mm=width,
        rim_round_mm=float(rng.uniform(0.8, min(height, width) * 0.45)),
        base_mm=float(rng.uniform(2, 12)),
        floor=_surface(rng, Material(rng.choice(inside, p=shares)), shared, photo_share=0.3 if is_bare else 0.08),
        rim=sample_surface(rng, rim_material),
        table=_surface(rng, table, shared, photo_share=0.3),
        things=sample_things(rng, radius) if rng.random() < clutter_share else (),
    )


def _surface(rng: np.random.Generator, material: Material, shared: Path | None, *, photo_share: float) -> Surface:
    """Return a surface, photographed at times where there are photographs."""
    if shared is not None and rng.random() < photo_share:
        return shared_surface(shared, rng) or sample_surface(rng, material)
    return sample_surface(rng, material)


def sample_things(rng: np.random.Generator, radius_mm: float) -> tuple[Thing, ...]:
    """Return things lying about the board."""
    kinds = list(ThingKind)
    things = []
    for _ in range(int(rng.integers(1, 10))):
        angle, apart = rng.uniform(0, 2 * np.pi), radius_mm * rng.uniform(0.2, 1.8)
        kind = kinds[int(rng.integers(len(kinds)))]
        red, green, blue = (int(value) for value in rng.integers(20, 245, 3))
        things.append(
            Thing(
                kind=kind,
                centre_mm=(float(apart * np.cos(angle)), float(apart * np.sin(angle))),
                size_mm=float(THING_MM[kind] * np.exp(rng.normal(0, 0.22))),
                turn_deg=float(rng.uniform(0, 360)),
                rgb=(red, green, blue),
                seed=int(rng.integers(2**31)),
            )
        )
    return tuple(things)


THING_MM = {
    ThingKind.COIN: 23.0,
    ThingKind.BEER_MAT: 93.0,
    ThingKind.CARD: 89.0,
    ThingKind.PENCIL: 150.0,
    ThingKind.RING: 68.0,
    ThingKind.CRUMBS: 40.0,
    ThingKind.PAPER: 140.0,
    ThingKind.STAIN: 30.0,
    ThingKind.TILE: 18.0,
    ThingKind.CABLE: 200.0,
    ThingKind.CUP: 84.0,
    ThingKind.CAP: 29.0,
    ThingKind.PHONE: 150.0,
    ThingKind.NAPKIN: 170.0,
    ThingKind.PAGE: 200.0,
    ThingKind.PACKET: 46.0,
}
