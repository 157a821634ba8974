"""Players of games with sheets at the page: Würfelpoker 10×10 and Escalero."""

from collections import Counter
from typing import Any

from firmware.faces import FACES
from firmware.session.advising import companion_throws
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from firmware.session.touches import Decide, TakeBack
from firmware.session.vocabulary import Phase
from scoring.dice import Faces
from scoring.games.escalero import EscaleroState, Row, RowEntered, preview
from scoring.ruleset import Level
from tests.doubles.ledger import TrueEntry, differences
from tests.doubles.prompt_advisor import Advisor, plain_advice
from tests.endtoend.finger import SeatedPlayer
from tests.endtoend.playing import Playing

NAMES = ("Elfriede", "Kurt")


class TenByTenSeats(SeatedPlayer):
    """Two players, or one against the companion; names and columns are those of the settings."""

    SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".cell")].flatMap((cell) =>
        [...cell.querySelectorAll(".entry")].map((entry, seat) =>
            [`${cell.dataset.row}.${cell.dataset.column}.${seat}`, entry.textContent])))"""

    def __init__(
        self, at: Playing, *, is_watchful: bool = True, against: Level | None = None, advisor: Advisor = plain_advice
    ) -> None:
        """Sit down; how strongly the companion plays the second seat may be said."""
        super().__init__(at, advisor=advisor, is_watchful=is_watchful)
        self._against = against

    def begin(self) -> None:
        if self._against is not None:
            self.finger.on(".tile.is-ready .tile-choose")
            self.finger.on(".segment.is-opponent", 1 + list(Level).index(self._against))
        self.finger.on("#front .begin")

    def act(self, state: SessionState) -> bool:
        did = state.phase is not Phase.SETUP and not companion_throws(state) and super().act(state)
        self._note_companion(state)
        return did

    def _note_companion(self, state: SessionState) -> None:
        """Write down what truly lies where the companion has just entered: it does so before anybody could look."""
        entries = () if (game := sheet_of(state)) is None else game.entries
        if len(entries) > len(self.ledger) and game.agreed.levels[entries[-1].player] is not None:
            self.ledger.append(
                TrueEntry(
                    turn_number=entries[-1].turn_number,
                    player=entries[-1].player,
                    cell=entries[-1].cell,
                    faces=tuple(sorted(FACES[die.face] for die in self._board.table.truth())),
                    is_served=len(entries[-1].throws) == 1,
                )
            )

    def ought(self, game: Any) -> dict[str, Any]:
        return {
            f"{entry.cell.category.value}.{entry.cell.column - 1}.{entry.player}": str(entry.points or "–")
            for entry in game.entries
        }

    def compare(self, game: Any) -> list[str]:
        return [str(each) for each in differences(self.ledger, game.entries)] + super().compare(game)


ENOUGH = 25
"""Points for which nobody throws again."""
RUE = 0.06
"""So often an entry is taken back."""


class EscaleroSeats(SeatedPlayer):
    """All players; they enter where it brings most, and now and then take an entry back."""

    SHOWN = """() => ({
        ...Object.fromEntries([...document.querySelectorAll(".paper .cell")]
            .map((cell) => [`${cell.dataset.row}.${cell.dataset.seat}`, cell.textContent])),
        sums: [...document.querySelectorAll(".paper .sum")].map((sum) => sum.textContent),
        chips: [...document.querySelectorAll(".slip:not([hidden]) .slip-lines .chips")]
            .map((chips) => parseInt(chips.textContent)),
    })"""

    def __init__(self, at: Playing, *, players: int = 3, seed: int = 1, hasty: bool = False) -> None:
        super().__init__(at, seed=seed)
        self._players, self._is_hasty = players, hasty
        self._rows: list[tuple[int, Row, Faces, bool]] = []

    def begin(self) -> None:
        self.finger.on(".tile[data-game=escalero] .tile-choose")
        self.finger.on(".count .segment", self._players - 2)
        self.finger.on("#front .begin")

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        game = state.game
        if state.phase is Phase.WAITING and isinstance(game, EscaleroState) and self._takes_back(game):
            return True
        return super()._play(state, is_patient=is_patient)

    def _takes_back(self, game: EscaleroState) -> bool:
        if len(game.entries) != len(self._rows) or not self._rows or self._chance.random() > RUE:
            return False
        self._rows.pop()
        self._touch(TakeBack())
        return True

    def _follow(self, state: SessionState, game: EscaleroState) -> None:  # type: ignore[override]
        """Keep the faces there are most of and throw the others, or enter where it brings most."""
        flags = self._keeps(game)
        if game.throws_left and not all(flags):
            self._hold_and_throw(state, game, flags)  # type: ignore[arg-type]
            return
        scores = preview(game)
        row = max(scores, key=lambda each: (scores[each], -each))
        truth = tuple(sorted(FACES[die.face] for die in self._board.table.truth()))
        self._rows.append((game.to_move, row, truth, game.turn.throws_made == 1))
        self._touch(Decide(RowEntered(row)))

    def _keeps(self, game: EscaleroState) -> tuple[bool, ...]:
        faces = game.turn.faces
        if max(preview(game).values()) >= ENOUGH or (self._is_hasty and len(game.entries) % 5 > 0):
            return (True,) * len(faces)
        favourite = max(Counter(faces).items(), key=lambda pair: (pair[1], pair[0]))[0]
        return tuple(face is favourite for face in faces)

    def ought(self, game: Any) -> dict[str, Any]:
        return {
            **{f"{entry.row.value}.{entry.player}": str(entry.points or "–") for entry in game.entries},
            "sums": [str(game.sum_of(seat)) for seat in range(len(game.players))],
            "chips": [game.chips.stacks[seat] for seat in sorted(game.seats, key=game.sum_of, reverse=True)],
        }

    def compare(self, game: Any) -> list[str]:
        entered = [(each.player, each.row, tuple(sorted(each.faces)), each.is_served) for each in game.entries]
        wrong = [f"{a} for {b}" for a, b in zip(entered, self._rows, strict=True) if a != b]
        return wrong + super().compare(game)
