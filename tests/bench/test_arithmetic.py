import pytest

pytest.importorskip("onnx", reason="onnx is not installed (extra dev): nothing can be counted")

import onnx

from models.evaluate.arithmetic import multiplications
from tests.bench.arithmetic import OTHER, PI_4, PI_5, reading, table
from tests.bench.yolo11n import SIDE_PX, built, parameters


def test_the_network_held_against_has_the_published_size():
    network = built()
    onnx.checker.check_model(network)
    count = multiplications(network, (1, 3, SIDE_PX, SIDE_PX))
    assert parameters(network) / 1e6 == pytest.approx(2.6, abs=0.05)
    assert 2 * count / 1e9 == pytest.approx(6.5, abs=0.1)


def test_a_second_on_a_pi_is_what_its_core_can_do_in_one():
    assert PI_4.ms(7_200_000_000, 1.0) == pytest.approx(1000)
    assert PI_5.ms(19_200_000_000, 0.5) == pytest.approx(2000)
    assert PI_5.ms(19_200_000_000, 0.5, is_whole=True) == pytest.approx(500)


def test_every_model_of_ours_is_counted():
    counts = reading()
    assert all(count > 1e6 for count in counts.values())
    assert set(counts) == {"detector", "pose", "faces"}
    assert "Raspberry Pi 5" in table(counts)


def test_ours_are_counted_in_eight_bits_and_the_other_network_in_float32():
    ours, other = (table({name: 1_000_000_000}).splitlines()[1].split("  ") for name in ("faces", OTHER))
    assert [part for part in ours if "ms" in part][-1].strip() == "22–43 ms"
    assert [part for part in other if "ms" in part][-1].strip() == "87–174 ms"
