"""How well dice are found in photographs with boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.evaluate.records import loaded, matched
from models.evaluate.workers import Models, finder_of
from models.train.pictures.truth import LabelledBox
from scoring.statistics.share import Share
from vision.reading import DiceFinder


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotographFigures:
    """What was measured on photographs."""

    pictures: int  # How many
    recall: Share  # True dice that were found, at intersection over union 0.5
    precision: Share  # Found dice that are true ones
    pictures_right: Share  # Pictures in which all dice and nothing else was found


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotographRecord:
    """What was found in a photograph."""

    true: int  # Dice in it
    found: int  # Dice found
    hits: int  # Dice found that are true ones


def look_at(finder: DiceFinder, folder: Path, name: str, true: Sequence[LabelledBox]) -> PhotographRecord | None:
    """Return what was found in a photograph; None if it is absent or unreadable."""
    frame = loaded(name, folder / "images", folder)
    if frame is None:
        return None
    found = [one.box_xyxy for one in finder.detect(frame)]
    return PhotographRecord(true=len(true), found=len(found), hits=len(matched(found, [box for box, _ in true])))


def looked_at(models: Models, folder: Path, photograph: tuple[str, Sequence[LabelledBox]]) -> PhotographRecord | None:
    """Return what the models find in a photograph."""
    return look_at(finder_of(models), folder, *photograph)


def photograph_figures(records: Iterable[PhotographRecord]) -> PhotographFigures:
    """Return the figures of photographs as looked at."""
    looked = tuple(records)
    hits = sum(one.hits for one in looked)
    return PhotographFigures(
        pictures=len(looked),
        recall=Share(hits, sum(one.true for one in looked)),
        precision=Share(hits, sum(one.found for one in looked)),
        pictures_right=Share(sum(one.hits == one.found == one.true for one in looked), len(looked)),
    )
