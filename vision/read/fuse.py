"""Fusion: one sighting a die from several frames of a board at rest."""

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Detection, Quad

Faces: TypeAlias = "NDArray[np.float64]"
Sight: TypeAlias = "tuple[Detection, Faces]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One die over all frames."""

    detection: Detection  # The newest one, with tilt and confidence of all frames
    probabilities: Faces  # float64, shape (labels + 1,); the last is "no poker face".
    agreement: float  # 0–1, share of the frames that show it in which this face was read


def sightings_of(frames: Sequence[Sequence[Sight]], *, same_die: float, seen_share: float) -> tuple[Sighting, ...]:
    """Return every die that enough frames show.

    Args:
        frames: What each frame shows: detections with their face probabilities; newest frame last.
        same_die: Detections in two frames are one die if their centres are closer than this, in die edges.
        seen_share: A die must be seen in at least this share of the frames.
    """
    dice: list[list[Sight]] = []
    for sights in reversed(frames):  # newest first: its dice are the ones reported
        taken: set[int] = set()
        for sight in sights:
            which = _nearest(dice, sight[0], taken, same_die)
            if which is None:
                which = len(dice)
                dice.append([])
            dice[which].append(sight)
            taken.add(which)
    return tuple(_fused(sights, len(frames)) for sights in dice if len(sights) >= seen_share * len(frames))


def exposed_anew(
    before: Sequence[Sighting], anew: Sequence[Sight], unread: Container[Quad], *, same_die: float
) -> tuple[Sighting, ...]:
    """Return dice with what another exposure shows of those whose faces were unread, and those that it alone shows.

    Args:
        before: The dice, in the usual exposure.
        anew: The dice in the other one.
        unread: The top faces of those that could not be read before.
        same_die: As in `sightings_of`.
    """
    dice, fresh, taken = [[(one.detection, one.probabilities)] for one in before], list(before), set[int]()
    for sight in anew:
        which = _nearest(dice, sight[0], taken, same_die)
        if which is None:
            fresh.append(_fused([sight], 1))
            continue
        taken.add(which)
        if before[which].detection.quad in unread:
            fresh[which] = replace(before[which], probabilities=sight[1], agreement=1.0)
    return tuple(fresh)


def _nearest(dice: Sequence[Sequence[Sight]], detection: Detection, taken: set[int], same_die: float) -> int | None:
    """Return the die a detection shows, or None if it is a new one; two detections of one frame are two dice."""
    at = detection.centre_xy
    away = [(math.dist(newest.centre_xy, at), i) for i, ((newest, _), *_) in enumerate(dice) if i not in taken]
    distance, which = min(away, default=(math.inf, None))
    return which if distance < same_die * detection.size_px else None


def _fused(sights: Sequence[Sight], frames: int) -> Sighting:
    """Return one die from its sights."""
    # The mean of probabilities, not their product: glare and blur spoil all frames alike, they are not independent.
    probabilities = np.mean([faces for _, faces in sights], axis=0)
    label = int(probabilities[:-1].argmax())
    agreeing = sum(int(faces[:-1].argmax()) == label for _, faces in sights)
    tilt_deg = float(np.median([detection.tilt_deg for detection, _ in sights]))
    # a frame that does not show the die counts as confidence 0
    confidence = sum(detection.confidence for detection, _ in sights) / frames
    stacked = sum(detection.stacked for detection, _ in sights) / len(sights)
    fused = replace(sights[0][0], tilt_deg=tilt_deg, confidence=confidence, stacked=stacked)
    return Sighting(detection=fused, probabilities=probabilities, agreement=agreeing / len(sights))


def lying_apart(sightings: Sequence[Sighting], *, reach: float) -> tuple[Sighting, ...]:
    """Return all dice there are: one that has no other within reach, in die edges, lies on none, however it looks."""
    dice = [one.detection for one in sightings]
    near = [sum(math.dist(die.centre_xy, each.centre_xy) < reach * die.size_px for each in dice) for die in dice]
    flat = [replace(one, detection=replace(one.detection, stacked=0.0)) for one in sightings]
    return tuple(one if number > 1 else lying for one, lying, number in zip(sightings, flat, near, strict=True))
