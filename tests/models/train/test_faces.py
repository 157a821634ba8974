"""The loss of likeness: low where two views of a face are alike, high where they are not."""

import itertools

import pytest

pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")

import torch

from models.render.world import COURT
from models.train.errors import StartError
from models.train.faces import SHARPNESS, face_losses, likeness_loss, ordinary_loss, relit, shown_again, wanted_chances
from models.train.fit import Recipe, fit
from models.train.nets import FaceNet
from models.train.prints import UNNAMED

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


def drawn(batches):
    """Batches of two designs and three crops from boards, each crop as bright as its label says."""
    for number in range(batches):
        labels = torch.arange(27) + 27 * (number % 3)
        crops = labels.to(torch.uint8)[:, None, None, None].expand(27, 8, 8, 3) * 3
        yield crops, labels, labels[:24].view(2, 6, 2), torch.ones(2, 6, 2, dtype=torch.bool)


def test_batches_shown_again_keep_their_labels_and_begin_with_what_is_new():
    shown = list(itertools.islice(shown_again(drawn(8), together=3, fresh=2, kept=4, seed=1), 4))
    assert [len(labels) for _, labels, _, _ in shown] == [54, 81, 81, 81]
    for crops, labels, ordinary, is_whole in shown:
        assert torch.equal(labels[: is_whole.numel()], ordinary.flatten())
        seen = crops.float().mean(dim=(1, 2, 3)) / 3
        assert torch.corrcoef(torch.stack([seen, labels.float()]))[0, 1] > 0.9  # in another light, not in another place
    assert torch.equal(shown[1][2][:4].flatten(), torch.cat([torch.arange(24) + 54, torch.arange(24)]))


def named(batches):
    return ((crops, labels % 7, ordinary % 12, is_whole) for crops, labels, ordinary, is_whole in batches)


def test_training_goes_on_from_anothers_folder_where_its_own_is_empty(tmp_path):
    def trained(folder, seed, start=None):
        recipe = Recipe(model="faces", seed=seed, steps=3, rate=1e-6, decay=0.0, samples={})
        net = fit(lambda: FaceNet(widths=(4, 4, 4, 4)), lambda _: named(drawn(3)), face_losses, recipe=recipe,
                  folder=tmp_path / folder, start=start)  # fmt: skip
        return net.think.weight

    first = trained("first", 1)
    assert torch.allclose(trained("second", 2, tmp_path / "first"), first, atol=1e-3)
    assert not torch.allclose(trained("third", 2), first, atol=1e-2)
    with pytest.raises(StartError, match="nowhere holds no"):
        trained("fourth", 2, tmp_path / "nowhere")


def test_a_crop_is_turned_by_quarters_and_stays_in_its_light():
    crops = torch.zeros(64, 16, 16, 3, dtype=torch.uint8)
    crops[:, :8, :8] = 200
    seen = relit((crops, torch.zeros(64), torch.zeros(0), torch.zeros(0)), torch.Generator().manual_seed(3))[0].float()
    corners = torch.stack([seen[:, 3, 3], seen[:, 3, 12], seen[:, 12, 3], seen[:, 12, 12]]).mean(dim=2)
    assert sorted(corners.argmax(dim=0).unique().tolist()) == [0, 1, 2, 3]
    assert ((corners > 100).sum(dim=0) == 1).all()
