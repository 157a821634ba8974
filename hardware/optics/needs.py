"""What the eye needs of a picture, below everything that asks for it: optics, light, the doctor, the adapters.

Source:
    Measured: `make evaluate` (accuracy by a die's size) and `make eye-needs` (light and blur).
"""

from __future__ import annotations

LEAST_DIE_PX = 55.0
"""Width of a die at which the letter in its corner is still read."""

MOST_BLUR = 0.04
"""Standard deviation by which edges may be blurred, as a share of a die's width."""

MOST_UNEVEN = 5.0
"""The lightest part of the felt over the darkest."""
