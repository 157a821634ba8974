"""Touches: every kind is understood, everything else refused with a sentence."""

import json
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from firmware.display.touches import KINDS, LONGEST_NAME, parse_touch
from firmware.errors import TouchError
from firmware.session import touches, vocabulary, wizard
from firmware.session.step import step
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.games import hidden_poker, open_poker, pot
from scoring.hands import hand, ranking
from scoring.ruleset import Level, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets import category, sheet
from tests.cases import cases
from tests.firmware.display.games.scenes import HIDDEN, at_cloth, played
from tests.firmware.display.scenes import LESSONS, SCENES
from tests.firmware.display.wizard_scenes import WIZARDS
from tests.firmware.session.table_talk import PotTable

FULL_HAND = (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE)
PAIR = ["Elfriede", "Kurt"]


def new(game: str = "ten-by-ten", players: object = PAIR, **more: object) -> dict[str, object]:
    return {"kind": "new-game", "game": game, "players": players, **more}


HOUSE_RULES = {"served": "any-full-throw", "tied_column": "split", "reroll": "die", "columns": 3}
RULESET = Ruleset(served=ServedRule.ANY_FULL_THROW, tied_column=TiedColumnRule.SPLIT, reroll=RerollRule.DIE, columns=3)
STAKES = {"minimum": 2, "maximum": 4, "stack": 20}
TRIO = ("Änne", "Bö", "\u05d3\u05df")
ENTRY = {"category": "full", "column": 10, "faces": ["king", "king", "king", "ace", "ace"], "is_served": False}
CELL = sheet.Cell(category.Category.FULL, 10)


def begins(**agreed: Any) -> touches.NewGame:
    return touches.NewGame(GameBegan(players=("Elfriede", "Kurt"), **agreed))


UNDERSTOOD: list[tuple[dict[str, Any], touches.Touch]] = [
    *(({"kind": kind}, touch()) for kind, touch in KINDS.items() if not touch.__match_args__),
    ({"kind": "new-game", "players": PAIR}, begins()),
    (new(beginner=1, ruleset=HOUSE_RULES), begins(ruleset=RULESET, beginner=1)),
    (new(agreed={"level": "junkie"}), begins(levels=(None, Level.JUNKIE))),
    (
        new("open-poker", ["Änne", " Bö ", TRIO[2]], agreed={"stakes": STAKES, "jokers": True}),
        touches.NewGame(open_poker.OpenPokerBegan(players=TRIO, stakes=pot.Stakes(**STAKES), jokers=True)),
    ),
    (new("escalero", ["Änne"]), touches.RefuseGame("PlayersError")),
    (new("hidden-poker", agreed={"stack": 0}), touches.RefuseGame("StakesError")),
    (new("rock-and-roll", agreed={"bank": 2}), touches.RefuseGame("UnknownPlayerError")),
    ({"kind": "decide", "event": {"type": "hand-kept", "stake": 3}}, touches.Decide(pot.HandKept(3))),
    (
        {"kind": "decide", "event": {"type": "announced", "claim": {"hand": "pair", "values": ["king"]}}},
        touches.Decide(hidden_poker.Announced(ranking.Claim(hand.Hand.PAIR, (Face.KING,)))),
    ),
    ({"kind": "touch-cell", "category": "full", "column": 10}, touches.TouchCell(CELL)),
    ({"kind": "correct-die", "index": 4, "face": "ace"}, touches.CorrectDie(4, Face.ACE)),
    (
        {"kind": "correct-entry", "turn_number": 17, **ENTRY},
        touches.CorrectEntry(turn_number=17, cell=CELL, faces=FULL_HAND, is_served=False),
    ),
    ({"kind": "choose-mode", "mode": "suggest"}, touches.ChooseMode(vocabulary.EntryMode.SUGGEST)),
    ({"kind": "take-option", "dial": "row", "index": 3}, touches.TakeOption(vocabulary.DialKind.ROW, 3)),
    ({"kind": "tell-signal", "what": "sound", "is_so": False}, touches.TellSignal(wizard.Told.SOUND, is_so=False)),
    *((each, getattr(touches, name)(**fields)) for name, each, fields in cases(__file__)["plain"]),
]


def test_every_touch_of_the_session_is_understood():
    for data, touch in UNDERSTOOD:
        assert parse_touch(data) == touch
    # Of the others the page sends which option was taken.
    sent = {kind for kind, use in touches.USES.items() if use is not touches.Use.OPTION}
    assert {type(touch) for _, touch in UNDERSTOOD} == sent


def test_while_dice_are_taught_or_the_device_is_set_up_no_touch_of_the_game_does_anything():
    of_the_game = [touch for _, touch in UNDERSTOOD if touches.USES[type(touch)] is touches.Use.PLAY]
    assert len(of_the_game) > 15
    for make, touch in product((*LESSONS.values(), *WIZARDS.values()), of_the_game):
        if not isinstance(touch, touches.ChooseLanguage):
            assert step(make(), touch) == (make(), ())


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.sampled_from(list(KINDS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)


STATES = [*SCENES.values(), *HIDDEN.values(), *LESSONS.values(), *WIZARDS.values()]
STATES += [lambda: PotTable().sit().throw("KK9QA").state, lambda: at_cloth().state, lambda: played(2, 3)]


@st.composite
def with_others(draw, wholes):
    """Draw one of these, some of it replaced by anything: `tests.attacks` sends them, and at each of `STATES`."""
    body = deepcopy(draw(st.sampled_from(wholes)))
    for _ in range(draw(st.integers(0, 3))):
        inner = draw(st.sampled_from([body, *(each for each in body.values() if isinstance(each, dict))]))
        names = st.sampled_from([*inner, "moment"]) if inner else st.just("moment")
        inner[draw(names | st.text(max_size=8))] = draw(ANYTHING)
    return body


BODIES = with_others([data for data, _ in UNDERSTOOD]) | ANYTHING


@pytest.mark.parametrize(("data", "complaint"), json.loads(Path(__file__).with_name("no_touches.json").read_text()))
def test_what_is_no_touch_is_refused_with_what_would_be_one(data, complaint):
    with pytest.raises(TouchError) as refusal:
        parse_touch(data)
    assert complaint in str(refusal.value)


def test_names_are_tidied_and_never_longer_than_the_sheet_takes():
    cut, long = "Elfriede 🎲\ud83c", "K" * 99  # one in the middle of a character
    kept = {cut: cut[:-1], "Kurt\x00\x07": "Kurt", "  Elfriede \n von\tGraz ": "Elfriede von Graz", long: long[:24]}
    for typed, name in kept.items():
        new_game: Any = parse_touch(new(players=[typed, "B"]))
        dice: Any = parse_touch({"kind": "keep-dice", "name": typed})
        assert (new_game.agreed.players, dice.name[:LONGEST_NAME]) == ((name, "B"), name)
        name.encode()
