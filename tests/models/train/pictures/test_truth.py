import json

import pytest

from models.train.errors import TruthError
from models.train.pictures.truth import true_boards
from tests.models.evaluate.synthetic import QUAD, stated

IMAGE = {"image": "one.jpg"}


def written(folder, *lines, name="truth.jsonl"):
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (folder / name).write_text("\n".join(texts), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "line",
    ["", "{", "[1]", IMAGE, *(IMAGE | {"dice": [{"label": "9", **box}]} for box in ({}, {"box": [1]}, {"box": None}))],
)
def test_truth_of_which_no_line_is_understood_is_said_so(tmp_path, line):
    with pytest.raises(TruthError, match="holds no truth"):
        true_boards(written(tmp_path, line))


def test_a_truth_that_is_no_text_is_said_so(tmp_path):
    (tmp_path / "truth.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TruthError, match="cannot be read"):
        true_boards(tmp_path)


def test_a_broken_line_is_named_and_the_rest_is_kept(tmp_path):
    line = IMAGE | {"dice": [stated("9")]}
    boards, sentences = true_boards(written(tmp_path, line, "{", {"image": "two.jpg", "dice": [{"label": "9"}]}, line))
    assert len(boards) == 2
    assert "line 2" in sentences[0]
    assert "line 3 of the truth is left out: it lacks 'box_xyxy or box'" in sentences[1]


def test_dice_with_unknown_labels_are_counted_in_a_sentence_and_foreign_ones_are_known(tmp_path):
    dice = [stated("9"), stated("joker", 60), stated("six", 120), stated(-1, 180)]
    (board,), (sentence,) = true_boards(written(tmp_path, IMAGE | {"dice": dice}))
    assert [die.label for die in board.dice] == [0, None, None, -1]
    assert [die.is_foreign for die in board.dice] == [False, False, False, True]
    assert [die.is_poker for die in board.dice] == [True, False, False, False]
    assert "2 dice have a label other than 9, 10, J, Q, K, A" in sentence


def test_the_words_of_the_generator_and_of_the_shared_boards_mean_the_same_and_files_are_read_in_order(tmp_path):
    ours = {"label": 4, "design": "suits-7", "tilt_deg": 31.0, "quad": QUAD, "box_xyxy": [8, 8, 52, 52]}
    ours |= {"state": "leaning", "visible_fraction": 0.7}
    theirs = stated("K", st="cocked_rim", tilt=31.0)
    shared = {"image": "1.jpg", "faceset": "pipcourt", "tray": {"felt": "red"}, "dice": [theirs]}
    written(tmp_path, shared, name="truth1.jsonl")
    (first, second), sentences = true_boards(written(tmp_path, {"image": "0.jpg", "dice": [ours]}))
    assert (first.image, second.image, sentences) == ("0.jpg", "1.jpg", ())
    one, other = first.dice[0], second.dice[0]
    assert (one.label, one.tilt_deg, one.box_xyxy, one.quad) == (4, 31.0, other.box_xyxy, other.quad)
    assert (one.design, one.visible, one.lies_right) == ("suits-7", 0.7, False)
    assert (other.design, second.tray, other.lies_right) == ("pipcourt", "red", False)
