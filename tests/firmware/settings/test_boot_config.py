"""Lines of config.txt, and the pins they give away."""

import pytest

from firmware.settings.boot_config import claims_of


def taken(text: str, model: str = "Raspberry Pi 4 Model B Rev 1.5") -> list[int]:
    return sorted({claim.bcm for claim in claims_of(text, model=model)})


@pytest.mark.parametrize(
    ("line", "pins"),
    [
        ("dtparam=i2c_arm=off", []),
        ("dtparam=i2c_arm=on,spi=on", [2, 3, 7, 8, 9, 10, 11]),
        ("dtparam=i2s", [18, 19, 20, 21]),
        ("enable_uart=1", [14, 15]),
        ("enable_uart=0", []),
        ("dtoverlay=gpio-shutdown", [3]),
        ("dtoverlay=gpio-shutdown,gpio_pin=26,gpio_pull=up", [26]),
        ("dtoverlay=goodix,interrupt=5,reset=6", [2, 3, 5, 6]),
        ("dtoverlay=piscreen,drm", [7, 8, 9, 10, 11, 17, 22, 24, 25]),
        ("dtoverlay=vc4-kms-dpi-hyperpixel4", list(range(28))),
        ("dtoverlay=hifiberry-dacplus", [2, 3, 18, 19, 20, 21]),
        ("dtoverlay=vc4-kms-dsi-ili9881-7inch", []),
        ("#dtparam=spi=on", []),
        ("dtparam=spi=on # for the screen", [7, 8, 9, 10, 11]),
        ("dtoverlay=", []),
    ],
)
def test_a_line_gives_away_the_pins_that_its_overlay_documents(line, pins):
    assert taken(line) == pins


def test_sections_for_other_models_do_not_count():
    text = "[pi4]\ndtparam=spi=on\n[cm4]\ndtparam=i2s=on\n[all]\nenable_uart=1\n"
    assert taken(text) == [7, 8, 9, 10, 11, 14, 15]
    assert taken(text, "Raspberry Pi 5 Model B Rev 1.0") == [14, 15]
    assert taken(text, "") == [14, 15]
