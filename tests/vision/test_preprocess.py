import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.shown_dice import shown
from tests.vision.table import boxed, square
from vision.frame import Frame
from vision.preprocess import FACE_SIZE_PX, padded, rectify, resized, scaled
from vision.read.classify import FACE_LABELS, FaceReader, is_burnt, is_soft, probabilities


def painted(quad, *, size=(240, 320)):
    """A frame, black but for the face: its four quarters red, green, blue, white from the first corner on."""
    pixels = np.zeros((*size, 3), np.uint8)
    middle = quad.mean(axis=0)
    for i, colour in enumerate([(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]):
        part = [quad[i], (quad[i] + quad[(i + 1) % 4]) / 2, middle, (quad[i] + quad[i - 1]) / 2]
        cv2.fillConvexPoly(pixels, np.int32(np.round((np.array(part) - 0.5) * 256)), colour, shift=8)
    return pixels


@pytest.mark.parametrize("turn_deg", [0, 17, 45, 200])
def test_a_face_is_cut_out_upright_with_its_first_corner_at_the_top_left(turn_deg):
    for edge in (24, 52, 150):
        quad = np.array(square((150, 118), turn_deg, edge))
        crop = rectify(painted(quad), quad).astype(int)
        quarter = [crop[y, x] for y, x in ((28, 28), (28, 52), (52, 52), (52, 28))]
        assert np.abs(np.array(quarter) - [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]).max() <= 12


@given(st.lists(st.floats(-50, 400), min_size=8, max_size=8))
def test_any_quad_gives_a_crop(corners):
    crop = rectify(np.full((60, 80, 3), 77, np.uint8), np.array(corners).reshape(4, 2))
    assert crop.shape == (FACE_SIZE_PX, FACE_SIZE_PX, 3)
    assert (crop == 77).all()


STRIPES = np.tile(np.array([[[0] * 3, [255] * 3]], np.uint8), (1024, 512, 1))


@pytest.mark.parametrize(
    ("seen", "off"),
    [
        (rectify(STRIPES, square((200, 200), 0, 300)), 40),  # a large face
        (scaled(STRIPES, 0.5), 2),
        (resized(STRIPES, (300, 300)), 2),
    ],
)
def test_a_fine_pattern_is_averaged_not_sampled(seen, off):
    assert np.abs(seen.astype(int) - 127).max() <= off


def test_a_scaled_picture_has_the_size_asked_for_and_at_least_a_pixel_and_one_of_that_size_is_handed_back():
    assert resized(STRIPES, (1024, 1024)) is STRIPES
    for scale in (1e-6, 0.3, 1.0, 2.5):
        small = scaled(np.zeros((50, 70, 3), np.uint8), scale)
        assert small.shape == (max(1, round(50 * scale)), max(1, round(70 * scale)), 3)


@pytest.mark.parametrize(("size", "to"), [((1440, 1440), 448), ((1296, 2304), 300), ((1081, 1921), 400)])
def test_halving_first_shows_the_same_picture_as_averaging_at_once(size, to):
    coarse = np.random.default_rng(3).integers(0, 255, (24, 24, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, size[::-1], interpolation=cv2.INTER_CUBIC)
    size_wh = (to, round(to * size[0] / size[1]))
    at_once = cv2.resize(pixels, size_wh, interpolation=cv2.INTER_AREA).astype(int)
    small = resized(pixels, size_wh)
    assert small.shape == at_once.shape
    assert np.abs(small - at_once).max() <= 4


def test_padding_grows_to_the_right_and_below_only():
    pixels = np.random.default_rng(0).integers(0, 255, (33, 64, 3)).astype(np.uint8)
    grown = padded(pixels)
    assert grown.shape == (64, 64, 3)
    assert (grown[:33, :64] == pixels).all()
    assert padded(grown) is grown


LABELS = len(FACE_LABELS) + 1


@pytest.fixture(scope="module")
def reader():
    return FaceReader.from_file(threads=1)


@pytest.fixture(scope="module")
def frame():
    return Frame(np.kron(np.random.default_rng(5).integers(0, 255, (12, 16, 3)), np.ones((16, 16, 1))).astype(np.uint8))


def test_every_die_has_a_probability_for_each_label_and_for_none_alone_or_in_company(reader, frame):
    quads = [boxed(30 + 20 * i, 40 + 10 * i, 45).quad for i in range(5)]
    together = reader.classify(frame, quads)
    assert (together.shape, together.sum(axis=1)) == ((5, LABELS), pytest.approx(1.0))
    assert (together >= 0).all()
    assert together == pytest.approx(np.concatenate([reader.classify(frame, [quad]) for quad in quads]), abs=1e-4)
    _, embeddings = reader.read(reader.crops(frame, quads))
    assert np.linalg.norm(embeddings, axis=1) == pytest.approx(1.0)


def test_no_dice_give_no_rows_and_a_quad_outside_the_frame_is_answered_too(reader, frame):
    assert reader.classify(frame, []).shape == (0, LABELS)
    assert [len(part) for part in reader.read(reader.crops(frame, []))] == [0, 0]
    assert np.isfinite(reader.classify(frame, [boxed(-500, -500, 40).quad, boxed(100, 100, 0).quad])).all()


def test_which_corner_comes_first_changes_no_face_and_in_four_turns_nothing(reader, frame):
    quad = boxed(60, 70, 64).quad
    whole = [reader.read(reader.crops(frame, [quad[turn:] + quad[:turn]]))[0] for turn in range(4)]
    assert np.ptp(whole, axis=0).max() < 0.001
    crops = shown("suits", range(6), seed=2)
    for turn in range(4):
        assert reader.chances(np.rot90(crops, turn, axes=(1, 2))).argmax(axis=1).tolist() == [*range(6)]


def test_the_turns_of_a_crop_vote_by_their_mean_logits_and_temperature():
    logits = np.array([[[2.0, 0.0, 0.0]], [[0.0, 0.0, 4.0]]], np.float32)
    for temperature in (1.0, 2.0):
        odds = np.exp(np.array([1.0, 0.0, 2.0]) / temperature)
        assert probabilities(logits, temperature)[0] == pytest.approx(odds / odds.sum())
    for huge in (1e6, -1e6):
        assert probabilities(np.full((4, 2, 7), huge, np.float32), 0.1).sum(axis=1) == pytest.approx([1, 1])


class Looks:
    """A model that is sure of bright crops whichever way they lie, and of dark ones only when they are turned."""

    def __init__(self, contract):
        self.contract = contract
        self.seen = []

    def run(self, pixels):
        self.seen.append(len(pixels))
        logits = np.zeros((len(pixels), LABELS), np.float32)
        logits[:, 2] = 20.0 * (pixels.mean(axis=(1, 2, 3)) > 100)
        logits[:, 4] = 8.0 * (pixels[:, 0, 0, 0] < 50)
        return {"logits": logits, "embedding": np.ones((len(pixels), 4), np.float32)}


def test_a_face_out_of_focus_or_burnt_out_is_less_sure_and_a_sharp_one_as_before(reader):
    crops = shown("letters", range(6), seed=2)
    soft, burnt = np.stack([cv2.GaussianBlur(crop, (0, 0), 5.0) for crop in crops]), crops.copy()
    burnt[:, 16:64, 16:64] |= 0xE0  # a corner of a letter is left beside
    assert [is_soft(crop) for crop in (*crops, *soft)] == [False] * 6 + [True] * 6
    assert [is_burnt(crop) for crop in (*crops, *burnt)] == [False] * 6 + [True] * 6
    steady = Looks(reader._model.contract)
    steady.run = lambda pixels: {
        "logits": np.eye(LABELS, dtype=np.float32)[[2] * len(pixels)] * 3,
        "embedding": pixels[:, 0, 0],
    }
    sharp, blurred, white = (FaceReader(steady).read(one)[0].max(axis=1) for one in (crops, soft, burnt))
    assert (blurred < sharp - 0.005).all()
    assert (white < sharp - 0.005).all()
    assert reader.chances(crops[:0]).shape == (0, LABELS)


def test_a_sure_face_is_looked_at_once_and_a_doubtful_one_in_four_turns(reader):
    model = Looks(reader._model.contract)
    looking = FaceReader(model)
    bright, dark = (np.full((64, 64, 3), level, np.uint8) for level in (200, 60))
    dark[0, -1] = 0  # seen at the first corner after one turn
    read = looking.chances(np.stack([bright, dark, bright]))
    assert model.seen == [3, 3]  # all three once, the dark one in three turns more
    assert read.argmax(axis=1).tolist() == [2, 4, 2]
    assert read[1] == pytest.approx(looking.read(dark[None])[0][0])  # as in four turns at once
    model.seen.clear()
    looking.chances(np.stack([bright] * 5))
    assert model.seen == [5]
