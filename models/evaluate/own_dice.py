"""How well own dice are read after twelve crops: designs never trained on, shown in one light, read in another.

The crops are drawn close up and cut out by quads as wrong as the detector's: dice are not looked for. The sets come in
tables of five that are told apart from each other.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate.workers import Models, face_reader_of, worked
from models.render.art import MEASURED
from models.render.camera import principal_px, project
from models.render.stage import render
from models.render.styles import HELD_OUT_FROM, art_design, foreign_design, poker_design, symbol_design
from models.render.world import Bytes, Design, DieInstance, Family, Scene
from models.train.crops import CropConfig, jittered
from models.train.pictures.placing import flat_rotation, sample_board
from models.train.pictures.scene import SceneConfig, balanced, sample_camera, sample_film, sample_light
from scoring.statistics.share import Share, share_of
from vision.learn.groups import Meeting, MetSet
from vision.learn.impressions import CropReader, Impressions, impressions_of
from vision.learn.taught import DiceSet, shows, teach
from vision.learn.taught_reader import SetsReader, recognise
from vision.light.exposure import other_exposure
from vision.preprocess import FACE_SIZE_PX, rectify
from vision.read.classify import FACE_LABELS
from vision.read.reader import ReaderPolicy

FIRST_DESIGN = HELD_OUT_FROM + 40_000
TABLES = 16
SETS_A_TABLE = 5
SHOWN, READ = 2, 4
"""Crops a face that are shown, and that are read afterwards."""
THROWN = 5
PATCH_PX = 128
PRINT = slice(FACE_SIZE_PX * 7 // 32, FACE_SIZE_PX * 25 // 32)
"""Of a crop: the middle of its top, as `vision.light.exposure.print_levels` takes it."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRecord:
    """What became of one set."""

    kind: Kind  # Of its dice
    right: tuple[bool, ...]  # Of each die read, whether it was read right
    sure: tuple[bool, ...]  # Likewise, whether the reader was sure
    untaught: tuple[bool, ...]  # Likewise, whether the general reader was right; empty where it knows other faces
    recognised: tuple[bool | None, ...]  # Of each throw, whether the set was told; None where another was said
    foreign: tuple[bool, ...]  # Of each die of another set, whether it is known for none of this


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
    return tuple(_record(which, taught, later, true=read) for which in range(len(KINDS)))


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


def taught_set(reader: CropReader, crops: Bytes, shown: NDArray[np.intp], kind: Kind) -> DiceSet:
    """Return the set taught from crops, its faces named as such dice's are."""
    labels = FACE_LABELS if kind is Kind.POKER else PIP_LABELS
    return teach(impressions_of(reader, crops), shown, labels=labels, name=kind, model_sha256=reader.sha256)


def close_ups(
    design: Design, faces: NDArray[np.intp], *, seed: Sequence[int], scenes: SceneConfig = SCENES,
    which: Iterable[int] | None = None, longer: float = 1.0,
) -> Bytes:  # fmt: skip
    """Return crops, uint8 (N, 80, 80, 3), of dice showing faces on one board under one camera and light.

    Of some of the dice alone if their numbers are given, exposed so many times as long as is usual there.
    """
    rng = np.random.default_rng(seed)
    board = sample_board(rng, clutter_share=0.0, shared=None)
    size_mm = float(rng.uniform(12, 20))
    camera, light = sample_camera(rng, scenes, size_mm=size_mm), sample_light(rng)
    film = replace(balanced(sample_film(rng, scenes.quality), light, board, rng), motion_px=0.0, rescale=1.0)
    film = replace(film, exposure=film.exposure * longer)
    reach_mm = min(board.radius_mm * 0.8, scenes.size_wh[0] / camera.f_px * camera.height_mm * 0.4)
    crops = []
    for number in range(len(faces)) if which is None else which:
        rng, face = np.random.default_rng([*seed, number]), int(faces[number])
        angle, away = rng.uniform(0, 2 * np.pi), reach_mm * np.sqrt(rng.random())
        place = float(away * np.cos(angle)), float(away * np.sin(angle)), size_mm / 2
        rotation = flat_rotation(face, float(rng.uniform(0, 360)))
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
    which: int, taught: Sequence[DiceSet], later: Sequence[Impressions], *, true: NDArray[np.intp]
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
    )


SETS = 15
"""A source and size."""
FIRST_MET = FIRST_DESIGN + 20_000
EARLIER, LATER, LIGHTS = 8, 32, 5
"""Throws of a set that it is met by, throws that are counted, and lamps and cameras that they are seen by."""
OURS = "our designs"
SIZES_PX = {"67 px": (62.0, 72.0), "45 px": (44.0, 46.0)}


@dataclass(frozen=True, slots=True, kw_only=True)
class MetFigures:
    """What was measured on the later throws."""

    sets: int  # How many
    met: Share  # Sets whose faces stood apart before the first of these throws
    grouped_wrong: Share  # Of those that ever did, sets of which one face's crops show another face
    proposed: Share  # Of these, sets whose six faces were all proposed with their right names
    found_again: Share  # Of dice read wrong and sure before the names, those that the second look offers right
    offered_right: Share  # Of dice that the second look offers another face for, those it offers right
    # Of sets met by then, as their players named them
    accuracy: Share  # Dice whose likeliest face is the right one
    sure_right: Share  # Dice the reader was sure of that are read right
    throws_asked: Share  # Throws with a die it was not sure of
    strange_accuracy: Share  # The same of all sets by the general reader alone: where nobody answers
    strange_sure_right: Share  # Likewise
    strange_throws_asked: Share  # Likewise


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """What became of one set; all arrays bool (LATER, 5), a row a throw."""

    met_after: int | None  # So many throws until its faces stood apart, None where they never did
    is_grouped_wrong: bool  # Whether one face's crops show another
    is_proposed: bool  # Whether all names proposed are right
    right: NDArray[np.bool_]  # Whether each die was read right
    sure: NDArray[np.bool_]  # Whether the reader was sure of it
    strange_right: NDArray[np.bool_]  # Likewise, the general reader alone
    strange_sure: NDArray[np.bool_]  # Likewise
    offers: NDArray[np.bool_]  # (D, 3), of dice before the names: was right, is offered another face, is right then


def measured_met(models: Models, art: Path, *, jobs: int, sets: int = SETS) -> dict[str, MetFigures]:
    """Return the figures of so many sets a source and size: of our designs, and of art that nothing was trained on."""
    sources = [OURS, *(source for source in MEASURED if (art / source).is_dir())]
    places = [(source, size) for source in sources for size in SIZES_PX]
    tasks = [(*place, number) for place in places for number in range(sets)]
    records = worked(partial(record_of_play, models, art), tasks, jobs=jobs, what="playing with dice nobody taught")
    parts = {place: records[at * sets : (at + 1) * sets] for at, place in enumerate(places)}
    return {f"an evening, {' '.join(place)}": met_figures(part) for place, part in parts.items()}


def met_figures(records: Sequence[PlayRecord]) -> MetFigures:
    """Return the figures of sets."""
    met = [one for one in records if one.met_after is not None]
    known = [one for one in met if one.met_after is not None and one.met_after <= EARLIER]
    shares: dict[str, Share] = {}
    for who, of in (("", known), ("strange_", records)):
        empty = np.empty((0, THROWN), bool)
        right, sure = (np.concatenate([empty, *(getattr(one, who + name) for one in of)]) for name in ("right", "sure"))
        shares[f"{who}accuracy"] = share_of(right.flat)
        shares[f"{who}sure_right"] = share_of(right[sure])
        shares[f"{who}throws_asked"] = share_of(not throw.all() for throw in sure)
    was_right, is_other, is_right = np.concatenate([np.empty((0, 3), bool), *(one.offers for one in met)]).T
    return MetFigures(
        sets=len(records),
        met=Share(len(known), len(records)),
        grouped_wrong=share_of(one.is_grouped_wrong for one in met),
        proposed=share_of(one.is_proposed for one in met),
        found_again=share_of(is_right[~was_right]),
        offered_right=share_of(is_right[is_other]),
        **shares,
    )


Anew: TypeAlias = Callable[[NDArray[np.intp], float], Bytes]
"""Gives the crops of some dice exposed so many times as long, as the table looks again at what light hides."""


def record_of_play(models: Models, art: Path, task: tuple[str, str, int]) -> PlayRecord:
    """Return what became of a source's set, seen in a size, that was drawn and played with."""
    crops, faces, anew = drawn_play(art, task)
    return played(crops, faces, face_reader_of(models), anew)


def drawn_play(art: Path, task: tuple[str, str, int]) -> tuple[Bytes, NDArray[np.intp], Anew]:
    """Return the dice of all throws of a source's set, seen in a size, as `played` takes them."""
    cv2.setNumThreads(1)
    source, size, number = task
    seed = FIRST_MET + number
    design = own_design(Kind.POKER, seed) if source == OURS else art_design(art, source, seed)
    faces = np.random.default_rng((seed, 3)).integers(0, 6, (EARLIER + LATER, THROWN))
    scenes = replace(SCENES, die_px=SIZES_PX[size])
    parts = np.split(faces.ravel(), LIGHTS)
    seen = [partial(close_ups, design, part, seed=(seed, at), scenes=scenes) for at, part in enumerate(parts)]

    def anew(which: NDArray[np.intp], longer: float) -> Bytes:
        light, numbers = divmod(which, len(parts[0]))
        again: Bytes = seen[light[0]](which=numbers.tolist(), longer=longer)
        return again

    return np.concatenate([part() for part in seen]), faces, anew


def played(crops: Bytes, faces: NDArray[np.intp], reader: CropReader, anew: Anew | None = None) -> PlayRecord:
    """Return what becomes of a set that shows `faces`, (EARLIER + LATER, 5), and is named by its players once met.

    Crops are uint8 (200, 80, 80, 3), of all throws in order.
    """
    seen, meeting, sets, met, met_after = impressions_of(reader, crops), Meeting(), SetsReader(reader), None, None
    true_of = {crop.tobytes(): int(face) for crop, face in zip(crops, faces.ravel(), strict=True)}
    true: list[int] = []
    sure = ReaderPolicy().sure_confidence
    read, general, offers = [], [], np.empty((0, 3), bool)
    for number in range(len(faces)):
        which = np.arange(number * THROWN, (number + 1) * THROWN)
        read.append(sets.read(seen.of(which))[:, :-1])
        unread = read[-1].max(axis=1) < sure
        longer = other_exposure(crops[which][unread][:, PRINT, PRINT].max(axis=3))
        if anew is not None and longer is not None:
            read[-1][unread] = sets.read(impressions_of(reader, anew(which, longer)))[unread, :-1]
        general.append(seen.general[which, :-1])
        is_asked = read[-1].max(axis=1) < sure
        asked = which[is_asked]
        if met is not None and sets.recognised is not None:
            sets.remember(sets.recognised, seen.of(which), np.where(is_asked, -1, read[-1].argmax(axis=1)).tolist())
            sets.sets = [_told(sets.in_light(one), seen.of(asked), faces.ravel()[asked]) for one in sets.sets]
        if met is not None:
            continue
        meeting = meeting.met(crops[which], seen.of(which))
        if (met := meeting.met_set()) is not None:
            met_after, true = number + 1, [true_of[crop.tobytes()] for crop in met.crops]
            agreed, named = _agreed(met, true), impressions_of(reader, met.crops)
            if len(set(agreed)) == len(FACE_LABELS):  # else one face has two pictures, and players see that
                sets.sets = (teach(named, agreed, labels=FACE_LABELS, name="met", model_sha256=reader.sha256),)
                offers = _second_look(sets.sets[0], seen, np.stack(general), faces[: number + 1], sure)
    later, strange = np.stack(read[EARLIER:]), np.stack(general[EARLIER:])
    return PlayRecord(
        met_after=met_after,
        is_grouped_wrong=met is not None and _agreed(met, true) != true,
        is_proposed=met is not None and list(met.shown) == true,
        right=later.argmax(axis=2) == faces[EARLIER:],
        sure=later.max(axis=2) >= sure,
        strange_right=strange.argmax(axis=2) == faces[EARLIER:],
        strange_sure=strange.max(axis=2) >= sure,
        offers=offers,
    )


def _second_look(
    dice_set: DiceSet, seen: Impressions, general: NDArray[np.float32], faces: NDArray[np.intp], sure: float
) -> NDArray[np.bool_]:
    """Return what the second look offers for throws, as `PlayRecord.offers`; what was not sure was asked about."""
    called = np.where(general.max(axis=2) >= sure, general.argmax(axis=2), faces)
    throws = np.arange(faces.size).reshape(faces.shape)
    again = np.array([dice_set.read_again(seen.of(which), of) for which, of in zip(throws, called, strict=True)])
    return np.stack([called == faces, again != called, again == faces], axis=-1).reshape(-1, 3)


def _told(dice_set: DiceSet, seen: Impressions, true: NDArray[np.intp]) -> DiceSet:
    """Return a set that learnt, as it does at the table, from dice that its players were asked about."""
    alike = dice_set.embedded(seen)
    plain = [die for die, face in enumerate(true) if shows(alike[die], int(face))]
    if not plain:
        return dice_set
    more, labels = dice_set.prototypes.with_more(seen.of(plain)), [*dice_set.shown, *true[plain]]
    return teach(more, labels, labels=FACE_LABELS, name="met", model_sha256=dice_set.model_sha256)


def _agreed(met: MetSet, true: Sequence[int]) -> list[int]:
    """Return what each crop is called by players who go by the first picture of each face."""
    first = dict(reversed(list(zip(met.shown, true, strict=True))))
    return [first[label] for label in met.shown]
