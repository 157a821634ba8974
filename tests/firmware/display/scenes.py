"""Fabricated sessions, and a companion that is not there: shows what it is told to, keeps what the page sends."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from firmware.faces import LABELS
from firmware.log.record import Record
from firmware.session.advising import question
from firmware.session.lesson import FaceCard, KnownSet, LessonStage, Teaching
from firmware.session.state import Doubt, SeenDie, SessionState, ranking_with
from firmware.session.step import step
from firmware.session.vocabulary import EntryMode, Notice, NoticeKey, Phase, Waiting
from scoring import rules
from scoring.dice import NOTHING_HELD, Face
from scoring.events import Entered, GameBegan, GameEvent, ThrowMade
from scoring.games import ten_by_ten
from scoring.ruleset import Level, Ruleset
from scoring.sheets.category import points
from scoring.sheets.sheet import Cell
from tests.doubles.prompt_advisor import PromptAdvisor
from tests.firmware.session.table_talk import reading
from vision.reading import Reading, Verdict

PLAYERS = ("Elfriede", "Kurt")
HAND = (Face.QUEEN, Face.QUEEN, Face.TEN, Face.QUEEN, Face.ACE)


@cache
def played(
    turns: int, *, seed: int = 7, ruleset: Ruleset | None = None, players: tuple[str, str] = PLAYERS
) -> tuple[Record, ...]:
    """Return the log of a game after some turns, each one throw long, entered in one of the better cells."""
    chance = random.Random(seed)
    events: list[GameEvent] = [GameBegan(players=players, ruleset=ruleset or Ruleset(), beginner=0)]
    state = rules.replay(events)
    for _ in range(turns):
        faces = good_throw(chance)
        for event in (ThrowMade(faces), Entered(_good_cell(state, faces, chance))):
            state = rules.apply(state, event)
            events.append(event)
    return tuple(Record(event) for event in events)


def good_throw(chance: random.Random) -> tuple[Face, ...]:
    favourite = chance.choice(tuple(Face))
    many = chance.choice((2, 3, 3, 4, 5))
    rest = [chance.choice(tuple(Face)) for _ in range(5 - many)]
    if chance.random() < 0.12:
        return (Face.NINE, Face.TEN, Face.JACK, Face.QUEEN, Face.KING)
    if chance.random() < 0.12:
        return (favourite,) * 3 + (chance.choice([face for face in Face if face is not favourite]),) * 2
    return tuple(chance.sample([favourite] * many + rest, 5))


def _good_cell(state: ten_by_ten.GameState, faces: tuple[Face, ...], chance: random.Random) -> Cell:
    free = list(state.sheet(state.to_move).free_cells)
    chance.shuffle(free)
    # One player writes from the left, the other from the right, so that columns fill up and are decided.
    lean = (lambda cell: cell.column) if state.to_move == 0 else (lambda cell: cell.column * 0.8)
    return max(
        free,
        key=lambda cell: points(cell.category, faces, is_served=True) / cell.category.most_points - 0.12 * lean(cell),
    )


def seen(
    face: Face | None, *, is_held: bool = False, doubts: frozenset[Doubt] = frozenset(), picture: int | None = None
) -> SeenDie:
    return SeenDie(
        face=face,
        confidence=0.0 if face is None else 0.99,
        ranking=tuple(Face) if face is None else ranking_with(face),
        is_held=is_held,
        doubts=doubts,
        picture=picture,
        place_xy=None if picture is None else (0.3 + 0.1 * picture, 0.4),
    )


def at_table(
    turns: int = 0,
    *,
    phase: Phase = Phase.WAITING,
    throws: tuple[ThrowMade, ...] = (),
    key: NoticeKey = NoticeKey.RESUMED,
    values: tuple[tuple[str, str | int], ...] = (),
    **changes: object,
) -> SessionState:
    """Return a session in the middle of a game, with throws of the running turn on the table."""
    ruleset, players, seed = changes.pop("ruleset", None), changes.pop("players", PLAYERS), changes.pop("seed", 7)
    records = played(turns, ruleset=ruleset, players=players, seed=seed)  # type: ignore[arg-type]
    records += tuple(Record(throw) for throw in throws)
    dice: tuple[SeenDie, ...] = ()
    if throws:
        pairs = zip(throws[-1].faces, throws[-1].held, strict=True)
        dice = tuple(seen(face, is_held=is_held, picture=i) for i, (face, is_held) in enumerate(pairs))
    game = rules.replay(record.event for record in records)
    shown = {"phase": phase, "game": game, "dice": dice, "notice": Notice(key, values), "records": records}
    return SessionState(**{**shown, "reading_number": len(records), **changes})  # type: ignore[arg-type]


def first_throw(faces: tuple[Face, ...] = HAND) -> ThrowMade:
    return ThrowMade(faces, NOTHING_HELD)


def read(turns: int, *throws: ThrowMade, phase: Phase = Phase.READ, **changes: object) -> SessionState:
    """Return a session in which throws of the running turn were read."""
    return at_table(turns, phase=phase, throws=throws, key=NoticeKey.THROWN, **changes)


SECOND = ThrowMade((Face.QUEEN, Face.QUEEN, Face.QUEEN, Face.NINE, Face.QUEEN), (True, True, True, False, False))
"""After `first_throw`, with the three queens left lying."""
THIRD = ThrowMade((Face.QUEEN, Face.QUEEN, Face.QUEEN, Face.QUEEN, Face.KING), (True, True, True, True, False))


@cache
def scene(name: str) -> SessionState:
    """Return one of the moments the page is looked at in."""
    return SCENES[name]()


def _asking() -> SessionState:
    state = at_table(61, phase=Phase.ASKING, throws=(first_throw(),), key=NoticeKey.NOT_SURE)
    doubtful = replace(seen(Face.JACK, doubts=frozenset({Doubt.FACE}), picture=1), confidence=0.61)
    dice = (*state.dice[:1], doubtful, *state.dice[2:4], seen(Face.ACE, is_held=True, picture=4))
    return replace(state, dice=dice, pending=Reading(dice=(), verdict=Verdict.NOT_SURE))


def _suggested() -> SessionState:
    state = read(62, first_throw(), SECOND, mode=EntryMode.SUGGEST)
    free = state.game.sheet(state.game.to_move).free_cells
    best = max(free, key=lambda cell: (points(cell.category, state.game.turn.faces, is_served=False), cell.column))
    return replace(state, suggestion=best)


def with_advice(state: SessionState, advisor: PromptAdvisor | None = None) -> SessionState:
    """Return a moment with the advice taken that is wanted then."""
    return step(state, (advisor or PromptAdvisor()).answer(question(state), print))[0]


def with_companion(name: str, level: Level = Level.JUNKIE) -> SessionState:
    state = scene(name)
    levels = tuple(level if player == state.game.to_move else None for player in (0, 1))
    return replace(state, game=replace(state.game, agreed=replace(state.game.agreed, levels=levels)))


_ENTERED = (("player", "Elfriede"), ("category", "QUEENS"), ("column", 9), ("points", 12))

UNKNOWN = (seen(None),) * 5
BURNT = tuple(seen(face, doubts=frozenset({Doubt.BURNING} if i == 2 else ()), picture=i) for i, face in enumerate(HAND))

SCENES: dict[str, Callable[[], SessionState]] = {
    "setup": lambda: SessionState(agreed=GameBegan(players=PLAYERS)),
    "empty": lambda: at_table(key=NoticeKey.BEGINS, values=(("player", "Elfriede"),)),
    "served": lambda: read(40, first_throw((Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE))),
    "second": lambda: read(62, first_throw(), SECOND),
    "suggested": _suggested,
    "hinted": lambda: with_advice(replace(scene("second"), is_hinting=True)),
    "companion-holds": lambda: with_advice(with_companion("second")),
    "companion-entered": lambda: with_advice(with_companion("third")),
    "third": lambda: read(121, first_throw(), SECOND, THIRD, phase=Phase.ENTERING),
    "asking": _asking,
    "burning": lambda: at_table(61, phase=Phase.BURNING, key=NoticeKey.BURNING, dice=BURNT),
    "entered": lambda: at_table(165, key=NoticeKey.ENTERED, values=_ENTERED),
    "by-hand": lambda: at_table(61, phase=Phase.ASKING, key=NoticeKey.TYPE_THROW, dice=UNKNOWN, has_camera=False),
    "lost": lambda: at_table(61, key=NoticeKey.CAMERA_LOST, has_camera=False, is_saved=False),
    "over": lambda: at_table(200, phase=Phase.GAME_OVER, key=NoticeKey.GAME_OVER),
}

LOOK_WH = (1440, 1080)
PLACES = ((420.0, 300.0), (700.0, 250.0), (980.0, 420.0), (520.0, 640.0), (820.0, 700.0))


def look(dice: int = 5, *, exposed_ns: int = 7) -> Reading:
    """Return what was seen of some nines."""
    return reading("9" * dice, at=PLACES[:dice], verdict=Verdict.CLEAR, exposed_ns=exposed_ns)


def lesson(stage: LessonStage, **changes: object) -> SessionState:
    """Return a session in which dice are taught, over a game."""
    begun = {"number": 1} if stage is not LessonStage.SETS else {"sets": KNOWN, "newest": "Würfel 1"}
    return at_table(61, teaching=Teaching(stage=stage, **{**begun, **changes}))  # type: ignore[arg-type]


KNOWN = (
    KnownSet(name="Omas rote Würfel aus Bad Gastein", labels=LABELS, is_recognised=True, pictures=tuple(range(6))),
    KnownSet(name="Würfel 1", labels=LABELS, pictures=tuple(range(6)), is_named=False),
    KnownSet(name="Augen", labels=tuple("123456")),
    KnownSet(name="zerkratzt"),
)
CARD = FaceCard(name="Würfel 1", crops=(3, 0, 5, 8, 9, 2), names=(0, 1, 3, 2, 4, 5), is_named=False)
_DOUBTED = FaceCard(name="Omas rote Würfel aus Bad Gastein", crops=tuple(range(6)), names=(0, 5, 2, 3, 4, 1), doubted=1)


def _trouble(stage: LessonStage, key: NoticeKey, **values: str | int) -> SessionState:
    known = {"told": 3, "look": look()} if stage is not LessonStage.SETS else {}
    return lesson(stage, notice=Notice(key, tuple(values.items())), **known)


FOUR = Notice(NoticeKey.WRONG_COUNT, (("count", 4),))
LESSONS: dict[str, Callable[[], SessionState]] = {
    "opened": lambda: lesson(LessonStage.SETS, sets=None, newest=None, waiting=Waiting.LESSON),
    "no-sets": lambda: lesson(LessonStage.SETS, sets=(), newest=None),
    "sets": lambda: lesson(LessonStage.SETS),
    "kept": lambda: _trouble(LessonStage.SETS, NoticeKey.DICE_KEPT, name="Omas rote Würfel aus Bad Gastein"),
    "first": lambda: lesson(LessonStage.SHOW),
    "looking": lambda: lesson(LessonStage.SHOW, waiting=Waiting.EYE, look=look(), told=3),
    "more": lambda: lesson(LessonStage.SHOW, look=look(), told=3),
    "four": lambda: lesson(LessonStage.SHOW, look=look(), told=5, refused=look(4, exposed_ns=8), notice=FOUR),
    "dark": lambda: _trouble(LessonStage.SHOW, NoticeKey.TOO_DARK),
    "no-board": lambda: _trouble(LessonStage.SHOW, NoticeKey.NO_BOARD),
    "names": lambda: lesson(LessonStage.NAMES, card=CARD),
    "names-doubted": lambda: lesson(LessonStage.NAMES, card=_DOUBTED),
}
"""The moments of teaching the page is looked at in."""
