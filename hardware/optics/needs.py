"""What the eye needs of a picture, below everything that asks for it: optics, light, the doctor, the adapters.

Source:
    Measured: `make evaluate` (accuracy by a die's size); `make eye-needs` makes boards worse step by step until they
    are no longer read: each limit of light and focus lies among what was measured at the last step at which all of
    them were, or at the last one tried.
"""

LEAST_DIE_PX = 55.0  # width of a die at which the letter in its corner is still read
MOST_BLUR = 0.04  # standard deviation by which edges may be blurred, as a share of a die's width
MOST_UNEVEN = 5.0  # the lightest part of the felt over the darkest
LEAST_LEVEL = 110.0  # of 255, on the dice
MOST_GLARE = 0.005  # share of the board: as much of one of 26 cm as a die covers: a spot so large can hide one
MOST_BURNT_DIE = 0.02  # share of the middle half of a die's top
MOST_CAST = 16.0
"""The strongest colour over the weakest; the eye goes by shapes: none that was tried kept it from reading."""

MOST_NOISE = 13.0  # levels of 255 by which pixels jump
MOST_SWING = 0.1  # of the light, as a share; more is read as well, but can look like a die that still moves
TOLD_SWING = 0.03  # from here on it is told how not to see it, though it does no harm yet
