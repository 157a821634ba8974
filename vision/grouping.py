"""Which crops show the same face, so that a player who teaches his dice is asked as seldom as possible.

Several dice of one throw may show one face, and dice that show two faces tell nothing about a third: only likeness
groups crops. What a group suggests is believed of a crop where the crops that were asked about agree; the rest is asked
about or left out, never learnt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from vision.impressions import Impressions

EMBEDDING_WEIGHT, PICTURE_WEIGHT = 0.4, 0.2
"""Of the embedding and of each way of looking at the ink, before any crop has a name."""
SAME_FACE = 0.93
"""Crops as alike as this on average are taken for one face even while few faces are known."""
UNSEEN_FACE = 0.87
"""A crop less like all that were named may show a face that was not named yet."""
TEMPERATURE = 0.035
SURE = 0.9
"""A name that is not asked for must be this probable: what is learnt wrong is read wrong ever after."""
ENOUGH = 2
"""Crops a face; doubtful ones are asked about until it has so many."""
LIKELY = 0.25
"""A doubtful crop is asked about if it shows a scarce face with this probability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """What is known of the crops seen so far.

    Attributes:
        groups: Numbers of the crops that seem to show one face, largest group first.
        names: The label of each crop, None where it is neither answered nor sure.
        doubtful: Crops to ask about, the most useful first; those of groups without a name come first.
    """

    groups: tuple[tuple[int, ...], ...]
    names: tuple[int | None, ...]
    doubtful: tuple[int, ...]


def likeness_of(seen: Impressions, templates_likeness: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how alike crops are to each other, float64 (N, N), from their embeddings and pictures.

    Args:
        seen: What the eye makes of them.
        templates_likeness: float32 (N, N, 3), of their ink.
    """
    alike = EMBEDDING_WEIGHT * (seen.embeddings @ seen.embeddings.T) + PICTURE_WEIGHT * templates_likeness.sum(axis=2)
    return np.asarray((alike + alike.T) / 2, np.float64)


def group(
    alike: NDArray[np.float64], answers: Mapping[int, int], *, labels: int, is_complete: bool = False
) -> Grouping:
    """Group crops into equal faces.

    Args:
        alike: float64 (N, N), how alike crops are; symmetric.
        answers: What was asked: number of the crop → its label.
        labels: How many faces a die has; no more groups than that are made.
        is_complete: No more crops will come: a face that has no name yet must be among these, however alike they are.
    """
    groups = _merged(alike, answers, labels)
    chances = np.stack([_chances(alike[crop], answers, labels) for crop in range(len(alike))]) if len(alike) else None
    names: list[int | None] = [answers.get(crop) for crop in range(len(alike))]
    for members in groups:
        named = next((answers[crop] for crop in members if crop in answers), None)
        for crop in members:
            if crop not in answers and chances is not None and named is not None and chances[crop, named] >= SURE:
                names[crop] = named
    doubtful = () if chances is None else _doubtful(alike, groups, names, chances)
    if is_complete and len(set(names) - {None}) < labels:
        doubtful += _least_alike(alike, answers, doubtful)
    return Grouping(groups=groups, names=tuple(names), doubtful=doubtful)


def next_question(grouping: Grouping, among: Iterable[int] | None = None) -> int | None:
    """Return the crop to ask about next, None when nothing needs to be asked.

    Args:
        grouping: Of all crops.
        among: The crops that can still be asked about: dice that lie on the board; None for all.
    """
    askable = None if among is None else frozenset(among)
    return next((crop for crop in grouping.doubtful if askable is None or crop in askable), None)


def _merged(alike: NDArray[np.float64], answers: Mapping[int, int], labels: int) -> tuple[tuple[int, ...], ...]:
    """Return groups: crops with one answer are one, others are merged with them and each other while they are alike."""
    groups: list[list[int]] = [[crop for crop in answers if answers[crop] == label] for label in range(labels)]
    groups = [members for members in groups if members] + [[c] for c in range(len(alike)) if c not in answers]
    while (pair := _closest(alike, groups, answers, labels)) is not None:
        one, other = pair
        groups[one] += groups.pop(other)
    return tuple(tuple(sorted(members)) for members in sorted(groups, key=len, reverse=True))


def _closest(
    alike: NDArray[np.float64], groups: list[list[int]], answers: Mapping[int, int], labels: int
) -> tuple[int, int] | None:
    """Return which two groups to merge next, None when they are to stay apart."""
    named = [any(crop in answers for crop in members) for members in groups]
    links = [
        (_link(alike, groups[one], groups[other], answers), one, other)
        for other in range(len(groups))
        for one in range(other)
        if not named[other]  # named ones come first, and two of them stay apart
    ]
    if not links:
        return None
    best, one, other = max(links)
    return (one, other) if best >= SAME_FACE or len(groups) > labels else None


def _link(alike: NDArray[np.float64], one: list[int], other: list[int], answers: Mapping[int, int]) -> float:
    """Return how alike two groups are: on average; a named one by the nearest of the crops that gave it its name.

    These may look unlike, since it was a player who said that they show one face.
    """
    asked = [crop for crop in one if crop in answers]
    return float(alike[np.ix_(asked, other)].max(axis=0).mean() if asked else alike[np.ix_(one, other)].mean())


def _chances(alike: NDArray[np.float64], answers: Mapping[int, int], labels: int) -> NDArray[np.float64]:
    """Return how probable each label is for a crop by those that were asked about; what is missing is a new face."""
    nearest = np.full(labels + 1, -np.inf)
    for crop, label in answers.items():
        nearest[label] = max(nearest[label], alike[crop])
    if np.isinf(nearest[:labels]).any():
        nearest[labels] = UNSEEN_FACE
    odds = np.exp((nearest - nearest.max()) / TEMPERATURE)
    return np.asarray((odds / odds.sum())[:labels], np.float64)


def _doubtful(
    alike: NDArray[np.float64],
    groups: tuple[tuple[int, ...], ...],
    names: list[int | None],
    chances: NDArray[np.float64],
) -> tuple[int, ...]:
    """Return the crops worth a question: middles of groups without a name, then doubtful ones of scarce faces."""
    nameless = [members for members in groups if all(names[crop] is None for crop in members)]
    middles = [members[int(alike[np.ix_(members, members)].sum(axis=1).argmax())] for members in nameless]
    counts = [names.count(label) for label in range(chances.shape[1])]
    scarce = [label for label, count in enumerate(counts) if count < ENOUGH]
    open_crops = [crop for crop, name in enumerate(names) if name is None and crop not in middles]
    useful = {crop: float(chances[crop, scarce].sum()) for crop in open_crops}
    likely = [crop for crop in open_crops if useful[crop] >= LIKELY]
    return (*middles, *sorted(likely, key=lambda crop: -useful[crop]))


def _least_alike(alike: NDArray[np.float64], answers: Mapping[int, int], doubtful: tuple[int, ...]) -> tuple[int, ...]:
    """Return the other crops that were not asked about, least like those that were first: they may show a new face."""
    others = [crop for crop in range(len(alike)) if crop not in answers and crop not in doubtful]
    asked = list(answers)
    return tuple(sorted(others, key=lambda crop: float(alike[crop, asked].max(initial=-1.0))))
