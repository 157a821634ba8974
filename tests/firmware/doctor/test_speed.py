"""How long a reading takes here."""

import itertools

import numpy as np
import pytest

from firmware.doctor.finding import Health
from firmware.doctor.speed import LABELS, PICTURE, Speed, speed, speed_of
from tests.firmware.doctor.recorded import expect
from vision.find.picture import load_picture
from vision.read.load import load_board_reader
from vision.reading import Reading, Verdict


class Counting:
    """A reader that sees nothing, and counts what it was shown."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None) -> Reading:
        self.sizes.append(frames[-1].size_wh)
        return Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=0, size_wh=frames[-1].size_wh)


def ticking(step_s: float):
    ticks = itertools.count()
    return lambda: next(ticks) * step_s


def test_the_models_read_the_five_dice_as_they_lie():
    found = speed_of(load_board_reader(), None, now_s=ticking(1.0))
    assert found.is_right
    assert speed(found, ()).health is not Health.FAILED


def test_what_is_read_wrong_on_this_computer_fails():
    found = speed_of(Counting(), None, now_s=ticking(0.001))
    assert not found.is_right
    assert "are read wrong on this computer" in speed(found, ()).sentence


@pytest.mark.parametrize(("step_s", "times", "readings"), [(0.001, 20, 21), (0.2, 5, 6), (30.0, 1, 1)])
def test_a_slow_computer_is_not_measured_for_long(step_s, times, readings):
    reader = Counting()
    assert len(speed_of(reader, None, now_s=ticking(step_s)).times_s) == times
    assert len(reader.sizes) == readings  # the first one does not count, unless it took too long itself


@pytest.mark.parametrize(
    ("camera_wh", "read_wh"),
    [((3456, 1944), (3456, 1944)), ((1944, 3456), (1944, 3456)), ((640, 480), (1440, 1440)), (None, (1440, 1440))],
)
def test_it_is_read_at_the_cameras_size_where_that_is_larger(camera_wh, read_wh):
    reader = Counting()
    speed_of(reader, camera_wh, now_s=ticking(30.0))
    assert set(reader.sizes) == {read_wh}


def test_times_are_told_with_their_number():
    expect(
        speed(Speed(times_s=tuple(np.linspace(0.1, 0.3, 21)), is_right=True), (0.05, 0.07, 0.3)),
        Health.GOOD,
        "read in 0.20 s, 0.29 s at the 95th centile of 21; a picture is there in 0.07 s",
    )


def test_players_who_wait_are_told_why():
    expect(speed(Speed(times_s=(0.9,), is_right=True), (0.2,)), Health.DOUBTFUL, "so players wait")


def test_the_picture_is_as_large_as_the_eye_is_used_to_and_small_on_the_disk():
    assert load_picture(PICTURE).size_wh == (1440, 1440)
    assert PICTURE.stat().st_size < 200_000
    assert len(LABELS) == 5
