from models.evaluate.latency import TIMES, latencies, machine, timed
from models.evaluate.workers import Models


def test_one_time_more_is_worked_than_counted():
    worked = []
    spent = timed("x", lambda: worked.append(1), 4)
    assert (len(worked), spent.n) == (5, 4)
    assert 0 <= spent.median_ms <= spent.p95_ms


def test_every_model_and_whole_readings_are_timed():
    found = {one.what: one for one in latencies(Models(), times=1)}
    assert len(found) == 5
    assert found["whole reading of a board"].median_ms > found["pose, five dice"].median_ms
    assert TIMES >= 20


def test_the_machine_is_named():
    assert "one thread" in machine()
