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


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(store=StoreConfig(str(tmp_path / "games.sqlite3")))


def first(config: Config, name: str = "picamera", state: SessionState | None = None) -> SessionState:
    return set_up_state(state or SessionState(), config, Source(name=name, open_camera=NotImplemented))


@pytest.mark.parametrize(
    ("name", "is_offered"),
    [("picamera", True), ("usb:0", True), ("attached", True), ("simulated", False), ("folder:pictures", False)],
)
def test_it_is_offered_where_a_camera_hangs(config: Config, name: str, is_offered: bool):
    assert first(config, name).offers_wizard is is_offered


def test_whoever_has_played_or_calibrated_is_not_asked(config: Config):
    assert not first(config, state=SessionState(records=(Record(GameBegan(players=("A", "B"))),))).offers_wizard
    calibration_file(config).write_text("{}", encoding="utf-8")
    assert not first(config).offers_wizard


def test_whoever_has_begun_is_not_asked_again_and_goes_on_where_he_was(config: Config):
    keeper = ProgressKeeper(progress_file(config), elapsed_s=0, clock_ns=lambda: 0)
    begun = Progress().after(Outcome.DONE)
    keeper.keep(begun, is_new=True)
    keeper.close()
    state = first(config)
    assert (state.offers_wizard, state.set_up) == (False, begun)
