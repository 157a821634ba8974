"""How far dice lean, from geometry: what a die shows of its sides, against what lying dice show at that place.

The sweep of a die is what is seen from the middle of its top face to that of its bottom face. In edges of the face it
is the sideways part of the face's normal as the camera sees it. For dice that lie flat it depends on the place alone,
and linearly: nothing under the camera, more towards the edge of the picture, the same everywhere for a tilted camera.
So one line through the dice tells the camera, and what a die shows beyond it is its lean, or an error: sweeps are
measured well mostly, and now and then not at all. A line is sought under which all dice are likeliest, each of which
lies flat and was measured well, or badly, or leans; a lean is said as far as it is likely. A die leans on something,
towards it or away from it: where the floor is known, and the camera, a lean along its rim is likelier an error.

Source:
    Weak perspective over one die; for a camera at height H with focal length f (pixels), the sweep of a flat die at
    distance r (pixels) from the nadir is r / f of its edge, see the test that projects cubes exactly.
    Dempster, Laird, Rubin: Maximum likelihood from incomplete data via the EM algorithm (1977), from several starts.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.reading import Detection, Floor, Quad, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepError:
    """How far a measured sweep is off, standard deviations in each direction, against what the pose reader expects."""

    well: float  # Times the expected error, of a sweep that was measured well
    badly: float  # Likewise of one measured badly
    of_spread: float = 0.0  # As much more of what several looks at the die differ by


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredSweep:
    """What a die shows of its sides, and how far that may be off, frame pixels."""

    xy: NDArray[np.float64]  # float64 (2,), from its top face's middle to its bottom face's; the mean of all looks
    error_px: float  # In each direction, on average, as the pose reader expects
    spread_px: float = np.nan  # What the looks differ by, root mean square; not a number where there was one


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanPolicy:
    """What is known before any die was seen, and how well a measured sweep is believed.

    What concerns sweeps was fitted to dice lying flat in 500 drawn trays (`models.evaluate.rim` with other seeds); how
    far leaning dice lean, and from which lean on a die burns, was chosen there, too.
    """

    # 1 / focal length, in 1 / (half the picture's longer side): 0.45 is a view of 48°, 0.25 of 28°
    focal_share: float = 0.3
    focal_sd: float = 0.18  # Its standard deviation: a board from close above, or as a small part of a large photograph
    tilt_sd: float = 0.17  # Standard deviation of the camera's own tilt, as a sine, in each direction
    drift_sd: float = 0.02  # What a camera is believed to move by unnoticed from look to look, in the same numbers
    lens_sd: float = 0.02  # What a move changes of the growth with the distance, for a tilted camera sees less of it
    once: SweepError = SweepError(well=1.1, badly=3.0)  # Of a sweep that was measured once
    often: SweepError = SweepError(well=0.87, badly=3.2, of_spread=0.62)  # Of a mean of several looks
    gross_share: float = 0.1  # So many sweeps are measured badly
    leaning_share: float = 0.06  # So many dice lean
    # Where floor and camera are known, so many times as many lean straight towards or away from the rim or another die,
    # if that is no further from their middle, in edges; at an angle less, by this power of its cosine. So many times as
    # many lean on what is not seen.
    propped: float = 1.4
    rim_reach: float = 0.85
    die_reach: float = 1.6
    along: float = 8.0
    unseen: float = 0.04
    leaning_sines: tuple[float, float] = (0.14, 0.72)  # Leaning dice lean between these: 8° and 46°
    # A lean is said from odds of one to so many on, for one that is not said is worse than one that is not there. The
    # odds of smaller leans must be better, and those under a camera whose tilt is known to this standard deviation, as
    # it is after a throw (chosen with throws on such trays).
    miss_weight: float = 25.0
    known_weight: float = 6.0
    known_sd: float = 0.05
    # Of a die whose top face lies further outside the picture, in edges, nobody can tell how it lies
    cut_share: float = 0.1
    again_deg: float = 1.5  # Dice that seem to lean by so much are worth another look
    again_error: float = 0.03  # Likewise those whose sweep is expected to be off by more than this share of their edge
    # Looks that differ by more than this share of an edge tell nothing: so much is said that the die is asked about.
    unknown_spread: float = 0.15
    unknown_deg: float = 5.0
    side_deg: float = 40.0  # What seems to lean by so much may be a die's side
    rounds: int = 10  # Of weighing dice that do not fit


@dataclass(frozen=True, slots=True)
class ViewField:
    """What lying dice show of their sides: the camera, as far as dice have told of it."""

    # float64 (3,): sweep in the picture's middle in x and y, and growth with the distance from it
    mean: NDArray[np.float64]
    precision: NDArray[np.float64]  # float64 (3, 3): inverse covariance of these


def unknown_view(policy: LeanPolicy) -> ViewField:
    """Return what is known of a camera that no die was seen by."""
    sds = np.array([policy.tilt_sd, policy.tilt_sd, policy.focal_sd])
    return ViewField(np.array([0.0, 0.0, -policy.focal_share]), np.diag(sds**-2.0))


def moved_view(start: ViewField, policy: LeanPolicy) -> ViewField:
    """Return what is known of a camera after somebody moved it: as much as before of its lens, nothing of its tilt.

    Args:
        start: What was known of it before any die was seen.
        policy: How well that is believed.
    """
    lens_sd = np.hypot(start.precision[2, 2] ** -0.5, policy.lens_sd)
    sds = np.array([policy.tilt_sd, policy.tilt_sd, lens_sd])
    return ViewField(np.array([0.0, 0.0, start.mean[2]]), np.diag(sds**-2.0))


def faded(view: ViewField, keeps: float, policy: LeanPolicy, *, start: ViewField | None = None) -> ViewField:
    """Return a view believed less: what was known before any die was seen comes through again.

    Args:
        view: As dice told it.
        keeps: Share of it that is believed.
        policy: How far a camera moves unnoticed.
        start: What was known before any die was seen; None for nothing.
    """
    before = start or unknown_view(policy)
    told = np.linalg.inv(np.linalg.inv(view.precision) + policy.drift_sd**2 * np.eye(3))
    precision = keeps * told + (1 - keeps) * before.precision
    pull = keeps * told @ view.mean + (1 - keeps) * before.precision @ before.mean
    return ViewField(np.asarray(np.linalg.solve(precision, pull), np.float64), precision)


def leans_deg(
    dice: Sequence[Detection],
    size_wh: tuple[int, int],
    *,
    sweeps: Sequence[MeasuredSweep],
    view: ViewField | None = None,
    policy: LeanPolicy | None = None,
    floor: Floor | None = None,
) -> tuple[tuple[float, ...], ViewField]:
    """Return how far each die leans against what most of them lie on, and what they tell of the camera.

    Args:
        dice: As found in one frame.
        size_wh: Size of the frame, pixels.
        sweeps: What each die shows of its sides.
        view: What earlier frames of the same camera told; None begins anew.
        policy: What is believed.
        floor: Where the floor is seen to end, if that is known.

    Returns:
        The leans, degrees, in the order of the dice, less than measured where it is in doubt that there is one, and
        none of dice that the picture cuts; and the view, sharpened by the dice that fit it.
    """
    chosen = policy or LeanPolicy()
    before = view or unknown_view(chosen)
    leans, quads = np.zeros(len(dice)), np.array([die.quad for die in dice], np.float64).reshape(-1, 4, 2)
    beyond_px = chosen.cut_share * np.array([die.size_px for die in dice])[:, None, None]
    whole = ((quads >= -beyond_px) & (quads <= np.array(size_wh) + beyond_px)).all(axis=(1, 2))
    if not whole.any():
        return tuple(map(float, leans)), before
    quads, sweeps_px = quads[whole], np.array([sweep.xy for sweep in sweeps])[whole]
    edges = edges_px(quads, sweeps_px)
    expected, spreads = np.array([(sweep.error_px, sweep.spread_px) for sweep in sweeps])[whole].T / edges
    rows = _rows(places_of(quads.mean(axis=1), size_wh))
    is_known, props = (np.diag(np.linalg.inv(before.precision))[:2] < chosen.known_sd**2).all(), None
    if floor is not None:
        feet = quads + edges[:, None, None] * (rows @ before.mean)[:, None]
        end = np.asarray(cv2.convexHull(np.array(floor.polygon, np.float32))[:, 0], np.float32)
        expected = expected + _hidden(feet, end) ** 2
        props = _props(quads.mean(axis=1) + sweeps_px / 2, edges, end, chosen) if is_known else None
    variances = _variances(expected, spreads, chosen)
    after, beyond, leaning = _likeliest(before, rows, sweeps_px / edges[:, None], variances, chosen, props)
    weight = chosen.known_weight if is_known else chosen.miss_weight
    weighed = weight * leaning / (weight * leaning + 1 - leaning)
    told = weighed * np.degrees(np.arcsin(np.clip(beyond, 0.0, 1.0)))
    leans[whole] = np.maximum(told, np.where(spreads > chosen.unknown_spread, chosen.unknown_deg, 0.0))
    return tuple(map(float, leans)), after


def top_places(dice: Sequence[Detection], size_wh: tuple[int, int], *, view: ViewField) -> tuple[Quad, ...]:
    """Return where the top faces of dice that lie flat are if what was taken for them are their sides.

    A die's middle is half its sweep away from any face. Sweeps of sides are measured short, hence somewhat more.
    """
    quads, sweeps = np.array([die.quad for die in dice]), np.array([die.sweep_xy for die in dice])
    flat = edges_px(quads, sweeps)[:, None] * (_rows(places_of(quads.mean(axis=1), size_wh)) @ view.mean)
    return tuple(quad_of(quad + shift) for quad, shift in zip(quads, 0.7 * (sweeps - flat), strict=True))


def _hidden(feet: NDArray[np.float64], end: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return which share of bottom faces, (N, 4, 2), a rim hides; a sweep is off by about its square more then."""
    faces = feet.astype(np.float32)
    seen = [cv2.intersectConvexConvex(cv2.convexHull(face), end)[0] / max(cv2.contourArea(face), 1.0) for face in faces]
    return 1 - np.clip(seen, 0.0, 1.0)


def _props(
    middles: NDArray[np.float64], edges: NDArray[np.float64], end: NDArray[np.float32], policy: LeanPolicy
) -> NDArray[np.float64]:
    """Return the ways to other dice and to sides of the rim that a die may lean on, unit vectors, (N, N + M, 2).

    Those of what is out of reach are 0.

    Args:
        middles: Of the dice, (N, 2).
        edges: (N,), pixels.
        end: Corners of where the floor ends, (M, 2), which is convex.
        policy: What is in reach.
    """
    ways, sides = middles - middles[:, None], np.roll(end, -1, axis=0) - end
    far, lengths = np.linalg.norm(ways, axis=2), np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    shares = np.clip(((middles[:, None] - end) * sides).sum(axis=2) / lengths**2, 0.0, 1.0)
    deep = np.linalg.norm(middles[:, None] - end - shares[..., None] * sides, axis=2)
    normals = np.stack([sides[:, 1], -sides[:, 0]], axis=1) / lengths[:, None]
    to_dice = np.where((far < policy.die_reach * edges[:, None])[..., None], ways / np.maximum(far, 1.0)[..., None], 0)
    to_rim = np.where((deep < policy.rim_reach * edges[:, None])[..., None], normals, 0.0)
    return np.concatenate([to_dice, to_rim], axis=1)


def edges_px(quads: NDArray[np.float64], sweeps_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the edges of top faces as they are without foreshortening, (N,).

    Of an edge e seen along the unit normal n, the sweep is e times its sideways part and the area e² times the other.

    Args:
        quads: (N, 4, 2).
        sweeps_px: (N, 2).
    """
    x, y = np.moveaxis(quads, -1, 0)
    areas = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
    squares = (sweeps_px**2).sum(axis=1)
    return np.asarray(np.maximum(np.sqrt((squares + np.sqrt(squares**2 + 4 * areas**2)) / 2), 1e-6), np.float64)


def places_of(middles_px: NDArray[np.float64], size_wh: tuple[int, int]) -> NDArray[np.float64]:
    """Return where dice lie, from the picture's middle in half its longer side, (N, 2)."""
    return (middles_px - np.array(size_wh) / 2) / (max(size_wh) / 2)


def _rows(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the linear model's rows, (N, 2, 3): sweep = (ax, ay) + growth · place."""
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = places
    return rows


def _variances(expected: NDArray[np.float64], spreads: NDArray[np.float64], policy: LeanPolicy) -> NDArray[np.float64]:
    """Return the variance of each sweep in each direction if it was measured well, and badly: (2, N).

    Args:
        expected: How far each is off as the pose reader expects, (N,), in edges.
        spreads: (N,), in edges; NaN where there was one look.
        policy: How well sweeps are believed.
    """
    errors = [policy.once if is_one else policy.often for is_one in np.isnan(spreads)]
    well, badly, of_spread = np.array([astuple(each) for each in errors]).T
    between = (of_spread * np.nan_to_num(spreads)) ** 2
    return np.stack([(well * expected) ** 2 + between, (badly * expected) ** 2 + between])


def _likeliest(
    before: ViewField,
    rows: NDArray[np.float64],
    sweeps: NDArray[np.float64],
    variances: NDArray[np.float64],
    policy: LeanPolicy,
    props: NDArray[np.float64] | None,
) -> tuple[ViewField, NDArray[np.float64], NDArray[np.float64]]:
    """Return the likeliest view, what each sweep is beyond it, and the probability that the die leans: (N,) each."""
    weights = _starts(len(sweeps)) / variances[0]
    for _ in range(policy.rounds):
        means, precisions = _updated(before, rows, sweeps, weights)
        beyond = sweeps - np.einsum("nij,kj->kni", rows, means)
        logs = _log_densities(beyond, variances, policy, props)
        likely = np.logaddexp.reduce(logs, axis=0)
        shares = np.exp(logs - likely)
        weights = (shares[:2] / variances[:, None]).sum(axis=0)
    away = means - before.mean
    fit = likely.sum(axis=1) - np.einsum("ki,ij,kj->k", away, before.precision, away) / 2
    best = int(np.argmax(fit - np.linalg.slogdet(precisions)[1] / 2))
    return ViewField(means[best], precisions[best]), np.linalg.norm(beyond[best], axis=1), shares[2, best]


def _starts(dice: int) -> NDArray[np.float64]:
    """Return which dice to take for lying flat at first, (K, N): none, all, each alone, all but each."""
    alone = np.eye(dice)
    return np.concatenate([np.zeros((1, dice)), np.ones((1, dice)), alone, 1 - alone])


def _updated(
    before: ViewField, rows: NDArray[np.float64], sweeps: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return views after dice of the given weights, (K, N): means (K, 3), precisions (K, 3, 3)."""
    precisions = before.precision + np.einsum("kn,nij,nil->kjl", weights, rows, rows)
    pulls = before.precision @ before.mean + np.einsum("kn,nij,ni->kj", weights, rows, sweeps)
    return np.linalg.solve(precisions, pulls[..., None])[..., 0], precisions


def _log_densities(
    ways: NDArray[np.float64], variances: NDArray[np.float64], policy: LeanPolicy, props: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """Return how likely sweeps are of dice that lie flat, measured well and badly, and of leaning ones: (3, K, N).

    Args:
        ways: What each sweep is beyond a view, (K, N, 2).
        variances: Of sweeps measured well and badly, (2, N).
        policy: How many lean, how far and which way.
        props: What each may lean on, see `_props`; None where that is not known.
    """
    beyond = np.maximum(np.linalg.norm(ways, axis=-1), 1e-6)
    flat = 1 - policy.leaning_share
    shares = np.log([flat * (1 - policy.gross_share), flat * policy.gross_share])[:, None, None]
    spread = variances[:, None]
    lying = shares - beyond**2 / (2 * spread) - np.log(2 * np.pi * spread)
    least, most = policy.leaning_sines
    blur = np.sqrt((3 * variances[0] + variances[1]) / 4)
    within = logistic(NORMAL * (beyond - least) / blur) * logistic(NORMAL * (most - beyond) / blur)
    ring = within / (2 * np.pi * np.maximum(beyond, MIDDLE) * (most - least))
    if props is not None:
        cosines = np.abs(np.einsum("kni,nmi->knm", ways / beyond[..., None], props))
        ring = ring * (policy.unseen + policy.propped * (cosines**policy.along).max(axis=-1))
    return np.concatenate([lying, np.log(policy.leaning_share * (ring + NEVER))[None]])


MIDDLE = 0.05
"""Within this a ring has no middle to divide by."""
NEVER = 1e-6
NORMAL = 1.7  # The logistic function of so many times a number is nearly its normal distribution function


def logistic(odds: ArrayLike) -> NDArray[np.float64]:
    """Return probabilities of the logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -50, 50))), np.float64)
