"""Keep what a display across shows, or compare what it shows now with that, turned: ``screen.py FOLDER keep`` or ``1``.

It is read from the file in which the X server keeps it. Printed is how far a point is from the one kept, on average, of
255; too far is a failure. On a display that is upright by nature a quarter, clockwise, lies across.
"""

import sys
from pathlib import Path

import numpy as np

SIDE_PX, SHORT_PX = 1280, 720
FARTHEST = 5.0


def main(folder: Path, word: str) -> int:
    points = (folder / "Xvfb_screen0").read_bytes()[-4 * SIDE_PX**2 :]  # behind a head and colours that nobody uses
    shown = np.frombuffer(points, np.uint8).reshape(SIDE_PX, SIDE_PX, 4)[..., 1].astype(float)
    if word == "keep":
        np.save(folder / "across.npy", shown[:SHORT_PX])
        return 0
    kept = np.rot90(np.load(folder / "across.npy"), -int(word))
    far = np.abs(shown[: kept.shape[0], : kept.shape[1]] - kept).mean()
    print(f"{far:.1f}")
    return int(far > FARTHEST)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
