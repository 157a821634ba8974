"""Everything goes together: nothing runs into anything, screws meet holes, the camera sees the board."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from build123d import Part, Pos

from hardware.mount import boards, bought, frames, pi_case, pi_size, profile, reading, steps
from hardware.mount.layout import hands_mm, layout
from hardware.mount.mesh import mesh
from hardware.mount.screws import screws
from hardware.mount.shapes import block, lying, rod
from tests.hardware.mount.surfaces import boxes_meet, clashes, first_hits, shared_mm3

INTO = {"arm": "case-arm", "lid": "button-box", **dict.fromkeys(("pi", "pi cover"), "pi-tray")}
INTO |= dict.fromkeys(("strap", "holder", "end"), "wing-channel") | dict.fromkeys(("clamp", "cover"), "case-tray")
INTO |= dict.fromkeys(("pillar", "M2"), "camera-plate-25x24")
LEAST_HANDS_MM = 280.0
"""Between the wings: both hands of a player with a cup. An assumption."""


def solids(stand: SimpleNamespace, name: str) -> list[Part]:
    return [one.solid for one in stand.placed if one.name == name]


def test_nothing_runs_into_anything(stand):
    # What stands twice is alike left and right: the right half and the button's box are enough.
    firm = [one for one in stand.placed if not one.name.startswith(("screw", "ribbon"))]
    bodies = [one for one in firm if one.solid.center().X > -1 or one.step == steps.BUTTON_STEP]
    assert clashes(bodies, least=40) == {}


def test_screws_pass_what_they_hold_and_reach_their_insert_or_the_middle_of_a_slot(stand):
    for screw in screws(stand.numbers):
        inside_mm = screw.length_mm - screw.grip_mm
        assert inside_mm >= profile.THREADS[screw.thread].least_mm, screw.place
        shank = screw.where * Pos(0, 0, -screw.grip_mm) * rod(float(screw.thread[1:]) - 0.05, screw.grip_mm)
        assert all(shared_mm3(shank, p) < 0.05 for p in solids(stand, screw.through)), screw.place
        if screw.thread == "M5":
            assert inside_mm < 6.0, "it would press on the core of the profile"
            probe = screw.where * Pos(0, 0, -screw.length_mm + 1) * rod(5.0, 0.9)
            inside = [p for p in solids(stand, "profile") if boxes_meet(probe, p)]
            assert inside, "no profile behind a screw with a T-nut"
            assert all(shared_mm3(probe, p) < 0.05 for p in inside)
            continue
        insert = profile.INSERTS[screw.thread]
        assert inside_mm <= insert.depth_mm, screw.place
        # Brass fills the hole that is drawn for it: a sleeve just wider must be in plastic all round.
        sleeve = rod(insert.hole_mm + 0.6, insert.length_mm - 0.4) - rod(insert.hole_mm + 0.05, insert.length_mm)
        spot = screw.where * Pos(0, 0, -screw.grip_mm - insert.length_mm + 0.2)
        core = spot * rod(insert.hole_mm - 0.1, insert.length_mm - 0.4)
        near = solids(stand, INTO[screw.place])
        assert max(shared_mm3(spot * sleeve, p) for p in near) == pytest.approx(sleeve.volume, rel=0.05), screw.place
        assert max(shared_mm3(core, p) for p in near) < 0.05, screw.place


def test_the_lens_hangs_over_the_middle_and_level(stand):
    numbers = stand.numbers
    lowest = min(solids(stand, "camera")[0].faces(), key=lambda face: face.center().Z)
    centre, normal = lowest.center(), lowest.normal_at()
    assert pytest.approx((0, 0), abs=0.05) == (centre.X, centre.Y)
    assert pytest.approx(numbers.board.floor_mm + numbers.camera.height_mm, abs=1e-6) == centre.Z
    assert tuple(normal) == pytest.approx((0, 0, -1), abs=1e-9)


def test_nothing_stands_between_lens_and_board(stand):
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


def test_no_carriage_and_no_plate_hides_the_widest_view(stand):
    lens = layout(stand.numbers).lens_z_mm
    reach = np.tan(np.deg2rad(max(boards.CAMERAS[m].half_angle_deg for m in ("module-3", "v2", "module-3-wide"))))
    for name in ("carriage", "camera-plate-25x24"):
        for solid in solids(stand, name):
            below = mesh(solid).vertices_mm
            below = below[below[:, 2] < lens - 1e-6]
            assert np.all(np.hypot(below[:, 0], below[:, 1]) > (lens - below[:, 2]) * reach)


def test_light_and_feet_are_where_their_numbers_say(stand):
    found, strips = stand.numbers.light, solids(stand, "strip")
    assert len(strips) == 2 * found.in_wing
    for strip, where in zip(strips, frames.places(stand.numbers)["strip"], strict=True):
        assert np.hypot(strip.center().X, strip.center().Y) == pytest.approx(found.radius_mm, abs=1.0)
        assert pytest.approx(stand.numbers.board.floor_mm + found.ring_height_mm, abs=1.0) == strip.center().Z
        facing = (where * Pos(0, 0, 1)).position - where.position
        assert pytest.approx(-np.sin(np.deg2rad(found.tilt_deg)), abs=1e-9) == facing.Z
    half = stand.numbers.board.across_mm / 2 + stand.numbers.mount.gap_mm
    for one in stand.placed:
        if one.name in {"foot-cap", "steel bar", "foot-plate"}:
            box = one.solid.bounding_box()
            assert min(abs(box.min.X), abs(box.max.X)) >= half - 1e-6


def test_hands_have_room_to_the_front_and_back(stand):
    free = 2 * min(abs(end.bounding_box().min.X) for end in solids(stand, "wing-end") if end.center().X > 0)
    width, height = hands_mm(stand.numbers)
    assert width == pytest.approx(free, abs=3)
    assert width >= LEAST_HANDS_MM
    assert height == layout(stand.numbers).plate_z_mm - stand.numbers.board.rim_height_mm > 400


def test_both_players_see_the_display_from_the_same_angle_within_its_limit(stand):
    front, back = reading.readings(stand.numbers)
    assert front.angle_deg == pytest.approx(back.angle_deg)
    assert front.angle_deg < 56 < front.limit_deg
    screen = solids(stand, "screen")[0].center()
    assert tuple(screen) == pytest.approx(reading.middle_mm(stand.numbers), abs=2.5)  # behind the frame


@pytest.mark.parametrize("side", [-1, 1])
def test_nothing_hides_the_display_from_a_player(stand, side):
    wide, high = boards.display_board(stand.numbers.display.model).window_mm
    tray = frames.places(stand.numbers)["case-tray"][0]
    across = np.linspace(-0.48, 0.48, 9) * wide
    grid = [(tray * Pos(x, y, -0.3)).position for x in across for y in (-0.48 * high, 0.48 * high)]
    spots = np.array([(spot.X, spot.Y, spot.Z) for spot in grid])
    parts = [each.solid for each in stand.placed if each.name not in {"screen", "display"}]
    surfaces = [mesh(solid, tolerance_mm=0.4, angle_rad=0.5) for solid in parts]
    corners = np.concatenate([surface.vertices_mm[surface.triangles] for surface in surfaces])
    eye = np.array([reading.EYE_MM[0], side * reading.EYE_MM[1], reading.EYE_MM[2]])
    for spot, distance in zip(spots, np.linalg.norm(eye - spots, axis=1), strict=True):
        hit, _ = first_hits(spot[None], (eye - spot)[None] / distance, corners)
        assert hit[0] > distance


# -- the Pi's case: screws, sockets, cables and button each have their room

USB_C_AT_MM, USB_A_AT_MM, ETHERNET_AT_MM = 11.2, (29.1, 47.0), 10.2
"""Source: Raspberry Pi 5 mechanical drawing: along its long edge, and along its short one."""


def test_the_pis_case_takes_thirty_millimetres_above_the_board(stand):
    assert stand.parts["pi-tray"].bounding_box().max.Z - pi_size.BOARD_W_MM >= 30
    for name in ("pi", "cooler", "perfboard"):
        box = next(p for p in stand.placed if p.name == name).solid.bounding_box()
        cover = next(p for p in stand.placed if p.name == "pi-cover").solid.bounding_box()
        assert box.max.X < cover.min.X - 5, name


def test_a_cable_tie_goes_around_the_perfboard_through_the_floor_and_over_no_part(stand):
    (u, v), (aside, apart) = pi_size.PERFBOARD_AT_MM, pi_size.TIE_AT_MM
    assert apart > pi_size.PERFBOARD_MM[1] / 2 + 0.6
    for side in (-apart, apart):
        leg = Pos(u + aside, v + side, -5) * block(2.5, 1.2, 30.0)
        assert shared_mm3(leg, stand.parts["pi-tray"]) < 0.05
    over = Pos(aside, 0, pi_size.PERFBOARD_MM[2] + 0.1) * block(2.5, 50.0, 20.0)
    assert shared_mm3(over, bought.perfboard()) < 0.05


def test_plugs_pass_below_and_in_front_where_the_cable_has_a_tongue(stand):
    assert pi_size.BOARD_W_MM - boards.PI_MM[2] - 3.0 > pi_size.EAR_THICK_MM + 2.75  # a screw's head under the Pi
    u, v = pi_case.PI_CORNER_MM
    for v_mm in (ETHERNET_AT_MM, *USB_A_AT_MM):
        plug = Pos(pi_size.INSIDE_U_MM[1] + 8, v + v_mm, pi_size.BOARD_W_MM) * block(24.0, 14.0, 13.0)
        assert shared_mm3(plug, stand.parts["pi-tray"]) < 0.05
    plug = Pos(u + USB_C_AT_MM, pi_size.INSIDE_V_MM[0] - 10.5, pi_size.BOARD_W_MM - 1.5) * block(12.0, 24.0, 7.0)
    assert shared_mm3(plug, stand.parts["pi-tray"]) < 0.05
    tongue = Pos(20.0, pi_size.INSIDE_V_MM[0] - 12.0, 0) * block(6.0, 8.0, 3.0)
    assert shared_mm3(tongue, stand.parts["pi-tray"]) == pytest.approx(6 * 8 * 3, rel=0.02)


def test_both_flat_cables_and_the_shutdown_button_have_their_room(stand):
    case = next(p for p in stand.placed if p.name == "pi-tray").solid
    for name in ("ribbon camera", "ribbon display"):
        ribbon = next(p for p in stand.placed if p.name == name).solid
        assert shared_mm3(ribbon, case) < 0.05, name
    u, w = pi_case.BUTTON_AT_MM
    body = Pos(u, pi_size.INSIDE_V_MM[1], w) * lying(rod(16.0, 24.0), "-y")
    assert shared_mm3(body, stand.parts["pi-tray"]) < 0.05


def test_no_printed_part_hides_the_key_from_the_arms_screws(stand):
    arm = next(p for p in stand.placed if p.name == "case-arm").solid
    held = [screw for screw in screws(stand.numbers) if screw.through == "case-arm"]
    assert len(held) == 2
    for screw in held:
        head = (screw.where * Pos(0, 0, 0.05)) * rod(9.5, 150.0)
        assert shared_mm3(head, arm) < 0.05
