"""What is bought by the piece, cut or stuck: plain data, no drawing."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from hardware import data
from hardware.mount.layout import layout
from hardware.mount.profile import BALLAST_WIDTH_MM, FILE, INSERTS
from hardware.numbers import Numbers

LENGTHS_MM = data.load(FILE, dict[str, tuple[str, float]], under="place")
"""Thread and length of the screws of each place; `hardware.mount.screws` puts them there."""
RUBBER_FEET = 4 + 4  # under the feet and under the button's box
METRES = {"aluminium profile": "profile", "flat steel bar": "steel"}
"""What is sold by the metre, by how its name begins."""


@dataclass(frozen=True, slots=True)
class Fastener:
    """Something bought by the piece."""

    kind: str  # "screw", "insert", "T-nut" or "rubber foot"
    name: str  # with its size, as shops call it
    count: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Something cut to length."""

    name: str
    length_mm: float  # of each piece
    count: int


def fasteners(numbers: Numbers, places: Iterable[str]) -> tuple[Fastener, ...]:
    """Return everything bought by the piece for one stand, from the places of its screws, each as often as it is."""
    screws = Counter(LENGTHS_MM[place] for place in places)
    found = [Fastener("screw", f"ISO 7380-1 {t} × {mm:g}", n) for (t, mm), n in sorted(screws.items())]
    inserts: Counter[str] = Counter()
    for (thread, _), count in screws.items():
        inserts["T-nut" if thread == "M5" else thread] += count
    # A channel's unused holes stay empty: inserts go only where a screw does.
    found += [Fastener("insert", INSERTS[t].name, n) for t, n in sorted(inserts.items()) if t in INSERTS]
    found.append(Fastener("T-nut", "T-nut M5 for profile 20, slot 6", inserts["T-nut"]))
    found.append(Fastener("rubber foot", "3M Bumpon SJ5012, 12.7 × 3.5 mm", RUBBER_FEET))
    if numbers.camera.model.startswith("usb"):
        found.append(Fastener("screw", "1/4-20 UNC × 1/2 in, for a tripod socket", 1))
    return tuple(found)


def counts(numbers: Numbers) -> dict[str, float]:
    """Return how much a stand takes, by the names that the bill's parts give under ``mount``: metres and pieces."""
    found = {}
    for begins, name in METRES.items():
        long_mm = sum(cut.length_mm * cut.count for cut in cuts(numbers) if cut.name.startswith(begins))
        found[name] = math.ceil(long_mm / 100) / 10
    ribbon = float(not numbers.camera.model.startswith("usb"))
    pieces = {"set": 1.0, "inserts": 1.0, "feet": float(RUBBER_FEET), "camera-ribbon": ribbon, "display-ribbon": 1.0}
    return found | pieces


def cuts(numbers: Numbers) -> tuple[Cut, ...]:
    """Return the profiles and the steel to cut, and the strip of LEDs."""
    place, found = layout(numbers), numbers.light
    profile = "aluminium profile 20 × 20, slot 6"
    parts = [
        Cut(profile, place.mast_mm, 2),
        Cut(profile, place.beam_mm, 1),
        Cut(profile, place.foot_profile_mm, 2),
        Cut("COB LED strip, 8 or 10 mm wide", found.piece_mm, 2 * found.in_wing),
    ]
    if numbers.mount.ballast_mm:
        steel = f"flat steel bar {BALLAST_WIDTH_MM:g} × {numbers.mount.ballast_mm:g}"
        parts += [Cut(steel, place.foot_profile_mm, 2), Cut(steel, 60.0, 1)]
    return tuple(parts)
