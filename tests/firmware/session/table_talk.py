"""A table for tests of the session: readings made from faces, and a session that is told things one by one."""

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from firmware.faces import label_of
from firmware.session import dial, touches, vocabulary
from firmware.session.effects import Append
from firmware.session.events import Pressed, PressedForMenu, PressedLong, ReadingTaken
from firmware.session.state import SessionState
from scoring.dice import Face
from scoring.events import GameBegan, PlayerLeft
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, PotBegan, RoundBegan, WentAlong
from scoring.ruleset import Ruleset
from scoring.sheets import category, sheet
from tests.doubles.prompt_advisor import PromptAdvisor, with_advice
from tests.vision.table import boxed
from vision.reading import BURNING_DOUBTS, DieReading, EyeDoubt, Reading, Verdict
from vision.watch.track import held

Place: TypeAlias = tuple[float, float]

LETTERS = dict(zip("9XJQKA", Face, strict=True))
ADVISOR = PromptAdvisor()
DEFAULTS = Ruleset()
TRIO = ("Elfriede", "Kurt", "Franz")
QUEENS_3 = sheet.Cell(category.Category.QUEENS, 3)
SHORT, LONG, MENU = Pressed(at_ns=5), PressedLong(at_ns=5), PressedForMenu(at_ns=5)


def faces(letters: str) -> tuple[Face, ...]:
    """Return faces from letters, X for 10: ``faces("99XKA")``."""
    return tuple(LETTERS[letter] for letter in letters)


def die(face: Face, place: Place, *, doubt: EyeDoubt = EyeDoubt.NONE) -> DieReading:
    """Return a die with its top left corner at ``place``."""
    return DieReading(
        detection=replace(boxed(*place, 60), tilt_deg=30.0 if doubt is EyeDoubt.LEANING else 0.0),
        label=label_of(face),
        probabilities=tuple(0.99 if label == label_of(face) else 0.002 for label in range(6)),
        confidence=0.99 if doubt is EyeDoubt.NONE else 0.5,
        is_burning=doubt in BURNING_DOUBTS,
        doubt=doubt,
    )


def reading(letters: str, *, at: tuple[Place, ...] | None = None, verdict: Verdict | None = None, **kw) -> Reading:
    """Return a reading; ``at`` are places on the board; ``doubts`` by index."""
    places = at or tuple((500.0 + 137 * i, 5000.0) for i in range(len(letters)))
    doubts: dict[int, EyeDoubt] = kw.get("doubts", {})
    seen = enumerate(zip(faces(letters), places, strict=True))
    dice = tuple(die(face, place, doubt=doubts.get(i, EyeDoubt.NONE)) for i, (face, place) in seen)
    if verdict is None:
        verdict = Verdict.CLEAR if len(dice) == 5 and not doubts else Verdict.NOT_SURE
        if {d.doubt for d in dice} & BURNING_DOUBTS:
            verdict = Verdict.BURNING
    return Reading(dice=dice, verdict=verdict, exposed_ns=kw.get("exposed_ns", 1), size_wh=(1440, 1080))


@dataclass
class Table:
    state: SessionState = field(default_factory=SessionState)
    effects: list[object] = field(default_factory=list)
    throws: int = 0

    def tell(self, *events) -> "Table":
        for event in events:
            self.state, effects = with_advice(self.state, event, ADVISOR)
            self.effects.extend(effects)
        return self

    def begin(self, *, beginner: int | None = 0, ruleset: Ruleset = DEFAULTS) -> "Table":
        return self.tell(touches.NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset, beginner=beginner)))

    def throw(self, letters: str, *, held_places: dict[int, Place] | None = None, **kw) -> "Table":
        """Press, and answer with a reading; ``held_places`` keep dice (by index) where they lay before."""
        return self.tell(Pressed(at_ns=1)).answer(letters, held_places=held_places, **kw)

    def answer(self, letters: str, *, held_places: dict[int, Place] | None = None, **kw) -> "Table":
        self.throws += 1  # every throw falls where none lay before
        at = [(500.0 + 137 * i, 400.0 * self.throws) for i in range(len(letters))]
        for index, place in (held_places or {}).items():
            at[index] = place
        after = reading(letters, at=tuple(at), **kw)
        before = self.state.reading
        hold = held(before, after) if before is not None and len(after.dice) == 5 else None
        return self.tell(ReadingTaken(after, hold))

    def place(self, index: int) -> Place:
        """Return where die ``index`` of the newest accepted reading lies."""
        return self.state.reading.dice[index].detection.quad[0]

    def lying(self, *indices: int) -> dict[int, Place]:
        """Return where dice lie, for a throw that leaves them there."""
        return {index: self.place(index) for index in indices}

    @property
    def key(self):
        return self.state.notice.key

    @property
    def where(self) -> tuple[vocabulary.Phase, vocabulary.NoticeKey]:
        """Return the phase, and what is said."""
        return self.state.phase, self.key

    def turn_until(self, wanted) -> "Table":
        """Turn the dial until an option shows that is wanted; it must be there."""
        for _ in self.state.dial.options:
            if wanted(self.state.dial.shown):
                return self
            self.tell(SHORT)
        raise AssertionError(f"not on {self.state.dial.options}")

    def turn_to(self, key: dial.OptionKey) -> "Table":
        return self.turn_until(lambda shown: shown.key is key)

    def pick(self, **wanted) -> "Table":
        """Turn the dial until an option shows that says all this, and take it."""
        return self.turn_until(lambda shown: {name: getattr(shown, name) for name in wanted} == wanted).tell(LONG)

    def take(self, key: dial.OptionKey) -> "Table":
        return self.tell(MENU).turn_to(key).tell(LONG)


def events_of(table: Table) -> list[object]:
    return [record.event for effect in table.effects if isinstance(effect, Append) for record in effect.records]


def play_out(table: Table, letters: str = "99XKA") -> Table:
    """Play to the end: each throw is entered in the first free cell, unless the companion did."""
    while (player := table.state.game.to_move) is not None:
        if table.throw(letters).state.game.to_move == player:
            table.tell(touches.TouchCell(table.state.game.sheet(player).free_cells[0]))
    return table


def effects_of(table: Table, *events: object) -> list[object]:
    table.effects.clear()
    return table.tell(*events).effects


def means_nothing(table: Table, *what: object) -> bool:
    """Tell whether nothing is wanted and nothing changes."""
    before = table.state
    return effects_of(table, *what) == [] and table.state == before


def begun(mode: vocabulary.EntryMode = vocabulary.EntryMode.SUGGEST, **kw) -> Table:
    return Table().begin(**kw).tell(touches.ChooseMode(mode))


def agreed_on(players: tuple[str, ...] = TRIO, *, beginner: int | None = 0, **agreed: object) -> OpenPokerBegan:
    return OpenPokerBegan(players=players, beginner=beginner, **agreed)


class PotTable(Table):
    """A table at which it is played for a pot; what is thrown is marked by a press and read as it is said."""

    def sit(self, agreed: PotBegan | None = None) -> "PotTable":
        self.tell(touches.NewGame(agreed or agreed_on()))
        return self

    def decide(self, *events: object) -> "PotTable":
        self.tell(*map(touches.Decide, events))
        return self

    def begin_round(self) -> "PotTable":
        return self.decide(RoundBegan())

    def show(self, letters: str, stake: int | None = None) -> "PotTable":
        """Throw once and keep it; at the stake that is on the table unless another is said."""
        self.throw(letters)
        least = 1 if self.state.game.round is None else self.state.game.round.stake
        return self.decide(HandKept(least if stake is None else stake))

    def answer_raise(self, *along: bool) -> "PotTable":
        return self.decide(*(WentAlong() if goes else Passed() for goes in along))

    def leave(self, seat: int) -> "PotTable":
        return self.decide(PlayerLeft(seat))
