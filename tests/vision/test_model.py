import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import onnxruntime as ort
import pytest

from firmware.doctor.speed import PICTURE
from tests.cases import cases
from vision.errors import ModelContractError, ModelMissingError, VisionError
from vision.find import detect, pose
from vision.find.floor import FLOOR_PATH
from vision.find.picture import load_picture
from vision.model import OnnxModel, parse_contract
from vision.read.classify import FACES_PATH, FaceReader

ROOT = Path(__file__).parents[2]


@pytest.fixture
def model_path(tmp_path):
    shutil.copy(FACES_PATH.with_suffix(".json"), tmp_path)
    return Path(shutil.copy(FACES_PATH, tmp_path))


def restate(onnx_path, **changes):
    """Change what the contract states; `input__name` is stated of its input."""
    path = onnx_path.with_suffix(".json")
    stated = json.loads(path.read_text())
    for name, value in changes.items():
        (stated["input"] if "__" in name else stated)[name.removeprefix("input__")] = value
    path.write_text(json.dumps(stated))


@pytest.mark.parametrize("path", [detect.DETECTOR_PATH, FACES_PATH, pose.POSE_PATH, FLOOR_PATH])
def test_the_models_of_the_repository_keep_their_contracts_and_are_as_small_as_agreed(path):
    assert OnnxModel.load(path).contract.name == path.stem
    assert path.stat().st_size < (2_000_000 if path == FACES_PATH else 1_000_000)


def test_sums_of_eight_bits_do_not_overflow_on_any_processor():
    exact = ort.SessionOptions()
    exact.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL  # as floats
    session = ort.InferenceSession(detect.DETECTOR_PATH, exact, providers=["CPUExecutionProvider"])
    picture = load_picture(PICTURE).pixels[None, 400:1040, 400:1040]
    odds, _ = session.run(None, {"frame": picture})
    assert OnnxModel.load(detect.DETECTOR_PATH).run(picture)["odds"] == pytest.approx(odds, abs=0.5)


def test_the_runtime_keeps_no_number_of_the_device_and_nothing_to_send(tmp_path):
    # In a process of its own, for the runtime makes up its mind once; it is silent by itself where CI is set.
    script = "import os; before = len(os.listdir('/proc/self/task')); "  # under QEMU its own are among them
    script += "from vision.find.pose import PoseReader; reader = PoseReader.from_file(threads=1); "
    script += "print(len(os.listdir('/proc/self/task')) - before)"
    settings = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": os.environ["PATH"]}
    settings["OMP_NUM_THREADS"] = settings["OPENBLAS_NUM_THREADS"] = "1"
    settings |= {name: os.environ[name] for name in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE") if name in os.environ}
    run = [sys.executable, "-c", script]
    ended = subprocess.run(run, cwd=ROOT, env=settings, capture_output=True, text=True, check=True, timeout=120)
    assert list(tmp_path.rglob("*")) == []
    assert int(ended.stdout) == 0, "a thread of the runtime waits to send something"


def test_a_missing_model_is_said_by_name(model_path):
    model_path.unlink()
    with pytest.raises(ModelMissingError, match=model_path.name):
        OnnxModel.load(model_path)
    model_path.mkdir()
    with pytest.raises(ModelMissingError, match="Install Serviert again"):
        OnnxModel.load(model_path)
    model_path.with_suffix(".json").unlink()
    with pytest.raises(ModelMissingError, match=rf"{model_path.stem}\.json"):
        OnnxModel.load(model_path)


def test_bytes_that_are_no_model_are_refused_even_when_their_sha256_is_stated(model_path):
    whole = model_path.read_bytes()
    model_path.write_bytes(whole[:-1000])
    with pytest.raises(ModelContractError, match=r"sha256.*install both files of one release"):
        OnnxModel.load(model_path)
    for content in (b"", b"no model", whole[:5000]):
        model_path.write_bytes(content)
        restate(model_path, sha256=hashlib.sha256(content).hexdigest())
        with pytest.raises(ModelContractError):
            OnnxModel.load(model_path)


STATED = {"sha256": "0" * 64, "version": 2, "model": "another", "outputs": ["elsewhere"], "labels": None, "input": None}
STATED |= {f"input__{name}": "another" for name in ("layout", "channels", "dtype", "normalisation", "name")}
STATED |= {"numbers": {"temperature": "warm"}}


@pytest.mark.parametrize("changes", [{name: value} for name, value in STATED.items()], ids=STATED)
def test_a_contract_that_states_something_else_is_refused(model_path, changes):
    restate(model_path, **changes)
    with pytest.raises(ModelContractError):
        OnnxModel.load(model_path)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe", b"null", b'{"model": 3}'])
def test_a_contract_that_is_none_is_refused(content):
    with pytest.raises(ModelContractError, match=r"detector\.json"):
        parse_contract(content, "detector")


@pytest.mark.parametrize(("changes", "said"), cases(__file__)["faces"])
def test_a_face_model_with_labels_in_another_order_or_for_other_crops_is_refused(model_path, changes, said):
    restate(model_path, **changes)
    with pytest.raises(ModelContractError, match=said):
        FaceReader.from_file(model_path)


def test_each_model_refuses_the_place_of_the_other_and_a_number_that_is_not_stated():
    detector, faces = OnnxModel.load(detect.DETECTOR_PATH), OnnxModel.load(FACES_PATH)
    with pytest.raises(ModelContractError):
        detect.Detector(faces)
    with pytest.raises(ModelContractError):
        FaceReader(detector)
    with pytest.raises(ModelContractError, match="luck"):
        faces.contract.number("luck")
    for pixels in (np.zeros((1, 64, 64, 4), np.uint8), np.zeros((1, 64, 64, 3), np.float32)):
        with pytest.raises(VisionError):  # no exception of the library leaves the module
            faces.run(pixels)


def test_nothing_is_answered_with_no_rows_and_never_given_to_the_runtime():
    model = OnnxModel.load(FACES_PATH, threads=1)
    session = Mock(wraps=model._session)
    outputs = OnnxModel(session, model.contract).run(np.empty((0, 64, 64, 3), np.uint8))
    session.run.assert_not_called()  # eight-bit kernels read beyond an empty batch
    assert {name: values.shape for name, values in outputs.items()} == {"logits": (0, 7), "embedding": (0, 64)}


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot hold a process to one core")
def test_a_process_held_to_one_core_starts_no_threads_for_its_models(model_path):
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        before = len(list(Path("/proc/self/task").iterdir()))
        kept = OnnxModel.load(model_path)
        assert len(list(Path("/proc/self/task").iterdir())) == before
    finally:
        os.sched_setaffinity(0, allowed)
    assert kept.contract.name == model_path.stem
