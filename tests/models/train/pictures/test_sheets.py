"""Sheets of designs: finished ones are left alone, and held-out designs are others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.render.designs import ALPHABETS, CORE_STYLES
from models.train.pictures.sheets import TEXTURE_PX, SheetShard, draw_core_sheet, draw_sheet
from models.train.prints import sheets_in


def job(out: Path, *, number: int = 0, held_out: bool = False) -> SheetShard:
    return SheetShard(seed=4, number=number, count=6, out=out, shared=None, held_out=held_out)


def test_a_sheet_holds_its_designs_and_repeats_itself(tmp_path: Path):
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        assert draw_sheet(job(tmp_path / folder)) == 6
    one, other = (sheets_in([tmp_path / folder]) for folder in ("one", "other"))
    assert one.faces.shape == (6, 6, TEXTURE_PX, TEXTURE_PX, 3)
    assert np.array_equal(one.faces, other.faces)
    assert not list(tmp_path.glob("*/*.part*"))


def test_held_out_designs_and_other_sheets_are_others(tmp_path: Path):
    kinds = {"plain": job(tmp_path / "plain"), "held": job(tmp_path / "held", held_out=True)}
    kinds["next"] = job(tmp_path / "next", number=1)
    faces = []
    for folder, one in kinds.items():
        (tmp_path / folder).mkdir()
        draw_sheet(one)
        faces.append(sheets_in([tmp_path / folder]).faces)
    assert not np.array_equal(faces[0], faces[1])
    assert not np.array_equal(faces[0], faces[2])


def test_the_simulated_boards_own_dice_have_a_sheet_without_ordinary_ones(tmp_path: Path):
    count = draw_core_sheet(tmp_path, 2)
    assert count == 2 * len(ALPHABETS) * (len(CORE_STYLES) - 1)
    assert (sheets_in([tmp_path]).labels >= 0).all()
