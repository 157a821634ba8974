"""An ONNX file and its contract: what goes in, what comes out, and that it is the file that was tested."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from vision.errors import ModelContractError, ModelMissingError

MODELS_DIR = Path(__file__).resolve().parents[1] / "models"
CONTRACT_VERSION = 1
INPUT_NAME = "frame"
LAYOUT = "NHWC"
CHANNELS = "RGB"
NORMALISATION = "in-graph"

ORT_ERRORS = (
    ort_errors.Fail, ort_errors.InvalidArgument, ort_errors.InvalidGraph, ort_errors.InvalidProtobuf,
    ort_errors.NoSuchFile, ort_errors.NotImplemented, ort_errors.RuntimeException, ort_errors.EPFail,
    RuntimeError, ValueError,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelContract:
    """What a model promises; `models/<name>.json`."""

    name: str  # Of the model
    labels: tuple[str, ...]  # One a class, in the order of the outputs
    size_wh: tuple[int, int] | None  # Fixed input size, or None where any multiple of `multiple_of` goes
    multiple_of: int  # What height and width must be multiples of
    outputs: tuple[str, ...]  # Their names in the graph
    sha256: str  # Of the ONNX file, hexadecimal
    training_commit: str  # Of the code that trained it
    numbers: Mapping[str, float]  # What else was measured on the way, by name (temperature, threshold, margin)

    def number(self, name: str) -> float:
        """Return one of the measured numbers.

        Raises:
            ModelContractError: If the contract does not state it.
        """
        if name not in self.numbers:
            stated = ", ".join(sorted(self.numbers)) or "none"
            raise ModelContractError(f"contract of model {self.name!r} lacks the number {name!r}; it states {stated}.")
        return self.numbers[name]

    def require_labels(self, labels: tuple[str, ...]) -> None:
        """Refuse a model that speaks other labels than the caller.

        Raises:
            ModelContractError: If the labels or their order differ.
        """
        if self.labels != labels:
            raise ModelContractError(f"model {self.name!r} has labels {self.labels}; legal is {labels}, in this order.")


class OnnxModel:
    """An inference session that keeps its contract."""

    def __init__(self, session: ort.InferenceSession, contract: ModelContract) -> None:
        """Hold a session; `load` makes and checks it."""
        self._session = session
        self._sizes = {
            port.name: tuple(size if isinstance(size, int) else 0 for size in port.shape[1:])
            for port in session.get_outputs()
        }
        self.contract = contract

    @classmethod
    def load(cls, onnx_path: Path, *, threads: int = 0) -> OnnxModel:
        """Load `<name>.onnx` and check it against `<name>.json` beside it.

        Args:
            onnx_path: The model file.
            threads: Threads one inference may use, 0 for as many as there are cores that it may use.

        Raises:
            ModelMissingError: If the model or its contract is absent or cannot be read.
            ModelContractError: If contract and model do not fit each other.
        """
        contract = parse_contract(_content(onnx_path.with_suffix(".json")), onnx_path.stem)
        content = _content(onnx_path)
        digest = hashlib.sha256(content).hexdigest()
        if digest != contract.sha256:
            raise ModelContractError(
                f"{onnx_path.name} has sha256 {digest[:12]}…, its contract states {contract.sha256[:12]}…; "
                "install both files of one release."
            )
        model = cls(_session(content, onnx_path.name, threads), contract)
        model._require_ports()
        return model

    def run(self, pixels: NDArray[np.uint8]) -> dict[str, NDArray[np.float32]]:
        """Run the model.

        Args:
            pixels: uint8 (N, H, W, 3), channels R, G, B.

        Returns:
            The outputs by name; no rows of nothing.

        Raises:
            ModelContractError: If the model refuses the input.
        """
        outputs = self.contract.outputs
        if not len(pixels):  # the runtime's eight-bit kernels read beyond an empty batch, and die of it now and then
            return {name: np.zeros((0, *self._sizes[name]), np.float32) for name in outputs}
        try:
            values = self._session.run(list(outputs), {INPUT_NAME: pixels})
        except ORT_ERRORS as error:
            raise ModelContractError(
                f"model {self.contract.name!r} refused {pixels.dtype} {pixels.shape}: {error}"
            ) from error
        return dict(zip(outputs, (np.asarray(value, np.float32) for value in values), strict=True))

    def _require_ports(self) -> None:
        inputs = self._session.get_inputs()
        names = tuple(port.name for port in self._session.get_outputs())
        if len(inputs) != 1 or inputs[0].name != INPUT_NAME or inputs[0].type != "tensor(uint8)":
            got = ", ".join(f"{port.name}: {port.type}" for port in inputs)
            raise ModelContractError(f"model {self.contract.name!r} takes {got}; legal is {INPUT_NAME}: tensor(uint8).")
        if not set(self.contract.outputs) <= set(names):
            raise ModelContractError(f"model {self.contract.name!r} gives {names}; stated are {self.contract.outputs}.")


def parse_contract(content: bytes, name: str) -> ModelContract:
    """Return a contract from its JSON.

    Args:
        content: UTF-8 JSON.
        name: Of the model it must be about.

    Raises:
        ModelContractError: If it is no JSON, lacks a field, or states what this program does not speak.
    """
    try:
        stated = json.loads(content)
        contract = _contract(stated)
        _require_dialect(stated, name)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, ModelContractError):
            raise
        raise ModelContractError(f"contract {name}.json cannot be read: {type(error).__name__} {error}") from error
    return contract


def _contract(stated: dict[str, Any]) -> ModelContract:
    size_wh = stated["input"]["size_wh"]
    return ModelContract(
        name=str(stated["model"]),
        labels=tuple(str(label) for label in stated["labels"]),
        size_wh=None if size_wh is None else (int(size_wh[0]), int(size_wh[1])),
        multiple_of=int(stated["input"]["multiple_of"]),
        outputs=tuple(str(output) for output in stated["outputs"]),
        sha256=str(stated["sha256"]),
        training_commit=str(stated["training_commit"]),
        numbers={str(key): float(value) for key, value in stated["numbers"].items()},
    )


def _require_dialect(stated: dict[str, Any], name: str) -> None:
    """Refuse a contract whose fixed terms are not the ones this program was written for."""
    port = stated["input"]
    terms = {
        "version": (stated["version"], CONTRACT_VERSION),
        "model": (stated["model"], name),
        "input.name": (port["name"], INPUT_NAME),
        "input.layout": (port["layout"], LAYOUT),
        "input.channels": (port["channels"], CHANNELS),
        "input.dtype": (port["dtype"], "uint8"),
        "input.normalisation": (port["normalisation"], NORMALISATION),
    }
    for term, (got, legal) in terms.items():
        if got != legal:
            raise ModelContractError(f"contract {name}.json states {term} = {got!r}; legal is {legal!r}.")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        said = f"model file {path} cannot be read: {error.strerror}. Install Serviert again."
        raise ModelMissingError(said) from error


def cores_allowed() -> int:
    """Return how many cores this process may use: fewer than there are, where it was started so."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _session(content: bytes, file_name: str, threads: int) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads or (1 if cores_allowed() == 1 else 0)
    # Threads that wait for each other at full speed save a fraction of a millisecond, and where another program has
    # taken one of the cores they burn many: a reading then took five times the processor's time.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Else sums of eight bits overflow on x86 processors without VNNI, and fewer dice are found there.
    options.add_session_config_entry("session.x64quantprecision", "1")
    options.log_severity_level = 4  # what goes wrong is raised; the library's own lines would land in the player's log
    try:
        return ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except ORT_ERRORS as error:
        raise ModelContractError(f"{file_name} is no model this program can run: {error}") from error
