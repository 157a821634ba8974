"""The printed parts as STL and STEP, pictures, and what printing takes.

The whole as one STEP file would be 7.5 MB; `assembly` draws it for whoever wants it.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from build123d import Part, export_step

from hardware.mount import boards, carriage, pi_size, reading, scenes, stability
from hardware.mount.assembly import Placed, assembly, drawn
from hardware.mount.cables import cables
from hardware.mount.catalogue import DENSITY_G_PER_MM3, catalogue, printing_of
from hardware.mount.fasteners import cuts, fasteners
from hardware.mount.layout import hands_mm, layout
from hardware.mount.mesh import check_bed, mesh, stl
from hardware.mount.screws import screws
from hardware.mount.steps import BUTTON_STEP
from hardware.numbers import Numbers

TIME = "2026-01-01T00:00:00"  # in every STEP file's head: the same numbers make the same bytes


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return every file of the mount; `NumbersError` if a part does not fit the bed, or the stand would tip."""
    parts = drawn(numbers)
    # With the plates for all other cameras, for whoever changes his.
    mine, pillar = boards.camera_board(numbers.camera.model).family, layout(numbers).pillar_mm
    others = [board for board in boards.CAMERAS.values() if board.family != mine]
    everything = {**parts, **{board.family: carriage.plate_of(board, pillar) for board in others}}
    found = solids(numbers, everything)
    placed = assembly(numbers, parts)
    stands = stability.check(numbers, masses(numbers, placed, parts))
    found["mount.json"] = _data(numbers, parts, stands)
    return found | scenes.whole(placed) | scenes.parts(everything) | scenes.steps(numbers, placed)


def solids(numbers: Numbers, parts: Mapping[str, Part]) -> dict[str, bytes]:
    """Return parts as STL and STEP; `NumbersError` if one does not fit the bed."""
    found: dict[str, bytes] = {}
    for name, part in parts.items():
        surface = mesh(part)
        check_bed(name, surface, numbers.printer.bed_mm)
        found |= {f"stl/{name}.stl": stl(surface, name), f"step/{name}.step": step(part)}
    return found


def masses(numbers: Numbers, placed: Sequence[Placed], parts: Mapping[str, Part]) -> list[stability.Mass]:
    """Return what weighs on the stand's own feet."""
    grams = {part.name: printing_of(part, parts[part.name])["grams"] for part in catalogue(numbers)}
    found = []
    for one in placed:
        if one.step in (0, BUTTON_STEP):
            continue
        kg = grams.get(one.name, 0.0) / 1000 if one.kg is None else one.kg
        centre = one.solid.center()
        found.append(stability.Mass(one.name, kg, (centre.X, centre.Y, centre.Z)))
    return found


def step(part: Part) -> bytes:
    """Return a solid as STEP."""
    file = io.BytesIO()
    export_step(part, file, timestamp=TIME)
    return file.getvalue()


def _data(numbers: Numbers, parts: Mapping[str, Part], stands: stability.Stability) -> bytes:
    found = {
        "assumptions": {"density_g_per_mm3": DENSITY_G_PER_MM3},
        "printed": [printing_of(part, parts[part.name]) for part in catalogue(numbers)],
        "fasteners": [asdict(one) for one in fasteners(numbers, (screw.place for screw in screws(numbers)))],
        "cuts": [asdict(one) for one in cuts(numbers)],
        "cables": asdict(cables(numbers)),
        "pi_tray_top_mm": cables(numbers).pi_z_mm - pi_size.INSIDE_U_MM[0] + numbers.mount.wall_mm,
        "hands_mm": dict(zip(("width", "height"), hands_mm(numbers), strict=True)),
        "layout": asdict(layout(numbers)),
        "stability": asdict(stands),
        "reading": [asdict(one) for one in reading.readings(numbers)],
    }
    rounded = json.loads(json.dumps(found), parse_float=lambda digits: round(float(digits), 3))
    return (json.dumps(rounded, indent=1, ensure_ascii=False) + "\n").encode()
