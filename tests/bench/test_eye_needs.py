"""The measurements behind what the doctor asks for, one board of each instead of all."""

from __future__ import annotations

import pytest

from tests.bench.eye_needs import (
    BLUR,
    COLOUR,
    LEVEL,
    MIRRORED,
    NOISE,
    UNEVEN,
    frames_of,
    measured,
    outcome,
    read,
    sample_of,
    seems_still,
)
from vision.read.load import load_board_reader

pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def sample():
    return sample_of(0)


@pytest.fixture(scope="module")
def reader():
    return load_board_reader()


def test_a_board_as_it_is_is_read_and_one_out_of_focus_is_asked_about(sample, reader):
    outcomes = {}
    for step in (0.5, 9.0):
        frames = frames_of(sample, BLUR, step)
        outcomes[step] = outcome(sample, read(reader, frames, sample.board))
    assert outcomes == {0.5: "right", 9.0: "asked"}
    assert seems_still(sample, 0.02)  # a steady lamp


@pytest.mark.parametrize(
    ("kind", "steps"),
    [(LEVEL, (1.0, 0.2)), (UNEVEN, (8.0, 2.0)), (COLOUR, (8.0, 2.0)), (NOISE, (16.0, 4.0)), (MIRRORED, (0.05, 0.02))],
)
def test_what_was_made_worse_is_measured_as_worse(kind, steps, sample, reader):
    figures = []
    for step in steps:
        frames = frames_of(sample, kind, step)
        figures.append(measured(kind, frames, sample.board, read(reader, frames, sample.board)))
    assert figures[0] > 1.5 * figures[1]
