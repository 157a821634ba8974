import json
from dataclasses import replace

from tests.vision.table import die_at, reading_of
from vision.read.report import Message, message_of, picture_report
from vision.reading import EyeDoubt, Verdict

BURNING = replace(die_at((400.0, 200.0), 5), is_burning=True, doubt=EyeDoubt.LEANING)


def test_a_reading_becomes_plain_data_that_json_can_hold():
    reading = reading_of([die_at((100.0, 80.0), 1, confidence=0.97321), BURNING])
    names = ("Neun", "10", "J", "Q", "K", "As")
    report = json.loads(json.dumps(picture_report("a.jpg", reading, names, "Zwei Würfel.")))
    assert (report["picture"], report["message"]) == ("a.jpg", "Zwei Würfel.")
    first, second = report["dice"]
    assert first == {
        "box_xyxy": [77.5, 57.5, 122.5, 102.5],
        "quad": [[77.5, 57.5], [122.5, 57.5], [122.5, 102.5], [77.5, 102.5]],
        "label": "10",
        "confidence": 0.9732,
        "burning": False,
        "tilt_deg": 0.0,
    }
    assert (second["label"], second["burning"]) == ("As", True)


def test_no_two_verdicts_say_the_same_and_each_counts_the_dice_it_is_about():
    assert len({message_of(reading_of([], verdict)).key for verdict in Verdict}) == len(Verdict)
    unsure = replace(die_at((100.0, 80.0), 2), doubt=EyeDoubt.FACE_UNCLEAR)
    assert message_of(reading_of([unsure, BURNING], Verdict.BURNING)) == Message(key="burning", dice=2, doubtful=1)
    assert message_of(reading_of([unsure, BURNING], Verdict.NOT_SURE)).doubtful == 2
