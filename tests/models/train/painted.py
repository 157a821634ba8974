"""Pictures whose truth is known: dice of a place, an edge and a turn, painted white."""

import cv2
import numpy as np

from models.train.pictures.shelf import Picture, PictureShelf, ShelfDie


def quad_at(x, y, edge, turn_deg=0.0):
    turn = np.radians(turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2 @ rotation.T + (x, y)


def die_at(x, y, edge=30.0, turn_deg=0.0, *, label=0, tilt_deg=0.0, **known):
    quad = quad_at(x, y, edge, turn_deg)
    box = np.concatenate([quad.min(axis=0) - 2, quad.max(axis=0) + 3])
    return ShelfDie(box_xyxy=box, quad=quad, tilt_deg=tilt_deg, label=label, **known)


def shelf_of(folder, *dice, side=480, painted=0, ignored=()):
    """Return a shelf of one picture, the first so many of its dice painted."""
    pixels = np.zeros((side, side, 3), np.uint8)
    for one in dice[:painted]:
        cv2.fillConvexPoly(pixels, np.int32(np.round((one.quad - 0.5) * 256)), (255, 255, 255), shift=8)
    path = folder / "board.png"
    cv2.imwrite(str(path), pixels)
    return PictureShelf([Picture(path=path, dice=dice, ignored=np.array(ignored).reshape(-1, 4))])
