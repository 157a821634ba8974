"""Crops of dice as a player shows them, drawn from the renderer's designs, and a reader that needs no network."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import designs, stage, truth
from models.render.world import Board, Design, DieInstance, Film, Scene, SceneCamera
from models.train.pictures.placing import flat_rotation
from vision.frame import Frame
from vision.learn.impressions import Impressions, impressions_of
from vision.learn.taught import DiceSet, teach
from vision.preprocess import FACE_MARGIN, FACE_SIZE_PX, rectify
from vision.reading import Quad

POKER = ("9", "10", "J", "Q", "K", "A")
PIPS = ("one", "two", "three", "four", "five", "six")
FACE_PX = FACE_SIZE_PX / (1 + 2 * FACE_MARGIN)
GROUND = 70
APART_MM = 23.0
EMBEDDING = 8 * 8 * 3
EACH_TWICE = tuple(range(6)) * 2


class PlainReader:
    """Embeds a crop by its brightness around the middle and its colour, and has no idea of poker faces."""

    sha256 = "plain"

    def crops(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.uint8]:
        if not quads:
            return np.empty((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)
        return np.stack([rectify(frame.pixels, quad) for quad in quads])

    def chances(self, crops: NDArray[np.uint8], /) -> NDArray[np.float64]:
        return self.read(crops)[0]

    def read(self, crops: NDArray[np.uint8], /) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        embeddings = np.array([self._embedded(crop) for crop in crops]).reshape(len(crops), EMBEDDING)
        return np.full((len(crops), 7), 1 / 7), embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)

    def _embedded(self, crop: NDArray[np.uint8]) -> NDArray[np.float64]:
        small = cv2.resize(crop[15:-15, 15:-15], (8, 8), interpolation=cv2.INTER_AREA).astype(np.float64)
        turned = np.sum([np.rot90(small, turn) for turn in range(4)], axis=0)
        return np.asarray(turned - turned.mean() + 1.0, np.float64).ravel()


class KnowingReader(PlainReader):
    """A general reader that knows what it is told to, whatever it sees."""

    sha256 = "knowing"

    def __init__(self, *labels: int) -> None:
        self.labels = labels

    def read(self, crops: NDArray[np.uint8], /) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.eye(7)[list(self.labels[: len(crops)])], super().read(crops)[1]


def shown(design: Design | str, faces: Sequence[int], *, seed: int = 0, light: float = 1.0) -> NDArray[np.uint8]:
    """Return crops of faces as a camera sees them: turned, a little off, noisy; uint8 (N, 80, 80, 3)."""
    textures = (designs.core_design(design) if isinstance(design, str) else design).faces
    rng = np.random.default_rng((seed, 5))
    return np.stack([_crop(textures[face], rng, light) for face in faces])


def _crop(texture: NDArray[np.uint8], rng: np.random.Generator, light: float) -> NDArray[np.uint8]:
    scale = FACE_PX / texture.shape[0] * float(np.exp(rng.normal(0, 0.02)))
    middle = FACE_SIZE_PX / 2 + rng.normal(0, 1.0, 2)
    turn = np.radians(90 * int(rng.integers(4)) + float(rng.normal(0, 2.5)))
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    half = texture.shape[0] / 2
    to_crop = np.array([[cos, -sin, middle[0] - half * (cos - sin)], [sin, cos, middle[1] - half * (sin + cos)]])
    size = (FACE_SIZE_PX, FACE_SIZE_PX)
    ground = (GROUND, GROUND, GROUND)
    crop = cv2.warpAffine(texture, to_crop, size, flags=cv2.INTER_AREA, borderValue=ground).astype(np.float64)
    return np.clip(crop * light + rng.normal(0, 5, crop.shape), 0, 255).astype(np.uint8)


def photograph(
    design: Design | str, faces: Sequence[int], *, seed: int = 0, size_wh: tuple[int, int] = (480, 400)
) -> truth.Rendered:
    """Return a drawn photograph of at most six dice from left to right, every other one a little higher."""
    drawn = designs.core_design(design) if isinstance(design, str) else design
    rng = np.random.default_rng((seed, 6))
    dice = tuple(
        DieInstance(
            design=drawn,
            size_mm=16.0,
            position_mm=(APART_MM * (number - (len(faces) - 1) / 2), APART_MM * (number % 2 - 0.5), 8.0),
            rotation=flat_rotation(face, float(rng.uniform(0, 360))),
        )
        for number, face in enumerate(faces)
    )
    camera = SceneCamera(height_mm=500.0, f_px=1500.0, size_wh=size_wh)
    return stage.render(Scene(dice=dice, board=Board(), camera=camera, film=Film(), seed=seed))


def seen(crops: NDArray[np.uint8], reader: PlainReader | None = None) -> Impressions:
    return impressions_of(reader or PlainReader(), crops)


@cache
def taught(design: str = "suits", *, labels: tuple[str, ...] = POKER, name: str = "mine", seed: int = 0) -> DiceSet:
    """Return a set taught from twelve crops, each face twice."""
    reader = PlainReader()
    crops = shown(design, EACH_TWICE, seed=seed)
    return teach(seen(crops, reader), EACH_TWICE, labels=labels, name=name, model_sha256=reader.sha256)


def burnt_out(count: int, *, seed: int = 1) -> NDArray[np.uint8]:
    """Return crops of white faces in which a lamp mirrors: a little noise, and nothing of their print."""
    noisy = np.random.default_rng(seed).normal(250, 2.5, (count, FACE_SIZE_PX, FACE_SIZE_PX, 3))
    return noisy.clip(0, 255).astype(np.uint8)
