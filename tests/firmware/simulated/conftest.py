"""A simulated table and its clock, for tests."""

import pytest

from firmware.simulated import cast, setting, table
from models.render.world import DesignFace
from tests.doubles.clock import ManualClock

SETTING = setting.Setting.for_session(1)
ROYAL = [DesignFace.TEN, DesignFace.JACK, DesignFace.QUEEN, DesignFace.KING, DesignFace.ACE]


class Seat:
    def __init__(self, seed: int = 1, pace: cast.Pace | None = None) -> None:
        self.clock = ManualClock()
        self.table = table.SimulatedTable(SETTING, seed=seed, clock=self.clock, pace=pace)

    def throw(self, **how) -> None:
        self.table.throw(**how)
        self.wait()

    def wait(self) -> None:
        while self.table.is_busy:
            self.clock.sleep(0.05)

    def hold(self, *numbers: int) -> None:
        for die in self.table.truth():
            if die.number in numbers:
                assert self.table.tap(*die.place_xy) == die.number

    @property
    def faces(self) -> list[DesignFace]:
        return [die.face for die in self.table.truth()]


@pytest.fixture
def seat() -> Seat:
    return Seat()
