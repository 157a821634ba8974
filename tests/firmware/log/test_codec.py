"""The golden lines are the file format: a game stored today must be readable by every later Serviert.

A line here is never edited. A new event type adds one; a changed one adds its new form and keeps the old.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.errors import StoreCorruptError
from firmware.log.codec import EVENT_TYPES, decode, encode, event_from, event_in, is_beginning
from firmware.log.record import Record
from scoring import dice, events, rules, ruleset
from scoring.errors import ScoringError
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from tests.cases import cases
from vision.reading import EyeDoubt, Verdict

GOLDEN = tuple(Path(__file__).with_name("golden.jsonl").read_text(encoding="utf-8").splitlines())
"""An event of each kind, as it was written first: names in the log never change."""

REFUSED = cases(__file__)["refused"]

GOLDEN_READING = (
    '{"dice":[{"detection":{"box_xyxy":[1.0,2.0,31.5,32.0],"quad":[[1.0,2.0],[31.5,2.0],[31.5,32.0],[1.0,32.0]],'
    '"tilt_deg":1.5,"confidence":0.75,"stacked":0.0},"label":3,"probabilities":[0.0,0.0,0.125,0.75,0.0,0.0],"confidence":0.5,'
    '"is_burning":false,"doubt":"face-unclear"}],"verdict":"not-sure","exposed_ns":123456789,"size_wh":[1456,1088]}'
)
OLDER_READING = GOLDEN_READING.replace(',"stacked":0.0', "")  # before stacked dice were told close up


def whole(event: str, reading: str = "null") -> str:
    return f'{{"event":{event},"reading":{reading}}}'


def test_every_event_is_written_and_read_as_ever_and_has_its_golden_line():
    records = [decode(whole(line)) for line in GOLDEN]
    assert [encode(record) for record in records] == [whole(line) for line in GOLDEN]
    assert {type(record.event) for record in records} == set(EVENT_TYPES.values())
    assert {type(record.event) for record in records if is_beginning(encode(record))} == set(rules.OPENINGS)
    assert records[2].event == events.GameBegan(players=("Änne", "Bö"), levels=(None, ruleset.Level.JUNKIE))
    assert records[9].event == events.Entered(Cell(Category.FULL, 7), ChosenBy.AUTO)


def test_a_reading_is_written_and_read_as_ever_and_numbers_of_numpy_like_any_other():
    text, older = (whole('{"type":"entry-taken-back"}', golden) for golden in (GOLDEN_READING, OLDER_READING))
    record = decode(text)
    (die,) = record.reading.dice
    assert (record.reading.verdict, die.doubt, die.label) == (Verdict.NOT_SURE, EyeDoubt.FACE_UNCLEAR, 3)
    assert (encode(record), decode(older)) == (text, record)
    as_numpy = replace(
        die,
        detection=replace(die.detection, tilt_deg=np.float32(1.5), confidence=np.float64(0.75)),
        label=np.argmax(die.probabilities),
        probabilities=tuple(np.asarray(die.probabilities, np.float32)),
        is_burning=np.bool_(False),
    )
    assert encode(replace(record, reading=replace(record.reading, dice=(as_numpy,)))) == text


def test_every_face_row_verdict_and_doubt_has_its_name():
    # Written out: renaming a member would make old games unreadable.
    faces = ["nine", "ten", "jack", "queen", "king", "ace"]
    thrown = [json.loads(encode(Record(events.BeginnerThrown(0, (face,))))) for face in dice.Face]
    assert [data["event"]["faces"] for data in thrown] == [[face] for face in faces]
    rows = ["nines", "tens", "jacks", "queens", "kings", "aces", "straight", "full", "poker", "grande"]
    entered = [json.loads(encode(Record(events.Entered(Cell(row, 1))))) for row in Category]
    assert [data["event"]["cell"]["category"] for data in entered] == rows
    verdicts = "clear burning wrong-count empty not-sure foreign hand-in-view moving no-board too-dark too-bright"
    assert " ".join(Verdict) == verdicts
    doubts = "none off-board leaning stacked foreign-face perhaps-off perhaps-leaning face-unclear perhaps-no-die"
    assert " ".join(EyeDoubt) == doubts


def test_a_game_that_goes_on_says_whose_it_is_and_its_event_is_read_alone():
    record = Record(events.GameBegan(players=("Änne", "Bö")), continues=17)
    assert encode(record).endswith(',"reading":null,"continues":17}')
    assert (decode(encode(record)), is_beginning(encode(record))) == (record, True)
    assert event_in(encode(record)) == record.event
    with pytest.raises(StoreCorruptError):
        decode(encode(record).replace("17", '"17"'))
    with pytest.raises(StoreCorruptError):
        event_in('{"event":{"type":"dice-eaten"}}')


def test_a_field_that_older_games_lack_has_its_default():
    old = whole('{"type":"entered","cell":{"category":"full","column":7}}')
    assert decode(old) == Record(events.Entered(Cell(Category.FULL, 7), ChosenBy.PLAYER))


@pytest.mark.parametrize(("text", "complaint"), [*REFUSED, ("[" * 100_000, "cannot be read")])
def test_a_line_that_makes_no_sense_is_refused_in_words(text, complaint):
    with pytest.raises(StoreCorruptError, match=complaint):
        decode(text)


def test_an_event_that_the_rules_refuse_is_told_by_them_and_one_that_is_none_as_such():
    with pytest.raises(ScoringError, match="player"):
        event_from({"type": "open-poker-began", "players": ["A"]})
    for data in ({"type": "dice-eaten"}, {"type": "player-left", "player": "2"}, None):
        with pytest.raises(StoreCorruptError, match="An event"):
            event_from(data)
