"""The files that the device reads: the firmware's settings, and what ``config.txt`` needs.

Table and drawings are made from the settings as the firmware itself understands them, so that neither can say anything
else than what the device does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.errors import ConfigError
from firmware.settings.config import Config, parse
from hardware.errors import NumbersError
from hardware.numbers import Computer
from hardware.wiring.displays import display_in

if TYPE_CHECKING:
    from hardware.numbers import Numbers

BEGIN, END = "# Serviert: from here …", "# Serviert: … to here"
"""Between these lines `hardware/install/boot.sh` puts what stands in ``config.txt``, and takes out what it once put."""


def settings_text(numbers: Numbers) -> str:
    """Return the settings of what hangs on the header, for ``/etc/serviert/serviert.toml``."""
    pins = numbers.pins
    return f"""# What hangs on the header, from hardware/numbers.toml; made by `make hardware`.
# Goes into /etc/serviert/serviert.toml, which has these sections only once. All pins are BCM numbers.

[button]
gpio = "on"
pin = {pins.button}
keyboard = false

[lamp]
gpio = "on"
pin = {pins.lamp}

[light]
gpio = "on"
pin = {pins.light}

[sound]
gpio = "on"
pin = {pins.buzzer}
"""


def settings_of(numbers: Numbers) -> Config:
    """Return the settings as the firmware understands them.

    Raises:
        NumbersError: If the firmware refuses them, as it does a pin used twice.
    """
    try:
        return parse(settings_text(numbers), source="[pins]")
    except ConfigError as error:
        raise NumbersError(f"numbers.toml: {error}") from error


def boot_text(numbers: Numbers) -> str:
    """Return the lines for ``/boot/firmware/config.txt``.

    Raises:
        NumbersError: If the display is not known.
    """
    overlay = display_in(numbers).overlay
    lines = [
        BEGIN,
        "[all]",
        "# Camera and display on their ribbon cables are found by themselves.",
        "camera_auto_detect=1",
        "display_auto_detect=1",
        *([overlay] if overlay else []),
        "# A button between this pin and ground shuts down; the kernel and logind do it.",
        _wakes(numbers),
        f"dtoverlay=gpio-shutdown,gpio_pin={numbers.pins.shutdown},active_low=1,gpio_pull=up,debounce=100",
        END,
    ]
    return "\n".join(lines) + "\n"


def _wakes(numbers: Numbers) -> str:
    if numbers.wiring.computer is Computer.PI_4 and numbers.pins.shutdown == 3:
        return "# GPIO 3 also wakes a Pi 4 that was shut down."
    return "# A Pi 5 is woken by its own button beside the USB-C socket, or by one on J2."
