"""An evening with one die: it is never silently wrong. The picture that the doctor reads."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.doctor.speed import PICTURE
from models.render.world import DesignFace
from tests.bench.evening import Evening, ThrowOutcome, outcome_of
from tests.bench.five_dice import picture

THROWS = 20


@pytest.mark.proof
def test_one_die_is_read_right_or_asked_about_and_never_silently_wrong(tmp_path):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    table = Evening(0, tmp_path, dice=1)
    seen = [table.throw()[1:] for _ in range(THROWS)]
    outcomes = [outcome_of(*each) for each in seen]
    assert set(outcomes) <= {ThrowOutcome.RIGHT, ThrowOutcome.ASKED, ThrowOutcome.THROWN_AGAIN}
    assert outcomes.count(ThrowOutcome.RIGHT) >= 0.8 * THROWS
    assert len({truth[0].face for _, truth in seen}) > 3
    reading, (die,) = seen[outcomes.index(ThrowOutcome.RIGHT)]
    strangers = [(replace(die, face=face),) for face in DesignFace if face != die.face]
    assert {outcome_of(reading, truth) for truth in strangers} == {ThrowOutcome.WRONG}


def test_the_picture_that_the_doctor_reads_is_the_one_that_its_command_draws():
    kept, drawn = (
        cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR).astype(int)
        for encoded in (PICTURE.read_bytes(), picture())
    )
    assert kept.shape == drawn.shape
    assert np.abs(kept - drawn).mean() < 1.0  # JPEG's arithmetic differs from processor to processor
