"""Which found die is which true one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from vision.find.detect import overlaps

LEAST_OVERLAP = 0.5


def matched(found: Sequence[ArrayLike], true: Sequence[ArrayLike], *, least: float = LEAST_OVERLAP) -> dict[int, int]:
    """Return which found box (x0, y0, x1, y1) is which true one: number found → number true.

    Each found box, in the order given (most confident first), takes the free true box it overlaps most.
    """
    pairs: dict[int, int] = {}
    boxes = np.array(true, np.float64).reshape(-1, 4)
    for number, box in enumerate(found):
        union, _ = overlaps(np.asarray(box, np.float64), boxes)
        union[list(pairs.values())] = 0
        if len(union) and union.max() >= least:
            pairs[number] = int(union.argmax())
    return pairs
