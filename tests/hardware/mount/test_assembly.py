"""Everything goes together: nothing runs into anything, screws meet holes, the camera sees the board."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from build123d import Location, Part, Pos

from hardware.mount import boards, reading
from hardware.mount.frames import places
from hardware.mount.layout import hands_mm, layout
from hardware.mount.light import light
from hardware.mount.mesh import mesh
from hardware.mount.profile import INSERTS, THREADS
from hardware.mount.screws import screws
from hardware.mount.shapes import rod
from hardware.mount.steps import BUTTON_STEP
from tests.hardware.mount.surfaces import boxes_meet, first_hits, shared_mm3

INTO = {
    "pillar": "camera-plate-25x24",
    "strap": "wing-channel",
    "holder": "wing-channel",
    "end": "wing-channel",
    "clamp": "case-tray",
    "cover": "case-tray",
    "arm": "case-arm",
    "lid": "button-box",
    "pi": "pi-tray",
    "pi cover": "pi-tray",
    "M2": "camera-plate-25x24",
}
LEAST_HANDS_MM = 280.0
"""Between the wings: both hands of a player with a cup. An assumption."""


def solids(stand: SimpleNamespace, name: str) -> list[Part]:
    return [one.solid for one in stand.placed if one.name == name]


def test_nothing_runs_into_anything(stand: SimpleNamespace) -> None:
    # What stands twice is alike left and right: the right half and the button's box are enough.
    bodies = [
        one
        for one in stand.placed
        if not one.name.startswith(("screw", "ribbon")) and (one.solid.center().X > -1 or one.step == BUTTON_STEP)
    ]
    pairs = [(a, b) for a, b in combinations(bodies, 2) if boxes_meet(a.solid, b.solid)]
    assert len(pairs) > 40
    shared = {f"{a.name} in {b.name}": shared_mm3(a.solid, b.solid) for a, b in pairs}
    assert {names: mm3 for names, mm3 in shared.items() if mm3 > 0.5} == {}


def test_screws_pass_what_they_hold_and_reach_their_insert(stand: SimpleNamespace) -> None:
    for screw in screws(stand.numbers):
        thread = THREADS[screw.thread]
        assert screw.inside_mm >= thread.least_mm, screw.place
        shank = screw.where * Pos(0, 0, -screw.grip_mm) * rod(float(screw.thread[1:]) - 0.05, screw.grip_mm)
        assert all(shared_mm3(shank, p) < 0.05 for p in solids(stand, screw.through)), screw.place
        if screw.thread == "M5":
            assert screw.inside_mm < 6.0, "it would press on the core of the profile"
        else:
            assert screw.inside_mm <= INSERTS[screw.thread].depth_mm, screw.place


def test_every_insert_is_where_its_screw_comes(stand: SimpleNamespace) -> None:
    for screw in (each for each in screws(stand.numbers) if each.thread != "M5"):
        insert = INSERTS[screw.thread]
        # Brass fills the hole that is drawn for it: a sleeve just wider must be in plastic all round.
        sleeve = rod(insert.hole_mm + 0.6, insert.length_mm - 0.4) - rod(insert.hole_mm + 0.05, insert.length_mm)
        inside = screw.where * Pos(0, 0, -screw.grip_mm - insert.length_mm + 0.2)
        core = inside * rod(insert.hole_mm - 0.1, insert.length_mm - 0.4)
        near = solids(stand, INTO[screw.place])
        assert max(shared_mm3(inside * sleeve, p) for p in near) == pytest.approx(sleeve.volume, rel=0.05), screw.place
        assert max(shared_mm3(core, p) for p in near) < 0.05, screw.place


def test_slot_screws_sit_on_the_middle_of_a_slot(stand: SimpleNamespace) -> None:
    for screw in (each for each in screws(stand.numbers) if each.thread == "M5"):
        probe = screw.where * Pos(0, 0, -screw.length_mm + 1) * rod(5.0, 0.9)
        inside = [p for p in solids(stand, "profile") if boxes_meet(probe, p)]
        assert inside, "no profile behind a screw with a T-nut"
        assert all(shared_mm3(probe, p) < 0.05 for p in inside)


def test_the_lens_hangs_over_the_middle_and_level(stand: SimpleNamespace) -> None:
    numbers = stand.numbers
    lowest = min(solids(stand, "camera")[0].faces(), key=lambda face: face.center().Z)
    centre, normal = lowest.center(), lowest.normal_at()
    assert pytest.approx((0, 0), abs=0.05) == (centre.X, centre.Y)
    assert pytest.approx(numbers.board.floor_mm + numbers.camera.height_mm, abs=1e-6) == centre.Z
    assert tuple(normal) == pytest.approx((0, 0, -1), abs=1e-9)


def test_nothing_stands_between_lens_and_board(stand: SimpleNamespace) -> None:
    numbers = stand.numbers
    lens, rim = layout(numbers).lens_z_mm, numbers.board.rim_height_mm
    corner = numbers.board.across_mm / 2 / np.cos(np.pi / 8) + 10
    for one in stand.placed:
        if one.step == 0 or one.name in {"camera", "screen"}:
            continue
        surface = mesh(one.solid, tolerance_mm=0.5, angle_rad=0.5)
        ends = surface.vertices_mm[surface.triangles]
        spots = np.concatenate([ends + share * (np.roll(ends, 1, axis=1) - ends) for share in (0, 0.25, 0.5, 0.75)])
        spots = spots.reshape(-1, 3)
        spots = spots[(spots[:, 2] < lens - 1) & (spots[:, 2] > rim)]
        cast = np.hypot(spots[:, 0], spots[:, 1]) * (lens - rim) / (lens - spots[:, 2])
        assert cast.size == 0 or cast.min() > corner, one.name


def test_no_carriage_and_no_plate_hides_the_widest_view(stand: SimpleNamespace) -> None:
    lens = layout(stand.numbers).lens_z_mm
    reach = np.tan(np.deg2rad(max(boards.CAMERAS[m].half_angle_deg for m in ("module-3", "v2", "module-3-wide"))))
    for name in ("carriage", "camera-plate-25x24"):
        for solid in solids(stand, name):
            below = mesh(solid).vertices_mm
            below = below[below[:, 2] < lens - 1e-6]
            assert np.all(np.hypot(below[:, 0], below[:, 1]) > (lens - below[:, 2]) * reach)


def test_no_diffuser_shines_into_the_lens(stand: SimpleNamespace) -> None:
    found, place = light(stand.numbers), layout(stand.numbers)
    tilt = np.deg2rad(found.tilt_deg)
    facing = np.array([-np.cos(tilt), 0, -np.sin(tilt)])
    for spot in ((found.radius_mm + 20, 0), (found.radius_mm - 20, 0), (found.radius_mm, found.length_mm() / 2)):
        to_lens = np.array([0, 0, place.lens_z_mm]) - np.array([*spot, place.strip_z_mm])
        assert facing @ to_lens < 0
    for where in places(stand.numbers)["strip"]:
        normal = (where * Pos(0, 0, 1)).position - where.position
        assert pytest.approx(-np.sin(tilt), abs=1e-9) == normal.Z


def test_light_feet_and_masts_are_where_their_numbers_say(stand: SimpleNamespace) -> None:
    found, strips = light(stand.numbers), solids(stand, "strip")
    assert len(strips) == 2 * found.in_wing
    for strip in strips:
        back = strip.center() - Location((0, 0, 0)).position
        assert np.hypot(back.X, back.Y) == pytest.approx(found.radius_mm, abs=1.0)
        assert pytest.approx(stand.numbers.board.floor_mm + found.ring_height_mm, abs=1.0) == back.Z
    half = stand.numbers.board.across_mm / 2 + stand.numbers.mount.gap_mm
    for one in stand.placed:
        if one.name in {"foot-cap", "steel bar", "foot-plate"}:
            box = one.solid.bounding_box()
            assert min(abs(box.min.X), abs(box.max.X)) >= half - 1e-6


def test_profile_and_steel_have_the_clearance_that_is_set(stand: SimpleNamespace) -> None:
    cap = solids(stand, "foot-cap")[0]
    box = cap.bounding_box()
    inside = [f for f in cap.faces() if abs(abs(f.normal_at().X) - 1) < 1e-6 and f.area > 400]
    widths = sorted({round(2 * abs(f.center().X - box.center().X), 2) for f in inside})
    c = stand.numbers.mount.clearance_mm
    assert 20 + c in widths
    assert any(abs(width - 40 - c - 6) < 0.01 for width in widths)


def test_hands_have_room_to_the_front_and_back(stand: SimpleNamespace) -> None:
    """Between the wings' ends nothing hangs below the carriage."""
    free = 2 * min(abs(end.bounding_box().min.X) for end in solids(stand, "wing-end") if end.center().X > 0)
    width, height = hands_mm(stand.numbers)
    assert width == pytest.approx(free, abs=3)
    assert width >= LEAST_HANDS_MM
    assert height == layout(stand.numbers).plate_z_mm - stand.numbers.board.rim_height_mm > 400


def test_both_players_see_the_display_from_the_same_angle_within_its_limit(stand: SimpleNamespace) -> None:
    front, back = reading.readings(stand.numbers)
    assert front.angle_deg == pytest.approx(back.angle_deg)
    assert front.angle_deg < 56 < front.limit_deg
    assert front.letter_arcmin > 12
    screen = solids(stand, "screen")[0].center()
    assert tuple(screen) == pytest.approx(reading.middle_mm(stand.numbers), abs=2.5)  # behind the frame


@pytest.mark.parametrize("side", [-1, 1])
def test_nothing_hides_the_display_from_a_player(stand: SimpleNamespace, side: int) -> None:
    wide, high = boards.display_board(stand.numbers.display.model).window_mm
    tray = places(stand.numbers)["case-tray"][0]
    grid = [
        (tray * Pos(x, y, -0.3)).position
        for x in np.linspace(-0.48, 0.48, 9) * wide
        for y in (-0.48 * high, 0.48 * high)
    ]
    spots = np.array([(spot.X, spot.Y, spot.Z) for spot in grid])
    surfaces = [
        mesh(p.solid, tolerance_mm=0.4, angle_rad=0.5) for p in stand.placed if p.name not in {"screen", "display"}
    ]
    corners = np.concatenate([surface.vertices_mm[surface.triangles] for surface in surfaces])
    eye = np.array([reading.EYE_MM[0], side * reading.EYE_MM[1], reading.EYE_MM[2]])
    far = np.linalg.norm(eye - spots, axis=1)
    for spot, distance in zip(spots, far, strict=True):
        hit, _ = first_hits(spot[None], (eye - spot)[None] / distance, corners)
        assert hit[0] > distance
