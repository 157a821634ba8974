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
