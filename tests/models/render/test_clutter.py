import numpy as np
import pytest

from models.render.clutter import lay_things
from models.render.ground import Window
from models.render.world import Thing, ThingKind

WINDOW = Window(left_mm=-60.0, bottom_mm=-60.0, shape=(240, 240), px_per_mm=2.0)


@pytest.mark.parametrize("kind", list(ThingKind))
def test_every_thing_changes_the_ground_where_it_lies_and_nowhere_else(kind: ThingKind) -> None:
    ground = np.full((240, 240, 3), 0.4, np.float32)
    laid = lay_things(ground, (Thing(kind=kind, centre_mm=(20, -10), size_mm=50, rgb=(230, 40, 40), seed=1),), WINDOW)
    change = np.abs(laid - ground).max(axis=2)
    rows, columns = np.indices(change.shape)
    far = np.hypot(columns / 2 - 60 - 20, rows / 2 - 60 + 10) > 50 / 2 * 2**0.5 + 6
    assert change.max() > 0.05
    assert change[far].max() < 1e-4


def test_a_thing_outside_the_window_changes_nothing() -> None:
    ground = np.full((240, 240, 3), 0.4, np.float32)
    laid = lay_things(ground, (Thing(kind=ThingKind.COIN, centre_mm=(300, 0), size_mm=23),), WINDOW)
    np.testing.assert_array_equal(laid, ground)


def test_a_thing_is_not_mirrored() -> None:
    ground = np.full((240, 240, 3), 0.4, np.float32)
    mat = Thing(kind=ThingKind.BEER_MAT, centre_mm=(0, 0), size_mm=100, rgb=(60, 160, 60), seed=3)
    laid = lay_things(ground, (mat,), WINDOW)[..., 0]
    assert laid[120 - 2 * 20, 120] < 0.1  # the star stands below the word, towards smaller y
    assert laid[120 + 2 * 20, 120] > 0.4  # nothing is printed above it


def test_a_thing_turns_counter_clockwise() -> None:
    ground = np.full((240, 240, 3), 0.4, np.float32)
    pencil = Thing(kind=ThingKind.PENCIL, centre_mm=(0, 0), size_mm=100, turn_deg=90.0, rgb=(240, 240, 240))
    laid = lay_things(ground, (pencil,), WINDOW)[..., 0]
    assert laid[118 + 2 * 46 : 118 + 2 * 49].min() < 0.1 < laid[118 - 2 * 49 : 118 - 2 * 46].min()
