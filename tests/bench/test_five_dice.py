"""The picture that the doctor reads."""

import cv2
import numpy as np

from firmware.doctor.speed import PICTURE
from tests.bench.five_dice import picture


def test_the_picture_that_the_doctor_reads_is_the_one_that_its_command_draws():
    kept, drawn = (
        cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR).astype(int)
        for encoded in (PICTURE.read_bytes(), picture())
    )
    assert kept.shape == drawn.shape
    assert np.abs(kept - drawn).mean() < 1.0  # JPEG's arithmetic differs from processor to processor
