"""A frame: the pixels of one exposure and the moment it was made."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameShapeError


@dataclass(frozen=True, slots=True)
class Frame:
    """One exposure.

    Raises:
        FrameShapeError: If the pixels are not uint8 (H, W, 3).
    """

    pixels: NDArray[np.uint8]  # uint8, shape (H, W, 3), channels R, G, B
    exposed_ns: int = 0  # Monotonic time at which the exposure began, in ns
    reduced: int = 1  # so many pixels a side of the file it comes from make one of its own

    def __post_init__(self) -> None:
        """Refuse anything but colour pixels, which every later step assumes."""
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            got = f"{self.pixels.dtype} {self.pixels.shape}"
            raise FrameShapeError(f"A frame must be uint8 (height, width, 3) in RGB; got {got}.")

    @property
    def size_wh(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]
