"""It stands: ten newtons at the beam in any direction; what does not is refused with the nearest length of feet."""

from types import SimpleNamespace

import pytest

from hardware.errors import NumbersError
from hardware.numbers import Numbers
from tests.hardware.changes import NUMBERS, changed

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from hardware.mount.stability import LEAST_N, Mass, check, stability, sway_hz


def test_ten_newtons_at_the_beam_tip_it_in_no_direction(stand: SimpleNamespace) -> None:
    found = check(stand.numbers, stand.masses)
    assert min(found.tip_n.values()) >= LEAST_N
    assert found.press_margin > 2
    assert found.sway_hz > 5
    assert found.sag_mm < 0.5


def test_a_mass_in_the_middle_tips_by_the_lever_rule() -> None:
    found = stability(NUMBERS, [Mass("all", 4.0, (0.0, 0.0, 100.0))])
    # Source: 4 kg · 9.81 m/s² · 193 mm / 667.2 mm; the rubber feet stand 17 mm behind the caps' ends.
    assert found.tip_n["front"] == pytest.approx(11.351, abs=0.001)
    assert found.tip_n["back"] == pytest.approx(found.tip_n["front"])
    assert found.slides_below_mm == pytest.approx(193 / 0.6)


# A flat cable would not reach over a wider stand; a USB camera's does.
LONG = changed({"camera.model": "usb-1080p", "mount.foot_mm": 700.0})


@pytest.mark.parametrize(
    ("numbers", "kg", "said", "field", "nearest_mm", "side"),
    [
        (NUMBERS, 3.0, r"mount.foot_mm = 420 tips at 8.5 N .* the nearest is 490", "foot_mm", 490.0, "front"),
        (LONG, 2.7, r"mount.gap_mm = 15 tips sideways at 9.2 N .* the nearest is 94", "gap_mm", 94.0, "left"),
    ],
)
def test_feet_too_short_or_too_near_each_other_are_refused_with_the_nearest_that_work(
    numbers: Numbers, kg: float, said: str, field: str, nearest_mm: float, side: str
) -> None:
    light = [Mass("all", kg, (0.0, 0.0, 150.0))]
    with pytest.raises(NumbersError, match=said):
        check(numbers, light)
    assert check(numbers.changed("mount", **{field: nearest_mm}), light).tip_n[side] >= LEAST_N


def test_a_higher_mast_sways_slower() -> None:
    top = Mass("beam", 0.6, (0.0, 0.0, 1200.0))
    assert sway_hz(changed({"camera.height_mm": 900.0}), [top]) < sway_hz(NUMBERS, [top])
