"""How far dice lean, from geometry: what a die shows of its sides, against what lying dice show at that place.

The sweep of a die is what is seen from the middle of its top face to that of its bottom face. In edges of the face it
is the sideways part of the face's normal as the camera sees it. For dice that lie flat it depends on the place alone,
and linearly: nothing under the camera, more towards the edge of the picture, the same everywhere for a tilted camera.
So one line through all dice tells the camera, and what a die shows beyond it is its lean.

Source:
    Weak perspective over one die; for a camera at height H with focal length f (pixels), the sweep of a flat die at
    distance r (pixels) from the nadir is r / f of its edge, see the test that projects cubes exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from vision.reading import Detection


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanPolicy:
    """What is known before any die was seen, and how well a detection is believed.

    Attributes:
        focal_share: 1 / focal length, in 1 / (half the picture's longer side): 0.45 is a view of 48°.
        focal_sd: Its standard deviation: cameras from 30° to 75°.
        tilt_sd: Standard deviation of the camera's own tilt, as a sine, in each direction.
        sweep_sd: Error of a measured sweep, in die edges.
        rounds: Of weighing dice down that do not fit.
    """

    focal_share: float = 0.5
    focal_sd: float = 0.2
    tilt_sd: float = 0.2
    sweep_sd: float = 0.05
    rounds: int = 12


@dataclass(frozen=True, slots=True)
class ViewField:
    """What lying dice show of their sides: the camera, as far as dice have told of it.

    Attributes:
        mean: float64 (3,): sweep in the picture's middle in x and y, and growth with the distance from it.
        precision: float64 (3, 3): inverse covariance of these.
    """

    mean: NDArray[np.float64]
    precision: NDArray[np.float64]


def faded(view: ViewField, keeps: float, policy: LeanPolicy) -> ViewField:
    """Return a view believed less: what was known before any die was seen comes through again."""
    before = unknown_view(policy)
    precision = keeps * view.precision + (1 - keeps) * before.precision
    pull = keeps * view.precision @ view.mean + (1 - keeps) * before.precision @ before.mean
    return ViewField(np.asarray(np.linalg.solve(precision, pull), np.float64), precision)


def unknown_view(policy: LeanPolicy) -> ViewField:
    """Return what is known of a camera that no die was seen by."""
    sds = np.array([policy.tilt_sd, policy.tilt_sd, policy.focal_sd])
    return ViewField(np.array([0.0, 0.0, -policy.focal_share]), np.diag(sds**-2.0))


def leans_deg(
    dice: Sequence[Detection],
    size_wh: tuple[int, int],
    *,
    sweeps_px: Sequence[ArrayLike],
    view: ViewField | None = None,
    policy: LeanPolicy | None = None,
) -> tuple[tuple[float, ...], ViewField]:
    """Return how far each die leans against what most of them lie on, and what they tell of the camera.

    Args:
        dice: As found in one frame.
        size_wh: Size of the frame, pixels.
        sweeps_px: For each die, from its top face's middle to its bottom face's, frame pixels.
        view: What earlier frames of the same camera told; None begins anew.
        policy: What is believed.

    Returns:
        The leans, degrees, in the order of the dice; and the view, sharpened by the dice that fit it.
    """
    chosen = policy or LeanPolicy()
    before = view or unknown_view(chosen)
    if not dice:
        return (), before
    places = _places(dice, size_wh)
    sweeps = np.asarray(sweeps_px, np.float64) / np.array([[_edge_px(die)] for die in dice])
    rows = _rows(places)
    weights = np.ones(len(dice))
    after = before
    for _ in range(chosen.rounds):
        after = _updated(before, rows, sweeps, weights, chosen)
        beyond = sweeps - np.einsum("nij,j->ni", rows, after.mean)
        # A die that leans is as likely as not somewhere else altogether: Cauchy's weights forget it.
        weights = 1.0 / (1.0 + (np.hypot(*beyond.T) / (2 * chosen.sweep_sd)) ** 2)
    sines = np.clip(np.hypot(*beyond.T), 0.0, 1.0)
    return tuple(float(angle) for angle in np.degrees(np.arcsin(sines))), after


def _edge_px(die: Detection) -> float:
    """Return the edge of the top face that is not foreshortened: the longer of the two pairs."""
    corners = np.array(die.quad)
    edges = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return max(float(max(edges[0] + edges[2], edges[1] + edges[3]) / 2), 1e-6)


def _places(dice: Sequence[Detection], size_wh: tuple[int, int]) -> NDArray[np.float64]:
    """Return where dice lie, from the picture's middle in half its longer side, (N, 2)."""
    half = max(size_wh) / 2
    return (np.array([die.centre_xy for die in dice]) - np.array(size_wh) / 2) / half


def _rows(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the linear model's rows, (N, 2, 3): sweep = (ax, ay) + growth · place."""
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = places
    return rows


def _updated(
    before: ViewField,
    rows: NDArray[np.float64],
    sweeps: NDArray[np.float64],
    weights: NDArray[np.float64],
    policy: LeanPolicy,
) -> ViewField:
    """Return the view after dice of the given weights: Bayesian linear regression."""
    scaled = weights / policy.sweep_sd**2
    precision = before.precision + np.einsum("n,nij,nik->jk", scaled, rows, rows)
    pull = before.precision @ before.mean + np.einsum("n,nij,ni->j", scaled, rows, sweeps)
    return ViewField(np.asarray(np.linalg.solve(precision, pull), np.float64), precision)
