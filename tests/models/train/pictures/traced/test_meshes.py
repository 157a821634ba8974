"""Triangles lie on the solids the fast renderer meets and face outwards; the atlas keeps faces upright, ink opaque."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.hand import sausages_of
from models.render.noise import to_linear
from models.render.shading import solid_of
from models.render.solid import distance_mm, face_coordinates
from models.render.tray import rim_distance_mm
from models.render.world import Board, DesignFace, DieInstance, RimShape, SceneHand
from models.train.pictures.traced.furniture import AROUND_PARTS, CAP_PARTS, hand_part, rim_mesh
from models.train.pictures.traced.meshes import Atlas, Mesh, atlas_of, die_mesh, merged

TILES = np.array([[face, 0, 1, 1] for face in range(6)], np.float32)  # the whole part of u names the face


def facing(mesh: Mesh) -> float:
    """Return the share of triangles whose winding agrees with their normals."""
    first, second, third = (mesh.points[mesh.faces[:, corner]].astype(float) for corner in range(3))
    wound = np.cross(second - first, third - first)
    has_area = np.linalg.norm(wound, axis=1) > 1e-6
    said = mesh.normals[mesh.faces].sum(axis=1)
    return float((np.einsum("ij,ij->i", wound, said)[has_area] > 0).mean())


@pytest.mark.parametrize(("rounding", "ball"), [(0.03, 2.0), (0.25, 2.0), (0.1, 1.4)])
def test_a_die_is_the_fast_renderers_solid_and_its_texture_lies_where_that_looks_it_up(
    flat_die: DieInstance, rounding: float, ball: float
) -> None:
    die = replace(flat_die, design=replace(flat_die.design, rounding=rounding, ball=ball))
    mesh = die_mesh(die, TILES, 0.0)
    local = (mesh.points - np.array(die.position_mm, np.float32)) @ die.rotation
    assert np.abs(distance_mm(solid_of(die), np.ascontiguousarray(local.T))).max() < 0.01
    middles = np.asarray(local[mesh.faces].mean(axis=1), np.float32)
    assert np.abs(distance_mm(solid_of(die), np.ascontiguousarray(middles.T))).max() < 0.08  # flat between its corners
    assert facing(mesh) == 1
    if ball > 1.74:  # where a ball cuts edges off, a triangle may look into two faces
        face, right, down = face_coordinates(middles, die.size_mm / 2)
        texture = mesh.texture[mesh.faces].mean(axis=1)
        np.testing.assert_array_equal(np.floor(texture[:, 0]).astype(int), face)
        np.testing.assert_allclose(
            texture - np.stack([face, 0 * face], axis=1), np.stack([right, down], axis=1) / 2 + 0.5, atol=1e-3
        )


@pytest.mark.parametrize("shape", [shape for shape in RimShape if shape is not RimShape.NONE])
def test_a_rim_is_the_fast_renderers(shape: RimShape) -> None:
    board = Board(shape=shape, turn_deg=17.0)
    mesh = rim_mesh(board)
    above = mesh.points[:, 2] > 0
    assert np.abs(rim_distance_mm(board, *mesh.points[above].T)).max() < 0.05
    assert facing(mesh) == 1


def test_hands_are_their_sausages_and_no_meshes_make_one_out_of_sight() -> None:
    hand = SceneHand(tip_mm=(10.0, 5.0, 20.0), from_deg=80.0)
    part = hand_part((hand, replace(hand, mirrored=True)))
    assert facing(part.mesh) == 1
    tip = sausages_of(hand)[0]
    first_cap = part.mesh.points[: CAP_PARTS * (AROUND_PARTS + 1)]
    np.testing.assert_allclose(np.linalg.norm(first_cap - tip.ends_mm[0], axis=1), tip.radii_mm[0], rtol=1e-3)
    assert merged([]).points[:, 2].max() < -100


def atlas(die: DieInstance, **changes: object) -> Atlas:
    return atlas_of((replace(die, design=replace(die.design, **changes)),), die_px=16)  # type: ignore[arg-type]


def test_each_designs_faces_lie_in_its_own_row(flat_die: DieInstance) -> None:
    marked = flat_die.design.faces.copy()
    marked[:, :8, :8] = 255
    other = replace(flat_die, design=replace(flat_die.design, name="marked", faces=marked))
    both = atlas_of((flat_die, other), die_px=16)
    assert both.side == 32
    texels = np.tile([both.albedo.shape[1], both.albedo.shape[0]], 2)
    left, top, width, height = both.tiles(other.design)[DesignFace.JACK] * texels
    tile = both.albedo[round(top) : round(top + height), round(left) : round(left + width)]
    assert tile[:8, :8].min() > 0.9
    colour = np.clip(to_linear(marked[DesignFace.JACK, 20, 20]), 0.003, 0.92)
    np.testing.assert_allclose(tile[20, 20], colour, atol=1e-6)


def test_ink_on_glass_is_opaque_and_an_engraved_line_leans_to_both_sides(flat_die: DieInstance) -> None:
    inked = np.full_like(flat_die.design.faces, 200)
    inked[:, 4:12, 4:12] = 10
    glass = atlas(flat_die, faces=inked, translucency=0.9).glass
    assert (glass[8, 8, 0], glass[25, 25, 0] > 0.2, atlas(flat_die).glass.any()) == (0, True, False)
    relief = np.full(inked.shape[:3], 255, np.uint8)
    relief[:, :, 14:18] = 60
    normals = atlas(flat_die, relief=relief).normals
    assert normals[16, :16, 0].max() > 0.6  # the left bank falls towards the right
    assert normals[16, 16:32, 0].min() < 0.4
    np.testing.assert_allclose(normals[16, 2], [0.5, 0.5, 1.0], atol=0.01)
