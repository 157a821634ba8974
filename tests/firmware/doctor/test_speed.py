"""How long a reading takes here."""

import itertools

import numpy as np
import pytest

from firmware.doctor.finding import Health
from firmware.doctor.speed import speed, speed_of
from firmware.table.eye_parts import BoardReader
from tests.firmware.doctor.cameras import Blind
from tests.firmware.doctor.recorded import expect
from vision.read.load import load_board_reader


def ticking(step_s: float):
    ticks = itertools.count()
    return lambda: next(ticks) * step_s


@pytest.fixture(scope="module")
def real() -> BoardReader:
    return load_board_reader()


def test_five_dice_read_right_or_wrong_tell_whether_this_computer_can_read(real):
    found = speed_of(real, None, now_s=ticking(1.0))
    assert found is not None
    assert speed(found, ()).health is not Health.FAILED
    expect(speed(speed_of(Blind(), None, now_s=ticking(0.001)), ()), Health.FAILED, "are read wrong on this computer")


@pytest.mark.parametrize(("step_s", "times"), [(0.001, 20), (0.2, 5), (30.0, 1)])
def test_a_slow_computer_is_not_measured_for_long(real, step_s, times):
    assert len(speed_of(real, None, now_s=ticking(step_s))) == times


def test_the_first_reading_does_not_count_unless_it_took_too_long_itself():
    for step_s, readings in ((0.001, 21), (0.2, 6), (30.0, 1)):
        reader = Blind()
        speed_of(reader, None, now_s=ticking(step_s))
        assert len(reader.sizes) == readings


@pytest.mark.parametrize(
    ("camera_wh", "read_wh"),
    [((3456, 1944), (3456, 1944)), ((1944, 3456), (1944, 3456)), ((640, 480), (1440, 1440)), (None, (1440, 1440))],
)
def test_it_is_read_at_the_cameras_size_where_that_is_larger(camera_wh, read_wh):
    reader = Blind()
    speed_of(reader, camera_wh, now_s=ticking(30.0))
    assert set(reader.sizes) == {read_wh}


@pytest.mark.parametrize(
    ("times_s", "capture_s", "health", "words"),
    [
        (
            np.linspace(0.1, 0.3, 21),
            (0.05, 0.07, 0.3),
            Health.GOOD,
            "read in 0.20 s, 0.29 s at the 95th centile of 21; a picture is there in 0.07 s",
        ),
        ((0.9,), (0.2,), Health.DOUBTFUL, "so players wait"),
    ],
)
def test_times_are_told_with_their_number_and_players_who_wait_why(times_s, capture_s, health, words):
    expect(speed(tuple(times_s), capture_s), health, words)
