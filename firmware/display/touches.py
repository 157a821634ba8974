"""Touches as the page sends them (plain JSON data) made into the session's own events."""

from __future__ import annotations

import unicodedata
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from firmware.display.messages import LANGUAGES
from firmware.errors import StoreCorruptError, TouchError
from firmware.log import codec
from firmware.session.dial import DialKind, TakeOption
from firmware.session.events import (
    AcceptReading,
    CallEnough,
    CheckAgain,
    ChooseLanguage,
    ChooseMode,
    ChooseVolume,
    CloseDice,
    CorrectDie,
    CorrectEntry,
    CorrectHeld,
    CorrectTried,
    Decide,
    DropDice,
    EndGame,
    ForgetDice,
    KeepDice,
    Mute,
    NameFace,
    NewGame,
    OpenDice,
    RefuseGame,
    RepeatThrow,
    ShowHints,
    TakeBack,
    TakeBackFace,
    TakeLearningBack,
    TeachDice,
    ThrowByHand,
    Touch,
    TouchCell,
    UseFewer,
)
from firmware.session.lesson import DiceKind
from firmware.session.state import EntryMode
from firmware.session.wizard_events import (
    CloseWizard,
    GoBack,
    GoOn,
    OpenWizard,
    ShowSignals,
    TellSignal,
    Told,
    TryStepAgain,
    UseSheet,
)
from scoring.dice import DICE_COUNT, Face
from scoring.errors import ScoringError
from scoring.events import GameBegan, PlayerLeft
from scoring.games.escalero import RowCorrected, RowEntered
from scoring.games.hidden_poker import Announced, Doubted
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, NoticeGiven
from scoring.levels import Level
from scoring.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.rules import GAMES
from scoring.ruleset import MOST_COLUMNS, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.seats import require_players
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

LONGEST_NAME = 24
LONGEST_DICE_NAME = 40
MOST_DICE = 12
MOST_LABELS = 12
MOST_NAMES = 50
MOST_OPTIONS = 100
MOST_TURNS = 2 * len(Category) * MOST_COLUMNS

OPENINGS = {rules.name: rules.opening for rules in GAMES}
"""What the log of each game opens with, by what the game is called between page and companion."""

DECISIONS = frozenset(
    {
        RoundBegan,
        HandKept,
        WentAlong,
        Passed,
        PlayerLeft,
        Announced,
        Doubted,
        RowEntered,
        RowCorrected,
        BetPlaced,
        BetsTakenBack,
        NoticeGiven,
    }
)
"""What players decide by a touch; dice are read by the camera, or typed die by die."""

_IntNames = TypeVar("_IntNames", bound=IntEnum)
_Names = TypeVar("_Names", bound=StrEnum)


def name_of(member: IntEnum) -> str:
    """Return how a face or a row is called between page and companion.

    >>> name_of(Face.QUEEN)
    'queen'
    """
    return member.name.lower()


def parse_touch(data: object) -> Touch:
    """Return the touch that the page sent.

    Args:
        data: Decoded JSON: an object with ``kind`` and the fields of that kind of touch.

    Raises:
        TouchError: If it is no touch; the message says what was got and what would be one.

    >>> parse_touch({"kind": "touch-cell", "category": "queens", "column": 9}).cell.column
    9
    """
    if not isinstance(data, dict):
        raise TouchError(f"got {type(data).__name__}; a touch is an object with a kind")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _PARSERS:
        raise TouchError(f"got a touch of kind {kind!r}; there are {', '.join(_PARSERS)}")
    return _PARSERS[kind](_Fields(data))


class _Fields:
    """The fields of one touch, read with a type in mind."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._data = data

    def text(self, name: str) -> str:
        value = self._data.get(name)
        if not isinstance(value, str):
            raise TouchError(f"{name} is {value!r}; it must be a text")
        return _whole(value)

    def flag(self, name: str) -> bool:
        value = self._data.get(name)
        if not isinstance(value, bool):
            raise TouchError(f"{name} is {value!r}; it must be true or false")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        value = self._data.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise TouchError(f"{name} is {value!r}; it must be a whole number from {low} to {high}")
        return value

    def listed(self, name: str, count: int) -> list[object]:
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) != count:
            raise TouchError(f"{name} is {value!r}; it must be a list of {count}")
        return value

    def option(self, name: str, kind: type[_Names]) -> _Names:
        try:
            return kind(self.text(name))
        except ValueError as error:
            raise TouchError(f"{name} is {self._data.get(name)!r}; it must be one of {', '.join(kind)}") from error

    def cell(self) -> Cell:
        return Cell(_named(Category, self._data.get("category")), self.number("column", 1, MOST_COLUMNS))

    def face(self) -> Face:
        return _named(Face, self._data.get("face"))

    def ruleset(self) -> Ruleset:
        rules = self._data.get("ruleset", {})
        if not isinstance(rules, dict):
            raise TouchError(f"ruleset is {rules!r}; it must be an object")
        house = _Fields({**_DEFAULT_RULES, **rules})
        return Ruleset(
            served=house.option("served", ServedRule),
            tied_column=house.option("tied_column", TiedColumnRule),
            reroll=house.option("reroll", RerollRule),
            columns=house.number("columns", 1, MOST_COLUMNS),
        )

    def players(self) -> tuple[str, str]:
        listed = self.listed("players", 2)
        names = tuple(_named_as(name, LONGEST_NAME) for name in listed if isinstance(name, str))
        if len(names) != len(listed) or not all(names):
            raise TouchError(f"players are {listed!r}; both need a name")
        return names[0], names[1]

    def names(self) -> tuple[str, ...]:
        """Return as many players as there are; the rules say how many can play."""
        listed = self._data.get("players")
        if not isinstance(listed, list) or len(listed) > MOST_NAMES or not all(isinstance(n, str) for n in listed):
            raise TouchError(f"players are {listed!r}; they must be a list of up to {MOST_NAMES} names")
        return tuple(_named_as(name, LONGEST_NAME) for name in listed)

    def opening(self) -> type[Any]:
        name = self.text("game")
        if name not in OPENINGS:
            raise TouchError(f"game is {name!r}; it must be one of {', '.join(OPENINGS)}")
        return OPENINGS[name]

    def has(self, name: str) -> bool:
        return name in self._data

    def plain(self, name: str) -> dict[str, object]:
        value = self._data.get(name, {})
        if not isinstance(value, dict):
            raise TouchError(f"{name} is {value!r}; it must be an object")
        return value

    def within(self, name: str) -> _Fields:
        """Return the fields with those of an object among them beside the others."""
        return _Fields({**self._data, **self.plain(name)})

    def dice_name(self) -> str:
        name = _named_as(self.text("name"), LONGEST_DICE_NAME)
        if not name:
            raise TouchError("name is empty; dice are kept under a name")
        return name

    def label_or_none(self) -> int | None:
        return None if self._data.get("label") is None else self.number("label", 0, MOST_LABELS - 1)

    def level(self) -> Level | None:
        return None if self._data.get("level") is None else self.option("level", Level)

    def beginner(self) -> int | None:
        return None if self._data.get("beginner") is None else self.number("beginner", 0, 1)


def _named_as(text: str, longest: int) -> str:
    return " ".join(_whole(text).split())[:longest].strip()


def _whole(text: str) -> str:
    """Return a text that can be kept: a page that cuts a long name may leave half of its last character."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in {"Cs", "Cc"} or letter.isspace())


_DEFAULT_RULES: dict[str, object] = {
    "served": ServedRule.FIRST_THROW.value,
    "tied_column": TiedColumnRule.NONE.value,
    "reroll": RerollRule.THROW.value,
    "columns": MOST_COLUMNS,
}


def _named(kind: type[_IntNames], name: object) -> _IntNames:
    members = {name_of(member): member for member in kind}
    if not isinstance(name, str) or name not in members:
        raise TouchError(f"got {name!r}; a {kind.__name__.lower()} is one of {', '.join(members)}")
    return members[name]


def _new_game(fields: _Fields) -> NewGame | RefuseGame:
    """Return the game that begins with what was ``agreed``; what Würfelpoker 10×10 leaves out is as usual."""
    opening = fields.opening() if fields.has("game") else GameBegan
    try:
        if opening is GameBegan:
            return _ten_by_ten(fields.within("agreed"))
        began = {**fields.plain("agreed"), "type": codec.name_of(opening), "players": list(fields.names())}
        return NewGame(codec.event_from(began))
    except ScoringError as refusal:
        return RefuseGame(type(refusal).__name__)
    except StoreCorruptError as error:
        raise TouchError(f"agreed is {fields.plain('agreed')!r}: {error}") from error


def _ten_by_ten(fields: _Fields) -> NewGame:
    players = fields.players()
    require_players(players)
    levels = (None, fields.level())
    return NewGame(GameBegan(players=players, ruleset=fields.ruleset(), beginner=fields.beginner(), levels=levels))


def _decide(fields: _Fields) -> Decide:
    try:
        event = codec.event_from(fields.plain("event"))
    except (StoreCorruptError, ScoringError) as error:
        raise TouchError(f"event is {fields.plain('event')!r}: {error}") from error
    if type(event) not in DECISIONS:
        raise TouchError(f"event is a {type(event).__name__}; players decide {_listed(DECISIONS)}")
    return Decide(event)


def _listed(kinds: Iterable[type]) -> str:
    return ", ".join(sorted(kind.__name__ for kind in kinds))


def _correct_die(fields: _Fields) -> CorrectDie:
    return CorrectDie(fields.number("index", 0, MOST_DICE - 1), fields.face())


def _name_face(fields: _Fields) -> NameFace:
    return NameFace(fields.number("die", 0, MOST_DICE - 1), fields.label_or_none())


def _correct_tried(fields: _Fields) -> CorrectTried:
    return CorrectTried(fields.number("die", 0, MOST_DICE - 1), fields.number("label", 0, MOST_LABELS - 1))


def _correct_held(fields: _Fields) -> CorrectHeld:
    return CorrectHeld(fields.number("index", 0, MOST_DICE - 1), fields.flag("is_held"))


def _correct_entry(fields: _Fields) -> CorrectEntry:
    return CorrectEntry(
        turn_number=fields.number("turn_number", 1, MOST_TURNS),
        cell=fields.cell(),
        faces=tuple(_named(Face, name) for name in fields.listed("faces", DICE_COUNT)),
        is_served=fields.flag("is_served"),
    )


def _choose_language(fields: _Fields) -> ChooseLanguage:
    if (language := fields.text("language")) not in LANGUAGES:
        raise TouchError(f"language is {language!r}; it must be one of {', '.join(LANGUAGES)}")
    return ChooseLanguage(language)


_Parser: TypeAlias = "Callable[[_Fields], Touch]"

_PARSERS: dict[str, _Parser] = {
    "new-game": _new_game,
    "decide": _decide,
    "touch-cell": lambda fields: TouchCell(fields.cell()),
    "correct-die": _correct_die,
    "correct-held": _correct_held,
    "accept-reading": lambda _: AcceptReading(),
    "repeat-throw": lambda _: RepeatThrow(),
    "throw-by-hand": lambda _: ThrowByHand(),
    "take-back": lambda _: TakeBack(),
    "correct-entry": _correct_entry,
    "choose-mode": lambda fields: ChooseMode(fields.option("mode", EntryMode)),
    "show-hints": lambda fields: ShowHints(fields.flag("is_on")),
    "choose-language": _choose_language,
    "end-game": lambda _: EndGame(),
    "mute": lambda fields: Mute(fields.flag("is_muted")),
    "choose-volume": lambda fields: ChooseVolume(fields.number("volume", 1, 100)),
    "take-option": lambda fields: TakeOption(fields.option("dial", DialKind), fields.number("index", 0, MOST_OPTIONS)),
    "open-dice": lambda _: OpenDice(),
    "close-dice": lambda _: CloseDice(),
    "teach-dice": lambda fields: TeachDice(fields.option("kind_of_dice", DiceKind)),
    "drop-dice": lambda _: DropDice(),
    "use-fewer": lambda _: UseFewer(),
    "name-face": _name_face,
    "take-back-face": lambda _: TakeBackFace(),
    "call-enough": lambda _: CallEnough(),
    "correct-tried": _correct_tried,
    "check-again": lambda _: CheckAgain(),
    "keep-dice": lambda fields: KeepDice(fields.dice_name()),
    "forget-dice": lambda fields: ForgetDice(fields.text("name")),
    "take-learning-back": lambda _: TakeLearningBack(),
    "open-wizard": lambda _: OpenWizard(),
    "close-wizard": lambda _: CloseWizard(),
    "go-on": lambda _: GoOn(),
    "go-back": lambda _: GoBack(),
    "try-step-again": lambda _: TryStepAgain(),
    "use-sheet": lambda _: UseSheet(),
    "show-signals": lambda _: ShowSignals(),
    "tell-signal": lambda fields: TellSignal(fields.option("what", Told), fields.flag("is_so")),
}
