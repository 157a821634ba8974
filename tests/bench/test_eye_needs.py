"""The measurements behind what the doctor asks for, one board of each instead of all; and the picture it reads."""

import cv2
import numpy as np
import pytest

from firmware.doctor.speed import PICTURE
from tests.bench import eye_needs as eye
from tests.bench.five_dice import picture
from vision.read.load import load_board_reader


def test_the_picture_that_the_doctor_reads_is_the_one_that_its_command_draws():
    kept, drawn = (
        cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR).astype(int)
        for encoded in (PICTURE.read_bytes(), picture())
    )
    assert kept.shape == drawn.shape
    assert np.abs(kept - drawn).mean() < 1.0  # JPEG's arithmetic differs from processor to processor


@pytest.mark.proof
def test_a_board_is_read_and_out_of_focus_asked_about_and_what_was_made_worse_is_measured_as_worse():
    sample, reader = eye.sample_of(0), load_board_reader()

    def read_at(kind, step):
        frames = eye.frames_of(sample, kind, step)
        return frames, eye.read(reader, frames, sample.board)

    assert [eye.outcome(sample, read_at(eye.BLUR, step)[1]) for step in (0.5, 9.0)] == ["right", "asked"]
    assert eye.seems_still(sample, 0.02)  # a steady lamp
    steps = {eye.LEVEL: (1.0, 0.2), eye.UNEVEN: (8.0, 2.0), eye.COLOUR: (8.0, 2.0), eye.NOISE: (16.0, 4.0)}
    for kind, (much, little) in {**steps, eye.MIRRORED: (0.05, 0.02)}.items():
        found = [read_at(kind, step) for step in (much, little)]
        more, less = (eye.measured(kind, frames, sample.board, reading) for frames, reading in found)
        assert more > 1.5 * less, kind
