"""Dice tables in tests: readings drawn from a known truth, and frames of a known board."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.reading import Detection, DieReading, Point, Quad, Reading, Verdict

DIE_PX = 45.0
FACES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingDie:
    """A die on a simulated table; lengths in die edges."""

    x: float
    y: float
    turn_deg: float
    face: int

    def is_clear_of(self, others: Sequence[LyingDie], gap: float = 1.0) -> bool:
        return all(math.hypot(self.x - other.x, self.y - other.y) > gap for other in others)


def square(centre: Point, turn_deg: float, size_px: float = DIE_PX) -> Quad:
    along, across = (math.cos(math.radians(turn_deg)) * size_px / 2, math.sin(math.radians(turn_deg)) * size_px / 2)
    x, y = centre
    return (
        (x - along + across, y - across - along),
        (x + along + across, y + across - along),
        (x + along - across, y + across + along),
        (x - along - across, y - across + along),
    )


def boxed(x, y, edge, confidence=1.0):
    """Return a die that fills a square box from its upper left corner on."""
    box = (x, y, x + edge, y + edge)
    quad = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
    return Detection(box_xyxy=box, quad=quad, tilt_deg=0.0, confidence=confidence)


def detection_at(centre: Point, turn_deg: float = 0.0, *, size_px: float = DIE_PX, tilt_deg: float = 0.0) -> Detection:
    quad = square(centre, turn_deg, size_px)
    xs, ys = zip(*quad, strict=True)
    box = (min(xs), min(ys), max(xs), max(ys))
    return Detection(box_xyxy=box, quad=quad, tilt_deg=tilt_deg, confidence=0.99)


def probabilities(face: int, confidence: float = 0.97) -> tuple[float, ...]:
    return tuple(confidence if i == face else (1 - confidence) / FACES for i in range(FACES))


def die_at(centre: Point, face: int, turn_deg: float = 0.0, *, confidence: float = 0.97) -> DieReading:
    return DieReading(
        detection=detection_at(centre, turn_deg),
        label=face,
        probabilities=probabilities(face, confidence),
        confidence=confidence,
        is_burning=False,
    )


def reading_of(dice: Sequence[DieReading], verdict: Verdict = Verdict.CLEAR) -> Reading:
    return Reading(dice=tuple(dice), verdict=verdict, size_wh=(1440, 1440))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHabits:
    """What happens to dice on a simulated table; shares of the dice, lengths in die edges.

    Bumps and shoves are those of 9,508 held dice among thrown ones in models.render's physics; how often players push
    dice aside while they collect others is assumed.
    """

    radius: float = 8.0
    pushed: float = 0.3
    bumped: float = 0.065
    shoved: float = 0.055
    tipped: float = 0.2
    misread: float = 0.005


class Table:
    """A round board on which dice are thrown, collected, bumped and read with a camera's errors."""

    def __init__(self, rng: random.Random, habits: TableHabits | None = None) -> None:
        self.rng = rng
        self.habits = habits or TableHabits()

    def throw(self, lying: Sequence[LyingDie], number: int) -> tuple[LyingDie, ...]:
        thrown: list[LyingDie] = []
        while len(thrown) < number:
            angle, away = self.rng.uniform(0, 2 * math.pi), self.habits.radius * math.sqrt(self.rng.random())
            die = LyingDie(
                x=away * math.cos(angle),
                y=away * math.sin(angle),
                turn_deg=self.rng.uniform(0, 90),
                face=self.rng.randrange(FACES),
            )
            if die.is_clear_of([*lying, *thrown]):
                thrown.append(die)
        return tuple(thrown)

    def nudge(
        self, dice: Sequence[LyingDie], share: float, *, sd: float, far: float = 0.0, tipped: float = 0.0
    ) -> tuple[LyingDie, ...]:
        moved = list(dice)
        for i, die in enumerate(dice):
            luck = self.rng.random()
            if luck >= share + far:
                continue
            is_shoved = luck >= share
            reach, turn_sd = (0.9, 60.0) if is_shoved else (sd, 12.0)
            tips = is_shoved and self.rng.random() < tipped
            for _ in range(20):
                there = replace(
                    die,
                    x=die.x + self.rng.gauss(0, reach),
                    y=die.y + self.rng.gauss(0, reach),
                    turn_deg=die.turn_deg + self.rng.gauss(0, turn_sd),
                    face=self.rng.randrange(FACES) if tips else die.face,
                )
                if there.is_clear_of(moved[:i] + moved[i + 1 :], 0.95):
                    moved[i] = there
                    break
        return tuple(moved)

    def read(self, dice: Sequence[LyingDie]) -> tuple[Reading, tuple[int, ...]]:
        """Return a reading, and for every die in it which of the given dice it is."""
        sights = [(self._seen(die), i) for i, die in enumerate(dice)]
        sights.sort(key=lambda sight: sight[0].detection.centre_xy)
        return reading_of([die for die, _ in sights]), tuple(i for _, i in sights)

    def _seen(self, die: LyingDie) -> DieReading:
        centre = (720 + (die.x + self.rng.gauss(0, 0.02)) * DIE_PX, 720 + (die.y + self.rng.gauss(0, 0.02)) * DIE_PX)
        face = die.face
        if self.rng.random() < self.habits.misread:
            face = self.rng.choice([other for other in range(FACES) if other != die.face])
        seen = die_at(centre, face, die.turn_deg + self.rng.gauss(0, 1.2), confidence=self.rng.uniform(0.93, 0.999))
        first = self.rng.randrange(4)
        quad = seen.detection.quad[first:] + seen.detection.quad[:first]
        return replace(seen, detection=replace(seen.detection, quad=quad))
