"""Small matches solved and kept on disk, a file a layer, so that what was solved is solved once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tqdm import tqdm

from models.solved.perfect_play import Solved, results, solve
from models.solved.small_games import Layer, SmallGame

FOLDER = Path("build/small-games")


def folder_of(game: SmallGame, folder: Path = FOLDER) -> Path:
    served = "-served-whenever" if game.served_whenever else ""
    return folder / f"{game.columns}x{'-'.join(row.name.lower() for row in game.rows)}{served}"


def solved(game: SmallGame, folder: Path = FOLDER) -> list[Solved]:
    """Return all layers of a game, the full sheets' first; what is not on disk yet is solved and put there.

    Args:
        folder: Where solved games are kept. It is only ever added to: remove it when rules or the turn change.
    """
    kept = folder_of(game, folder)
    kept.mkdir(parents=True, exist_ok=True)
    layers = [Solved(game, Layer.of(game, 0), results(game))]
    for free in range(1, game.turns + 1):
        layer, path = Layer.of(game, free), kept / f"layer-{free:02}.npy"
        if not path.exists():
            parts = tqdm(solve(layers[-1], free), f"{kept.name}, {free} free", len(layer.own), unit="sets", leave=False)
            _save(path, np.concatenate(list(parts)))
        layers.append(Solved(game, layer, np.load(path, mmap_mode="r")))
    return layers


def _save(path: Path, chances: np.ndarray) -> None:
    """Write a layer; what was cut off half-way is not taken for one."""
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        np.save(file, chances)
    unfinished.replace(path)
