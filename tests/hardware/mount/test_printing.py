"""Each part can be printed, and the checks see where it cannot; pictures show what stands before."""

import io

import numpy as np
import pytest

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from build123d import Box, Pos
from PIL import Image

from hardware.errors import NumbersError
from hardware.mount import boards, carriage, shapes
from hardware.mount.catalogue import catalogue
from hardware.mount.mesh import check_bed, least_bed_mm, mesh
from hardware.mount.picture import draw
from hardware.numbers import load
from tests.hardware.mount.surfaces import LEAST_WALL_MM, open_edges, require_printable, thinnest_mm, unsupported

FRONT = (0.0, 0.0, (80, 60))
RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.mark.parametrize("name", [part.name for part in catalogue(load())])
def test_a_part_is_one_closed_solid_that_fits_the_bed_without_supports_and_nowhere_too_thin(stand, name):
    require_printable(name, stand.parts[name], stand.meshes[name], bed_mm=stand.numbers.printer.bed_mm)


@pytest.mark.proof
@pytest.mark.parametrize("model", ["hq", "usb", "v2", "module-3-wide"])
def test_plates_for_other_cameras_print_as_well(model):
    surface = mesh(carriage.plate_of(boards.CAMERAS[model], 22.0))
    assert open_edges(surface) == 0
    assert unsupported(surface) == []
    assert thinnest_mm(surface) >= LEAST_WALL_MM


def test_too_small_a_bed_is_refused_with_part_size_and_the_nearest(stand):
    surface, long = stand.meshes["case-tray"], stand.meshes["wing-channel"]
    with pytest.raises(NumbersError, match=r"printer.bed_mm = 200 .* case-tray \(214 × 125 × 27 mm\).* nearest is 218"):
        check_bed("case-tray", surface, 200.0)
    check_bed("case-tray", surface, 218.0)
    assert least_bed_mm(long) < np.ptp(long.vertices_mm, axis=0)[:2].max() - 15  # it may lie across the bed


def test_a_ceiling_in_the_air_a_thin_wall_and_a_hole_are_found():
    assert unsupported(mesh(Pos(0, 0, 20) * Box(60, 60, 4, align=shapes.FLOOR) + Box(6, 6, 21, align=shapes.FLOOR)))
    assert unsupported(mesh(Box(60, 60, 4, align=shapes.FLOOR))) == []
    assert thinnest_mm(mesh(Box(30, 0.5, 20, align=shapes.FLOOR))) == pytest.approx(0.5)
    surface = mesh(Box(5, 5, 5))
    broken = type(surface)(surface.vertices_mm, surface.triangles[1:])
    assert open_edges(surface) == 0
    assert open_edges(broken) > 0


def pixels(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB")).astype(int)


@pytest.mark.parametrize(("behind_mm", "seen"), [(20.0, 0), (-20.0, 2)])
def test_what_stands_before_hides_what_stands_behind(behind_mm, seen):
    bodies = [(Pos(0, behind_mm, 0) * Box(10, 10, 10), BLUE), (Box(10, 10, 10), RED)]
    assert pixels(draw(bodies, *FRONT))[30, 40].argmax() == seen


def test_a_body_is_drawn_whole_with_a_dark_outline_on_white():
    seen = pixels(draw([(Box(10, 10, 10), (240, 150, 60))], *FRONT))
    assert tuple(seen[1, 1]) == (255, 255, 255)
    row = seen[30].sum(axis=1)
    inside = np.flatnonzero(row < 700)
    assert inside[-1] - inside[0] == pytest.approx(55, abs=2)  # 60 px high less margins, as wide as high
    assert row[inside[0] : inside[0] + 3].min() < 450
    assert np.all(row[inside[0] + 4 : inside[-1] - 3] > 300)
