import numpy as np
import pytest

from models.render import clutter, ground, world

GROUND = np.full((240, 240, 3), 0.4, np.float32)


def laid(kind, x=0, y=0, **more):
    window = ground.Window(left_mm=-60.0, bottom_mm=-60.0, shape=(240, 240), px_per_mm=2.0)
    return clutter.lay_things(GROUND, (world.Thing(kind=kind, centre_mm=(x, y), **more),), window)


@pytest.mark.parametrize("kind", list(world.ThingKind))
def test_every_thing_changes_the_ground_where_it_lies_and_nowhere_else(kind):
    change = np.abs(laid(kind, 20, -10, size_mm=50, rgb=(230, 40, 40), seed=1) - GROUND).max(axis=2)
    rows, columns = np.indices(change.shape)
    far = np.hypot(columns / 2 - 60 - 20, rows / 2 - 60 + 10) > 50 / 2 * 2**0.5 + 6
    assert change.max() > 0.05
    assert change[far].max() < 1e-4
    np.testing.assert_array_equal(laid(kind, 300, size_mm=23), GROUND)


def test_a_thing_is_not_mirrored():
    mat = laid(world.ThingKind.BEER_MAT, size_mm=100, rgb=(60, 160, 60), seed=3)[..., 0]
    assert mat[120 - 2 * 20, 120] < 0.1 < 0.4 < mat[120 + 2 * 20, 120]  # its star stands below the word, nothing above
