import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra train): nothing can be counted")
pytest.importorskip("torch", reason="torch is not installed (extra train): there is nothing to compare")

from models.evaluate.arithmetic import multiplications  # noqa: E402 - torch may be absent
from models.evaluate.truth import true_boards  # noqa: E402 - torch may be absent
from models.evaluate.workers import Models, reader_of  # noqa: E402 - torch may be absent
from models.train.single_compare import (  # noqa: E402 - torch may be absent
    CountedReader,
    chosen_confidence,
    reached,
    read_by_turns,
    table,
)
from tests.models.evaluate.synthetic import PlannedReader, read, record, stated, true_die  # noqa: E402
from vision.find.pose import POSE_SIZE_PX  # noqa: E402 - torch may be absent
from vision.frame import Frame  # noqa: E402 - torch may be absent


def found(label, x=0.0, *, confidence):
    die = read(label, x)
    return replace(die, detection=replace(die.detection, confidence=confidence))


def test_what_is_reached_is_counted_of_the_dice_that_count():
    leaning = true_die(2, 120, state="cocked_rim", tilt_deg=30.0)
    records = [
        record(
            (true_die(0), read(0)),
            (true_die(1, 60), read(4, 60)),
            (leaning, read(3, 120)),
            (true_die(3, 180), None),
            (true_die(4, 240, visible=0.1), None),
            extra=[read(5, 300)],
        )
    ]
    got = reached("it", records, 2e6)
    assert (got.recall.hits, got.recall.n) == (3, 4)
    assert (got.precision.hits, got.precision.n) == (3, 4)
    assert (got.faces.hits, got.faces.n) == (1, 2)
    assert (got.both.hits, got.both.n) == (1, 3)


def test_what_counts_as_found_is_where_recall_and_precision_are_best_together():
    records = [
        record(
            (true_die(0), found(0, confidence=0.9)),
            (true_die(1, 60), found(1, 60, confidence=0.4)),
            (true_die(2, 120), found(2, 120, confidence=0.1)),
            extra=[found(5, 300 + 60 * number, confidence=0.2) for number in range(5)],
        )
    ]
    assert chosen_confidence(records) == pytest.approx(0.4)
    assert 0 < chosen_confidence([record((true_die(0), None))]) < 1


def test_readers_read_the_same_boards_by_turns(tmp_path):
    cv2.imwrite(str(tmp_path / "one.jpg"), np.zeros((80, 300, 3), np.uint8))
    lines = [json.dumps({"image": name, "dice": [stated("9")]}) for name in ("one.jpg", "absent.jpg")]
    (tmp_path / "truth.jsonl").write_text("\n".join(lines))
    boards, _ = true_boards(tmp_path)
    records = read_by_turns(tmp_path, boards, {"right": PlannedReader(read(0)), "blind": PlannedReader()})
    assert [len(read_of) for read_of in records.values()] == [1, 1]
    rows = [reached(name, read_of, 3e6 / (1 + number)) for number, (name, read_of) in enumerate(records.items())]
    assert [row.recall.hits for row in rows] == [1, 0]
    assert all(row.median_ms > 0 for row in rows)
    text = table(rows, 1)
    assert "| | right | blind |" in text
    assert "| 3 | 2 |" in text
    assert "2.0 times the multiplications" in text


def test_our_reader_reads_as_ever_and_each_look_is_counted():
    models = Models()
    counted, frame = CountedReader(models), Frame(np.full((96, 96, 3), 90, np.uint8))
    assert counted.multiplications() == 0
    assert counted.read_picture(frame) == reader_of(models).read_picture(frame)
    # Nothing lies there: one look of the detector, at the only size so small a picture is looked at.
    once = multiplications(onnx.load(models.detector), (1, 96, 96, 3))
    assert counted.multiplications() == once
    _, pose, _ = counted.models
    pose.run(np.zeros((3, POSE_SIZE_PX, POSE_SIZE_PX, 3), np.uint8))
    at_pose = multiplications(onnx.load(models.pose), (3, POSE_SIZE_PX, POSE_SIZE_PX, 3))
    assert counted.multiplications() == once + at_pose
