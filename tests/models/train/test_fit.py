"""Going on from a written model: the network answers as the model does, and learns on from there."""

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


def crops(count, seed=0):
    return torch.randint(0, 256, (count, 64, 64, 3), dtype=torch.uint8, generator=torch.Generator().manual_seed(seed))


def written(net, path, labels, outputs):
    """Write a network whose norms have seen something."""
    for _ in range(8):
        net.train()(crops(16))
    form = ModelForm(labels=labels, size_wh=(64, 64), outputs=outputs, floats=outputs[:1])
    samples = [crops(16, n).numpy() for n in range(4)]
    with warnings.catch_warnings(action="ignore"):  # torch's exporter warns, of this or that or not at all
        write_model(ExportedGraph(net).eval(), path, form=form, numbers={}, samples=samples)
    return path


def apart(one, other):
    return float((one - other).abs().max() / (other.abs().max() + 1e-9))


def test_the_network_answers_as_the_model_it_began_from_in_training_too(tmp_path):
    torch.manual_seed(1)
    net, begun = PoseNet(WIDTHS), PoseNet(WIDTHS)
    path = written(net, tmp_path / "pose.onnx", ("die",), ("pose",))
    with torch.no_grad():
        assert apart(begun.eval()(crops(4, 5)), net.eval()(crops(4, 5))) > 0.3
        start_from(begun, path, crops(64))
        assert apart(begun.eval()(crops(4, 5)), net.eval()(crops(4, 5))) < LOOSE
        assert apart(begun.train()(crops(64)), net.eval()(crops(64))) < LOOSE
    with pytest.raises(StartError, match=r"body\.0\.0\.weight"):
        start_from(PoseNet((12, 8, 16, 16)), path, crops(4))


def test_what_is_only_trained_and_never_written_begins_anew(tmp_path):
    net, begun = FaceNet(widths=WIDTHS), FaceNet(widths=WIDTHS)
    before = begun.ordinary.weight.clone()
    start_from(begun, written(net, tmp_path / "faces.onnx", ("9",), ("logits", "embedding")), crops(16))
    assert torch.equal(begun.ordinary.weight, before)
    assert apart(begun.embed.weight.detach(), net.embed.weight.detach()) < LOOSE
