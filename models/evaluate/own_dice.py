"""How well own dice are read after twelve crops: designs never trained on, shown in one light, read in another.

The crops are drawn close up and cut out by quads as wrong as the detector's: dice are not looked for. The sets come in
tables of five that are told apart from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate.workers import Models, face_reader_of, worked
from models.render.camera import principal_px, project
from models.render.stage import render
from models.render.styles import HELD_OUT_FROM, foreign_design, poker_design, symbol_design
from models.render.world import Design, DieInstance, Family, Scene
from models.train.crops import CropConfig, jittered
from models.train.pictures.placing import flat_rotation, sample_board
from models.train.pictures.scene import SceneConfig, balanced, sample_camera, sample_film, sample_light
from scoring.statistics.share import Share, share_of
from vision.learn.familiar import Acquaintance
from vision.learn.impressions import CropReader, Impressions, impressions_of
from vision.learn.lesson import Lesson
from vision.learn.taught import DiceSet, teach
from vision.learn.taught_reader import SetsReader, recognise
from vision.preprocess import rectify
from vision.read.classify import FACE_LABELS
from vision.read.reader import ReaderPolicy

FIRST_DESIGN = HELD_OUT_FROM + 40_000
TABLES = 16
SETS_A_TABLE = 5
SHOWN, READ = 2, 4
"""Crops a face that are shown, and that are read afterwards."""
THROWN = 5
PATCH_PX = 128
SCENES = SceneConfig(size_wh=(1400, 1400), die_px=(35.0, 80.0), quality=0.5, tilt_most_deg=15.0)
PIP_LABELS = ("one", "two", "three", "four", "five", "six")


class Kind(StrEnum):
    """Kinds of dice, as the figures are told by."""

    POKER = "poker"
    ORDINARY = "pips and numerals"
    SYMBOLS = "other signs"


KINDS = (Kind.POKER, Kind.POKER, Kind.POKER, Kind.ORDINARY, Kind.SYMBOLS)
"""Of the sets of a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDiceFigures:
    """What was measured on sets that were taught."""

    sets: int  # How many
    accuracy: Share  # Dice whose likeliest face is the right one
    asked: Share  # Dice that the reader is not sure of, or takes for none of the set
    sure_right: Share  # Dice it is sure of that are read right
    poker: Share  # Accuracy on poker dice
    poker_untaught: Share  # Of the general reader alone on the same dice
    ordinary: Share  # Accuracy on dice with pips or numerals
    symbols: Share  # Accuracy on dice with other signs
    recognised: Share  # Throws of five whose set was told among the five of the table
    mistaken: Share  # Throws that were taken for another set
    foreign: Share  # Dice of the next set of the table that are known for none of the set
    six_questions: Share  # Sets that were taught with at most six questions
    questions: float  # Asked a set, on average
    misnamed: Share  # Crops that took a wrong name without being asked about


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRecord:
    """What became of one set."""

    kind: Kind  # Of its dice
    right: tuple[bool, ...]  # Of each die read, whether it was read right
    sure: tuple[bool, ...]  # Likewise, whether the reader was sure
    untaught: tuple[bool, ...]  # Likewise, whether the general reader was right; empty where it knows other faces
    recognised: tuple[bool | None, ...]  # Of each throw, whether the set was told; None where another was said
    foreign: tuple[bool, ...]  # Of each die of another set, whether it is known for none of this
    questions: int  # Asked until all crops shown had a name or were left out
    misnamed: tuple[bool, ...]  # Of each crop that took its name unasked, whether it is a wrong one


def measured_own_dice(models: Models, *, jobs: int, tables: int = TABLES) -> OwnDiceFigures:
    """Return the figures of so many tables of sets."""
    work = partial(records_of_table, models)
    by_table = worked(work, range(tables), jobs=jobs, what="teaching own dice, 5 sets each")
    records = [one for table in by_table for one in table]

    def all_of(name: str, kind: Kind | None = None) -> NDArray[np.bool_]:
        return np.array([flag for one in records if kind in (None, one.kind) for flag in getattr(one, name)], bool)

    right, sure = all_of("right"), all_of("sure")
    throws = [said for one in records for said in one.recognised]
    return OwnDiceFigures(
        sets=len(records),
        accuracy=share_of(right),
        asked=share_of(~sure),
        sure_right=share_of(right[sure]),
        poker=share_of(all_of("right", Kind.POKER)),
        poker_untaught=share_of(all_of("untaught")),
        ordinary=share_of(all_of("right", Kind.ORDINARY)),
        symbols=share_of(all_of("right", Kind.SYMBOLS)),
        recognised=Share(throws.count(True), len(throws)),
        mistaken=Share(throws.count(None), len(throws)),
        foreign=share_of(all_of("foreign")),
        six_questions=share_of(one.questions <= len(PIP_LABELS) for one in records),
        questions=float(np.mean([one.questions for one in records])),
        misnamed=share_of(all_of("misnamed")),
    )


def records_of_table(models: Models, number: int) -> tuple[SetRecord, ...]:
    """Return what became of the sets of a table."""
    cv2.setNumThreads(1)
    reader = face_reader_of(models)
    first = FIRST_DESIGN + number * SETS_A_TABLE
    designs = [own_design(kind, first + which) for which, kind in enumerate(KINDS)]
    faces = np.arange(6)
    shown, read = np.repeat(faces, SHOWN), np.repeat(faces, READ)
    crops = [close_ups(design, shown, seed=(first, 1)) for design in designs]
    taught = [taught_set(reader, own, shown, kind) for own, kind in zip(crops, KINDS, strict=True)]
    later = [impressions_of(reader, close_ups(design, read, seed=(first, 2))) for design in designs]
    return tuple(
        _record(which, taught, later, true=read, asked=questions(crops[which], shown, reader))
        for which in range(len(KINDS))
    )


def questions(crops: NDArray[np.uint8], shown: NDArray[np.intp], reader: CropReader) -> tuple[int, tuple[bool, ...]]:
    """Return how many questions a set takes, and of each crop that took its name unasked whether it is wrong."""
    lesson = Lesson.begin(PIP_LABELS, crops, impressions_of(reader, crops))
    while (crop := lesson.question(is_complete=True)) is not None:
        lesson = lesson.answered(crop, int(shown[crop]))
    dice_set, used = lesson.taught(name="asked", model_sha256=reader.sha256)
    names = zip(used, dice_set.shown.tolist(), strict=True)
    return len(lesson.answers), tuple(label != shown[crop] for crop, label in names if crop not in lesson.answers)


def own_design(kind: Kind, seed: int) -> Design:
    """Return a design of a kind that was never trained on; one without any print does not count."""
    match kind:
        case Kind.POKER:
            return poker_design(seed)
        case Kind.SYMBOLS:
            return symbol_design(seed)
        case Kind.ORDINARY:
            designs = (foreign_design(seed + SETS_A_TABLE * TABLES * again) for again in range(100))
            return next(design for design in designs if design.family is not Family.BLANK)


def taught_set(reader: CropReader, crops: NDArray[np.uint8], shown: NDArray[np.intp], kind: Kind) -> DiceSet:
    """Return the set taught from crops, its faces named as such dice's are."""
    labels = FACE_LABELS if kind is Kind.POKER else PIP_LABELS
    return teach(impressions_of(reader, crops), shown, labels=labels, name=kind, model_sha256=reader.sha256)


def close_ups(design: Design, faces: NDArray[np.intp], *, seed: Sequence[int]) -> NDArray[np.uint8]:
    """Return crops, uint8 (N, 64, 64, 3), of dice showing faces on one board under one camera and light."""
    rng = np.random.default_rng(seed)
    board = sample_board(rng, clutter_share=0.0, shared=None)
    size_mm = float(rng.uniform(12, 20))
    camera, light = sample_camera(rng, SCENES, size_mm=size_mm), sample_light(rng)
    film = replace(balanced(sample_film(rng, SCENES.quality), light, board, rng), motion_px=0.0, rescale=1.0)
    reach_mm = min(board.radius_mm * 0.8, SCENES.size_wh[0] / camera.f_px * camera.height_mm * 0.4)
    crops = []
    for face in faces:
        angle, away = rng.uniform(0, 2 * np.pi), reach_mm * np.sqrt(rng.random())
        place = float(away * np.cos(angle)), float(away * np.sin(angle)), size_mm / 2
        rotation = flat_rotation(int(face), float(rng.uniform(0, 360)))
        die = DieInstance(design=design, size_mm=size_mm, position_mm=place, rotation=rotation)
        seen, (cx, cy), half = project(camera, np.array(die.position_mm)), principal_px(camera), PATCH_PX / 2
        centre_px = cx + half - float(seen[0]), cy + half - float(seen[1])
        window = replace(camera, size_wh=(PATCH_PX, PATCH_PX), centre_px=centre_px)
        scene = Scene(dice=(die,), board=board, light=light, camera=window, film=film, seed=int(rng.integers(2**31)))
        drawn = render(scene)
        quad = jittered(np.array(drawn.truth[0].quad), rng, CropConfig())
        crops.append(rectify(drawn.pixels, np.roll(quad, int(rng.integers(4)), axis=0)))
    return np.stack(crops)


def _record(
    which: int,
    taught: Sequence[DiceSet],
    later: Sequence[Impressions],
    *,
    true: NDArray[np.intp],
    asked: tuple[int, tuple[bool, ...]],
) -> SetRecord:
    dice_set, seen, policy = taught[which], later[which], ReaderPolicy()
    read, strange = (dice_set.read(one).probabilities for one in (seen, later[which - 1]))
    faces = read[:, :-1]
    is_sure = (faces.max(axis=1) >= policy.sure_confidence) & (read[:, -1] < policy.foreign_share)
    untaught = (seen.general[:, :-1].argmax(axis=1) == true).tolist() if dice_set.is_poker else ()
    # Every fifth crop: the faces of a throw differ, as they do.
    throws = [np.arange(start, len(seen), len(seen) // THROWN)[:THROWN] for start in range(len(seen) // THROWN)]
    told = [recognise(seen.of(throw), taught) for throw in throws]
    return SetRecord(
        kind=KINDS[which],
        right=tuple((faces.argmax(axis=1) == true).tolist()),
        sure=tuple(is_sure.tolist()),
        untaught=tuple(untaught),
        recognised=tuple(True if found is dice_set else False if found is None else None for found in told),
        foreign=tuple((strange[:, -1] >= policy.foreign_share).tolist()),
        questions=asked[0],
        misnamed=asked[1],
    )


SETS = 60
FIRST_FAMILIAR = FIRST_DESIGN + 20_000
EARLIER, LATER = 8, 8
"""Throws of a set that it is got to know by, and throws that are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliarFigures:
    """What was measured on the later throws."""

    sets: int  # How many
    known: Share  # Sets that were known before the first of these throws
    ever_known: Share  # Sets that were known in the end
    misnamed: Share  # Of the dice read by a set known from play, those of sets of which a face has a wrong name
    accuracy: Share  # Dice whose likeliest face is the right one
    sure_right: Share  # Dice the reader was sure of that are read right
    asked: Share  # Dice it was not sure of
    throws_asked: Share  # Throws with such a die
    strange_accuracy: Share  # The same of the general reader alone
    strange_sure_right: Share  # Likewise
    strange_asked: Share  # Likewise
    strange_throws_asked: Share  # Likewise


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """What became of one set; all arrays bool (LATER, 5), a row a throw."""

    was_known: NDArray[np.bool_]  # Before each later throw, whether the set was known
    is_known: bool  # Whether it was in the end
    is_misnamed: bool  # Whether a face of the set as it is known in the end has a wrong name
    right: NDArray[np.bool_]  # Whether each die was read right
    sure: NDArray[np.bool_]  # Whether the reader was sure of it
    strange_right: NDArray[np.bool_]  # Likewise, the general reader alone
    strange_sure: NDArray[np.bool_]  # Likewise


def measured_familiar(models: Models, *, jobs: int, sets: int = SETS) -> FamiliarFigures:
    """Return the figures of so many sets."""
    work = partial(record_of_play, models)
    return familiar_figures(worked(work, range(sets), jobs=jobs, what="playing with dice nobody taught"))


def familiar_figures(records: Sequence[PlayRecord]) -> FamiliarFigures:
    """Return the figures of sets."""
    known = [one for one in records if one.is_known]
    shares: dict[str, Share] = {}
    for who in ("", "strange_"):
        right, sure = (np.concatenate([getattr(one, who + name) for one in records]) for name in ("right", "sure"))
        shares[f"{who}accuracy"] = share_of(right.flat)
        shares[f"{who}sure_right"] = share_of(right[sure])
        shares[f"{who}asked"] = share_of(~sure.ravel())
        shares[f"{who}throws_asked"] = share_of(not throw.all() for throw in sure)
    return FamiliarFigures(
        sets=len(records),
        known=share_of(one.was_known[0] for one in records),
        ever_known=Share(len(known), len(records)),
        misnamed=share_of(one.is_misnamed for one in known),
        **shares,
    )


def record_of_play(models: Models, number: int) -> PlayRecord:
    """Return what became of a set that was drawn and played with."""
    cv2.setNumThreads(1)
    reader = face_reader_of(models)
    seed = FIRST_FAMILIAR + number
    design = own_design(Kind.POKER, seed)
    faces = np.random.default_rng((seed, 3)).integers(0, 6, (EARLIER + LATER, THROWN))
    parts = (faces[:EARLIER], faces[EARLIER:])
    crops = [close_ups(design, part.ravel(), seed=(seed, light)) for light, part in enumerate(parts)]
    return played(impressions_of(reader, np.concatenate(crops)), faces, SetsReader(reader), reader.sha256)


def played(seen: Impressions, faces: NDArray[np.intp], reader: SetsReader, model_sha256: str) -> PlayRecord:
    """Return what becomes of a set that is played with, never put right, and shows `faces` (EARLIER + LATER, 5)."""
    known = Acquaintance(name="played with", model_sha256=model_sha256)
    was_known, read, general = [], [], []
    for number in range(len(faces)):
        throw = seen.of(np.arange(number * THROWN, (number + 1) * THROWN))
        was_known.append(known.dice_set is not None)
        reader.familiar = known.dice_set
        read.append(reader.read(throw)[:, :-1])
        general.append(throw.general[:, :-1])
        is_ours = known.dice_set is not None and recognise(throw, (known.dice_set,)) is not None
        known = known.met(throw, is_ours=is_ours)
    true, sure = faces[EARLIER:], ReaderPolicy().sure_confidence
    later, strange = np.stack(read[EARLIER:]), np.stack(general[EARLIER:])
    return PlayRecord(
        was_known=np.array(was_known[EARLIER:]),
        is_known=known.dice_set is not None,
        is_misnamed=_is_misnamed(known, seen, faces.ravel()),
        right=later.argmax(axis=2) == true,
        sure=later.max(axis=2) >= sure,
        strange_right=strange.argmax(axis=2) == true,
        strange_sure=strange.max(axis=2) >= sure,
    )


def _is_misnamed(known: Acquaintance, seen: Impressions, true: NDArray[np.intp]) -> bool:
    """Return whether most dice that show some face are read as another one."""
    if known.dice_set is None:
        return False
    read = known.dice_set.read(seen).probabilities[:, :-1].argmax(axis=1)
    return any(np.mean(read[true == face] == face) < 0.5 for face in set(true.tolist()))
