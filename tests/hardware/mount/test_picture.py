"""Pictures show what stands before, in its colour and with a dark outline, and are the same bytes every time."""

import io

import numpy as np
import pytest

pytest.importorskip("build123d", reason="pictures are made at a desk; `make hardware` installs it")

from build123d import Box, Pos
from PIL import Image

from hardware.mount.picture import draw

FRONT = (0.0, 0.0, (80, 60))
RED, BLUE = (255, 0, 0), (0, 0, 255)


def pixels(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB")).astype(int)


@pytest.mark.parametrize(("behind_mm", "seen"), [(20.0, 0), (-20.0, 2)])
def test_what_stands_before_hides_what_stands_behind(behind_mm, seen):
    bodies = [(Pos(0, behind_mm, 0) * Box(10, 10, 10), BLUE), (Box(10, 10, 10), RED)]
    assert pixels(draw(bodies, *FRONT))[30, 40].argmax() == seen


def test_a_body_is_drawn_whole_with_a_dark_outline_on_white():
    seen = pixels(draw([(Box(10, 10, 10), (240, 150, 60))], *FRONT))
    assert tuple(seen[1, 1]) == (255, 255, 255)
    row = seen[30].sum(axis=1)
    inside = np.flatnonzero(row < 700)
    assert inside[-1] - inside[0] == pytest.approx(55, abs=2)  # 60 px high less margins, as wide as high
    assert row[inside[0] : inside[0] + 3].min() < 450
    assert np.all(row[inside[0] + 4 : inside[-1] - 3] > 300)
