"""Flat cables reach as they really run; what stretches them is refused with the nearest number that does not."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from hardware.errors import NumbersError
from hardware.mount import pi_size
from hardware.mount.cables import HIGHEST_MM, beam_clips_mm, button_way_mm, cables, free_mm, mast_clips_mm
from hardware.mount.layout import layout
from hardware.numbers import Computer, Numbers, load


def other(**changes: dict[str, object]) -> Numbers:
    numbers = load()
    return replace(numbers, **{part: replace(getattr(numbers, part), **new) for part, new in changes.items()})


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


def test_more_slack_hangs_pi_and_display_higher() -> None:
    little, much = (cables(other(cables={"slack_mm": slack})) for slack in (35.0, 44.0))
    assert much.pi_z_mm == little.pi_z_mm + 18
    assert much.low_z_mm == little.low_z_mm + 36


def test_a_pi_4_has_its_displays_socket_farther_away() -> None:
    four = other(wiring={"computer": Computer.PI_4})
    assert cables(four).low_z_mm == cables(load()).low_z_mm + 63


def test_the_buttons_cable_reaches_from_the_pi_to_its_box_with_slack() -> None:
    numbers = load()
    assert button_way_mm(numbers) + 2 * numbers.cables.slack_mm <= numbers.wiring.button_cable_mm


def test_a_usb_camera_needs_no_flat_cable() -> None:
    usb = other(camera={"model": "usb-1080p"})
    assert cables(usb).camera_mm == 0
    assert beam_clips_mm(usb) == ()
    assert cables(usb).display_mm <= free_mm(usb)


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("camera", "height_mm", 900.0),
        ("light", "ring_diameter_mm", 520.0),
        ("board", "across_mm", 480.0),
        ("cables", "ribbon_mm", 400.0),
        ("cables", "ribbon_mm", 440.0),
    ],
)
def test_what_is_too_long_for_a_cable_is_refused_and_the_nearest_is_built(
    section: str, name: str, value: float
) -> None:
    changed: dict[str, dict[str, object]] = {section: {name: value}}
    if section == "board":
        changed["light"] = {"ring_diameter_mm": 480.0}
    with pytest.raises(NumbersError, match=rf"{section}\.{name} = {value:g} .*nearest is") as refused:
        cables(other(**changed))
    nearest = float(re.findall(r"nearest is (\d+)", str(refused.value))[0])
    changed[section] = {name: nearest}
    if section == "board":
        changed["light"] = {"ring_diameter_mm": 440.0}
    found = cables(other(**changed))
    assert found.low_z_mm <= HIGHEST_MM
    assert found.camera_mm <= free_mm(other(**changed))


@pytest.mark.parametrize(("name", "value"), [("ribbon_mm", 1000.0), ("slack_mm", 2.0)])
def test_cables_that_are_not_sold_or_have_no_slack_are_refused(name: str, value: float) -> None:
    with pytest.raises(NumbersError, match=rf"cables\.{name} = .* the nearest is (500|10)"):
        other(cables={name: value})


def test_the_cables_drawn_are_as_long_as_reckoned(stand: SimpleNamespace) -> None:
    found = cables(stand.numbers)
    for name, long in (("ribbon camera", found.camera_mm), ("ribbon display", found.display_mm)):
        one = next(p for p in stand.placed if p.name == name)
        # A strip of 16 × 0.6 mm; drawn corners overlap or stand off by half its width.
        assert one.solid.volume / (16.0 * 0.6) == pytest.approx(long, abs=35)
