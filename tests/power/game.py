"""A game as the log holds it, by lot: records of the size that real readings have, legal in their order."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from firmware.faces import label_of
from firmware.log import codec
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from scoring.dice import Face
from scoring.events import Entered, GameAbandoned, GameBegan, ThrowMade
from scoring.ruleset import MOST_COLUMNS
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from vision.reading import Detection, DieReading, Reading, Verdict

PLAYERS = ("Manfred", "Ewald")
DICE = 5
TURNS = 2 * MOST_COLUMNS * len(Category)
"""Of a whole game."""


def records(turns: int = TURNS, *, seed: int = 1) -> tuple[Record, ...]:
    """Return a game of so many turns, one to three throws each."""
    return tuple(_records(turns, random.Random(seed)))


def log() -> tuple[Record, ...]:
    """Return three short games, one after the other, each put away before its end."""
    return tuple(record for seed in range(3) for record in (*records(4, seed=seed), Record(GameAbandoned())))


def _records(turns: int, rng: random.Random) -> Iterator[Record]:
    yield Record(GameBegan(players=PLAYERS, beginner=0))
    cells = [Cell(category, column) for column in range(1, MOST_COLUMNS + 1) for category in Category]
    for turn in range(turns):
        faces: list[Face] = []
        for _ in range(rng.randint(1, 3)):
            held = [bool(faces) and rng.random() < 0.4 for _ in range(DICE)]
            held[rng.randrange(DICE)] = False  # a throw of no dice is none
            faces = [faces[i] if held[i] else rng.choice(list(Face)) for i in range(DICE)]
            yield Record(ThrowMade(tuple(faces), tuple(held)), seen(faces, rng))
        yield Record(Entered(cells[turn // 2]))


def seen(faces: list[Face], rng: random.Random) -> Reading:
    """Return a reading of five dice, with all the digits that real ones have."""
    dice = tuple(_die(face, rng) for face in faces)
    return Reading(dice=dice, verdict=Verdict.CLEAR, exposed_ns=rng.randrange(10**15), size_wh=(1440, 1080))


def _die(face: Face, rng: random.Random) -> DieReading:
    x, y = rng.uniform(0, 1300), rng.uniform(0, 1000)
    quad = tuple((x + rng.uniform(0, 70), y + rng.uniform(0, 70)) for _ in range(4))
    found = Detection(
        box_xyxy=(x, y, x + rng.uniform(70, 80), y + rng.uniform(70, 80)),
        quad=(quad[0], quad[1], quad[2], quad[3]),
        tilt_deg=rng.uniform(0, 3),
        confidence=rng.uniform(0.9, 1),
    )
    rest = [rng.uniform(0, 0.001) for _ in Face]
    probabilities = tuple(1 - sum(rest) if label == label_of(face) else rest[label] for label in range(len(Face)))
    told = {"label": label_of(face), "probabilities": probabilities, "confidence": rng.uniform(0.9, 1)}
    return DieReading(detection=found, is_burning=False, **told)


def grown(path: Path, games: int) -> None:
    """Make a log that has grown for years: of so many whole games."""
    bodies = [codec.encode(record) for record in records()]
    with closing(SqliteStore.open(path)) as store:
        for number in range(games):
            first = number * len(bodies) + 1
            stored = [StoredRecord(sequence=first + n, game=number + 1, body=body) for n, body in enumerate(bodies)]
            store.extend(stored)
