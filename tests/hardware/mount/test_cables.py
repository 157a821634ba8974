"""Flat cables reach as they really run; what stretches them is refused with the nearest number that does not."""

from types import SimpleNamespace

import numpy as np
import pytest

from hardware.mount import pi_size
from hardware.mount.cables import BOX_AWAY_MM, beam_clips_mm, cables, free_mm, mast_clips_mm
from hardware.mount.layout import cap_width_mm, layout
from hardware.numbers import Computer, load
from tests.hardware.changes import changed


def test_both_cables_are_half_a_metre_with_slack_at_both_ends() -> None:
    numbers = load()
    found = cables(numbers)
    assert numbers.cables.ribbon_mm == 500
    assert max(found.camera_mm, found.display_mm) <= free_mm(numbers) == 500 - 2 * 40
    # Source: by hand over the drawing: 3 out of the connector, 29 up, 255 + 3.5 along the beam, 15.5 round its end,
    # 105 down to the sockets, 8 into them.
    assert found.camera_mm == pytest.approx(3 + 29 + 258.5 + 15.5 + 105.2 + 8, abs=1)
    # Source: the same: 15 out of the Pi's case, 270 down the mast, 67 over to the slot, 69 to the display's middle.
    assert found.display_mm == pytest.approx(15 + 270 + 66 + 69, abs=2)


def test_the_pi_hangs_below_the_beams_end_and_above_the_display() -> None:
    numbers = load()
    found, (above, below) = cables(numbers), pi_size.reach_mm(numbers)
    assert found.pi_z_mm + above < layout(numbers).beam_z_mm
    assert found.pi_z_mm - below > found.low_z_mm + 115
    clips = mast_clips_mm(numbers)
    assert len(clips) >= 3
    assert all(found.leave_z_mm < z < found.pi_z_mm - below for z in clips)
    assert max(np.diff(sorted(clips))) <= 90


def test_more_slack_hangs_pi_and_display_higher_and_a_pi_4_has_its_displays_socket_farther_away() -> None:
    little, much = (cables(changed({"cables.slack_mm": slack})) for slack in (35.0, 44.0))
    assert (much.pi_z_mm, much.low_z_mm) == (little.pi_z_mm + 18, little.low_z_mm + 36)
    four = changed({"wiring.computer": Computer.PI_4})
    assert cables(four).low_z_mm == cables(load()).low_z_mm + 63


def test_the_buttons_cable_reaches_from_the_pi_to_its_box_with_slack() -> None:
    numbers = load()
    down_the_masts_slot, over_the_foot = cables(numbers).pi_z_mm, cap_width_mm(numbers) / 2 + BOX_AWAY_MM
    slack_mm = 2 * numbers.cables.slack_mm
    assert down_the_masts_slot + over_the_foot + slack_mm <= numbers.wiring.button_cable_mm


def test_a_usb_camera_needs_no_flat_cable() -> None:
    usb = changed({"camera.model": "usb-1080p"})
    assert cables(usb).camera_mm == 0
    assert beam_clips_mm(usb) == ()
    assert cables(usb).display_mm <= free_mm(usb)


def test_the_cables_drawn_are_as_long_as_reckoned(stand: SimpleNamespace) -> None:
    found = cables(stand.numbers)
    for name, long in (("ribbon camera", found.camera_mm), ("ribbon display", found.display_mm)):
        one = next(p for p in stand.placed if p.name == name)
        # A strip of 16 × 0.6 mm; drawn corners overlap or stand off by half its width.
        assert one.solid.volume / (16.0 * 0.6) == pytest.approx(long, abs=35)
