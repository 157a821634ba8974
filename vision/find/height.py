"""What lies higher looks larger: whether a die is stacked, by its top face beside those of the others.

A die on another is nearer to the camera by its edge, which at the table is a twentieth of the way. A tilted camera sees
dice larger where it is nearer, too; by how much follows from its view, and is taken away before.

Source:
    Of a plane seen by a pinhole camera the inverse depth is linear in the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.find.lean import ViewField, edges_px, places_of
from vision.reading import Detection

FEW = 3
"""Of fewer others nobody can tell how large dice are."""
MOST = 0.5
"""By so much, as a logarithm, a die looks larger or smaller at most: what is more is no die of theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizePolicy:
    """By how much dice look larger than the median of the others, as logarithms.

    Fitted to 400 drawn trays (`models.evaluate.rim` with other seeds, one of them with more stacked dice).
    """

    flat_sd: float = 0.021  # Standard deviation of dice that lie on the floor
    badly_sd: float = 0.1  # Of such whose corners were measured badly
    badly_share: float = 0.07  # So many are
    stacked: float = 0.042  # Of dice that lie on others, on average
    stacked_sd: float = 0.042  # Standard deviation
    weight: float = 0.75  # So much of it counts: some of it the pose reader saw, too


def stacked_odds(
    dice: Sequence[Detection], size_wh: tuple[int, int], *, view: ViewField, policy: SizePolicy | None = None
) -> NDArray[np.float64]:
    """Return what each die's size adds to the logarithm of the odds that it lies on another, (N,); 0 of few dice.

    Args:
        dice: As found in one frame, all dice alike in size.
        size_wh: Size of the frame, pixels.
        view: What lying dice show of their sides.
        policy: How well sizes are measured.
    """
    if len(dice) <= FEW:
        return np.zeros(len(dice))
    chosen, quads = policy or SizePolicy(), np.array([die.quad for die in dice])
    nearer = 1 - view.mean[2] * places_of(quads.mean(axis=1), size_wh) @ view.mean[:2]
    sizes = np.log(edges_px(quads, np.array([die.sweep_xy for die in dice])) / np.maximum(nearer, 0.5))
    medians = np.array([np.median(np.delete(sizes, number)) for number in range(len(dice))])
    larger = np.clip(sizes - medians, -MOST, MOST)
    well = (1 - chosen.badly_share) * _density(larger, chosen.flat_sd)
    flat = well + chosen.badly_share * _density(larger, chosen.badly_sd)
    return np.asarray(chosen.weight * np.log(_density(larger - chosen.stacked, chosen.stacked_sd) / flat))


def _density(values: NDArray[np.float64], sd: float) -> NDArray[np.float64]:
    return np.asarray(np.exp(-((values / sd) ** 2) / 2) / (sd * np.sqrt(2 * np.pi)))
