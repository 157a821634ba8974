import numpy as np
import pytest

torch = pytest.importorskip("torch")

from models.train.detector import generous_iou, heat_loss, shape_loss  # noqa: E402 - torch may be absent
from models.train.nets import UNIT_PX  # noqa: E402 - torch may be absent
from vision.find.detect import SHAPE_CHANNELS  # noqa: E402 - torch may be absent


def raw_of(box, middle, half_edge, *, turn=(0.0, 0.0, -1.0, 0.0)):
    """What the network must say for these lengths in pixels: the inverse of its last step."""
    lengths = np.log(np.expm1(np.array([*box, half_edge]) / UNIT_PX)).tolist()
    parts = [*lengths[:4], *(m / UNIT_PX for m in middle), lengths[4], *turn]
    return torch.tensor(parts).reshape(1, SHAPE_CHANNELS, 1, 1)


def true_of(box, middle, half_edge, *, turn=(0.0, 0.0, -1.0, 0.0)):
    return torch.tensor([*box, *middle, half_edge, *turn]).reshape(1, SHAPE_CHANNELS, 1, 1)


DIE = ((12.0, 14.0, 15.0, 13.0), (1.0, -2.0), 10.0)
HERE = torch.ones(1, 1, 1)


def test_a_shape_that_is_right_costs_nothing():
    assert sum(shape_loss(raw_of(*DIE), true_of(*DIE), HERE).values()).item() == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        (raw_of((18.0, 14.0, 15.0, 13.0), *DIE[1:]), "box"),
        (raw_of(DIE[0], (4.0, -2.0), DIE[2]), "middle"),
        (raw_of(*DIE[:2], 14.0), "edge"),
        (raw_of(*DIE, turn=(0.0, 0.0, 1.0, 0.0)), "turn"),
    ],
)
def test_each_part_of_a_shape_is_punished_by_its_own_loss(wrong, part):
    assert shape_loss(wrong, true_of(*DIE), HERE)[part].item() > 0.1


def test_away_from_dice_shapes_cost_nothing_but_keep_the_gradient():
    loss = sum(shape_loss(raw_of(*DIE).requires_grad_(), true_of(*DIE), HERE * 0).values())
    assert loss.item() == 0
    loss.backward()


def test_generous_iou_is_one_for_the_same_box_and_falls_below_nothing_far_away():
    box = torch.tensor([[5.0, 5.0, 5.0, 5.0]])
    assert generous_iou(box, box).item() == pytest.approx(1)
    # Source: by hand, boxes 10×10 and 5×10 inside it: IoU 0.5, hull equal to the larger one.
    assert generous_iou(torch.tensor([[5.0, 5.0, 0.0, 5.0]]), box).item() == pytest.approx(0.5)


def test_heat_is_punished_for_misses_and_false_alarms_but_not_where_nobody_knows():
    heat = torch.zeros(1, 4, 4)
    heat[0, 1, 1] = 1
    right = torch.full((1, 4, 4), -12.0)
    right[0, 1, 1] = 12
    missed, alarmed = right.clone(), right.clone()
    missed[0, 1, 1] = -12
    alarmed[0, 3, 3] = 12
    known = torch.ones(1, 4, 4)
    assert heat_loss(right, heat, known).item() < 1e-3
    assert heat_loss(missed, heat, known).item() > 5
    assert heat_loss(alarmed, heat, known).item() > 5
    known[0, 3, 3] = 0
    assert heat_loss(alarmed, heat, known).item() < 1e-3
