"""Finds dice at any place in a frame, and says how each lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelContractError
from vision.frame import Frame
from vision.model import MODELS_DIR, OnnxModel
from vision.preprocess import padded, scaled
from vision.reading import Detection, Floor, is_near, quad_of

DETECTOR_PATH = MODELS_DIR / "detector.onnx"
DETECTOR_LABELS = ("die",)
STRIDE = 4
SIZE_SPREAD = 0.6  # logarithmic: how far from the good size dice are still seen well
SHAPE_CHANNELS = 11

UNIT_PX = 8.0  # what a raw 1 means for lengths: a usual half edge

# Channels of the shape at every cell, in pixels from the cell's middle unless said otherwise.
LEFT_TOP_RIGHT_BOTTOM = slice(0, 4)
MIDDLE = slice(4, 6)  # of the top face
HALF_EDGE = 6
SUM_OF_SQUARES = slice(7, 9)  # p² + q² over half edge squared; p and q are the face's half edges as complex numbers
PRODUCT_OF_SQUARES = slice(9, 11)  # p²·q² over half edge to the fourth


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectorPolicy:
    """What counts as found."""

    least_confidence: float = 0.1  # Below this a peak is not worth a second look
    most_overlap: float = 0.45  # Of two boxes overlapping more (intersection over union), the less confident is dropped
    # Of two boxes overlapping by more than this share of the smaller one, the less confident is dropped
    most_inside: float = 0.75
    # Sizes a picture of unknown content is looked at; sizes that would enlarge it beyond `most_enlargement` are left
    # out.
    long_sides_px: tuple[int, ...] = (96, 192, 384, 768)
    most_long_side_px: int = 960  # Never looked at larger than this, whatever its dice
    most_enlargement: float = 1.0  # Largest enlargement of a small picture
    good_edge_px: float = 17.0  # How large the detector likes dice, edge of the top face
    least_half_edge_px: float = 2.2  # At one size, dice smaller than this are left to a finer size
    most_half_edge_px: float = 24.0  # At one size, dice larger than this are left to a coarser one
    # Share of a box's size it is grown by on every side: people who draw boxes leave a little air around what they
    # mean, and small dice lose half of a tight box to an error of two pixels
    box_air: float = 0.03
    most_dice: int = 200  # Only so many, the most confident, are returned


class Detector:
    """Finds dice with the detector model."""

    def __init__(self, model: OnnxModel, *, policy: DetectorPolicy | None = None) -> None:
        """Take a loaded model.

        Raises:
            ModelContractError: If the model finds something else than dice.
        """
        model.contract.require_labels(DETECTOR_LABELS)
        self._model = model
        self._policy = policy or DetectorPolicy()
        self._certainty = model.contract.number("confidence_scale"), model.contract.number("confidence_shift")

    @property
    def policy(self) -> DetectorPolicy:
        """Return what counts as found."""
        return self._policy

    @classmethod
    def from_file(cls, onnx_path: Path = DETECTOR_PATH, *, threads: int = 0) -> Detector:
        """Load the detector.

        Raises:
            ModelMissingError: If the model or its contract is absent.
            ModelContractError: If they do not fit each other or this program.
        """
        return cls(OnnxModel.load(onnx_path, threads=threads))

    def detect(
        self, frame: Frame, floor: Floor | None = None, /, *, edge_px: float | None = None
    ) -> tuple[Detection, ...]:
        """Return the dice in a frame, most confident first.

        Args:
            frame: Any size.
            floor: Where dice lie that tell how large they are, if any do: not the checks of a tablecloth.
            edge_px: How large they are, edge in frame pixels. None, or where none of that size are seen: it is looked
                at in several sizes.

        Raises:
            ModelContractError: If the model answers with other shapes than its contract states.
        """
        if edge_px is not None:
            side = suited_long_side_px(max(frame.size_wh), edge_px, self._policy)
            if found := distinct(self._detect_at(frame.pixels, side, frame.size_wh), self._policy):
                return found
        return self._look_around(frame.pixels, floor)

    def _look_around(self, pixels: NDArray[np.uint8], floor: Floor | None) -> tuple[Detection, ...]:
        """Return the dice of a picture of unknown content.

        Looks at several sizes only tell how large the dice are; the dice are those of a last look that suits them.
        Mixing the looks does worse: pips pass for dice at too fine a size, groups of dice at too coarse a one.
        """
        policy, long_side = self._policy, max(pixels.shape[:2])
        size_wh = pixels.shape[1], pixels.shape[0]
        # Every look is at a small picture: going over 50 megapixels once is enough.
        overview = scaled(pixels, min(1.0, policy.most_long_side_px / long_side))
        looks = []
        for side in usable_long_sides(long_side, policy):
            found = distinct(self._detect_at(overview, side, size_wh), policy)
            looks += [(die, side / long_side) for die in found]
        looks = [look for look in looks if is_near(floor, look[0])] or looks
        if (edge_px := usual_edge_px(looks, policy)) is None:
            return ()
        wanted = suited_long_side_px(long_side, edge_px, policy)
        return distinct(self._detect_at(overview, wanted, size_wh), policy)

    def _detect_at(self, pixels: NDArray[np.uint8], long_side_px: float, size_wh: tuple[int, int]) -> list[Detection]:
        """Return the dice seen in a picture at one size, in pixels of a frame of another size that it shows."""
        small = scaled(pixels, long_side_px / max(pixels.shape[:2]))
        outputs = self._model.run(padded(small, self._model.contract.multiple_of)[None])
        odds, shape = outputs["odds"], outputs["shape"]
        if odds.ndim != 3 or shape.ndim != 4 or shape.shape[1] != SHAPE_CHANNELS:
            raise ModelContractError(
                f"detector gave {odds.shape}, {shape.shape}; stated is (1, h, w), (1, {SHAPE_CHANNELS}, h, w)."
            )
        zoom_xy = small.shape[1] / size_wh[0], small.shape[0] / size_wh[1]
        return decode(calibrated(odds[0], *self._certainty), shape[0], zoom_xy=zoom_xy, policy=self._policy)


def suited_long_side_px(long_side_px: int, edge_px: float, policy: DetectorPolicy) -> float:
    """Return at which size a picture is best looked at, its long side, when its dice have edges of so many pixels."""
    most = min(policy.most_long_side_px, long_side_px * policy.most_enlargement)
    least = min(long_side_px, policy.long_sides_px[0])
    return float(np.clip(long_side_px * policy.good_edge_px / edge_px, least, most))


def usable_long_sides(long_side_px: int, policy: DetectorPolicy) -> tuple[int, ...]:
    """Return at which sizes a picture of unknown content is looked at."""
    sides = tuple(side for side in policy.long_sides_px if side <= long_side_px * policy.most_enlargement)
    return sides or (long_side_px,)


def calibrated(odds: NDArray[np.float32], scale: float, shift: float) -> NDArray[np.float32]:
    """Return the probability that a die is there, 0–1, from the model's log odds: logistic(scale · odds + shift)."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scale * odds + shift, -50, 50))), np.float32)


def in_pixels(raw: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return cells in their units from the model's raw ones, float (11, N): lengths are never negative."""
    cells = raw.astype(np.float64)
    for lengths in (LEFT_TOP_RIGHT_BOTTOM, slice(HALF_EDGE, HALF_EDGE + 1)):
        cells[lengths] = np.logaddexp(cells[lengths], 0.0) * UNIT_PX
    cells[MIDDLE] *= UNIT_PX
    return cells


def usual_edge_px(looks: Sequence[tuple[Detection, float]], policy: DetectorPolicy) -> float | None:
    """Return how large the dice of a picture are, edge in frame pixels; None where there are none.

    The median of what was found at several sizes, weighted by confidence, by size (a die outweighs its own pips), and
    by how well it was seen, which is best near `good_edge_px`.

    Args:
        looks: Dice found, each with the zoom of the look.
        policy: What size is seen best.
    """
    if not looks:
        return None
    edges = np.array([die.size_px for die, _ in looks])
    seen_px = np.maximum(edges * np.array([zoom for _, zoom in looks]), 1e-3)
    suits = np.exp(-0.5 * (np.log(seen_px / policy.good_edge_px) / SIZE_SPREAD) ** 2)
    weights = np.array([die.confidence for die, _ in looks]) * np.sqrt(edges) * suits
    order = np.argsort(edges)
    total = np.cumsum(weights[order])
    return max(1e-3, float(edges[order][np.searchsorted(total, total[-1] / 2)]))


def decode(
    heat: NDArray[np.float32], shape: NDArray[np.float32], *, zoom_xy: tuple[float, float], policy: DetectorPolicy
) -> list[Detection]:
    """Return the dice the model's maps state.

    Args:
        heat: float32 (h, w), 0–1.
        shape: float32 (11, h, w), raw; channels as named above.
        zoom_xy: Size of the picture looked at over that of the frame.
        policy: What counts as found.

    Returns:
        Detections in frame pixels, in no order, overlapping ones included; `vision.find.pose` measures their tilt.
    """
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= policy.least_confidence)
    rows, columns = np.nonzero(peaks)
    cells = in_pixels(shape[:, rows, columns])
    fits = (cells[HALF_EDGE] >= policy.least_half_edge_px) & (cells[HALF_EDGE] <= policy.most_half_edge_px)
    cells, rows, columns = cells[:, fits], rows[fits], columns[fits]
    middle = np.stack([columns + 0.5, rows + 0.5], axis=1) * STRIDE
    zoom = np.array(zoom_xy)
    air = policy.box_air * (cells[0:2] + cells[2:4]).T
    left_top = (middle - cells[0:2].T - air) / zoom
    right_bottom = (middle + cells[2:4].T + air) / zoom
    quads = (middle[:, None] + quads_from_cells(cells)) / zoom
    confidences = heat[rows, columns].clip(0, 1)
    found = zip(left_top.tolist(), right_bottom.tolist(), quads.tolist(), confidences.tolist(), strict=True)
    return [
        Detection(box_xyxy=(x0, y0, x1, y1), quad=quad_of(quad), tilt_deg=0.0, confidence=confidence)
        for (x0, y0), (x1, y1), quad, confidence in found
    ]


def quads_from_cells(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the quads that cells state, (N, 4, 2), pixels from the cell's middle, clockwise in the picture.

    A top face is a parallelogram with corners m ± p ± q. Which of its half edges is called p is arbitrary, so the model
    states what does not depend on it: p² and q² (complex) are the roots of z² - (p² + q²) z + p² q².

    Args:
        cells: float64 (11, N).
    """
    half_edge = cells[HALF_EDGE]
    total = (cells[7] + 1j * cells[8]) * half_edge**2
    product = (cells[9] + 1j * cells[10]) * half_edge**4
    apart = np.sqrt(total**2 - 4 * product)
    p, q = np.sqrt((total + apart) / 2), np.sqrt((total - apart) / 2)
    q = np.where((p.conj() * q).imag < 0, -q, q)  # y points down: clockwise is a positive turn from p to q
    corners = np.stack([-p - q, p - q, p + q, q - p], axis=1)
    return np.stack([corners.real, corners.imag], axis=2) + cells[MIDDLE].T[:, None]


def cell_from_quad(quad: NDArray[np.float64]) -> tuple[NDArray[np.float64], float, complex, complex]:
    """Return what the model is taught of a quad: middle, half edge, p² + q² and p²·q² without unit.

    Args:
        quad: float64 (4, 2), corners in order, either way round.
    """
    z = quad[:, 0] + 1j * quad[:, 1]
    p, q = (z[1] + z[2] - z[0] - z[3]) / 4, (z[2] + z[3] - z[0] - z[1]) / 4
    half_edge = float(np.sqrt(max(abs(p) * abs(q), 1e-6)))
    return quad.mean(axis=0), half_edge, complex((p**2 + q**2) / half_edge**2), complex(p**2 * q**2 / half_edge**4)


def distinct(found: Iterable[Detection], policy: DetectorPolicy) -> tuple[Detection, ...]:
    """Return each die once, most confident first."""
    kept: list[Detection] = []
    boxes = np.empty((0, 4))
    for detection in sorted(found, key=lambda one: -one.confidence):
        box = np.array(detection.box_xyxy)
        union, inside = overlaps(box, boxes)
        if (union <= policy.most_overlap).all() and (inside <= policy.most_inside).all():
            kept.append(detection)
            boxes = np.vstack([boxes, box])
        if len(kept) == policy.most_dice:
            break
    return tuple(kept)


def overlaps(box: NDArray[np.float64], boxes: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a box's overlap with others, over their union and over the smaller of both.

    Args:
        box: float64 (4,), x0, y0, x1, y1.
        boxes: float64 (N, 4).

    Returns:
        Two float64 (N,), 0–1.
    """
    sides = np.minimum(box[2:], boxes[:, 2:]) - np.maximum(box[:2], boxes[:, :2])
    common = np.clip(sides, 0, None).prod(axis=1)
    area = np.clip(box[2:] - box[:2], 1e-9, None).prod()
    areas = np.clip(boxes[:, 2:] - boxes[:, :2], 1e-9, None).prod(axis=1)
    return common / (area + areas - common), common / np.minimum(area, areas)
