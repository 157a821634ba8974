"""A traced picture shows the same scene as the fast renderer's: geometry, writing, light, truth."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.designs import core_design
from models.render.film import develop
from models.render.stage import RenderStage, render
from models.render.truth import Rendered
from models.render.world import (
    FELT_GREEN,
    WOOD_OAK,
    Board,
    Design,
    DesignFace,
    DieInstance,
    Film,
    Material,
    RimShape,
    Scene,
    SceneCamera,
    SceneHand,
    SceneLight,
    Surface,
)
from models.train.pictures.placing import flat_rotation
from models.train.pictures.traced.tracing import render_traced, trace

pytestmark = pytest.mark.usefixtures("tracer")

GREY = Board(shape=RimShape.NONE, floor=Surface(material=Material.FELT, rgb=(120, 120, 120), grain=0.0))
CLEAN = Film(blur_px=0.0, noise=0.0)
ASLANT = SceneCamera(
    height_mm=450, tilt_deg=18, azimuth_deg=25, roll_deg=70, f_px=900, size_wh=(160, 160), k1=-0.25, k2=0.1
)


def die(
    design: Design, face: DesignFace, x: float, y: float, *, turn_deg: float = 30.0, lean_deg: float = 0.0
) -> DieInstance:
    """A die of 16 mm, its lowest corner on the floor."""
    lean, _ = cv2.Rodrigues(np.radians([lean_deg, 0.0, 0.0]))
    rotation = (lean @ flat_rotation(face, turn_deg)).astype(np.float32)
    return DieInstance(
        design=design, size_mm=16.0, position_mm=(x, y, float(8 * np.abs(rotation[2]).sum())), rotation=rotation
    )


def of_dice(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """Return where either renderer sees dice: the fast one's, then the traced one's, bool (H, W)."""
    stage = RenderStage(scene.board, scene.light, scene.camera)
    canvas = stage.empty()
    stage.draw(scene.dice, canvas, hands=scene.hands)
    return canvas.owner >= 0, trace(scene, stage).dice > 0.5


@pytest.mark.parametrize(
    ("ball", "rounding", "hands"), [(2.0, 0.04, ()), (1.35, 0.2, (SceneHand(tip_mm=(22.0, 5.0, 30.0), from_deg=40),))]
)
def test_both_renderers_see_the_same_dice(plain_design: Design, ball: float, rounding: float, hands: tuple) -> None:
    design = replace(plain_design, ball=ball, rounding=rounding)
    dice = (
        die(design, DesignFace.ACE, 0, 0),
        die(design, DesignFace.TEN, 24, 8, lean_deg=20),
        die(design, DesignFace.KING, -30, -22),
    )
    fast, traced = of_dice(Scene(dice=dice, camera=ASLANT, hands=hands))
    assert fast.sum() > 1000
    assert (fast & traced).sum() / (fast | traced).sum() >= 0.95


@pytest.mark.parametrize("shape", [RimShape.ROUND, RimShape.SQUARE])
def test_both_renderers_see_the_same_rim(shape: RimShape) -> None:
    red, blue = replace(FELT_GREEN, rgb=(10, 10, 200), grain=0.0), replace(WOOD_OAK, rgb=(220, 20, 20), grain=0.0)
    board = Board(shape=shape, radius_mm=60, rim_height_mm=20, turn_deg=20, floor=red, rim=blue, table=red)
    camera = replace(ASLANT, f_px=420, size_wh=(128, 128))
    scene = Scene(dice=(), board=board, camera=camera, film=CLEAN)
    stage = RenderStage(board, scene.light, camera)
    light = trace(scene, stage).light
    traced, fast = light[..., 0] > light[..., 2], stage.backdrop.kind == 1
    assert fast.sum() > 800
    assert (fast & traced).sum() / (fast | traced).sum() >= 0.95


def upright(rendered: Rendered, side: int) -> np.ndarray:
    """Return the first die's top face, rectified by its true corners, grey."""
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(rendered.truth[0].quad, np.float32), corners)
    return cv2.cvtColor(cv2.warpPerspective(rendered.pixels, matrix, (side, side)), cv2.COLOR_RGB2GRAY)


@pytest.mark.parametrize("face", list(DesignFace))
def test_letters_and_pips_stand_upright_and_are_not_mirrored(face: DesignFace) -> None:
    design = core_design("letters", ("9", "10", "J", "Q", "R", "F"))  # K and A are their own mirror images
    camera = replace(ASLANT, f_px=1500, size_wh=(96, 96))
    rendered = render_traced(
        Scene(dice=(die(design, face, 0, 0, turn_deg=115),), board=GREY, camera=camera, film=CLEAN)
    )
    seen = upright(rendered, 40).astype(float)
    shown = cv2.cvtColor(cv2.resize(design.faces[face], (40, 40), interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    inner = np.s_[6:-6, 6:-6]
    turned = [np.rot90(side, quarter) for side in (shown, shown[:, ::-1]) for quarter in range(4)]
    alike = [np.corrcoef(seen[inner].ravel(), view[inner].ravel())[0, 1] for view in turned]
    assert alike[0] > 0.7
    assert alike[0] > max(alike[1:]) + 0.05


@pytest.mark.parametrize(("source", "alike"), [("lamp_rgb", 0.8), ("window_rgb", 0.8), ("room_rgb", 0.6)])
def test_each_light_falls_as_brightly_and_from_the_same_side(plain_design: Design, source: str, alike: float) -> None:
    dark = (0.0, 0.0, 0.0)
    light = replace(SceneLight(), lamp_rgb=dark, window_rgb=dark, room_rgb=dark)
    light = replace(light, **{source: (0.9, 0.6, 0.3)})
    camera = SceneCamera(height_mm=450, f_px=700, size_wh=(120, 120))
    scene = Scene(dice=(die(plain_design, DesignFace.NINE, 0, 0, turn_deg=0),), board=GREY, camera=camera, light=light)
    stage = RenderStage(scene.board, light, camera)
    canvas = stage.empty()
    stage.draw(scene.dice, canvas)
    fast, traced = canvas.light, trace(scene, stage).light
    floor = np.ones(fast.shape[:2], bool)
    floor[30:90, 30:90] = False
    np.testing.assert_allclose(traced[floor].mean(axis=0), fast[floor].mean(axis=0), rtol=0.06)
    around = cv2.dilate((canvas.owner >= 0).astype(np.uint8), np.ones((21, 21))) > canvas.owner.clip(-1, 0) + 1
    kept_off = [np.clip(1 - seen[..., 1] / seen[floor][:, 1].mean(), 0, 1)[around] for seen in (fast, traced)]
    assert np.corrcoef(*kept_off)[0, 1] > alike


def test_a_lamp_before_the_lens_is_not_in_the_picture(plain_design: Design) -> None:
    near = replace(SceneLight(), lamp_mm=(0.0, 0.0, 300.0), lamp_radius_mm=20.0)
    scene = Scene(dice=(die(plain_design, DesignFace.NINE, 30, 0),), board=GREY, light=near, camera=ASLANT, film=CLEAN)
    fast, traced = render(scene).pixels.astype(float), render_traced(scene).pixels.astype(float)
    assert np.abs(fast - traced).mean() < 8
    assert traced.mean(axis=2).max() < 250


def test_the_truth_is_the_fast_renderers_and_a_scene_gives_one_picture(plain_design: Design) -> None:
    dice = (die(plain_design, DesignFace.TEN, 0, 0), die(plain_design, DesignFace.ACE, 3, 12, lean_deg=25))
    scene = Scene(dice=dice, camera=replace(ASLANT, size_wh=(96, 96)), film=Film(noise=3.0, jpeg_quality=80), seed=4)
    first, second = render_traced(scene), render_traced(scene)
    assert first.truth == render(scene).truth
    np.testing.assert_array_equal(first.pixels, second.pixels)
    empty = trace(replace(scene, dice=()), RenderStage(scene.board, scene.light, scene.camera))
    assert not empty.dice.any()
    assert np.abs(develop(empty.light, CLEAN, np.random.default_rng(0)).astype(int) - first.pixels).mean() > 5
