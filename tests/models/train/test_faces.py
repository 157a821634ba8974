"""The loss of likeness: low where two views of a face are alike, high where they are not."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")

from models.render.world import COURT  # noqa: E402 - torch may be absent
from models.train.faces import SHARPNESS, likeness_loss, ordinary_loss, wanted_chances  # noqa: E402 - torch may be absent
from models.train.prints import UNNAMED  # noqa: E402 - torch may be absent

ALL = torch.ones(1, 6, 2, dtype=torch.bool)


def likeness(second, is_whole=ALL):
    return float(likeness_loss(torch.stack([torch.eye(6, 8), second], dim=1)[None], is_whole))


def test_views_that_agree_cost_next_to_nothing_and_views_mixed_up_cost_all_but_those_left_out():
    assert likeness(torch.eye(6, 8)) < 0.01
    assert likeness(torch.eye(6, 8).roll(1, dims=0)) == pytest.approx(SHARPNESS, abs=0.1)
    second, is_whole = torch.eye(6, 8), ALL.clone()
    second[2] = second[3]
    is_whole[0, 2, 1] = False
    assert likeness(second, is_whole) < 0.01 < likeness(second)


def test_what_is_left_out_gives_no_gradient():
    embedding = torch.randn(1, 6, 2, 8, generator=torch.Generator().manual_seed(0)).requires_grad_()
    is_whole = ALL.clone()
    is_whole[0, 4, 0] = False
    likeness_loss(embedding, is_whole).backward()
    assert float(embedding.grad[0, 4].abs().max()) == 0
    assert torch.isfinite(embedding.grad).all()


def test_only_faces_of_ordinary_dice_are_told_apart_by_their_kind():
    faces, logits = torch.full((1, 6, 2), UNNAMED), torch.zeros(12, 12)
    assert float(ordinary_loss(logits, faces)) == 0
    faces[0, 2, 1] = 2
    right, wrong = logits.clone(), logits.clone()
    right[5, 2] = wrong[5, 3] = wrong[0, 7] = right[0, 7] = 20.0
    assert float(ordinary_loss(right, faces)) < float(ordinary_loss(logits, faces)) < float(ordinary_loss(wrong, faces))


def test_a_figure_nobody_can_tell_is_wanted_as_any_of_three_and_unnamed_signs_as_nothing():
    wanted = wanted_chances(torch.tensor([3, COURT, UNNAMED]))
    assert wanted.sum(dim=1).tolist() == pytest.approx([1, 1, 0])
    assert (int(wanted[0].argmax()), float(wanted[0].max()) > 0.9) == (3, True)
    assert wanted[1, 2:5].tolist() == pytest.approx([float(wanted[1, 2])] * 3)
    assert float(wanted[1, 2:5].sum()) > 0.95
