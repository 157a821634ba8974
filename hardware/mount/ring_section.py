"""Cross-section of the ring of light.

A strip of LEDs bends only flat side on: it cannot lie in a circle on a plane, so it is stuck round the inside of the
outer wall. Its light meets the inner wall, printed white, and leaves below through an opal diffuser.
"""

from __future__ import annotations

STRIP_MM = 10.0
"""COB strips are 8 or 10 mm wide."""
ROOF_MM = 2.4
INSIDE_MM = 14.0
"""Width of the channel."""
WALL_MM = 3.6
RABBET_MM = 1.2
"""So far the diffuser lies on either wall."""
DIFFUSER_MM = 1.6
DEPTH_MM = ROOF_MM + STRIP_MM + 2.0 + DIFFUSER_MM
WIDTH_MM = INSIDE_MM + 2 * WALL_MM
EAR_MM = 9.0
EAR_OUT_MM = 3.0
"""From the outer wall to the middle of an ear."""
