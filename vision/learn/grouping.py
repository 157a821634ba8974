"""Which crops show the same face, so that a player who teaches his dice is asked as seldom as possible.

Several dice of one throw may show one face, and dice that show two faces tell nothing about a third: only likeness
groups crops. What a group suggests is believed of a crop where the crops that were asked about agree; the rest is asked
about or left out, never learnt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.learn.impressions import Impressions
from vision.learn.ink import Templates

EMBEDDING_WEIGHT, PICTURE_WEIGHT = 0.7, 0.1
"""Of the embedding and of each way of looking at the ink, before any crop has a name."""
SAME_FACE = 0.93
"""Crops as alike as this on average are taken for one face even while few faces are known."""
UNSEEN_FACE = 0.87
"""A crop less like all that were named may show a face that was not named yet."""
UNLIKE = 0.75
"""Two crops less alike than this and given one name are worth another question."""
TEMPERATURE = 0.035
SURE = 0.9
"""A name that is not asked for must be this probable: what is learnt wrong is read wrong ever after."""
ENOUGH = 2
"""Crops a face; doubtful ones are asked about until it has so many."""
LIKELY = 0.25
"""A doubtful crop is asked about if it shows a scarce face with this probability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """What is known of the crops seen so far."""

    groups: tuple[tuple[int, ...], ...]  # Numbers of the crops that seem to show one face, largest group first
    names: tuple[int | None, ...]  # The label of each crop, None where it is neither answered nor sure
    doubtful: tuple[int, ...]  # Crops to ask about, the most useful first; those of groups without a name come first.


def likeness_of(seen: Impressions, others: Impressions) -> NDArray[np.float64]:
    """Return how alike crops are to others, float64 (N, M), by their embeddings and their ink."""
    ink = Templates.of(others.ink).likeness(seen.ink).sum(axis=2)
    return np.asarray(EMBEDDING_WEIGHT * (seen.embeddings @ others.embeddings.T) + PICTURE_WEIGHT * ink, np.float64)


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
    groups = merged(alike, answers, labels)
    chances = np.stack([_chances(alike[crop], answers, labels) for crop in range(len(alike))]) if len(alike) else None
    names: list[int | None] = [answers.get(crop) for crop in range(len(alike))]
    for members in groups:
        named = next((answers[crop] for crop in members if crop in answers), None)
        for crop in members:
            if crop not in answers and chances is not None and named is not None and chances[crop, named] >= SURE:
                names[crop] = named
    doubtful = () if chances is None else _doubtful(alike, groups, names, chances)
    doubtful += _misnamed(alike, answers, names, labels)
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


def merged(alike: NDArray[np.float64], answers: Mapping[int, int], labels: int) -> tuple[tuple[int, ...], ...]:
    """Return groups: crops with one answer are one, others are merged with them and each other while they are alike.

    Two groups are as alike as their crops on average; to a group with a name each crop is as alike as to the nearest of
    those that gave it its name: these may look unlike, since it was a player who said that they show one face.
    """
    groups = [members for label in range(labels) if (members := [crop for crop in answers if answers[crop] == label])]
    named = len(groups)
    groups += [[crop] for crop in range(len(alike)) if crop not in answers]
    links = np.full((len(groups), len(groups)), -np.inf)
    free = [members[0] for members in groups[named:]]
    for one, members in enumerate(groups[:named]):
        links[one, named:] = alike[np.ix_(members, free)].max(axis=0)
    links[named:, named:] = np.where(np.triu(np.ones((len(free),) * 2, bool), 1), alike[np.ix_(free, free)], -np.inf)
    count = len(groups)
    while count > 1:
        one, other = divmod(int(links.argmax()), len(links))
        if not (links[one, other] >= SAME_FACE or (count > labels and links[one, other] > -np.inf)):
            break
        _merge(links, groups, one, other, named)
        count -= 1
    return tuple(tuple(sorted(members)) for members in sorted(groups, key=len, reverse=True) if members)


def _merge(links: NDArray[np.float64], groups: list[list[int]], one: int, other: int, named: int) -> None:
    """Merge a group into one before it, in place; the other is empty then and linked to nothing."""
    if one >= named:
        share = len(groups[other]) / (len(groups[one]) + len(groups[other]))
        for before in range(one):
            links[before, one] = _mean(links[before, one], links[before, other], share)
        for behind in range(one + 1, len(groups)):
            to_other = links[min(behind, other), max(behind, other)]
            links[one, behind] = _mean(links[one, behind], to_other, share)
    groups[one] += groups[other]
    groups[other] = []
    links[other, :] = links[:, other] = -np.inf


def _mean(first: float, second: float, share: float) -> float:
    """Return the mean of two links, the second weighing its share; groups that are not linked stay so."""
    return -np.inf if np.isinf(first) or np.isinf(second) else (1 - share) * first + share * second


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


def _misnamed(
    alike: NDArray[np.float64], answers: Mapping[int, int], names: list[int | None], labels: int
) -> tuple[int, ...]:
    """Return crops that took their name from one of several that look unlike, while another face has no crop.

    One of these was called what it is not, and every crop like it would be.
    """
    if len(set(names) - {None}) == labels:
        return ()
    suspects = []
    for label in set(answers.values()):
        asked = [crop for crop in answers if answers[crop] == label]
        if alike[np.ix_(asked, asked)].min() < UNLIKE:
            suspects += [crop for crop, name in enumerate(names) if name == label and crop not in answers]
    return tuple(suspects)


def _least_alike(alike: NDArray[np.float64], answers: Mapping[int, int], doubtful: tuple[int, ...]) -> tuple[int, ...]:
    """Return the other crops that were not asked about, least like those that were first: they may show a new face."""
    others = [crop for crop in range(len(alike)) if crop not in answers and crop not in doubtful]
    asked = list(answers)
    return tuple(sorted(others, key=lambda crop: float(alike[crop, asked].max(initial=-1.0))))
