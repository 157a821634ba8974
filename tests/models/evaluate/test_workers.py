from pathlib import Path

from models.evaluate.workers import Models, worked


def test_results_come_in_the_order_of_the_tasks():
    assert worked(abs, [-3, 2, -1], jobs=1, what="x") == [3, 2, 1]
    assert worked(abs, [-3, 2, -1], jobs=2, what="x") == [3, 2, 1]


def test_sizes_are_those_of_the_files(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"0" * 1500)
    assert Models(detector=path, pose=path, faces=path).sizes_kb == (1.5, 1.5, 1.5)


def test_models_are_those_of_the_repository():
    assert {path.name for path in (Models().detector, Models().pose, Models().faces)} == {
        "detector.onnx",
        "pose.onnx",
        "faces.onnx",
    }
    assert all(Path(path).exists() for path in (Models().detector, Models().pose, Models().faces))
