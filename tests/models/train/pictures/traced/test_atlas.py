"""The atlas keeps faces upright and apart, and ink opaque."""

from dataclasses import replace

import numpy as np

from models.render.noise import to_linear
from models.render.world import Design, DesignFace, DieInstance
from models.train.pictures.traced.meshes import atlas_of


def test_each_designs_faces_lie_in_its_own_row(flat_die: DieInstance, plain_design: Design) -> None:
    marked = plain_design.faces.copy()
    marked[:, :8, :8] = 255
    other = replace(flat_die, design=replace(plain_design, name="marked", faces=marked))
    atlas = atlas_of((flat_die, other), die_px=16)
    assert atlas.side == 32
    texels = np.tile([atlas.albedo.shape[1], atlas.albedo.shape[0]], 2)
    left, top, width, height = atlas.tiles(other.design)[DesignFace.JACK] * texels
    tile = atlas.albedo[round(top) : round(top + height), round(left) : round(left + width)]
    assert tile[:8, :8].min() > 0.9
    np.testing.assert_allclose(
        tile[20, 20], np.clip(to_linear(marked[DesignFace.JACK, 20, 20]), 0.003, 0.92), atol=1e-6
    )


def test_ink_on_glass_is_opaque(flat_die: DieInstance, plain_design: Design) -> None:
    inked = np.full_like(plain_design.faces, 200)
    inked[:, 4:12, 4:12] = 10
    glass = replace(plain_design, faces=inked, translucency=0.9)
    atlas = atlas_of((replace(flat_die, design=glass),), die_px=16)
    assert atlas.glass[8, 8, 0] == 0
    assert atlas.glass[25, 25, 0] > 0.2
    assert not atlas_of((flat_die,), die_px=16).glass.any()


def test_an_engraved_line_leans_to_both_sides(flat_die: DieInstance, plain_design: Design) -> None:
    relief = np.full(plain_design.faces.shape[:3], 255, np.uint8)
    relief[:, :, 14:18] = 60
    atlas = atlas_of((replace(flat_die, design=replace(plain_design, relief=relief)),), die_px=16)
    across = atlas.normals[16, :32, 0]
    assert across[:16].max() > 0.6  # the left bank falls towards the right
    assert across[16:].min() < 0.4
    np.testing.assert_allclose(atlas.normals[16, 2], [0.5, 0.5, 1.0], atol=0.01)
