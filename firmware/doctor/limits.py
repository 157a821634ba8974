"""What the eye needs of light and focus, in numbers.

Measured: `make eye-needs` makes boards worse step by step until they are no longer read. Each limit here lies among
what was measured at the last step at which all of them were, or at the last one tried.
"""

from __future__ import annotations

LEAST_LEVEL = 110.0
MOST_UNEVEN = 5.0
MOST_GLARE = 0.005
"""As much of a board of 26 cm as a die covers: a spot so large can hide one."""

MOST_CAST = 16.0  # the eye goes by shapes: no colour that was tried kept it from reading
MOST_NOISE = 13.0
MOST_SWING = 0.1  # more is read as well, but can look like a die that still moves
TOLD_SWING = 0.03  # from here on it is told how not to see it, though it does no harm yet
MOST_BLUR = 0.04
"""Of a die's edge."""

LEAST_DIE_PX = 55.0
"""Where no die lies on the board: hardware/README.md asks for at least this."""
