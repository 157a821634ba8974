import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra train): no model can be written")
torch = pytest.importorskip("torch", reason="torch is not installed (extra train): no model can be trained")

import cv2  # noqa: E402 - torch may be absent
import onnxruntime as ort  # noqa: E402 - torch may be absent

from models.evaluate.arithmetic import multiplications  # noqa: E402 - torch may be absent
from models.train.fit import steps_done  # noqa: E402 - torch may be absent
from models.train.pictures.shelf import DieTruth, Picture, PictureShelf  # noqa: E402 - torch may be absent
from models.train.recipe import RECIPES, load_recipe  # noqa: E402 - torch may be absent
from models.train.single import single_losses, train_single, trained_graph  # noqa: E402 - torch may be absent
from models.train.single_net import KINDS, SingleNet  # noqa: E402 - torch may be absent
from models.train.single_patches import (  # noqa: E402 - torch may be absent
    NOTHING,
    UNKNOWN,
    KnownDice,
    SinglePatchConfig,
    encode,
    places,
    sample_single,
    turned,
)
from models.train.single_reader import (  # noqa: E402 - torch may be absent
    OUTPUTS,
    SIDE_PX,
    SingleReader,
    decode,
    write_single,
)
from vision.frame import Frame  # noqa: E402 - torch may be absent
from vision.model import INPUT_NAME  # noqa: E402 - torch may be absent
from vision.reading import Doubt  # noqa: E402 - torch may be absent

SIZE = 160
PLAIN = SinglePatchConfig(size_px=SIZE, strength=0.0, litter_share=0.0, mosaic_share=0.0)
BRIGHT = 200


def dice(*boxes, labels):
    return KnownDice(boxes=np.array(boxes, np.float64), labels=np.array(labels))


def die(x, y, edge, label, **known):
    half = edge / 2
    box = np.array([x - half, y - half, x + half, y + half])
    quad = np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
    return DieTruth(box_xyxy=box, quad=quad, tilt_deg=0.0, label=label, **known)


@pytest.fixture
def folder(tmp_path):
    """A folder with one board of two dice, white and pinkish, each brighter than the ground."""
    pixels = np.full((240, 240, 3), 60, np.uint8)
    pixels[40:80, 60:100], pixels[140:180, 150:190] = 255, (255, 220, 230)
    cv2.imwrite(str(tmp_path / "board.png"), pixels)
    line = (
        '{"image": "board.png", "dice": ['
        '{"label": 3, "tilt": 0, "box": [60, 40, 100, 80], "quad": [[60, 40], [100, 40], [100, 80], [60, 80]]},'
        '{"label": -1, "tilt": 0, "box": [150, 140, 190, 180], '
        '"quad": [[150, 140], [190, 140], [190, 180], [150, 180]]}]}'
    )
    (tmp_path / "truth.jsonl").write_text(line.replace('"tilt": 0', '"tilt": 0, "st": "ok"'))
    return tmp_path


@pytest.fixture
def shelf(folder):
    return PictureShelf([Picture(path=folder / "board.png", dice=(die(80, 60, 40, 3), die(170, 160, 40, KINDS - 1)))])


def test_the_network_answers_at_every_place_of_three_scales():
    net = SingleNet().eval()
    with torch.no_grad():
        logits, distances = net(torch.zeros((2, 64, 96, 3), dtype=torch.uint8))
    middles, strides = places(96, 64)
    assert logits.shape == (2, len(middles), KINDS)
    assert distances.shape == (2, len(middles), 4)
    assert distances.min() >= 0
    assert {stride: int((strides == stride).sum()) for stride in np.unique(strides)} == {8: 96, 16: 24, 32: 6}


def test_places_of_finer_scales_come_first_each_row_by_row():
    middles, _ = places(64, 32)
    assert middles[:9].tolist() == [[4 + 8 * column, 4] for column in range(8)] + [[4, 12]]
    assert middles[-2:].tolist() == [[16, 16], [48, 16]]


def test_where_a_place_lies_is_where_the_network_looked():
    """A bright spot changes what is said most at a place near it."""
    torch.manual_seed(0)
    net = SingleNet().train()  # norms of the batch: in evaluation hardly anything gets through fresh weights
    plain = torch.randint(40, 80, (1, 128, 128, 3), dtype=torch.uint8)
    spot = plain.clone()
    spot[0, 24:48, 88:112] = 255
    with torch.no_grad():
        logits, _ = net(torch.cat([plain, spot]))
    change = (logits[1] - logits[0]).abs().sum(dim=1)[: 16 * 16]
    middles, _ = places(128, 128)
    assert np.abs(middles[int(change.argmax())] - (100, 36)).max() <= 16


def test_its_weights_are_as_many_as_those_of_a_nano():
    assert 2.0e6 < sum(values.numel() for values in SingleNet().parameters()) < 2.6e6


def test_decoding_inverts_encoding():
    boxes = [[10, 12, 40, 44], [60, 20, 130, 86], [30, 100, 80, 150]]
    labels, distances = encode(dice(*boxes, labels=[2, 0, 6]), SIZE)
    kinds = np.zeros((len(labels), KINDS), np.float32)
    kinds[labels >= 0, labels[labels >= 0]] = 1
    got, chances = decode(kinds, distances, least_confidence=0.5)
    assert len(got) > len(boxes)
    found = {(tuple(np.round(box, 3).tolist()), int(one.argmax())) for box, one in zip(got, chances, strict=True)}
    assert found == {(tuple(map(float, box)), label) for box, label in zip(boxes, (2, 0, 6), strict=True)}


def test_every_die_has_places_that_answer_for_it_wherever_it_lies_and_however_large_it_is():
    rng = np.random.default_rng(0)
    for size in (14, 20, 33, 50, 80, 110):
        for x, y in rng.uniform(0, SIZE - size, (20, 2)):
            labels, _ = encode(dice([x, y, x + size, y + size], labels=[4]), SIZE)
            assert (labels == 4).any()


def test_where_nobody_knows_there_is_neither_a_die_nor_none_unless_another_die_is_seen_there():
    hidden, seen = [20, 20, 60, 60], [52, 20, 92, 60]
    labels, distances = encode(dice(seen, hidden, labels=[1, UNKNOWN]), SIZE)
    middles, _ = places(SIZE, SIZE)
    is_hidden = ((middles > 20) & (middles < 60)).all(axis=1)
    assert set(labels[is_hidden].tolist()) <= {UNKNOWN, 1}
    assert (labels == UNKNOWN).any()
    alone, _ = encode(dice(seen, labels=[1]), SIZE)
    assert ((labels == 1) == (alone == 1)).all()
    first, _ = encode(dice(hidden, seen, labels=[UNKNOWN, 1]), SIZE)
    assert (first == labels).all()
    assert (distances[labels == UNKNOWN] == 0).all()


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_patch_shows_its_dice_where_it_states_them(quarters):
    patch = np.zeros((SIZE, SIZE, 3), np.uint8)
    patch[20:50, 90:140] = 255
    got, moved = turned(patch, dice([90, 20, 140, 50], labels=[1]), quarters)
    x0, y0, x1, y1 = moved.boxes[0].astype(int)
    assert got[y0:y1, x0:x1].min() == 255
    assert got.sum() == patch.sum()


@pytest.mark.parametrize("mosaic_share", [0.0, 1.0])
def test_the_truth_of_a_patch_lies_where_its_dice_are_seen(shelf, mosaic_share):
    config = SinglePatchConfig(size_px=SIZE, strength=0.0, litter_share=0.0, mosaic_share=mosaic_share)
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(30):
        patch = sample_single(shelf, rng, config)
        middles, strides = places(SIZE, SIZE)
        # At the very edge of a die its colour and the ground's are mixed.
        is_clear = (patch.labels < 0) | (patch.distances.min(axis=1) * strides > 3)
        x, y = middles[is_clear].astype(int).T
        labels, pixels = patch.labels[is_clear], patch.pixels[y, x]
        assert (pixels[labels >= 0] > BRIGHT).all()
        assert (pixels[(labels == KINDS - 1), 1] < 250).all()
        assert (pixels[(labels == 3), 1] > 250).all()
        seen |= set(labels.tolist())
    assert {3, KINDS - 1, NOTHING} <= seen


def test_a_die_that_is_hardly_visible_is_neither_there_nor_not(folder):
    hidden = (die(80, 60, 40, 3), die(170, 160, 40, KINDS - 1, visible=0.2))
    shelf = PictureShelf([Picture(path=folder / "board.png", dice=hidden)])
    rng = np.random.default_rng(2)
    labels = np.concatenate([sample_single(shelf, rng, PLAIN).labels for _ in range(20)])
    assert (labels == UNKNOWN).any()
    assert not (labels == KINDS - 1).any()


def batch_of(shelf):
    patches = [sample_single(shelf, np.random.default_rng(seed), PLAIN) for seed in range(2)]
    return tuple(
        torch.from_numpy(np.stack([getattr(patch, name) for patch in patches]))
        for name in ("pixels", "labels", "distances")
    )


def test_the_loss_falls_on_one_picture(shelf):
    torch.manual_seed(0)
    net, batch = SingleNet().train(), batch_of(shelf)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3)
    totals = []
    for _ in range(12):
        loss = sum(single_losses(net, batch).values())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        totals.append(loss.item())
    assert totals[-1] < 0.5 * totals[0]


class Says(torch.nn.Module):
    """A network that says what it was told, whatever it is shown."""

    def __init__(self, labels, distances):
        super().__init__()
        kinds = torch.full((*labels.shape, KINDS), -12.0)
        for place in torch.nonzero(labels >= 0):
            kinds[*place, labels[*place]] = 12.0
        self.said = kinds, distances

    def forward(self, _):
        return self.said


def test_what_is_right_costs_nothing_and_each_mistake_is_punished_by_its_own_loss(shelf):
    pixels, labels, distances = batch = batch_of(shelf)
    right = single_losses(Says(labels, distances), batch)
    assert sum(right.values()).item() < 1e-3
    other = torch.where(labels == 3, 2, labels)
    assert single_losses(Says(other, distances), batch)["kind"].item() > 5
    assert single_losses(Says(torch.full_like(labels, NOTHING), distances), batch)["kind"].item() > 5
    assert single_losses(Says(labels, distances * 2), batch)["box"].item() > 0.5
    alarmed = torch.where(labels == NOTHING, 1, labels)
    assert single_losses(Says(alarmed, distances), batch)["kind"].item() > 5
    unknown = (pixels, torch.where(labels == NOTHING, UNKNOWN, labels), distances)
    assert single_losses(Says(alarmed, distances), unknown)["kind"].item() < 1e-3


@pytest.mark.filterwarnings("ignore::FutureWarning")  # torch's exporter uses what torch no longer likes
def test_training_goes_on_from_its_checkpoint_and_what_is_written_reads_as_the_network_does(folder, tmp_path):
    recipe = load_recipe(RECIPES / "compared" / "single.json")
    samples = {**recipe.samples, "size_px": 64, "edge_px": (16.0, 24.0)}
    for steps in (1, 2):
        short = type(recipe)(model="single", steps=steps, batch=2, checkpoint_every=1, samples=samples)
        train_single(short, boards=[folder], folder=tmp_path / "work")
        assert steps_done(tmp_path / "work") == steps
    graph, path = trained_graph(tmp_path / "work"), tmp_path / "single.onnx"
    write_single(graph, path)
    assert 2.8e9 < multiplications(onnx.load(path), (1, SIDE_PX, SIDE_PX, 3)) < 3.3e9
    pixels = np.random.default_rng(0).integers(0, 256, (1, SIDE_PX, SIDE_PX, 3)).astype(np.uint8)
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        wanted = graph(torch.from_numpy(pixels))
    for got, value in zip(session.run(list(OUTPUTS), {INPUT_NAME: pixels}), wanted, strict=True):
        np.testing.assert_allclose(got, value.numpy(), rtol=1e-3, atol=1e-5)


class Knows(torch.nn.Module):
    """A graph that states the same dice in every picture."""

    def __init__(self, labels, distances, confidence):
        super().__init__()
        kinds = np.zeros((1, len(labels), KINDS), np.float32)
        kinds[0, labels >= 0, labels[labels >= 0]] = confidence
        self.register_buffer("known_kinds", torch.from_numpy(kinds))
        self.register_buffer("known_distances", torch.from_numpy(distances)[None])

    def forward(self, frame):
        nothing = frame[0, 0, 0, 0].float() * 0
        return self.known_kinds + nothing, self.known_distances + nothing


@pytest.mark.filterwarnings("ignore::FutureWarning")  # torch's exporter uses what torch no longer likes
def test_what_the_network_states_is_read_once_a_die_in_the_pixels_of_the_frame(tmp_path):
    known = dice([20, 40, 60, 84], [200, 100, 280, 190], labels=[4, KINDS - 1])
    path = tmp_path / "knows.onnx"
    write_single(Knows(*encode(known, SIDE_PX), 0.75).eval(), path)
    frame = Frame(np.zeros((640, 960, 3), np.uint8))
    king, foreign = sorted(SingleReader(path).read_picture(frame).dice, key=lambda one: one.detection.box_xyxy)
    assert king.detection.box_xyxy == pytest.approx((30, 60, 90, 126), abs=0.01)
    assert foreign.detection.box_xyxy == pytest.approx((300, 150, 420, 285), abs=0.01)
    assert (king.label, king.doubt, king.confidence) == (4, Doubt.NONE, pytest.approx(0.75))
    assert (foreign.doubt, foreign.detection.confidence) == (Doubt.FOREIGN_FACE, pytest.approx(0.75))
    assert not SingleReader(path, least_confidence=0.8).read_picture(frame).dice
