import pytest

from models.evaluate.workers import Models, worked
from models.render.errors import PhysicsMissingError, RenderError


def without_physics(task):
    raise PhysicsMissingError


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks_and_what_cannot_be_drawn_is_said(jobs):
    assert worked(abs, [-3, 2, -1], jobs=jobs, what="x") == [3, 2, 1]
    with pytest.raises(RenderError, match=r"install it with `pip install serviert\[simulated\]`"):
        worked(without_physics, [1, 2], jobs=jobs, what="x")


def test_sizes_are_those_of_the_files(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"0" * 1500)
    assert Models(detector=path, pose=path, faces=path).sizes_kb == (1.5, 1.5, 1.5)
