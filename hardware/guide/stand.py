"""What the mount says of itself in its file ``mount.json``: nothing has to be drawn again to know it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hardware.mount.fasteners import Cut, Printed

FILE = "mount.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The stand as it was made."""

    printed: tuple[Printed, ...]
    cuts: tuple[Cut, ...]  # all that is cut
    beam_mm: float  # length of the beam
    strip_z_mm: float  # the strip of light above the table
    display_z_mm: float  # the lower edge of the display's case
    pi_slot_z_mm: float  # the upper wall of the Pi's tray
    tip_n: float  # level force at the beam that tips it where it tips first


def stand_of(told: bytes) -> Stand:
    """Return the stand that was made, from what the mount's file says."""
    data: dict[str, Any] = json.loads(told)
    return Stand(
        printed=tuple(Printed(**{**part, "size_mm": tuple(part["size_mm"])}) for part in data["printed"]),
        cuts=tuple(Cut(**cut) for cut in data["cuts"]),
        beam_mm=data["layout"]["beam_mm"],
        strip_z_mm=data["layout"]["strip_z_mm"],
        display_z_mm=data["cables"]["low_z_mm"],
        pi_slot_z_mm=data["pi_tray_top_mm"],
        tip_n=min(data["stability"]["tip_n"].values()),
    )
