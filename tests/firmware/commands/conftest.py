"""What a running companion is tested with: settings of a camera that shows pictures, or of the simulated board."""

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.settings.config import CameraConfig, Config, SimulatedConfig, parse
from tests.firmware.commands.guest import SETTINGS, photograph
from tests.ports import free_port


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A camera that shows two pictures of a folder, and nothing on the header."""
    photograph(tmp_path / "pictures" / "1.png", 90)
    photograph(tmp_path / "pictures" / "2.png", 160)
    settings = parse(SETTINGS.format(folder=tmp_path, port=free_port()))
    return replace(settings, simulated=SimulatedConfig(seed=3, speed=20.0))


@pytest.fixture
def simulated(config: Config) -> Config:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    return replace(config, camera=CameraConfig("simulated"))
