"""Touches as the page sends them (plain JSON data) made into the session's own, from their declarations."""

import unicodedata
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import IntEnum, StrEnum
from typing import Annotated, Any, TypeVar

import cattrs

from firmware.errors import StoreCorruptError, TouchError
from firmware.log import codec
from firmware.session.touches import USES, Between, Decide, Name, NewGame, RefuseGame, Touch, Use
from scoring.dice import DICE_COUNT, Face
from scoring.errors import ScoringError
from scoring.events import GameBegan, PlayerLeft
from scoring.games.escalero import RowCorrected, RowEntered
from scoring.games.hidden_poker import Announced, Doubted
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, NoticeGiven
from scoring.rules import GAMES
from scoring.ruleset import MOST_COLUMNS, Level, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.seats import require_players
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

LONGEST_NAME = 24
MOST_NAMES = 50
LONGEST_AGO_MS = 2000

OPENINGS = {rules.name: rules.opening for rules in GAMES}
"""What the log of each game opens with, by what the game is called between page and companion."""

DECISIONS: tuple[type, ...] = (RoundBegan, HandKept, WentAlong, Passed, PlayerLeft, Announced, Doubted)
DECISIONS += (RowEntered, RowCorrected, BetPlaced, BetsTakenBack, NoticeGiven)
"""What players decide by a touch; dice are read by the camera, or typed die by die."""

KINDS: dict[str, type[Any]] = {
    codec.name_of(kind): kind for kind, use in USES.items() if use is not Use.OPTION and kind is not RefuseGame
}
"""Touches that a page sends, by what they are called on the way."""

_Members = TypeVar("_Members", bound=IntEnum)
_T = TypeVar("_T")
name_of = codec.member_name


def parse_touch(data: object) -> Touch:
    """Return the touch that the page sent.

    Raises:
        TouchError: If it is no touch; the message says what was got and what would be one.
    """
    if not isinstance(data, dict):
        raise TouchError(f"got {type(data).__name__}; a touch is an object with a kind")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise TouchError(f"got a touch of kind {kind!r}; there are {', '.join(KINDS)}")
    if KINDS[kind] is NewGame:
        return _new_game(data)
    missing: dict[str, Any] = dict.fromkeys(KINDS[kind].__match_args__)
    # A cell comes as two fields among the others; a decision left out is refused by the log's own words.
    touch: Touch = _parsed({**missing, "event": {}, **data, "cell": data}, KINDS[kind])
    return touch


def parse_edge(data: dict[str, Any]) -> tuple[bool, int]:
    """Return whether the button on the page went down, and how many ms ago.

    Raises:
        TouchError: If it is no edge of a button.
    """
    sent = _parsed({"is_down": None, **data}, _SentEdge)
    return sent.is_down, sent.ago_ms


@dataclass(frozen=True, slots=True)
class _SentEdge:
    """An edge; on the simulated board a short press throws, and the page reports a press once it is long."""

    is_down: bool
    ago_ms: Annotated[int, Between(0, LONGEST_AGO_MS)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _HouseRules:
    """Of Würfelpoker 10×10; what is left out is as usual."""

    served: ServedRule = ServedRule.FIRST_THROW
    tied_column: TiedColumnRule = TiedColumnRule.NONE
    reroll: RerollRule = RerollRule.THROW
    columns: Annotated[int, Between(1, MOST_COLUMNS)] = MOST_COLUMNS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seats:
    """Who begins Würfelpoker 10×10, and how strongly the companion plays the second sheet."""

    beginner: Annotated[int, Between(0, 1)] | None = None
    level: Level | None = None


def _new_game(data: dict[str, Any]) -> NewGame | RefuseGame:
    """Return the game that begins with what was ``agreed``; what Würfelpoker 10×10 leaves out is as usual."""
    name = _checked("game", data.get("game", "ten-by-ten"), lambda value: _one_of(value, tuple(OPENINGS)))
    opening, agreed = OPENINGS[name], _object(data, "agreed")
    try:
        if opening is GameBegan:
            return _ten_by_ten({**data, **agreed})
        players = [_tidied(name, LONGEST_NAME) for name in _names(data)]
        return NewGame(codec.event_from({**agreed, "type": codec.name_of(opening), "players": players}))
    except ScoringError as refusal:
        return RefuseGame(type(refusal).__name__)
    except StoreCorruptError as error:
        raise TouchError(f"agreed is {agreed!r}: {error}") from error


def _ten_by_ten(data: dict[str, Any]) -> NewGame:
    listed = _checked("players", data.get("players"), lambda players: _list(players, 2))
    one, other = (_tidied(name, LONGEST_NAME) if isinstance(name, str) else "" for name in listed)
    if not (one and other):
        raise TouchError(f"players are {listed!r}; both need a name")
    require_players((one, other))
    rules, seats = Ruleset(**asdict(_parsed(_object(data, "ruleset"), _HouseRules))), _parsed(data, _Seats)
    return NewGame(GameBegan(players=(one, other), ruleset=rules, beginner=seats.beginner, levels=(None, seats.level)))


def _names(data: dict[str, Any]) -> list[str]:
    """Return as many players as there are; the rules say how many can play."""
    listed = data.get("players")
    if not isinstance(listed, list) or len(listed) > MOST_NAMES or not all(isinstance(n, str) for n in listed):
        raise TouchError(f"players are {listed!r}; they must be a list of up to {MOST_NAMES} names")
    return listed


def _parsed(data: dict[str, Any], kind: type[_T]) -> _T:
    """Return what was sent as a kind; of what is wrong in it, the first is told."""
    try:
        return _CONVERTER.structure(data, kind)
    except cattrs.ClassValidationError as error:
        refusal, note = error.group_exceptions()[0][0]
        if isinstance(refusal, TouchError):
            raise refusal from error
        raise TouchError(f"{note.name} is {data[note.name]!r}; it must be {refusal}") from error


def _checked(name: str, value: object, check: Callable[[object], _T]) -> _T:
    try:
        return check(value)
    except ValueError as error:
        raise TouchError(f"{name} is {value!r}; it must be {error}") from error


def _object(data: dict[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise TouchError(f"{name} is {value!r}; it must be an object")
    return value


def _tidied(text: str, longest: int) -> str:
    return " ".join(_text(text).split())[:longest].strip()


def _text(value: object, _: Any = None) -> str:
    """Return a text that can be kept: a page that cuts a long name may leave half of its last character."""
    if not isinstance(value, str):
        raise ValueError("a text")  # noqa: TRY004 - whoever catches it says of which field
    return "".join(letter for letter in value if unicodedata.category(letter) not in {"Cs", "Cc"} or letter.isspace())


def _flag(value: object, _: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")  # noqa: TRY004
    return value


def _one_of(value: object, texts: tuple[str, ...]) -> str:
    if (text := _text(value)) not in texts:
        raise ValueError(f"one of {', '.join(texts)}")
    return text


def _list(value: object, count: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != count:
        raise ValueError(f"a list of {count}")
    return value


def _named(value: object, kind: type[_Members]) -> _Members:
    members = {name_of(member): member for member in kind}
    if not isinstance(value, str) or value not in members:
        raise TouchError(f"got {value!r}; a {kind.__name__.lower()} is one of {', '.join(members)}")
    return members[value]


def _between(value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"a whole number from {low} to {high}")
    return value


def _limited(value: Any, hint: Any) -> object:
    match hint.__metadata__:
        case (Between(low, high),):
            return _between(value, low, high)
        case (Name(longest),) if name := _tidied(value, longest):
            return name
        case _:
            raise TouchError("name is empty; dice are kept under a name")


def _cell(data: dict[str, Any], _: Any) -> Cell:
    category = _named(data.get("category"), Category)
    return Cell(category, _checked("column", data.get("column"), lambda value: _between(value, 1, MOST_COLUMNS)))


def _decide(data: dict[str, Any], _: Any) -> Decide:
    event = _object(data, "event")
    try:
        decided = codec.event_from(event)
    except (StoreCorruptError, ScoringError) as error:
        raise TouchError(f"event is {event!r}: {error}") from error
    if type(decided) not in DECISIONS:
        legal = ", ".join(sorted(kind.__name__ for kind in DECISIONS))
        raise TouchError(f"event is a {type(decided).__name__}; players decide {legal}")
    return Decide(decided)


_CONVERTER = cattrs.Converter()
_CONVERTER.register_structure_hook(str, _text)
_CONVERTER.register_structure_hook(bool, _flag)
_CONVERTER.register_structure_hook(StrEnum, lambda value, kind: kind(_one_of(value, tuple(kind))))
_CONVERTER.register_structure_hook(IntEnum, _named)
_CONVERTER.register_structure_hook(Cell, _cell)
_CONVERTER.register_structure_hook(Decide, _decide)
_CONVERTER.register_structure_hook_func(
    lambda hint: hint == tuple[Face, ...],
    lambda value, _: tuple(_named(name, Face) for name in _list(value, DICE_COUNT)),
)
_CONVERTER.register_structure_hook_func(lambda hint: hasattr(hint, "__metadata__"), _limited)
