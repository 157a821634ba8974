"""Touches: every kind is understood, everything else refused with a sentence."""

import pytest

from firmware.display.touches import LONGEST_NAME, parse_touch
from firmware.errors import TouchError
from firmware.session.lesson import DiceKind
from firmware.session.touches import (
    USES,
    AcceptReading,
    AnswerDie,
    CallEnough,
    CheckAgain,
    ChooseGame,
    ChooseLanguage,
    ChooseMode,
    ChooseVolume,
    CloseDice,
    CloseWizard,
    CorrectDie,
    CorrectEntry,
    CorrectHeld,
    CorrectTried,
    Decide,
    DropDice,
    EndGame,
    ForgetDice,
    GoBack,
    GoOn,
    KeepDice,
    Mute,
    NameFace,
    NewGame,
    OpenDial,
    OpenDice,
    OpenWizard,
    RefuseGame,
    RepeatThrow,
    SayStandings,
    ShowHints,
    ShowSignals,
    TakeBack,
    TakeBackFace,
    TakeLearningBack,
    TakeOption,
    TeachDice,
    TellSignal,
    ThrowByHand,
    Touch,
    TouchCell,
    TryStepAgain,
    UseFewer,
    UseSheet,
)
from firmware.session.vocabulary import DialKind, EntryMode
from firmware.session.wizard import Told
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.games.hidden_poker import Announced
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Stakes
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim
from scoring.ruleset import Level, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

KINGS_OVER = ["king", "king", "king", "ace", "ace"]

UNDERSTOOD = [
    (
        {"kind": "new-game", "players": ["Elfriede", "Kurt"]},
        NewGame(GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(), beginner=None)),
    ),
    (
        {
            "kind": "new-game",
            "players": ["Elfriede", "Kurt"],
            "beginner": 1,
            "ruleset": {"served": "any-full-throw", "tied_column": "split", "reroll": "die", "columns": 3},
        },
        NewGame(
            GameBegan(
                players=("Elfriede", "Kurt"),
                ruleset=Ruleset(
                    served=ServedRule.ANY_FULL_THROW,
                    tied_column=TiedColumnRule.SPLIT,
                    reroll=RerollRule.DIE,
                    columns=3,
                ),
                beginner=1,
            )
        ),
    ),
    (
        {
            "kind": "new-game",
            "game": "open-poker",
            "players": ["Änne", " Bö ", "\u05d3\u05df"],
            "agreed": {"stakes": {"minimum": 2, "maximum": 4, "stack": 20}, "jokers": True},
        },
        NewGame(
            OpenPokerBegan(
                players=("Änne", "Bö", "\u05d3\u05df"), stakes=Stakes(minimum=2, maximum=4, stack=20), jokers=True
            )
        ),
    ),
    ({"kind": "new-game", "game": "escalero", "players": ["Änne"]}, RefuseGame("PlayersError")),
    ({"kind": "new-game", "game": "escalero", "players": ["Änne", "ÄNNE"]}, RefuseGame("PlayersError")),
    ({"kind": "new-game", "game": "escalero", "players": [f"P{n}" for n in range(13)]}, RefuseGame("PlayersError")),
    (
        {"kind": "new-game", "game": "hidden-poker", "players": ["A", "B"], "agreed": {"stack": 0}},
        RefuseGame("StakesError"),
    ),
    (
        {"kind": "new-game", "game": "rock-and-roll", "players": ["A", "B"], "agreed": {"bank": 2}},
        RefuseGame("UnknownPlayerError"),
    ),
    ({"kind": "decide", "event": {"type": "hand-kept", "stake": 3}}, Decide(HandKept(3))),
    (
        {"kind": "decide", "event": {"type": "announced", "claim": {"hand": "pair", "values": ["king"]}}},
        Decide(Announced(Claim(Hand.PAIR, (Face.KING,)))),
    ),
    ({"kind": "touch-cell", "category": "queens", "column": 9}, TouchCell(Cell(Category.QUEENS, 9))),
    ({"kind": "correct-die", "index": 4, "face": "ace"}, CorrectDie(4, Face.ACE)),
    ({"kind": "correct-held", "index": 0, "is_held": True}, CorrectHeld(0, is_held=True)),
    ({"kind": "accept-reading"}, AcceptReading()),
    ({"kind": "repeat-throw"}, RepeatThrow()),
    ({"kind": "throw-by-hand"}, ThrowByHand()),
    ({"kind": "take-back"}, TakeBack()),
    (
        {
            "kind": "correct-entry",
            "turn_number": 17,
            "category": "full",
            "column": 10,
            "faces": KINGS_OVER,
            "is_served": False,
        },
        CorrectEntry(
            turn_number=17,
            cell=Cell(Category.FULL, 10),
            faces=(Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE),
            is_served=False,
        ),
    ),
    ({"kind": "choose-mode", "mode": "suggest"}, ChooseMode(EntryMode.SUGGEST)),
    ({"kind": "show-hints", "is_on": True}, ShowHints(True)),
    (
        {"kind": "new-game", "game": "ten-by-ten", "players": ["A", "B"], "agreed": {"level": "junkie"}},
        NewGame(GameBegan(players=("A", "B"), levels=(None, Level.JUNKIE))),
    ),
    ({"kind": "choose-language", "language": "en"}, ChooseLanguage("en")),
    ({"kind": "end-game"}, EndGame()),
    ({"kind": "mute", "is_muted": True}, Mute(is_muted=True)),
    ({"kind": "choose-volume", "volume": 60}, ChooseVolume(60)),
    ({"kind": "take-option", "dial": "row", "index": 3}, TakeOption(DialKind.ROW, 3)),
    ({"kind": "open-dice"}, OpenDice()),
    ({"kind": "close-dice"}, CloseDice()),
    ({"kind": "teach-dice", "kind_of_dice": "pips"}, TeachDice(DiceKind.PIPS)),
    ({"kind": "drop-dice"}, DropDice()),
    ({"kind": "use-fewer"}, UseFewer()),
    ({"kind": "name-face", "die": 3, "label": 5}, NameFace(3, 5)),
    ({"kind": "name-face", "die": 3, "label": None}, NameFace(3, None)),
    ({"kind": "take-back-face"}, TakeBackFace()),
    ({"kind": "call-enough"}, CallEnough()),
    ({"kind": "correct-tried", "die": 4, "label": 0}, CorrectTried(4, 0)),
    ({"kind": "check-again"}, CheckAgain()),
    ({"kind": "keep-dice", "name": "  Omas \n Würfel "}, KeepDice("Omas Würfel")),
    ({"kind": "forget-dice", "name": "Omas  Würfel"}, ForgetDice("Omas  Würfel")),
    ({"kind": "take-learning-back"}, TakeLearningBack()),
    ({"kind": "open-wizard"}, OpenWizard()),
    ({"kind": "close-wizard"}, CloseWizard()),
    ({"kind": "go-on"}, GoOn()),
    ({"kind": "go-back"}, GoBack()),
    ({"kind": "try-step-again"}, TryStepAgain()),
    ({"kind": "use-sheet"}, UseSheet()),
    ({"kind": "show-signals"}, ShowSignals()),
    ({"kind": "tell-signal", "what": "sound", "is_so": False}, TellSignal(Told.SOUND, is_so=False)),
]


@pytest.mark.parametrize(("data", "touch"), UNDERSTOOD, ids=lambda value: str(value)[:40])
def test_a_touch_is_understood(data: dict[str, object], touch: Touch) -> None:
    assert parse_touch(data) == touch


def test_every_touch_of_the_session_can_be_sent() -> None:
    done_by_options = {OpenDial, AnswerDie, ChooseGame, SayStandings}  # the page sends which option was taken
    assert {type(touch) for _, touch in UNDERSTOOD} == set(USES) - done_by_options


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (None, "NoneType"),
        ([], "list"),
        ({}, "kind None"),
        ({"kind": "roll"}, "touch-cell"),
        ({"kind": "new-game", "game": "skat", "players": ["A", "B"]}, "game is 'skat'; it must be one of ten-by-ten"),
        ({"kind": "new-game", "game": "escalero", "players": [1, 2]}, "must be a list"),
        ({"kind": "new-game", "game": "escalero", "players": ["A", "B"], "agreed": {"money": 5}}, "money"),
        ({"kind": "new-game", "game": "escalero", "players": ["A", "B"], "agreed": 5}, "agreed is 5"),
        ({"kind": "decide"}, "event is {}"),
        ({"kind": "decide", "event": {"type": "cup-lifted", "faces": ["ace"] * 5}}, "event is a CupLifted; players"),
        ({"kind": "decide", "event": {"type": "hand-kept", "stake": "3"}}, "stake"),
        ({"kind": ["touch-cell"]}, "kind"),
        ({"kind": "touch-cell", "category": "queens"}, "column is None; it must be a whole number from 1 to 10"),
        ({"kind": "touch-cell", "category": "queens", "column": 11}, "column is 11"),
        ({"kind": "touch-cell", "category": "queens", "column": True}, "column is True"),
        ({"kind": "touch-cell", "category": "queens", "column": 2.5}, "column is 2.5"),
        ({"kind": "touch-cell", "category": "Queens", "column": 1}, "nines, tens, jacks"),
        ({"kind": "touch-cell", "category": 3, "column": 1}, "got 3"),
        ({"kind": "correct-die", "index": -1, "face": "ace"}, "index is -1"),
        ({"kind": "correct-die", "index": 12, "face": "ace"}, "index is 12"),
        ({"kind": "correct-die", "index": 0, "face": "joker"}, "a face is one of nine, ten"),
        ({"kind": "correct-held", "index": 0, "is_held": 1}, "is_held is 1"),
        ({"kind": "correct-entry", "turn_number": 0}, "turn_number is 0"),
        (
            {
                "kind": "correct-entry",
                "turn_number": 1,
                "category": "full",
                "column": 1,
                "faces": KINGS_OVER[:4],
                "is_served": False,
            },
            "list of 5",
        ),
        ({"kind": "choose-mode", "mode": "always"}, "ask, suggest, auto"),
        ({"kind": "show-hints", "is_on": "yes"}, "true or false"),
        ({"kind": "new-game", "players": ["A", "B"], "agreed": {"level": "god"}}, "beginner, regular"),
        ({"kind": "choose-language", "language": "eo"}, "de, en, fr, it, nl"),
        ({"kind": "choose-language"}, "language is None"),
        ({"kind": "teach-dice", "kind_of_dice": "coins"}, "poker, pips"),
        ({"kind": "name-face", "die": 12, "label": 0}, "die is 12"),
        ({"kind": "name-face", "die": 0, "label": 12}, "label is 12"),
        ({"kind": "correct-tried", "die": 0, "label": None}, "label is None"),
        ({"kind": "keep-dice", "name": " "}, "under a name"),
        ({"kind": "forget-dice"}, "name is None"),
        ({"kind": "new-game", "players": "Elfriede"}, "list of 2"),
        ({"kind": "new-game", "players": ["Elfriede", "  "]}, "both need a name"),
        ({"kind": "new-game", "players": ["a", "b"], "beginner": 2}, "beginner is 2"),
        ({"kind": "new-game", "players": ["a", "b"], "ruleset": []}, "ruleset is"),
        ({"kind": "new-game", "players": ["a", "b"], "ruleset": {"served": "never"}}, "first-throw, any-full-throw"),
        ({"kind": "new-game", "players": ["a", "b"], "ruleset": {"columns": 0}}, "columns is 0"),
    ],
)
def test_what_is_no_touch_is_refused_with_what_would_be_one(data: object, complaint: str) -> None:
    with pytest.raises(TouchError) as refusal:
        parse_touch(data)
    assert complaint in str(refusal.value)


def test_names_are_tidied_and_never_longer_than_the_sheet_takes() -> None:
    touch = parse_touch({"kind": "new-game", "players": ["  Elfriede \n von\tGraz ", "K" * 99]})
    assert isinstance(touch, NewGame)
    assert touch.agreed.players == ("Elfriede von Graz", "K" * LONGEST_NAME)


@pytest.mark.parametrize(
    ("typed", "kept"), [("Elfriede 🎲\ud83c", "Elfriede 🎲"), ("Kurt\x00\x07", "Kurt"), ("  Opa\n Franz ", "Opa Franz")]
)
def test_a_name_cut_in_the_middle_of_a_character_is_kept_without_the_half(typed: str, kept: str) -> None:
    new_game = parse_touch({"kind": "new-game", "players": [typed, "B"]})
    dice = parse_touch({"kind": "keep-dice", "name": typed})
    assert isinstance(new_game, NewGame)
    assert isinstance(dice, KeepDice)
    assert (new_game.agreed.players, dice.name) == ((kept, "B"), kept)
    kept.encode()


@pytest.mark.parametrize("players", [[1, "B"], [None, "B"], ["\ud83c", "B"], ["\x00", "B"]])
def test_what_is_no_name_is_refused(players: list[object]) -> None:
    with pytest.raises(TouchError, match="both need a name"):
        parse_touch({"kind": "new-game", "players": players})
