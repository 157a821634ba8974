import pytest

from models.evaluate.workers import Models, worked
from models.render.errors import PhysicsMissingError, RenderError


def without_physics(task):
    raise PhysicsMissingError


def test_results_come_in_the_order_of_the_tasks():
    assert worked(abs, [-3, 2, -1], jobs=1, what="x") == [3, 2, 1]
    assert worked(abs, [-3, 2, -1], jobs=2, what="x") == [3, 2, 1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_cannot_be_drawn_is_said_whichever_process_found_out(jobs):
    with pytest.raises(RenderError, match=r"install it with `pip install serviert\[simulated\]`"):
        worked(without_physics, [1, 2], jobs=jobs, what="x")


def test_sizes_are_those_of_the_files(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"0" * 1500)
    assert Models(detector=path, pose=path, faces=path).sizes_kb == (1.5, 1.5, 1.5)
