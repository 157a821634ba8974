"""Touches: every kind is understood, everything else refused with a sentence."""

import pytest

from firmware.display.touches import LONGEST_NAME, parse_touch
from firmware.errors import TouchError
from firmware.session import touches
from firmware.session.lesson import DiceKind
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
        touches.NewGame(GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(), beginner=None)),
    ),
    (
        {
            "kind": "new-game",
            "players": ["Elfriede", "Kurt"],
            "beginner": 1,
            "ruleset": {"served": "any-full-throw", "tied_column": "split", "reroll": "die", "columns": 3},
        },
        touches.NewGame(
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
        touches.NewGame(
            OpenPokerBegan(
                players=("Änne", "Bö", "\u05d3\u05df"), stakes=Stakes(minimum=2, maximum=4, stack=20), jokers=True
            )
        ),
    ),
    ({"kind": "new-game", "game": "escalero", "players": ["Änne"]}, touches.RefuseGame("PlayersError")),
    ({"kind": "new-game", "game": "escalero", "players": ["Änne", "ÄNNE"]}, touches.RefuseGame("PlayersError")),
    (
        {"kind": "new-game", "game": "escalero", "players": [f"P{n}" for n in range(13)]},
        touches.RefuseGame("PlayersError"),
    ),
    (
        {"kind": "new-game", "game": "hidden-poker", "players": ["A", "B"], "agreed": {"stack": 0}},
        touches.RefuseGame("StakesError"),
    ),
    (
        {"kind": "new-game", "game": "rock-and-roll", "players": ["A", "B"], "agreed": {"bank": 2}},
        touches.RefuseGame("UnknownPlayerError"),
    ),
    ({"kind": "decide", "event": {"type": "hand-kept", "stake": 3}}, touches.Decide(HandKept(3))),
    (
        {"kind": "decide", "event": {"type": "announced", "claim": {"hand": "pair", "values": ["king"]}}},
        touches.Decide(Announced(Claim(Hand.PAIR, (Face.KING,)))),
    ),
    ({"kind": "touch-cell", "category": "queens", "column": 9}, touches.TouchCell(Cell(Category.QUEENS, 9))),
    ({"kind": "correct-die", "index": 4, "face": "ace"}, touches.CorrectDie(4, Face.ACE)),
    ({"kind": "correct-held", "index": 0, "is_held": True}, touches.CorrectHeld(0, is_held=True)),
    ({"kind": "accept-reading"}, touches.AcceptReading()),
    ({"kind": "repeat-throw"}, touches.RepeatThrow()),
    ({"kind": "throw-by-hand"}, touches.ThrowByHand()),
    ({"kind": "take-back"}, touches.TakeBack()),
    (
        {
            "kind": "correct-entry",
            "turn_number": 17,
            "category": "full",
            "column": 10,
            "faces": KINGS_OVER,
            "is_served": False,
        },
        touches.CorrectEntry(
            turn_number=17,
            cell=Cell(Category.FULL, 10),
            faces=(Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE),
            is_served=False,
        ),
    ),
    ({"kind": "choose-mode", "mode": "suggest"}, touches.ChooseMode(EntryMode.SUGGEST)),
    ({"kind": "show-hints", "is_on": True}, touches.ShowHints(True)),
    (
        {"kind": "new-game", "game": "ten-by-ten", "players": ["A", "B"], "agreed": {"level": "junkie"}},
        touches.NewGame(GameBegan(players=("A", "B"), levels=(None, Level.JUNKIE))),
    ),
    ({"kind": "choose-language", "language": "en"}, touches.ChooseLanguage("en")),
    ({"kind": "end-game"}, touches.EndGame()),
    ({"kind": "mute", "is_muted": True}, touches.Mute(is_muted=True)),
    ({"kind": "choose-volume", "volume": 60}, touches.ChooseVolume(60)),
    ({"kind": "take-option", "dial": "row", "index": 3}, touches.TakeOption(DialKind.ROW, 3)),
    ({"kind": "open-dice"}, touches.OpenDice()),
    ({"kind": "close-dice"}, touches.CloseDice()),
    ({"kind": "teach-dice", "kind_of_dice": "pips"}, touches.TeachDice(DiceKind.PIPS)),
    ({"kind": "drop-dice"}, touches.DropDice()),
    ({"kind": "use-fewer"}, touches.UseFewer()),
    ({"kind": "name-face", "die": 3, "label": 5}, touches.NameFace(3, 5)),
    ({"kind": "name-face", "die": 3, "label": None}, touches.NameFace(3, None)),
    ({"kind": "take-back-face"}, touches.TakeBackFace()),
    ({"kind": "call-enough"}, touches.CallEnough()),
    ({"kind": "correct-tried", "die": 4, "label": 0}, touches.CorrectTried(4, 0)),
    ({"kind": "check-again"}, touches.CheckAgain()),
    ({"kind": "keep-dice", "name": "  Omas \n Würfel "}, touches.KeepDice("Omas Würfel")),
    ({"kind": "forget-dice", "name": "Omas  Würfel"}, touches.ForgetDice("Omas  Würfel")),
    ({"kind": "take-learning-back"}, touches.TakeLearningBack()),
    ({"kind": "open-wizard"}, touches.OpenWizard()),
    ({"kind": "close-wizard"}, touches.CloseWizard()),
    ({"kind": "go-on"}, touches.GoOn()),
    ({"kind": "go-back"}, touches.GoBack()),
    ({"kind": "try-step-again"}, touches.TryStepAgain()),
    ({"kind": "use-sheet"}, touches.UseSheet()),
    ({"kind": "show-signals"}, touches.ShowSignals()),
    ({"kind": "tell-signal", "what": "sound", "is_so": False}, touches.TellSignal(Told.SOUND, is_so=False)),
]


@pytest.mark.parametrize(("data", "touch"), UNDERSTOOD, ids=lambda value: str(value)[:40])
def test_a_touch_is_understood(data: dict[str, object], touch: touches.Touch) -> None:
    assert parse_touch(data) == touch


def test_every_touch_of_the_session_can_be_sent() -> None:
    done_by_options = {
        touches.OpenDial,
        touches.AnswerDie,
        touches.ChooseGame,
        touches.SayStandings,
    }  # the page sends which option was taken
    assert {type(touch) for _, touch in UNDERSTOOD} == set(touches.USES) - done_by_options


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
    assert isinstance(touch, touches.NewGame)
    assert touch.agreed.players == ("Elfriede von Graz", "K" * LONGEST_NAME)


@pytest.mark.parametrize(
    ("typed", "kept"), [("Elfriede 🎲\ud83c", "Elfriede 🎲"), ("Kurt\x00\x07", "Kurt"), ("  Opa\n Franz ", "Opa Franz")]
)
def test_a_name_cut_in_the_middle_of_a_character_is_kept_without_the_half(typed: str, kept: str) -> None:
    new_game = parse_touch({"kind": "new-game", "players": [typed, "B"]})
    dice = parse_touch({"kind": "keep-dice", "name": typed})
    assert isinstance(new_game, touches.NewGame)
    assert isinstance(dice, touches.KeepDice)
    assert (new_game.agreed.players, dice.name) == ((kept, "B"), kept)
    kept.encode()


@pytest.mark.parametrize("players", [[1, "B"], [None, "B"], ["\ud83c", "B"], ["\x00", "B"]])
def test_what_is_no_name_is_refused(players: list[object]) -> None:
    with pytest.raises(TouchError, match="both need a name"):
        parse_touch({"kind": "new-game", "players": players})
