"""Going on from a written model: the network answers as the model does, and learns on from there."""

from __future__ import annotations

import warnings

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")
pytest.importorskip("onnxscript", reason="onnxscript is not installed (extra train): no model can be written")

from models.train.errors import StartError  # noqa: E402 - torch may be absent
from models.train.export import ModelForm, write_model  # noqa: E402 - torch may be absent
from models.train.fit import start_from  # noqa: E402 - torch may be absent
from models.train.nets import ExportedGraph, FaceNet, PoseNet  # noqa: E402 - torch may be absent

WIDTHS = (8, 8, 16, 16)
LOOSE = 0.05  # weights are stored in eight bits


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A network whose norms have seen something, and the model written from it."""
    torch.manual_seed(1)
    net = PoseNet(WIDTHS).train()
    for _ in range(8):
        net(crops(16))
    path = tmp_path_factory.mktemp("model") / "pose.onnx"
    with warnings.catch_warnings(action="ignore"):  # torch's exporter warns, of this or that or not at all
        write_model(
            ExportedGraph(net).eval(), path, numbers={},
            form=ModelForm(labels=("die",), size_wh=(64, 64), outputs=("pose",)),
            samples=[crops(16, seed).numpy() for seed in range(4)],
        )  # fmt: skip
    return net, path


def crops(count, seed=0):
    return torch.randint(0, 256, (count, 64, 64, 3), dtype=torch.uint8, generator=torch.Generator().manual_seed(seed))


def apart(one, other):
    return float((one - other).abs().max() / (other.abs().max() + 1e-9))


def test_the_network_answers_as_the_model_it_began_from(written):
    net, path = written
    begun = PoseNet(WIDTHS)
    with torch.no_grad():
        assert apart(begun.eval()(crops(4, 5)), net.eval()(crops(4, 5))) > 0.3
        start_from(begun, path, crops(64))
        assert apart(begun.eval()(crops(4, 5)), net.eval()(crops(4, 5))) < LOOSE


def test_in_training_it_answers_alike_too(written):
    net, path = written
    begun = PoseNet(WIDTHS)
    start_from(begun, path, crops(64))
    with torch.no_grad():
        in_training = begun.train()(crops(64))
        assert apart(in_training, net.eval()(crops(64))) < LOOSE


def test_another_architecture_is_refused_with_the_weight_that_differs(written):
    with pytest.raises(StartError, match=r"body\.0\.0\.weight"):
        start_from(PoseNet((12, 8, 16, 16)), written[1], crops(4))


def test_what_is_only_trained_and_never_written_begins_anew(tmp_path):
    net, path = FaceNet(widths=WIDTHS), tmp_path / "faces.onnx"
    net.train()(crops(16))
    with warnings.catch_warnings(action="ignore"):  # torch's exporter warns, of this or that or not at all
        write_model(
            ExportedGraph(net).eval(), path, numbers={},
            form=ModelForm(labels=("9",), size_wh=(64, 64), outputs=("logits", "embedding")),
            samples=[crops(16, seed).numpy() for seed in range(4)],
        )  # fmt: skip
    begun = FaceNet(widths=WIDTHS)
    before = begun.ordinary.weight.clone()
    start_from(begun, path, crops(16))
    assert torch.equal(begun.ordinary.weight, before)
    assert apart(begun.embed.weight.detach(), net.embed.weight.detach()) < LOOSE
