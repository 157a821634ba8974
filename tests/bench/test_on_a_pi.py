import pytest

pytest.importorskip("onnx", reason="onnx is not installed (extra dev): nothing can be counted")

from tests.bench.arithmetic import PI_4, PI_5, reading
from tests.bench.on_a_pi import MIPS, Press, networks, on, rating, table

SAID = """
22:        646    18   3581    629  |       5975    13   3797    510
----------------------------------  | ------------------------------
Avr:       646    18   3581    629  |       5975    13   3797    510
Tot:              15   3689    569
"""
HERE = Press(stored=40.0, dice=25.0, shown=30.0, advised=8.0)


def press(stored, paint=20.0):
    cpu = {"detect": 20.0, "classify": 8.0, "push": 10.0}
    return {"cpu": cpu, "wall": {"paint": paint}, "stored_cpu": stored}


def test_the_rating_counts_what_the_processor_did_not_what_the_clock_said():
    assert rating(SAID) == 3689


def test_a_program_that_tells_no_rating_is_not_believed():
    with pytest.raises(ValueError, match="no rating"):
        rating("command not found")


def test_medians_of_presses_count_with_the_dice_of_one_frame():
    presses = [press(30.0), press(40.0, 25.0), press(90.0, 10.0)]
    assert Press.of(presses, 7.0) == Press(stored=40.0, dice=14.0, shown=30.0, advised=7.0)


def test_a_core_as_fast_as_here_takes_as_long_and_its_networks_in_their_own_time():
    spans = on(PI_5, HERE, MIPS[PI_5])
    low, high = networks(PI_5)
    assert spans["still frame to stored, with them"] == pytest.approx((low + 15 + 2, high + 60 + 2))
    assert spans["stored to painted"] == pytest.approx((30, 45))


def test_known_faces_are_counted_in_all_their_turns():
    counts = reading()
    whole = counts["detector"] + counts["pose"] + 4 * counts["faces"]
    assert networks(PI_4) == pytest.approx((PI_4.ms(whole, 0.6, is_whole=True), PI_4.ms(whole, 0.3, is_whole=True)))


def test_a_core_of_half_the_speed_takes_twice_as_long():
    spans = on(PI_4, HERE, 2 * MIPS[PI_4])
    assert spans["stored to painted"] == pytest.approx((60, 90))
    assert spans["a hint"] == pytest.approx((16, 24))


def test_the_whole_is_the_sum_of_its_parts_with_the_frames_waited_for():
    spans = on(PI_4, HERE, 4000)
    frames = 2e3 / 14, 3e3 / 14
    parts = [spans["still frame to stored, with them"], spans["stored to painted"], frames, (20.0, 20.0)]
    assert spans["let go to painted"] == pytest.approx(tuple(map(sum, zip(*parts, strict=True))))


def test_both_boards_are_told():
    told = table(HERE, 4000)
    assert "Raspberry Pi 4" in told
    assert "Raspberry Pi 5" in told
    assert len(told.splitlines()) == 9
    assert "a hint" in told
