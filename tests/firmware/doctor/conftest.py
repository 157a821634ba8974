"""What the doctor's tests start from: settings that touch nothing, and a computer made of recorded files."""

from dataclasses import replace

import pytest

from firmware.doctor.finding import Instruments
from firmware.settings.config import ButtonConfig, CameraConfig, Config, Gpio, StoreConfig
from tests.ports import free_port


@pytest.fixture
def config(tmp_path) -> Config:
    return replace(
        Config(),
        camera=CameraConfig(f"folder:{tmp_path / 'pictures'}"),
        button=ButtonConfig(gpio=Gpio.OFF),
        store=StoreConfig(str(tmp_path / "data" / "games.sqlite3")),
        display=replace(Config().display, port=free_port()),
    )


@pytest.fixture
def tools(tmp_path) -> Instruments:
    """A computer that tells nothing of itself."""
    return Instruments(root=tmp_path / "root", run=lambda _: None)
