from __future__ import annotations

import json
from dataclasses import replace

from tests.vision.table import die_at, reading_of
from vision.read.report import Message, message_of, picture_report
from vision.reading import EyeDoubt, Verdict

LABELS = ("9", "10", "J", "Q", "K", "A")
BURNING = replace(die_at((400.0, 200.0), 5), is_burning=True, doubt=EyeDoubt.LEANING)


def test_a_reading_becomes_plain_data_that_json_can_hold():
    reading = reading_of([die_at((100.0, 80.0), 1, confidence=0.97321), BURNING])
    report = json.loads(json.dumps(picture_report("a.jpg", reading, LABELS, "Zwei Würfel.")))
    assert report["picture"] == "a.jpg"
    assert report["message"] == "Zwei Würfel."
    first, second = report["dice"]
    assert first == {
        "box_xyxy": [77.5, 57.5, 122.5, 102.5],
        "quad": [[77.5, 57.5], [122.5, 57.5], [122.5, 102.5], [77.5, 102.5]],
        "label": "10",
        "confidence": 0.9732,
        "burning": False,
        "tilt_deg": 0.0,
    }
    assert (second["label"], second["burning"]) == ("A", True)


def test_a_taught_name_stands_for_its_label():
    names = ("Neun", "Zehn", "Bube", "Dame", "König", "As")
    report = picture_report("a.jpg", reading_of([die_at((100.0, 80.0), 4)]), names, "")
    assert report["dice"][0]["label"] == "König"


def test_no_two_verdicts_say_the_same():
    assert len({message_of(reading_of([], verdict)).key for verdict in Verdict}) == len(Verdict)


def test_the_message_counts_the_dice_it_is_about():
    unsure = replace(die_at((100.0, 80.0), 2), doubt=EyeDoubt.FACE_UNCLEAR)
    assert message_of(reading_of([unsure, BURNING], Verdict.BURNING)) == Message(key="burning", dice=2, doubtful=1)
    assert message_of(reading_of([unsure, BURNING], Verdict.NOT_SURE)).doubtful == 2
