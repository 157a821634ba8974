import pytest

pytest.importorskip("onnx", reason="onnx is not installed (extra dev): no network can be built")

from tests.bench.against_yolo import by_turns


def test_works_take_turns_and_the_first_turn_does_not_count():
    done = []
    spent = by_turns({"a": lambda: done.append("a"), "b": lambda: done.append("b")}, 2)
    assert done == ["a", "b"] * 3
    assert [len(times) for times in spent.values()] == [2, 2]
