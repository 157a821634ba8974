"""Whether setting up is offered: only at the very first start of a device with a camera of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.adapters.open import Source
from firmware.board.calibration import calibration_file
from firmware.commands.setting_up import set_up_state
from firmware.doctor.progress_file import ProgressKeeper, progress_file
from firmware.log.record import Record
from firmware.session.state import SessionState
from firmware.session.wizard import Outcome, Progress
from firmware.settings.config import Config, StoreConfig
from scoring.events import GameBegan

GAME = Record(GameBegan(players=("A", "B")))


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(store=StoreConfig(str(tmp_path / "games.sqlite3")))


def source(name: str) -> Source:
    def no_camera():
        raise NotImplementedError

    return Source(name=name, open_camera=no_camera)


def offered(config: Config, name: str = "picamera", state: SessionState | None = None) -> bool:
    return set_up_state(state or SessionState(), config, source(name)).offers_wizard


@pytest.mark.parametrize(
    ("name", "is_offered"),
    [("picamera", True), ("usb:0", True), ("attached", True), ("simulated", False), ("folder:pictures", False)],
)
def test_it_is_offered_where_a_camera_hangs(config: Config, name: str, is_offered: bool):
    assert offered(config, name) is is_offered


def test_whoever_has_played_is_not_asked(config: Config):
    assert not offered(config, state=SessionState(records=(GAME,)))


def test_whoever_has_calibrated_is_not_asked(config: Config):
    calibration_file(config).write_text("{}", encoding="utf-8")
    assert not offered(config)


def test_whoever_has_begun_is_not_asked_again_and_goes_on_where_he_was(config: Config):
    keeper = ProgressKeeper(progress_file(config), elapsed_s=0, clock_ns=lambda: 0)
    begun = Progress().after(Outcome.DONE)
    keeper.keep(begun, is_new=True)
    keeper.close()
    state = set_up_state(SessionState(), config, source("picamera"))
    assert not state.offers_wizard
    assert state.set_up == begun
