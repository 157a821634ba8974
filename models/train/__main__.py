"""Trains and writes the models: `python -m models.train detector --boards DIR --held-out DIR --work DIR`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from models.strategies import PROSPECTS_PATH
from models.train.detector import detector_losses, patch_batches
from models.train.export import ModelForm, write_model
from models.train.faces import DEVICE, face_batches, face_losses, fitted_temperature, print_config
from models.train.fit import RECIPES, fit, load_recipe, trained_graph
from models.train.floors import floor_batches, floor_losses, floor_samples
from models.train.matches import train_matches
from models.train.nets import DetectorNet, FaceNet, FloorNet, PoseNet
from models.train.patches import board_samples
from models.train.peaks import fitted_confidence, fitted_looks
from models.train.pictures.shelf import boards_in, photographs_in
from models.train.poses import LEAST_PEAK, pose_batches, pose_losses, pose_samples
from models.train.prints import face_samples, sheets_in
from models.train.prospects import train_prospects
from vision.find.detect import DETECTOR_LABELS, DETECTOR_PATH, Detector, DetectorPolicy
from vision.find.floor import FLOOR_LABELS, FLOOR_PATH
from vision.find.pose import POSE_LABELS, POSE_MARGIN, POSE_PATH, POSE_SIZE_PX, PoseReader
from vision.model import INPUT_NAME, OnnxModel
from vision.preprocess import FACE_MARGIN, FACE_SIZE_PX
from vision.read.classify import FACE_LABELS, FACES_PATH, NO_FACE

SHARED = Path("../shared/data")
DETECTOR = ModelForm(labels=DETECTOR_LABELS, size_wh=None, outputs=("odds", "shape"), floats=("odds", "shape"))
# A crop in its own light is no byte any more: rounded to one, it costs more than all other layers together.
POSES = ModelForm(labels=POSE_LABELS, size_wh=(POSE_SIZE_PX,) * 2, outputs=("pose",), floats=(INPUT_NAME, "pose"))
FLOOR = ModelForm(labels=FLOOR_LABELS, size_wh=None, outputs=("floor",), floats=("floor",))
FACES = ModelForm(
    labels=(*FACE_LABELS, NO_FACE),
    size_wh=(FACE_SIZE_PX,) * 2,
    outputs=("logits", "embedding"),
    floats=(INPUT_NAME, "logits"),
)
CAUTION = 1.4  # log loss weighs a question as dearly as an error; chosen on sets of noto
UNFITTED_LOOKS = {"finder": 1.0, "die": 1.0, "die_shift": 0.0, "stacked_scale": 1.0, "stacked_shift": 0.0}


def train_detector(given: argparse.Namespace) -> None:
    """Train the detector, calibrate it on held-out designs, and write it."""
    batches = partial(patch_batches, recipe := load_recipe(given.recipe), given.boards, photographs_in(given.shared))
    fit(DetectorNet, batches, detector_losses, recipe=recipe, folder=given.work, start=given.start)
    write_detector(given)


def write_detector(given: argparse.Namespace) -> None:
    """Calibrate and write the detector from its last checkpoint."""
    graph, pictures = trained_graph(DetectorNet(), given.work), boards_in(given.held_out)
    write = partial(write_model, graph, given.out, form=DETECTOR, samples=board_samples(pictures))
    write(numbers={"confidence_scale": 1.0, "confidence_shift": 0.0})
    write(numbers=fitted_confidence(_generous(given.out, 0.05), pictures))


def train_faces(given: argparse.Namespace) -> None:
    """Train the face reader, calibrate it on held-out designs, and write it."""
    batches = partial(face_batches, recipe := load_recipe(given.recipe), given.sheets, given.boards or [])
    make = partial(FaceNet, **recipe.net)
    fit(lambda: make().to(DEVICE), batches, face_losses, recipe=recipe, folder=given.work, start=given.start)
    write_faces(given)


def write_faces(given: argparse.Namespace) -> None:
    """Calibrate and write the face reader from its last checkpoint."""
    recipe, sheet = load_recipe(given.recipe), sheets_in(given.held_out)
    graph = trained_graph(FaceNet(**recipe.net), given.work)
    numbers = {"temperature": fitted_temperature(graph, sheet, recipe) * CAUTION, "margin": FACE_MARGIN}
    write_model(graph, given.out, form=FACES, numbers=numbers, samples=face_samples(sheet, print_config(recipe)))


def train_poses(given: argparse.Namespace) -> None:
    """Train the pose reader on what a written detector finds, calibrate it on held-out designs, and write it."""
    pictures = (*boards_in(given.boards), *photographs_in(given.shared))
    batches = partial(pose_batches, recipe := load_recipe(given.recipe), pictures, _generous(given.finder, LEAST_PEAK))
    fit(PoseNet, batches, pose_losses, recipe=recipe, folder=given.work, start=given.start)
    write_poses(given)


def write_poses(given: argparse.Namespace) -> None:
    """Calibrate and write the pose reader from its last checkpoint."""
    graph, pictures = trained_graph(PoseNet(), given.work), boards_in(given.held_out)
    write = partial(write_model, graph, given.out, form=POSES, samples=pose_samples(pictures))
    write(numbers={"margin": POSE_MARGIN, **UNFITTED_LOOKS})
    finder, reader = _generous(given.finder, DetectorPolicy().least_confidence), PoseReader.from_file
    write(numbers={"margin": POSE_MARGIN, **fitted_looks(finder, reader(given.out, threads=1), pictures)})


def train_floor(given: argparse.Namespace) -> None:
    """Train the floor finder, and write it."""
    trays, others = boards_in(given.boards), photographs_in(given.shared)
    batches = partial(floor_batches, recipe := load_recipe(given.recipe), trays, others)
    fit(FloorNet, batches, floor_losses, recipe=recipe, folder=given.work, start=given.start)
    write_floor(given)


def write_floor(given: argparse.Namespace) -> None:
    """Write the floor finder from its last checkpoint."""
    samples = floor_samples(boards_in(given.held_out))
    write_model(trained_graph(FloorNet(), given.work, given.kept), given.out, form=FLOOR, numbers={}, samples=samples)


def write_prospects(given: argparse.Namespace) -> None:
    """Train what free cells of the 10×10 sheet will bring, on sheets filled alone or by matches, and write it."""
    recipe = load_recipe(given.recipe)
    if given.seed is not None:
        recipe = replace(recipe, seed=given.seed)
    arrays: dict[str, Any] = {**(train_matches if recipe.model == "matches" else train_prospects)(recipe, given.work)}
    np.savez_compressed(given.out, **arrays)
    sys.stdout.write(f"{given.out}: hold it against others: serviert duel foresight column-normal\n")


def _generous(path: Path, least_confidence: float) -> Detector:
    """Return a written detector that lets faint peaks through."""
    return Detector(OnnxModel.load(path, threads=1), policy=DetectorPolicy(least_confidence=least_confidence))


@dataclass(frozen=True, slots=True)
class TrainCommand:
    """A command: what it does, where its model goes unless told otherwise, and which options it must and may have."""

    work: Callable[[argparse.Namespace], None]
    out: Path
    required: str
    optional: str = ""


COMMANDS = {
    "detector": TrainCommand(train_detector, DETECTOR_PATH, "boards held-out work", "recipe shared start"),
    "write-detector": TrainCommand(write_detector, DETECTOR_PATH, "held-out work"),
    "poses": TrainCommand(train_poses, POSE_PATH, "boards held-out work", "finder recipe shared start"),
    "write-poses": TrainCommand(write_poses, POSE_PATH, "held-out work", "finder"),
    "floor": TrainCommand(train_floor, FLOOR_PATH, "boards held-out work", "recipe shared start kept"),
    "write-floor": TrainCommand(write_floor, FLOOR_PATH, "held-out work", "kept"),
    "faces": TrainCommand(train_faces, FACES_PATH, "sheets held-out work", "boards recipe start"),
    "write-faces": TrainCommand(write_faces, FACES_PATH, "held-out work", "recipe"),
    "prospects": TrainCommand(write_prospects, PROSPECTS_PATH, "work", "recipe seed"),
    "matches": TrainCommand(write_prospects, PROSPECTS_PATH, "work", "recipe seed"),
}
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "boards": ("folder of rendered boards; may be given several times", {"action": "append"}),
    "sheets": ("folder of sheets of designs; may be given several times", {"action": "append"}),
    "held-out": ("folder of designs never trained on; may be given several times", {"action": "append"}),
    "work": ("folder of checkpoints; training goes on from the one that is there", {}),
    "recipe": ("what decides the training; JSON", {}),
    "seed": ("instead of the recipe's: another member", {"type": int}),
    "shared": ("folder that holds real/; photographs without dice are taken from it", {"default": SHARED}),
    "finder": ("the written detector whose finds are looked at", {"default": DETECTOR_PATH}),
    "start": ("work folder of another training, to go on from where --work has no checkpoint", {}),
    "kept": ("work folder of an earlier training, of whose weights some are kept", {}),
    "out": ("where the model goes; its contract goes beside it", {}),
}


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the command line, parsed; `command` is what it asks for."""
    parser = argparse.ArgumentParser("python -m models.train", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, command in COMMANDS.items():
        usage = commands.add_parser(name, help=command.work.__doc__, description=command.work.__doc__)
        required = command.required.split()
        for option in (*required, *command.optional.split(), "out"):
            said, more = OPTIONS[option]
            usage.add_argument(f"--{option}", required=option in required, help=said, **{"type": Path, **more})
        usage.set_defaults(command=command, out=command.out, recipe=RECIPES / f"{name.removeprefix('write-')}.json")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Do what the command line asks for."""
    given = parsed(words)
    # One thread: on a shared machine several wait for each other, five times slower.
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    given.command.work(given)


if __name__ == "__main__":
    main()
