"""The Pi's case: screws, sockets, cables and button each have their room."""

from types import SimpleNamespace

import pytest

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from build123d import Pos

from hardware.mount import boards, pi_case, pi_size
from hardware.mount.shapes import block, lying, rod
from tests.hardware.mount.surfaces import shared_mm3

USB_C_AT_MM, USB_A_AT_MM, ETHERNET_AT_MM = 11.2, (29.1, 47.0), 10.2
"""Source: Raspberry Pi 5 mechanical drawing: along its long edge, and along its short one."""


def test_the_pis_case_takes_thirty_millimetres_above_the_board(stand: SimpleNamespace) -> None:
    tray = stand.parts["pi-tray"].bounding_box()
    assert tray.max.Z - pi_size.board_w_mm() >= 30
    for name in ("pi", "cooler", "perfboard"):
        box = next(p for p in stand.placed if p.name == name).solid.bounding_box()
        cover = next(p for p in stand.placed if p.name == "pi-cover").solid.bounding_box()
        assert box.max.X < cover.min.X - 5, name


def test_plugs_pass_below_and_in_front_where_the_cable_has_a_tongue(stand: SimpleNamespace) -> None:
    assert pi_size.board_w_mm() - boards.PI_MM[2] - 3.0 > pi_size.EAR_THICK_MM + 2.75  # a screw's head under the Pi
    u, v = pi_case.pi_corner_mm()
    for v_mm in (ETHERNET_AT_MM, *USB_A_AT_MM):
        plug = Pos(pi_size.INSIDE_U_MM[1] + 8, v + v_mm, pi_size.board_w_mm()) * block(24.0, 14.0, 13.0)
        assert shared_mm3(plug, stand.parts["pi-tray"]) < 0.05
    plug = Pos(u + USB_C_AT_MM, pi_size.INSIDE_V_MM[0] - 10.5, pi_size.board_w_mm() - 1.5) * block(12.0, 24.0, 7.0)
    assert shared_mm3(plug, stand.parts["pi-tray"]) < 0.05
    tongue = Pos(20.0, pi_size.INSIDE_V_MM[0] - 12.0, 0) * block(6.0, 8.0, 3.0)
    assert shared_mm3(tongue, stand.parts["pi-tray"]) == pytest.approx(6 * 8 * 3, rel=0.02)


def test_both_flat_cables_and_the_shutdown_button_have_their_room(stand: SimpleNamespace) -> None:
    case = next(p for p in stand.placed if p.name == "pi-tray").solid
    for name in ("ribbon camera", "ribbon display"):
        ribbon = next(p for p in stand.placed if p.name == name).solid
        assert shared_mm3(ribbon, case) < 0.05, name
    u, w = pi_case.BUTTON_AT_MM
    body = Pos(u, pi_size.INSIDE_V_MM[1], w) * lying(rod(16.0, 24.0), "-y")
    assert shared_mm3(body, stand.parts["pi-tray"]) < 0.05


def test_no_printed_part_hides_the_key_from_the_arms_screws(stand: SimpleNamespace) -> None:
    from hardware.mount.screws import screws

    arm = next(p for p in stand.placed if p.name == "case-arm").solid
    held = [screw for screw in screws(stand.numbers) if screw.through == "case-arm"]
    assert len(held) == 2
    for screw in held:
        head = (screw.where * Pos(0, 0, 0.05)) * rod(9.5, 150.0)
        assert shared_mm3(head, arm) < 0.05
