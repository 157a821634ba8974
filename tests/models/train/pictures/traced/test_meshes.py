"""Triangles lie on the solids the fast renderer meets and face outwards; the atlas keeps faces upright, ink opaque."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.hand import sausages_of
from models.render.noise import to_linear
from models.render.shading import solid_of
from models.render.solid import distance_mm, face_coordinates
from models.render.tray import rim_distance_mm
from models.render.world import Board, Design, DesignFace, DieInstance, RimShape, SceneHand
from models.train.pictures.traced.furniture import AROUND_PARTS, CAP_PARTS, hand_part, rim_mesh
from models.train.pictures.traced.meshes import Mesh, atlas_of, die_mesh, merged

TILES = np.array([[face, 0, 1, 1] for face in range(6)], np.float32)  # the whole part of u names the face


def facing(mesh: Mesh) -> float:
    """Return the share of triangles whose winding agrees with their normals."""
    first, second, third = (mesh.points[mesh.faces[:, corner]].astype(float) for corner in range(3))
    wound = np.cross(second - first, third - first)
    has_area = np.linalg.norm(wound, axis=1) > 1e-6
    said = mesh.normals[mesh.faces].sum(axis=1)
    return float((np.einsum("ij,ij->i", wound, said)[has_area] > 0).mean())


@pytest.mark.parametrize(("rounding", "ball"), [(0.03, 2.0), (0.25, 2.0), (0.1, 1.4)])
def test_a_die_is_the_fast_renderers_solid(flat_die: DieInstance, rounding: float, ball: float) -> None:
    die = replace(flat_die, design=replace(flat_die.design, rounding=rounding, ball=ball))
    mesh = die_mesh(die, TILES, 0.0)
    local = (mesh.points - np.array(die.position_mm, np.float32)) @ die.rotation
    assert np.abs(distance_mm(solid_of(die), np.ascontiguousarray(local.T))).max() < 0.01
    middles = np.ascontiguousarray(local[mesh.faces].mean(axis=1).T)
    assert np.abs(distance_mm(solid_of(die), middles)).max() < 0.08  # flat between its corners
    assert facing(mesh) == 1


def test_a_dies_texture_lies_where_the_fast_renderer_looks_it_up(flat_die: DieInstance) -> None:
    mesh = die_mesh(flat_die, TILES, 0.0)
    middles = mesh.points[mesh.faces].mean(axis=1)
    local = (middles - np.array(flat_die.position_mm, np.float32)) @ flat_die.rotation
    face, right, down = face_coordinates(np.asarray(local, np.float32), flat_die.size_mm / 2)
    texture = mesh.texture[mesh.faces].mean(axis=1)
    np.testing.assert_array_equal(np.floor(texture[:, 0]).astype(int), face)
    np.testing.assert_allclose(texture[:, 0] - face, right / 2 + 0.5, atol=1e-3)
    np.testing.assert_allclose(texture[:, 1], down / 2 + 0.5, atol=1e-3)


@pytest.mark.parametrize("shape", [shape for shape in RimShape if shape is not RimShape.NONE])
def test_a_rim_is_the_fast_renderers(shape: RimShape) -> None:
    board = Board(shape=shape, turn_deg=17.0)
    mesh = rim_mesh(board)
    above = mesh.points[:, 2] > 0
    off = rim_distance_mm(board, *mesh.points[above].T)
    assert np.abs(off).max() < 0.05
    assert facing(mesh) == 1


def test_hands_are_their_sausages(plain_design: Design) -> None:
    hand = SceneHand(tip_mm=(10.0, 5.0, 20.0), from_deg=80.0)
    part = hand_part((hand, replace(hand, mirrored=True)))
    assert facing(part.mesh) == 1
    tip = sausages_of(hand)[0]
    first_cap = part.mesh.points[: CAP_PARTS * (AROUND_PARTS + 1)]
    np.testing.assert_allclose(np.linalg.norm(first_cap - tip.ends_mm[0], axis=1), tip.radii_mm[0], rtol=1e-3)


def test_no_meshes_make_one_out_of_sight() -> None:
    assert merged([]).points[:, 2].max() < -100


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
