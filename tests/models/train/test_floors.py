import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch")

from models.train.floors import floor_losses, sample_floor  # noqa: E402 - torch may be absent
from models.train.nets import FloorNet  # noqa: E402 - torch may be absent
from models.train.pictures.shelf import Picture, PictureShelf  # noqa: E402 - torch may be absent

FLOOR = np.array([[60.0, 50.0], [240.0, 70.0], [220.0, 170.0], [80.0, 180.0]])


def test_a_sample_says_where_its_floor_is_seen_however_it_was_turned_and_of_no_tray_that_there_is_none(tmp_path):
    painted = cv2.fillPoly(np.zeros((240, 320, 3), np.uint8), [np.int32(np.rint(FLOOR - 0.5))], (255, 255, 255))
    cv2.imwrite(str(path := tmp_path / "tray.png"), painted)
    shelf = PictureShelf([Picture(path=path, floor=FLOOR), Picture(path=path)])
    for seed in range(20):
        pixels, floor = sample_floor(shelf, 0, np.random.default_rng(seed), 0.0)
        is_painted = (cv2.resize(pixels, (128, 128), interpolation=cv2.INTER_AREA) > 200).all(axis=2)
        assert np.sum(is_painted & (floor[0] > 0.5)) / np.sum(is_painted | (floor[0] > 0.5)) > 0.95
    assert sample_floor(shelf, 1, np.random.default_rng(0), 0.0)[1].max() == 0


def test_what_is_wrong_at_the_floors_edge_costs_most_and_the_network_answers_at_every_second_pixel():
    floor = torch.zeros(1, 1, 64, 64)
    floor[..., 16:48, 16:48] = 1
    odds = [(floor - 0.5) * 20 for _ in range(3)]
    odds[1][0, 0, 32, 32], odds[2][0, 0, 16, 32] = -20, -20
    batch = torch.zeros(1), floor
    right, inside, edge = (floor_losses(lambda _, one=one: one, batch)["floor"].item() for one in odds)
    assert right < inside < edge
    assert FloorNet()(torch.zeros((2, 64, 128, 3), dtype=torch.uint8)).shape == (2, 1, 32, 64)
