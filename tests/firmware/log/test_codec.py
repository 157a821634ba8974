"""The golden lines are the file format: a game stored today must be readable by every later Serviert.

A line here is never edited. A new event type adds one; a changed one adds its new form and keeps the old.
"""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from firmware.errors import StoreCorruptError
from firmware.log.codec import EVENT_TYPES, decode, encode, event_from, is_beginning
from firmware.log.record import Record
from scoring import events
from scoring.dice import Face
from scoring.errors import ScoringError
from scoring.games.al_capone import AlCaponeBegan, Table
from scoring.games.escalero import EscaleroBegan, Row, RowCorrected, RowEntered
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BankThrew, BetPlaced, BetsTakenBack, Field, NoticeGiven, RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from scoring.rules import GAMES, OPENINGS
from scoring.ruleset import Level, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from vision.reading import Detection, DieReading, EyeDoubt, Reading, Verdict

N, T, J, Q, K, A = Face

GOLDEN: tuple[tuple[object, str], ...] = (
    (
        events.GameBegan(players=("Änne", "Bö"), beginner=1),
        '{"type":"game-began","players":["Änne","Bö"],"ruleset":{"served":"first-throw","tied_column":"none",'
        '"reroll":"throw","columns":10},"beginner":1}',
    ),
    (
        events.GameBegan(
            players=("A", "B"),
            ruleset=Ruleset(
                served=ServedRule.ANY_FULL_THROW,
                tied_column=TiedColumnRule.SPLIT,
                reroll=RerollRule.DIE,
                columns=2,
            ),
        ),
        '{"type":"game-began","players":["A","B"],"ruleset":{"served":"any-full-throw","tied_column":"split",'
        '"reroll":"die","columns":2},"beginner":null}',
    ),
    (
        events.GameBegan(players=("Änne", "Bö"), levels=(None, Level.JUNKIE)),
        '{"type":"game-began","players":["Änne","Bö"],"ruleset":{"served":"first-throw","tied_column":"none",'
        '"reroll":"throw","columns":10},"beginner":null,"levels":[null,"junkie"]}',
    ),
    (
        events.BeginnerThrown(0, (N, T, J, Q, K)),
        '{"type":"beginner-thrown","player":0,"faces":["nine","ten","jack","queen","king"]}',
    ),
    (
        events.ThrowMade((A, A, J, Q, K), (True, True, False, False, False)),
        '{"type":"throw-made","faces":["ace","ace","jack","queen","king"],"held":[true,true,false,false,false]}',
    ),
    (
        events.ThrowCorrected((N, N, N, N, N)),
        '{"type":"throw-corrected","faces":["nine","nine","nine","nine","nine"],'
        '"held":[false,false,false,false,false]}',
    ),
    (events.ThrowWithdrawn(), '{"type":"throw-withdrawn"}'),
    (
        events.ThrowBurned((False, False, True, False, False), (K, K)),
        '{"type":"throw-burned","burning":[false,false,true,false,false],"held_faces":["king","king"]}',
    ),
    (
        events.ThrowBurned((True, True, True, True, True)),
        '{"type":"throw-burned","burning":[true,true,true,true,true],"held_faces":null}',
    ),
    (
        events.Entered(Cell(Category.FULL, 7), ChosenBy.AUTO),
        '{"type":"entered","cell":{"category":"full","column":7},"chosen_by":"auto"}',
    ),
    (events.EntryTakenBack(), '{"type":"entry-taken-back"}'),
    (
        events.EntryCorrected(turn_number=12, cell=Cell(Category.GRANDE, 10), faces=(J, J, J, J, J), is_served=True),
        '{"type":"entry-corrected","turn_number":12,"cell":{"category":"grande","column":10},'
        '"faces":["jack","jack","jack","jack","jack"],"is_served":true}',
    ),
    (events.EntriesSwapped((3, 5)), '{"type":"entries-swapped","turn_numbers":[3,5]}'),
    (events.GameAbandoned(), '{"type":"game-abandoned"}'),
    (events.PlayerLeft(2), '{"type":"player-left","player":2}'),
    (
        OpenPokerBegan(players=("Ä", "B", "C"), jokers=True),
        '{"type":"open-poker-began","players":["Ä","B","C"],"stakes":{"minimum":1,"maximum":6,"stack":50},'
        '"sequences":false,"reroll":"throw","beginner":null,"jokers":true}',
    ),
    (
        AlCaponeBegan(players=("A", "B"), table=Table.B, sequences=True, beginner=1),
        '{"type":"al-capone-began","players":["A","B"],"stakes":{"minimum":1,"maximum":6,"stack":50},'
        '"sequences":true,"reroll":"throw","beginner":1,"table":"b"}',
    ),
    (RoundBegan(), '{"type":"round-began"}'),
    (HandKept(4), '{"type":"hand-kept","stake":4}'),
    (WentAlong(), '{"type":"went-along"}'),
    (Passed(), '{"type":"passed"}'),
    (
        HiddenPokerBegan(players=("A", "B"), stack=20, ranking=Ranking(sequences=True)),
        '{"type":"hidden-poker-began","players":["A","B"],"stack":20,"ranking":{"sequences":true,"jokers":false},'
        '"beginner":null}',
    ),
    (
        Announced(Claim(Hand.TWO_PAIRS, (K, N))),
        '{"type":"announced","claim":{"hand":"two-pairs","values":["king","nine"]}}',
    ),
    (Believed(), '{"type":"believed"}'),
    (Doubted(1), '{"type":"doubted","player":1}'),
    (CupLifted((N, N, T, A, A)), '{"type":"cup-lifted","faces":["nine","nine","ten","ace","ace"]}'),
    (
        RockAndRollBegan(players=("A", "B"), bank=1),
        '{"type":"rock-and-roll-began","players":["A","B"],"bank":1,"stack":50,"bank_stack":300}',
    ),
    (BetPlaced(0, Field.BLUE, 5), '{"type":"bet-placed","player":0,"field":"blue","chips":5}'),
    (BetsTakenBack(0), '{"type":"bets-taken-back","player":0}'),
    (BankThrew(Q), '{"type":"bank-threw","face":"queen"}'),
    (NoticeGiven(), '{"type":"notice-given"}'),
    (
        EscaleroBegan(players=("A", "B"), reroll=RerollRule.DIE),
        '{"type":"escalero-began","players":["A","B"],"served":"first-throw","reroll":"die","stack":500,'
        '"beginner":null}',
    ),
    (RowEntered(Row.GRANDE_SERVED), '{"type":"row-entered","row":"grande-served","chosen_by":"player"}'),
    (
        RowCorrected(turn_number=3, row=Row.FULL_HAND, faces=(K, K, K, A, A), is_served=False),
        '{"type":"row-corrected","turn_number":3,"row":"full-hand","faces":["king","king","king","ace","ace"],'
        '"is_served":false}',
    ),
)

READING = Reading(
    dice=(
        DieReading(
            detection=Detection(
                box_xyxy=(1.0, 2.0, 31.5, 32.0),
                quad=((1.0, 2.0), (31.5, 2.0), (31.5, 32.0), (1.0, 32.0)),
                tilt_deg=1.5,
                confidence=0.75,
            ),
            label=3,
            probabilities=(0.0, 0.0, 0.125, 0.75, 0.0, 0.0),
            confidence=0.5,
            is_burning=False,
            doubt=EyeDoubt.FACE_UNCLEAR,
        ),
    ),
    verdict=Verdict.NOT_SURE,
    exposed_ns=123456789,
    size_wh=(1456, 1088),
)
GOLDEN_READING = (
    '{"dice":[{"detection":{"box_xyxy":[1.0,2.0,31.5,32.0],"quad":[[1.0,2.0],[31.5,2.0],[31.5,32.0],[1.0,32.0]],'
    '"tilt_deg":1.5,"confidence":0.75,"stacked":0.0},"label":3,"probabilities":[0.0,0.0,0.125,0.75,0.0,0.0],"confidence":0.5,'
    '"is_burning":false,"doubt":"face-unclear"}],"verdict":"not-sure","exposed_ns":123456789,"size_wh":[1456,1088]}'
)


@pytest.mark.parametrize(("event", "line"), GOLDEN)
def test_every_event_is_written_and_read_as_ever(event: object, line: str) -> None:
    whole = f'{{"event":{line},"reading":null}}'
    assert encode(Record(event)) == whole
    assert decode(whole) == Record(event)


def test_a_reading_is_written_and_read_as_ever() -> None:
    record, whole = Record(events.EntryTakenBack(), READING), '{"event":{"type":"entry-taken-back"},"reading":%s}'
    assert encode(record) == whole % GOLDEN_READING
    older = GOLDEN_READING.replace(',"stacked":0.0', "")  # before stacked dice were told close up
    assert [decode(whole % reading) for reading in (GOLDEN_READING, older)] == [record, record]
    assert older != GOLDEN_READING


def test_the_names_cover_every_event_there_is_and_every_one_has_its_golden_line() -> None:
    assert set(EVENT_TYPES.values()) == {*OPENINGS, *(kind for game in GAMES for kind in game.handlers)}
    assert {json.loads(line)["type"] for _, line in GOLDEN} == set(EVENT_TYPES)


def test_every_face_and_row_has_its_name() -> None:
    # Written out: renaming a member would make old games unreadable.
    faces = "nine ten jack queen king ace"
    rows = "nines tens jacks queens kings aces straight full poker grande"
    assert [
        json.loads(encode(Record(events.BeginnerThrown(0, (face,)))))["event"]["faces"][0] for face in Face
    ] == faces.split()
    assert [
        json.loads(encode(Record(events.Entered(Cell(row, 1)))))["event"]["cell"]["category"] for row in Category
    ] == rows.split()


def test_every_verdict_and_doubt_has_its_name() -> None:
    verdicts = "clear burning wrong-count empty not-sure foreign hand-in-view moving no-board too-dark too-bright"
    assert " ".join(Verdict) == verdicts
    doubts = "none off-board leaning stacked foreign-face perhaps-leaning face-unclear perhaps-no-die"
    assert " ".join(EyeDoubt) == doubts


def test_a_field_that_older_games_lack_has_its_default() -> None:
    old = '{"event":{"type":"entered","cell":{"category":"full","column":7}},"reading":null}'
    assert decode(old) == Record(events.Entered(Cell(Category.FULL, 7), ChosenBy.PLAYER))


def test_numbers_of_numpy_are_written_like_any_other() -> None:
    (die,) = READING.dice
    as_numpy = replace(
        die,
        detection=replace(die.detection, tilt_deg=np.float32(1.5), confidence=np.float64(0.75)),
        label=np.argmax(die.probabilities),
        probabilities=tuple(np.asarray(die.probabilities, np.float32)),
        is_burning=np.bool_(False),
    )
    reading = replace(READING, dice=(as_numpy,))
    assert encode(Record(events.EntryTakenBack(), reading)) == encode(Record(events.EntryTakenBack(), READING))


def test_only_the_beginning_of_a_game_begins_one() -> None:
    assert {type(event) for event, _ in GOLDEN if is_beginning(encode(Record(event)))} == set(OPENINGS)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "cannot be read"),
        ("null", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ('{"event":{"type":"entry-taken-back"}}', "cannot be read"),
        ('{"event":{"type":"dice-eaten"},"reading":null}', "dice-eaten"),
        ('{"event":{},"reading":null}', "type"),
        ('{"event":{"type":"entry-taken-back","by":"me"},"reading":null}', r"extra fields found \(by\)"),
        ('{"event":{"type":"entered","cell":{"category":"fool","column":7}},"reading":null}', "category"),
        ('{"event":{"type":"entered","cell":{"category":"full","column":11}},"reading":null}', "cell"),
        ('{"event":{"type":"entered","cell":{"category":"full","column":"7"}},"reading":null}', "column"),
        ('{"event":{"type":"beginner-thrown","player":true,"faces":[]},"reading":null}', "player"),
        ('{"event":{"type":"throw-made","faces":["nine"],"held":["no"]},"reading":null}', r"held\[0\]"),
        ('{"event":{"type":"entry-taken-back"},"reading":{"dice":[],"verdict":"fine"}}', "verdict"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_in_words(text: str, complaint: str) -> None:
    with pytest.raises(StoreCorruptError, match=complaint):
        decode(text)


def test_an_event_that_the_rules_refuse_is_told_by_them_and_one_that_is_none_as_such() -> None:
    with pytest.raises(ScoringError, match="player"):
        event_from({"type": "open-poker-began", "players": ["A"]})
    for data in ({"type": "dice-eaten"}, {"type": "player-left", "player": "2"}, None):
        with pytest.raises(StoreCorruptError, match="An event"):
            event_from(data)
